"""The folder with the files of a dataset: a local path, or a URL that fsspec supports."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import uuid4

from facevalue.errors import FaceValueError, quoted
from facevalue.locks import lock_folder
from facevalue.system.extras import import_extra
from facevalue.system.files import is_full

# The folder for unfinished work. It is hidden, so that no tool reads it as data.
WORK = ".facevalue-build"


class UrlError(OSError):
    """An error of the package that opens a URL, on one line with the URL."""


@contextmanager
def name_url(url: str) -> Iterator[None]:
    """Turn the errors of the package that opens a URL into an `OSError` that names the URL."""
    try:
        yield
    except FileNotFoundError as error:
        if error.errno is not None:
            raise
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), url) from error
    except OSError as error:
        if is_full(error):
            raise OSError(error.errno, error.strerror, url) from None
        raise
    except (FaceValueError, MemoryError):
        raise
    except Exception as error:
        # Packages have separate errors for missing names, keys and permissions.
        reason = " ".join(str(error).split()) or type(error).__name__
        raise UrlError(f"cannot use {quoted(url)}: {reason}") from error


class Folder:
    """A folder, by its path or URL, in which every file is complete.

    A local file is written to `WORK`, synced and then renamed, so a link of that name is replaced
    and not followed. Object stores show an object only when it is complete.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        with name_url(url):
            self._fs, path = file_system(url)
        self._root = path.rstrip("/")
        self._is_local = _fsspec().utils.get_protocol(os.fspath(url)) in ("file", "local")

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Create a local folder, and lock it against other builds on this machine.

        Raises:
            FaceValueError: another build has the lock.
        """
        if not self._is_local:
            yield
            return
        with name_url(self.url), suppress(FileExistsError):
            self._fs.makedirs(self._root, exist_ok=True)
        with lock_folder(self._root, wait=0.0) as is_ours:
            if not is_ours:
                problem = f"another build is writing to {quoted(self.url)}"
                raise FaceValueError(f"{problem}; wait until it ends or choose another folder")
            yield

    def read(self, name: str) -> bytes | None:
        """Return the contents of a file, or None if it does not exist."""
        with name_url(self.url):
            try:
                return bytes(self._fs.cat_file(self._path(name)))
            except FileNotFoundError:
                return None

    def write(self, name: str, content: bytes) -> None:
        """Write a file, replacing any file with that name."""
        with name_url(self.url):
            path = self._path(name)
            if not self._is_local:
                self._create(path, content)
                return
            draft = self._path(f"{WORK}/{uuid4().hex}.part")
            try:
                self._create(draft, content)
                os.replace(draft, path)  # noqa: PTH105 - fsspec's paths are strings
            except BaseException:
                with suppress(FileNotFoundError):
                    os.unlink(draft)  # noqa: PTH108 - the disk may be full
                raise

    def create(self, name: str, content: bytes) -> None:
        """Write a new file in place; if the process is killed, the file may be incomplete."""
        with name_url(self.url):
            self._create(self._path(name), content)

    def _create(self, path: str, content: bytes) -> None:
        """Write a new file or object, and create its folders if the store needs them.

        The first part of a remote path is a bucket, unless the path starts with a slash. A missing
        bucket is an error, because its name may be a typo.
        """
        if self._is_local:
            self._fs.makedirs(path.rpartition("/")[0], exist_ok=True)
            with open(path, "xb") as file:  # noqa: PTH123 - fsspec's paths are strings
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            return
        with suppress(FileNotFoundError):
            self._fs.pipe_file(path, content)
            return
        bucket, *folders = path.split("/")[:-1]
        if bucket and not self._fs.exists(bucket):
            problem = f"there is no {quoted(bucket)}; create it first"
            raise UrlError(f"cannot write to {quoted(self.url)}: {problem}")
        folder = bucket
        for name in folders:
            folder = f"{folder}/{name}"
            if not self._fs.exists(folder):
                self._fs.mkdir(folder, create_parents=False)
        self._fs.pipe_file(path, content)

    def kind(self, name: str) -> str | None:
        """Return "file", "directory", "link" or "other"; None if the name does not exist."""
        with name_url(self.url):
            try:
                if self._is_local:
                    mode = os.lstat(self._path(name)).st_mode
                    if stat.S_ISLNK(mode):
                        return "link"
                    if stat.S_ISDIR(mode):
                        return "directory"
                    return "file" if stat.S_ISREG(mode) else "other"
                self._fs.invalidate_cache()
                return str(self._fs.info(self._path(name))["type"])
            except (FileNotFoundError, NotADirectoryError):
                return None

    def names(self, folder: str = "") -> list[str]:
        """Return the sorted names in a subfolder; none if it does not exist."""
        with name_url(self.url):
            try:
                paths = self._fs.ls(self._path(folder), detail=False, refresh=True)
            except (FileNotFoundError, NotADirectoryError):
                return []
            return sorted(path.rstrip("/").rpartition("/")[2] for path in paths)

    def remove(self, name: str) -> None:
        """Remove a file, but not a link or a folder."""
        with name_url(self.url):
            if self.kind(name) == "file":
                self._fs.rm_file(self._path(name))

    def remove_empty(self, name: str) -> None:
        """Remove a folder if it is empty; object stores have no folders."""
        with name_url(self.url), suppress(OSError):
            self._fs.rmdir(self._path(name))

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}" if name else self._root


def file_system(url: str) -> tuple[Any, str]:
    """Return the file system of fsspec for a URL or a path, and the path in it."""
    fs, path = _fsspec().core.url_to_fs(os.fspath(url))
    return fs, str(path)


def _fsspec() -> Any:
    import_extra("fsspec.core", "datasets need fsspec")
    return import_extra("fsspec", "datasets need fsspec")
