"""A game with awkward names for its moves."""

from tengen import Game, Outcome

NAMES = (
    "a",
    "ab",
    "AB",
    "4",
    "undo",
    "take two, now",
    'the "big" one',
    "back\\slash",
    "#5",
    "first=1",
    "天元",
    "Nf3#",
)


class Awkward(Game[tuple[int, ...]]):
    """Twelve things lie on a table, each with a name; who takes the last one wins."""

    name = "awkward names"
    width, height = 4, 3
    num_actions = max_plies = len(NAMES)

    def initial_state(self, first: int) -> tuple[int, ...]:
        return (first,)

    def to_move(self, state: tuple[int, ...]) -> int:
        return (state[0] + len(state) - 1) % 2

    def legal_actions(self, state: tuple[int, ...]) -> list[int]:
        return [action for action in range(len(NAMES)) if action not in state[1:]]

    def next_state(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def outcome(self, state: tuple[int, ...]) -> Outcome | None:
        if len(state) <= len(NAMES):
            return None
        return Outcome(1 - self.to_move(state), "last thing")

    def cells(self, state: tuple[int, ...]) -> list[int | None]:
        takers = {action: (state[0] + number) % 2 for number, action in enumerate(state[1:])}
        return [takers.get(action) for action in range(len(NAMES))]

    def action_name(self, action: int) -> str:
        return NAMES[action]
