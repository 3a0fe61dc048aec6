"""How much memory this process has, and how much its tree may take."""

from pathlib import Path

from tengen.engines.info import Info
from tengen.play.searching import TREE_MEGABYTES

_MEGABYTE = 1_000_000
# Threads, batches and the answers on their way, which come on top of tree and cache.
_RESERVE_BYTES = 16 * _MEGABYTE
# If the system does not report it: a Python process with numpy and a net.
_USUAL_BYTES = 80 * _MEGABYTE


def resident_bytes() -> int:
    """The memory this process uses now, or its peak."""
    status = Path("/proc/self/status")
    if status.is_file():
        for line in status.read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    try:
        import resource
    except ImportError:
        return _USUAL_BYTES
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def tree_megabytes(info: Info, base_bytes: int) -> int:
    """Megabytes for tree and cache together; `base_bytes` are taken already.

    A tree that moves on to the next position exists twice for a moment, so it gets half.
    """
    megabytes = TREE_MEGABYTES
    if info.max_memory:
        free = info.max_memory - base_bytes - _RESERVE_BYTES
        megabytes = min(megabytes, free // (2 * _MEGABYTE))
    if info.hash_size:
        megabytes = min(megabytes, info.hash_size // 1000)
    return max(1, megabytes)
