"""What --json prints: the public values as JSON objects."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import facevalue as fv
from facevalue.cli.lines import nearest
from facevalue.puzzle import number_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from facevalue import Expression, Puzzle, Rules, Solutions, Verdict
    from facevalue.bench import Timing
    from facevalue.puzzle import (
        Closest,
        Difficulty,
        Hint,
        PuzzleBatch,
        Reachable,
        Round,
        WholeGame,
        WholeGameStats,
    )

    Entry = dict[str, object]


def number_entry(number: Fraction | None) -> int | str | None:
    """A whole number as it is, a fraction as text, so that no reader makes a float of it.

    One of more than 4300 digits, which Python does not print, is told by its digits.

    >>> from fractions import Fraction
    >>> number_entry(Fraction(24)), number_entry(Fraction(3, 4)), number_entry(Fraction(10**5000))
    (24, '3/4', 'a number of 5001 digits')
    """
    if number is None:
        return None
    text = number_text(number)
    return number.numerator if text.lstrip("-").isdigit() else text


def expression_entry(expression: Expression, notation: str) -> Entry:
    """An expression and its value."""
    return {"expression": expression.to(notation), "value": number_entry(expression.value)}


def puzzle_entry(puzzle: Puzzle | Solutions) -> Entry:
    """The numbers, the target and the rules."""
    return {
        "numbers": [number_entry(number) for number in puzzle.numbers],
        "target": number_entry(puzzle.target),
        "rules": puzzle.rules.name,
    }


def question_entry(solutions: Solutions) -> Entry:
    """What was asked."""
    return puzzle_entry(solutions) | {"distinct": solutions.distinct}


def solutions_entry(solutions: Solutions, notation: str, *, first: bool, stats: bool) -> Entry:
    """What was asked and the answer; `count` is the number of solutions listed."""
    simplest = solutions.first
    listed = list(solutions) if not first else [simplest] if simplest else []
    closest = () if listed else nearest(solutions)
    figures = solutions.stats
    entry: Entry = {
        **question_entry(solutions),
        "count": len(listed),
        "candidates": figures.candidates,
        "solutions": [expression_entry(each, notation) for each in listed],
        "closest": [expression_entry(each, notation) for each in closest],
    }
    if stats:
        entry["stats"] = figures.as_dict()
    return entry


def difficulty_entry(puzzle: Puzzle, rated: Difficulty | None) -> Entry:
    """What was asked and how hard it is; null where nothing solves it."""
    figures = None if rated is None else rated.as_dict() | {"parts": dict(rated.parts)}
    return puzzle_entry(puzzle) | {"difficulty": figures}


def hint_entry(puzzle: Puzzle, hint: Hint) -> Entry:
    """What was asked, and what the hint tells."""
    return puzzle_entry(puzzle) | hint.as_dict()


def closest_entry(puzzle: Puzzle, closest: Closest) -> Entry:
    """What was asked, the nearest values, and the fewest steps to each."""
    ways = zip(closest, closest.steps, strict=True)
    return {
        **puzzle_entry(puzzle),
        "distance": number_entry(closest.distance),
        "closest": [expression_entry(way, "infix") | {"steps": steps} for way, steps in ways],
    }


def row_entry(rows: PuzzleBatch, place: int) -> Entry:
    """A generated puzzle and its labels."""
    difficulty = float(rows.labels.difficulty[place])
    return {
        "numbers": rows.numbers[place, : rows.sizes[place]].tolist(),
        "target": int(rows.targets[place]),
        "rules": rows.rules.name,
        "solvable": bool(rows.labels.solvable[place]),
        "solution_count": int(rows.labels.solution_count[place]),
        "needs_fraction": bool(rows.labels.needs_fraction[place]),
        "difficulty": difficulty if rows.labels.solvable[place] else None,
    }


def deal_entry(deal: Puzzle) -> Entry:
    """What is dealt; `cards` is empty where it is no cards."""
    return {
        "numbers": [number_entry(number) for number in deal.numbers],
        "target": number_entry(deal.target),
        "rules": deal.rules.name,
        "cards": [str(card) for card in deal.cards],
    }


def solved_entry(solutions: Solutions) -> Entry:
    """The simplest solution, and how many there are."""
    simplest = solutions.first
    return {"count": len(solutions), "solution": None if simplest is None else str(simplest)}


def round_entry(current: Round) -> Entry:
    """What is dealt, what was answered, and what it is worth; `value` is that of the answer."""
    return {
        **deal_entry(current.puzzle),
        "answer": current.answered,
        "value": number_entry(current.best),
        "no_solution": current.says_no_solution,
        "right": current.is_right,
        "hints": current.hints,
        "points": current.points,
    }


def verdict_entry(verdict: Verdict) -> Entry:
    """What is said of an answer."""
    return verdict.as_dict()


def grades_entry(counts: Mapping[str, int]) -> Entry:
    """How many completions there are of each reason."""
    reasons = {reason.value: counts[reason] for reason in fv.Reason if counts[reason]}
    return {"count": sum(reasons.values()), "correct": counts["correct"], "reasons": reasons}


def reach_entry(reachable: Reachable) -> Entry:
    """What was asked, and which of the targets can be made."""
    return {
        "numbers": [number_entry(number) for number in reachable.numbers],
        "rules": reachable.rules.name,
        "low": reachable.low,
        "high": reachable.high,
        "count": len(reachable),
        "values": list(reachable.values),
        "missing": list(reachable.missing),
    }


def whole_game_entry(game: WholeGame) -> Entry:
    """The figures of a whole game; of `targets`, those that fewest choices make come first."""
    return {
        "rules": game.rules.name,
        "low": game.low,
        "high": game.high,
        "total": whole_game_stats_entry(game.total),
        "by_large": [whole_game_stats_entry(stats) for stats in game.by_large],
        "targets": [
            {"target": target, "choices": choices} for target, choices in game.targets.items()
        ],
    }


def whole_game_stats_entry(stats: WholeGameStats) -> Entry:
    """A row of figures; the share is a fraction as text, and a decimal for those who draw."""
    return stats.as_dict() | {"decimal": float(stats.share)}


def rules_entry(rules: Rules) -> Entry:
    """A row of `RULES`."""
    return rules.as_dict() | {"deck": rules.deck.name, "scoring": rules.scoring.name}


def timing_entry(timing: Timing) -> Entry:
    """What came out of a part of the suite; `rate` is how many a second."""
    return timing.as_dict() | {"rate": timing.rate}


def in_json(entry: Entry | list[Entry]) -> str:
    """The text of an entry, on one line."""
    return json.dumps(entry, ensure_ascii=False)
