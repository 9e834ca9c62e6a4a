"""The files of the pages, read once, with their addresses, types and fingerprints."""

from __future__ import annotations

from hashlib import sha256
from importlib import resources
from typing import TYPE_CHECKING

import attrs

from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable

TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
}


@attrs.frozen
class File(Value):
    """A file of the pages; `etag` changes with its content."""

    content: bytes
    type: str
    etag: str


def folder() -> Traversable:
    """Where the pages are."""
    return resources.files("facevalue.web").joinpath("pages")


def read_pages() -> Mapping[str, File]:
    """The files by their address: a page at its name, /daily, and `index.html` at /."""
    return {
        (
            "/" + (path.removesuffix(".html").removesuffix("index") if ".html" in path else path)
        ): _file(path, source)
        for path, source in sources()
    }


def sources() -> Iterator[tuple[str, Traversable]]:
    """The paths of all files below the folder, such as css/base.css."""
    return _below(folder(), "")


def _below(place: Traversable, before: str) -> Iterator[tuple[str, Traversable]]:
    for each in sorted(place.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            yield from _below(each, f"{before}{each.name}/")
        elif each.name.rpartition(".")[2] in TYPES:
            yield before + each.name, each


def _file(path: str, source: Traversable) -> File:
    content = source.read_bytes()
    etag = f'"{sha256(content).hexdigest()[:16]}"'
    return File(content, TYPES[path.rpartition(".")[2]], etag)
