"""The doctor's findings about a run, problems first, then what is in order."""

from tengen.errors import TengenError
from tengen.runs.doctor import Diagnosis, diagnose
from tengen.studio.both import both, capitalised, said, translated
from tengen.studio.shapes import Text
from tengen.studio.training.games import game_of
from tengen.studio.training.shapes import RunDoctor, RunFinding
from tengen.studio.training.workshop import Workshop


def run_doctor(workshop: Workshop, name: str) -> RunDoctor:
    """Examines a run; one that cannot be examined says why."""
    directory = workshop.run(name)
    try:
        game = game_of(directory.load_config().run.game, workshop.shelf)
        diagnosis = diagnose(directory, game, with_space=False)
    except (TengenError, OSError) as error:
        return RunDoctor(line=translated(str(error)), findings=[])
    if diagnosis.generations == 0:
        return RunDoctor(line=said("studio doctor waits"), findings=[])
    return RunDoctor(line=_line(diagnosis), findings=[*_problems(diagnosis), *_signs(diagnosis)])


def _line(diagnosis: Diagnosis) -> Text:
    done = both(lambda texts: texts.counted(diagnosis.generations, "generation"))
    return said("studio doctor after", generations=done)


def _problems(diagnosis: Diagnosis) -> list[RunFinding]:
    return [
        RunFinding(
            is_problem=True,
            title=capitalised(translated(finding.name)),
            text=capitalised(translated(finding.numbers)),
            advice=capitalised(translated(finding.advice)),
        )
        for finding in diagnosis.findings
    ]


def _signs(diagnosis: Diagnosis) -> list[RunFinding]:
    return [
        RunFinding(
            is_problem=False,
            title=capitalised(said(f"sign {name}")),
            text=capitalised(translated(text)),
            advice=None,
        )
        for name, text in diagnosis.vital_signs.items()
    ]
