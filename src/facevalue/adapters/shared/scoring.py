"""Scores columns of completions, each row under its own rules, for all adapters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import facevalue as fv
from facevalue.adapters.shared.labels import Label, as_lists, check_lengths, completion_list
from facevalue.budget import allowed_by
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import finite_number, one_of, true_or_false

# For rows without rules: every number exactly once, fractions allowed. The usual Countdown datasets
# have no column of rules, and are made and graded under these rules.
DEFAULT_RULES = "classic"
# Where the answer is if neither the row nor an option says so.
DEFAULT_EXTRACT = "last_answer_tag"
OPTIONS = (
    *("rules", "syntax", "allow", "extract", "after_think", "score", "format_score"),
    *("closeness", "format_reward", "no_solution"),
)
_UNREADABLE = (
    fv.Reason.NO_ANSWER,
    fv.Reason.MALFORMED,
    fv.Reason.UNKNOWN_SYMBOL,
    fv.Reason.TOO_LONG,
)


class Score(NamedTuple):
    """The reward of a completion, and why.

    Args:
        reward: the sum of `parts`.
        reason: why the answer is right or wrong.
        measures: the measures that were requested, by name, each from 0 to 1.
        parts: the reward for the `answer`, and each measure times its weight.
    """

    reward: float
    reason: fv.Reason
    measures: dict[str, float]
    parts: dict[str, float]

    @property
    def correct(self) -> bool:
        """True if the answer is right."""
        return self.reason is fv.Reason.CORRECT


class Scorer:
    """Scores completions with `facevalue.Grader`, each row under its own rules.

    Rows without rules are judged as by TinyZero and reasoning-gym: if values may be any fraction,
    a number may have a sign, unless `syntax` is given.

    Args:
        rules: the rules of rows without rules, by name or as `Rules`.
        syntax: what an answer may use, by name or as a `Syntax`; None for "lenient".
        allow: more options of that `Syntax` to switch on, such as "unary_sign".
        extract: where the answer is, in rows that do not say; one of `facevalue.puzzle.EXTRACTS`.
        no_solution: True to accept an answer of `puzzle.NO_SOLUTION_ANSWERS` if the puzzle has no
            solution. If a row does not say whether it is `solvable`, the puzzle is solved.
        closeness: the reward for a valid answer, multiplied by 1 / (1 + its distance from the
            target).
        format_reward: the reward for a readable expression where the answer should be.
        **options: `after_think`, `score` and `format_score`, as for `Grader`.

    Raises:
        RuleError: unknown rules, or an option out of bounds.
        TypeError: an unknown option.

    >>> scorer = Scorer(format_score=0.1)
    >>> scorer.score("<answer>5*5</answer>", Label([5, 5], 24)).reward
    0.1
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
        **options: Any,
    ) -> None:
        self._default, self._extract, self._options = rules, extract, options
        self._no_solution = true_or_false("no_solution", no_solution)
        weights = {"closeness": closeness, "format": format_reward}
        self._weights = {name: finite_number(name, w) for name, w in weights.items() if w}
        if isinstance(syntax, str) or not (syntax is None or isinstance(syntax, fv.Syntax)):
            syntax = fv.SYNTAXES[one_of("syntax", syntax, fv.SYNTAXES)]
        self._syntax = syntax
        self._allowed = dict.fromkeys(_allowed_options(allow), True)
        self._graders: dict[tuple[object, str], fv.Grader] = {}
        self.grader()  # reports bad options now
        self._right = finite_number("score", options.get("score", 1.0))

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures that each `Score` has."""
        return (*self._weights, *(("no_solution",) if self._no_solution else ()))

    def grader(self, rules: str | fv.Rules | None = None, extract: str | None = None) -> fv.Grader:
        """Return the grader for rows with these rules and this `extract`; None for the defaults."""
        if rules is not None and not isinstance(rules, (str, fv.Rules)):
            return fv.Grader(rules, **self._options)  # raises the error
        where = self._extract if extract is None else extract
        if (rules, where) not in self._graders:
            chosen = fv.puzzle.rules_named(self._default if rules is None else rules)
            syntax = self._syntax or fv.SYNTAXES["lenient"]
            if self._syntax is None and rules is None and chosen.values == "rational":
                syntax = syntax.replace(unary_sign=True)
            syntax = syntax.replace(**self._allowed)
            self._graders[rules, where] = fv.Grader(chosen, syntax, where, **self._options)
        return self._graders[rules, where]

    def score_many(self, completions: Sequence[object], labels: Sequence[Label]) -> list[Score]:
        """Score each completion under its label, in order.

        Raises:
            FaceValueError: invalid numbers, an invalid target or unknown rules.
        """
        scores: list[Score | None] = [None] * len(labels)
        groups: dict[tuple[Any, str | None], list[int]] = {}
        for index, label in enumerate(labels):
            groups.setdefault((label.rules, label.extract), []).append(index)
        for (rules, extract), indices in groups.items():
            grader = self.grader(rules, extract)
            chosen = [completions[index] for index in indices]
            targets = [_target(grader, labels[index]) for index in indices]
            numbers = [labels[index].numbers for index in indices]
            columns = grader.verdict_columns(chosen, numbers, targets, columns=["reason"])
            for index, name, completion in zip(indices, columns["reason"], chosen, strict=True):
                scores[index] = self._score(grader, fv.Reason(name), completion, labels[index])
        return [score for score in scores if score is not None]

    def score(self, completion: object, label: Label) -> Score:
        """Score one completion.

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
        is_claim = (
            self._no_solution
            and reason is not fv.Reason.CORRECT
            and grader.says_no_solution(completion)
        )
        if is_claim:
            solvable = label.solvable
            if solvable is None:
                with allowed_by(""):
                    solutions = fv.solve(label.numbers, label.target, grader.rules)
                    solvable = solutions.first is not None
            reason = reason if solvable else fv.Reason.CORRECT
        is_correct = reason is fv.Reason.CORRECT
        if "closeness" in self._weights:
            measures["closeness"] = float(is_correct)
            if reason is fv.Reason.WRONG_VALUE:
                value = grader.verdict(completion, label.numbers, label.target).value
                target = fv.Puzzle([1], _target(grader, label)).target
                if value is not None:
                    measures["closeness"] = float(1 / (1 + abs(value - target)))
        if "format" in self._weights:
            measures["format"] = float(is_claim or reason not in _UNREADABLE)
        wrong = 0.0 if reason is fv.Reason.NO_ANSWER else grader.format_score
        parts = {"answer": self._right if is_correct else wrong}
        parts |= {name: weight * measures[name] for name, weight in self._weights.items()}
        if self._no_solution:
            measures["no_solution"] = float(is_claim and is_correct)
        return Score(sum(parts.values()), reason, measures, parts)


def _target(grader: fv.Grader, label: Label) -> Any:
    return grader.rules.target if label.target is None else label.target


def _allowed_options(allow: str | Iterable[str]) -> tuple[str, ...]:
    """Return the options of a `Syntax` to switch on."""
    switches = [name for name, value in fv.Syntax().as_dict().items() if value is False]
    if not isinstance(allow, str) and not hasattr(allow, "__iter__"):
        raise RuleError(f"allow must be a list of {', '.join(switches)}, not {quoted(allow)}")
    names = (allow,) if isinstance(allow, str) else tuple(allow)
    return tuple(one_of("option to allow", name, switches) for name in names)


def scores_of(
    scorer: Scorer, completions: Sequence[object], columns: Mapping[str, Any]
) -> list[Score | None]:
    """Score each completion with the columns of a dataset; None for rows without numbers.

    Raises:
        FaceValueError: invalid numbers, an invalid target or unknown rules; a column of numbers is
            missing; columns of different lengths.

    >>> scores_of(Scorer(), ["<answer>3*8</answer>"], {"nums": [[3, 8]]})[0].reward
    1.0
    """
    answers = completion_list(completions)
    count = len(answers)
    numbers = columns.get("numbers") if columns.get("nums") is None else columns["nums"]
    if numbers is None:
        raise FaceValueError("there must be a column of numbers, called nums or numbers")
    lists = {"nums": as_lists(numbers)}
    for name in Label._fields[1:]:
        column = columns.get(name)
        is_single = column is None or isinstance(column, (str, bool, fv.Rules))  # for all rows
        lists[name] = [column] * count if is_single else as_lists(column)
    check_lengths(count, **lists)
    labels = [Label(*row) for row in zip(*lists.values(), strict=True)]
    indices = [index for index, label in enumerate(labels) if label.numbers is not None]
    scored = scorer.score_many([answers[at] for at in indices], [labels[at] for at in indices])
    scores = dict(zip(indices, scored, strict=True))
    return [scores.get(index) for index in range(count)]


def scorer_for(options: Mapping[str, Any]) -> Scorer:
    """Return the scorer for the `OPTIONS` among these keywords; frameworks also pass others."""
    chosen = {name: options[name] for name in OPTIONS if options.get(name) is not None}
    if "allow" in chosen:
        chosen["allow"] = _allowed_options(chosen["allow"])
    try:
        return _cached_scorer(tuple(chosen.items()))
    except TypeError:  # an option that is not hashable: the grader raises the error
        return Scorer(**chosen)


@lru_cache(64)  # some frameworks request one score at a time
def _cached_scorer(options: tuple[tuple[str, Any], ...]) -> Scorer:
    return Scorer(**dict(options))
