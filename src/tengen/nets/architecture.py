"""`Architecture`: what a network looks like, as data. Stored with the weights; needs no torch."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from tengen.errors import ArchitectureError
from tengen.rules.game import Encoding

if TYPE_CHECKING:
    from tengen.rules.game import Game

CLASSIC_CHANNELS = (32, 64, 128)
"""The three convolutions of the classic net (SPEC N1)."""

TEACHING_SIZES = {5: (64, 4), 10: (128, 8), 15: (256, 10)}
"""Channels and blocks of the teaching ResNet (SPEC N2), by the longest side it is for."""

_CHOICES = {
    "family": ("classic", "resnet"),
    "policy_head": ("linear", "convolutional"),
    "value_head": ("linear", "pooled"),
    "value_kind": ("scalar", "wdl"),
}

# Far above any sensible net, and low enough that a hostile file cannot request absurd sizes.
_RANGES = {
    "planes": (1, 65_536),
    "height": (1, 64),
    "width": (1, 64),
    "actions": (1, 65_536),
    "channels": (1, 2_048),
    "blocks": (0, 256),
    "pooling_every": (0, 256),
    "policy_channels": (1, 1_024),
    "value_channels": (1, 1_024),
    "value_hidden": (1, 4_096),
    "moves_left": (0, 65_536),
}

_SWITCHES = ("opponent_reply", "soft_policy")


@dataclass(frozen=True, slots=True, kw_only=True)
class Architecture:
    """A network's shape; raises `ArchitectureError` if it is invalid."""

    family: str
    """`classic` (three convolutions) or `resnet` (residual blocks with batch norm)."""
    planes: int
    height: int
    width: int
    actions: int
    """Size of the policy: all cells, all cells and a pass, or columns."""
    channels: int
    """Channels of the last trunk layer; always 128 in the classic family."""
    blocks: int
    """Residual blocks; 0 in the classic family."""
    pooling_every: int = 0
    """k: every k-th block sees the whole board through global pooling; 0: none does."""
    policy_head: str = "linear"
    """`linear`, or `convolutional`: one logit per cell, whatever the board's size."""
    policy_channels: int = 4
    value_head: str = "linear"
    """`linear`, or `pooled`: mean and maximum over the board, whatever its size."""
    value_channels: int = 4
    value_hidden: int = 64
    value_kind: str = "scalar"
    """`scalar` (tanh) or `wdl` (chances of win, draw and loss)."""
    moves_left: int = 0
    """Classes 0, 1, 2 ... plies to the end of the game; 0: no such head."""
    opponent_reply: bool = False
    """Training only: predict the opponent's answer too."""
    soft_policy: bool = False
    """Training only: predict a softened policy too."""

    def __post_init__(self) -> None:
        for check in (_check_types, _check_ranges, _check_family, _check_policy_head):
            check(self)

    @classmethod
    def classic(cls, game: Game[Any], encoding: str = Encoding.FOUR_PLANES) -> Self:
        """The net of the classic Gomoku system (SPEC N1), for any game."""
        return cls(
            family="classic",
            **_board_of(game, encoding),
            channels=CLASSIC_CHANNELS[-1],
            blocks=0,
            policy_channels=4,
            value_channels=2,
            value_hidden=64,
        )

    @classmethod
    def teaching(cls, game: Game[Any], encoding: str = Encoding.THREE_PLANES) -> Self:
        """The ResNet of the teaching system (SPEC N2), sized for the board."""
        side = max(game.height, game.width)
        fitting = [size for size in TEACHING_SIZES if size >= side] or [max(TEACHING_SIZES)]
        channels, blocks = TEACHING_SIZES[fitting[0]]
        return cls(
            family="resnet",
            **_board_of(game, encoding),
            channels=channels,
            blocks=blocks,
            policy_channels=2,
            value_channels=1,
            value_hidden=256,
        )

    @classmethod
    def resnet(
        cls,
        game: Game[Any],
        *,
        blocks: int = 4,
        channels: int = 64,
        encoding: str | None = None,
        pooling_every: int = 0,
        board_independent: bool = False,
    ) -> Self:
        """Tengen's default: WDL value, moves-left head, heads as narrow as possible.

        `board_independent` uses heads without board-sized layers, so that the same weights can
        play every size of the game (`tengen.nets.resize_checkpoint`).
        """
        return cls(
            family="resnet",
            **_board_of(game, encoding or str(game.encodings[0])),
            channels=channels,
            blocks=blocks,
            pooling_every=pooling_every,
            policy_head="convolutional" if board_independent else "linear",
            policy_channels=16 if board_independent else 4,  # no linear layer to combine them
            value_head="pooled" if board_independent else "linear",
            value_channels=16 if board_independent else 4,
            value_kind="wdl",
            moves_left=game.max_plies + 1,
        )

    @classmethod
    def from_json(cls, data: object) -> Self:
        """The architecture `to_json` wrote; unknown and missing keys are errors."""
        if not isinstance(data, Mapping):
            raise ArchitectureError(
                f"an architecture must be a JSON object; got {_type_name(data)}"
            )
        fields = {field.name: field for field in dataclasses.fields(cls)}
        for key in data:
            if key not in fields:
                raise ArchitectureError(_unknown_key(key, list(fields)))
        for name, field in fields.items():
            if name not in data and field.default is dataclasses.MISSING:
                raise ArchitectureError(f"the architecture is missing {name!r}")
        return cls(**data)

    def to_json(self) -> dict[str, Any]:
        """All fields as a JSON object."""
        return dataclasses.asdict(self)

    @property
    def cells(self) -> int:
        """Cells of the board."""
        return self.height * self.width

    @property
    def has_pass(self) -> bool:
        """Whether the policy has one action more than the board has cells."""
        return self.actions == self.cells + 1

    @property
    def value_outputs(self) -> int:
        """1 (scalar) or 3 (win, draw, loss)."""
        return 3 if self.value_kind == "wdl" else 1

    @property
    def is_board_independent(self) -> bool:
        """Whether the same weights work on a board of another size."""
        return self.policy_head == "convolutional" and self.value_head == "pooled"

    @property
    def board(self) -> str:
        """The board as WIDTHxHEIGHT."""
        return f"{self.width}x{self.height}"


def _board_of(game: Game[Any], encoding: str) -> dict[str, Any]:
    return {
        "planes": game.plane_count(encoding),
        "height": game.height,
        "width": game.width,
        "actions": game.num_actions,
    }


def _unknown_key(key: object, known: list[str]) -> str:
    close = difflib.get_close_matches(str(key), known, n=1)
    guess = f"did you mean {close[0]!r}?" if close else f"known fields: {', '.join(known)}"
    return f"an architecture has no field {str(key)[:60]!r}; {guess}"


def _type_name(value: object) -> str:
    return type(value).__name__


def _check_types(architecture: Architecture) -> None:
    kinds: list[tuple[str, type]] = [(name, int) for name in _RANGES]
    kinds += [(name, bool) for name in _SWITCHES]
    for name, kind in kinds:
        value = getattr(architecture, name)
        if type(value) is not kind:
            raise ArchitectureError(
                f"{name} must be of type {kind.__name__}; got {_type_name(value)}"
            )
    for name, choices in _CHOICES.items():
        value = getattr(architecture, name)
        if value not in choices:
            offered = " or ".join(repr(choice) for choice in choices)
            raise ArchitectureError(f"{name} must be {offered}; got {str(value)[:60]!r}")


def _check_ranges(architecture: Architecture) -> None:
    for name, (least, most) in _RANGES.items():
        value = getattr(architecture, name)
        if not least <= value <= most:
            raise ArchitectureError(f"{name} must be from {least} to {most}; got {value}")


def _check_family(architecture: Architecture) -> None:
    if architecture.family == "classic":
        trunk = (architecture.channels, architecture.blocks, architecture.pooling_every)
        if trunk != (CLASSIC_CHANNELS[-1], 0, 0):
            raise ArchitectureError(
                "the classic family has a fixed trunk (channels 128, blocks 0, pooling_every 0); "
                f"got channels {trunk[0]}, blocks {trunk[1]}, pooling_every {trunk[2]}"
            )


def _check_policy_head(architecture: Architecture) -> None:
    cells, actions = architecture.cells, architecture.actions
    if architecture.policy_head == "convolutional" and actions not in (cells, cells + 1):
        raise ArchitectureError(
            f"a convolutional policy head needs one action per cell ({cells} on "
            f"{architecture.board}, or {cells + 1} with a pass); got {actions} actions"
        )
