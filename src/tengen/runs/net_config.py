"""Which network a run trains."""

from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Literal, Self

from tengen.errors import ArchitectureError, ConfigError
from tengen.nets import Architecture
from tengen.rules.game import Game
from tengen.rules.registry import load_registered_game
from tengen.settings import Range, require_allowed

_ONLY_RESNET = ("blocks", "channels", "pooling_every", "board_independent")
"""Settings of family `resnet` only: the other families reproduce published networks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetConfig:
    """The network that is trained, and what it predicts."""

    family: Literal["classic", "teaching", "resnet"] = "resnet"
    """`classic` (docs/spec.md: N1), `teaching` (N2, sized by the board), or Tengen's own
    `resnet`."""
    blocks: Annotated[int, Range(1, 256)] = 4
    """Number of residual blocks of family `resnet`."""
    channels: Annotated[int, Range(8, 2048)] = 64
    """Channels of family `resnet`. Multiples of 16 are fastest."""
    pooling_every: Annotated[int, Range(0, 256)] = 0
    """Every k-th block of family `resnet` sees the whole board through global pooling; 0: none."""
    board_independent: bool = False
    """Heads of family `resnet` without board-sized layers, so that one net plays several board
    sizes. Only for games with one action per cell; Connect Four has one per column."""
    value_kind: Literal["wdl", "scalar"] | None = None
    """Probabilities of win, draw and loss, or one number; none: the family's own, `wdl` for
    `resnet` and `scalar` for the others."""
    moves_left: bool | None = None
    """A head that predicts the number of plies left (docs/spec.md: N3); none: in family `resnet`
    only. The search uses it where `search.mlh_slope` is above 0."""
    opponent_reply: bool = False
    """A head that predicts the opponent's reply, an auxiliary target used only in training. Its
    weight is `learner.reply_loss`."""
    soft_policy: bool = False
    """A head that predicts a softened policy, an auxiliary target used only in training. Its weight
    is `learner.soft_policy_loss`."""
    encoding: str = "4-planes"
    """How positions are encoded: `3-planes`, or `4-planes` with the last move."""

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

    @classmethod
    def of(cls, architecture: Architecture, encoding: str) -> Self:
        """The settings of an existing net; raises `ConfigError` if none describe its heads."""
        probe = load_registered_game("tictactoe")  # any board: heads do not depend on it
        kinds = [cls(family="classic"), cls(family="teaching"), cls(), cls(board_independent=True)]
        for kind in kinds:
            if _heads_of(kind.architecture(probe)) == _heads_of(architecture):
                own = {"value_kind": architecture.value_kind, "encoding": encoding}
                return replace(kind, **(own | _trunk_of(architecture, kind.family)))
        raise ConfigError(
            "this net has heads that the settings in [net] cannot describe: it can play, but not "
            "be trained further"
        )

    @property
    def has_moves_left(self) -> bool:
        """Whether the net has a moves-left head."""
        return self.family == "resnet" if self.moves_left is None else self.moves_left

    def architecture(self, game: Game[Any]) -> Architecture:
        """The network for a game; raises `ConfigError` if it cannot be built."""
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
                f"the network in [net] cannot be built for {game.name}: {error}"
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


def _heads_of(net: Architecture) -> tuple[object, ...]:
    policy = net.policy_head, net.policy_channels
    return net.family, *policy, net.value_head, net.value_channels, net.value_hidden


def _trunk_of(net: Architecture, family: str) -> dict[str, Any]:
    names = ("blocks", "channels", "pooling_every") if family == "resnet" else ()
    return {name: getattr(net, name) for name in names}
