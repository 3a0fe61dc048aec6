"""Commands about nets: `tengen import-net` and `tengen export`."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.console import tell
from tengen.cli.language import texts
from tengen.errors import UnsupportedError
from tengen.nets.checkpoint import FILE_SUFFIX, Checkpoint, load_checkpoint, save_checkpoint
from tengen.nets.classic_import import import_classic_net
from tengen.nets.kaggle_export import KAGGLE_NAME, export_kaggle
from tengen.nets.layout import parameter_count
from tengen.nets.onnx_export import export_onnx
from tengen.nets.shipped import find_net, shipped_nets
from tengen.rules.registry import load_game

EXPORT_FORMATS: dict[str, tuple[Callable[[Checkpoint, Path], None], Callable[[Path], Path]]] = {
    "onnx": (export_onnx, lambda net: net.with_name(f"{net.name}.onnx")),
    "kaggle": (export_kaggle, lambda net: net.with_name(KAGGLE_NAME)),
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
    tell(texts()("imported", file=out, game=checkpoint.game, parameters=f"{size:,}"))


def export(
    net: Annotated[
        str,
        typer.Argument(metavar="NET", help="A shipped net, such as connect4, a path, or a run."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            help="File to write; usually NET.onnx, or submission.py beside NET, and in this "
            "folder for a shipped net.",
            show_default=False,
        ),
    ] = None,
    file_format: Annotated[
        str, typer.Option("--format", help="onnx, or kaggle: an agent for ConnectX in one file.")
    ] = "onnx",
) -> None:
    """Write a net in a format of other programs.

    Examples: tengen export connect4 --format kaggle; tengen export runs/mine --out mine.onnx
    """
    if file_format not in EXPORT_FORMATS:
        offered = " or ".join(EXPORT_FORMATS)
        raise UnsupportedError(f"nets are exported as {offered}; got {file_format!r}")
    write, usual_path = EXPORT_FORMATS[file_format]
    checkpoint = load_checkpoint(find_net(net))
    path = out or usual_path(_place(net))
    write(checkpoint, path)
    tell(texts()("exported", file=path, size=f"{path.stat().st_size / 1000:,.0f}"))


def _place(net: str) -> Path:
    """The path beside which files about a net are written: never among those of Tengen itself."""
    if net in shipped_nets():
        return Path(net)
    path = Path(net) if Path(net).name.strip(".") else Path(net).resolve()
    return path.with_suffix("") if path.suffix == FILE_SUFFIX else path
