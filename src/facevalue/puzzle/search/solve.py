"""`solve` and `Solutions`: every distinct solution of a puzzle, the simplest first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import islice
from operator import index
from typing import Any, Literal, SupportsIndex, TypeAlias

from facevalue import _core
from facevalue.budget import USUAL_LIMIT
from facevalue.errors import LimitError
from facevalue.options import take
from facevalue.puzzle.model.core_rules import core_rules, prepare
from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
from facevalue.puzzle.model.rules import RulesLike
from facevalue.puzzle.notation.expression import Expression, trusted_expression
from facevalue.puzzle.notation.spelling import parts_of, rules_of
from facevalue.puzzle.notation.syntax import SYNTAXES, answer_reader
from facevalue.puzzle.notation.tables import number_tables
from facevalue.puzzle.search.candidates import candidate_count
from facevalue.puzzle.search.closest import Closest, nearest_values
from facevalue.puzzle.search.stats import Stats
from facevalue.value import as_json

Distinct: TypeAlias = Literal["raw", "canonical", "essential"]
Method: TypeAlias = Literal["search", "walk"]
# How many solutions the core returns at a time.
_BATCH = 256
# How many solutions `repr`, `print` and notebooks show.
_IN_REPR, _IN_PRINT, _IN_NOTEBOOKS = 5, 20, 100
# Estimated seconds that counting the other solutions may take then.
_SECONDS_TO_COUNT = 0.5


def solve(
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: RulesLike = "classic",
    *,
    distinct: Distinct | None = None,
    method: Method = "search",
    workers: int | None = None,
    limit: float | None = USUAL_LIMIT,
) -> Solutions:
    """Find every distinct solution, the simplest first.

    The result is a lazy view: solutions are found when you use them.

    Args:
        numbers: a string ("6 6 5 2", "KS QD 3C 3H"), or 1 to 16 whole numbers, whole floats,
            `Fraction`, `Decimal`, strings or cards. A string may also contain the target and the
            rules: "6 6 5 2 = 17", "6 6 5 2 -> 17 (forth)".
        target: the number to make; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        distinct: which solutions count as different: "raw" for all, "canonical" up to order,
            grouping and signs, "essential" also up to idle steps (x1, /1, +0, -0); None for
            "essential". With functions, "canonical" is only up to the order of the operands of +
            and *, there is no "essential", and None is "canonical".
        method: "search" uses tables to search backward from the target; "walk" goes through all raw
            candidates, which is slower. Both find the same solutions.
        workers: threads that share a walk, 1 to 64; None for several if the rules need a long walk.
            A search uses one thread.
        limit: the maximum time in seconds for the first solution or for the count of all, estimated
            in advance; None for no limit.

    Raises:
        NotationError: a number or the target is not a number.
        RuleError: unknown rules, `distinct` or `method`, or too many or too few numbers for the
            rules.
        LimitError: it would take longer than `limit` (the message gives an estimate); there
            are more than 16 numbers, or 6 for raw solutions; or the numbers are too large.

    >>> solve("8 8 3 3")
    <Solutions of 8 8 3 3 -> 24: 8/(3-8/3)>
    >>> solve("6 6 5 2", 17).first
    Expression.parse('(5/6+2)*6')
    """
    puzzle = (numbers, target, rules)
    return Solutions(*puzzle, distinct=distinct, method=method, workers=workers, limit=limit)


def closest(
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: RulesLike = "classic",
    *,
    limit: float | None = USUAL_LIMIT,
) -> Closest:
    """Find the values closest to the target and how to make them.

    The distance is 0 if there is a solution.

    Args:
        numbers: the numbers of the puzzle, as for `solve`.
        target: the number to make; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        limit: the maximum time in seconds for the search for a solution, and for the search for the
            nearest values, estimated in advance; None for no limit.

    Raises:
        NotationError: a number or the target is not a number.
        RuleError: unknown rules, or too many or too few numbers for them.
        LimitError: as for `solve`; or there is no solution, and the nearest value would take more
            seconds than `limit` to find or the numbers are too large for it.

    >>> found = closest("1 2 3 4 5 50", 838, "countdown")
    >>> [f"{way} = {way.value}" for way in found], found.distance, found.steps
    (['(2+50)*(1+3)*4+5 = 837', '(2+4+50)*3*5-1 = 839'], Fraction(1, 1), (5, 5))
    """
    return solve(numbers, target, rules, limit=limit).closest()


def count(
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: RulesLike = "classic",
    *,
    distinct: Distinct | None = None,
    method: Method = "search",
    workers: int | None = None,
    limit: float | None = USUAL_LIMIT,
) -> int:
    """Count the distinct solutions of a puzzle.

    Args:
        numbers: the numbers of the puzzle, as for `solve`.
        target: the number to make; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        distinct: "raw", "canonical", "essential" or None, as in `solve`.
        method: "search" or "walk", as in `solve`.
        workers: threads that share a walk, 1 to 64; None chooses.
        limit: the maximum time in seconds, estimated in advance; None for no limit.

    Raises:
        NotationError: a number or the target is not a number.
        RuleError: unknown rules, `distinct` or `method`, or too many or too few numbers for the
            rules.
        LimitError: it would take longer than `limit` (the message gives an estimate), as with
            nine different numbers; or the numbers are too many or too large, as for `solve`.

    >>> count("2 4 8 10"), count("2 4 8 10", distinct="raw")
    (11, 196)
    """
    puzzle = (numbers, target, rules)
    options: Any = {"distinct": distinct, "method": method, "workers": workers, "limit": limit}
    return Solutions(*puzzle, **options).count()


class Solutions:
    """A lazy view of the solutions of a puzzle; see `solve` for the arguments and errors.

    Iterate it, or use `len`, `bool`, `in`, `[i]`, slices, `first` or `closest()`. The search starts
    on first use, and solutions that were found are kept.

    Threads may share it: they take turns, and each iteration returns all solutions in order. If
    Ctrl-C or a lack of memory ends a call, the next call searches again.

    >>> solutions = Solutions("2 4 8 10")
    >>> len(solutions), "8*(10-4)/2" in solutions, str(solutions[0])
    (11, True, '2+4+8+10')
    """

    def __init__(
        self,
        numbers: NumbersLike,
        target: NumberLike | None = None,
        rules: RulesLike = "classic",
        *,
        distinct: Distinct | None = None,
        method: Method = "search",
        workers: int | None = None,
        limit: float | None = USUAL_LIMIT,
    ) -> None:
        given = parts_of(numbers, target, rules)
        found = number_tables().search(*given, distinct, method, workers, limit)
        self.numbers, self.target = found.puzzle.numbers, found.puzzle.target
        self.rules = rules_of(found.puzzle.named_rules, given[2])
        self.distinct, self.method = found.distinct, "walk" if found.walks else "search"
        self.workers, self.limit = found.workers, found.limit
        self._core = found.solutions

    def __iter__(self) -> Iterator[Expression]:
        start, is_last = 0, False
        while not is_last:
            expressions, is_last = self._core.texts(start, _BATCH)
            yield from map(trusted_expression, expressions)
            start += len(expressions)

    def __len__(self) -> int:  # `list` also calls it, so lists that are too long are refused
        self._core.check("all", self.limit)
        return self.count()

    def __bool__(self) -> bool:
        return self.first is not None

    def __getitem__(self, position: SupportsIndex | slice) -> Any:
        """Return the solution at an index, or a tuple for a slice; search only as far as needed."""
        if isinstance(position, slice):
            ends = (position.start, position.stop, position.step)
            is_simple = position.stop is not None and all(end is None or end >= 0 for end in ends)
            return tuple(islice(self, position.stop if is_simple else len(self)))[position]
        start = index(position)
        start += len(self) if start < 0 else 0
        expressions = self._core.texts(start, 1)[0] if start >= 0 else ()
        if not expressions:
            raise IndexError("there are fewer solutions")
        return trusted_expression(expressions[0])

    def __contains__(self, expression: object) -> bool:
        """True if an expression is a solution, in any of its equal forms."""
        if not isinstance(expression, (str, Expression)):
            return False
        if isinstance(expression, str):
            expression = Expression.parse(expression)
        reader = answer_reader(SYNTAXES["strict"], self.rules)
        puzzle = prepare(self.numbers, self.target)
        return _core.is_right(reader, core_rules(self.rules), str(expression), puzzle)

    def __repr__(self) -> str:
        shown, rest = self._shown(_IN_REPR)
        parts = [*map(str, shown), *rest]
        return f"<Solutions of {self._puzzle()}: {', '.join(parts) or 'none'}>"

    def __str__(self) -> str:
        """Return the first 20 solutions, one per line, and how many more there are."""
        shown, rest = self._shown(_IN_PRINT)
        return (
            "\n".join([*map(str, shown), *(f"... {more}" for more in rest)])
            or self.rules.no_solution
        )

    def _repr_html_(self) -> str:
        shown, rest = self._shown(_IN_NOTEBOOKS)
        items = "".join(f"<li><code>{solution}</code></li>" for solution in shown)
        listed = f"<ol>{items}</ol>" if items else f"<p>{self.rules.no_solution}</p>"
        following = "".join(f"<p>{more}</p>" for more in rest)
        return f"<p>{self._puzzle().replace('>', '&gt;')}</p>{listed}{following}"

    def _repr_latex_(self) -> str:
        shown, rest = self._shown(_IN_PRINT)
        lines = [f"&{solution.to('latex')}" for solution in shown] or [
            rf"&\text{{{self.rules.no_solution}}}"
        ]
        lines += [rf"&\text{{{more}}}" for more in rest]
        return r"$\begin{aligned}" + r"\\".join(lines) + r"\end{aligned}$"

    def _shown(self, limit: int) -> tuple[tuple[Expression, ...], list[str]]:
        """Return the first solutions, and a note on how many follow, if any."""
        solutions: list[Expression] = []
        try:
            solutions.extend(islice(self, limit + 1))
            if len(solutions) <= limit:
                return tuple(solutions), []
            self._core.check("all", _SECONDS_TO_COUNT)
            return tuple(solutions[:limit]), [f"and {self.count() - limit:,} more"]
        except LimitError:  # counting or listing takes too long
            if not solutions:
                raise
            return tuple(solutions[:limit]), ["and more"]

    def _puzzle(self) -> str:
        return f"{' '.join(map(str, self.numbers))} -> {self.target}"

    def __eq__(self, other: object) -> bool:
        """True if both have the same puzzle and the same `distinct`."""
        if not isinstance(other, Solutions):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def _content(self) -> tuple[object, ...]:
        return self.numbers, self.target, self.rules, self.distinct

    def __reduce__(self) -> tuple[object, ...]:
        options = {name: getattr(self, name) for name in ("distinct", "method", "workers", "limit")}
        return partial(Solutions, **options), (self.numbers, self.target, self.rules)

    def as_dict(self, notation: str = "infix", *, most: int | None = None) -> dict[str, Any]:
        """Return the puzzle and its solutions for JSON.

        Args:
            notation: one of `NOTATIONS`.
            most: list at most this many solutions, at least 0; None for all. `solution_count`
                counts all, and `truncated` says whether some are not listed.

        Raises:
            RuleError: an unknown notation, or `most` is not an integer of at least 0.

        JSON:
            numbers, target, rules
            distinct (one of raw, canonical, essential): which solutions are different.
            solution_count (count or null): how many distinct solutions there are, listed or
                not; null with `--first`.
            solutions (list of expression): solutions, the simplest first.
            truncated (boolean): whether the list may leave something out.

        >>> found = solve("8 8 3 3").as_dict()
        >>> found["solution_count"], found["solutions"][0]["expression"]
        (1, '8/(3-8/3)')
        """
        # `list` refuses to list all solutions if that would take too long.
        listed = list(self) if most is None else take(self, most)
        solutions = [solution.as_dict(notation) for solution in listed]
        has_all = most is None or len(solutions) < most
        count = len(solutions) if has_all else self.count()
        return {
            "numbers": as_json(self.numbers),
            "target": as_json(self.target),
            "rules": as_json(self.rules),
            "distinct": self.distinct,
            "solution_count": count,
            "solutions": solutions,
            "truncated": len(solutions) < count,
        }

    def count(self) -> int:
        """Count the solutions without listing them.

        Raises:
            LimitError: counting would take longer than `limit`.

        >>> solve("2 4 8 10").count()
        11
        """
        self._core.check("count", self.limit)
        return self._core.count()

    @property
    def first(self) -> Expression | None:
        """The simplest solution, or None if there is none.

        >>> solve("1 1 1 1").first is None
        True
        """
        expressions, _ = self._core.texts(0, 1)
        return trusted_expression(expressions[0]) if expressions else None

    def closest(self) -> Closest:
        """Return the values nearest to the target, each with a way to make it; see `closest`.

        Raises:
            LimitError: the nearest value would take too long to find.

        >>> [f"{way} = {way.value}" for way in solve("1 1 1 1").closest()]
        ['1+1+1+1 = 4']
        """
        if self.first is not None:
            return Closest(self.target, (self.first,))
        values = nearest_values(self.numbers, self.target, self.rules, self.limit)
        puzzles = ((self.numbers, Fraction(*value), self.rules) for value in values)
        nearest = (solve(*puzzle, limit=self.limit).first for puzzle in puzzles)
        return Closest(self.target, tuple(way for way in nearest if way is not None))

    @property
    def stats(self) -> Stats:
        """The statistics of the search so far."""
        searched, seconds, handled = self._core.stats()
        has_walk = not self.rules.functions
        candidates = candidate_count(self.numbers, self.rules) if has_walk else None
        return Stats(candidates, searched, seconds, tuple(handled))
