"""The newest games of a run, from which training batches are drawn."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen import _core
from tengen.rules.game import Encoding, Game
from tengen.rules.native import CORE_ENCODINGS, NativeGame


@dataclass(frozen=True, slots=True)
class Batch:
    """Training samples; values are from the view of the side to move."""

    planes: npt.NDArray[np.float32]  # [B, C, H, W]
    policy: npt.NDArray[np.float32]  # [B, A], sums to 1, or all 0 without a target
    policy_weight: npt.NDArray[np.float32]  # [B], 1 or 0
    value: npt.NDArray[np.float32]  # [B]
    wdl: npt.NDArray[np.float32]  # [B, 3]
    moves_left: npt.NDArray[np.int64]
    """[B], plies to the end of the game as played; -1: unknown, because a side resigned."""
    reply: npt.NDArray[np.float32]  # [B, A], the policy target of the next position
    reply_weight: npt.NDArray[np.float32]  # [B], 1 or 0


class ReplayWindow:
    """Games in the order they were added; planes are computed when a sample is drawn."""

    def __init__(self, game: Game[Any], encoding: str) -> None:
        self.game, self.encoding = game, encoding
        if isinstance(game, NativeGame):
            core = CORE_ENCODINGS[Encoding(encoding)]
            self._core = _core.ReplayWindow.of_native(game.core, core)
        else:
            self._core = _core.ReplayWindow.of_python(game, encoding)

    def add(self, record: _core.GameRecord) -> None:
        """Adds the newest game; raises `ValueError` if it is not a game of these rules."""
        self._core.add(record)

    def add_validated(self, record: _core.GameRecord) -> None:
        """Adds a record that has passed `validate` or `require_playable` by these rules.

        Rules in Python are not queried again.
        """
        self._core.add_validated(record)

    def trim(self, positions: int) -> None:
        """Drops the oldest games until at most this many positions are left."""
        self._core.trim(positions)

    @property
    def positions(self) -> int:
        """Number of positions to draw from."""
        return self._core.positions

    def positions_drawn(self, proven_share: float) -> float:
        """The same with unsearched positions counted as often as they are drawn."""
        return self._core.positions - (1 - proven_share) * self._core.unsearched

    def sample(
        self,
        count: int,
        seed: int,
        *,
        value_mix: float = 0.0,
        surprise_share: float = 0.0,
        proven_share: float = 1.0,
        symmetries: bool = True,
    ) -> Batch:
        """Draws positions uniformly or, within a game, by policy surprise.

        `value_mix` is the weight of the search value in the value target, `proven_share` how often
        a move is drawn that follows a proof and was not searched, against 1 for the others. The
        same seed and the same games give the same batch.
        """
        shares = (value_mix, surprise_share, proven_share)
        arrays = self._core.sample(count, seed % 2**64, *shares, symmetries)
        return Batch(**arrays)


def window_size(total_positions: int, smallest: int, growth: float) -> int:
    """The size of a window that grows as a power law of all positions ever played.

    It holds everything until `smallest` positions exist; `growth` 0 then keeps that size, and
    1 keeps everything. It never grows by more positions than were played since: a game that has
    left the window does not come back.
    """
    if total_positions <= smallest:
        return smallest
    if growth == 1:  # rounding could lose a position
        return total_positions
    return int(smallest * (total_positions / smallest) ** growth)
