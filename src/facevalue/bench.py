"""The benchmark suite: the results and the time of each part, and one signature of all results.

The same results give the same signature on every machine, with any number of threads and with
vectors of any width. Each `Part` has its queries, a function that runs them, and the results as
lines. Only the run is timed.
"""

from __future__ import annotations

import json
from itertools import chain, combinations_with_replacement, islice
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any

import attrs

import facevalue as fv
from facevalue.options import of_class, row_named, whole_number, worker_count
from facevalue.randomness import split_mix64
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

DIGEST_DIGITS = 16  # hexadecimal digits, which are 64 bits
MAX_REPEATS = 100


@attrs.frozen
class Part(Value):
    """A part of the suite.

    Args:
        name: the name of the part.
        unit: what is counted, such as "hands".
        queries: returns the queries.
        run: returns the results of the queries; called with `workers`, the number of threads.
        lines: returns the results as lines, which determine the digest.
        count: returns the number of queries.

    >>> PARTS[0].name, PARTS[0].unit
    ('24 game', 'hands')
    """

    name: str
    unit: str
    queries: Callable[[], Any]
    run: Callable[..., Any]
    lines: Callable[[Any], Iterable[str]]
    count: Callable[[Any], int] = len


@attrs.frozen
class Timing(Value):
    """The result of a part.

    Attributes:
        name: the name of the part.
        unit: what is counted.
        count: how many queries were run.
        answers: how many lines the results have.
        seconds: the shortest time of all repeats.
        digest: the digest of the results, 16 hexadecimal digits.

    >>> timing = next(bench(["24 game"]))
    >>> timing.count, timing.answers
    (1820, 3017)
    """

    name: str
    unit: str
    count: int = attrs.field(kw_only=True)
    answers: int = attrs.field(kw_only=True)
    seconds: float = attrs.field(kw_only=True)
    digest: str = attrs.field(kw_only=True)

    @property
    def rate(self) -> float:
        """Queries per second."""
        return self.count / self.seconds

    def as_dict(self) -> dict[str, Any]:
        """Return the fields and the `rate` for JSON; `count` is called `query_count`."""
        return {
            "name": self.name,
            "unit": self.unit,
            "query_count": self.count,
            "answer_count": self.answers,
            "seconds": self.seconds,
            "digest": self.digest,
            "rate": self.rate,
        }


def bench(parts: Sequence[str] = (), *, workers: int = 1, repeat: int = 1) -> Iterator[Timing]:
    """Run the suite part by part.

    Args:
        parts: names in `PARTS`, in any order; empty for all parts.
        workers: the number of threads, 1 to 64, for the parts that can use them.
        repeat: how often to run each part, 1 to 100. The shortest time counts, because the first
            run also builds tables that later runs reuse.

    Returns:
        The timing of each part, in the order of `PARTS`.

    Raises:
        RuleError: an unknown part; `workers` or `repeat` out of bounds.

    >>> [(timing.name, timing.count, timing.answers) for timing in bench(["24 game"])]
    [('24 game', 1820, 3017)]
    """
    rows = {part.name: part for part in PARTS}
    chosen = [row_named("part", name, rows) for name in parts]
    threads = worker_count(workers)
    times = whole_number("repeat", repeat, 1, MAX_REPEATS)
    return (_time(part, threads, times) for part in PARTS if not chosen or part in chosen)


def signature(timings: Iterable[Timing]) -> str:
    """Return one digest of all results, 16 hexadecimal digits.

    Args:
        timings: the timings that `bench` returns.

    Raises:
        RuleError: an item is not a `Timing`.

    >>> timings = list(bench(["24 game"]))
    >>> signature(timings) == signature(bench(["24 game"], workers=2))
    True
    """
    checked = (of_class("a timing", timing, Timing) for timing in timings)
    return _digest(f"{timing.name}: {timing.digest}" for timing in checked)


def _time(part: Part, workers: int, repeat: int) -> Timing:
    queries, results, seconds = part.queries(), None, inf
    for _ in range(repeat):
        start = perf_counter()
        results = part.run(queries, workers=workers)
        seconds = min(seconds, perf_counter() - start)
    lines = list(part.lines(results))
    return Timing(
        part.name,
        part.unit,
        count=part.count(queries),
        answers=len(lines),
        seconds=seconds,
        digest=_digest(lines),
    )


def _digest(lines: Iterable[str]) -> str:
    from hashlib import sha256  # noqa: PLC0415 - slow to import

    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()[:DIGEST_DIGITS]


def _hands(largest: int = 13) -> list[tuple[int, ...]]:
    """Return all hands of four numbers from 1 to `largest`."""
    return list(combinations_with_replacement(range(1, largest + 1), 4))


def _deal(rules: str, count: int) -> list[fv.Puzzle]:
    return list(islice(fv.puzzle.deals(fv.RULES[rules], seed=1), count))


def _solve(deals: list[fv.Puzzle], *, workers: int) -> list[list[str]]:
    numbers = [[int(number) for number in deal.numbers] for deal in deals]
    targets = [int(deal.target) for deal in deals]
    return fv.solve_many(numbers, targets, deals[0].rules, workers=workers)


def _walk(deals: list[fv.Puzzle], *, workers: int) -> list[list[str]]:
    options: dict[str, Any] = {"distinct": "raw", "method": "walk", "workers": workers}
    return [
        sorted(map(str, fv.solve(deal.numbers, deal.target, deal.rules, **options)))
        for deal in deals
    ]


def _label_lines(labels: fv.puzzle.Labels) -> Iterator[str]:
    columns = (labels.solution_count, labels.needs_fraction, labels.difficulty)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return (" ".join(map(str, row)) for row in rows)


def _right_and_wrong() -> tuple[list[str], list[tuple[int, ...]]]:
    """Return each raw solution of a hand as an answer to this hand and to the previous one."""
    hands = _hands()
    rows = [
        (solution, hands[index - away])
        for index, solutions in enumerate(fv.solve_many(hands, distinct="raw"))
        for solution in solutions
        for away in (0, 1)
    ]
    answers, numbers = map(list, zip(*rows, strict=True))
    return answers, numbers


def _random_hands() -> Any:  # noqa: ANN401 - an array
    """Return rows of seven different cards: the deck sorted by random words, cut after seven."""
    import numpy as np  # noqa: PLC0415 - NumPy is loaded only for arrays

    count = 5000
    words = np.fromiter(split_mix64(1), np.uint64, count=count * 52).reshape(count, 52)
    return words.argsort(axis=1, kind="stable")[:, :7].astype(np.uint8)


def _match_ups() -> list[str]:
    """Return strings of two hold'em hands each."""
    deck = fv.Deck(seed=1)
    match_ups = []
    for _ in range(200):
        deck.shuffle()
        match_ups.append("".join(map(str, deck.deal(4))))
    return match_ups


def _share_lines(results: list[fv.poker.Equity]) -> Iterator[str]:
    for result in results:
        for share in result.players:
            counts = f"{share.win} {share.tie} {share.lose}"
            yield f"{result.game} {result.deals} {counts} {share.equity}"


# Players and options. Hold'em and Omaha are exact, the other games are sampled.
_TABLES: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (("AhKh", "QsQd", "JcTc"), {}),
    (("AhKh", "random"), {"board": "2h7d9c"}),
    (("QQ+, AKs", "22+, A2s+, KTs+, AJo+"), {}),
    (("AsKsQhJh", "9c9d8c7d"), {"game": "omaha"}),
    (("AsKsQhJhTd", "9c9d8c7d2s"), {"game": "omaha5", "board": "Th9h2c"}),
    (("As2s3hKh", "4c5d6c7d"), {"game": "omaha8"}),
    (("AhKh", "QsQd", "random"), {"samples": 200_000, "seed": 1}),
    (("AhKh7c", "QsQd2c"), {"game": "stud", "samples": 50_000, "seed": 1}),
    (("As2s3h", "4c5d6c"), {"game": "razz", "samples": 50_000, "seed": 1}),
)
PARTS = (
    Part("24 game", "hands", _hands, fv.solve_many, chain.from_iterable),
    Part("Countdown", "rounds", lambda: _deal("countdown", 1000), _solve, chain.from_iterable),
    Part("Krypto", "hands", lambda: _deal("krypto", 1000), _solve, chain.from_iterable),
    Part(
        "closest",
        "rounds",
        lambda: [deal for deal in _deal("countdown", 500) if not deal.solve()],
        lambda deals, workers: [deal.solve().closest() for deal in deals],  # noqa: ARG005
        lambda results: (f"{way.value} = {way}" for closest in results for way in closest),
    ),
    Part(
        "reach",
        "rounds",
        lambda: [list(map(int, deal.numbers)) for deal in _deal("countdown", 1000)],
        fv.reachable_many,
        lambda marks: ("".join(map(str, row.nonzero()[0].tolist())) for row in marks),
    ),
    Part("labels", "hands", lambda: _hands(25), fv.label_many, _label_lines),
    Part(
        "hints",
        "hands",
        lambda: _hands()[::10],
        # the digest is of the fields, because the wording of a hint may change
        lambda hands, workers: [fv.hint(hand, level=3) for hand in hands],  # noqa: ARG005
        lambda hints: (json.dumps(hint.as_dict()) for hint in hints),
    ),
    Part(
        "generate",
        "puzzles",
        lambda: 1000,
        lambda count, workers: list(fv.generate("countdown", seed=1, count=count)),  # noqa: ARG005
        lambda puzzles: (f"{puzzle} {puzzle.digest}" for puzzle in puzzles),
        int,
    ),
    Part("walk", "hands", lambda: _deal("krypto", 10), _walk, chain.from_iterable),
    Part(
        "judge",
        "answers",
        _right_and_wrong,
        lambda rows, workers: fv.puzzle.verdict_columns(
            rows[0], rows[1], 24, columns=["reason"], workers=workers
        )["reason"],
        iter,
        lambda rows: len(rows[0]),
    ),
    Part(
        "all hands of seven",
        "hands",
        lambda: 7,
        fv.poker.count_categories,
        lambda counts: (f"{name} {count}" for name, count in counts.items()),
        lambda _: 133_784_560,
    ),
    Part(
        "hands of seven",
        "hands",
        _random_hands,
        fv.poker.evaluate_many,
        lambda values: map(str, values.tolist()),
    ),
    Part(
        "match-ups",
        "match-ups",
        _match_ups,
        lambda hands, workers: [
            fv.poker.equity(four[:4], four[4:], workers=workers) for four in hands
        ],
        _share_lines,
    ),
    Part(
        "equity",
        "queries",
        lambda: _TABLES,
        lambda tables, workers: [
            fv.poker.equity(*players, **options, workers=workers) for players, options in tables
        ],
        _share_lines,
    ),
)
