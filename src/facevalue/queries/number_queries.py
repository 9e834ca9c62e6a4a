"""The queries that solve number puzzles.

To add a query, write a public function with a docstring and add a `Query` here.

JSON:
    stats (stats): what the search did.
    score (real or null): the number that determines the percentile.
    parts (real by name): the terms that add up to the score.
    still_solvable (list of (boolean or null)): after each step; null for an unreadable step.
    lines (list of text): the lines that the command prints.
    targets
"""

from __future__ import annotations

from collections.abc import Iterator

import facevalue as fv
from facevalue import puzzle
from facevalue.errors import counted, makes
from facevalue.options import take
from facevalue.queries import parameters as p
from facevalue.queries.arguments import has_few_numbers
from facevalue.queries.parameter import BARE, LINE, TABLE
from facevalue.queries.query import Note, Query, Result, always

_LINES = (
    'A single - reads puzzles from stdin, one per line: numbers, then "-> target" and "(rules)" '
    "if they are not the defaults, or a JSON object with numbers, target and rules. Empty lines "
    "and comments after # are skipped. The exit code is the highest of all lines."
)
_NUMBERS_HELP = (
    "NUMBERS are whole numbers, fractions like 3/4, decimals, or cards like KS. A single - reads "
    "puzzles from stdin, as in solve."
)
_CLOSEST_HELP = "If there is no solution, the command shows the closest values and exits with 1."
# How many solutions are listed of numbers that probably mean another puzzle.
_FEW_LISTED = 20


def find_closest(solutions: fv.Solutions) -> puzzle.Closest | fv.LimitError:
    """Return the values closest to the target, or the error if finding them would take too long."""
    try:
        return solutions.closest()
    except fv.LimitError as error:
        return error


def _solutions_as_lines(result: Result) -> Iterator[str | fv.LimitError]:
    solutions, notation = result.value, result["notation"]
    is_solved = False
    most = 1 if result["first"] else result["most"]
    is_cut = most is None and bool(result.question)
    for expression in take(solutions, _FEW_LISTED if is_cut else most):
        shown = expression.to(notation)
        yield f"\n{shown}" if is_solved and "\n" in shown else shown
        is_solved = True
    if not is_solved:
        closest = find_closest(solutions)
        if isinstance(closest, fv.LimitError):
            yield closest
            yield solutions.rules.no_solution
        else:
            leads = f"{solutions.rules.no_solution}; closest is", "equally close is"
            for lead, way in zip(leads, closest, strict=False):
                shown = way.to(notation)
                yield f"{lead}\n{shown}" if "\n" in shown else f"{lead} {way.value} = {shown}"
    if is_cut and len(solutions) > _FEW_LISTED:
        total = len(solutions)
        yield Note(f"facevalue: {_FEW_LISTED} of {total} solutions; --most {total} lists all")
    if result["stats"]:
        stats = solutions.stats
        unit = "candidates walked through" if stats.handled else "look-ups in tables"
        workers = len(stats.handled) or 1
        if stats.candidates is not None:
            yield Note(counted(stats.candidates, "candidate"))
        yield Note(f"{stats.searched} {unit} in {stats.seconds:.6f} s, workers: {workers}")
        for number, handled in enumerate(stats.handled, 1):
            yield Note(f"worker {number} handled {counted(handled, 'candidate')}")


def _values_lines(result: Result) -> Iterator[str]:
    values = result.value
    for value, expression in values.items():
        yield f"{value} = {expression.to(result['notation'])}"
    yield makes(values.numbers, counted(len(values), "value"))


def list_rules(rules: str | None = None) -> tuple[fv.Rules, ...]:
    """List the rules of all games, or describe one of them."""
    return tuple(fv.RULES.values()) if rules is None else (puzzle.rules_named(rules),)


def list_notations() -> tuple[puzzle.Notation, ...]:
    """List the notations of expressions."""
    return tuple(fv.NOTATIONS.values())


NUMBER_QUERIES = (
    Query(
        function="solve",
        parameters=(
            *p.PUZZLE,
            p.DISTINCT,
            p.NOTATION,
            p.FIRST,
            p.LISTED,
            p.STATS,
            p.METHOD,
            p.WORKERS,
            p.LIMIT,
        ),
        details=(
            "NUMBERS are whole numbers, fractions like 3/4, decimals, or cards like KS. If the "
            "rules deal a target, a last number that cannot be a tile is the target.\n\n"
            f"{_LINES}\n\n{_CLOSEST_HELP}"
        ),
        examples=(
            "solve 6 6 5 2 --target 17",
            "solve KS QD 3C 3H --first --notation steps",
            "solve 75 50 2 3 8 7 --target 812 --rules countdown --json",
        ),
        keys="Solutions candidate_count distance closest stats?",
        to_lines=_solutions_as_lines,
        found=lambda result: result.value,
        quick=has_few_numbers,
    ),
    Query(
        function="count",
        parameters=(*p.PUZZLE, p.DISTINCT, p.METHOD, p.WORKERS, p.LIMIT),
        details=_NUMBERS_HELP,
        examples=("count 2 4 8 10", "count 1 2 3 4 5 6 --target 100 --distinct raw"),
        keys="distinct solution_count",
        layout=LINE,
        quick=has_few_numbers,
    ),
    Query(
        function="hint",
        parameters=(*p.PUZZLE, p.LEVEL, p.LIMIT),
        details=(
            "Level 1 shows how many solutions there are, and whether all of them need a fraction, "
            "a negative number or a division. Level 2 adds the last operation of the simplest "
            "solution, level 3 its first step, level 4 its second, and so on.\n\n"
            f"{_NUMBERS_HELP} {_CLOSEST_HELP}"
        ),
        examples=("hint 8 8 3 3", "hint 8 8 3 3 --level 3"),
        keys="puzzle.Hint lines",
        found=lambda result: result.value.solution_count,
        quick=has_few_numbers,
    ),
    Query(
        function="closest",
        parameters=(*p.PUZZLE, p.NOTATION, p.LIMIT),
        details=(
            "There are two if a value below the target and one above are equally close. The exit "
            f"code is 0 if the target itself can be made, otherwise 1.\n\n{_NUMBERS_HELP}"
        ),
        examples=(
            "closest 1 1 1 1",
            "closest 1 2 3 4 5 50 --target 838 --rules countdown",
        ),
        keys="puzzle.Closest",
        found=lambda result: result.value.distance == 0,
        quick=has_few_numbers,
    ),
    Query(
        function="difficulty",
        parameters=(*p.PUZZLE, p.RATED_FOR, p.LIMIT),
        details=(
            "Prints a percentile and, for four numbers that make 24, the seconds that people need. "
            "--model language-model rates the puzzle for language models. "
            f"{_NUMBERS_HELP} The exit code is 1 if a puzzle has no solution."
        ),
        examples=(
            "difficulty 8 8 3 3",
            "difficulty 75 50 2 3 8 7 --target 812 --rules countdown",
            "difficulty 44 19 35 --target 98 --model language-model",
        ),
        keys="difficulty score parts",
        to_lines=lambda result: (str(result.value or "no solution"),),
        found=lambda result: result.value is not None,
        layout=LINE,
        quick=has_few_numbers,
    ),
    Query(
        function="candidates",
        parameters=(p.NUMBERS, p.RULES, p.DIGITS, p.NOTATION, p.ONLY_COUNT),
        details=_NUMBERS_HELP,
        examples=("candidates 6 6 5 2 --rules forth --count", "candidates 1 2 3 4 --notation apl"),
        keys="puzzle.Candidates",
        to_lines=lambda result: (
            (str(result.value.count()),)
            if result["count"]
            else (item.to(result["notation"]) for item in result.value)
        ),
    ),
    Query(
        function="reachable",
        name="reach",
        parameters=(
            p.NUMBERS,
            p.RULES,
            p.DIGITS,
            p.LOW_TARGET,
            p.HIGH_TARGET,
            p.MISSING,
            p.SVG,
            p.LIMIT,
        ),
        details=f"A target that can be made is shown as #, any other as a dot.\n\n{_NUMBERS_HELP}",
        examples=(
            "reach 75 50 2 3 8 7",
            "reach 1 2 3 4 5 50 --missing",
            "reach 4 4 4 4 --rules classic --low 0 --high 300 --picture > fours.svg",
        ),
        keys="puzzle.Reachable",
        found=lambda result: len(result.value),
        layout=BARE,
    ),
    Query(
        function="values",
        parameters=(p.NUMBERS, p.RULES, p.DIGITS, p.NOTATION, p.LOW_VALUE, p.HIGH_VALUE, p.LIMIT),
        details=f"Fractions and negative values are included.\n\n{_NUMBERS_HELP}",
        examples=("values 6 6 5 2 --rules apl --notation apl", "values 4 4 4 4 --low 0 --high 10"),
        keys="puzzle.Values",
        to_lines=_values_lines,
        found=lambda result: len(result.value),
        layout=BARE,
    ),
    Query(
        function="whole_game",
        parameters=(
            p.RULES,
            p.TILES,
            p.TILE_COUNT,
            p.LOW_TARGET,
            p.HIGH_TARGET,
            p.WORKERS,
            p.LIMIT,
        ),
        examples=(
            "whole-game",
            "whole-game --rules whole --tiles 1,2,3,4,5,6,7,8,9 --size 4 --low 1 --high 100",
        ),
        keys="puzzle.WholeGame",
        quick=None,
    ),
    Query(
        function=list_rules,
        name="rules",
        parameters=(p.LISTED_RULES,),
        examples=("rules", "rules countdown", "rules --json"),
        keys="rules: Rules",
        layout=TABLE,
        quick=always,
    ),
    Query(
        function=list_notations,
        name="notations",
        examples=("notations",),
        keys="notations: puzzle.Notation",
        to_lines=lambda result: (
            f"{item.name}: {item.example.replace(chr(10), '; ')}" for item in result.value
        ),
        quick=always,
    ),
)
