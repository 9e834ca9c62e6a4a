"""`check_many`: many answers at once, judged by threads without Python's lock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

from facevalue.arrays import is_table, plain
from facevalue.errors import NotationError, RuleError, quoted
from facevalue.options import worker_count
from facevalue.puzzle.judge.check import judge_for, prepare
from facevalue.puzzle.judge.verdict import NEEDS_BIG_NUMBERS, REASONS, big_number_verdict
from facevalue.puzzle.model.numbers import parse_number, parse_numbers
from facevalue.puzzle.model.rules import MOST_NUMBERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias, TypeVar

    import numpy as np
    from numpy.typing import NDArray

    from facevalue import _core
    from facevalue.puzzle.judge.check import CompiledJudge
    from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
    from facevalue.puzzle.model.rules import RulesLike
    from facevalue.puzzle.notation.syntax import SyntaxLike

    PuzzlesLike: TypeAlias = NumbersLike | Sequence[NumbersLike] | NDArray[Any]
    Answers = TypeVar("Answers")
    TargetsLike: TypeAlias = NumberLike | Sequence[NumberLike] | NDArray[Any]


def check_many(
    answers: Iterable[object],
    numbers: PuzzlesLike,
    targets: TargetsLike | None = None,
    rules: RulesLike = "classic",
    *,
    syntax: SyntaxLike = "lenient",
    workers: int = 1,
) -> NDArray[np.uint8]:
    """The reason for each answer, shape (N,), uint8: its place in `list(Reason)`, 0 for correct.

    Args:
        answers: N texts in a list, or an Arrow array of texts.
        numbers: a row of numbers for each answer: lists of any length, texts, an array (N, k), a
            table, or a column of lists. Or one puzzle for all answers: a text or a flat list.
        targets: one for each answer, or one for all; None for the target of the rules.
        rules: the name of a row of `RULES`, or rules of your own.
        syntax: what an answer may use, by name or as a `Syntax`.
        workers: threads that share the answers, 1 to 64.

    Raises:
        NotationError: a number or a target is not a number; the message names the row.
        RuleError: there are more or fewer rows or targets than answers, or a row is empty; unknown
            rules or syntax; `workers` out of range.
        LimitError: a row of more than 1000 numbers, or a number of more than 4300 digits.

    >>> check_many(["3*8", "3+8", "3*8*1"], [3, 8], 24).tolist()
    [0, 8, 5]
    >>> from facevalue import Reason
    >>> list(Reason)[8]
    <Reason.WRONG_VALUE: 'wrong_value'>
    """
    return judge_many(judge_for(rules, syntax), answers, numbers, targets, workers)


def judge_many(
    compiled: CompiledJudge,
    texts: Iterable[object],
    numbers: PuzzlesLike,
    targets: TargetsLike | None,
    workers: int,
) -> NDArray[np.uint8]:
    """The codes of the reasons for texts, as a compiled judge finds them."""
    threads = worker_count(workers)
    # A copy, because another thread may change a list while it is judged.
    answers: Any = texts if is_arrow(texts) else each_of(texts)
    puzzles = Puzzles(numbers, compiled.target if targets is None else targets, len(answers))
    check = partial(compiled.core.check_many, answers)
    if is_arrow(answers):
        check = partial(compiled.core.check_arrow, *_arrow_parts(answers))
    codes = puzzles.given_to(check, threads)
    for row in (codes == NEEDS_BIG_NUMBERS).nonzero()[0].tolist():
        codes[row] = _big_number_code(compiled, answers[row], *puzzles.at(row))
    return codes


def each_of(texts: Any) -> tuple[object, ...]:  # noqa: ANN401 - whatever people hand over
    """The answers one by one.

    Raises:
        RuleError: it is one text, or nothing that holds several.
    """
    # The characters of a text, the keys of a mapping and the names of columns are no answers.
    if not isinstance(texts, (str, bytes, bytearray, Mapping)) and not is_table(texts):
        with suppress(TypeError):  # not iterable
            if not hasattr(texts, "isna"):
                return tuple(texts)
            # A missing text is NaN in a column of pandas; it is no answer.
            return tuple(
                None if is_missing else each
                for each, is_missing in zip(texts, texts.isna(), strict=True)
            )
    raise RuleError(f"expected answers, one by one in a list: {quoted(texts)}")


def is_arrow(texts: object) -> bool:
    """Whether it is an Arrow array, in one piece or in chunks."""
    return hasattr(texts, "to_pylist") and not is_table(texts)


class Puzzles:
    """The puzzle of each answer: rows of numbers or one puzzle for all, targets or one for all."""

    def __init__(self, numbers: PuzzlesLike, targets: TargetsLike, size: int) -> None:
        self.size = size
        rows, each_target = _listed(numbers, size), _listed(targets, size)
        self.rows: Sequence[Any] | None = tuple(rows) if _has_rows(rows, size) else None
        has_targets = isinstance(each_target, (list, tuple))
        self.targets: Sequence[Any] | None = tuple(each_target) if has_targets else None
        self.numbers, self.target = rows, each_target
        for what, each in (("rows of numbers", self.rows), ("targets", self.targets)):
            if each is not None and len(each) != size:
                message = f"expected {size} {what}, one for each answer: {len(each)} given"
                raise RuleError(message)

    def at(self, row: int) -> tuple[Any, Any]:
        """The numbers and the target of a row."""
        numbers = self.numbers if self.rows is None else self.rows[row]
        return plain(numbers), self.target_at(row)

    def target_at(self, row: int) -> Any:  # noqa: ANN401 - whatever people write
        """The target of a row."""
        return self.target if self.targets is None else self.targets[row]

    def given_to(self, judge: Callable[[Any, Any, int], Answers | None], workers: int) -> Answers:
        """What a judge of the core says of the answers to these puzzles."""
        found = judge(*self.plain(), workers)
        if found is None:  # not all of them are plain whole numbers
            found = judge(*self.prepared(), workers)
        assert found is not None  # noqa: S101 - prepared puzzles can always be judged
        return found

    @property
    def _is_one(self) -> bool:
        """Whether all answers are to the same puzzle."""
        return self.rows is None and self.targets is None

    def plain(self) -> tuple[Any, Any]:
        """As they are: the core takes plain whole numbers directly."""
        if self._is_one:
            return self.prepared()
        rows = [self.numbers] * self.size if self.rows is None else self.rows
        return rows, self.target if self.targets is None else self.targets

    def prepared(self) -> tuple[Any, Any]:
        """Parsed in Python, for everything else that people write as numbers."""
        if self._is_one:
            return _prepare(self.numbers, self.target), 0
        return [self._prepare_row(row) for row in range(self.size)], 0

    def _prepare_row(self, row: int) -> _core.PreparedPuzzle:
        try:
            return _prepare(*self.at(row))
        except NotationError as error:
            message = f"{error.args[0]} in row {row}"
            raise NotationError(message, error.text, error.position) from None
        except RuleError as error:
            raise RuleError(f"{error} in row {row}") from None


def _prepare(numbers: NumbersLike, target: NumberLike) -> _core.PreparedPuzzle:
    return prepare(parse_numbers(numbers, any_size=True), parse_number(target, any_size=True))


def _listed(given: Any, size: int) -> Any:  # noqa: ANN401 - whatever holds numbers
    """Arrays, columns, tables and iterators as lists, anything else unchanged."""
    found = plain(given)
    is_one = isinstance(found, (str, bytes, bytearray, Mapping, Sequence))
    if is_one or not isinstance(found, Iterable):
        return found
    return list(islice(found, max(size, MOST_NUMBERS) + 1))  # an iterator may be endless


def _has_rows(numbers: object, size: int) -> bool:
    """Whether it is a list of rows and not the numbers of one puzzle."""
    if not isinstance(numbers, (list, tuple)):
        return False
    if not numbers:
        return size == 0
    return isinstance(plain(numbers[0]), Iterable)


def _big_number_code(
    compiled: CompiledJudge, text: object, numbers: NumbersLike, target: NumberLike
) -> int:
    found = compiled.core.extract(str(text))
    submission = (found and found[1], 0, numbers, target, compiled.rules, compiled.syntax)
    return REASONS.index(big_number_verdict(submission).reason)


def _arrow_parts(texts: Any) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.uint8]]:  # noqa: ANN401
    """Where each text begins in the bytes of all, these bytes, and which texts are null."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy
    import pyarrow as pa  # noqa: PLC0415 - it is installed, since the caller has one of its arrays

    large = texts.cast(pa.large_string())
    array = large.combine_chunks() if isinstance(large, pa.ChunkedArray) else large
    _, offsets, data = array.buffers()
    window = slice(array.offset, array.offset + len(array) + 1)
    nulls = array.is_null().to_numpy(zero_copy_only=False).astype(np.uint8)
    return (
        np.frombuffer(offsets, np.int64)[window],
        np.frombuffer(data or b"", np.uint8),
        nulls,
    )
