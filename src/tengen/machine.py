"""The machine, as stated with results."""

import os
import platform
import re
from pathlib import Path

_PROCESSORS = Path("/proc/cpuinfo")


def processor_name() -> str:
    """The processor's model name, or its architecture if the system does not give one."""
    if _PROCESSORS.is_file():
        found = re.search(r"^model name\s*:\s*(.+)$", _PROCESSORS.read_text(), re.MULTILINE)
        if found is not None:
            return found[1].strip()
    return platform.processor() or platform.machine()


def usable_cores() -> int:
    """The number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def machine_facts() -> dict[str, str | int | None]:
    """A short description of the machine."""
    return {
        "processor": processor_name(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
    }
