"""What every benchmark says about where and how its numbers came about."""

import platform
from datetime import date

from tengen.machine import processor_name


def machine_and_date() -> str:
    """The processor, the system and today's date, in one line."""
    return f"{processor_name()}, {platform.system()}, {date.today().isoformat()}"


def ratio_text(ratio: float, target: float) -> str:
    """The ratio, green when it reaches the target and red when it does not."""
    colour = "green" if ratio >= target else "red"
    return f"[{colour}]{ratio:.2f}x[/{colour}]"
