"""The queries that make and judge puzzles.

To add a query, write a public function with a docstring and add a `Query` here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import facevalue as fv
from facevalue import puzzle
from facevalue.queries import parameters as p
from facevalue.queries.arguments import has_few_numbers
from facevalue.queries.parameter import BARE
from facevalue.queries.query import Query, Result, always
from facevalue.value import as_json


def _verdict_as_json(result: Result) -> Any:
    verdict = result.value
    given = result["numbers"], result["target"], result["rules"]
    numbers, target, rules = puzzle.read_puzzle(*given, any_size=True)
    content = {
        "numbers": as_json(numbers),
        "target": as_json(target),
        "rules": as_json(rules),
        "answer": result["answer"],
    }
    distance = points = None
    if verdict.reason in (fv.Reason.CORRECT, fv.Reason.WRONG_VALUE) and verdict.value is not None:
        distance = abs(verdict.value - target)
        points = rules.scoring.points_for(distance)
    return content | verdict.as_dict() | {"distance": as_json(distance), "points": points}


_STEP_WORDS = {True: "solvable", False: "not solvable", None: "unreadable"}


def _deal_as_json(result: Result) -> Any:
    first, *more = result.value
    targets = [as_json(item.target) for item in result.value] if more else []
    return first.as_dict() | {"seed": result["seed"]} | ({"targets": targets} if targets else {})


def _generate_batches(result: Result) -> Iterator[puzzle.PuzzleBatch]:
    if result["all"] and "count" in result.arguments:
        raise fv.RuleError("`all` cannot be combined with `count`; use one of them")
    batches: Iterator[puzzle.PuzzleBatch]
    batches = result.value.batches(result["seed"], count=None if result["all"] else result["count"])
    return batches


def _daily_as_json(result: Result) -> Any:
    day = result.value
    first, *_ = day.digits
    digits = first.as_dict() | {"targets": [as_json(item.target) for item in day.digits]}
    return day.as_dict() | {"digits": digits}


PLAY_QUERIES = (
    Query(
        function="puzzle.deal_game",
        name="deal",
        parameters=(p.RULES, p.DRAWN_SEED, p.LARGE, p.SOLVABLE),
        keys="Puzzle seed targets?",
        to_json=_deal_as_json,
        quick=always,
    ),
    Query(
        function="puzzle.daily",
        parameters=(p.DATE,),
        examples=("daily", "daily 2026-01-31 --json"),
        keys="puzzle.Daily",
        to_json=_daily_as_json,
        quick=lambda arguments: "date" in arguments,
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
        to_json=_verdict_as_json,
        to_lines=lambda result: (f"{result.value.reason}: {result.value.message}",),
        found=lambda result: result.value.correct,
        layout=BARE,
        quick=always,
    ),
    Query(
        function="puzzle.still_solvable",
        parameters=(p.STEPS, *p.PUZZLE, p.LIMIT),
        details="A single - reads all of stdin as the steps.",
        examples=("still-solvable '8 / 3 = 8/3' --numbers 3,3,8,8",),
        keys="still_solvable",
        to_json=lambda result: {"still_solvable": result.value},
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
