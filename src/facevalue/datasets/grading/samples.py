"""Finds the completions in a table of any framework, each with the puzzle that it answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from facevalue.budget import watched
from facevalue.datasets.tables.puzzle_reader import REPLIES, read_cells
from facevalue.errors import FaceValueError, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from facevalue.datasets.tables.files import Batch, Piece
    from facevalue.datasets.tables.puzzle_reader import PuzzleReader, PuzzleRows

FILTER = "filter"  # a column of the samples that lm-eval logs


class Samples(NamedTuple):
    """Completions in the order of the file, in lists of the same length.

    Attributes:
        completions: strings, messages or lists of messages; None for an empty cell.
        puzzles: the puzzle that each answers.
        places: its row among those that were read.
        groups: what the completions for the same prompt have in common.
        column: the column of the completions, if a cell of it contains several.
        problems: what is wrong with the rows that have no valid puzzle or completion, by place.
    """

    completions: list[Any]
    puzzles: PuzzleRows
    places: Sequence[int]
    groups: Sequence[Any]
    column: str | None
    problems: dict[int, str]


def find_samples(
    reader: PuzzleReader, piece: Piece, group_by: str | None, lm_eval_filter: object
) -> Samples:
    """The completions of some rows; a cell with a list of strings contains several for one prompt.

    Args:
        reader: finds the cells.
        piece: the rows.
        group_by: the column that is the same for all completions of a prompt; None for the row.
        lm_eval_filter: the samples that lm-eval logs contain each completion once per filter; only
            this filter counts.
    """
    batch, size = piece.columns, piece.size
    puzzles = reader.read(batch, size, piece.unreadable)
    problems = puzzles.problems
    role = completion_role(reader, batch)
    name, cells = reader.name(batch, role) or "", reader.cells(batch, role) or [None] * size
    places: Sequence[int] = range(size)
    skipped = set(problems)
    if name in REPLIES and lm_eval_filter is not None:
        filters = enumerate(batch.get(FILTER, ()))
        skipped |= {place for place, cell in filters if cell not in (None, lm_eval_filter)}
    column = None
    if not set(map(type, cells)) <= {str}:
        lists = read_cells(cells, _list_completions, [], problems)
        skipped |= set(problems)
        if any(len(found) != 1 for place, found in enumerate(lists) if place not in skipped):
            column = name
        places = [place for place, found in enumerate(lists) if place not in skipped for _ in found]
        cells = [one for place, found in enumerate(lists) if place not in skipped for one in found]
    elif skipped:
        places = [place for place in places if place not in skipped]
        cells = [cells[place] for place in places]
    groups: Sequence[Any] = range(piece.first, piece.first + size)
    if group_by is not None:
        groups = [
            key if isinstance(key, int) else json.dumps(key, default=str)
            for key in watched(batch[group_by])
        ]
    if len(places) == size and column is None:
        return Samples(cells, puzzles, range(size), groups, None, problems)
    groups = [groups[place] for place in places]
    return Samples(cells, puzzles.take(places), places, groups, column, problems)


def completion_role(reader: PuzzleReader, batch: Batch) -> str:
    """The role of the completions: in a file without them, these are the answers, if any."""
    has_completions = reader.name(batch, "completion") is not None
    return "completion" if has_completions or not reader.name(batch, "answer") else "answer"


def _list_completions(cell: object) -> list[Any]:
    """The completions in a cell: a list of strings or of conversations contains several."""
    if isinstance(cell, Mapping) and "content" in cell:
        return [{"content": cell["content"]}]  # without its role it is one completion anywhere
    if isinstance(cell, (list, tuple)) and cell:
        if all(isinstance(part, (str, list, tuple)) for part in cell):
            return list(cell)
        if any(isinstance(part, str) for part in cell):
            raise FaceValueError(f"a completion mixes strings and messages: {quoted(cell)}")
    return [cell]
