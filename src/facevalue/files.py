"""Files that are written whole or not at all, errors of files, and the folders of a user."""

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
    """Refuse to write to a file that is also read: opening it would empty it.

    Args:
        output: the path of the file to write; a stream, None and a file that is not there are fine.
        sources: paths and streams; streams without a file on a disk are fine.

    Raises:
        FaceValueError: it is one of the files to read.
    """
    if not isinstance(output, (str, os.PathLike)) or not Path(output).is_file():
        return
    target = Path(output).stat()
    for source in sources:
        try:
            is_path = isinstance(source, (str, os.PathLike))
            status = Path(source).stat() if is_path else os.fstat(source.fileno())  # type: ignore[arg-type,attr-defined]
        except (OSError, ValueError, AttributeError):  # reading it will report that
            continue
        if os.path.samestat(status, target):
            message = f"{str(output)!r} is one of the files to read"
            raise FaceValueError(f"{message}; choose another name to write")


def is_bad_path(error: OSError) -> bool:
    """Whether the path that was given is at fault, and not the system.

    >>> is_bad_path(FileNotFoundError(errno.ENOENT, "no such file"))
    True
    >>> is_bad_path(OSError(errno.ENOSPC, "no space left"))
    False
    """
    return error.errno in _BAD_PATHS


def is_full(error: OSError) -> bool:
    """Whether an error that names no file says that there is no room for what is written."""
    return error.filename is None and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def atomic_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A binary stream for a file that gets its name when the block ends without an error.

    The stream writes a hidden draft in the same folder, which is synced and renamed at the end, or
    removed after an error: an earlier file of that name is replaced as a whole or left alone. A
    link is followed. What is not a regular file, such as a device or a pipe, is written directly.

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
        # The stream of a new draft has the name of the file, because callers look at its suffix.
        raw = io.FileIO(str(draft), "xb")
        raw.name = os.fspath(path)
        with io.BufferedWriter(raw) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            if mode and hasattr(os, "fchmod"):  # Windows has it from Python 3.13 on
                os.fchmod(stream.fileno(), mode)
        draft.replace(target)
    except BaseException as error:
        with suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError) and (error.filename == str(draft) or is_full(error)):
            raise OSError(error.errno, error.strerror, os.fspath(path)) from None
        raise


def _mode_if_replaceable(target: Path) -> int | None:
    """The permissions of the file to replace, 0 for a new one; None if it must be written directly.

    Writing directly also gives the system's own error if the folder or the file cannot be written.
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
    """The folder for files that can be made again, or for those that cannot; it may not exist.

    None for a user without a home. On Linux it is in `$XDG_CACHE_HOME` or `$XDG_DATA_HOME`.
    """
    import platformdirs  # noqa: PLC0415 - few need it

    find = platformdirs.user_cache_path if kind == "cache" else platformdirs.user_data_path
    folder = find("facevalue", appauthor=False)
    return folder if folder.is_absolute() else None
