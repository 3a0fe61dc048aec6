"""What a run remembers of the net that it started from."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from tengen.nets.checkpoint import Checkpoint
from tengen.nets.manifest import Fact

_NAME = "name"
"""The fact in a net's manifest that says how the user named it."""
_DIGEST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Origin:
    """The net as the run's database and the manifests of all its nets remember it."""

    net: str
    """As the user named it."""
    game: str
    sha256: str
    """Of its weights."""
    generation: int | None = None
    """Its generation in its own run; None if it does not say."""

    @classmethod
    def of(cls, net: Checkpoint) -> Self:
        """What to remember of a net that is `named`."""
        generation = net.training.get("generation")
        return cls(
            printable(str(net.training.get(_NAME, ""))),
            printable(net.game),
            net.weights_sha256,
            generation if type(generation) is int else None,
        )

    @classmethod
    def from_facts(cls, facts: Mapping[str, str]) -> Self | None:
        """The origin in the facts of a database; None if the run started from nothing."""
        if "origin" not in facts:
            return None
        generation = facts.get("origin_generation", "")
        return cls(
            printable(facts["origin"]),
            printable(facts.get("origin_game", "")),
            printable(facts.get("origin_sha256", "")),
            int(generation) if generation.isascii() and generation.isdecimal() else None,
        )

    def facts(self) -> dict[str, Fact]:
        """Plain values, which `from_facts` understands as texts."""
        known: dict[str, Fact] = {
            "origin": self.net,
            "origin_game": self.game,
            "origin_sha256": self.sha256,
        }
        return known if self.generation is None else known | {"origin_generation": self.generation}

    def __str__(self) -> str:
        weights = self.sha256[:_DIGEST_SHOWN]
        if self.generation is None:
            return f"{self.net}, a net of {self.game} (weights {weights})"
        return f"{self.net}, a net of {self.game} (generation {self.generation}, weights {weights})"


def named(net: Checkpoint, name: str) -> Checkpoint:
    """The net with a manifest that says how the user named it."""
    return replace(net, training={**net.training, _NAME: printable(name)})


def printable(text: str) -> str:
    """Safe in a comment of a TOML file and on a terminal, whatever a file or a path contains."""
    return text if text.isprintable() else ascii(text)
