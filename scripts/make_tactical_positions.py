"""Writes the tactical positions of `benchmarks/tactics.py`: Gomoku, 15x15, with all right moves.

    python scripts/make_tactical_positions.py benchmarks/tactical_positions.tsv

Positions come from random games whose moves lie near other stones, and whose players take wins and
stop threats. Which moves are right is exact: what wins is checked against every reply, and what
defends leaves the other side no win by fours. No net has any part in it.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.progress import Progress

from tengen import Position, load_game
from tengen._core import Random
from tengen.search import ForcedWin, find_forced_win

GAME = load_game("gomoku:15x15/5")
SEED = 15
NODES = 5_000
LONGEST = 15
WANTED = {
    "win in one": 60,
    "block in one": 60,
    "open three": 80,
    "four-three": 60,
    "double three": 60,
    "continuous fours": 80,
}

Found = tuple[str, list[int]]


def main() -> None:
    """Plays games until every kind of position is there."""
    parser = argparse.ArgumentParser(description="Writes the tactical positions.")
    parser.add_argument("file", type=Path)
    file = parser.parse_args().file
    lines, counts = [], Counter[str]()
    with Progress() as progress:
        task = progress.add_task("positions", total=sum(WANTED.values()))
        for position in positions():
            kind, right = classified(position, {k for k in WANTED if counts[k] < WANTED[k]})
            if not right:
                continue
            counts[kind] += 1
            progress.advance(task)
            moves = " ".join(GAME.action_name(action) for action in position.history)
            lines.append(f"{kind}\t{moves}\t{' '.join(position.move_names(right))}")
            if counts == WANTED:
                break
    file.write_text("kind\tmoves\tright\n" + "\n".join(sorted(lines)) + "\n", encoding="utf-8")


def positions() -> Iterator[Position[Any]]:
    """At most one position of each game is used: the caller may stop at any."""
    random = Random(SEED)
    while True:
        position, last = GAME.position_from("h8"), 8 + random.below(40)
        while position.outcome is None and len(position.history) < last:
            position = position.play(likely_move(position, random))
        if position.outcome is None:
            yield position


def likely_move(position: Position[Any], random: Random) -> int:
    """A win, a block, or a random cell within two steps of a stone."""
    forced = position.winning_actions() or position.winning_actions(1 - position.to_move)
    choices = forced or sorted(near(position))
    return choices[random.below(len(choices))]


def near(position: Position[Any], reach: int = 2) -> set[int]:
    """The empty cells within so many steps of a stone."""
    found = set()
    for action in position.history:
        row, column = GAME.row_and_column(action)
        found |= {
            GAME.action_at(r, c)
            for r in range(max(0, row - reach), min(GAME.height, row + reach + 1))
            for c in range(max(0, column - reach), min(GAME.width, column + reach + 1))
        }
    return found & set(position.legal_actions)


def classified(position: Position[Any], wanted: set[str]) -> Found:
    """What kind of position it is, and the right moves; none if it is of no kind that is wanted."""
    threats = position.winning_actions(1 - position.to_move)
    if wins := position.winning_actions():
        return "win in one", list(wins) if "win in one" in wanted else []
    if threats:
        right = list(threats) if len(threats) == 1 and "block in one" in wanted else []
        return "block in one", right
    if win := find_forced_win(position, NODES):
        kind = kind_of(win)
        return kind, winning_moves(position) if kind in wanted else []
    if "open three" in wanted and (threat := find_forced_win(turned(position), NODES)):
        is_three = threat.plies == 3
        return "open three", holding_moves(position) if is_three else []
    return "double three", quiet_wins(position) if "double three" in wanted else []


def kind_of(win: ForcedWin) -> str:
    """An open three of one's own wins in three plies, a four-three in five."""
    if win.plies > LONGEST:
        return "too long"
    return {3: "open three", 5: "four-three"}.get(win.plies, "continuous fours")


def turned(position: Position[Any]) -> Position[Any]:
    """As if the side to move had passed."""
    cells = GAME.cells(position.state)
    state = GAME.place(cells, 1 - position.to_move, position.first, position.last_action)
    return Position(GAME, state, position.first)


def winning_moves(position: Position[Any]) -> list[int]:
    """Every move after which no reply stops a win by fours."""
    return [action for action in position.legal_actions if wins_after(position.play(action))]


def quiet_wins(position: Position[Any]) -> list[int]:
    """The same where there is no win by fours yet: threes that cannot both be stopped."""
    return [
        action
        for action in sorted(near(position))
        if find_forced_win(turned(position.play(action)), NODES)
        and wins_after(position.play(action))
    ]


def wins_after(after: Position[Any]) -> bool:
    """Whether the side that has just moved wins by fours against every reply."""
    if after.outcome is not None:
        return True
    if find_forced_win(after, NODES):
        return False
    threats = after.winning_actions(1 - after.to_move)
    replies = (after.play(reply) for reply in threats or after.legal_actions)
    return all(r.outcome is None and find_forced_win(r, NODES) is not None for r in replies)


def holding_moves(position: Position[Any]) -> list[int]:
    """Every move after which the other side has no win by fours."""
    after = {action: position.play(action) for action in position.legal_actions}
    return [action for action, then in after.items() if find_forced_win(then, NODES) is None]


if __name__ == "__main__":
    main()
