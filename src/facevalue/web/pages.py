"""The files of the pages; `head.inc` is the common start of their heads."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).with_name("pages")
_SUFFIXES = {".html", ".css", ".js", ".svg", ".png", ".json", ".webmanifest"}


def list_paths() -> list[str]:
    """Return the paths of all files in the folder, such as css/base.css."""
    return sorted(
        path.relative_to(_FOLDER).as_posix()
        for path in _FOLDER.rglob("*")
        if path.suffix in _SUFFIXES
    )


def read_file(path: str) -> bytes:
    """Return the contents of a file; pages include the lines that all heads share."""
    content = (_FOLDER / path).read_bytes()
    if path.endswith(".html"):
        content = content.replace(b"<!-- head.inc -->", (_FOLDER / "head.inc").read_bytes().strip())
    return content
