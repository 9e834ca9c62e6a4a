"""Atomic writing of files, text in UTF-8 and UTF-16, errors of files, and the folders of a user."""

from __future__ import annotations

import codecs
import errno
import hashlib
import io
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal

from facevalue.errors import FaceValueError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # not on Windows
    flock = None  # type: ignore[assignment]

_BAD_PATHS = (
    errno.ENOENT,
    errno.ENOTDIR,
    errno.EISDIR,
    errno.EACCES,
    errno.EPERM,
    errno.ENAMETOOLONG,
    errno.ELOOP,
)


_LONGEST_MARK = 4  # bytes


class _Utf8Input(io.RawIOBase):
    """Converts what it reads from a stream of text to UTF-8; see `as_utf8`."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._read = getattr(stream, "read1", stream.read)  # read1 does not wait for more
        self._decoder: codecs.IncrementalDecoder | None = None
        self._waiting, self._is_started = b"", False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer).cast("B")
        data = self._waiting
        while not data and (block := self._read(len(view))):
            data = block if self._is_started else self._start(block)
            if self._decoder:
                data = self._decoder.decode(data).encode("utf-8", "surrogatepass")
        if not data and self._decoder and self._decoder.getstate()[0]:
            self._decoder.reset()
            data = b"\xff"  # half a character at the end: the line is damaged
        part = data[: len(view)]
        view[: len(part)] = part
        self._waiting = data[len(part) :]
        return len(part)

    def _start(self, block: bytes) -> bytes:
        """Return the first bytes without a byte order mark, and choose how to decode the rest."""
        self._is_started = True
        marks = codecs.BOM_UTF8, codecs.BOM_UTF32_LE, codecs.BOM_UTF16_BE
        while len(block) < _LONGEST_MARK and any(mark.startswith(block) for mark in marks):
            more = self._read(_LONGEST_MARK)
            if not more:
                break
            block += more
        is_unmarked = b"\0" in block[:4] and block[:1] != b"\0"
        if block.startswith(codecs.BOM_UTF32_LE):
            raise FaceValueError("the file is in UTF-32; save it as UTF-8")
        if block[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            self._decoder = codecs.getincrementaldecoder("utf-16")("surrogatepass")
        elif is_unmarked:
            remedy = "save it as UTF-8 with iconv -f utf-16le -t utf-8"
            raise FaceValueError(f"the file is in UTF-16 without a byte order mark; {remedy}")
        return block.removeprefix(codecs.BOM_UTF8)


def as_utf8(stream: BinaryIO) -> io.BufferedReader:
    """Return a stream with the same text in UTF-8, without a byte order mark.

    UTF-16 is recognized by its byte order mark. Characters that UTF-8 cannot have stay damaged, so
    that their lines are refused. It reads no more than is needed, in bounded memory.

    Raises:
        FaceValueError: when it is read: the text is in UTF-32, or in UTF-16 without the mark.

    >>> as_utf8(io.BytesIO("8 8 3 3".encode("utf-16"))).read()
    b'8 8 3 3'
    """
    return io.BufferedReader(_Utf8Input(stream))


def refuse_to_overwrite(output: object, sources: Iterable[object]) -> None:
    """Refuse to write to a file that is also read, because opening it would empty it.

    Args:
        output: the path of the file to write; a stream, None or a missing file is fine.
        sources: paths and streams to read; streams without a file are fine.

    Raises:
        FaceValueError: `output` is one of the files to read.
    """
    if not isinstance(output, (str, os.PathLike)) or not Path(output).is_file():
        return
    target = Path(output).stat()
    for source in sources:
        try:
            is_path = isinstance(source, (str, os.PathLike))
            status = Path(source).stat() if is_path else os.fstat(source.fileno())  # type: ignore[arg-type,attr-defined]
        except (OSError, ValueError, AttributeError):  # reading it will report the error
            continue
        if os.path.samestat(status, target):
            message = f"{str(output)!r} is one of the files to read"
            raise FaceValueError(f"{message}; choose another name to write")


def is_bad_path(error: OSError) -> bool:
    """Return whether an error is about the path of the user, and not about the system.

    >>> is_bad_path(FileNotFoundError(errno.ENOENT, "no such file"))
    True
    >>> is_bad_path(OSError(errno.ENOSPC, "no space left"))
    False
    """
    return error.errno in _BAD_PATHS


def is_full(error: OSError) -> bool:
    """Return whether an error without a file name says that there is no space left."""
    return error.filename is None and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def atomic_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file for binary writing that appears when the block ends without an error.

    The stream writes a hidden draft in the same folder, which is synced and renamed at the end, or
    removed after an error, so an existing file is replaced completely or not at all. If a process
    is killed, its draft stays until a file with that name is written again; a draft that is still
    being written is locked, and stays. Links are followed. A device, a pipe or another special file
    is written directly.

    Raises:
        OSError: the file cannot be written; the error names `path`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "new.txt")
    ...     with atomic_file(file) as stream:
    ...         _ = stream.write(b"24")
    ...         print(file.exists())
    ...     print(file.read_text())
    False
    24
    """
    target = Path(os.path.realpath(path))
    # The target of a link such as /dev/stdout may not have a path.
    is_special = os.path.exists(path) and not os.path.isfile(path)  # noqa: PTH110, PTH113 - a string
    mode = None if is_special else _mode_if_replaceable(target)
    if mode is None:
        try:
            with open(path, "wb") as stream:  # noqa: PTH123 - its error names the path as given
                yield stream
        except OSError as error:
            if is_full(error):
                raise OSError(error.errno, error.strerror, os.fspath(path)) from None
            raise
        return
    try:
        draft, raw, lock = _new_draft(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
    try:
        # The stream has the name of the file, because callers read its suffix.
        raw.name = os.fspath(path)
        with io.BufferedWriter(raw) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            if mode and hasattr(os, "fchmod"):  # on Windows since Python 3.13
                os.fchmod(stream.fileno(), mode)
        draft.replace(target)
    except BaseException as error:
        with suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError) and (error.filename == str(draft) or is_full(error)):
            raise OSError(error.errno, error.strerror, os.fspath(path)) from None
        raise
    finally:
        if lock is not None:
            os.close(lock)


def _new_draft(target: Path) -> tuple[Path, io.FileIO, int | None]:
    """Create a draft of a file, and remove those that were left by killed processes.

    Returns:
        Its path, the open file, and a descriptor that locks it until it is closed or the process
        ends; None on Windows, where no draft is removed.
    """
    name = os.fsencode(target.name)
    beginning = f".facevalue-{hashlib.blake2b(name, digest_size=8).hexdigest()}-"
    if flock is not None:
        _remove_abandoned(target.parent, beginning)
    while True:
        draft = target.with_name(f"{beginning}{os.urandom(8).hex()}.part")
        raw = io.FileIO(str(draft), "xb")
        if flock is None:
            return draft, raw, None
        lock = os.dup(raw.fileno())
        with suppress(OSError):  # a file system without locks, on which no draft is removed either
            flock(lock, LOCK_EX)
        if draft.exists():  # else another process removed it before it was locked
            return draft, raw, lock
        raw.close()
        os.close(lock)


def _remove_abandoned(folder: Path, beginning: str) -> None:
    """Remove the drafts whose names begin like this and that no process is writing."""
    drafts: list[str] = []
    with suppress(OSError), os.scandir(folder) as entries:
        drafts += [
            entry.path
            for entry in entries
            if entry.name.startswith(beginning) and entry.is_file(follow_symlinks=False)
        ]
    for draft in drafts:
        with suppress(OSError), open(draft, "r+b") as file:  # noqa: PTH123 - a string
            flock(file, LOCK_EX | LOCK_NB)
            os.unlink(draft)  # noqa: PTH108 - a string


def _mode_if_replaceable(target: Path) -> int | None:
    """Return the permissions of the file to replace, 0 for a new file; None to write directly.

    Writing directly also raises the right error if the folder or the file cannot be written.
    """
    if not os.access(target.parent, os.W_OK | os.X_OK):
        return None
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return 0
    is_writable_file = stat.S_ISREG(mode) and os.access(target, os.W_OK)
    return stat.S_IMODE(mode) if is_writable_file else None


def user_folder(kind: Literal["cache", "data"]) -> Path | None:
    """Return the user's folder for a cache or for data, which may not exist.

    None for a user without a home. On Linux it is in `$XDG_CACHE_HOME` or `$XDG_DATA_HOME`.
    """
    import platformdirs  # noqa: PLC0415 - rarely needed

    find = platformdirs.user_cache_path if kind == "cache" else platformdirs.user_data_path
    folder = find("facevalue", appauthor=False)
    return folder if folder.is_absolute() else None
