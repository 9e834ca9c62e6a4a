"""Judges the completions in rows of a file, each under the rules that its row names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import facevalue as fv
from facevalue.errors import DeadlineError, FaceValueError, quoted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from numpy.typing import NDArray

    from facevalue.datasets.files import Piece
    from facevalue.datasets.samples import SampleReader, Samples

_ROW_TYPES = {str, list, tuple}


class Judges:
    """The graders of a file: one for each name of rules and each way to find the answer.

    Args:
        usual: judges the rows that name no rules and no way.
        ignored: which of "rules" and "extract" are the usual ones whatever a row names.
    """

    def __init__(self, usual: fv.Grader, ignored: Collection[str] = ()) -> None:
        self._usual = usual
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
            self._known[key] = self._usual.replaced(**changes)
        return self._known[key]

    def _name(self, what: str, cell: object) -> str | None:
        if what in self._ignored or cell in (None, ""):
            return None
        if not isinstance(cell, str):
            raise fv.RuleError(f"expected the name of {what}: {quoted(cell)}")
        return cell

    def parts(self, samples: Samples) -> Iterator[tuple[fv.Grader, list[int] | None]]:
        """Each grader that is needed, with the places of its rows; None for all places."""
        if _is_uniform(samples.rules) and _is_uniform(samples.extract):
            yield self.of(samples.rules[0], samples.extract[0]), None
            return
        places: dict[int, tuple[fv.Grader, list[int]]] = {}
        for place, names in enumerate(zip(samples.rules, samples.extract, strict=True)):
            grader = self.of(*names)
            places.setdefault(id(grader), (grader, []))[1].append(place)
        yield from places.values()


def _is_uniform(cells: list[Any]) -> bool:
    """Whether all cells are the same; lists in place of names never are."""
    try:
        return len(set(cells)) == 1
    except TypeError:
        return False


def verdict_columns(judges: Judges, samples: Samples) -> dict[str, list[Any]]:
    """The columns of `Grader.verdict_columns` for completions, each under its rules."""
    columns: dict[str, list[Any]] = {}
    for grader, places in judges.parts(samples):
        part = grader.verdict_columns(*_questions(grader, samples, places))
        if places is None:
            return part
        for name, cells in part.items():
            column = columns.setdefault(name, [None] * len(samples))
            for place, cell in zip(places, cells, strict=True):
                column[place] = cell
    return columns


class Judged(NamedTuple):
    """Rows with the place in `list(Reason)` for each of their completions."""

    piece: Piece
    samples: Samples
    codes: NDArray[np.uint8]


class Skipped(NamedTuple):
    """A row that cannot be judged, and why."""

    piece: Piece
    message: str


def judged(judges: Judges, reader: SampleReader, piece: Piece) -> Iterator[Judged | Skipped]:
    """Judges rows; those that cannot be are found by halves, and stand in their place.

    Raises:
        DeadlineError: the time is up.
    """
    try:
        if not piece.unreadable:
            samples = reader.samples(piece)
            yield Judged(piece, samples, _codes(judges, samples))
            return
        why = next(iter(piece.unreadable.values()))
    except DeadlineError:
        raise
    except FaceValueError as error:
        why = str(error)
    if piece.size == 1:
        yield Skipped(piece, _message(judges, reader, piece) or why)
    else:
        middle = piece.size // 2
        yield from judged(judges, reader, piece.part(0, middle))
        yield from judged(judges, reader, piece.part(middle, piece.size))


def _codes(judges: Judges, samples: Samples) -> NDArray[np.uint8]:
    codes = np.zeros(len(samples), np.uint8)
    if not len(samples):
        return codes
    _check_numbers(samples.numbers)
    for grader, places in judges.parts(samples):
        found = grader.check_many(*_questions(grader, samples, places))
        if places is None:
            return found
        codes[places] = found
    return codes


def _questions(
    grader: fv.Grader, samples: Samples, places: list[int] | None
) -> tuple[list[Any], list[Any], list[Any] | None]:
    """The completions, numbers and targets at some places, None for all of them."""
    columns = samples.completions, samples.numbers, samples.targets
    if places is not None:
        columns = tuple([column[place] for place in places] for column in columns)  # type: ignore[assignment]
    texts, numbers, targets = columns
    return texts, numbers, _with_targets(targets, grader.rules)


def _check_numbers(numbers: list[Any]) -> None:
    """Refuses plain numbers in every row, which would be taken for the numbers of one puzzle."""
    if not set(map(type, numbers)) <= _ROW_TYPES:
        raise FaceValueError("expected a list of numbers in every row")


def _with_targets(targets: list[Any], rules: fv.Rules) -> list[Any] | None:
    """The targets, those of the rules where none are given."""
    if None not in targets:
        return targets
    return [rules.target if target is None else target for target in targets]


def _message(judges: Judges, reader: SampleReader, piece: Piece) -> str | None:
    """What is wrong with a single row, as one question says it."""
    if piece.unreadable:
        return None
    try:
        for completion, numbers, target, *names in reader.samples(piece):
            judges.of(*names).verdict(completion, numbers, target)
    except FaceValueError as error:
        return str(error)
    return None
