"""A folder for the files of a data set: on this machine, or wherever fsspec reaches by a URL."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import Any
from uuid import uuid4

from facevalue.errors import FaceValueError

# Where a build keeps its unfinished work; hidden, so that no tool takes it for data.
WORK = ".facevalue-build"


class Folder:
    """A folder by its path or URL; a file is there whole or not at all.

    On this machine a file is written as a draft in `WORK`, synced, and then renamed, so a link of
    its name is replaced and not followed. An object store shows an object when it is whole.
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
        if not self._is_local:
            self._create(path, content)
            return
        draft = self._path(f"{WORK}/{uuid4().hex}.part")
        try:
            self._create(draft, content)
            os.replace(draft, path)  # noqa: PTH105 - fsspec's paths are texts
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(draft)  # noqa: PTH108 - a full disk needs the room
            raise

    def create(self, name: str, content: bytes) -> None:
        """Writes a file that is not there yet; one that is cut short may be left by a kill."""
        self._create(self._path(name), content)

    def _create(self, path: str, content: bytes) -> None:
        self._fs.makedirs(path.rpartition("/")[0], exist_ok=True)
        if not self._is_local:
            self._fs.pipe_file(path, content)
            return
        with open(path, "xb") as file:  # noqa: PTH123 - fsspec's paths are texts
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def kind(self, name: str) -> str | None:
        """What stands there: "file", "directory", "link" or another word; None for nothing."""
        try:
            if self._is_local:
                return _kind(os.lstat(self._path(name)).st_mode)
            self._fs.invalidate_cache()
            return str(self._fs.info(self._path(name))["type"])
        except (FileNotFoundError, NotADirectoryError):
            return None

    def names(self, folder: str = "") -> list[str]:
        """The files in a folder below, by name; none where there is no such folder."""
        try:
            paths = self._fs.ls(self._path(folder), detail=False, refresh=True)
        except (FileNotFoundError, NotADirectoryError):
            return []
        return sorted(path.rstrip("/").rpartition("/")[2] for path in paths)

    def remove(self, name: str) -> None:
        """Removes one file; a link or a folder of that name stays."""
        if self.kind(name) == "file":
            self._fs.rm_file(self._path(name))

    def remove_empty(self, name: str) -> None:
        """Removes a folder if nothing is in it; an object store has no folders to remove."""
        with suppress(OSError):
            self._fs.rmdir(self._path(name))

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}" if name else self._root


def _kind(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "link"
    if stat.S_ISDIR(mode):
        return "directory"
    return "file" if stat.S_ISREG(mode) else "other"


def _fsspec() -> Any:  # noqa: ANN401 - a module that has no types
    try:
        import fsspec  # noqa: PLC0415 - an extra
        import fsspec.core  # noqa: PLC0415
    except ImportError:
        remedy = "expected fsspec for data sets: pip install 'facevalue[data]'"
        raise FaceValueError(remedy) from None
    return fsspec
