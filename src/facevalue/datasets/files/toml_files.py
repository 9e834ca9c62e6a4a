"""Reads TOML: specs and templates."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from facevalue.errors import FaceValueError, quoted

# tomllib takes quadratic time for keys with many dots.
_MAX_DOTS = 1000
_MAX_CHARACTERS = 1_000_000


def read_toml(contents: object, what: str) -> dict[str, Any]:
    """Parse a TOML string; `what` describes it in messages.

    Raises:
        FaceValueError: it is not TOML, or is too large or nested too deep.

    >>> read_toml("count = 100", "a spec")
    {'count': 100}
    """
    if not isinstance(contents, str):
        raise FaceValueError(f"{what} must be a TOML string, not {quoted(contents)}")
    keys = (line.partition("=")[0] for line in contents.splitlines())
    if len(contents) > _MAX_CHARACTERS or any(key.count(".") > _MAX_DOTS for key in keys):
        raise FaceValueError(f"{what} is too large, or has a key with too many dots")
    try:
        return tomllib.loads(contents.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise FaceValueError(f"expected TOML: {error}") from None
    except (ValueError, RecursionError):  # a number with over 4300 digits, or deep nesting
        message = f"expected TOML without very long numbers or deep nesting: {quoted(contents)}"
        raise FaceValueError(message) from None


def read_toml_file(path: str | Path, what: str) -> dict[str, Any]:
    """Parse a TOML file; `what` describes its contents in messages.

    Raises:
        OSError: the file cannot be read.
        FaceValueError: it is not TOML in UTF-8, or is too large or nested too deep.
    """
    try:
        contents = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FaceValueError(f"expected TOML in UTF-8: {quoted(str(path))}") from None
    return read_toml(contents, what)
