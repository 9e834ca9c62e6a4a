"""Finds the files to read: paths, folders, patterns such as `rows-*.jsonl`, URLs, and streams."""

from __future__ import annotations

import errno
import io
import os
from contextlib import contextmanager
from glob import escape, glob, has_magic
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from facevalue.datasets.tables.storage import file_system, name_url
from facevalue.errors import FaceValueError, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from _typeshed import WriteableBuffer

# A file, a folder, a pattern, an address or a stream.
Source: TypeAlias = str | Path | BinaryIO
TABLE_SUFFIXES = (".jsonl", ".ndjson", ".csv", ".parquet", ".gz")
_BUFFER = 1 << 20  # bytes that one request to an object store fetches


class Table:
    """A file to read, or a stream that the caller has opened.

    Attributes:
        name: how messages and reports call it; "-" for a stream without a name.
        source: the path, the URL or the stream.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.name = stream_name(source)

    @property
    def is_stream(self) -> bool:
        """Whether the caller has opened it, and closes it."""
        return not isinstance(self.source, (str, Path))

    @property
    def file_name(self) -> str:
        """The last part of the name."""
        return self.name.replace("\\", "/").rpartition("/")[2] or self.name

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """The bytes of the file.

        Raises:
            OSError: the file or the URL cannot be read; a missing file is a `FileNotFoundError`.
        """
        if not isinstance(self.source, (str, Path)):
            yield self.source
        elif is_url(self.source):
            with _remote(str(self.source)) as stream:
                yield stream
        else:
            with Path(self.source).open("rb") as stream:
                yield stream


def is_url(source: object) -> bool:
    """Whether it is a URL that fsspec may know, such as `s3://bucket/rows.jsonl`."""
    return isinstance(source, str) and "://" in source


def find_tables(source: Source | Iterable[Source]) -> list[Table]:
    """Return the tables of all sources; the files of a folder or a pattern are sorted by name.

    Raises:
        FaceValueError: nothing is given, nothing fits a pattern, or a folder has no tables.
        FileNotFoundError: a file does not exist.
        OSError: a URL cannot be listed.
    """
    is_one = isinstance(source, (str, Path)) or hasattr(source, "read")
    try:
        items: list[Any] = [source] if is_one else list(source)  # type: ignore[arg-type]
    except TypeError:
        items = [source]
    found: list[Table] = []
    for each in items:
        if is_url(each):
            found += map(Table, _urls(each))
        elif isinstance(each, (str, Path)):
            found += map(Table, _paths(each))
        elif hasattr(each, "read"):
            found.append(Table(each))
        else:
            raise FaceValueError(f"a source must be a path or a binary stream, not {quoted(each)}")
    if not found:
        raise FaceValueError("there are no files to read")
    return found


def _paths(source: str | Path) -> list[str | Path]:
    """The path itself, the tables in the folder, or what matches the pattern."""
    path = Path(source)
    try:
        is_folder, is_there = path.is_dir(), path.exists()
    except (OSError, ValueError):  # too long or impossible a name, which opening it reports
        return [source]
    if is_folder:
        return _tables_in(path, glob(f"{escape(str(path))}/*"))  # noqa: PTH207 - names as given
    if is_there:
        return [source]
    if not has_magic(str(source)):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(source))
    every = glob(str(source), recursive=True)  # noqa: PTH207 - the pattern may be absolute
    found = sorted(name for name in every if Path(name).is_file())
    if not found:
        raise FaceValueError(f"no file matches {quoted(str(source))}")
    return list(found)


def _tables_in(folder: str | Path, names: Iterable[str]) -> list[str | Path]:
    inside = sorted(name for name in names if Path(name).suffix in TABLE_SUFFIXES)
    if not inside:
        known = " ".join(TABLE_SUFFIXES)
        raise FaceValueError(f"no {known} files in the folder {quoted(str(folder))}")
    return list(inside)


def _urls(url: str) -> list[str | Path]:
    with _naming(url):
        fs, path = file_system(url)
        start = url[: len(url) - len(path)] if url.endswith(path) else ""
        named = (lambda each: start + each) if start else fs.unstrip_protocol
        if has_magic(path):
            found = [each for each in sorted(fs.glob(path)) if fs.isfile(each)]
            if not found:
                raise FaceValueError(f"no file matches {quoted(url)}")
            return [named(each) for each in found]
        if not Path(path).suffix and fs.isdir(path):
            return _tables_in(url, [named(each) for each in fs.ls(path, detail=False)])
    return [url]


@contextmanager
def _naming(url: str) -> Iterator[None]:
    """Name the URL in an error of the system."""
    try:
        with name_url(url):
            yield
    except OSError as error:
        if error.errno is None or error.filename == url:
            raise
        raise OSError(error.errno, error.strerror, url) from error


@contextmanager
def _remote(url: str) -> Iterator[BinaryIO]:
    with _naming(url):
        fs, path = file_system(url)
        raw = fs.open(path, "rb")
    with io.BufferedReader(_Remote(raw, url), _BUFFER) as stream:
        yield stream


class _Remote(io.RawIOBase):
    """The bytes behind a URL, whose package raises its own errors."""

    def __init__(self, raw: Any, url: str) -> None:  # noqa: ANN401 - a file of fsspec
        self._raw, self._url = raw, url

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return bool(self._raw.seekable())

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        with _naming(self._url):
            return int(self._raw.seek(offset, whence))

    def tell(self) -> int:
        return int(self._raw.tell())

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer).cast("B")
        with _naming(self._url):
            found = self._raw.read(len(view))
        view[: len(found)] = found
        return len(found)

    def close(self) -> None:
        self._raw.close()
        super().close()


def stream_name(stream: object) -> str:
    """The name by whose suffix the format is known; "-" for a stream without a name."""
    if isinstance(stream, (str, Path)):
        return str(stream)
    name = getattr(stream, "name", "-")
    return "-" if isinstance(name, int) or str(name).startswith("<") else str(name)
