"""The swap2 opening: one player places three stones, the other chooses.

The seats are colours; the two players may have to change them. The player in seat 0 opens. The
phases follow from the number of stones and from what was chosen, so that a stored game needs
nothing else. Who places stones may place both colours.
"""

from dataclasses import dataclass
from typing import Literal

from tengen.errors import StudioError

Choice = Literal["black", "white", "two_more"]
Phase = Literal["place_three", "choose", "place_two", "choose_colour"]

_THREE, _FIVE = 3, 5


@dataclass(slots=True)
class Swap2:
    """The opening of one game; seats are those at the start until a choice swaps them."""

    has_asked_two_more: bool = False
    is_over: bool = False

    def phase(self, plies: int) -> Phase | None:
        """What must happen after so many stones; None when the opening is over."""
        if self.is_over:
            return None
        if plies < _THREE:
            return "place_three"
        if not self.has_asked_two_more:
            return "choose"
        return "place_two" if plies < _FIVE else "choose_colour"

    def actor(self, plies: int) -> int | None:
        """The seat whose player must act."""
        phase = self.phase(plies)
        if phase is None:
            return None
        return 0 if phase in ("place_three", "choose_colour") else 1

    def choices(self, plies: int) -> list[Choice]:
        """What may be chosen now."""
        match self.phase(plies):
            case "choose":
                return ["black", "white", "two_more"]
            case "choose_colour":
                return ["black", "white"]
        return []

    def choose(self, choice: Choice, plies: int) -> bool:
        """Records a choice; whether the players must change their seats."""
        actor = self.actor(plies)
        if choice not in self.choices(plies) or actor is None:
            raise StudioError("there is nothing to choose here", field="choice")
        if choice == "two_more":
            self.has_asked_two_more = True
            return False
        self.is_over = True
        return actor != ("black", "white").index(choice)
