"""The verbs for number puzzles, from solve to rules."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import click

import facevalue as fv
from facevalue import json_answers
from facevalue.cli import verb
from facevalue.cli.lines import FOUND, NOT_FOUND, say, show_solutions, tell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from facevalue.puzzle import Stats


@click.command(
    cls=verb.Verb,
    epilog=verb.examples(
        "solve 6 6 5 2 --target 17",
        "solve KS QD 3C 3H --first --notation steps",
        "solve 75 50 2 3 8 7 --target 812 --rules countdown --json",
    ),
)
@verb.numbers
@verb.target
@verb.rules
@verb.distinct
@verb.notation
@click.option("--first", is_flag=True, help="Print only the simplest solution.")
@click.option("--stats", is_flag=True, help="Print search statistics on stderr.")
@verb.method
@verb.workers
@verb.limit
@verb.as_json
def solve(
    numbers: tuple[str, ...],
    target: str | None,
    rules: fv.Rules,
    notation: str,
    *,
    first: bool,
    stats: bool,
    as_json: bool,
    **options: Any,  # noqa: ANN401 - for the library, as they are
) -> int:
    """Print every distinct solution, the simplest first.

    NUMBERS are whole numbers, fractions like 3/4, decimals, or cards like KS. A single - reads
    puzzles from stdin, one per line: numbers, then "-> target" and "(rules)" if they are not the
    defaults, or a JSON object with numbers, target and rules. Empty lines and comments after # are
    skipped. The exit code is the highest of all lines; with --json each puzzle gives one line, and
    a wrong one an object with the error.

    If there is no solution, the closest values are shown and the exit code is 1.
    """
    gap = verb.Gap(is_wanted=not (as_json or first))

    def answer(puzzle: fv.Puzzle, title: str = "") -> int:
        if as_json:
            shown: Any = {"notation": notation, "first": first, "stats": stats}
            found = json_answers.solve(puzzle, **shown, **options)
            say(json_answers.line(found))
            return FOUND if found["solutions"] else NOT_FOUND
        solutions = fv.solve(puzzle.numbers, puzzle.target, puzzle.rules, **options)
        gap.leave(title)
        is_found = show_solutions(solutions, notation, first=first)
        if stats:
            _tell(solutions.stats)
        return FOUND if is_found else NOT_FOUND

    return verb.for_each_puzzle(answer, numbers, target, rules, as_json=as_json)


def _tell(stats: Stats) -> None:
    tell(f"{stats.candidates} candidates")
    walked = "candidates walked through" if stats.handled else "look-ups in tables"
    tell(f"{stats.searched} {walked} in {stats.seconds:.6f} s, workers: {len(stats.handled) or 1}")
    for number, handled in enumerate(stats.handled, 1):
        tell(f"worker {number} handled {handled} candidates")


@click.command(
    cls=verb.Verb,
    epilog=verb.examples("hint 8 8 3 3", "hint 8 8 3 3 --level 3"),
)
@verb.numbers
@verb.target
@verb.rules
@click.option(
    "--level",
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="How much to reveal: 1 what is needed, 2 the last operation, 3 the first step, ...",
)
@verb.limit
@verb.as_json
def hint(
    numbers: tuple[str, ...],
    target: str | None,
    rules: fv.Rules,
    level: int,
    *,
    limit: float | None,
    as_json: bool,
) -> int:
    """Print a hint that reveals no more than its level allows.

    Level 1 shows how many solutions there are, and whether all of them need a fraction, a negative
    number or a division. Level 2 adds the last operation of the simplest solution, level 3 its
    first step, level 4 its second, and so on. A single - reads puzzles from stdin, as in solve.

    If there is no solution, the closest values are shown and the exit code is 1.
    """
    gap = verb.Gap(is_wanted=not as_json)

    def answer(puzzle: fv.Puzzle, title: str = "") -> int:
        if as_json:
            answered = json_answers.hint(puzzle, level, limit=limit)
            say(json_answers.line(answered))
            return FOUND if answered["solution_count"] else NOT_FOUND
        found = puzzle.hint(level, limit=limit)
        gap.leave(title)
        say(str(found))
        return FOUND if found.solution_count else NOT_FOUND

    return verb.for_each_puzzle(answer, numbers, target, rules, as_json=as_json)


@click.command(
    cls=verb.Verb,
    epilog=verb.examples("closest 1 1 1 1", "closest 1 2 3 4 5 50 --target 838 --rules countdown"),
)
@verb.numbers
@verb.target
@verb.rules
@verb.limit
@verb.as_json
def closest(
    numbers: tuple[str, ...],
    target: str | None,
    rules: fv.Rules,
    *,
    limit: float | None,
    as_json: bool,
) -> int:
    """Print the values closest to the target, with the fewest steps.

    There are two if a value below the target and one above are equally close. The exit code is 0
    if the target itself can be made, otherwise 1. A single - reads puzzles from stdin, as in
    solve.
    """
    gap = verb.Gap(is_wanted=not as_json)

    def answer(puzzle: fv.Puzzle, title: str = "") -> int:
        if as_json:
            answered = json_answers.closest(puzzle, limit=limit)
            say(json_answers.line(answered))
            return FOUND if answered["distance"] == 0 else NOT_FOUND
        found = puzzle.closest(limit=limit)
        gap.leave(title)
        say(str(found))
        return FOUND if found.distance == 0 else NOT_FOUND

    return verb.for_each_puzzle(answer, numbers, target, rules, as_json=as_json)


@click.command(
    cls=verb.Verb,
    epilog=verb.examples("count 2 4 8 10", "count 1 2 3 4 5 6 --target 100 --distinct raw"),
)
@verb.numbers
@verb.target
@verb.rules
@verb.distinct
@verb.method
@verb.workers
@verb.limit
@verb.as_json
def count(
    numbers: tuple[str, ...],
    target: str | None,
    rules: fv.Rules,
    *,
    as_json: bool,
    **options: Any,  # noqa: ANN401 - as for solve
) -> int:
    """Print the number of distinct solutions.

    NUMBERS are as in solve; a single - reads puzzles from stdin, one per line.
    """

    def answer(puzzle: fv.Puzzle, title: str = "") -> int:
        if as_json:
            say(json_answers.line(json_answers.count(puzzle, **options)))
            return FOUND
        found = str(puzzle.solve(**options).count())
        say(f"{title}: {found}" if title else found)
        return FOUND

    return verb.for_each_puzzle(answer, numbers, target, rules, as_json=as_json)


@click.command(
    cls=verb.Verb,
    epilog=verb.examples(
        "difficulty 8 8 3 3", "difficulty 75 50 2 3 8 7 --target 812 --rules countdown"
    ),
)
@verb.numbers
@verb.target
@verb.rules
@verb.limit
@verb.as_json
def difficulty(
    numbers: tuple[str, ...],
    target: str | None,
    rules: fv.Rules,
    *,
    limit: float | None,
    as_json: bool,
) -> int:
    """Print how hard a puzzle is for people.

    The answer is a percentile and, where times of people are known, seconds.

    NUMBERS are as in solve; a single - reads puzzles from stdin, one per line. The exit code is 1
    if a puzzle has no solution.
    """

    def answer(puzzle: fv.Puzzle, title: str = "") -> int:
        if as_json:
            answered = json_answers.difficulty(puzzle, limit=limit)
            say(json_answers.line(answered))
            return FOUND if answered["difficulty"] else NOT_FOUND
        rated = fv.difficulty(puzzle.numbers, puzzle.target, puzzle.rules, limit=limit)
        text = str(rated or "no solution")
        say(f"{title}: {text}" if title else text)
        return NOT_FOUND if rated is None else FOUND

    return verb.for_each_puzzle(answer, numbers, target, rules, as_json=as_json)


@click.command(
    cls=verb.Verb,
    epilog=verb.examples(
        "candidates 6 6 5 2 --rules forth --count", "candidates 1 2 3 4 --notation apl"
    ),
)
@verb.numbers
@verb.rules
@verb.notation
@click.option("--count", "only_count", is_flag=True, help="Print only the number of expressions.")
@verb.as_json
def candidates(
    numbers: tuple[str, ...], rules: fv.Rules, notation: str, *, only_count: bool, as_json: bool
) -> int:
    """Print every expression that the rules allow, whatever its value.

    NUMBERS are as in solve; a single - reads puzzles from stdin, one per line, with or
    without a target.
    """
    most = 0 if only_count else None
    gap = verb.Gap(is_wanted=not (as_json or only_count))

    def answer(puzzle: fv.Puzzle, title: str = "") -> int:
        asked = puzzle.numbers, puzzle.rules
        if as_json:
            say(json_answers.line(json_answers.candidates(*asked, notation=notation, most=most)))
            return FOUND
        walk = fv.candidates(*asked)
        if only_count:
            say(f"{title}: {walk.count()}" if title else str(walk.count()))
            return FOUND
        gap.leave(title)
        for expression in walk:
            say(expression.to(notation))
        return FOUND

    return verb.for_each_choice(answer, numbers, rules, as_json=as_json)


_LONG = 10  # characters, and nobody's digit


def _digits(_: click.Context, __: click.Parameter, text: str) -> Sequence[int]:
    low, dash, high = text.partition("-")
    words = [low, high] if dash else text.split(",")
    if not all(word.isascii() and word.isdigit() and len(word) < _LONG for word in words):
        raise click.BadParameter(f"expected digits like 1-9 or 1,3,5: {text!r}")
    digits = [int(word) for word in words]
    if dash and digits[0] > digits[-1]:
        raise click.BadParameter(f"expected digits that count up, like 1-9: {text!r}")
    return range(digits[0], digits[-1] + 1) if dash else digits


@click.command(
    cls=verb.Verb,
    epilog=verb.examples("table --target 143 -o auto", "table --digits 1-6 --rules oberon"),
)
@click.option("--target", default="24", show_default=True, metavar="NUMBER", help="The target.")
@click.option(
    "--rules",
    type=verb.Word("rules", fv.RULES),
    default="oberon",
    show_default=True,
    callback=verb.row_of_rules,
    metavar="NAME",
    help="Rules with a fixed order and without parentheses.",
)
@click.option(
    "--digits",
    default="1-9",
    show_default=True,
    callback=_digits,
    help="The digits, as a range or separated by commas.",
)
@click.option(
    "-o",
    "--output",
    type=verb.OUTPUT_FILE,
    default="-",
    help="Write to this file instead of stdout; auto names it results.TARGET.",
)
@verb.limit
@verb.as_json
def table(
    target: str,
    rules: fv.Rules,
    digits: Sequence[int],
    output: str,
    *,
    limit: float | None,
    as_json: bool,
) -> int:
    """Print the rows of four digits that make the target."""
    rows = list(fv.table(digits, target, rules, limit=limit))
    lines = [_row_entry(*row) for row in rows] if as_json else _table_lines(rows)
    with verb.written(_table_file(target) if output == "auto" else output) as stream:
        if stream:
            stream.writelines(f"{line}\n".encode("ascii") for line in lines)
    return FOUND


def _table_file(target: str) -> str:
    """The name that the Oberon program gives its file."""
    goal = fv.puzzle.parse_number(target)
    if goal.denominator != 1:
        raise click.BadParameter(f"-o auto needs a whole number as target, not {target!r}")
    return f"results.{goal}"


def _row_entry(numbers: tuple[int, ...], operators: str) -> str:
    return json_answers.line({"numbers": list(numbers), "operators": operators})


# The file of the Oberon program game24: columns four wide, operators after four blanks.
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


@click.command(cls=verb.Verb, epilog=verb.examples("rules", "rules countdown", "rules --json"))
@click.argument("name", type=verb.Word("rules", fv.RULES), metavar="[NAME]", required=False)
@verb.as_json
def rules(name: str | None, *, as_json: bool) -> int:
    """List the rules, or describe one of them."""
    if as_json:
        say(json_answers.line(json_answers.rules(name)))
        return FOUND
    from facevalue.cli import draw  # noqa: PLC0415 - rich takes longer to load than all the rest

    if name:
        draw.draw_rules(fv.RULES[name])
    else:
        draw.draw_list(fv.RULES.values())
    return FOUND


VERBS = (solve, hint, closest, count, difficulty, candidates, table, rules)
