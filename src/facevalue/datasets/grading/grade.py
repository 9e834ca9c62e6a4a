"""Grades files of completions: finds the columns, and judges each completion with a `Grader`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Unpack

import attrs

import facevalue as fv
from facevalue.budget import watched
from facevalue.datasets.files.json_rows import Batch
from facevalue.datasets.files.piece import Piece
from facevalue.datasets.files.sources import Source, find_tables
from facevalue.datasets.files.writer import NewCells
from facevalue.datasets.grading.grades import Breakdown, Grades, Report
from facevalue.datasets.grading.judging import Judges, Samples
from facevalue.datasets.grading.model_comparison import parse_compare
from facevalue.datasets.grading.pass_rates import MAX_K
from facevalue.datasets.grading.prompts import PromptReader, add_prompts, read_requests
from facevalue.datasets.tables.columns import Columns
from facevalue.datasets.tables.engines import Run, RunOptions
from facevalue.datasets.tables.job import TableJob
from facevalue.datasets.tables.puzzle_reader import REPLIES, PuzzleReader, read_cells
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import of_class, true_or_false, whole_numbers

_NO_MODEL = "no model"  # the name for rows that do not name one
_FILTER = "filter"  # a column of the samples that lm-eval logs


def grade(
    file: Source | Iterable[Source],
    grader: fv.Grader | None = None,
    *,
    columns: Columns | None = None,
    file_type: str | None = None,
    output: str | Path | BinaryIO | None = None,
    no_solution: bool = False,
    steps: bool = False,
    step_labels: bool = False,
    group_by: str | None = None,
    k: Iterable[int] | None = None,
    by: Iterable[str] = (),
    compare: Iterable[str] | None = None,
    prompts: Source | Iterable[Source] | None = None,
    strict: bool = False,
    **run: Unpack[RunOptions],
) -> Grades:
    """Judge the completions in files, and count the reasons.

    Memory use does not grow with the file, except for a JSON array. A row that cannot be read, or
    has no numbers, is skipped and counted.

    Args:
        file: one or several files of JSON Lines, CSV or Parquet, a JSON array, or a log of another
            program, optionally compressed with gzip: a path, a pattern such as `out/*.jsonl`, a
            folder, a URL that fsspec knows, or a binary stream. Each row has a completion, numbers,
            and optionally a target, the name of its rules and a model. They may be in a nested
            ground truth. If no column has numbers, the puzzle is read from a column of prompts that
            were written with one of `TEMPLATES`; if a prompt has its puzzle but not its place for
            the answer, the row is skipped, unless `extract` is a column or ignored.
            A list of strings contains several completions for one prompt.
        grader: judges the rows; None for `Grader()`. If a row names its rules, or where its answer
            is (`extract`), that replaces the option of the grader.
        columns: the names of the columns, if they are not the usual ones. `Columns(rules=None)`
            judges all rows under the grader's rules, and `Columns(extract=None)` uses the grader's
            `extract` for all, whatever the rows name.
        no_solution: accept an answer of `puzzle.NO_SOLUTION_ANSWERS` if the puzzle has no solution.
        steps: judge an answer that is a list of steps as `check_steps` does.
        step_labels: add the column `step_labels` to the output: for each step of an answer, whether
            the target is still reachable after it, as `puzzle.still_solvable` returns it.
        file_type: "jsonl", "csv", "parquet" or "eval"; None to use the suffix of the name. A stream
            without a name is read as JSON Lines.
        output: a file or a binary stream for the rows with their verdicts, one row for each
            completion, in the format of its suffix. A file appears when it is complete.
        group_by: the column that is the same for all completions of a prompt; None for the row.
        k: for which k to estimate pass@k, 1 to 10,000, from the prompts with at least k
            completions; None for 1 if a prompt has several completions.
        by: what to report separate figures for: "rules", "difficulty", "model", or several of them.
        prompts: the input file of an OpenAI batch, for the prompts of its output: the rows of both
            have a `custom_id`. None if the completions are in rows with their puzzles.
        compare: the names of two models in the column of models; reports the difference between
            their rates on the puzzles that both tried. None to compare none.
        strict: stop at the first row that cannot be judged.
        **run: how it runs: `engine`, `workers` and more, see `RunOptions`.

    Returns:
        The counts, as `Grades`.

    Raises:
        FaceValueError: a column is missing, a row cannot be judged although `strict` is set, or
            `output` is one of the files.
        NoRowsError: there are rows, but none can be judged.
        OSError: a file or a URL cannot be read or written; a missing file is a `FileNotFoundError`.
        RuleError: `by` has an unknown name, `compare` is not two names, there is no output for step
            labels, `workers` is set without Ray, or another option of the run is invalid.

    >>> from io import BytesIO
    >>> rows = BytesIO(b'{"completion": "<answer>3*8</answer>", "numbers": [3, 8], "target": 24}')
    >>> print(grade(rows))
    1 completion
    correct            1  100.0%
    """
    usual = fv.Grader() if grader is None else of_class("grader", grader, fv.Grader)
    reader = PuzzleReader(
        columns,
        rules=usual.rules,
        extract=usual.extract,
        any_size=True,
        read_prompt=PromptReader(usual.rules).read,
    )
    judges = Judges(
        usual,
        no_solution=true_or_false("no_solution", no_solution),
        steps=true_or_false("steps", steps),
    )
    ks = None if k is None else whole_numbers("k", k, 1, MAX_K)
    breakdown = Breakdown(by)
    models = parse_compare(compare)
    requests = None if prompts is None else read_requests(prompts)
    if true_or_false("step_labels", step_labels) and output is None:
        raise RuleError("`step_labels` needs `output`, the file that they are written to")
    added = {"step_labels": list} if step_labels else {}
    work = CompletionGrader(reader, judges, breakdown, group_by, models, requests, added)
    how = Run(**run)
    if how.workers is not None and how.engine == "local":
        raise RuleError("workers needs the engine ray: one process judges without threads")
    job = TableJob(
        doing="judging",
        types={**fv.puzzle.VERDICT_COLUMNS, **added},
        file_type=file_type,
        output=output,
        strict=strict,
        run=how,
    )
    with job.begin(find_tables(file), work) as (report, _):
        return report.grades(ks)


@attrs.define
class CompletionGrader:
    """Judges the completions of rows.

    Attributes:
        reader: finds the puzzles and the completions.
        judges: judge them.
        breakdown: finds the parts to which each completion belongs.
        group_by: the column that is the same for all completions of a prompt; None for the row.
        compare: the names of two models to compare, or None.
        prompts: the prompts by `custom_id`, for the output of an OpenAI batch, or None.
        added: further columns of the output: "step_labels" or none.
    """

    reader: PuzzleReader
    judges: Judges
    breakdown: Breakdown
    group_by: str | None
    compare: tuple[str, str] | None = None
    prompts: Mapping[object, object] | None = None
    added: Mapping[str, type] = attrs.field(factory=dict)
    _filter: object = None

    def begin(self, file: str, piece: Piece) -> None:  # noqa: ARG002 - they are all alike
        """Check the columns of a file, and remember its first filter, if lm-eval logged it."""
        batch = add_prompts(piece.columns, self.prompts)
        if self.group_by is not None and self.group_by not in batch:
            names = ", ".join(batch)
            raise FaceValueError(f"no column {quoted(self.group_by)} to group by (found: {names})")
        if piece.has_rows:
            models = ("model",) if self._with_models else ()
            self.reader.check(batch, _completion_role(self.reader, batch), "numbers", *models)
        self._filter = next((cell for cell in batch.get(_FILTER, ()) if cell is not None), None)

    def new_report(self) -> Report:
        """An empty report."""
        return Report(are_rows=self.group_by is None, compare=self.compare)

    @property
    def _with_models(self) -> bool:
        return self.compare is not None or "model" in self.breakdown.by

    def add(self, report: Report, piece: Piece, *, is_written: bool) -> NewCells:
        """Judge the completions of some rows, count the reasons and return the verdicts."""
        samples = self._find(piece)
        names = fv.puzzle.VERDICT_COLUMNS if is_written else ("reason",)
        columns = self.judges.judge(samples.completions, samples.puzzles, names)
        if self.added:
            labels = self.judges.label_steps(samples.completions, samples.puzzles)
            columns["step_labels"] = labels
        report.add(samples, columns["reason"], self.breakdown)
        replaced = {} if samples.column is None else {samples.column: samples.completions}
        return NewCells(samples.indices, columns, replaced, samples.problems)

    def _find(self, piece: Piece) -> Samples:
        """Find the completions of some rows; a cell with a list has several for one prompt."""
        batch = add_prompts(piece.columns, self.prompts)
        size = piece.size
        puzzles = self.reader.read(batch, size, piece.unreadable)
        problems = puzzles.problems
        role = _completion_role(self.reader, batch)
        name, cells = (
            self.reader.name(batch, role) or "",
            self.reader.cells(batch, role) or [None] * size,
        )
        indices: Sequence[int] = range(size)
        skipped = set(problems)
        if name in REPLIES and self._filter is not None:
            filters = enumerate(batch.get(_FILTER, ()))
            skipped |= {index for index, cell in filters if cell not in (None, self._filter)}
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
        if self.group_by is not None:
            groups = [
                key if isinstance(key, int) else json.dumps(key, default=str)
                for key in watched(batch[self.group_by])
            ]
        names = (self.reader.cells(batch, "model") or [None] * size) if self._with_models else ()
        models = list(_name_models(names, indices)) if self._with_models else ()
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
        yield _NO_MODEL if cell in (None, "") else cell if isinstance(cell, str) else quoted(cell)


def _completion_role(reader: PuzzleReader, batch: Batch) -> str:
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
