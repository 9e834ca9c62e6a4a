"""The verb that generates puzzles: generate."""

from __future__ import annotations

from typing import Any

import click

import facevalue as fv
from facevalue import json_answers
from facevalue.cli import verb
from facevalue.cli.lines import FOUND, say

USUAL_COUNT = 10


class Range(click.ParamType):  # type: ignore[type-arg]  # older versions of click have no arguments here
    """A number, or the least and the greatest of a range: 24, 10-99, 0.5-20."""

    def __init__(self, kind: type) -> None:
        self._kind = kind
        self.name = "number or range"

    def convert(
        self,
        value: Any,  # noqa: ANN401 - click's
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[float, float]:
        """Both ends; of a number alone twice the same."""
        if isinstance(value, tuple):
            return value
        first, dash, last = value.strip().partition("-") if value[:1] != "-" else (value, "", "")
        try:
            return self._kind(first), self._kind(last if dash else first)
        except ValueError:
            self.fail(f"expected a number, or a range as 10-99: {value!r}", param, ctx)


@click.command(
    cls=verb.Verb,
    epilog=verb.examples(
        "generate --count 3 --seed 7",
        "generate --needs-fraction --count 16",
        "generate --rules countdown --solution-count 1 --count 5 --json",
        "generate --low 1 --high 20 --target 10-99 --difficulty 90-100",
    ),
)
@verb.rules
@click.option("--count", type=int, default=USUAL_COUNT, show_default=True, help="How many puzzles.")
@click.option("--all", "want_all", is_flag=True, help="Print all matching puzzles.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of their order.")
@click.option("--size", type=int, multiple=True, help="How many numbers; may be repeated.")
@click.option("--low", type=int, help="The smallest number; default: as dealt.")
@click.option("--high", type=int, help="The largest number; default: as dealt.")
@click.option("--target", type=Range(int), metavar="NUMBER|RANGE", help="The target.")
@click.option("--difficulty", type=Range(float), metavar="RANGE", help="Percentiles, 0 to 100.")
@click.option(
    "--solution-count", type=Range(int), metavar="NUMBER|RANGE", help="Solutions per puzzle."
)
@click.option(
    "--solvable/--unsolvable",
    default=True,
    help="Puzzles with or without a solution.",
    show_default=True,
)
@click.option(
    "--needs-fraction/--no-fraction", default=None, help="Puzzles that need fractions, or do not."
)
@click.option(
    "--dealable/--free",
    default=None,
    help="Numbers that the game can deal, or any from low to high; default: --free if --low or "
    "--high is given.",
)
@verb.as_json
def generate(
    *,
    count: int,
    want_all: bool,
    seed: int,
    as_json: bool,
    size: tuple[int, ...],
    **options: Any,  # noqa: ANN401 - as they are
) -> int:
    """Generate puzzles that match the filters.

    Each is certified, and none repeats.

    Each line can be read by solve from stdin. --json adds how many solutions a puzzle has, whether
    it needs a fraction, and how hard it is. The same options and seed print the same puzzles on
    every machine.
    """
    wanted = fv.puzzle.PuzzleQuery(size=size or None, **options)
    left = None if want_all else count
    if as_json:
        for answer in json_answers.generate(wanted, seed, count=left):
            say(json_answers.line(answer))
        return FOUND
    for rows in wanted.batches(seed, count=left):
        for puzzle in rows:
            say(str(puzzle))
    return FOUND


VERBS = (generate,)
