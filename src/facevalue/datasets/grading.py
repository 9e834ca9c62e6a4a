"""Grades files of completions: finds the columns, and judges each row with a `Grader`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import facevalue as fv
from facevalue.atomic_file import atomic_file
from facevalue.datasets.files import (
    FILE_TYPES,
    TableWriter,
    batches_with_progress,
    file_type_of,
    stream_with,
)
from facevalue.datasets.pass_rates import MOST_K, Tally
from facevalue.datasets.samples import samples_of, wanted_columns
from facevalue.errors import FaceValueError, quoted
from facevalue.options import of_class, one_of, true_or_false, whole_numbers
from facevalue.puzzle import number_text
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from dataclasses import KW_ONLY
    from typing import TypeAlias

    from facevalue.datasets.files import Batch, Progress
    from facevalue.datasets.pass_rates import PassRates
    from facevalue.datasets.samples import Samples

    Source: TypeAlias = str | Path | BinaryIO

VERDICT_TYPES: Mapping[str, type] = MappingProxyType(
    {
        "correct": bool,
        "reason": str,
        "value": str,
        "position": int,
        "message": str,
        "found_by": str,
    }
)
_REASONS = tuple(fv.Reason)
_ROW_TYPES = {str, list, tuple}


class Grades(Value):
    """How the completions of a file were judged, returned by `grade`. `str` prints it as a table.

    Attributes:
        total: how many completions there are.
        reasons: pairs of the text of a `Reason` and the number of completions with it, in the order
            of `Reason`; those that do not occur are left out.
        pass_rates: pass@k and avg@n, if a prompt has several completions or they were asked for.

    >>> grades = Grades(4, reasons=(("correct", 3), ("no_answer", 1)))
    >>> grades.correct, grades.counts["no_answer"]
    (3, 1)
    """

    total: int
    _: KW_ONLY
    reasons: tuple[tuple[str, int], ...]
    pass_rates: PassRates | None = None

    @property
    def counts(self) -> dict[str, int]:
        """The number of completions with each reason that occurs."""
        return dict(self.reasons)

    @property
    def correct(self) -> int:
        """How many completions are right."""
        return self.counts.get("correct", 0)

    def as_dict(self) -> dict[str, Any]:
        """What `json.dumps` writes: the counts, the reasons, and the rates if there are."""
        counts = {"completion_count": self.total, "correct_count": self.correct}
        rates = {} if self.pass_rates is None else self.pass_rates.as_dict()
        return {**counts, "reasons": self.counts} | rates

    def __str__(self) -> str:
        width = len(str(self.total))
        lines = (
            f"{reason:<18} {count:>{width}}  {count / self.total:>6.1%}"
            for reason, count in self.reasons
        )
        noun = "completion" if self.total == 1 else "completions"
        rates = [] if self.pass_rates is None else [str(self.pass_rates)]
        return "\n".join([f"{self.total} {noun}", *lines, *rates])


def grade(
    file: Source | Iterable[Source],
    grader: fv.Grader | None = None,
    *,
    columns: Mapping[str, str | None] | None = None,
    file_type: str | None = None,
    output: str | Path | BinaryIO | None = None,
    same_rules: bool = False,
    group_by: str | None = None,
    k: Iterable[int] | None = None,
    progress: Progress | None = None,
) -> Grades:
    """Judges the completions in files, and counts the reasons.

    Memory stays flat, but a JSON array is read as a whole.

    Args:
        file: a file of JSON lines, CSV or Parquet or a JSON array, perhaps packed by gzip, or a
            binary stream, or several of these; with a completion, numbers and perhaps a target and
            the name of its rules in each row; or with a ground truth that holds them, as verl
            writes it. A list of texts in place of a completion is several for one prompt.
        grader: judges the rows; None for `Grader()`. A row that names its rules is judged under
            those.
        columns: the names of the columns of "completions", "numbers", "targets" and "rules", if
            they are not the usual ones. Without a target, a row has that of its rules.
        same_rules: judge all rows under the grader's rules, whatever the rows name.
        file_type: "jsonl", "csv" or "parquet"; None for the suffix of the name. A stream without a
            name is taken for JSON lines.
        output: a file or a binary stream for the verdicts, a row for each completion; the suffix of
            its name says in which format. A file gets its name when all of it is written.
        group_by: the column that is the same for all completions of a prompt; None for the row.
        k: for which k to estimate pass@k, up to 10,000; None for 1 if a prompt has several
            completions.
        progress: called with what is being done, how much is done and how much there is.

    Raises:
        FaceValueError: a column is missing, a row is unreadable, `output` is the file itself, or a
            prompt has fewer than `k` completions.
        OSError: a file cannot be read or written.

    >>> from io import BytesIO
    >>> rows = BytesIO(b'{"completion": "<answer>3*8</answer>", "numbers": [3, 8], "target": 24}')
    >>> print(grade(rows))
    1 completion
    correct            1  100.0%
    """
    usual = fv.Grader() if grader is None else of_class("grader", grader, fv.Grader)
    judges = _Judges(usual, by_row=not true_or_false("same_rules", same_rules))
    wanted = wanted_columns({} if columns is None else of_class("columns", columns, Mapping))  # type: ignore[type-abstract]
    ks = None if k is None else whole_numbers("k", k, 1, MOST_K)
    report = progress or (lambda *_: None)
    files = _files(file)
    kinds = [_kind(each, file_type) for each in files]
    counts: Counter[str] = Counter()
    tally = Tally(are_rows=group_by is None)
    with ExitStack() as opened:
        sources = [_opened(each, opened) for each in files]
        for source in sources:
            _refuse_to_overwrite(output, source)
        writer = _writer(output, opened)
        for each, source, kind in zip(files, sources, kinds, strict=True):
            batches = batches_with_progress(source, kind, "judging", report)
            with closing(batches), _naming(each, is_needed=len(files) > 1):
                for samples in _samples(batches, wanted, group_by):
                    reasons = _reasons(judges, samples)
                    counts.update(reasons)
                    tally.add(samples.groups, (reason is fv.Reason.CORRECT for reason in reasons))
                    if writer:
                        writer.write(_verdicts(judges, samples))
    found = tuple((reason.value, counts[reason]) for reason in fv.Reason if counts[reason])
    are_rates_wanted = group_by is not None or ks is not None or tally.has_several
    rates = tally.rates((1,) if ks is None else ks) if are_rates_wanted else None
    return Grades(counts.total(), reasons=found, pass_rates=rates)


def _files(file: Source | Iterable[Source]) -> list[Source]:
    if isinstance(file, (str, Path)) or hasattr(file, "read"):
        return [cast("Source", file)]
    try:
        found = list(file)
    except TypeError:
        return [stream_with("read", file)]
    if not found:
        raise FaceValueError("expected at least one file")
    return found


def _kind(file: Source, file_type: str | None) -> str:
    kind = file_type_of(_name(file)) if file_type is None else file_type
    return one_of("file_type", kind, FILE_TYPES)


def _samples(
    batches: Iterable[Batch], wanted: Mapping[str, str | None], group_by: str | None
) -> Iterator[Samples]:
    row = 1
    for batch in batches:
        yield samples_of(batch, wanted, row, group_by)
        row += len(next(iter(batch.values())))


@contextmanager
def _naming(file: Source, *, is_needed: bool) -> Iterator[None]:
    """Among several files, an error says which of them is meant."""
    try:
        yield
    except FaceValueError as error:
        if not is_needed or isinstance(error, fv.DeadlineError):
            raise
        raise FaceValueError(f"{error}, in {quoted(Path(_name(file)).name)}") from None


def _name(file: Source) -> str:
    """The name by whose suffix the format is known; "-" for a stream without a name."""
    name = file if isinstance(file, (str, Path)) else getattr(file, "name", "-")
    return "-" if isinstance(name, int) or str(name).startswith("<") else str(name)


def _opened(file: Source, opened: ExitStack) -> BinaryIO:
    if isinstance(file, (str, Path)):
        return opened.enter_context(Path(file).open("rb"))
    return stream_with("read", file)


def _refuse_to_overwrite(output: str | Path | BinaryIO | None, source: BinaryIO) -> None:
    """Refuses to write to the file that is read: opening it would empty it."""
    if not isinstance(output, (str, Path)) or not Path(output).is_file():
        return
    try:
        status = os.fstat(source.fileno())
    except OSError:  # a stream in memory
        return
    if os.path.samestat(status, Path(output).stat()):
        message = f"{quoted(str(output))} is read, so it cannot be written; choose another name"
        raise FaceValueError(message)


def _writer(output: str | Path | BinaryIO | None, opened: ExitStack) -> TableWriter | None:
    if output is None:
        return None
    kind = file_type_of(_name(output))
    if isinstance(output, (str, Path)):
        stream = opened.enter_context(atomic_file(output))
    else:
        stream = stream_with("write", output)
    return opened.enter_context(TableWriter(stream, kind, VERDICT_TYPES))


class _Judges:
    """The graders of a file: one for each name of rules."""

    def __init__(self, usual: fv.Grader, *, by_row: bool) -> None:
        self._usual = usual
        self._by_row = by_row
        self._known: dict[object, fv.Grader] = {None: usual}

    def of(self, rules: object) -> fv.Grader:
        """The grader for a cell of the column of rules.

        Raises:
            RuleError: no rules have that name.
        """
        if not self._by_row or rules in (None, ""):
            return self._usual
        if not isinstance(rules, str):
            raise fv.RuleError(f"expected the name of rules: {quoted(rules)}")
        if rules not in self._known:
            self._known[rules] = self._usual.replaced(rules=rules)
        return self._known[rules]

    def parts(self, rules: list[Any]) -> Iterator[tuple[fv.Grader, list[int]]]:
        """Each grader that is needed, with the places of its rows."""
        places: dict[int, tuple[fv.Grader, list[int]]] = {}
        for place, cell in enumerate(rules):
            grader = self.of(cell)
            places.setdefault(id(grader), (grader, []))[1].append(place)
        yield from places.values()


def _reasons(judges: _Judges, samples: Samples) -> list[fv.Reason]:
    """The reason for each completion."""
    reasons = [fv.Reason.CORRECT] * len(samples)
    try:
        _check_numbers(samples.numbers)
        for grader, places in judges.parts(samples.rules):
            goals = _with_targets([samples.targets[place] for place in places], grader.rules)
            texts = [samples.completions[place] for place in places]
            numbers = [samples.numbers[place] for place in places]
            codes = grader.check_many(texts, numbers, goals).tolist()
            for place, code in zip(places, codes, strict=True):
                reasons[place] = _REASONS[code]
    except FaceValueError as error:
        raise _first_error(judges, samples) or error from None
    return reasons


def _check_numbers(numbers: list[Any]) -> None:
    """Refuses plain numbers in every row, which would be taken for the numbers of one puzzle."""
    if not set(map(type, numbers)) <= _ROW_TYPES:
        raise FaceValueError("expected a list of numbers in every row")


def _with_targets(targets: list[Any], rules: fv.Rules) -> list[Any] | None:
    """The targets, those of the rules where none are given."""
    if not any(target is None for target in targets):
        return targets
    return (
        None
        if all(target is None for target in targets)
        else [rules.target if target is None else target for target in targets]
    )


def _verdicts(judges: _Judges, samples: Samples) -> Batch:
    """The verdict for each completion, as a batch with the columns of `VERDICT_TYPES`."""
    verdicts = [judges.of(rules).verdict(*question) for *question, rules, _ in samples]
    return {
        "correct": [verdict.correct for verdict in verdicts],
        "reason": [verdict.reason.value for verdict in verdicts],
        "value": [_value_text(verdict) for verdict in verdicts],
        "position": [verdict.position for verdict in verdicts],
        "message": [verdict.message for verdict in verdicts],
        "found_by": [verdict.found_by for verdict in verdicts],
    }


def _value_text(verdict: fv.Verdict) -> str | None:
    """The value as text, since it may be a fraction."""
    return None if verdict.value is None else number_text(verdict.value)


def _first_error(judges: _Judges, samples: Samples) -> FaceValueError | None:
    """The error of the first invalid row, with the number of that row in its file."""
    for *question, rules, row in samples:
        try:
            judges.of(rules).verdict(*question)
        except FaceValueError as error:
            return FaceValueError(f"{error}, in row {row}")
    return None
