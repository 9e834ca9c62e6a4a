"""Imports the packages of extras, which facevalue does not install by default."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from facevalue.errors import FaceValueError


class PackageError(FaceValueError):
    """A package of an extra is not installed."""


def import_extra(module: str, needs: str, extras: str = "data") -> Any:
    """Import a module of an extra.

    Args:
        module: the module, which has no types.
        needs: what needs which package, such as "Parquet needs pyarrow".
        extras: the extras to install.

    Raises:
        PackageError: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        raise PackageError(f"{needs}: pip install 'facevalue[{extras}]'") from None
