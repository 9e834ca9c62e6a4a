"""The folder of the pages and the paths of its files."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).with_name("pages")
_SUFFIXES = {".html", ".css", ".js", ".svg", ".png", ".json", ".webmanifest"}


def list_paths() -> list[str]:
    """The paths of all files in the folder, such as css/base.css."""
    return sorted(
        path.relative_to(FOLDER).as_posix()
        for path in FOLDER.rglob("*")
        if path.suffix in _SUFFIXES
    )
