"""Watches a running search: how its best move and evaluation change over time.

python examples/watch_a_search.py
"""

import tengen


def main() -> None:
    """Analyses a position until the best move has been stable for a while."""
    game = tengen.load_game("connect4")
    position = game.position_from("444441")
    print(position)

    search = tengen.Search(game, tengen.load_evaluator("connect4"))
    best_moves: list[str] = []
    with search.start(position, every=0.05) as running:
        for snapshot in running:
            best_moves.append(game.action_name(snapshot.best_action))
            chance = (1 + snapshot.root_value) / 2
            print(f"{snapshot.simulations:7,} simulations: {best_moves[-1]}, {chance:.0%} to win")
            if len(best_moves) >= 20 and len(set(best_moves[-10:])) == 1:
                running.stop()
    print(f"ended: {running.result().stop_reason}")


if __name__ == "__main__":
    main()
