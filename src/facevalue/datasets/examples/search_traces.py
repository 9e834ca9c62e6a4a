"""Writes searches for a solution line by line, including dead ends, as training data.

Each line has one operation and the numbers that it leaves, so every line can be verified
separately, and the solution with `facevalue.check_steps`. The solver is not used, but datasets only
contain traces that agree with it and are not too long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, islice, permutations, takewhile
from types import MappingProxyType
from typing import Any, NamedTuple

import attrs

import facevalue as fv
from facevalue.budget import check_deadline
from facevalue.datasets.examples.attempts import is_done
from facevalue.errors import FaceValueError, LimitError, counted, quoted
from facevalue.locks import SharedIterator
from facevalue.options import row_named, true_or_false, whole_number
from facevalue.puzzle import PuzzleBatch
from facevalue.randomness import mix64, seed_or_random, shuffled, split_mix64
from facevalue.system.lazy_numpy import np
from facevalue.value import Value

STRATEGIES: Mapping[str, str] = MappingProxyType(
    {
        "dfs": "depth first: follow each operation to its end, then go back",
        "bfs": "breadth first: write down all tables of one level before the next",
    }
)
OUTCOMES: Mapping[str, str] = MappingProxyType(
    {
        "solved": "the target is made",
        "unsolvable": "everything was tried, and nothing makes the target",
        "not found": "not everything was tried, because of `width`",
        "stopped": "the search would be longer than `max_lines`",
    }
)
_LAST_LINES = {
    "solved": "{} is made",
    "unsolvable": "nothing makes {}",
    "not found": "{} is not found",
}
MAX_LINES = 10_000
# A search gives up after this many puzzles in a row whose traces are too long.
MAX_TOO_LONG = 2_000


@attrs.frozen
class Trace(Value):
    r"""A search for a solution, written down line by line.

    Attributes:
        puzzle: the puzzle.
        strategy: one of `STRATEGIES`.
        seed: the seed with which `trace` makes this trace again.
        lines: the lines of the search; `text` joins them.
        outcome: one of `OUTCOMES`.
        steps: the lines of the solution, without dead ends, as input for `facevalue.check_steps`;
            empty if no solution was found.

    >>> found = trace(fv.Puzzle("3 8"), seed=1)
    >>> print(found.text)
    make 24 from 3 8
    #0: 3 8
    #0.1: 3 + 8 = 11 (left: 11)
    11 is not 24, back to #0
    #0.2: 8 - 3 = 5 (left: 5)
    5 is not 24, back to #0
    #0.3: 3 * 8 = 24 (left: 24)
    24 is made
    >>> found.steps
    ('3 * 8 = 24 (left: 24)',)
    """

    puzzle: fv.Puzzle
    strategy: str
    seed: int
    lines: tuple[str, ...]
    outcome: str
    steps: tuple[str, ...]

    @property
    def text(self) -> str:
        """The lines as one string."""
        return "\n".join(self.lines)

    @property
    def is_solved(self) -> bool:
        """True if a solution was found."""
        return self.outcome == "solved"

    def __str__(self) -> str:
        return self.text


def traces(
    puzzle: fv.Puzzle | str,
    strategy: str = "dfs",
    *,
    seed: int | None = None,
    nearest: bool = False,
    width: int | None = None,
    max_lines: int = MAX_LINES,
) -> Iterator[Trace]:
    """Make any number of traces of a puzzle in different orders; the same seed repeats them.

    Args:
        puzzle: a puzzle, or a string such as "3 3 8 8" or "75 50 2 3 8 7 -> 812 (countdown)".
        strategy: "dfs" or "bfs", depth or breadth first.
        seed: 0 to 2^64 - 1; None for a random seed. Each trace gets a different seed from it.
        nearest: as for `trace`.
        width: as for `trace`.
        max_lines: as for `trace`.

    Returns:
        An endless iterator of traces. Threads may share it, and it continues after an error.

    Raises:
        NotationError: the string is not a puzzle.
        RuleError: as for `trace`; options are checked when the first trace is made.

    >>> from itertools import islice
    >>> len({found.text for found in islice(traces("4 6 1 1", seed=7), 5)})
    5
    """
    options: dict[str, Any] = {"nearest": nearest, "width": width, "max_lines": max_lines}

    def read(state: int) -> tuple[tuple[Trace], int]:
        seeds = split_mix64(state)
        return (trace(puzzle, strategy, seed=next(seeds), **options),), seeds.state

    return SharedIterator(read, seed_or_random(seed))


def trace(
    puzzle: fv.Puzzle | str,
    strategy: str = "dfs",
    *,
    seed: int | None = None,
    nearest: bool = False,
    width: int | None = None,
    max_lines: int = MAX_LINES,
) -> Trace:
    """Search for a solution and write down every step; the same seed gives the same trace.

    The format follows Stream of Search (Gandhi et al., 2024).

    Args:
        puzzle: a puzzle, or a string such as "3 3 8 8" or "75 50 2 3 8 7 -> 812 (countdown)".
        strategy: "dfs" or "bfs", depth or breadth first.
        seed: decides the order in which operations are tried, 0 to 2^64 - 1; None for a random
            seed.
        nearest: True to try operations first that leave a value near the target.
        width: how many operations are tried from each table ("dfs"), or how many tables of each
            level are kept ("bfs"), at least 1; None for all.
        max_lines: the maximum number of lines, at least 4. A longer search ends with a line that
            says so, and its `outcome` is "stopped".

    Returns:
        The trace, with the lines in the order of the search.

    Raises:
        NotationError: the string is not a puzzle.
        RuleError: an unknown strategy; a seed, `width` or `max_lines` out of bounds; rules that fix
            the order or the grouping of the numbers.

    >>> trace("3 3 8 8", seed=24).outcome, trace("1 1 1 1", seed=24).outcome
    ('solved', 'unsolvable')
    >>> trace("3 3 8 8", "bfs", seed=24, max_lines=100).lines[-1]
    'stopped after 100 lines'
    """
    puzzle = puzzle if isinstance(puzzle, fv.Puzzle) else fv.Puzzle.parse(puzzle)
    walk = row_named("strategy", strategy, _WALKS)
    puzzle.rules.need_any_two()
    seed_used = seed_or_random(seed)
    max_width = None if width is None else whole_number("width", width, 1)
    limit = whole_number("max_lines", max_lines, 4)
    search = _Search(puzzle, seed_used, max_width, limit, nearest=true_or_false("nearest", nearest))
    outcome, steps = search.run(walk)
    return Trace(puzzle, strategy, seed_used, tuple(search.lines), outcome, steps)


class _Node(NamedTuple):
    """A table of numbers: its name, the numbers, the last result, and the steps so far."""

    name: str
    table: tuple[Fraction, ...]
    made: Fraction
    steps: tuple[str, ...]


class _LineLimit(Exception):  # noqa: N818 - ends the search, but is not an error
    """The trace has reached its maximum length."""


class _Search:
    """A search while it is written."""

    def __init__(
        self, puzzle: fv.Puzzle, seed: int, width: int | None, limit: int, *, nearest: bool
    ) -> None:
        self.puzzle, self.nearest, self.width, self.limit = puzzle, nearest, width, limit
        self.words = split_mix64(mix64(seed))
        self.lines: list[str] = []

    def run(self, walk: Callable[[_Search, _Node], _Node | None]) -> tuple[str, tuple[str, ...]]:
        """Write the search, and return its outcome and the steps of the solution."""
        target, table = self.puzzle.target, self.puzzle.numbers
        self.say(f"make {target} from {_words(table)}")
        root = _Node("#0", table, table[0], ())
        try:
            self.say(f"#0: {_words(table)}")
            solution = root if is_done(table, self.puzzle) else walk(self, root)
            outcome = "solved" if solution else "not found" if self.width else "unsolvable"
            self.say(_LAST_LINES[outcome].format(target))
        except _LineLimit:
            self.lines[self.limit - 1 :] = [f"stopped after {counted(self.limit, 'line')}"]
            return "stopped", ()
        return outcome, solution.steps if solution else ()

    def say(self, line: str) -> None:
        """Append a line."""
        if len(self.lines) == self.limit:
            raise _LineLimit
        check_deadline()
        self.lines.append(line)

    def children(self, node: _Node) -> list[_Node]:
        """Return the different tables that one operation leads to, in the order to try them."""
        rules, operations = self.puzzle.rules, []
        for first, second in combinations(range(len(node.table)), 2):
            rest = [value for index, value in enumerate(node.table) if index not in (first, second)]
            for left, right in permutations((node.table[first], node.table[second])):
                for symbol in rules.operators:
                    made = rules.result(left, symbol, right)
                    if made is not None:
                        after = tuple(sorted((*rest, made)))
                        step = fv.puzzle.step_text(left, symbol, right, made)
                        operations.append((f"{step} (left: {_words(after)})", made, after))
        tried = shuffled(operations, self.words)
        different = {table: (line, made) for line, made, table in reversed(tried)}
        tables = list(dict.fromkeys(table for _, _, table in tried))
        if self.nearest:
            tables.sort(key=self.distance)
        return [
            _Node(f"{node.name}.{number}", table, made, (*node.steps, line))
            for number, table in enumerate(tables, 1)
            for line, made in [different[table]]
        ]

    def distance(self, table: tuple[Fraction, ...]) -> Fraction:
        """Return the distance between the target and the nearest value."""
        return min(abs(value - self.puzzle.target) for value in table)


def _words(table: Iterable[Fraction]) -> str:
    return " ".join(map(str, table))


def walk_depth_first(search: _Search, root: _Node) -> _Node | None:
    """Follow each table to its end; do not try a table again that led nowhere."""
    refuted: dict[tuple[Fraction, ...], str] = {}

    def walk(node: _Node) -> _Node | None:
        for child in search.children(node)[: search.width]:
            search.say(f"{child.name}: {child.steps[-1]}")
            if is_done(child.table, search.puzzle):
                return child
            if len(child.table) == 1:
                search.say(f"{child.made} is not {search.puzzle.target}, back to {node.name}")
            elif child.table in refuted:
                search.say(f"{child.name} is {refuted[child.table]}, back to {node.name}")
            elif solution := walk(child):
                return solution
            else:
                search.say(f"{child.name} leads nowhere, back to {node.name}")
                refuted[child.table] = child.name
        return None

    return walk(root)


def walk_breadth_first(search: _Search, root: _Node) -> _Node | None:
    """Write down all tables of a level before the next, and equal tables only once."""
    level = [root]
    while level:
        following: dict[tuple[Fraction, ...], _Node] = {}
        for node in level:
            for child in search.children(node):
                search.say(f"{child.name}: {child.steps[-1]}")
                if is_done(child.table, search.puzzle):
                    return child
                following.setdefault(child.table, child)
        level = [node for node in following.values() if len(node.table) > 1]
        if search.width is not None and len(level) > search.width:
            level = shuffled(level, search.words)
            if search.nearest:
                level.sort(key=lambda node: search.distance(node.table))
            level = level[: search.width]
            search.say(f"keep {' '.join(node.name for node in level)}")
    return None


_WALKS: Mapping[str, Callable[[_Search, _Node], _Node | None]] = {
    "dfs": walk_depth_first,
    "bfs": walk_breadth_first,
}


class TraceMaker:
    """Makes a trace for each row of a shard, and leaves out rows whose traces are too long.

    Args:
        strategy: how to search, one of `STRATEGIES`.
        seed: decides, with the puzzle, in which order a trace tries operations.
        max_lines: the maximum number of lines of a trace.
        count: how many traces each puzzle has.

    Attributes:
        left_out: how many rows were left out.
        traces: the traces of the other rows, by the digest of their puzzle.
    """

    def __init__(self, strategy: str, *, seed: int, max_lines: int, count: int = 1) -> None:
        self._count = count
        self._strategy, self._seed, self._max_lines = strategy, mix64(seed), max_lines
        self.left_out = 0
        self.traces: dict[int, list[JudgedTrace]] = {}
        self._too_long = 0  # in a row

    def choose(self, rows: PuzzleBatch, count: int) -> PuzzleBatch:
        """Return the first `count` rows whose traces are short enough, or fewer.

        Raises:
            LimitError: 2,000 traces in a row are too long.
        """
        indices: list[int] = []
        columns = zip(rows, rows.digests.tolist(), rows.labels.solvable.tolist(), strict=True)
        for index, (puzzle, digest, solvable) in enumerate(columns):
            if len(indices) == count:
                break
            first = self._seed ^ digest
            seeds = [first, *islice(split_mix64(first), self._count - 1)]
            options: dict[str, Any] = {"strategy": self._strategy, "max_lines": self._max_lines}
            found = (trace(puzzle, seed=seed, **options) for seed in seeds)
            short = list(takewhile(lambda each: each.outcome != "stopped", found))
            if len(short) == self._count:
                self._too_long = 0
                self.traces[digest] = [judge_trace(each, solvable=solvable) for each in short]
                indices.append(index)
                continue
            self.left_out += 1
            self._too_long += 1
            if self._too_long >= MAX_TOO_LONG:
                message = f"the traces of {MAX_TOO_LONG:,} puzzles in a row are too long"
                raise LimitError(f"{message}; raise `max_lines`", MAX_TOO_LONG)
        return rows[np.array(indices, np.intp)]


class JudgedTrace(NamedTuple):
    """A trace, and the expression of its solution; None if it found no solution."""

    trace: Trace
    expression: str | None


def judge_trace(candidate: Trace, *, solvable: bool) -> JudgedTrace:
    """Check that the steps of a trace are a solution if and only if the solver found one.

    Raises:
        FaceValueError: the trace is wrong.
    """
    puzzle = candidate.puzzle
    expression, is_right = None, True
    if candidate.steps:
        steps = "\n".join(candidate.steps)
        verdict = fv.check_steps(steps, puzzle.numbers, puzzle.target, puzzle.rules)
        expression, is_right = str(verdict.expression), verdict.correct
    elif candidate.is_solved:  # the target is one of the numbers
        expression, is_right = str(puzzle.target), puzzle.target in puzzle.numbers
    if not is_right or candidate.is_solved != solvable:
        raise FaceValueError(f"the trace with seed {candidate.seed} is wrong: {quoted(puzzle.key)}")
    return JudgedTrace(candidate, expression)
