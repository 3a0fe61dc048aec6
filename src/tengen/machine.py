"""The machine: what it is, as stated with results, and being a good neighbour on it."""

import os
import platform
import re
import sys
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


def data_folder() -> Path:
    """Where Tengen keeps what belongs to the user and not to a run, such as open games.

    The folder that the system has for this; it need not exist yet.
    """
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "tengen"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/tengen"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "tengen"


def machine_facts() -> dict[str, str | int | None]:
    """A short description of the machine."""
    return {
        "processor": processor_name(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def share_the_processor() -> None:
    """Lets torch's threads sleep while they wait; call it before torch is imported.

    They spin by default. On a processor that is busy with other programs too, the spinning keeps
    the very threads from running that are waited for: training was 16 times slower.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
