"""The two places the commands write to."""

from rich.console import Console

out = Console()
errors = Console(stderr=True)
