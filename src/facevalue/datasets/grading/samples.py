"""Finds the completions in a table of any framework, and the puzzle that each answers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from facevalue.budget import watched
from facevalue.datasets.files.json_rows import Batch
from facevalue.datasets.files.piece import Piece
from facevalue.datasets.tables.puzzle_reader import REPLIES, PuzzleReader, PuzzleRows, read_cells
from facevalue.errors import FaceValueError, quoted

NO_MODEL = "no model"  # the name for rows that do not name one
FILTER = "filter"  # a column of the samples that lm-eval logs


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


def find_samples(
    reader: PuzzleReader,
    piece: Piece,
    batch: Batch,
    group_by: str | None,
    lm_eval_filter: object,
    *,
    with_models: bool,
) -> Samples:
    """Find the completions of some rows; a cell with a list has several for one prompt.

    Args:
        reader: finds the cells.
        piece: the rows.
        batch: the columns of the rows.
        group_by: the column that is the same for all completions of a prompt; None for the row.
        lm_eval_filter: the filter to use, because lm-eval logs each completion once per filter.
        with_models: find the model of each completion.
    """
    size = piece.size
    puzzles = reader.read(batch, size, piece.unreadable)
    problems = puzzles.problems
    role = completion_role(reader, batch)
    name, cells = reader.name(batch, role) or "", reader.cells(batch, role) or [None] * size
    indices: Sequence[int] = range(size)
    skipped = set(problems)
    if name in REPLIES and lm_eval_filter is not None:
        filters = enumerate(batch.get(FILTER, ()))
        skipped |= {index for index, cell in filters if cell not in (None, lm_eval_filter)}
    column = None
    if not set(map(type, cells)) <= {str}:
        lists = read_cells(cells, _list_completions, [], problems)
        skipped |= set(problems)
        lists = [[] if index in skipped else cell for index, cell in enumerate(lists)]
        if any(len(cell) != 1 for index, cell in enumerate(lists) if index not in skipped):
            column = name
        indices = [index for index, cell in enumerate(lists) for _ in cell]
        cells = list(chain.from_iterable(lists))
    elif skipped:
        indices = [index for index in indices if index not in skipped]
        cells = [cells[index] for index in indices]
    groups: Sequence[Any] = range(piece.first, piece.first + size)
    if group_by is not None:
        groups = [
            key if isinstance(key, int) else json.dumps(key, default=str)
            for key in watched(batch[group_by])
        ]
    names = (reader.cells(batch, "model") or [None] * size) if with_models else ()
    models = list(_name_models(names, indices)) if with_models else ()
    if len(indices) == size and column is None:
        return Samples(cells, puzzles, range(size), groups, models, None, problems)
    groups = [groups[index] for index in indices]
    return Samples(cells, puzzles.take(indices), indices, groups, models, column, problems)


def _name_models(cells: Sequence[Any], indices: Sequence[int]) -> Iterator[str]:
    """Yield the model of each completion, given the row of each.

    The cell of a row has one name for all its completions, or one for each.
    """
    counts = Counter(indices)
    done: Counter[int] = Counter()
    for index in watched(indices):
        cell = cells[index]
        if isinstance(cell, (list, tuple)) and len(cell) == counts[index]:
            cell = cell[done[index]]
        done[index] += 1
        yield NO_MODEL if cell in (None, "") else cell if isinstance(cell, str) else quoted(cell)


def completion_role(reader: PuzzleReader, batch: Batch) -> str:
    """Return the role of the column to judge: "answer" in a file that only has answers."""
    has_completions = reader.name(batch, "completion") is not None
    return "completion" if has_completions or not reader.name(batch, "answer") else "answer"


def _list_completions(cell: object) -> list[Any]:
    """Return the completions in a cell; a list of strings or of conversations has several."""
    if isinstance(cell, Mapping) and "content" in cell:
        return [{"content": cell["content"]}]  # one completion, whatever its role is
    if isinstance(cell, (list, tuple)) and cell:
        if all(isinstance(part, (str, list, tuple)) for part in cell):
            return list(cell)
        if any(isinstance(part, str) for part in cell):
            raise FaceValueError(f"a completion mixes strings and messages: {quoted(cell)}")
    return [cell]
