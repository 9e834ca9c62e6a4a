"""A folder for the files of a data set: on this machine, or wherever fsspec reaches by a URL."""

from __future__ import annotations

import os
from typing import Any
from uuid import uuid4

from facevalue.errors import FaceValueError


class Folder:
    """A folder by its path or URL; a file is there whole or not at all.

    On this machine a file is written by a name of its own and then renamed; an object store shows
    an object when it is whole.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._fs, path = _fsspec().core.url_to_fs(os.fspath(url))
        self._root = path.rstrip("/")
        self._is_local = _fsspec().utils.get_protocol(os.fspath(url)) in ("file", "local")

    def read(self, name: str) -> bytes | None:
        """What is in a file; None where there is none."""
        try:
            return bytes(self._fs.cat_file(self._path(name)))
        except FileNotFoundError:
            return None

    def write(self, name: str, content: bytes) -> None:
        """Puts a file there, in place of what was there."""
        path = self._path(name)
        self._fs.makedirs(path.rpartition("/")[0], exist_ok=True)
        if not self._is_local:
            self._fs.pipe_file(path, content)
            return
        unfinished = f"{path}.{uuid4().hex}.part"
        with open(unfinished, "wb") as file:  # noqa: PTH123 - fsspec's paths are texts
            file.write(content)
        os.replace(unfinished, path)  # noqa: PTH105 - the same

    def names(self, folder: str = "") -> list[str]:
        """The files in a folder below, by name; none where there is no such folder."""
        try:
            paths = self._fs.ls(self._path(folder), detail=False, refresh=True)
        except (FileNotFoundError, NotADirectoryError):
            return []
        return sorted(path.rstrip("/").rpartition("/")[2] for path in paths)

    def remove(self, name: str) -> None:
        """Takes a file or a whole folder away, if it is there."""
        if self._fs.exists(self._path(name)):
            self._fs.rm(self._path(name), recursive=True)

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}" if name else self._root


def _fsspec() -> Any:  # noqa: ANN401 - a module that has no types
    try:
        import fsspec  # noqa: PLC0415 - an extra
        import fsspec.core  # noqa: PLC0415
    except ImportError:
        remedy = "expected fsspec for data sets: pip install 'facevalue[data]'"
        raise FaceValueError(remedy) from None
    return fsspec
