"""Commands about nets: `tengen import-net` and `tengen export`."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from tengen.errors import UnsupportedError
from tengen.nets.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from tengen.nets.classic_import import import_classic_net
from tengen.nets.kaggle_export import KAGGLE_NAME, export_kaggle
from tengen.nets.layout import parameter_count
from tengen.nets.onnx_export import export_onnx
from tengen.rules.registry import load_game

EXPORT_FORMATS: dict[str, tuple[Callable[[Checkpoint, Path], None], Callable[[Path], Path]]] = {
    "onnx": (export_onnx, lambda checkpoint: checkpoint.with_suffix(".onnx")),
    "kaggle": (export_kaggle, lambda checkpoint: checkpoint.with_name(KAGGLE_NAME)),
}
"""How a net is written in each format, and into which file unless one is named."""


def import_net(
    file: Annotated[Path, typer.Argument(help="Net of the classic system: .model or PyTorch.")],
    game: Annotated[str, typer.Option(help="The game it plays, such as gomoku:8x8/5.")],
    out: Annotated[Path, typer.Option(help="Checkpoint to write: a folder, or X.safetensors.")],
) -> None:
    """Turn a net of the classic Gomoku system into a checkpoint."""
    checkpoint = import_classic_net(file, load_game(game))
    save_checkpoint(checkpoint, out)
    size = parameter_count(checkpoint.architecture)
    typer.echo(f"{out}: classic net for {checkpoint.game}, {size:,} parameters")


def export(
    checkpoint: Annotated[Path, typer.Argument(help="Checkpoint folder or file.")],
    out: Annotated[
        Path | None, typer.Option(help="File to write; NET.onnx, or submission.py beside it.")
    ] = None,
    file_format: Annotated[
        str, typer.Option("--format", help="onnx, or kaggle: an agent for ConnectX in one file.")
    ] = "onnx",
) -> None:
    """Write a checkpoint in a format of other programs."""
    if file_format not in EXPORT_FORMATS:
        offered = " or ".join(EXPORT_FORMATS)
        raise UnsupportedError(f"nets are exported as {offered}; got {file_format!r}")
    write, usual_path = EXPORT_FORMATS[file_format]
    path = out or usual_path(checkpoint)
    write(load_checkpoint(checkpoint), path)
    typer.echo(f"{path}: written, {path.stat().st_size / 1000:,.0f} kB")
