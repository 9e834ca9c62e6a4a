"""Standard input, output and error of the command line: always open, and a failure is one line.

Python sets a closed stream to None, and reports a full disk wherever it happens to write: in a
verb, in click, in rich, or when the interpreter ends. Here every stream is open while a command
runs, and one that fails raises `StreamError` in whatever code reads or writes.
`on_standard_streams` is the only place that catches it.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TYPE_CHECKING

from facevalue.cli.terminal.lines import PIPE_CLOSED, SYSTEM_FAILED, describe_os_error, tell

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TextIO

    from _typeshed import ReadableBuffer, WriteableBuffer


class StreamError(Exception):
    """A standard stream cannot be read or written; `errno` is the system's reason, if any.

    It is not an `OSError`, because click and rich exit on a closed pipe if they catch one.
    """

    def __init__(self, action: str, reason: str, errno: int | None = None) -> None:
        super().__init__(f"cannot {action}: {reason}")
        self.errno = errno


def on_standard_streams(command: Callable[[], int]) -> int:
    """Run a command and return its exit code; report a failure of the system in one line.

    All output is written when this returns, so the interpreter has nothing left to flush.
    """
    # Opens what is closed of 0, 1 and 2, so that no other file gets their numbers.
    for descriptor, flags in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, flags)  # gets the lowest free number, which is this one
    before = sys.stdin, sys.stdout, sys.stderr
    output = _Output()
    # Streams that the caller has replaced, as tests do, stay as they are.
    if sys.stdin is sys.__stdin__:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_Input()), **_settings(before[0]))
    if sys.stdout is sys.__stdout__:
        sys.stdout = _TextOutput(io.BufferedWriter(output), **_settings(before[1]))
    if sys.stderr is sys.__stderr__:
        sys.stderr = io.TextIOWrapper(io.BufferedWriter(_Messages()), **_settings(before[2]))
    try:
        try:
            try:
                code = command()
            except OSError as error:  # of a file, a folder or a network
                tell(f"facevalue: {describe_os_error(error)}")
                code = SYSTEM_FAILED
            sys.stdout.flush()
            if output.failure:  # somebody has caught it on the way
                raise output.failure
        except StreamError as error:
            if error.errno == errno.EPIPE:
                return PIPE_CLOSED
            tell(f"facevalue: {error}")
            return SYSTEM_FAILED
        return code
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def _settings(stream: TextIO | None) -> dict[str, Any]:
    """The settings of one of Python's own streams, or UTF-8 for a closed one."""
    if not isinstance(stream, io.TextIOWrapper):
        return {"encoding": "utf-8", "errors": "backslashreplace", "line_buffering": True}
    return {
        "encoding": stream.encoding,
        "errors": stream.errors,
        "line_buffering": stream.line_buffering or stream.write_through,  # `python -u`
    }


class _Input(io.FileIO):
    """Standard input."""

    def __init__(self) -> None:
        super().__init__(0, "rb", closefd=False)
        self.name = "<stdin>"

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        try:
            return super().readinto(buffer)
        except OSError as error:
            raise _input_error(error) from None

    def readall(self) -> bytes:
        try:
            return super().readall()
        except OSError as error:
            raise _input_error(error) from None


def _input_error(error: OSError) -> StreamError:
    return StreamError("read standard input", error.strerror or str(error), error.errno)


class _Output(io.FileIO):
    """Standard output; its first failure is kept, and what is written after it is dropped.

    Dropped, because whoever closes the stream later would fail again.
    """

    def __init__(self) -> None:
        super().__init__(1, "wb", closefd=False)
        self.name = "<stdout>"
        self.failure: StreamError | None = None

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
    """Standard output as text."""

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except UnicodeEncodeError as error:
            sign = error.object[error.start]
            reason = f"{error.encoding} has no {sign!a}; set PYTHONIOENCODING=utf-8"
            raise _output_error(reason) from None


class _Messages(io.FileIO):
    """Standard error; what cannot be written is dropped, since there is nowhere to report it."""

    def __init__(self) -> None:
        super().__init__(2, "wb", closefd=False)
        self.name = "<stderr>"

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes
