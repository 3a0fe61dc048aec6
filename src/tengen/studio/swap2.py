"""The swap2 opening: one player places three stones, the other chooses.

The seats are colours; the two players may have to change them. The player in seat 0 opens. The
phases follow from the number of stones and from what was chosen, so that a stored game needs
nothing else. Who places stones may place both colours.
"""

from dataclasses import dataclass
from typing import Literal

from tengen.engines.opening import Choice
from tengen.errors import StudioError

Colour = Literal["black", "white"]
Phase = Literal["place_three", "choose", "place_two", "choose_colour"]

_COLOURS: tuple[Colour, Colour] = ("black", "white")
THREE, _FIVE = 3, 5


@dataclass(slots=True)
class Swap2:
    """The opening of one game; seats are those at the start until a choice swaps them."""

    has_asked_two_more: bool = False
    taken: Colour | None = None
    """What the last choice was: it ends the opening."""

    @property
    def is_over(self) -> bool:
        """Whether the sides are settled."""
        return self.taken is not None

    @property
    def last_choice(self) -> int:
        """The number of stones at the choice that ends the opening."""
        return _FIVE if self.has_asked_two_more else THREE

    @property
    def taker(self) -> int | None:
        """The seat of the player who made the last choice, after it; None before."""
        return None if self.taken is None else _COLOURS.index(self.taken)

    @property
    def opener(self) -> int:
        """The seat of the player who placed the first three stones."""
        if self.taker is None:
            return 0
        return self.taker if self.has_asked_two_more else 1 - self.taker

    def phase(self, plies: int) -> Phase | None:
        """What must happen after so many stones; None when the opening is over."""
        if self.is_over:
            return None
        if plies < THREE:
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
        if choice not in self.choices(plies):
            raise StudioError("there is nothing to choose here", field="choice")
        if choice == "two_more":
            self.has_asked_two_more = True
            return False
        self.taken = choice
        return self.opener != 0

    def take_back(self, plies: int) -> bool | None:
        """Takes back the choice that was made after so many stones; None if there was none.

        Otherwise, whether the players must change their seats again.
        """
        if self.is_over and plies == self.last_choice:
            is_swapped = self.opener != 0
            self.taken = None
            return is_swapped
        if self.has_asked_two_more and not self.is_over and plies == THREE:
            self.has_asked_two_more = False
            return False
        return None
