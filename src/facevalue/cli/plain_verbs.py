"""The plain form of everyday verbs, without click; `arguments.plain_verb` says what is plain.

Each function answers as its verb does, and returns the exit code, or None where the verb has to:
pictures on a terminal, wrong usage. Modules are loaded where they are used, because that takes
most of the time of these commands.
"""

# ruff: noqa: PLC0415 - see above

from __future__ import annotations

import os
import sys

from facevalue.cli.arguments import HELP_WIDTHS, plain_question
from facevalue.cli.lines import FOUND, NOT_FOUND, guarded, say, show_strength

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def answered(verb: str, words: Sequence[str], options: dict[str, str]) -> int | None:
    """The exit code of a plain question; None if it is not as plain as it looked."""
    if sys.stdout.isatty() and verb in ("deal", "hand"):
        return None  # a terminal shows cards as pictures
    try:
        return _VERBS[verb](words, options)
    except _NotPlainError:
        return None


class _NotPlainError(Exception):
    """Nothing is printed yet, and click has more to say about these arguments."""


def _check(words: Sequence[str], options: dict[str, str]) -> int:
    if len(words) != 1 or "numbers" not in options:
        raise _NotPlainError
    from facevalue.puzzle import check

    def command() -> int:
        verdict = check(words[0], options["numbers"], options.get("target"))
        say(f"{verdict.reason}: {verdict.message}")
        if verdict.position is not None:
            from facevalue.cli.caret import place_lines

            for line in place_lines(words[0], verdict.position):
                say(line)
        return FOUND if verdict.correct else NOT_FOUND

    return guarded(command)


def _deal(words: Sequence[str], options: dict[str, str]) -> int:
    seed = options.get("seed")
    if words or (seed is not None and not (seed.isascii() and seed.isdigit() and len(seed) < 20)):  # noqa: PLR2004 - digits of a seed
        raise _NotPlainError
    from facevalue.puzzle import deal

    def command() -> int:
        say(str(deal(seed=None if seed is None else int(seed))))
        return FOUND

    return guarded(command)


def _equity(words: Sequence[str], options: dict[str, str]) -> int:
    from facevalue.cli.watching import watching
    from facevalue.poker import equity

    def command() -> int:
        with watching() as progress:
            board, dead = options.get("board", ""), options.get("dead", "")
            found = equity(*words, board=board, dead=dead, progress=progress)
        say(str(found))
        return FOUND

    return guarded(command)


def _hand(words: Sequence[str], options: dict[str, str]) -> int:
    from facevalue.poker import evaluate

    def command() -> int:
        show_strength(evaluate(" ".join(words), board=options.get("board", "")))
        return FOUND

    return guarded(command)


def _hint(words: Sequence[str], options: dict[str, str]) -> int:
    target = ["--target", options["target"]] if options else []
    question = plain_question(["solve", *words, *target])
    if question is None or not words:
        raise _NotPlainError
    from facevalue.puzzle import hint

    def command() -> int:
        found = hint(*question)
        say(str(found))
        return FOUND if found.solution_count else NOT_FOUND

    return guarded(command)


_VERBS: dict[str, Callable[[Sequence[str], dict[str, str]], int]] = {
    "check": _check,
    "deal": _deal,
    "equity": _equity,
    "hand": _hand,
    "hint": _hint,
}


# The help of all commands


def show_overview() -> int | None:
    """Prints the commands as `--help` does; None for a terminal of another width.

    The texts are kept in files, which docs/make.py writes.
    """
    columns = min(_columns(), HELP_WIDTHS[-1])
    if columns not in HELP_WIDTHS:
        return None
    with open(overview_path(columns), encoding="utf-8") as file:  # noqa: PTH123 - pathlib is slow to load
        text = file.read()
    sys.stdout.write(text)
    sys.stdout.flush()
    return FOUND


def overview_path(columns: int) -> str:
    """The file of the help text for terminals of that width."""
    return os.path.join(os.path.dirname(__file__), f"overview-{columns}.txt")  # noqa: PTH118, PTH120 - as above


def _columns() -> int:
    """What `shutil.get_terminal_size` says, which is slow to load."""
    given = os.environ.get("COLUMNS", "")
    columns = int(given) if given.isascii() and given.isdigit() else 0
    if columns <= 0:
        try:
            columns = os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]
        except (AttributeError, ValueError, OSError):
            columns = 0
    return columns or HELP_WIDTHS[0]
