"""Advice from the search during a game, in English."""

TEXTS = {
    "hint title": "Best moves for {seat} after {visits} simulations ({evaluator})",
    "hint move": "move",
    "hint rate": "win rate",
    "hint visits": "visits",
    "hint line": "expected line",
    "eval you": "Your win rate: {rate} (draws count half).",
    "eval seat": "Win rate of {seat}: {rate} (draws count half).",
    "eval wdl you": "Your chances: win {win}, draw {draw}, loss {loss}.",
    "eval wdl seat": "Chances of {seat}: win {win}, draw {draw}, loss {loss}.",
    "proof win": "{seat} wins by force in {plies}: {line}.",
    "proof draw": "{seat} can force a draw, but no more.",
    "proof loss": "{seat} loses by force in {plies}: {line}.",
    "moves left": "Plies left: about {plies}.",
    "best": "Best move: {move}; expected line: {line}.",
    "evaluated by": "Evaluated by {evaluator}, {visits} simulations.",
    "evaluator net": "net {name}",
    "evaluator rollouts": "random playouts",
    "symbols": "x is {first}, o is {second}.",
}
