"""What came of training: where it is, how strong it is."""

from dataclasses import dataclass
from pathlib import Path

from tengen import pictures
from tengen.runs.strength import Strength


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingResult:
    """A run as training left it. It stands for its best net wherever a path is expected."""

    folder: Path
    """The run's folder, which holds all of it."""
    game: str
    ending: str
    """Why training ended."""
    generations: int
    """How many are done."""
    generations_wanted: int
    games: int
    """Games of self-play stored so far."""
    games_per_generation: int
    net: Path
    """The best net by the run's matches: the one to play."""
    newest_net: Path
    strength: Strength | None
    """What the last match against pure MCTS says; None before the first."""
    measured_net: Path | None
    """The net that played it."""
    simulations: int
    """How many it searched a move."""

    @property
    def is_finished(self) -> bool:
        """Whether all generations are done; otherwise the run can be resumed."""
        return self.generations >= self.generations_wanted

    def __fspath__(self) -> str:
        return str(self.net)

    def __str__(self) -> str:
        if self.generations == 0:
            return _unfinished(self.games, self.games_per_generation)
        lines = [self._strength_sentence(), f"Newest net: {self.newest_net}"]
        return "\n".join(
            lines if self.net == self.newest_net else [*lines, f"Best net: {self.net}"]
        )

    def _strength_sentence(self) -> str:
        if self.strength is None or self.measured_net is None:
            return "It has not played a match yet."
        how = f"of net {self.measured_net.name} with {self.simulations} simulations a move"
        return f"Strength {how}: {self.strength}."

    def _repr_html_(self) -> str:
        """How notebooks show it."""
        done = f"{self.generations:,} of {self.generations_wanted:,} ({self.ending})"
        facts = [
            ("folder", str(self.folder)),
            ("generations", done),
            ("games", f"{self.games:,}"),
            ("best net", str(self.net)),
            ("strength", str(self.strength or "not measured yet")),
        ]
        return pictures.captioned(pictures.facts_table(facts), self.game, "training run")


def _unfinished(games: int, wanted: int) -> str:
    start = "No generation was finished: the net is still untrained."
    if games == 0:
        return f"{start} Not one game was over in this time: games need more of it here."
    return f"{start} {games} of the {wanted} games of the first one are stored; they are not lost."
