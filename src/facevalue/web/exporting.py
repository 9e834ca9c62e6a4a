"""Writes the pages, and the WebAssembly core that answers in them, as files for a static host."""

from __future__ import annotations

import json
import os
import re
import shutil
from hashlib import sha256
from pathlib import Path

from facevalue.errors import FaceValueError, quoted
from facevalue.locks import lock_folder
from facevalue.system.files import atomic_file
from facevalue.web.bundling import bundle
from facevalue.web.pages import list_paths, read_file

_ONLY_SERVED = ("404.html", "docs.html")
PAGES = tuple(
    path.removesuffix(".html")
    for path in list_paths()
    if path.endswith(".html") and path not in _ONLY_SERVED
)
_CORE = tuple(f"facevalue/{name}.wasm" for name in ("numbers", "deals"))
_ALWAYS = (
    *("art/icon.svg", "art/icon-192.png", "art/icon-512.png", "art/felt.svg"),
    "manifest.webmanifest",
)
_WORKER, _LIST = "service-worker.js", "files.js"
_DRAFT = ".facevalue-export"  # a folder, which the next export clears if this one was killed
_LIST_BEGIN = b"// Written by `facevalue serve --export`"
# Links to other files in HTML, and the modules among them.
_LINKS = re.compile(r'(?:src|href)="([\w./-]+\.\w+)"')
_MODULES = re.compile(r'<script type="module" src="([\w./-]+)"')
# Replaces a module that says that there is no API.
_SITE, _HAS_API = "js/site.js", "export const HAS_API = true;\n"


def export(folder: str | os.PathLike[str]) -> list[str]:
    """Write the pages, and the core that answers in them: all files, or none after an error.

    Args:
        folder: a folder that is new, empty or an earlier export.

    Returns:
        The sorted paths of the files, relative to the folder.

    Raises:
        FaceValueError: the folder has other files.
        OSError: the files cannot be written.
    """
    target = Path(os.path.realpath(folder))
    # A folder that does not exist appears complete. In one that exists, a finished draft moves file
    # by file, which needs no space; the list is the last file, so that browsers request no others.
    draft = target / _DRAFT if target.exists() else target.with_name(f"{_DRAFT}-{target.name}")
    mark = target / _LIST
    is_ours = draft.exists() or (mark.is_file() and mark.read_bytes().startswith(_LIST_BEGIN))
    if not is_ours and target.exists() and any(target.iterdir()):
        raise FaceValueError(
            f"{quoted(os.fspath(folder))} has other files; choose a new or an empty folder"
        )
    files = site_files()
    draft.mkdir(parents=True, exist_ok=True)
    with lock_folder(draft, 0) as is_free:
        if not is_free:
            raise FaceValueError(f"another export to {quoted(os.fspath(folder))} is running")
        try:
            _clear(draft)  # of an export that was killed
            for path, content in files.items():
                _write(draft / path, content, Path(folder, path))
            if target.exists():
                for path in files:
                    (target / path).parent.mkdir(parents=True, exist_ok=True)
                    (draft / path).replace(target / path)
            else:
                draft.rename(target)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    return sorted(files)


def _clear(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _write(path: Path, content: bytes, name: Path) -> None:
    """Write a file; an error has the name that the file will have."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(path) as stream:
            stream.write(content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(name)) from None


def site_files(*, has_api: bool = False) -> dict[str, bytes]:
    """Return the contents of the pages and of all files that they need, by path.

    A module is one file with all that it imports. The last files are the service worker and the
    list of all other files, which it imports by a name with the version: browsers and hosts may
    keep a file for hours.

    Args:
        has_api: whether the pages are next to the JSON API.
    """
    contents: dict[str, bytes] = {}
    modules: set[str] = set()
    languages = (path for path in list_paths() if path.startswith("languages/"))
    waiting = [*(f"{name}.html" for name in PAGES), *languages, *_ALWAYS, *_CORE]
    while waiting:
        path = waiting.pop()
        if path in contents:
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
    version = version_of(contents)
    imported, versioned = (f'"{name}"'.encode() for name in (_LIST, f"{_LIST}?{version}"))
    contents[_WORKER] = read_file(_WORKER).replace(imported, versioned)
    contents[_LIST] = _list_of(contents)
    return contents


def read_module(path: str, *, has_api: bool) -> tuple[bytes, frozenset[str]]:
    """Return a module with all that it imports, and the paths of what it loads on demand."""

    def read(each: str) -> str:
        return _HAS_API if has_api and each == _SITE else read_file(each).decode()

    return bundle(path, read)


def version_of(files: dict[str, bytes]) -> str:
    """Return the version of the pages, which depends on all files but the two that have it."""
    paths = sorted(files.keys() - {_WORKER, _LIST})
    return sha256(b"\0".join(files[path] for path in paths)).hexdigest()[:16]


def _list_of(files: dict[str, bytes]) -> bytes:
    """Return the list for the service worker."""
    cached = ["./", *(path for path in sorted(files) if path != _WORKER)]
    lines = (
        _LIST_BEGIN.decode() + ".",
        f"self.VERSION = {json.dumps(version_of(files))};",
        f"self.FILES = {json.dumps(cached)};",
    )
    return "\n".join(lines).encode() + b"\n"
