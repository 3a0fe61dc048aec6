"""The environment line and the coloured ratios shared by all benchmarks."""

import platform
from datetime import date

from tengen.machine import processor_name


def machine_and_date() -> str:
    """The processor, the system and today's date, in one line."""
    return f"{processor_name()}, {platform.system()}, {date.today().isoformat()}"


def ratio_text(ratio: float, target: float) -> str:
    """The ratio, green if it reaches the target, otherwise red."""
    colour = "green" if ratio >= target else "red"
    return f"[{colour}]{ratio:.2f}x[/{colour}]"
