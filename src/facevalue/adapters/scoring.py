"""What all adapters share: columns of completions, each row scored under its own rules."""

from __future__ import annotations

import json
from functools import lru_cache

import facevalue as fv
from facevalue.errors import FaceValueError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

# Where a row names no rules: every number exactly once, fractions on the way allowed. So the
# Countdown data sets without a column of rules are made, and so their own graders judge.
DEFAULT_RULES = "classic"
OPTIONS = ("rules", "syntax", "extract", "after_think", "score", "format_score")


class Scorer:
    """Scores completions as `facevalue.Grader` does, each row under its own rules.

    Args:
        rules: the rules of rows that name none, by name or as `Rules`.
        **options: as for `Grader`: `syntax`, `extract`, `after_think`, `score`, `format_score`.

    Raises:
        RuleError: unknown rules, or an option that a grader refuses.
        TypeError: an option that a grader does not have.

    >>> scorer = Scorer(format_score=0.1)
    >>> scorer.scores(["<answer>3*8</answer>", "<answer>5*5</answer>"], [[3, 8], [5, 5]], [24, 24])
    [1.0, 0.1]
    """

    def __init__(self, rules: str | fv.Rules = DEFAULT_RULES, **options: Any) -> None:  # noqa: ANN401 - a grader's
        self._usual = rules
        self._options = options
        usual = fv.Grader(rules, **options)
        self._graders = {rules: usual}

    def grader(self, rules: str | fv.Rules | None = None) -> fv.Grader:
        """The grader for the rules that a row names, or for those of rows that name none."""
        wanted = self._usual if rules is None else rules
        if not isinstance(wanted, (str, fv.Rules)):
            return fv.Grader(wanted, **self._options)  # which refuses it
        if wanted not in self._graders:
            self._graders[wanted] = fv.Grader(wanted, **self._options)
        return self._graders[wanted]

    def scores(
        self,
        completions: Sequence[object],
        numbers: Sequence[Any],
        targets: Sequence[Any],
        rules: Any = None,  # noqa: ANN401 - a name, a column of names, or None
    ) -> list[float]:
        """A score for each row, in order; columns may be lists or arrays.

        Raises:
            FaceValueError: a row of numbers or a target is none, or rows are missing.
        """
        texts, rows, goals = as_lists(completions), as_lists(numbers), as_lists(targets)
        named = as_lists(rules) if is_column(rules) else [rules] * len(texts)
        check_lengths(len(texts), nums=rows, target=goals, rules=named)
        every = list(dict.fromkeys(named))
        if len(every) == 1:
            return self._scored(every[0], texts, rows, goals)
        found = [0.0] * len(texts)
        for each in every:
            places = [place for place, name in enumerate(named) if name == each]
            scored = self._scored(each, *(_at(column, places) for column in (texts, rows, goals)))
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
    """The scorer for those of some keywords that are options; frameworks pass others along."""
    chosen = {name: options[name] for name in OPTIONS if options.get(name) is not None}
    try:
        return _made(tuple(chosen.items()))
    except TypeError:  # an option that cannot be looked up, which the grader refuses
        return Scorer(**chosen)


@lru_cache(64)  # some frameworks ask for one score at a time
def _made(options: tuple[tuple[str, Any], ...]) -> Scorer:
    return Scorer(**dict(options))


def is_column(rules: object) -> bool:
    """Whether it is a column of names and not one name for all rows."""
    return rules is not None and not isinstance(rules, (str, fv.Rules))


def as_lists(column: Any) -> Any:  # noqa: ANN401 - whatever holds rows
    """A column as a list of lists, where it or its cells are arrays, as Parquet gives them back."""
    cells = _listed(column)
    return [_listed(cell) for cell in cells] if isinstance(cells, (list, tuple)) else cells


def _listed(array: Any) -> Any:  # noqa: ANN401 - whatever holds rows
    return array.tolist() if hasattr(array, "tolist") else array


def check_lengths(count: int, **columns: Sequence[object]) -> None:
    """Checks that columns have as many rows as there are completions."""
    for name, column in columns.items():
        if isinstance(column, (str, bytes)) or not hasattr(column, "__len__"):
            raise FaceValueError(f"expected a column of {name}, one row each: {quoted(column)}")
        if len(column) != count:
            message = f"expected {count} rows of {name}, one for each completion: {len(column)}"
            raise FaceValueError(message)


def _at(column: Sequence[Any], places: Iterable[int]) -> list[Any]:
    return [column[place] for place in places]


def parse_label(label: object) -> tuple[Any, Any, str | None]:
    """The numbers, the target and the rules of a label: a mapping, or JSON that holds one.

    The numbers are called `numbers` or `nums`; the rules may be missing.

    Raises:
        FaceValueError: it is no mapping, or it has no numbers.

    >>> parse_label({"target": 24, "numbers": [3, 8]})
    ([3, 8], 24, None)
    >>> parse_label('{"target": 812, "nums": [75, 50], "rules": "countdown"}')
    ([75, 50], 812, 'countdown')
    """
    row = _read(label) if isinstance(label, str) else label
    numbers = None
    if isinstance(row, dict):
        numbers = row.get("numbers") if row.get("numbers") is not None else row.get("nums")
    if not isinstance(row, dict) or numbers is None:
        raise FaceValueError(f"expected a label with target and numbers: {quoted(label)}")
    return numbers, row.get("target"), row.get("rules")


def _read(label: str) -> object:
    try:
        return json.loads(label)
    except (ValueError, RecursionError):
        return None
