"""The completions in a table of any framework, and the puzzle that each answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from facevalue.datasets.tables.puzzle_reader import PuzzleRows


class Samples(NamedTuple):
    """Completions in the order of the file, in lists of the same length.

    Attributes:
        completions: strings, messages or lists of messages; None for an empty cell.
        puzzles: the puzzle of each completion.
        indices: the index of each completion's row in the piece.
        groups: a key for each completion, the same for all completions of a prompt.
        models: the model that wrote each completion; () if it was not requested.
        column: the column of the completions, if a cell contains several; else None.
        problems: what is wrong with the rows that have no valid puzzle or completion, by index.
    """

    completions: list[Any]
    puzzles: PuzzleRows
    indices: Sequence[int]
    groups: Sequence[Any]
    models: Sequence[str]
    column: str | None
    problems: dict[int, str]
