"""API answers that differ from the command line's JSON."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue import json_answers
from facevalue.errors import quoted
from facevalue.randomness import random_seed
from facevalue.value import as_json

if TYPE_CHECKING:
    Answer = dict[str, Any]

# JavaScript reads whole numbers exactly up to 2^53; a dealt seed stands in the address of a page.
_SEEDS = 2**32


def hint(puzzle: fv.Puzzle, level: int = 1) -> Answer:
    """The puzzle and a hint, also as the lines of its text."""
    found = puzzle.hint(level)
    return puzzle.as_dict() | found.as_dict() | {"lines": str(found).splitlines()}


def check(
    puzzle: fv.Puzzle,
    answer: str,
    *,
    syntax: Any = "lenient",  # noqa: ANN401 - a name from outside, which the library checks
    steps: bool = False,
) -> Answer:
    """The verdict on an answer, how far from the target it is, and the points for it."""
    question = (answer, puzzle.numbers, puzzle.target, puzzle.rules)
    verdict = json_answers.judged(*question, syntax=syntax, steps=steps)
    asked = puzzle.as_dict() | {"answer": answer} | verdict.as_dict()
    if verdict.reason not in (fv.Reason.CORRECT, fv.Reason.WRONG_VALUE) or verdict.value is None:
        return asked | {"distance": None, "points": None}
    distance = abs(verdict.value - puzzle.target)
    points = puzzle.rules.scoring.points_for(distance)
    return asked | {"distance": as_json(distance), "points": points}


def still_solvable(puzzle: fv.Puzzle, steps: str) -> Answer:
    """After each step, whether the numbers that are left can still make the target."""
    found = fv.puzzle.still_solvable(steps, puzzle.numbers, puzzle.target, puzzle.rules)
    return puzzle.as_dict() | {"still_solvable": found}


def deal(rules: Any = "classic", *, seed: int | None = None, **options: Any) -> Answer:  # noqa: ANN401 - as above
    """A dealt puzzle and its seed; with all targets if its game has several."""
    number = random_seed() % _SEEDS if seed is None else seed
    return _rounds(fv.puzzle.deal_game(rules, seed=number, **options)) | {"seed": number}


def _rounds(puzzles: tuple[fv.Puzzle, ...]) -> Answer:
    targets = [as_json(puzzle.target) for puzzle in puzzles]
    return puzzles[0].as_dict() | ({"targets": targets} if len(targets) > 1 else {})


def generate(
    rules: Any = "classic",  # noqa: ANN401 - as above
    *,
    count: int = 1,
    difficulty: str | None = None,
    **options: Any,  # noqa: ANN401 - as above
) -> Answer:
    """Puzzles that match the filters; `difficulty` is a percentile or a range such as 90-100."""
    percentiles = None if difficulty is None else _percentiles(difficulty)
    found = fv.generate(rules, count=count, difficulty=percentiles, **options)
    return {"puzzles": [puzzle.as_dict() for puzzle in found]}


def _percentiles(text: str) -> tuple[float, float]:
    low, dash, high = text.partition("-")
    try:
        return float(low), float(high if dash else low)
    except ValueError:
        raise fv.RuleError(
            f"difficulty must be a percentile or a range such as 90-100, not {quoted(text)}"
        ) from None


def daily(date: str | None = None) -> Answer:
    """The puzzles of a day."""
    return _day(date or datetime.now(UTC).date().isoformat())


@lru_cache(maxsize=64)  # everybody asks for the same few days
def _day(date: str) -> Answer:
    found = fv.puzzle.daily(date)
    return found.as_dict() | {"digits": _rounds(found.digits)}


def poker_range(text: str, game: Any = "holdem", *, dead: str = "") -> Answer:  # noqa: ANN401 - as above
    """The hands of a range, and in hold'em the share of each starting hand that is in it."""
    found = fv.poker.parse_range(text, game, dead=dead)
    answer = json_answers.range_answer(found, game)
    if not isinstance(found, fv.poker.Range):
        return answer
    return answer | {
        "grid": {name: float(share) for name, share in found.starting_hands.items() if share}
    }


def rules(name: Any = None) -> Answer:  # noqa: ANN401 - as above
    """The rows of the rules with their decks and scoring, or the one of that name."""
    rows = fv.RULES.values() if name is None else [fv.puzzle.rules_named(name)]
    return {"rules": [row.as_dict() | _details(row) for row in rows]}


def _details(row: fv.Rules) -> Answer:
    return {"deck": row.deck.as_dict(), "scoring": row.scoring.as_dict()}


def games() -> Answer:
    """The rows of the poker games, with what they take: counts of cards are [least, most]."""
    return {"games": [row.as_dict() | _cards_of(row) for row in fv.poker.GAMES.values()]}


def _cards_of(row: fv.poker.Game) -> Answer:
    return {
        "ranks": row.ranks,
        "hole_sizes": _bounds(row.hole_sizes),
        "hand_sizes": _bounds(row.hand_sizes),
        "board_sizes": _bounds(row.board_sizes) if row.from_hole else None,
        "hand_count": row.hand_count,
        "has_ranges": row.has_ranges,
        "has_starting_hands": row.has_starting_hands,
        "has_explanation": row.ranking.name == "high",
    }


def _bounds(sizes: range) -> list[int]:
    return [sizes[0], sizes[-1]]


def notations() -> Answer:
    """The names of the notations, and how each looks."""
    rows = fv.NOTATIONS.values()
    fields = ("name", "summary", "example")
    return {"notations": [{name: getattr(row, name) for name in fields} for row in rows]}
