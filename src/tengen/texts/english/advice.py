"""What the search says in a game, in English."""

TEXTS = {
    "hint title": "Best moves for {seat} after {visits} simulations ({evaluator})",
    "hint move": "move",
    "hint rate": "win rate",
    "hint visits": "visits",
    "hint line": "expected play",
    "eval you": "You win {rate} (draws count half).",
    "eval seat": "{seat} wins {rate} (draws count half).",
    "eval wdl you": "You win {win}, draw {draw}, lose {loss}.",
    "eval wdl seat": "{seat} wins {win}, draws {draw}, loses {loss}.",
    "proof win": "{seat} can force a win; plies left: {plies}.",
    "proof draw": "{seat} can force a draw, and no more.",
    "proof loss": "{seat} loses against the best play; plies left: {plies}.",
    "moves left": "Plies left: about {plies}.",
    "best": "Best: {move}; expected play {line}.",
    "evaluated by": "Evaluated by {evaluator}, {visits} simulations.",
    "evaluator net": "net {name}",
    "evaluator rollouts": "random playouts",
    "symbols": "x is {first}, o is {second}.",
}
