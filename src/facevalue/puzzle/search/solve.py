"""The solutions of a puzzle: every really different one, the simplest first, exactly."""

from __future__ import annotations

from fractions import Fraction

from facevalue import _core
from facevalue.errors import LimitError, RuleError, quoted
from facevalue.options import one_of, whole_number, worker_count
from facevalue.puzzle.model.numbers import parse_number, parse_numbers
from facevalue.puzzle.model.rules import Rules, core_rules, rules_named
from facevalue.puzzle.notation.evaluation import Reason, reason_for
from facevalue.puzzle.notation.expression import MOST_BITS, Expression, trusted_expression
from facevalue.puzzle.search.candidates import as_pairs, candidate_count, check_size
from facevalue.puzzle.search.closest import Closest, nearest_values
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from facevalue.puzzle.model.numbers import NumberLike, NumbersLike

DISTINCT = ("raw", "canonical", "essential")
# Limits, so that what would not end is refused before it starts: about half a minute each.
MOST_LOOKUPS = 4_000_000_000
MOST_WALKED = 300_000_000
# Raw solutions are written out form by form, and there are millions of them from seven numbers on.
MOST_RAW_NUMBERS = 6
MOST_TABLE_NUMBERS = 9
# Solutions that are taken from the core at a time.
_BATCH = 256


def solve(
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: str | Rules = "classic",
    *,
    distinct: str = "essential",
    workers: int | None = None,
) -> Solutions:
    """The solutions of a puzzle, as a lazy view: the simplest first, found as they are asked for.

    Args:
        numbers: a text ("6 6 5 2", "KS QD 3C 3H") or ints, fractions and texts one by one.
        target: what to make; None stands for the target that the rules name.
        rules: the name of a row of `RULES`, or rules of your own.
        distinct: which solutions count as different: "raw" all texts, "canonical" up to order,
            grouping and signs, "essential" also up to idle steps (x1, /1, +0, -0).
        workers: None leaves the method to facevalue; a count makes that many threads walk through
            all raw candidates, which is slower but shows what each has handled.

    Raises:
        NotationError: a number or the target is no number.
        RuleError: unknown rules or `distinct`, another count of numbers than the rules have.
        LimitError: the search would not end in reasonable time; it says what would.

    >>> [str(solution) for solution in solve("8 8 3 3")]
    ['8/(3-8/3)']
    >>> solve("6 6 5 2", 17).first
    Expression.parse('(5/6+2)*6')
    """
    return Solutions(numbers, target, rules, distinct=distinct, workers=workers)


def closest(
    numbers: NumbersLike, target: NumberLike | None = None, rules: str | Rules = "classic"
) -> Closest:
    """The values at the least distance from the target, one or two, each with a way to make it.

    The distance is 0 where there is a solution. Arguments as for `solve`.

    Raises:
        NotationError: a number or the target is no number.
        RuleError: unknown rules, another count of numbers than the rules have.
        LimitError: no solution, and too many numbers for the nearest value to be found, or too
            large ones: more than 7 different fractions or 8 whole numbers, or more than 30 million
            candidates where the rules fix order or grouping.

    >>> found = closest("1 2 3 4 5 50", 838, "countdown")
    >>> [f"{way} = {way.value}" for way in found], found.distance, found.steps
    (['(2+50)*(1+3)*4+5 = 837', '(2+4+50)*3*5-1 = 839'], Fraction(1, 1), (5, 5))
    """
    return solve(numbers, target, rules).closest


class Stats(Value):
    """What a search did, in figures.

    `candidates` is the size of the raw space; `searched` counts look-ups in tables, or candidates
    where they were walked through; `seconds` is the time in the core so far; `handled` says how
    many candidates each worker handled, and is empty where none were walked.
    """

    candidates: int
    searched: int
    seconds: float
    handled: tuple[int, ...]


class Solutions:
    """A lazy view of the solutions of a puzzle; see `solve`.

    Iterate it, ask `len`, truth, `in`, `.first` or `.closest`. Nothing is searched before it is
    asked; what was found is kept.

    Threads may share one: they take turns, and each iteration gives all solutions in order. A call
    that Ctrl-C ends, or that runs out of memory, leaves it as it was: ask again and the search
    starts anew.
    """

    def __init__(
        self,
        numbers: NumbersLike,
        target: NumberLike | None,
        rules: str | Rules,
        *,
        distinct: str,
        workers: int | None,
    ) -> None:
        self.rules = rules_named(rules)
        self.target = Fraction(self.rules.target) if target is None else parse_number(target)
        self.numbers = parse_numbers(numbers)
        self.distinct = one_of("distinct", distinct, DISTINCT)
        check_size(self.numbers, self.rules)
        self._core = _core_solutions(self, workers)

    def __iter__(self) -> Iterator[Expression]:
        place, is_last = 0, False
        while not is_last:
            texts, is_last = self._core.texts(place, _BATCH)
            yield from map(trusted_expression, texts)
            place += len(texts)

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        return self.first is not None

    def __contains__(self, expression: object) -> bool:
        """Is it a solution, in whatever of its equal forms?"""
        if not isinstance(expression, (str, Expression)):
            return False
        given = Expression.parse(expression) if isinstance(expression, str) else expression
        terms = [(token, 0) for token in given.postfix]
        return reason_for(terms, self.numbers, self.target, self.rules)[0] is Reason.CORRECT

    def __repr__(self) -> str:
        numbers = " ".join(map(str, self.numbers))
        call = f"solve({numbers!r}, {str(self.target)!r}, {self.rules.name!r}"
        return f"{call}, distinct={self.distinct!r})"

    def count(self) -> int:
        """How many solutions there are, without writing them down.

        >>> solve("2 4 8 10").count()
        11
        """
        return self._core.count()

    @property
    def first(self) -> Expression | None:
        """The simplest solution, or None where there is none."""
        texts, _ = self._core.texts(0, 1)
        return trusted_expression(texts[0]) if texts else None

    @property
    def closest(self) -> Closest:
        """The nearest values that can be made, with the simplest way to make each; see `closest`.

        Raises:
            LimitError: too many numbers for the nearest value to be found, or too large ones.

        >>> [f"{e} = {e.value}" for e in solve("1 1 1 1").closest]
        ['1+1+1+1 = 4']
        """
        if self.first is not None:
            return Closest(self.target, (self.first,))
        values = nearest_values(self.numbers, self.target, self.rules)
        nearest = (solve(self.numbers, Fraction(*value), self.rules).first for value in values)
        return Closest(self.target, tuple(way for way in nearest if way is not None))

    @property
    def stats(self) -> Stats:
        """What the search has done so far."""
        searched, seconds, handled = self._core.stats()
        return Stats(candidate_count(self.numbers, self.rules), searched, seconds, tuple(handled))


def table(
    digits: Sequence[int], target: NumberLike, rules: str | Rules = "oberon", *, count: int = 4
) -> Iterator[tuple[tuple[int, ...], str]]:
    """Every row of `count` digits, in order, that makes the target with operators between them.

    Yields the digits of a row, which count up with the last the fastest, and the operators as a
    text such as "+**"; for the same digits the operators come in the order of the rules.

    Raises:
        RuleError: rules under which the operators alone do not say how to calculate: the order must
            be given, the grouping flat or left; digits that are not whole; `count` not 1 to 9.
        LimitError: too many rows to go through.

    >>> next(iter(table(range(1, 10), 143)))
    ((2, 8, 9, 1), '**-')
    """
    game = rules_named(rules)
    goal = parse_number(target)
    if game.order != "given" or game.grouping not in ("flat", "left"):
        message = f"expected rules with the order given and a grouping flat or left: {game.name!r}"
        raise RuleError(message)
    parsed = parse_numbers(digits)
    if not all(digit.denominator == 1 for digit in parsed):
        raise RuleError(f"expected whole digits: {quoted(digits)}")
    size = whole_number("count", count, 1, MOST_TABLE_NUMBERS)
    numbers = [int(digit) for digit in parsed]
    walked = len(numbers) ** size * len(game.operators) ** (size - 1)
    if walked > MOST_WALKED:
        raise LimitError(
            f"expected at most {MOST_WALKED} rows to go through: {walked}", MOST_WALKED
        )
    for row, operators in _core.table(numbers, size, as_pair(goal), core_rules(game)):
        yield tuple(row), operators


def as_pair(number: Fraction) -> tuple[int, int]:
    """A number as the core takes it."""
    return number.numerator, number.denominator


def _core_solutions(puzzle: Solutions, workers: int | None) -> _core.Solutions:
    pairs, row = as_pairs(puzzle.numbers), core_rules(puzzle.rules)
    threads = 0 if workers is None else worker_count(workers)
    if threads or _core.needs_walk(pairs, row):
        check_walk(puzzle.numbers, puzzle.rules)
    else:
        check_search(puzzle.numbers, puzzle.rules, puzzle.distinct)
    if not _core.fits(pairs):
        raise LimitError("expected smaller numbers: their product is beyond 639 bits", MOST_BITS)
    return _core.Solutions(pairs, as_pair(puzzle.target), row, puzzle.distinct, threads)


def check_search(numbers: Sequence[Fraction], rules: Rules, distinct: str) -> None:
    """Refuses a table search that would not end."""
    work = _core.estimated_work(as_pairs(numbers), core_rules(rules))
    if work > MOST_LOOKUPS:
        message = f"expected fewer numbers: {len(numbers)} would take about {work:.0e} look-ups"
        raise LimitError(message, MOST_LOOKUPS)
    if distinct == "raw" and len(numbers) > MOST_RAW_NUMBERS:
        message = (
            f"expected at most {MOST_RAW_NUMBERS} numbers for raw solutions, "
            f"ask for canonical ones: {len(numbers)} given"
        )
        raise LimitError(message, MOST_RAW_NUMBERS)


def check_walk(numbers: Sequence[Fraction], rules: Rules) -> None:
    """Refuses a walk that would not end."""
    size = candidate_count(numbers, rules)
    if size > MOST_WALKED:
        message = f"expected fewer numbers: there are {size:,} candidates to walk through"
        raise LimitError(message, MOST_WALKED)
