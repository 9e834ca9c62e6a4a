"""The prompts of an OpenAI batch, whose output only has the id of each request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from facevalue.datasets.files.json_rows import Batch
from facevalue.datasets.files.readers import file_type_of, read_pieces
from facevalue.datasets.files.sources import Source, find_tables
from facevalue.datasets.tables.puzzle_reader import PuzzleReader
from facevalue.errors import FaceValueError, quoted

_ID = "custom_id"


def read_requests(source: Source | Iterable[Source]) -> dict[object, object]:
    """Return the prompt of each request in the input files of a batch, by its `custom_id`.

    All prompts are in memory; a batch has at most 50,000.

    Raises:
        FaceValueError: a row has no `custom_id` or no prompt, or two prompts have the same id.
        OSError: a file cannot be read.
    """
    prompts: dict[object, object] = {}
    for table in find_tables(source):
        with table.opened() as stream:
            for piece in read_pieces(stream, file_type_of(table.name)):
                cells = PuzzleReader().cells(piece.columns, "prompt") or [None] * piece.size
                ids = piece.columns.get(_ID, [None] * piece.size)
                for number, (key, prompt) in enumerate(zip(ids, cells, strict=True), piece.first):
                    if not isinstance(key, str) or prompt is None:
                        where = f"row {number} of {quoted(table.file_name)}"
                        raise FaceValueError(f"{where} has no {_ID} or no prompt")
                    if key in prompts:
                        raise FaceValueError(f"two requests have the {_ID} {quoted(key)}")
                    prompts[key] = prompt
    return prompts


def add_prompts(batch: Batch, prompts: Mapping[object, object] | None) -> Batch:
    """Add a column with the prompt of each row's request, if there are prompts.

    Raises:
        FaceValueError: there is no column `custom_id`.
    """
    if prompts is None:
        return batch
    if _ID not in batch:
        raise FaceValueError(f"no column {_ID} to find the prompts by (found: {', '.join(batch)})")
    ids = (key if isinstance(key, str) else None for key in batch[_ID])
    return {**batch, "prompt": [prompts.get(key) for key in ids]}
