"""Scores columns of completions, each row under its own rules; shared by all adapters."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import facevalue as fv
from facevalue.adapters.shared.labels import Label, as_lists, check_lengths, completion_list
from facevalue.budget import allowed_by
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import finite_number, one_of, true_or_false

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

# For rows that name no rules: every number exactly once, fractions allowed. The usual Countdown
# data sets have no column of rules; they are made and graded under these.
DEFAULT_RULES = "classic"
# Where completions have their answer if neither the row nor an option says it.
DEFAULT_EXTRACT = "last_answer_tag"
OPTIONS = (
    *("rules", "syntax", "allow", "extract", "after_think", "score", "format_score"),
    *("closeness", "format_reward", "no_solution"),
)
_REASONS = {reason.value: reason for reason in fv.Reason}
_UNREADABLE = (
    fv.Reason.NO_ANSWER,
    fv.Reason.MALFORMED,
    fv.Reason.UNKNOWN_SYMBOL,
    fv.Reason.TOO_LONG,
)


class Score(NamedTuple):
    """What a completion is worth, and why.

    Args:
        reward: the worth of the answer and of all measures that are options of the scorer.
        reason: why the answer is right or wrong.
        measures: those measures by name, each from 0 to 1.
        parts: what makes up the reward: `answer`, and each measure times its worth.
    """

    reward: float
    reason: fv.Reason
    measures: dict[str, float]
    parts: dict[str, float]

    @property
    def correct(self) -> bool:
        """Whether the answer is right."""
        return self.reason is fv.Reason.CORRECT


class Scorer:
    """Scores completions with `facevalue.Grader`, each row under its own rules.

    Rows that name no rules are judged as TinyZero and reasoning-gym judge: if their values may be
    any fraction, a number may have a sign, unless `syntax` is given.

    Args:
        rules: the rules of rows that name none, by name or as `Rules`.
        syntax: what an answer may use, by name or as a `Syntax`; None for "lenient".
        allow: more options of that `Syntax` to switch on, such as "unary_sign".
        extract: where the answer is, in rows that do not say; one of `facevalue.puzzle.EXTRACTS`.
        no_solution: True to take an answer of `puzzle.NO_SOLUTION_ANSWERS` as right if the puzzle
            has no solution. A row may say so by `solvable`; otherwise the puzzle is solved.
        closeness: what is added for a valid answer, times 1 / (1 + its distance from the target).
        format_reward: what is added for a readable expression where the answer should be.
        **options: `after_think`, `score` and `format_score`, as for `Grader`.

    Raises:
        RuleError: unknown rules, or an option out of bounds.
        TypeError: an unknown option.

    >>> scorer = Scorer(format_score=0.1)
    >>> scorer.scores(["<answer>3*8</answer>", "<answer>5*5</answer>"], [[3, 8], [5, 5]], [24, 24])
    [1.0, 0.1]
    >>> Scorer(closeness=0.5).score("<answer>5*5</answer>", Label([5, 5], 24)).measures
    {'closeness': 0.5}
    """

    def __init__(
        self,
        rules: str | fv.Rules = DEFAULT_RULES,
        *,
        syntax: str | fv.Syntax | None = None,
        allow: str | Iterable[str] = (),
        extract: str = DEFAULT_EXTRACT,
        no_solution: bool = False,
        closeness: float = 0.0,
        format_reward: float = 0.0,
        **options: Any,  # noqa: ANN401 - a grader's
    ) -> None:
        self._default, self._extract, self._options = rules, extract, options
        self._no_solution = true_or_false("no_solution", no_solution)
        worths = {"closeness": closeness, "format": format_reward}
        self._worths = {name: finite_number(name, worth) for name, worth in worths.items() if worth}
        self._syntax = None if syntax is None else _syntax(syntax)
        self._allowed = dict.fromkeys(_allowed(allow), True)
        self._graders: dict[tuple[object, str], fv.Grader] = {}
        self.grader()  # reports bad options now
        self._right = finite_number("score", options.get("score", 1.0))

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures that each `Score` has."""
        return (*self._worths, *(("no_solution",) if self._no_solution else ()))

    def grader(self, rules: str | fv.Rules | None = None, extract: str | None = None) -> fv.Grader:
        """The grader for rows that say this; None for those that do not say it."""
        if rules is not None and not isinstance(rules, (str, fv.Rules)):
            return fv.Grader(rules, **self._options)  # raises the error
        where = self._extract if extract is None else extract
        if (rules, where) not in self._graders:
            chosen = fv.puzzle.rules_named(self._default if rules is None else rules)
            syntax = self._syntax or fv.SYNTAXES["lenient"]
            if self._syntax is None and rules is None and chosen.values == "rational":
                syntax = syntax.replace(unary_sign=True)
            made = fv.Grader(chosen, syntax.replace(**self._allowed), where, **self._options)
            self._graders[rules, where] = made
        return self._graders[rules, where]

    def scores(
        self,
        completions: Sequence[object],
        numbers: Sequence[Any],
        targets: Sequence[Any],
        rules: Any = None,  # noqa: ANN401 - a name, a column of names, or None
        **others: Any,  # noqa: ANN401 - the other columns of `Label`
    ) -> list[float]:
        """The reward of each row, in order; columns may be lists or arrays.

        Raises:
            FaceValueError: invalid numbers or an invalid target, or columns of different lengths.
        """
        columns = {"nums": numbers, "target": targets, "rules": rules, **others}
        found = scores_of(self, completions, columns)
        return [each.reward for each in found if each is not None]

    def judged(self, completions: Sequence[object], labels: Sequence[Label]) -> list[Score]:
        """The score of each completion under its label, in order.

        Raises:
            FaceValueError: invalid numbers, an invalid target or unknown rules.
        """
        found: list[Score | None] = [None] * len(labels)
        for (rules, extract), places in _groups(labels).items():
            grader = self.grader(rules, extract)
            texts = [completions[place] for place in places]
            rows = [labels[place] for place in places]
            targets = [grader.rules.target if row.target is None else row.target for row in rows]
            numbers = [row.numbers for row in rows]
            columns = grader.verdict_columns(texts, numbers, targets, columns=["reason"])
            for place, name, text, row in zip(places, columns["reason"], texts, rows, strict=True):
                found[place] = self._score(grader, _REASONS[name], text, row)
        return [each for each in found if each is not None]

    def score(self, completion: object, label: Label) -> Score:
        """The score of one completion.

        Raises:
            FaceValueError: invalid numbers, an invalid target or unknown rules.
        """
        grader = self.grader(label.rules, label.extract)
        reason = grader.verdict(completion, label.numbers, label.target).reason
        return self._score(grader, reason, completion, label)

    def _score(
        self, grader: fv.Grader, reason: fv.Reason, completion: object, label: Label
    ) -> Score:
        measures: dict[str, float] = {}
        admits = (
            self._no_solution
            and reason is not fv.Reason.CORRECT
            and grader.says_no_solution(completion)
        )
        if admits and not _is_solvable(grader, label):
            reason = fv.Reason.CORRECT
        if "closeness" in self._worths:
            measures["closeness"] = _closeness(grader, reason, completion, label)
        if "format" in self._worths:
            measures["format"] = float(admits or reason not in _UNREADABLE)
        parts = {"answer": self._answer_worth(grader, reason)}
        parts |= {name: worth * measures[name] for name, worth in self._worths.items()}
        if self._no_solution:
            measures["no_solution"] = float(admits and reason is fv.Reason.CORRECT)
        return Score(sum(parts.values()), reason, measures, parts)

    def _answer_worth(self, grader: fv.Grader, reason: fv.Reason) -> float:
        if reason is fv.Reason.CORRECT:
            return self._right
        return 0.0 if reason is fv.Reason.NO_ANSWER else grader.format_score


def _syntax(syntax: str | fv.Syntax) -> fv.Syntax:
    if isinstance(syntax, fv.Syntax):
        return syntax
    return fv.SYNTAXES[one_of("syntax", syntax, fv.SYNTAXES)]


def _allowed(allow: str | Iterable[str]) -> tuple[str, ...]:
    """The options of a `Syntax` to switch on."""
    switches = [name for name, value in fv.Syntax().as_dict().items() if value is False]
    if not isinstance(allow, str) and not hasattr(allow, "__iter__"):
        raise RuleError(f"allow must be a list of {', '.join(switches)}, not {quoted(allow)}")
    names = (allow,) if isinstance(allow, str) else tuple(allow)
    return tuple(one_of("option to allow", name, switches) for name in names)


def is_column(values: object) -> bool:
    """Whether it is a column of values, and not one value for all rows."""
    return values is not None and not isinstance(values, (str, bool, fv.Rules))


def scores_of(
    scorer: Scorer, completions: Sequence[object], given: Mapping[str, Any]
) -> list[Score | None]:
    """The score of each completion under the columns of a data set; None without numbers.

    Raises:
        FaceValueError: invalid numbers, an invalid target or unknown rules; a column of numbers is
            missing; columns of different lengths.

    >>> scores_of(Scorer(), ["<answer>3*8</answer>"], {"nums": [[3, 8]]})[0].reward
    1.0
    """
    texts = completion_list(completions)
    numbers = as_lists(given.get("numbers") if given.get("nums") is None else given["nums"])
    if numbers is None:
        raise FaceValueError("expected a column of numbers, called nums or numbers: none given")
    names = ("target", "rules", "extract", "solvable")
    columns = {"nums": numbers, **{each: given.get(each) for each in names}}
    count = len(texts)
    lists = {
        each: as_lists(column) if is_column(column) else [column] * count
        for each, column in columns.items()
    }
    check_lengths(count, **lists)
    labels = [Label(*row) for row in zip(*lists.values(), strict=True)]
    ours = [place for place, label in enumerate(labels) if label.numbers is not None]
    found = scorer.judged([texts[place] for place in ours], [labels[place] for place in ours])
    scores = dict(zip(ours, found, strict=True))
    return [scores.get(place) for place in range(count)]


def _groups(labels: Sequence[Label]) -> dict[tuple[Any, str | None], list[int]]:
    """The places of the rows with the same rules and the same extraction."""
    groups: dict[tuple[Any, str | None], list[int]] = {}
    for place, label in enumerate(labels):
        groups.setdefault((label.rules, label.extract), []).append(place)
    return groups


def _closeness(grader: fv.Grader, reason: fv.Reason, completion: object, label: Label) -> float:
    if reason is fv.Reason.CORRECT:
        return 1.0
    if reason is not fv.Reason.WRONG_VALUE:
        return 0.0
    value = grader.verdict(completion, label.numbers, label.target).value
    goal = fv.Puzzle([1], grader.rules.target if label.target is None else label.target).target
    return 0.0 if value is None else float(1 / (1 + abs(value - goal)))


def _is_solvable(grader: fv.Grader, label: Label) -> bool:
    if label.solvable is not None:
        return bool(label.solvable)
    with allowed_by(""):
        return fv.solve(label.numbers, label.target, grader.rules).first is not None


def scorer_for(options: Mapping[str, Any]) -> Scorer:
    """The scorer for the `OPTIONS` among these keywords; frameworks also pass others."""
    chosen = {name: options[name] for name in OPTIONS if options.get(name) is not None}
    if "allow" in chosen:
        chosen["allow"] = _allowed(chosen["allow"])
    try:
        return _cached_scorer(tuple(chosen.items()))
    except TypeError:  # an option that is not hashable: the grader raises the error
        return Scorer(**chosen)


@lru_cache(64)  # some frameworks ask for one score at a time
def _cached_scorer(options: tuple[tuple[str, Any], ...]) -> Scorer:
    return Scorer(**dict(options))
