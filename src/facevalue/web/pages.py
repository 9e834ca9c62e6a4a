"""The files of the pages, and of the JavaScript package that answers in a browser.

`head.inc` is the common start of the heads of all pages.
"""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).with_name("pages")
# A wheel has the package next to this file; in an editable installation it is a separate project.
_INSTALLED, _PROJECT = Path(__file__).with_name("package"), Path(__file__).parents[3] / "js"
_PACKAGE = _INSTALLED if _INSTALLED.is_dir() else _PROJECT
_SUFFIXES = {".html", ".css", ".js", ".svg", ".png", ".json", ".webmanifest"}


def _package_files() -> dict[str, Path]:
    paths = (*_PACKAGE.glob("src/**/*.js"), *_PACKAGE.glob("*.wasm"))
    return {f"facevalue/{path.relative_to(_PACKAGE).as_posix()}": path for path in paths}


def list_paths() -> list[str]:
    """Return the paths of all files, such as css/base.css and facevalue/numbers.wasm."""
    pages = (path for path in _FOLDER.rglob("*") if path.suffix in _SUFFIXES)
    return sorted([*(path.relative_to(_FOLDER).as_posix() for path in pages), *_package_files()])


def read_file(path: str) -> bytes:
    """Return the contents of a file; pages include the lines that all heads share."""
    package = _package_files()
    if path in package:
        return package[path].read_bytes()
    content = (_FOLDER / path).read_bytes()
    if path.endswith(".html"):
        content = content.replace(b"<!-- head.inc -->", (_FOLDER / "head.inc").read_bytes().strip())
    return content
