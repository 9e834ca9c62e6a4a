"""Judges the completions in rows of a file, each under the rules that its row names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import facevalue as fv
from facevalue.budget import watched
from facevalue.datasets.tables.row_reader import row_name
from facevalue.errors import FaceValueError, RuleError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from numpy.typing import NDArray

    from facevalue.datasets.grading.samples import SampleReader, Samples
    from facevalue.datasets.tables.files import Piece

_ROW_TYPES = {str, list, tuple}
_CODES = {reason.value: code for code, reason in enumerate(fv.Reason)}
# The verdict on an answer that says, rightly, that there is no solution; `found_by` stays.
_RIGHT_REFUSAL = {
    "correct": True,
    "reason": "correct",
    "value": None,
    "position": None,
    "message": "the puzzle has no solution",
}


class Judges:
    """The graders of a file: one for each name of rules and each way to find the answer.

    Args:
        usual: judges the rows that name no rules and no way.
        ignored: which of "rules" and "extract" are the usual ones whatever a row names.
        no_solution: whether an answer that says that there is no solution is right if that is true.
    """

    def __init__(
        self, usual: fv.Grader, ignored: Collection[str] = (), *, no_solution: bool = False
    ) -> None:
        self._usual, self.no_solution = usual, no_solution
        self._ignored = ignored
        self._known: dict[tuple[str | None, str | None], fv.Grader] = {(None, None): usual}

    def of(self, rules: object, extract: object = None) -> fv.Grader:
        """The grader for what a row names.

        Raises:
            RuleError: no rules, or no way to find the answer, have that name.
        """
        key = self._name("rules", rules), self._name("extract", extract)
        if key not in self._known:
            names = zip(("rules", "extract"), key, strict=True)
            changes = {what: name for what, name in names if name is not None}
            self._known[key] = self._usual.replace(**changes)
        return self._known[key]

    def _name(self, what: str, cell: object) -> str | None:
        return None if what in self._ignored else row_name(what, cell)

    def parts(self, samples: Samples) -> Iterator[tuple[fv.Grader, list[int] | None]]:
        """Each grader that is needed, with the places of its rows; None for all places."""
        if _is_uniform(samples.rules) and _is_uniform(samples.extract):
            yield self.of(samples.rules[0], samples.extract[0]), None
            return
        places: dict[int, tuple[fv.Grader, list[int]]] = {}
        named = zip(samples.rules, samples.extract, strict=True)
        for place, names in enumerate(watched(named)):
            grader = self.of(*names)
            places.setdefault(id(grader), (grader, []))[1].append(place)
        yield from places.values()


def _is_uniform(cells: list[Any]) -> bool:
    """Whether all cells are the same; lists in place of names never are."""
    try:
        return len(set(cells)) == 1
    except TypeError:
        return False


def _judge_columns(
    judges: Judges, samples: Samples, names: Collection[str]
) -> dict[str, list[Any]]:
    """Columns of `Grader.verdict_columns` for completions, each under its rules."""
    columns: dict[str, list[Any]] = {name: [None] * len(samples) for name in names}
    for grader, places in judges.parts(samples):
        part = grader.verdict_columns(*_take_questions(grader, samples, places), columns=names)
        if places is None:
            columns = part
            break
        for name, cells in part.items():
            for place, cell in zip(places, watched(cells), strict=True):
                columns[name][place] = cell
    for place in _find_right_refusals(judges, samples, columns["reason"]):
        for name in _RIGHT_REFUSAL.keys() & columns:
            columns[name][place] = _RIGHT_REFUSAL[name]
    return columns


class Judged(NamedTuple):
    """Rows whose completions are judged.

    Attributes:
        samples: their completions.
        codes: the place in `list(Reason)` for each of these.
        columns: their verdicts; the reasons alone if the others are not needed.
    """

    samples: Samples
    codes: NDArray[np.uint8]
    columns: dict[str, list[Any]]


def judge(
    judges: Judges, reader: SampleReader, piece: Piece, *, with_columns: bool = False
) -> Judged:
    """Judges rows.

    Raises:
        FaceValueError: a row cannot be judged; of a single one it says why.
    """
    try:
        samples = reader.samples(piece)
        # Refuses plain numbers in every row, which would be taken for the numbers of one
        # puzzle.
        if not set(map(type, samples.numbers)) <= _ROW_TYPES:
            raise FaceValueError("expected a list of numbers in every row")
        wanted = fv.puzzle.VERDICT_COLUMNS if with_columns else ("reason",)
        columns = _judge_columns(judges, samples, wanted)
        codes = [_CODES[reason] for reason in columns["reason"]]
        return Judged(samples, np.array(codes, np.uint8), columns)
    except FaceValueError:
        if piece.size == 1:
            # Raises an error that says more than that of many completions.
            for completion, numbers, target, *names in reader.samples(piece):
                judges.of(*names).verdict(completion, numbers, target)
        raise


def _find_right_refusals(judges: Judges, samples: Samples, reasons: list[str]) -> Iterator[int]:
    """The places of the answers that say, rightly, that the puzzle has no solution."""
    for grader, places in judges.parts(samples) if judges.no_solution else ():
        for place in range(len(samples)) if places is None else places:
            says_so = reasons[place] != "correct" and grader.says_no_solution(
                samples.completions[place]
            )
            puzzle = samples.numbers[place], samples.targets[place], grader.rules
            if says_so and not fv.solve(*puzzle):
                yield place


def _take_questions(
    grader: fv.Grader, samples: Samples, places: list[int] | None
) -> tuple[list[Any], list[Any], list[Any] | None]:
    """The completions, numbers and targets at some places, None for all of them."""
    columns = samples.completions, samples.numbers, samples.targets
    if places is not None:
        columns = tuple([column[place] for place in places] for column in columns)  # type: ignore[assignment]
    texts, numbers, targets = columns
    size = grader.rules.size
    for row in numbers if size is not None else ():
        if not isinstance(row, str) and len(row) != size:
            problem = f"expected {size} numbers under {grader.rules.name}"
            raise RuleError(f"{problem}: {len(row)} given")
    if None in targets:
        targets = [grader.rules.target if target is None else target for target in targets]
    return texts, numbers, targets
