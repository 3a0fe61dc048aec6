"""Files that a command will write: checked before the work, so that no result is lost."""

import tempfile
from pathlib import Path

from tengen.errors import ConfigError
from tengen.nets.atomic_files import is_special


def require_new_file(file: Path, *, force: bool | None = None) -> None:
    """Raises `ConfigError` unless the file can be created; `force` allows overwriting.

    `force` is None if the command has no such option.
    """
    if file.is_dir():
        raise ConfigError(f"{file} is a folder: name a file in it")
    if is_special(file):
        raise ConfigError(f"{file} is not a regular file: choose another name")
    _refuse_existing(file, force)
    require_folder(file)


def require_new_checkpoint(path: Path, manifest: str, *, force: bool) -> None:
    """The same for a checkpoint, which may be a folder; never writes into other folders."""
    _refuse_existing(path, force)
    if path.is_dir() and any(path.iterdir()) and not (path / manifest).is_file():
        raise ConfigError(f"{path} is a folder with other files: choose another name")
    require_folder(path)


def require_folder(file: Path) -> None:
    """Raises `ConfigError` unless the file's folder exists and is writable."""
    if file.parent.exists() and not file.parent.is_dir():
        raise ConfigError(f"{file.parent} is not a folder: choose another place for {file.name}")
    if not file.parent.is_dir():
        raise ConfigError(
            f"the folder {str(file.parent)!r} for {file.name} does not exist: create it first"
        )
    _require_writable(file.parent)


def require_usual_folder(folder: Path) -> None:
    """The same for a folder that is created on demand."""
    if folder.exists() and not folder.is_dir():
        raise ConfigError(
            f"{folder} is not a folder, so results cannot be stored there: use --out FILE"
        )
    _require_writable(folder if folder.is_dir() else folder.parent)


def _refuse_existing(file: Path, force: bool | None) -> None:
    if file.exists() and not force:
        way_out = "choose another name" if force is None else "choose another name, or add --force"
        raise ConfigError(f"{file} already exists: {way_out}")


def _require_writable(folder: Path) -> None:
    """Tries an unnamed file: permissions alone do not reveal a full disk."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"\0")
    except OSError as error:
        raise ConfigError(
            f"cannot write to {folder}{'' if folder.name else '/'} "
            f"({error.strerror}): choose another folder, or change its permissions"
        ) from None
