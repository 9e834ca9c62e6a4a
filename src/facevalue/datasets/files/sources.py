"""Finds the files to read: paths, folders, patterns such as `rows-*.jsonl`, URLs, and streams."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from glob import escape, glob, has_magic
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from facevalue.datasets.files.storage import file_system, name_url
from facevalue.errors import FaceValueError, quoted
from facevalue.system.arrays import is_table

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

# A file, a folder, a pattern, a URL or a stream.
Source: TypeAlias = str | Path | BinaryIO
TABLE_SUFFIXES = (".jsonl", ".ndjson", ".csv", ".parquet", ".eval", ".gz")
_BUFFER = 1 << 20  # bytes that one request to an object store fetches


class Table:
    """A file to read, or a stream that the caller has opened.

    Attributes:
        name: its name in messages and reports; "-" for a stream without a name.
        source: the path, the URL or the stream.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.name = stream_name(source)

    @property
    def file_name(self) -> str:
        """The last part of the name."""
        return self.name.replace("\\", "/").rpartition("/")[2] or self.name

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """Open the file, and close it after the block unless the caller has opened it.

        Raises:
            OSError: the file or the URL cannot be read; a missing file is a `FileNotFoundError`.
        """
        if not isinstance(self.source, (str, Path)):
            yield self.source
        elif is_url(self.source):
            url = str(self.source)
            with _naming(url):
                fs, path = file_system(url)
                raw = fs.open(path, "rb")
            with io.BufferedReader(_Remote(raw, url), _BUFFER) as stream:
                yield stream
        else:
            with Path(self.source).open("rb") as stream:
                yield stream


def is_url(source: object) -> bool:
    """Return whether a source is a URL for fsspec, such as `s3://bucket/rows.jsonl`."""
    return isinstance(source, str) and "://" in source


def find_tables(source: Source | Iterable[Source]) -> list[Table]:
    """Return the tables of all sources; the files of a folder or a pattern are sorted by name.

    Raises:
        FaceValueError: there are no sources, no file matches a pattern, or a folder has no tables.
        FileNotFoundError: a file does not exist.
        OSError: a URL cannot be listed.
    """
    if is_table(source):
        raise FaceValueError(
            "only label takes a data frame; write it to a file such as rows.parquet first"
        )
    is_one = isinstance(source, (str, Path)) or hasattr(source, "read")
    try:
        items: list[Any] = [source] if is_one else list(source)  # type: ignore[arg-type]
    except TypeError:
        items = [source]
    tables: list[Table] = []
    for item in items:
        if is_url(item):
            tables += map(Table, _urls(item))
        elif isinstance(item, (str, Path)):
            tables += map(Table, _paths(item))
        elif hasattr(item, "read"):
            tables.append(Table(item))
        else:
            raise FaceValueError(f"a source must be a path or a binary stream, not {quoted(item)}")
    if not tables:
        raise FaceValueError("there are no files to read")
    return tables


def _paths(source: str | Path) -> list[str | Path]:
    """Return the path itself, the tables in the folder, or the files that match the pattern."""
    path = Path(source)
    try:
        is_folder, is_there = path.is_dir(), path.exists()
    except (OSError, ValueError):  # the name is too long or invalid; opening it reports that
        return [source]
    if is_folder:
        return _tables_in(path, glob(f"{escape(str(path))}/*"))  # noqa: PTH207 - names as given
    if is_there:
        return [source]
    if not has_magic(str(source)):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(source))
    names = glob(str(source), recursive=True)  # noqa: PTH207 - the pattern may be absolute
    files = sorted(name for name in names if Path(name).is_file())
    if not files:
        raise FaceValueError(f"no file matches {quoted(str(source))}")
    return list(files)


def _tables_in(folder: str | Path, names: Iterable[str]) -> list[str | Path]:
    inside = sorted(name for name in names if Path(name).suffix in TABLE_SUFFIXES)
    if not inside:
        suffixes = " ".join(TABLE_SUFFIXES)
        raise FaceValueError(f"no {suffixes} files in the folder {quoted(str(folder))}")
    return list(inside)


def _urls(url: str) -> list[str | Path]:
    with _naming(url):
        fs, path = file_system(url)
        start = url[: len(url) - len(path)] if url.endswith(path) else ""
        named = (lambda name: start + name) if start else fs.unstrip_protocol
        if has_magic(path):
            found = [name for name in sorted(fs.glob(path)) if fs.isfile(name)]
            if not found:
                raise FaceValueError(f"no file matches {quoted(url)}")
            return [named(name) for name in found]
        if not Path(path).suffix and fs.isdir(path):
            return _tables_in(url, [named(name) for name in fs.ls(path, detail=False)])
    return [url]


@contextmanager
def _naming(url: str) -> Iterator[None]:
    """Add the URL to errors of the system."""
    try:
        with name_url(url):
            yield
    except OSError as error:
        if error.errno is None or error.filename == url:
            raise
        raise OSError(error.errno, error.strerror, url) from error


class _Remote(io.RawIOBase):
    """The contents of a URL as a stream whose errors name the URL."""

    def __init__(self, raw: Any, url: str) -> None:
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
    """Return the name of a file or a stream; "-" for a stream without a name."""
    if isinstance(stream, (str, Path)):
        return str(stream)
    name = getattr(stream, "name", "-")
    return "-" if isinstance(name, int) or str(name).startswith("<") else str(name)
