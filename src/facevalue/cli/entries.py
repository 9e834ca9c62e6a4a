"""What --json prints: the public values as JSON objects, one a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from facevalue.cli.lines import nearest

if TYPE_CHECKING:
    from facevalue import Puzzle, Solutions

    Entry = dict[str, object]


def solutions_entry(
    puzzle: Puzzle, solutions: Solutions, notation: str, *, first: bool, stats: bool
) -> Entry:
    """The puzzle, its solutions, and the nearest values where it has none.

    With `first`, `solution_count` is null unless it is 0: to count them all is what the option
    saves.
    """
    listed = _first(solutions, notation) if first else solutions.as_dict(notation)
    figures = solutions.stats
    entry = puzzle.as_dict() | listed | {"candidates": figures.candidates}
    closest = None if listed["solutions"] else nearest(solutions)
    distance = 0 if listed["solutions"] else None
    entry |= closest.as_dict(notation) if closest else {"distance": distance, "closest": []}
    return entry | ({"stats": figures.as_dict()} if stats else {})


def _first(solutions: Solutions, notation: str) -> Entry:
    simplest = solutions.first
    listed = [] if simplest is None else [simplest.as_dict(notation)]
    return {
        "distinct": solutions.distinct,
        "solution_count": None if listed else 0,
        "solutions": listed,
        "truncated": bool(listed),
    }


def in_json(entry: Entry | list[Entry]) -> str:
    """The text of an entry, on one line."""
    return json.dumps(entry, ensure_ascii=False)
