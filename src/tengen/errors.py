"""Every error Tengen raises on purpose: one small tree under `TengenError`.

A message says what was expected, what was found, and where. Errors about a value passed by the
caller are also `ValueError`s, so that code unaware of Tengen can catch them.
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
    """There is no game with this name or size."""


class NoHistoryError(TengenError, ValueError):
    """There is no earlier position to go back to."""


class UnsupportedError(TengenError, ValueError):
    """The game or component does not support this."""


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
    """A network with these parameters cannot be built."""


class CheckpointError(TengenError, ValueError):
    """A checkpoint is damaged, is too new, or does not fit what it should be used for."""


class NetImportError(TengenError, ValueError):
    """A file does not contain a network that can be imported."""


class EvaluationError(TengenError, ValueError):
    """An evaluator's input or answer is invalid."""


class InUseError(TengenError, RuntimeError):
    """The object is in use by another thread or by a running search."""


class ForkError(TengenError, RuntimeError):
    """The object's threads did not survive the fork: create a new one in the child."""


class ConfigError(TengenError, ValueError):
    """A parameter is out of its range or does not exist."""


class TrainingError(TengenError, ValueError):
    """A batch does not fit the net, or training went wrong."""


class RecordError(TengenError, ValueError):
    """A record of a game is malformed, breaks the rules, or does not fit the file format."""


class StoreError(TengenError, OSError):
    """The database of a run is damaged, full, in use, or not one this version can read."""


class RunError(TengenError, ValueError):
    """A run cannot be started, resumed or read."""


class PlayerSpecError(TengenError, ValueError):
    """A player specification is invalid, or the player cannot play this game."""


class ProtocolError(TengenError, ValueError):
    """A line violates the protocol or asks for something unsupported."""


class EngineError(TengenError, RuntimeError):
    """An external engine did not start, crashed, or did not answer."""


class StudioError(TengenError, ValueError):
    """A message to the studio asks for what cannot be done; `field` is the part that is wrong."""

    def __init__(self, sentence: str, *, field: str = "", code: str = "refused") -> None:
        super().__init__(sentence)
        self.field = field
        self.code = code
