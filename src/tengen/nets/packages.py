"""Optional packages, imported by name, with a clear error if one is missing."""

import importlib
import importlib.util
from typing import Any

from tengen.errors import MissingPackageError


def is_installed(package: str) -> bool:
    """Whether a package is installed; does not import it."""
    return importlib.util.find_spec(package) is not None


def require_package(package: str, purpose: str, extra: str) -> Any:  # noqa: ANN401
    """The imported package; raises `MissingPackageError` naming the extra that installs it."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise MissingPackageError(
            f"{purpose} needs {package}: pip install 'tengen[{extra}]'"
        ) from error
