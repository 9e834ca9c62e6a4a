"""Searches written out line by line, with every wrong turn: what a model may learn searching from.

A line tells an operation and the table that it leaves, so that each can be verified by itself, and
all that lead to the solution by `facevalue.check_steps`. Nothing here asks the solver.
"""

from __future__ import annotations

from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

import facevalue as fv
from facevalue.errors import RuleError, quoted
from facevalue.options import seed_number, true_or_false, whole_number
from facevalue.puzzle.model.rules import OPERATION, allows, named
from facevalue.randomness import mix64, random_seed, shuffled, split_mix64
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from fractions import Fraction
    from typing import Any

STRATEGIES: Mapping[str, str] = MappingProxyType(
    {
        "dfs": "go on from each new table at once, and back where it leads nowhere",
        "bfs": "write down all tables of one step, then go on from each of them",
    }
)
OUTCOMES: Mapping[str, str] = MappingProxyType(
    {
        "solved": "the target is made",
        "unsolvable": "everything is tried, and nothing makes the target",
        "not found": "of each table, or of each level, only `width` were tried",
        "stopped": "it would grow beyond `max_lines`",
    }
)
MAX_LINES = 10_000
_FREE = ("any", "orders")  # groupings in which any two values of the table may be taken


class Trace(Value):
    r"""A search for a solution, written out.

    `puzzle`, `strategy` and `seed` are what it was made from; `lines` are the search, and `text` is
    all of them; `outcome` is one of `datasets.OUTCOMES`. `steps` are the lines of the solution that
    was found, without wrong turns, as `facevalue.check_steps` takes them; none where none was.

    >>> found = trace(fv.Puzzle("3 8"), seed=1)
    >>> print(found.text)
    make 24 of 3 8
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

    __slots__ = ("puzzle", "strategy", "seed", "lines", "outcome", "steps")

    puzzle: fv.Puzzle
    strategy: str
    seed: int
    lines: tuple[str, ...]
    outcome: str
    steps: tuple[str, ...]

    def __init__(
        self,
        *,
        puzzle: fv.Puzzle,
        strategy: str,
        seed: int,
        lines: tuple[str, ...],
        outcome: str,
        steps: tuple[str, ...],
    ) -> None:
        self._set(puzzle=puzzle, strategy=strategy, seed=seed)
        self._set(lines=lines, outcome=outcome, steps=steps)

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)

    @property
    def is_solved(self) -> bool:
        """Whether a solution was found."""
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
    """Searches of a puzzle without end, each in another order; the same for a seed everywhere.

    Arguments and errors as for `trace`, which makes each of them again from its own seed.

    >>> from itertools import islice
    >>> len({found.text for found in islice(traces("4 6 1 1", seed=7), 5)})
    5
    """
    options: dict[str, Any] = {"nearest": nearest, "width": width, "max_lines": max_lines}
    seeds = split_mix64(random_seed() if seed is None else seed_number(seed))
    return (trace(puzzle, strategy, seed=own, **options) for own in seeds)


def trace(
    puzzle: fv.Puzzle | str,
    strategy: str = "dfs",
    *,
    seed: int | None = None,
    nearest: bool = False,
    width: int | None = None,
    max_lines: int = MAX_LINES,
) -> Trace:
    """A search of a puzzle, written out line by line; the same for a seed everywhere.

    Args:
        puzzle: a puzzle, or its text, such as "3 3 8 8" or "75 50 2 3 8 7 -> 812 (countdown)".
        strategy: "dfs" or "bfs", depth or breadth first.
        seed: decides the order of what is tried, 0 to 2^64 - 1; None for any.
        nearest: whether what leaves a value near the target is tried first; without, any order.
        width: how many operations are tried from each table ("dfs"), or how many tables are kept of
            each level ("bfs"); None for all.
        max_lines: how long a search may grow, from 4 up; one that would be longer ends with a line
            that says so, and its `outcome` is "stopped".

    Raises:
        NotationError: the text is no puzzle.
        RuleError: an unknown strategy; a seed, `width` or `max_lines` out of bounds; rules that
            keep the order or the grouping of the numbers.

    >>> trace("3 3 8 8", seed=24).outcome, trace("1 1 1 1", seed=24).outcome
    ('solved', 'unsolvable')
    >>> trace("3 3 8 8", "bfs", seed=24, max_lines=100).lines[-1]
    'stopped after 100 lines'
    """
    question = puzzle if isinstance(puzzle, (fv.Puzzle, fv.Deal)) else fv.Puzzle.parse(puzzle)
    walk = named("strategy", strategy, _WALKS)
    if question.rules.order != "any" or question.rules.grouping not in _FREE:
        raise RuleError(f"expected rules that take any two numbers: {quoted(question.rules.name)}")
    own = random_seed() if seed is None else seed_number(seed)
    kept = None if width is None else whole_number("width", width, 1)
    most = whole_number("max_lines", max_lines, 4)
    search = _Search(question, own, kept, most, nearest=true_or_false("nearest", nearest))
    outcome, steps = search.run(walk)
    return Trace(
        puzzle=question,
        strategy=strategy,
        seed=own,
        lines=tuple(search.lines),
        outcome=outcome,
        steps=steps,
    )


class _Node:
    """A table, what it is called, and the steps that led to it."""

    __slots__ = ("made", "name", "steps", "table")

    def __init__(
        self, name: str, table: tuple[Fraction, ...], made: Fraction, steps: tuple[str, ...]
    ) -> None:
        self.name, self.table, self.made, self.steps = name, table, made, steps


class _Full(Exception):  # noqa: N818 - it ends a search, and is no error
    """There are as many lines as there may be."""


class _Search:
    """The lines of a search while they are written."""

    def __init__(
        self, puzzle: fv.Puzzle, seed: int, width: int | None, most: int, *, nearest: bool
    ) -> None:
        self.puzzle, self.nearest, self.width, self.most = puzzle, nearest, width, most
        self.words = split_mix64(mix64(seed))
        self.lines: list[str] = []

    def run(self, walk: Callable[[_Search, _Node], _Node | None]) -> tuple[str, tuple[str, ...]]:
        """Writes the search; its outcome, and the steps that were found."""
        target, table = self.puzzle.target, self.puzzle.numbers
        self.say(f"make {target} of {_words(table)}")
        root = _Node("#0", table, table[0], ())
        try:
            self.say(f"#0: {_words(table)}")
            found = root if self.has_at_once(table) else walk(self, root)
            self.say(self.ending(found))
        except _Full:
            self.lines[self.most - 1 :] = [f"stopped after {self.most} lines"]
            return "stopped", ()
        if found:
            return "solved", found.steps
        return ("not found" if self.width else "unsolvable"), ()

    def say(self, line: str) -> None:
        """Writes a line."""
        if len(self.lines) == self.most:
            raise _Full
        self.lines.append(line)

    def ending(self, found: _Node | None) -> str:
        """The last line."""
        if found:
            return f"{self.puzzle.target} is made"
        if self.width:
            return f"{self.puzzle.target} is not found"
        return f"nothing makes {self.puzzle.target}"

    def has_at_once(self, table: tuple[Fraction, ...]) -> bool:
        """Whether the target is there before any step."""
        is_there = self.puzzle.target in table
        return is_there and (len(table) == 1 or self.puzzle.rules.use == "any")

    def is_end(self, node: _Node) -> bool:
        """Whether a step has made the target, as the rules want it."""
        is_last = len(node.table) == 1 or self.puzzle.rules.use == "any"
        return is_last and node.made == self.puzzle.target

    def children(self, node: _Node) -> list[_Node]:
        """The tables that one operation leads to, each once, in the order in which to try them."""
        tried = shuffled(_operations(node.table, self.puzzle.rules), self.words)
        different = {table: (line, made) for line, made, table in reversed(tried)}
        tables = list(dict.fromkeys(table for _, _, table in tried))
        if self.nearest:
            tables.sort(key=self.distance)
        return [
            _Node(f"{node.name}.{place}", table, made, (*node.steps, line))
            for place, table in enumerate(tables, 1)
            for line, made in [different[table]]
        ]

    def distance(self, table: tuple[Fraction, ...]) -> Fraction:
        """How near the nearest value is to the target."""
        return min(abs(value - self.puzzle.target) for value in table)


def _operations(
    table: tuple[Fraction, ...], rules: fv.Rules
) -> Iterator[tuple[str, Fraction, tuple[Fraction, ...]]]:
    """Every operation on two values of a table: its line, its result, the table that it leaves."""
    for first, second in combinations(range(len(table)), 2):
        rest = [value for at, value in enumerate(table) if at not in (first, second)]
        for left, right in ((table[first], table[second]), (table[second], table[first])):
            for symbol in rules.operators:
                made = OPERATION[symbol].apply(left, right)
                if made is not None and allows(rules.values, made):
                    after = tuple(sorted((*rest, made)))
                    line = f"{left} {symbol} {right} = {made} (left: {_words(after)})"
                    yield line, made, after


def _words(table: Iterable[Fraction]) -> str:
    return " ".join(map(str, table))


def _depth_first(search: _Search, root: _Node) -> _Node | None:
    """Goes on from each new table at once; a table that led nowhere is not tried again."""
    refuted: dict[tuple[Fraction, ...], str] = {}

    def walk(node: _Node) -> _Node | None:
        for child in search.children(node)[: search.width]:
            search.say(f"{child.name}: {child.steps[-1]}")
            if search.is_end(child):
                return child
            if len(child.table) == 1:
                search.say(f"{child.made} is not {search.puzzle.target}, back to {node.name}")
            elif child.table in refuted:
                search.say(f"{child.name} is {refuted[child.table]}, back to {node.name}")
            elif found := walk(child):
                return found
            else:
                search.say(f"{child.name} leads nowhere, back to {node.name}")
                refuted[child.table] = child.name
        return None

    return walk(root)


def _breadth_first(search: _Search, root: _Node) -> _Node | None:
    """Writes down all tables of a level before it goes on to the next; equal ones are kept once."""
    level = [root]
    while level:
        following: dict[tuple[Fraction, ...], _Node] = {}
        for node in level:
            for child in search.children(node):
                search.say(f"{child.name}: {child.steps[-1]}")
                if search.is_end(child):
                    return child
                following.setdefault(child.table, child)
        level = _kept(search, [node for node in following.values() if len(node.table) > 1])
    return None


def _kept(search: _Search, level: list[_Node]) -> list[_Node]:
    """What is kept of a level, and the line that says so."""
    if search.width is None or len(level) <= search.width:
        return level
    order = shuffled(level, search.words)
    if search.nearest:
        order.sort(key=lambda node: search.distance(node.table))
    kept = order[: search.width]
    search.say(f"keep {' '.join(node.name for node in kept)}")
    return kept


_WALKS: Mapping[str, Callable[[_Search, _Node], _Node | None]] = MappingProxyType(
    {"dfs": _depth_first, "bfs": _breadth_first}
)
