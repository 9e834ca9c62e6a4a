"""Writes what comes from the code: rules, notations, judging, games and commands, and the pictures.

`python docs/make.py` rewrites them; a test fails when one of them is stale.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.text import Text

import facevalue as fv
from facevalue import poker
from facevalue.cards import drawn
from facevalue.cli.app import commands
from facevalue.cli.draw import deal_lines
from facevalue.puzzle.judge.grader import EXTRACTS
from facevalue.puzzle.model.rules import GROUPINGS, ORDERS, USES, VALUES

DOCS = Path(__file__).parent
POLICY = DOCS.parent / "tests" / "vectors" / "grading-policy.jsonl"
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
        f"| `{row.name}` | {row.size or 'any count'} | {row.use} | {row.order} "
        f"| {row.grouping} | {row.values} | {row.target} |"
        for row in fv.RULES.values()
    ]
    lines += ["\n## What they mean\n"]
    lines += [f"* `{row.name}`: {row.summary} *{row.source}.*" for row in fv.RULES.values()]
    lines += ["\n## What they are dealt from\n", "| rules | dealt from | target |", "|---|---|---|"]
    lines += [
        f"| `{row.name}` | {row.deck.summary} | {targets(row.deck)} |" for row in fv.RULES.values()
    ]
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


def targets(deck: fv.DeckSpec) -> str:
    """What the target of a deal may be."""
    if deck.next_is_target:
        return "the next card"
    if deck.targets:
        return f"{deck.targets[0]} to {deck.targets[-1]}, all equally likely"
    return "that of the rules"


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


REASONS = {
    "correct": "it makes the target, by the rules",
    "no_answer": "there is nothing to judge: `None`, or a completion without an answer",
    "malformed": "it is no expression: it cannot be read on from that place",
    "unknown_symbol": "a character or a command that the syntax has no use for",
    "forbidden_operator": "`**` `//` `^` `!` `%`, or an operator that the rules do not have",
    "wrong_numbers": "a number that is not given, used too often, out of order or left out",
    "division_by_zero": "something is divided by 0, wherever",
    "forbidden_value": "a result on the way, or the last one, that the rules do not allow",
    "wrong_value": "the rules are kept, but it makes something else, which `value` tells",
    "false_claim": "right, but it says that it makes something else",
    "too_long": "beyond the limits below",
}
OPTIONS = {
    "unicode": "the signs of the school book (`×` `÷` `−` and their like), full-width signs",
    "latex": "LaTeX: `\\times`, `\\frac{8}{3}`, `\\left(`, `{}` groups, `$...$`, `\\boxed{...}`",
    "brackets": "`[ ]` and `{ }` as brackets",
    "claim": "`expression = target`: `forbid`, or `must_hold` where it must be true",
    "unary_sign": "signs before a number or bracket: `21--3`",
    "implicit_multiplication": "`2(3+9)`, `(a)(b)`, `(3+9)2`",
    "decimals": "`8.0`, which equals 8",
}
# Of each sentence and outcome, and in each line; the tests run all of them.
SHOWN_LINES, SHOWN_ANSWERS = 4, 8


def grading_page() -> str:
    """The policy of judging: in words, then row by row as the tests have it."""
    rows = [json.loads(line) for line in POLICY.read_text(encoding="ascii").splitlines()]
    parts = {
        "reasons": [f"* `{reason.value}`: {REASONS[reason.value]}" for reason in fv.Reason],
        "options": [options_row(name, text) for name, text in OPTIONS.items()],
        "extracts": [f"* `{name}`: {escape(text)}" for name, text in EXTRACTS.items()],
        "expressions": tables("expr", rows),
        "completions": tables("completion", rows),
        "steps": tables("steps", rows),
    }
    page = (DOCS / "grading.md.in").read_text(encoding="utf-8")
    for name, lines in parts.items():
        page = page.replace(f"{{{name}}}", "\n".join(lines).rstrip("\n"))
    return NOTE + page


def options_row(name: str, text: str) -> str:
    """What the two syntaxes have for an option."""
    strict, lenient = (getattr(fv.SYNTAXES[syntax], name) for syntax in ("strict", "lenient"))
    return f"| `{name}` | {spoken(strict)} | {spoken(lenient)} | {text} |"


def spoken(option: bool | str) -> str:  # noqa: FBT001 - it is what is shown
    """How the page writes the value of an option."""
    return f"`{option}`" if isinstance(option, str) else ("yes" if option else "no")


def tables(kind: str, rows: list[dict[str, Any]]) -> list[str]:
    """A table for each section of a kind: some rows of each sentence, the sentence before them."""
    chosen = [row for row in rows if row["kind"] == kind]
    lines: list[str] = []
    for section in dict.fromkeys(row["section"] for row in chosen):
        of_section = [row for row in chosen if row["section"] == section]
        heading = section if kind == "expr" else f"{section}, row by row"
        lines += [f"### {heading}\n", *table(of_section), ""]
    return lines


def table(rows: list[dict[str, Any]]) -> list[str]:
    """Markdown: what is written, the puzzle, and the reasons, each sentence on its first line."""
    syntaxes = [name for name in ("strict", "lenient") if name in rows[0]]
    columns = ["", "written", "puzzle", *(syntaxes if len(syntaxes) > 1 else ["judged"])]
    lines = [line_of(columns), "|" + "---|" * len(columns)]
    said = ""
    for (sentence, puzzle, *told), answers in alike(rows, syntaxes).items():
        lines.append(line_of(["" if sentence == said else sentence, answers, puzzle, *told]))
        said = sentence
    return lines


def alike(rows: list[dict[str, Any]], syntaxes: list[str]) -> dict[tuple[str, ...], str]:
    """The answers that are judged alike under the same sentence, some of each kind."""
    found: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        told = tuple(outcome_of(row, name) for name in syntaxes)
        found.setdefault((row["sentence"], puzzle_of(row), *told), []).append(
            written(row["answer"])
        )
    lines: Counter[tuple[str, ...]] = Counter()
    kept: dict[tuple[str, ...], str] = {}
    for key, answers in found.items():
        outcome = (key[0], *(told.partition(",")[0] for told in key[2:]))
        lines[outcome] += 1
        if lines[outcome] <= SHOWN_LINES:
            kept[key] = " ".join(answers[:SHOWN_ANSWERS])
    return kept


def line_of(cells: list[str]) -> str:
    """A line of a Markdown table."""
    return "| " + " | ".join(cells) + " |"


def outcome_of(row: dict[str, Any], syntax: str) -> str:
    """The reason, and the place where the row fixes one."""
    place = row.get("position", {}).get(syntax)
    reason = "**correct**" if row[syntax] == "correct" else row[syntax].replace("_", " ")
    return reason if place is None else f"{reason}, {place}"


def puzzle_of(row: dict[str, Any]) -> str:
    """The numbers, and whatever is not as usual."""
    parts = [" ".join(map(str, row["numbers"]))]
    if row["target"] != fv.RULES["classic"].target:
        parts.append(f"→ {row['target']}")
    rules = row.get("rules", [])
    parts += (
        [f"`{rules}`"]
        if isinstance(rules, str)
        else [f"`{k}={v!r}`" for k, v in dict(rules).items()]
    )
    parts += [
        f"`{name}`" if value is True else f"`{value}`"
        for name, value in row.get("options", {}).items()
    ]
    return ", ".join(parts).replace(", →", " →")


def written(answer: object) -> str:
    """An answer as code in a table: what prints nothing by its name, a bar escaped."""
    if not isinstance(answer, str):
        return f"`{answer!r}`"
    inner = answer.strip(" ")
    edges = (
        "␣" * (len(answer) - len(answer.lstrip(" "))),
        "␣" * (len(answer) - len(answer.rstrip(" "))),
    )
    text = edges[0] + "".join(map(visible, inner)) + (edges[1] if inner else "")
    mark = "``" if "`" in text else "`"
    pad = " " if "`" in text else ""
    return f"{mark}{pad}{text or '⟨empty⟩'}{pad}{mark}".replace("|", "\\|")


def visible(character: str) -> str:
    """The character, or its name where it prints nothing."""
    names = {"\n": "⟨LF⟩", "\r": "⟨CR⟩", "\t": "⟨TAB⟩"}
    if character in names or character.isprintable():
        return names.get(character, character)
    return f"⟨U+{ord(character):04X}⟩"


def commands_page() -> str:
    """The help text of every command."""
    settings = {**commands.context_settings, "terminal_width": 90}
    context = click.Context(commands, info_name="facevalue", **settings)
    parts = ["# The commands\n", f"```text\n{commands.get_help(context)}\n```\n"]
    for name, command in commands.commands.items():
        parts += help_of(command, click.Context(command, context, name, **settings))
    return NOTE + "\n".join(parts)


def help_of(command: click.Command, context: click.Context) -> list[str]:
    """The help text of a command, then those of its own commands if it has some."""
    parts = [f"## {context.command_path}\n", f"```text\n{command.get_help(context)}\n```\n"]
    settings = {**command.context_settings, "terminal_width": context.terminal_width}
    for name, inner in getattr(command, "commands", {}).items():
        parts += help_of(inner, click.Context(inner, context, name, **settings))
    return parts


def picture() -> str:
    """A terminal with a few questions and their answers, as SVG."""
    console = Console(record=True, width=64, file=io.StringIO(), force_terminal=True)
    for question in PICTURED:
        console.print(Text.assemble(("$ ", "dim"), (f"facevalue {question}", "bold")))
        for line in answer(question.split()[1:]):
            console.print(Text(line, "green"))
    return console.export_svg(title="facevalue", unique_id="facevalue")


def deal_picture() -> str:
    """A terminal with two deals, as SVG."""
    console = Console(record=True, width=64, file=io.StringIO(), force_terminal=True)
    for rules, options in (("classic", {}), ("countdown", {"large": 2})):
        words = [
            "deal",
            "--rules",
            rules,
            "--seed",
            "24",
            *(f"--{k} {v}" for k, v in options.items()),
        ]
        console.print(Text.assemble(("$ ", "dim"), (f"facevalue {' '.join(words)}", "bold")))
        dealt = fv.deal(rules, seed=24, **options)
        for line in (*deal_lines(dealt), Text(f"make {dealt.target}")):
            console.print(line)
    return console.export_svg(title="facevalue", unique_id="facevalue-deal")


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
    "grading.md": grading_page,
    "games.md": games_page,
    "commands.md": commands_page,
    "solve.svg": picture,
    "deal.svg": deal_picture,
    "reach.svg": lambda: fv.reachable("1 2 3 4 5 50").svg,
    "hand.svg": partial(drawn, "7H 7S 7D AS AC"),
    "range.svg": lambda: poker.Range.parse("QQ+, AKs, A5s-A2s, T9s-65s, 0.5(JJ-99, KQs)").svg,
}


if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")
