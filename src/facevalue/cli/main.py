"""The entry point of the command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial

from facevalue.cli.app import run
from facevalue.cli.terminal.streams import on_standard_streams


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 yes, 1 no, 2 bad usage, 3 the system failed.

    >>> main(["solve", "8", "8", "3", "3"])
    8/(3-8/3)
    0
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    return on_standard_streams(partial(run, words))
