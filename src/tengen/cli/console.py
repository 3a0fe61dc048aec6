"""The two places the commands write to."""

from rich.console import Console

out = Console()
errors = Console(stderr=True)


def print_line(line: str) -> None:
    """A line as it is, however long."""
    out.print(line, soft_wrap=True, highlight=False, markup=False)
