"""Writes the pages, and the WebAssembly core that answers in them, as files for a static host."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from facevalue.errors import FaceValueError, quoted
from facevalue.files import atomic_file
from facevalue.web.bundling import bundle
from facevalue.web.pages import list_paths, read_file

if TYPE_CHECKING:
    import os

PAGES = (
    "index",
    "daily",
    "sprint",
    "challenge",
    "countdown",
    "digits",
    "solve",
    "judge",
    "poker",
    "you",
)
_CORE = tuple(f"facevalue/{name}.wasm" for name in ("numbers", "poker", "deals"))
NO_CORE = "this installation has no WebAssembly core; run `python js/build.py js` in the sources"
_ALWAYS = (
    *("art/icon.svg", "art/icon-192.png", "art/icon-512.png", "art/felt.svg"),
    *("manifest.webmanifest", "service-worker.js"),
)
_LIST = "files.js"
_LIST_BEGIN = b"// Written by `facevalue serve --export`"
# Links to other files in HTML, and the modules among them.
_LINKS = re.compile(r'(?:src|href)="([\w./-]+\.\w+)"')
_MODULES = re.compile(r'<script type="module" src="([\w./-]+)"')
# Replaces a module that says that there is no API.
_SITE, _HAS_API = "js/site.js", "export const HAS_API = true;\n"


def export(folder: str | os.PathLike[str]) -> list[str]:
    """Write the pages, and the core that answers in them.

    Args:
        folder: a folder that is new, empty or an earlier export.

    Returns:
        The sorted paths of the files, relative to the folder.

    Raises:
        FaceValueError: the folder has other files, or the core was not compiled for browsers.
        OSError: the files cannot be written.
    """
    target = Path(folder)
    mark = target / _LIST
    is_ours = mark.is_file() and mark.read_bytes().startswith(_LIST_BEGIN)
    if not is_ours and target.exists() and any(target.iterdir()):
        raise FaceValueError(
            f"{quoted(str(target))} has other files; choose a new or an empty folder"
        )
    if not has_core():
        raise FaceValueError(NO_CORE)
    files = site_files()
    # First a mark, so that an interrupted export can be repeated; the complete list comes last, so
    # that no browser requests files that do not exist yet.
    if not is_ours:
        _write(mark, _LIST_BEGIN)
    for path, content in files.items():
        _write(target / path, content)
    return sorted(files)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_file(path) as stream:
        stream.write(content)


def has_core() -> bool:
    """Return whether the core was compiled for browsers."""
    return set(list_paths()).issuperset(_CORE)


def site_files(*, has_api: bool = False) -> dict[str, bytes]:
    """Return the contents of the pages and of all files that they need, by path.

    A module is one file with all that it imports. The core is missing if it was not compiled for
    browsers. The last file is the list of all files for the service worker.

    Args:
        has_api: whether the pages are next to the JSON API.
    """
    available = set(list_paths())
    contents: dict[str, bytes] = {}
    modules: set[str] = set()
    languages = (path for path in available if path.startswith("languages/"))
    waiting = [*(f"{name}.html" for name in PAGES), *languages, *_ALWAYS, *_CORE]
    while waiting:
        path = waiting.pop()
        if path in contents or path not in available:
            continue
        if path in modules:
            contents[path], on_demand = read_module(path, has_api=has_api)
            modules |= on_demand
            waiting += on_demand
        else:
            contents[path] = read_file(path)
        if path.endswith(".html"):
            page = contents[path].decode()
            modules.update(_MODULES.findall(page))
            waiting += _LINKS.findall(page)
    contents[_LIST] = _list_of(contents)
    return contents


def read_module(path: str, *, has_api: bool) -> tuple[bytes, frozenset[str]]:
    """Return a module with all that it imports, and the paths of what it loads on demand."""

    def read(each: str) -> str:
        return _HAS_API if has_api and each == _SITE else read_file(each).decode()

    joined = bundle(path, read)
    return joined.content, joined.on_demand


def version_of(files: dict[str, bytes]) -> str:
    """Return the version of the pages, which depends on all files; the list has it."""
    paths = sorted(files.keys() - {_LIST})
    return sha256(b"\0".join(files[path] for path in paths)).hexdigest()[:16]


def _list_of(files: dict[str, bytes]) -> bytes:
    """Return the list for the service worker."""
    cached = ["./", *(path for path in sorted(files) if path != "service-worker.js")]
    lines = (
        _LIST_BEGIN.decode() + ".",
        f"self.VERSION = {json.dumps(version_of(files))};",
        f"self.FILES = {json.dumps(cached)};",
    )
    return "\n".join(lines).encode() + b"\n"
