"""Keeps the memory that a training step frees for the next step."""

import ctypes
import functools
import sys

# From glibc's malloc.h: blocks above the threshold come from the system and go back at once; free
# memory above the other threshold goes back as well.
_MMAP_THRESHOLD = -3
_TRIM_THRESHOLD = -1
_NEVER = 2**30


@functools.cache
def keep_freed_memory() -> None:
    """Tells the C library, for the whole process, not to return large blocks to the system.

    Each step allocates and frees every activation. Pages that went back must be cleared by the
    system when they are needed again, which took 5 to 7 % of a step. Only glibc works this way;
    elsewhere nothing happens.
    """
    if sys.platform != "linux":
        return
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt"):
        library.mallopt(_MMAP_THRESHOLD, _NEVER)
        library.mallopt(_TRIM_THRESHOLD, _NEVER)
