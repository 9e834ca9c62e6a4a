"""Atomic writing of files, errors of files, and the folders of a user."""

from __future__ import annotations

import errno
import io
import os
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from facevalue.errors import FaceValueError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO


_BAD_PATHS = (
    errno.ENOENT,
    errno.ENOTDIR,
    errno.EISDIR,
    errno.EACCES,
    errno.EPERM,
    errno.ENAMETOOLONG,
    errno.ELOOP,
)


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
    removed after an error, so an existing file is replaced completely or not at all. Links are
    followed. A device, a pipe or another special file is written directly.

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
    draft = target.with_name(f".{os.urandom(16).hex()}.part")
    try:
        # The stream has the name of the file, because callers read its suffix.
        raw = io.FileIO(str(draft), "xb")
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
