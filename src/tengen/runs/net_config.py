"""Which network a run trains."""

from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Literal

from tengen.errors import ArchitectureError, ConfigError
from tengen.nets import Architecture
from tengen.rules.game import Game
from tengen.settings import Range, require_allowed

_ONLY_RESNET = ("blocks", "channels", "pooling_every", "board_independent")
"""The trunks and heads of the other families are fixed by what they are faithful to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetConfig:
    """Which network is trained, and what it is asked to predict."""

    family: Literal["classic", "teaching", "resnet"] = "resnet"
    """`classic` (SPEC N1), `teaching` (SPEC N2, sized by the board), or Tengen's own `resnet`."""
    blocks: Annotated[int, Range(1)] = 4
    """Residual blocks of family `resnet`: depth."""
    channels: Annotated[int, Range(8)] = 64
    """Channels of family `resnet`: width. Multiples of 16 are fastest."""
    pooling_every: Annotated[int, Range(0)] = 0
    """Every k-th block of family `resnet` sees the whole board through global pooling; 0: none."""
    board_independent: bool = False
    """Heads of family `resnet` without board-sized layers: one net for several board sizes. The
    game needs one action per cell; Connect Four, with one per column, does not have that."""
    value_kind: Literal["wdl", "scalar"] | None = None
    """Chances of win, draw and loss, or one number; none: what the family has. That is `wdl` for
    `resnet` and `scalar` for the others."""
    moves_left: bool | None = None
    """A head that predicts how many plies are left (SPEC N3); none: in family `resnet` only. The
    search uses it where `search.mlh_slope` is above 0."""
    opponent_reply: bool = False
    """A head that predicts the opponent's answer, in training only: more to learn from each game.
    Its weight is `learner.reply_loss`."""
    soft_policy: bool = False
    """A head that predicts a softened policy, in training only: it tells the lesser moves apart.
    Its weight is `learner.soft_policy_loss`."""
    encoding: str = "4-planes"
    """How positions are shown to the net: `3-planes`, or `4-planes` with the last move."""

    def __post_init__(self) -> None:
        require_allowed(self)
        if self.family == "resnet":
            return
        for field in fields(self):
            if field.name in _ONLY_RESNET and getattr(self, field.name) != field.default:
                raise ConfigError(
                    f"{field.name} is a setting of family 'resnet'; the trunk of "
                    f"{self.family!r} is fixed"
                )

    @property
    def has_moves_left(self) -> bool:
        """Whether the net has a moves-left head."""
        return self.family == "resnet" if self.moves_left is None else self.moves_left

    def architecture(self, game: Game[Any]) -> Architecture:
        """The network for a game; raises `ConfigError` where it cannot be built."""
        try:
            trunk = self._without_switches(game)
            return replace(
                trunk,
                value_kind=self.value_kind or trunk.value_kind,
                moves_left=game.max_plies + 1 if self.has_moves_left else 0,
                opponent_reply=self.opponent_reply,
                soft_policy=self.soft_policy,
            )
        except ArchitectureError as error:
            raise ConfigError(
                f"the net of [net] cannot be built for {game.name}: {error}"
            ) from None

    def _without_switches(self, game: Game[Any]) -> Architecture:
        if self.family == "classic":
            return Architecture.classic(game, self.encoding)
        if self.family == "teaching":
            return Architecture.teaching(game, self.encoding)
        return Architecture.resnet(
            game,
            blocks=self.blocks,
            channels=self.channels,
            encoding=self.encoding,
            pooling_every=self.pooling_every,
            board_independent=self.board_independent,
        )
