"""Labels of many puzzles at once: solvable, how many solutions, difficulty and more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, time_limit
from facevalue.options import as_whole, true_or_false
from facevalue.puzzle.make.difficulty import difficulty
from facevalue.puzzle.make.hint import is_needed
from facevalue.puzzle.model.rows import RowsLike, TargetsLike, split_rows
from facevalue.puzzle.model.rules import RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.puzzle.search.batch import prepare_batch
from facevalue.puzzle.search.solve import Solutions, solve
from facevalue.system.lazy_numpy import NDArray, np
from facevalue.value import paragraph, table


def label_many(
    numbers: RowsLike,
    targets: TargetsLike | None = None,
    rules: RulesLike = "classic",
    *,
    simplest: bool = False,
    language_model: bool = False,
    workers: int = 1,
    limit: float | None = USUAL_LIMIT,
) -> Labels:
    """Label many puzzles: solvable, number of solutions, difficulty and more.

    Args:
        numbers: one puzzle per row, as for `solve_many`.
        targets: one for each row, or one for all; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        simplest: whether to also find the simplest solution of each.
        language_model: whether to also rate each for language models; at most 6 numbers.
        workers: threads that share the puzzles, 1 to 64.
        limit: the maximum estimated time per puzzle, in seconds; None for no limit.

    Raises:
        NotationError: numbers or targets are not numbers; the message names the row.
        RuleError: the wrong shape, unknown rules, too many or too few numbers for them, or an
            invalid option.
        LimitError: a puzzle would take longer than `limit`, or is too large to solve or to rate.

    >>> labels = label_many([[3, 3, 8, 8], [1, 1, 4, 6], [1, 1, 1, 1]])
    >>> labels.solution_count.tolist(), labels.needs_fraction.tolist()
    ([1, 1, 0], [True, False, False])
    >>> label_many([[3, 3, 8, 8], [1, 1, 1, 1]], simplest=True).simplest.tolist()
    ['8/(3-8/3)', None]
    >>> labels.difficulty.round().tolist()
    [99.0, 5.0, nan]
    """
    wants_simplest = true_or_false("simplest", simplest)
    wants_rating = true_or_false("language_model", language_model)
    exact_rules = rules_named(rules)
    exact_rules.need_no_functions()
    count, arrays, exact = split_rows(numbers, targets, exact_rules)
    found = Labels(
        np.zeros(count, np.bool_),
        np.zeros(count, np.int64),
        np.zeros(count, np.bool_),
        np.full(count, np.nan),
        simplest=np.full(count, None, np.object_) if wants_simplest else None,
        language_model=np.full(count, np.nan) if wants_rating else None,
    )
    for group in arrays:
        puzzles = group.numbers, group.targets, exact_rules
        if wants_rating:
            _core.check_rated_size(group.numbers.shape[1])
        rows, column, row, _, threads = prepare_batch(
            *puzzles, None, workers, limit=limit, find="first"
        )
        columns = (np.empty(len(rows), kind) for kind in (bool, bool, np.int64, np.int32))
        solvable, needs_fraction, solutions, hundredths = columns
        counted = (solvable, needs_fraction, solutions, hundredths)
        for_models = np.empty(len(rows), np.int32) if wants_rating else None
        options = time_limit(limit), *counted, for_models, wants_simplest
        texts = _core.label_many(rows, column, row, threads, *options)
        found.solvable[group.indices] = solvable
        found.solution_count[group.indices] = solutions
        found.needs_fraction[group.indices] = needs_fraction
        found.difficulty[group.indices] = np.where(solvable, hundredths / 100, np.nan)
        if found.simplest is not None and texts is not None:
            found.simplest[group.indices] = np.fromiter(texts, object, len(texts))
        if found.language_model is not None and for_models is not None:
            rated = np.where(solvable, for_models / 100, np.nan)
            found.language_model[group.indices] = rated
    for index, puzzle, target in exact:
        _label_exact(found, index, solve(puzzle, target, exact_rules, limit=limit))
    return found


def _label_exact(labels: Labels, index: int, solutions: Solutions) -> None:
    """Fill in the labels of a puzzle with fractions."""
    rating = difficulty(solutions.numbers, solutions.target, solutions.rules, limit=solutions.limit)
    if rating is not None:
        labels.solvable[index], labels.solution_count[index] = True, len(solutions)
        labels.needs_fraction[index] = is_needed("fraction", solutions)
        labels.difficulty[index] = rating.percentile
        if labels.simplest is not None:
            labels.simplest[index] = str(solutions[0])
        if labels.language_model is not None:
            puzzle = solutions.numbers, solutions.target, solutions.rules
            for_models = difficulty(*puzzle, model="language-model", limit=solutions.limit)
            assert for_models is not None  # noqa: S101 - there is a solution
            labels.language_model[index] = for_models.percentile


# How many rows a notebook shows.
_IN_NOTEBOOKS = 20
_COLUMNS = ("solvable", "solution_count", "needs_fraction", "difficulty")
_OPTIONAL = ("simplest", "language_model")


class Labels:
    """The labels of N puzzles, returned by `label_many`; a slice has the labels of some.

    Iterate it for the labels of each puzzle as a dict, with `percentile` for the difficulty.
    `pandas.DataFrame(labels)` and `polars.DataFrame(labels.as_dict())` make a table.

    Attributes:
        solvable: bool of shape (N,): whether there is a solution.
        solution_count: int64 of shape (N,): how many distinct (essential) solutions there are.
        needs_fraction: bool of shape (N,): whether it is solvable, but only with fractions.
        difficulty: float64 of shape (N,): the percentile of `difficulty`, 0 (easy) to 100 (hard);
            NaN without a solution.
        simplest: None unless requested; else objects of shape (N,): the simplest solution as a
            string, or None without a solution.
        language_model: None unless requested; else float64 of shape (N,): the percentile for
            language models; NaN without a solution.

    >>> labels = label_many([[3, 3, 8, 8], [1, 1, 1, 1]])
    >>> labels[1]
    {'solvable': False, 'solution_count': 0, 'needs_fraction': False, 'percentile': None}
    """

    __slots__ = (*_COLUMNS, *_OPTIONAL)

    def __init__(
        self,
        solvable: NDArray[np.bool_],
        solution_count: NDArray[np.int64],
        needs_fraction: NDArray[np.bool_],
        difficulty: NDArray[np.float64],
        *,
        simplest: NDArray[np.object_] | None = None,
        language_model: NDArray[np.float64] | None = None,
    ) -> None:
        self.solvable = solvable
        self.solution_count = solution_count
        self.needs_fraction = needs_fraction
        self.difficulty = difficulty
        self.simplest = simplest
        self.language_model = language_model

    def __len__(self) -> int:
        return len(self.solvable)

    def __getitem__(self, chosen: Any) -> Any:
        """Return the labels of some puzzles, or the labels of one puzzle as a dict."""
        index = as_whole(chosen)
        if index is not None:
            at = range(len(self))[index]
            return next(iter(self[at : at + 1]))
        columns = (getattr(self, name)[chosen] for name in _COLUMNS)
        optional: dict[str, Any] = {
            name: column[chosen] for name, column in self._optional().items()
        }
        return Labels(*columns, **optional)

    def _optional(self) -> dict[str, NDArray[Any]]:
        """Return the columns that were requested."""
        columns = ((name, getattr(self, name)) for name in _OPTIONAL)
        return {name: column for name, column in columns if column is not None}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        columns = self.as_dict()
        for row in zip(*columns.values(), strict=True):
            yield dict(zip(columns, row, strict=True))

    def as_dict(self) -> dict[str, list[Any]]:
        """Return the columns as lists for JSON; `percentile` is the difficulty.

        >>> label_many([[3, 3, 8, 8], [1, 1, 1, 1]]).as_dict()["solution_count"]
        [1, 0]
        """
        columns = {name: getattr(self, name).tolist() for name in _COLUMNS}
        rated = zip(columns["solvable"], columns.pop("difficulty"), strict=True)
        columns["percentile"] = [rank if solvable else None for solvable, rank in rated]
        if self.simplest is not None:
            columns["simplest"] = self.simplest.tolist()
        if self.language_model is not None:
            rated = zip(columns["solvable"], self.language_model.tolist(), strict=True)
            ranks = [rank if solvable else None for solvable, rank in rated]
            columns["language_model_percentile"] = ranks
        return columns

    @classmethod
    def joined(cls, parts: Sequence[Labels]) -> Labels:
        """Return the labels of all parts, one after the other."""
        columns = (np.concatenate([getattr(part, name) for part in parts]) for name in _COLUMNS)
        optional: dict[str, Any] = {}
        for name in _OPTIONAL:
            found = [getattr(part, name) for part in parts]
            optional[name] = None if any(each is None for each in found) else np.concatenate(found)
        return cls(*columns, **optional)

    def __eq__(self, other: object) -> bool:
        """True if both have the same labels."""
        return isinstance(other, Labels) and self.as_dict() == other.as_dict()

    __hash__ = None  # type: ignore[assignment]  # arrays can be changed

    def __reduce__(self) -> tuple[object, ...]:
        columns = tuple(getattr(self, name) for name in _COLUMNS)
        return partial(Labels, **self._optional()), columns

    def __repr__(self) -> str:
        return f"<Labels: {self._counts()}>"

    def _repr_html_(self) -> str:
        first = self[:_IN_NOTEBOOKS].as_dict()
        return paragraph(self._counts()) + table(zip(*first.values(), strict=True), first)

    def _counts(self) -> str:
        puzzles = f"{len(self)} puzzle{'' if len(self) == 1 else 's'}"
        return f"{puzzles}, {int(self.solvable.sum())} solvable"
