"""Start `facevalue` as a program, with pipes or on a terminal."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios

FACEVALUE = [sys.executable, "-m", "facevalue"]


def started(*arguments, **options):
    """A program with its output in pipes."""
    return subprocess.Popen(
        [*FACEVALUE, *arguments],
        **{"stdout": subprocess.PIPE, "encoding": "utf-8", **options},
        # A shell starts what runs in the background with Ctrl-C ignored, and so would we.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )


def piped(*arguments, given):
    """A finished program that read these bytes from stdin."""
    return subprocess.run([*FACEVALUE, *arguments], input=given, capture_output=True, check=False)


def on_a_terminal(*arguments, columns=80, **environment):
    """What a program prints on a terminal of that width."""
    reader, writer = pty.openpty()
    fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, 0, 0))
    env = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm", **environment}
    streams = {"stdin": subprocess.DEVNULL, "stdout": writer, "stderr": writer}
    with subprocess.Popen([*FACEVALUE, *arguments], env=env, **streams):
        os.close(writer)
        return read_to_the_end(reader).decode()


def read_to_the_end(reader):
    """Everything written to a terminal until its other end is closed."""
    read = []
    try:
        while piece := os.read(reader, 65_536):
            read.append(piece)
    except OSError:  # how Linux says so
        pass
    os.close(reader)
    return b"".join(read)
