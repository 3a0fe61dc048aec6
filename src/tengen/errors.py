"""Every error Tengen raises on purpose: one small tree under `TengenError`.

A message says what was expected, what came, and where. Errors about a value a caller passed are
also `ValueError`s, so that code which knows nothing of Tengen can catch them.
"""


class TengenError(Exception):
    """Root of all errors raised on purpose."""


class IllegalActionError(TengenError, ValueError):
    """The action is not legal in this position."""


class GameOverError(IllegalActionError):
    """The game has already ended."""


class NotationError(TengenError, ValueError):
    """A move, a move list or a board could not be read."""


class UnknownGameError(TengenError, ValueError):
    """No game has this name, or not in this size."""


class NoHistoryError(TengenError, ValueError):
    """There is no earlier position to go back to."""


class UnsupportedError(TengenError, ValueError):
    """The game or the part asked does not offer this."""


class GameContractError(TengenError, ValueError):
    """A game breaks the contract that every game must keep.

    Where a method of the game raised an exception, that is the `__cause__`.
    """

    lacks_place: str | None = None
    """What is wrong, where the error does not tell the position yet."""


class GameMismatchError(TengenError, ValueError):
    """A position, a record or a move belongs to another game, or to another size of it."""


class MissingPackageError(TengenError, ImportError):
    """An optional package is needed and not installed."""


class ArchitectureError(TengenError, ValueError):
    """No network can be built this way."""


class CheckpointError(TengenError, ValueError):
    """A checkpoint is damaged, is too new, or does not fit what it should be used for."""


class NetImportError(TengenError, ValueError):
    """A file of another program does not hold a network that can be imported."""


class EvaluationError(TengenError, ValueError):
    """What an evaluator was given, or what it answered, cannot be used."""


class InUseError(TengenError, RuntimeError):
    """The object is at work for another caller: another thread, or a search still running."""


class ForkError(TengenError, RuntimeError):
    """The object's threads stayed in the process that was forked: make it anew in the child."""


class ConfigError(TengenError, ValueError):
    """A parameter is out of its range or does not exist."""


class TrainingError(TengenError, ValueError):
    """A batch does not fit the net, or training went wrong."""


class RecordError(TengenError, ValueError):
    """A record of a game is malformed, breaks the rules, or does not fit the file format."""


class StoreError(TengenError, OSError):
    """The database of a run is damaged, full, in use, or not one this version can read."""


class RunError(TengenError, ValueError):
    """A run cannot be begun, gone on with, or read."""


class PlayerSpecError(TengenError, ValueError):
    """A text names no player, or one that cannot play here."""


class ProtocolError(TengenError, ValueError):
    """A line does not follow the protocol, or asks for what cannot be done."""


class EngineError(TengenError, RuntimeError):
    """Another program that should play did not start, broke down, or did not answer."""
