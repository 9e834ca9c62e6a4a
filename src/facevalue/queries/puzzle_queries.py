"""The queries that make and judge puzzles.

To add a query, write a public function with a docstring and add a `Query` here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import facevalue as fv
from facevalue import puzzle
from facevalue.queries import parameters as p
from facevalue.queries.arguments import has_few_numbers
from facevalue.queries.parameter import BARE
from facevalue.queries.query import Query, Result, always

_STEP_WORDS = {True: "solvable", False: "not solvable", None: "unreadable"}


def _generate_batches(result: Result) -> Iterator[puzzle.PuzzleBatch]:
    if result["all"] and "count" in result.arguments:
        raise fv.RuleError("`all` cannot be combined with `count`; use one of them")
    batches: Iterator[puzzle.PuzzleBatch]
    batches = result.value.batches(result["seed"], count=None if result["all"] else result["count"])
    return batches


PLAY_QUERIES = (
    Query(
        function="puzzle.deal_game",
        name="deal",
        parameters=(p.RULES, p.DRAWN_SEED, p.LARGE, p.SOLVABLE),
        keys="Puzzle seed targets?",
        quick=always,
    ),
    Query(
        function="puzzle.daily",
        parameters=(p.DATE,),
        examples=("daily", "daily 2026-01-31 --json"),
        keys="puzzle.Daily",
        quick=always,
    ),
)
JUDGE_QUERIES = (
    Query(
        function="check",
        parameters=(p.ANSWER, *p.PUZZLE, p.SYNTAX, p.ALLOW, p.IS_STEPS),
        details=(
            "A single - reads answers from stdin, one per line; with --steps, all of stdin is one "
            "answer."
        ),
        examples=(
            'check "6*(2+5/6)" --numbers 6,6,5,2 --target 17',
            r"check '\frac{8}{3-\frac{8}{3}} = 24' --numbers 3,3,8,8",
            "check - --numbers 1,2,3,4 --json < answers.txt",
        ),
        keys="numbers target rules answer Verdict distance points",
        to_lines=lambda result: (f"{result.value.reason}: {result.value.message}",),
        found=lambda result: result.value.correct,
        layout=BARE,
        any_size=True,
        quick=always,
    ),
    Query(
        function="puzzle.still_solvable",
        parameters=(p.STEPS, *p.PUZZLE, p.LIMIT),
        details="A single - reads all of stdin as the steps.",
        examples=("still-solvable '8 / 3 = 8/3' --numbers 3,3,8,8",),
        keys="still_solvable",
        to_lines=lambda result: (_STEP_WORDS[item] for item in result.value),
        found=lambda result: all(result.value),
        layout=BARE,
        quick=has_few_numbers,
    ),
    Query(
        function="puzzle.grader_vectors",
        name="vectors",
        details=(
            "Each has a puzzle, a completion, whether it is right, and why. Run your grader on the "
            "lines of --json, and compare its verdicts with `correct`."
        ),
        examples=("vectors", "vectors --json > vectors.jsonl"),
        keys="vectors: puzzle.GraderVector",
        to_json=lambda result: (vector.as_dict() for vector in result.value),
        to_lines=lambda result: map(str, result.value),
        quick=always,
    ),
)
MAKE_QUERIES = (
    Query(
        function="puzzle.PuzzleQuery",
        name="generate",
        parameters=(
            p.RULES,
            p.PUZZLE_COUNT,
            p.ALL,
            p.DRAWN_SEED,
            p.SIZE,
            p.LOW,
            p.HIGH,
            p.TARGETS,
            p.DIFFICULTY,
            p.DIFFICULTY_MODEL,
            p.SOLUTION_COUNT,
            p.HAS_SOLUTION,
            p.NEEDS_FRACTION,
            p.DEALABLE,
        ),
        details=(
            "'facevalue solve -' reads the lines. --json adds how many solutions a puzzle has, "
            "whether it needs a fraction, and how hard it is. The same options and seed print the "
            "same puzzles on every machine."
        ),
        examples=(
            "generate --count 3 --seed 7",
            "generate --needs-fraction --all",
            "generate --rules countdown --solution-count 1 --count 5 --json",
            "generate --low 1 --high 20 --target 10-99 --difficulty 90-100",
        ),
        keys="puzzles: puzzle.PuzzleBatch.as_dicts",
        to_json=lambda result: chain.from_iterable(
            batch.as_dicts() for batch in _generate_batches(result)
        ),
        to_lines=lambda result: map(str, chain.from_iterable(_generate_batches(result))),
    ),
)
