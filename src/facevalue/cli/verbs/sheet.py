"""The command `sheet`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from facevalue import sheets
from facevalue.cli import shared, values
from facevalue.cli.terminal.lines import FOUND, say
from facevalue.cli.verbs import command, named
from facevalue.door import json_line
from facevalue.puzzle import DIFFICULTIES
from facevalue.queries import parameters


@command(
    "sheet -o hands.pdf",
    "sheet -o class.pdf --rules whole --difficulty medium --count 40 --paper letter",
    "sheet -o small.pdf --rules whole --high 9 --title 'Class 4b, week 12'",
    "sheet -o numbers.pdf --rules countdown --large 2 --seed 8",
)
@click.option("-o", "--output", type=values.OUTPUT_FILE, help="The PDF file to write; - is stdout.")
@named(
    "--difficulty",
    "difficulties",
    words=DIFFICULTIES,
    help=f"One of {', '.join(DIFFICULTIES)}; may be repeated.",
    multiple=True,
    default=["easy", "hard"],
)
@shared.number("--count", help="The number of hands of each difficulty.", default=20)
@shared.word("--paper", words=sheets.PAPER_SIZES, help="The size of the paper.", default="a4")
@click.option("--title", help="The title; default: Make 24, or the name of the game.")
@shared.option(parameters.LOW)
@shared.option(parameters.HIGH)
@shared.rules
@shared.large
@shared.seed
@shared.as_json
def sheet(
    output: str | None, paper: str, title: str | None, *, as_json: bool, **options: Any
) -> int:
    """Make a PDF of puzzles to print, with pictures of the cards.

    By default it has twenty easy and twenty hard hands.

    A page has up to twenty hands, the easier ones first, each with a line to write on. Each page
    has the rules, and lines for name and date. The answers are on separate pages at the end. Every
    puzzle has a solution and appears once. The foot of each page shows the seed; pass it as --seed
    to make the same sheet again.

    --json also prints the puzzles as JSON lines; the PDF is then optional.
    """
    if output is None and not as_json:
        raise click.UsageError("name a file to write, such as -o hands.pdf")
    if output not in (None, values.STDIN) and Path(output).suffix.lower() not in ("", ".pdf"):
        raise click.UsageError(f"a sheet is a PDF: name a file such as hands.pdf, not {output!r}")
    if output == values.STDIN and sys.stdout.isatty():
        raise click.UsageError("a PDF cannot be written to a terminal: name a file or use a pipe")
    dealt = sheets.sheet(**options)
    with values.written(output) as stream:
        if stream:
            stream.write(sheets.pdf(dealt, paper=paper, title=title))
    if as_json:
        for section, deals in dealt.sections:
            for deal in deals:
                say(json_line({"section": section} | deal.as_dict() | deal.solve().as_dict(most=1)))
    return FOUND


VERBS = (sheet,)
