"""The command `table`, which prints the rows of the Oberon program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_lowercase
from typing import Any

import click

import facevalue as fv
from facevalue.cli import shared, values
from facevalue.cli.terminal.lines import FOUND
from facevalue.cli.verbs import command, listed
from facevalue.door import json_line
from facevalue.errors import quoted
from facevalue.queries import parameters

_LONG = 10  # characters; more is an error


def _parse_digits(string: str) -> Sequence[int]:
    low, dash, high = string.partition("-")
    words = [low, high] if dash else string.split(",")
    digits = [int(word) for word in words]
    if max(map(len, words)) >= _LONG or (dash and digits[0] > digits[-1]):
        raise ValueError
    return range(digits[0], digits[-1] + 1) if dash else digits


@command("table --target 143 -o auto", "table --digits 1-6 --rules oberon")
@shared.option(parameters.TARGET, default="24")
@shared.option(parameters.RULES, default="oberon")
@listed(
    "--digits",
    default="1-9",
    show_default=True,
    type=values.Parsed("DIGITS", _parse_digits, "look like 1-9 or 1,3,5"),
    help="The digits, as a range or separated by commas.",
)
@click.option(
    "-o",
    "--output",
    type=values.OUTPUT_FILE,
    default="-",
    help="Write to this file instead of stdout; auto names it results.TARGET.",
)
@shared.limit
@shared.as_json
def table(
    target: str,
    rules: Any,
    digits: Sequence[int],
    output: str,
    *,
    limit: float | None,
    as_json: bool,
) -> int:
    """Print the rows of four digits that make the target."""
    if output == "auto":  # the name that the Oberon program gives its file
        number = fv.puzzle.parse_number(target)
        if number.denominator != 1:
            raise click.UsageError(
                f"-o auto needs a whole number as --target, not {quoted(target)}"
            )
        output = f"results.{number}"
    rows = list(fv.table(digits, target, rules, limit=limit))
    lines = (
        (json_line({"numbers": numbers, "operators": operators}) for numbers, operators in rows)
        if as_json
        else _table_lines(rows)
    )
    with values.written(output) as stream:
        if stream:
            stream.writelines(f"{line}\n".encode("ascii") for line in lines)
    return FOUND


# The format of the Oberon program game24: columns four wide, operators after four spaces.
_COLUMNS = 4
_GLYPHS = str.maketrans("*/", "x:")


def _table_lines(rows: Iterable[tuple[tuple[int, ...], str]]) -> Iterator[str]:
    first = ascii_lowercase.index("i")
    names = ascii_lowercase[first : first + _COLUMNS]
    operators = range(1, _COLUMNS)
    yield "".join(f"{name:>4}" for name in names) + "".join(f"  op{k}" for k in operators)
    yield " " + " ---" * _COLUMNS + "  " + "    ".join("-" for _ in operators)
    for numbers, symbols in rows:
        glyphs = symbols.translate(_GLYPHS)
        yield "".join(f"{n:>4}" for n in numbers) + "".join(f"    {glyph}" for glyph in glyphs)


VERBS = (table,)
