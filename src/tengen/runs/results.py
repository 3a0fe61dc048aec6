"""The result of training: where it is stored and how strong it is."""

from dataclasses import dataclass
from pathlib import Path

from tengen import pictures
from tengen.runs.strength import Strength


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingResult:
    """The result of a training run; usable as the path of its best net."""

    folder: Path
    """The run's folder."""
    game: str
    ending: str
    """Why training ended."""
    generations: int
    """Number of finished generations."""
    generations_wanted: int
    games: int
    """Self-play games stored so far."""
    games_per_generation: int
    net: Path
    """The best net according to the run's matches: the one to play against."""
    newest_net: Path
    strength: Strength | None
    """Result of the last match against pure MCTS; None before the first."""
    measured_net: Path | None
    """The net that played it."""
    simulations: int
    """Simulations per move in that match."""
    origin: str | None = None
    """The net that the run started from, as it was named; None: an untrained one."""

    @property
    def is_finished(self) -> bool:
        """Whether all generations are finished; otherwise the run can be resumed."""
        return self.generations >= self.generations_wanted

    def __fspath__(self) -> str:
        return str(self.net)

    def __str__(self) -> str:
        if self.generations == 0:
            return self._unfinished()
        lines = [self._strength_sentence(), f"Newest net: {self.newest_net}"]
        return "\n".join(
            lines if self.net == self.newest_net else [*lines, f"Best net: {self.net}"]
        )

    def _strength_sentence(self) -> str:
        if self.strength is None or self.measured_net is None:
            return "It has not played a match yet."
        how = f"of net {self.measured_net.name} with {self.simulations} simulations a move"
        return f"Strength {how}: {self.strength}."

    def _unfinished(self) -> str:
        """What there is before the first generation is finished."""
        start = (
            "No generation was finished: the net is still untrained."
            if self.origin is None
            else f"No generation was finished: the net is still that of {self.origin}."
        )
        if self.games == 0:
            return f"{start} No game was finished in this time: allow more."
        wanted = self.games_per_generation
        return f"{start} {self.games} of the {wanted} games of the first one are stored and kept."

    def _repr_html_(self) -> str:
        """HTML for notebooks."""
        done = f"{self.generations:,} of {self.generations_wanted:,} ({self.ending})"
        facts = [
            ("folder", str(self.folder)),
            ("generations", done),
            ("games", f"{self.games:,}"),
            ("best net", str(self.net)),
            ("strength", str(self.strength or "not measured yet")),
        ]
        return pictures.captioned(pictures.facts_table(facts), self.game, "training run")
