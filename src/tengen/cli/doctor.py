"""`tengen doctor`: problems of a run, and what to change."""

from pathlib import Path
from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tengen.cli.console import out, tell
from tengen.cli.language import texts
from tengen.cli.prose import Prose
from tengen.rules.registry import load_game
from tengen.runs.directory import RunDirectory
from tengen.runs.doctor import Diagnosis, diagnose


def doctor(
    run: Annotated[Path, typer.Argument(help="Run folder, such as runs/connect4-1.")],
    game: Annotated[
        str | None,
        typer.Option(help="The run's game, if it is not built into Tengen.", show_default=False),
    ] = None,
) -> None:
    """Diagnose a run: problems, the evidence for them, and what to change.

    Checks for entropy collapse, an overfitted value head, repeated games, too few new games, a
    small replay window, a learning rate at its minimum, false resignations, rejected records,
    one-sided games, stalls and flat strength. Read-only: safe while the run is training.
    """
    speak = texts()
    diagnosis = diagnose(RunDirectory(run), None if game is None else load_game(game))
    if diagnosis.generations == 0:
        tell(speak("nothing to examine", run=run))
        return
    out.print(_headline(run, diagnosis), soft_wrap=True)
    for finding in diagnosis.findings:
        out.print()
        out.print(Text(speak.message(finding.name), "bold yellow"))
        for key, text in (("evidence", finding.numbers), ("advice", finding.advice)):
            said = Text.assemble((speak(key), "dim"), speak.message(text))
            out.print(Padding(said, (0, 0, 0, 2)))
    out.print()
    out.print(_vital_signs(diagnosis.vital_signs))


def _headline(run: Path, diagnosis: Diagnosis) -> Text:
    speak = texts()
    done = speak.counted(diagnosis.generations, "generation")
    after = speak("after generations", generations=done)
    if diagnosis.is_healthy:
        return Text.assemble((str(run), "bold"), ": ", (speak("healthy"), "bold green"), after)
    words = speak("unhealthy", problems=speak.counted(len(diagnosis.findings), "problem"))
    return Text.assemble((str(run), "bold"), ": ", (words, "bold yellow"), after)


def _vital_signs(signs: dict[str, str]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    speak = texts()
    for name, text in signs.items():
        table.add_row(Text(speak(f"sign {name}"), "dim"), Prose(speak.message(text)))
    return table
