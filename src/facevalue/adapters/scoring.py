"""Scores columns of completions, each row under its own rules; shared by all adapters."""

from __future__ import annotations

import json
from functools import lru_cache

import facevalue as fv
from facevalue.errors import FaceValueError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

# For rows that name no rules: every number exactly once, fractions allowed. The usual Countdown
# data sets have no column of rules; they are made and graded under these.
DEFAULT_RULES = "classic"
OPTIONS = ("rules", "syntax", "extract", "after_think", "score", "format_score")


class Scorer:
    """Scores completions with `facevalue.Grader`, each row under its own rules.

    Args:
        rules: the rules of rows that name none, by name or as `Rules`.
        **options: `syntax`, `extract`, `after_think`, `score` and `format_score`, as for `Grader`.

    Raises:
        RuleError: unknown rules, or an option out of bounds.
        TypeError: an unknown option.

    >>> scorer = Scorer(format_score=0.1)
    >>> scorer.scores(["<answer>3*8</answer>", "<answer>5*5</answer>"], [[3, 8], [5, 5]], [24, 24])
    [1.0, 0.1]
    """

    def __init__(self, rules: str | fv.Rules = DEFAULT_RULES, **options: Any) -> None:  # noqa: ANN401 - a grader's
        self._default = rules
        self._options = options
        self._graders = {rules: fv.Grader(fv.puzzle.rules_named(rules), **options)}

    def grader(self, rules: str | fv.Rules | None = None) -> fv.Grader:
        """The grader for these rules; None stands for the default rules."""
        wanted = self._default if rules is None else rules
        if not isinstance(wanted, (str, fv.Rules)):
            return fv.Grader(wanted, **self._options)  # raises the error
        if wanted not in self._graders:
            self._graders[wanted] = fv.Grader(fv.puzzle.rules_named(wanted), **self._options)
        return self._graders[wanted]

    def scores(
        self,
        completions: Sequence[object],
        numbers: Sequence[Any],
        targets: Sequence[Any],
        rules: Any = None,  # noqa: ANN401 - a name, a column of names, or None
    ) -> list[float]:
        """The score of each row, in order; columns may be lists or arrays.

        Raises:
            FaceValueError: invalid numbers or an invalid target, or columns of different lengths.
        """
        texts, rows, goals = as_lists(completions), as_lists(numbers), as_lists(targets)
        names = as_lists(rules) if is_column(rules) else [rules] * len(texts)
        check_lengths(len(texts), nums=rows, target=goals, rules=names)
        different = list(dict.fromkeys(names))
        if len(different) == 1:
            return self._scored(different[0], texts, rows, goals)
        found = [0.0] * len(texts)
        for each in different:
            places = [place for place, name in enumerate(names) if name == each]
            columns = (_taken(column, places) for column in (texts, rows, goals))
            scored = self._scored(each, *columns)
            for place, score in zip(places, scored, strict=True):
                found[place] = score
        return found

    def _scored(
        self, rules: str | None, texts: list[Any], rows: list[Any], goals: list[Any]
    ) -> list[float]:
        grader = self.grader(rules)
        targets = [grader.rules.target if goal is None else goal for goal in goals]
        scores: list[float] = grader.score_many(texts, rows, targets).tolist()
        return scores


def scorer_for(options: Mapping[str, Any]) -> Scorer:
    """The scorer for the `OPTIONS` among these keywords; frameworks also pass others."""
    chosen = {name: options[name] for name in OPTIONS if options.get(name) is not None}
    try:
        return _cached_scorer(tuple(chosen.items()))
    except TypeError:  # an option that is not hashable: the grader raises the error
        return Scorer(**chosen)


@lru_cache(64)  # some frameworks ask for one score at a time
def _cached_scorer(options: tuple[tuple[str, Any], ...]) -> Scorer:
    return Scorer(**dict(options))


def is_column(rules: object) -> bool:
    """Whether it is a column of names, and not one name for all rows."""
    return rules is not None and not isinstance(rules, (str, fv.Rules))


def as_lists(column: Any) -> Any:  # noqa: ANN401 - a column in any form
    """A column as a list of lists; frameworks pass arrays, also as cells."""
    cells = _as_list(column)
    return [_as_list(cell) for cell in cells] if isinstance(cells, (list, tuple)) else cells


def _as_list(array: Any) -> Any:  # noqa: ANN401 - a column or a cell in any form
    return array.tolist() if hasattr(array, "tolist") else array


def check_lengths(count: int, **columns: Sequence[object]) -> None:
    """Checks that each column has a row for each completion.

    Raises:
        FaceValueError: it has more or fewer, or is not a column.
    """
    for name, column in columns.items():
        if isinstance(column, (str, bytes)) or not hasattr(column, "__len__"):
            raise FaceValueError(
                f"{name} must be a column with a row for each completion, not {quoted(column)}"
            )
        if len(column) != count:
            rows = f"{count} completions but {len(column)} rows of {name}"
            raise FaceValueError(f"{rows}: give one for each completion")


def _taken(column: Sequence[Any], places: Iterable[int]) -> list[Any]:
    return [column[place] for place in places]


def parse_label(label: object) -> tuple[Any, Any, str | None]:
    """The numbers, the target and the rules of a label: a mapping, or JSON that holds one.

    The key of the numbers is `numbers` or `nums`. Target and rules may be missing.

    Raises:
        FaceValueError: the label is not a mapping, or has no numbers.

    >>> parse_label({"target": 24, "numbers": [3, 8]})
    ([3, 8], 24, None)
    >>> parse_label('{"target": 812, "nums": [75, 50], "rules": "countdown"}')
    ([75, 50], 812, 'countdown')
    """
    row = _parse_json(label) if isinstance(label, str) else label
    numbers = None
    if isinstance(row, dict):
        numbers = row.get("numbers") if row.get("numbers") is not None else row.get("nums")
    if not isinstance(row, dict) or numbers is None:
        raise FaceValueError(f"expected a label with numbers and a target: {quoted(label)}")
    return numbers, row.get("target"), row.get("rules")


def _parse_json(label: str) -> object:
    try:
        return json.loads(label)
    except (ValueError, RecursionError):
        return None
