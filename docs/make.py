"""Writes what comes from the code: rules, notations, games and commands, and the pictures.

`python docs/make.py` rewrites them; a test fails when one of them is stale.
"""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

import facevalue as fv
from facevalue import poker
from facevalue.cards import drawn
from facevalue.cli.app import commands
from facevalue.puzzle.rules import GROUPINGS, ORDERS, USES, VALUES

DOCS = Path(__file__).parent
NOTE = "<!-- Made by docs/make.py from the code: change it there. -->\n\n"
PICTURED = ("solve 2 4 8 10", "solve 8 8 3 3 --notation unicode", "solve 1 1 1 1")


def rules_page() -> str:
    """A table of `RULES`, and what each option of `Rules` may be."""
    lines = [
        "# The rules\n",
        "A game is a row of `RULES`, which solver, command line and this page read.\n",
        "| rules | numbers | use | order | grouping | results | target |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| `{row.name}` | {row.numbers or 'any count'} | {row.use} | {row.order} "
        f"| {row.grouping} | {row.values} | {row.target} |"
        for row in fv.RULES.values()
    ]
    lines += ["\n## What they mean\n"]
    lines += [f"* `{row.name}`: {row.summary} *{row.source}.*" for row in fv.RULES.values()]
    lines += ["\n## The options\n"]
    for name, rows in (("use", USES), ("order", ORDERS), ("grouping", GROUPINGS)):
        lines += [f"`{name}`\n", *(f"* `{key}`: {text}" for key, text in rows.items()), ""]
    lines += ["`values`: what every result must be; the numbers given are no results\n"]
    lines += [f"* `{row.name}`: {row.summary}" for row in VALUES.values()]
    lines += ["\nA division by zero never has a value. Rules of your own are made the same way:\n"]
    lines += ["```pycon", ">>> import facevalue as fv"]
    lines += ['>>> sums = fv.Rules("sums", operators="+-", use="any", target=10)']
    lines += [">>> [str(e) for e in fv.solve([7, 4, 6, 20], rules=sums)]"]
    found = fv.solve([7, 4, 6, 20], rules=fv.Rules("sums", operators="+-", use="any", target=10))
    lines += [repr([str(e) for e in found]), "", "```", ""]
    return NOTE + "\n".join(lines)


def notations_page() -> str:
    """A table of `NOTATIONS` with one expression in each."""
    expression = fv.Expression.parse("(5/6+2)*6")
    lines = [
        "# The notations\n",
        "Each is printed and parsed; `Expression.parse` guesses the notation unless it is named.",
        "The expression `(5/6+2)*6` in all of them:\n",
    ]
    for row in fv.NOTATIONS.values():
        lines += [
            f"## {row.name}\n",
            f"{row.summary}\n",
            f"```text\n{row.write(expression.postfix)}\n```\n",
        ]
    lines += [
        "A number that is negative or not whole stands in braces, `{-5}` and `{3/4}`, where it",
        "could be taken for an operation; `prefix`, `postfix`, `forth` and `steps` need none.",
        "",
    ]
    return NOTE + "\n".join(lines)


def games_page() -> str:
    """A table of `poker.GAMES`, and how `poker.RANKINGS` rank hands."""
    lines = [
        "# The games of poker\n",
        "A game is a row of `poker.GAMES`, which evaluator, command line and this page read.\n",
        "| game | name | deck | own cards | board | ranking | low half |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| `{row.name}` | {row.title} | {row.deck} | {row.hole} | {row.board or 'none'} "
        f"| `{row.ranking.name}` | {f'`{row.low.name}`' if row.low else ''} |"
        for row in poker.GAMES.values()
    ]
    lines += ["\n## What plays\n"]
    lines += [f"* `{row.name}`: {row.summary}" for row in poker.GAMES.values()]
    lines += ["\n## What wins\n"]
    lines += [f"* `{row.name}`: {row.summary}" for row in poker.RANKINGS.values()]
    lines += ["\nA `Strength` is greater for the winner under every one of them.\n"]
    return NOTE + "\n".join(lines)


def commands_page() -> str:
    """The help text of every command."""
    settings = {**commands.context_settings, "terminal_width": 90}
    context = click.Context(commands, info_name="facevalue", **settings)
    parts = ["# The commands\n", f"```text\n{commands.get_help(context)}\n```\n"]
    for name, command in commands.commands.items():
        inner = click.Context(command, info_name=name, parent=context, **settings)
        parts += [f"## facevalue {name}\n", f"```text\n{command.get_help(inner)}\n```\n"]
    return NOTE + "\n".join(parts)


def picture() -> str:
    """A terminal with a few questions and their answers, as SVG."""
    console = Console(record=True, width=64, file=io.StringIO(), force_terminal=True)
    for question in PICTURED:
        console.print(Text.assemble(("$ ", "dim"), (f"facevalue {question}", "bold")))
        for line in answer(question.split()[1:]):
            console.print(Text(line, "green"))
    return console.export_svg(title="facevalue", unique_id="facevalue")


def answer(arguments: list[str]) -> list[str]:
    """What the command prints, asked of the library."""
    notation = arguments[-1] if "--notation" in arguments else "infix"
    numbers = arguments[:4]
    solutions = fv.solve(numbers)
    if not solutions:
        return [f"no solution; closest is {e.value} = {e}" for e in solutions.closest]
    return [e.to(notation) for e in solutions]


PAGES = {
    "rules.md": rules_page,
    "notations.md": notations_page,
    "games.md": games_page,
    "commands.md": commands_page,
    "solve.svg": picture,
    "hand.svg": partial(drawn, "7H 7S 7D AS AC"),
}


if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")
