"""Identifies the games of one generation of a run by their numbers.

*Generation* means one thing everywhere. Generation k, counted from 0, is the games that net k plays
and the learning that makes net k + 1 of them. So net 0 is untrained; the id of net k is k in five
digits; whatever has a generation and a net (a stored checkpoint, a match, what the raw net knows)
has the generation which that net plays; in an asynchronous run an older net plays, `net_age` nets
older; and when generation k is done, k + 1 generations are
(docs/adr/0009).
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tengen import _core


def checkpoint_id(generation: int) -> str:
    """The id of the net that plays a generation."""
    return f"{generation:05d}"


def in_order(numbers: Iterable[int]) -> Collection[int]:
    """Numbers that keep their order and are found in constant time: there may be many."""
    return dict.fromkeys(numbers)


@dataclass(frozen=True, slots=True)
class Games:
    """Which games of one generation of one run, by their numbers."""

    run_seed: int
    generation: int
    numbers: Collection[int]
    progress: float = 0.0
    """Share of the run done before this generation, from 0 to 1: searches may grow with it."""
    net_age: int = 0
    """How many nets older than the generation's own the net is that plays it."""

    @property
    def seed(self) -> int:
        """The seed of the generation; game i also depends on i."""
        return _core.derive_seed(self.run_seed % 2**64, self.generation)

    def seed_of(self, number: int) -> int:
        """The seed of one game."""
        return _core.derive_seed(self.seed, number)

    @property
    def checkpoint(self) -> str:
        """The id of the net that plays them."""
        return checkpoint_id(self.net)

    @property
    def net(self) -> int:
        """The number of the net that plays them."""
        return max(0, self.generation - self.net_age)
