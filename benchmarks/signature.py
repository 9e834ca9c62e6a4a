"""`python -m benchmarks.signature` compares a signature of the results of fixed queries.

The results, and so the signature, are the same on every machine, with any number of threads
(--workers N) and with vectors of any width (FACEVALUE_LANES=plain, avx2 or avx512). With --write it
writes the digest of each part and the signature to tests/vectors/signature.txt; a commit that
changes the file says why the results differ.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from hashlib import sha256
from itertools import chain, combinations_with_replacement, islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import facevalue as fv
from facevalue.randomness import split_mix64

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

EXPECTED = Path(__file__).parent.parent / "tests" / "vectors" / "signature.txt"


class Part(NamedTuple):
    """A part: the queries, a function that runs them on `workers` threads, the results as lines."""

    name: str
    unit: str
    queries: Callable[[], Any]
    run: Callable[..., Any]
    lines: Callable[[Any], Iterable[str]]
    count: Callable[[Any], int] = len


def digest(lines: Iterable[str]) -> str:
    """Return the first 64 bits of a hash of the lines, as hexadecimal digits."""
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()[:16]


def digests(workers: int) -> Iterator[str]:
    """Run all parts, print their times, and yield the line of each for the signature."""
    for part in PARTS:
        queries = part.queries()
        start = perf_counter()
        results = part.run(queries, workers=workers)
        seconds = perf_counter() - start
        lines = list(part.lines(results))
        amount = f"{part.count(queries):,} {part.unit}"
        found = digest(lines)
        print(f"{part.name:<19}{amount:>18}{len(lines):>9,} answers {seconds:9.3f} s  {found}")
        yield f"{part.name}: {found}"


def main() -> int:
    """Run all parts; return 1 if the signature is not the expected one."""
    parser = ArgumentParser("python -m benchmarks.signature")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="run on N threads")
    parser.add_argument("--write", action="store_true", help="write the expected results")
    options = parser.parse_args()
    parts = list(digests(options.workers))
    lines = [*parts, f"signature {digest(parts)}"]
    print(lines[-1])
    if options.write:
        EXPECTED.write_text("\n".join([*lines, ""]), encoding="ascii")
    expected = EXPECTED.read_text(encoding="ascii").splitlines()
    for line in lines:
        if line not in expected:
            print(f"not as in {EXPECTED.name}: {line}", file=sys.stderr)
    return 0 if lines == expected else 1


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


def _random_hands() -> np.ndarray[Any, Any]:
    """Return rows of seven different cards: the deck sorted by random words, cut after seven."""
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

if __name__ == "__main__":
    sys.exit(main())
