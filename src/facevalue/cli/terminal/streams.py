"""The standard streams of the command line: always open, and failures are one line.

Python sets a closed stream to None, and reports a full disk wherever it happens to write: in a
verb, in click, in rich, or when the interpreter ends. Here every stream is open while a command
runs. A stream that fails raises `StreamError`, which only `on_standard_streams` catches.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from facevalue.cli.terminal.lines import PIPE_CLOSED, SYSTEM_FAILED, describe_os_error, report

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer


class StreamError(Exception):
    """A standard stream cannot be read or written; `errno` is the reason of the system, if any.

    It is not an `OSError`, because click and rich exit when they catch one for a closed pipe.
    """

    def __init__(self, action: str, reason: str, errno: int | None = None) -> None:
        super().__init__(f"cannot {action}: {reason}")
        self.errno = errno


_NO_MEMORY = "not enough memory; make the query smaller"


def on_standard_streams(command: Callable[[], int]) -> int:
    """Run a command and return its exit code; report a failure of the system on one line.

    All output is flushed before this returns.
    """
    # Open the closed ones of the descriptors 0, 1 and 2, so that no other file gets the number.
    for descriptor, flags in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, flags)  # the lowest free number is `descriptor`
    before = sys.stdin, sys.stdout, sys.stderr
    source, output = _Input(0, "rb", "<stdin>"), _Output(1, "wb", "<stdout>")
    messages = _Messages(2, "wb", "<stderr>")
    # Keep streams that the caller has replaced, as tests do.
    if sys.stdin is sys.__stdin__:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(source), **_settings(before[0]))
    if sys.stdout is sys.__stdout__:
        sys.stdout = _TextOutput(io.BufferedWriter(output), **_settings(before[1]))
    if sys.stderr is sys.__stderr__:
        sys.stderr = io.TextIOWrapper(io.BufferedWriter(messages), **_settings(before[2]))
    try:
        try:
            try:
                code = command()
            # For a file, a folder or a network; or for memory, also while a command is loaded.
            except (OSError, MemoryError) as error:
                failure = describe_os_error(error) if isinstance(error, OSError) else _NO_MEMORY
                report(f"facevalue: {failure}")
                code = SYSTEM_FAILED
            sys.stdout.flush()
            if output.failure:  # the command has caught the error
                raise output.failure
        except StreamError as error:
            if error.errno == errno.EPIPE:
                return PIPE_CLOSED
            report(f"facevalue: {error}")
            return SYSTEM_FAILED
        return code
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def _settings(stream: TextIO | None) -> dict[str, Any]:
    """Return the settings of a standard stream of Python; UTF-8 if it is closed."""
    if not isinstance(stream, io.TextIOWrapper):
        return {"encoding": "utf-8", "errors": "backslashreplace", "line_buffering": True}
    return {
        "encoding": stream.encoding,
        "errors": stream.errors,
        "line_buffering": stream.line_buffering or stream.write_through,  # `python -u`
    }


class _Stream(io.FileIO):
    """A standard stream by its descriptor, which stays open."""

    def __init__(self, descriptor: int, mode: str, name: str) -> None:
        super().__init__(descriptor, mode, closefd=False)
        self.name = name


class _Input(_Stream):
    """Standard input."""

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        with _reading():
            return super().readinto(buffer)

    def readall(self) -> bytes:
        with _reading():
            return super().readall()


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise StreamError("read standard input", reason, error.errno) from None


class _Output(_Stream):
    """Standard output. After its first failure, output is discarded, so closing cannot fail again.

    Attributes:
        failure: the first failure.
    """

    failure: StreamError | None = None

    def write(self, data: ReadableBuffer, /) -> int:
        if self.failure:
            return memoryview(data).nbytes
        try:
            return super().write(data)
        except OSError as error:
            self.failure = _output_error(error.strerror or str(error), error.errno)
            raise self.failure from None


def _output_error(reason: str, number: int | None = None) -> StreamError:
    return StreamError("write to standard output", reason, number)


class _TextOutput(io.TextIOWrapper):
    """Standard output for strings."""

    def write(self, output: str, /) -> int:
        try:
            return super().write(output)
        except UnicodeEncodeError as error:
            sign = error.object[error.start]
            reason = f"{error.encoding} has no {sign!a}; set PYTHONIOENCODING=utf-8"
            raise _output_error(reason) from None


class _Messages(_Stream):
    """Standard error. If it fails, output is discarded, because there is nowhere to report it."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes
