"""What every benchmark says about where and how its numbers came about."""

import platform
from datetime import date
from pathlib import Path


def machine_and_date() -> str:
    """The processor, the system and today's date, in one line."""
    return f"{_processor()}, {platform.system()}, {date.today().isoformat()}"


def ratio_text(ratio: float, target: float) -> str:
    """The ratio, green when it reaches the target and red when it does not."""
    colour = "green" if ratio >= target else "red"
    return f"[{colour}]{ratio:.2f}x[/{colour}]"


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
