"""One user at a time, and locks that a forked child does not inherit locked."""

import os
import weakref
from threading import Lock, RLock

from tengen.errors import InUseError


class Use:
    """The right to use an object; it ends with `end`, or when it is no longer referenced."""

    def __init__(self) -> None:
        self.is_over = False

    def end(self) -> None:
        """Releases the object."""
        self.is_over = True


class OneUser:
    """Gives an object to one user at a time; any other gets `InUseError` meanwhile.

    The use is tied to the life of an object: an interrupt between two instructions cannot leave
    anything taken for ever.
    """

    def __init__(self, refusal: str) -> None:
        self._refusal = refusal
        self._lock = Lock()
        self._present: weakref.ref[Use] | None = None

    def take(self) -> Use:
        """The right to use the object."""
        use = Use()
        with self._lock:
            present = None if self._present is None else self._present()
            if present is not None and not present.is_over:
                raise InUseError(self._refusal)
            self._present = weakref.ref(use)
        return use


class Turns:
    """Whoever enters waits for whoever is inside; the same thread may enter again.

    A forked child begins with nobody inside: those who were, stayed in its parent.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._process = os.getpid()

    def __enter__(self) -> None:
        if self._process != os.getpid():
            self._lock, self._process = RLock(), os.getpid()
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()
