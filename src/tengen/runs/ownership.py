"""Checks that a run's database belongs to the nets beside it, without changing anything.

A resumed run overwrites nets that its database does not list. So a database that is missing,
created by another program, or taken from another run must be detected before the run is locked.
"""

from typing import Any

from tengen.errors import CheckpointError, RunError
from tengen.nets import load_checkpoint
from tengen.replay.database import DamagedStoreError, NoStoreError
from tengen.replay.schema import CheckpointRow
from tengen.replay.store import RunStore
from tengen.rules.game import Game
from tengen.runs.directory import RunDirectory
from tengen.runs.restore import require_same_rules
from tengen.runs.strength import run_matches
from tengen.selfplay import checkpoint_id

_ADVICE = "Restore the run's own run.db, or start a new run. Nothing was changed"


def require_own_database(directory: RunDirectory, game: Game[Any]) -> None:
    """Raises `RunError` or `StoreError` unless the run can resume with its database.

    A run that was killed before its first save has neither database nor nets, and can resume.
    """
    try:
        with RunStore(directory.database, read_only=True) as store:
            rows = _known_nets(store)
            run_matches(store)  # they determine the next opponent
    except NoStoreError:
        if directory.generations_found():
            raise RunError(
                f"{directory.path} contains nets, but its run.db is missing or empty. {_ADVICE}"
            ) from None
        return
    _require_known(directory, rows)
    _require_same_nets(directory, rows, game)


def _known_nets(store: RunStore) -> list[CheckpointRow]:
    rows = store.checkpoints()
    for row in rows:
        if row.id != checkpoint_id(row.generation):
            reason = f"its net {row.id[:40]!r} has generation {row.generation}"
            raise DamagedStoreError(store.path, reason)
    return rows


def _require_known(directory: RunDirectory, rows: list[CheckpointRow]) -> None:
    """A net is written just before its database row, so at most one may be unknown."""
    next_one = rows[-1].generation + 1 if rows else 0
    unknown = [number for number in directory.generations_found() if number > next_one]
    if unknown:
        raise RunError(
            f"{directory.database} does not list {len(unknown)} of the nets beside it, the newest "
            f"from generation {unknown[-1]}. {_ADVICE}"
        )


def _require_same_nets(directory: RunDirectory, rows: list[CheckpointRow], game: Game[Any]) -> None:
    """One matching net is enough: others may be damaged or recreated."""
    strange = None
    for row in reversed(rows):
        try:
            net = load_checkpoint(directory.checkpoint(row.id))
        except CheckpointError:
            continue
        require_same_rules(net, game, directory)
        if net.weights_sha256 == row.sha256:
            return
        strange = strange or row.id
    if strange is not None:
        raise RunError(
            f"{directory.database} belongs to another run: its net {strange} has other weights "
            f"than {directory.checkpoint(strange)}. {_ADVICE}"
        )
