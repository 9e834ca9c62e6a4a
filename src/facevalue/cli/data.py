"""The verbs for files of puzzles: dataset audit."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import facevalue as fv
from facevalue import datasets
from facevalue.cli import verb
from facevalue.cli.lines import FOUND, NOT_FOUND, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@click.group()
def dataset() -> None:
    """Files of puzzles: audit them."""


def _columns(
    ctx: click.Context, _: click.Parameter, words: tuple[str, ...]
) -> dict[str, str | None]:
    """The columns by role; an empty name stands for none."""
    pairs = [word.partition("=") for word in words]
    for word, (role, equals, _name) in zip(words, pairs, strict=True):
        if not equals or role not in datasets.ROLES:
            known = ", ".join(datasets.ROLES)
            message = f"expected ROLE=COLUMN, the role one of {known}: {word!r}"
            raise click.BadParameter(message, ctx=ctx)
    return {role: name or None for role, _, name in pairs}


@dataset.command(
    cls=verb.Verb,
    epilog=verb.examples(
        "dataset audit puzzles.parquet",
        "dataset audit train.jsonl test.jsonl --rules countdown --html report.html",
        "dataset audit rows.csv --column numbers=hand --column difficulty= --numbers 1 13",
    ),
)
@click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option(
    "--rules",
    type=click.Choice(list(fv.RULES)),
    metavar="NAME",
    help="The rules of all rows; default: each row's own, or classic.",
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="ROLE=COLUMN",
    callback=_columns,
    help="Which column holds what; without COLUMN none does. May be repeated. "
    f"ROLE is one of {', '.join(datasets.ROLES)}.",
)
@click.option("--numbers", nargs=2, type=int, help="The smallest and largest number; else guessed.")
@click.option("--targets", nargs=2, type=int, help="The smallest and largest target; else guessed.")
@click.option(
    "--extract",
    type=click.Choice(list(fv.EXTRACTS)),
    default="last_answer_tag",
    show_default=True,
    metavar="NAME",
    help=f"Where in a completion the answer is: {', '.join(fv.EXTRACTS)}.",
)
@click.option(
    "--ignore",
    multiple=True,
    type=click.Choice(list(datasets.FAULTS)),
    metavar="KIND",
    help="A kind of fault that is none here, such as duplicate; may be repeated.",
)
@click.option(
    "--most", default=1000, show_default=True, help="How many faults of each kind are listed."
)
@click.option("--workers", default=1, show_default=True, help="Threads that solve.")
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False),
    help="Write a page with pictures to this file.",
)
@verb.as_json
def audit(files: tuple[str, ...], page: str | None, *, as_json: bool, **options: Any) -> int:  # noqa: ANN401
    """Find what is wrong with the puzzles in FILES, and count what they are made of.

    FILES are JSON lines, CSV or Parquet, or folders of them; - reads JSON lines from stdin. Every
    puzzle is solved, every label and reference answer compared, every repetition found. Where no
    column tells the split, each file is one. Exit code: 0 no faults, 1 faults, 2 bad usage.
    """
    sources = [sys.stdin.buffer if file == verb.STDIN else file for file in files]
    with _progress() as advance:
        found = datasets.audit(sources, advance=advance, **options)
    if page:
        _write(page, found.html)
    say(found.json if as_json else str(found))
    return FOUND if found.is_clean else NOT_FOUND


def _write(page: str, text: str) -> None:
    try:
        Path(page).write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.FileError(page, error.strerror or str(error)) from None


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int], object] | None]:
    """A bar on the terminal for each thing that is done; nothing anywhere else."""
    if not sys.stderr.isatty():
        yield None
        return
    from facevalue.cli.draw import stages  # noqa: PLC0415 - rich takes longer to load than the rest

    with stages() as advance:
        yield advance


VERBS = (dataset,)
