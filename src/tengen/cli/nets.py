"""Commands about nets: `tengen import-net` and `tengen export`."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.console import tell
from tengen.cli.language import texts
from tengen.cli.output_files import require_new_checkpoint, require_new_file
from tengen.errors import UnsupportedError
from tengen.nets.checkpoint import (
    FILE_SUFFIX,
    MANIFEST_NAME,
    Checkpoint,
    load_checkpoint,
    save_checkpoint,
)
from tengen.nets.classic_import import import_classic_net
from tengen.nets.kaggle_export import export_kaggle, require_connect_four
from tengen.nets.kaggle_perfect import perfect_source
from tengen.nets.kaggle_search import SIMULATIONS
from tengen.nets.kaggle_source import KAGGLE_NAME, KaggleEffort, write_source
from tengen.nets.layout import parameter_count
from tengen.nets.onnx_export import export_onnx
from tengen.nets.shipped import find_net, shipped_nets
from tengen.rules.registry import load_game

ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]
EXPORT_FORMATS: dict[str, tuple[Callable[[Checkpoint, Path], None], Callable[[Path], Path]]] = {
    "onnx": (export_onnx, lambda net: net.with_name(f"{net.name}.onnx")),
    "kaggle": (export_kaggle, lambda net: net.with_name(KAGGLE_NAME)),
}
"""How a net is written in each format, and the default file."""
PERFECT = "perfect"
"""Not a net: the exact player of Connect Four, named as in matches."""


def import_net(
    file: Annotated[
        Path, typer.Argument(help="Net file of the classic system: .model or PyTorch.")
    ],
    game: Annotated[str, typer.Option(help="The game the net plays, such as gomoku:8x8/5.")],
    out: Annotated[Path, typer.Option(help="Checkpoint to write: a folder or X.safetensors.")],
    force: ForceOption = False,
) -> None:
    """Convert a net of the classic Gomoku system to a checkpoint."""
    if out.suffix == FILE_SUFFIX:
        require_new_file(out, force=force)
    else:
        require_new_checkpoint(out, MANIFEST_NAME, force=force)
    checkpoint = import_classic_net(file, load_game(game))
    save_checkpoint(checkpoint, out)
    size = parameter_count(checkpoint.architecture)
    tell(texts()("imported", file=out, game=checkpoint.game, parameters=f"{size:,}"))


def export(
    net: Annotated[
        str,
        typer.Argument(
            metavar="NET",
            help="A shipped net, such as connect4, a path or a run; with --format kaggle also "
            "perfect, the exact player of Connect Four.",
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            help="File to write. Default: NET.onnx or submission.py, next to the net or, for a "
            "shipped net and for perfect, in the current folder.",
            show_default=False,
        ),
    ] = None,
    file_format: Annotated[
        str, typer.Option("--format", help="onnx, or kaggle: a single-file agent for ConnectX.")
    ] = "onnx",
    force: ForceOption = False,
    simulations: Annotated[
        int | None,
        typer.Option(
            help=f"Kaggle agent: maximum simulations per move. Default: {SIMULATIONS:,}.",
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            help="Kaggle agent: maximum time per move. Default: 80% of Kaggle's limit.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Export a net for other programs: ONNX, or a Kaggle agent.

    Examples: tengen export connect4 --format kaggle --seconds 1;
    tengen export perfect --format kaggle;
    tengen export runs/mine --out mine.onnx

    To try a Kaggle agent before submitting it:
    tengen match kaggle:submission.py mcts@2000
    """
    if file_format not in EXPORT_FORMATS:
        offered = " or ".join(EXPORT_FORMATS)
        raise UnsupportedError(f"nets are exported as {offered}; got {file_format!r}")
    if net == PERFECT:
        _export_perfect(out or Path(KAGGLE_NAME), file_format, force, simulations, seconds)
        return
    write, usual_path = EXPORT_FORMATS[file_format]
    if file_format == "kaggle":
        most = SIMULATIONS if simulations is None else simulations
        write = partial(export_kaggle, effort=KaggleEffort(most, seconds))
    elif (simulations, seconds) != (None, None):
        raise UnsupportedError("--simulations and --seconds require --format kaggle")
    checkpoint = load_checkpoint(find_net(net))
    if file_format == "kaggle":
        require_connect_four(checkpoint)
    path = out or usual_path(_place(net))
    require_new_file(path, force=force)
    write(checkpoint, path)
    _tell_written(path)


def _export_perfect(
    path: Path, file_format: str, force: bool, simulations: int | None, seconds: float | None
) -> None:
    if file_format != "kaggle":
        raise UnsupportedError("perfect is not a net: it is exported with --format kaggle only")
    if simulations is not None:
        raise UnsupportedError("--simulations is for nets: perfect solves each position")
    source = perfect_source(KaggleEffort(seconds=seconds))
    require_new_file(path, force=force)
    write_source(source, path)
    _tell_written(path)


def _tell_written(path: Path) -> None:
    tell(texts()("exported", file=path, size=f"{path.stat().st_size / 1000:,.0f}"))


def _place(net: str) -> Path:
    """The path next to which files for a net are written: never inside the Tengen package."""
    if net in shipped_nets():
        return Path(net)
    path = Path(net) if Path(net).name.strip(".") else Path(net).resolve()
    return path.with_suffix("") if path.suffix == FILE_SUFFIX else path
