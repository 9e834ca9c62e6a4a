"""The benchmark suite: what each part answers, how fast, and one signature over all answers.

The same answers give the same signature on every machine, with any number of threads and with
vectors of any width. Each part is a row: its questions, how they are answered, and the answers as
text. Only the answering is timed.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, islice
from time import perf_counter
from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue.options import of_class, row_named, whole_number, worker_count
from facevalue.randomness import split_mix64
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from dataclasses import KW_ONLY

DIGEST_DIGITS = 16  # hexadecimal: 64 bits
MAX_REPEATS = 100


class Part(Value):
    """A part of the suite.

    Args:
        name: its name.
        unit: what is counted, such as "hands".
        questions: returns the questions, or what stands for them, and their number.
        answer: answers the questions with a number of threads.
        lines: the answers as lines of text, which decide the digest.

    >>> PARTS[0].name, PARTS[0].unit
    ('24 game', 'hands')
    """

    name: str
    unit: str
    _: KW_ONLY
    questions: Callable[[], tuple[Any, int]]
    answer: Callable[[Any, int], Any]
    lines: Callable[[Any], Iterable[str]]


class Timing(Value):
    """The result of a part.

    Attributes:
        name: the name of the part.
        unit: what is counted.
        count: how many questions were answered.
        answers: how many lines of text the answers have.
        seconds: the shortest time of all repeats.
        digest: the digest of the answers, 16 hexadecimal digits.

    >>> timing = next(bench(["24 game"]))
    >>> timing.count, timing.answers
    (1820, 3017)
    """

    name: str
    unit: str
    _: KW_ONLY
    count: int
    answers: int
    seconds: float
    digest: str

    @property
    def rate(self) -> float:
        """Questions a second."""
        return self.count / self.seconds

    def as_dict(self) -> dict[str, Any]:
        """The fields and the `rate`, as `json.dumps` writes them."""
        return super().as_dict() | {"rate": self.rate}


def bench(parts: Sequence[str] = (), *, workers: int = 1, repeat: int = 1) -> Iterator[Timing]:
    """Runs the suite part by part.

    Args:
        parts: names of `PARTS`, in any order; all parts if it is empty.
        workers: threads, 1 to 64, for the parts that can use them.
        repeat: how often each part is answered, 1 to 100. The shortest time counts, since the first
            run also builds tables that later runs find ready.

    Returns:
        The timing of each part, in the order of `PARTS`.

    Raises:
        RuleError: an unknown part; `workers` or `repeat` out of bounds.

    >>> [(each.name, each.count, each.answers) for each in bench(["24 game"])]
    [('24 game', 1820, 3017)]
    """
    known = {part.name: part for part in PARTS}
    wanted = [row_named("part", name, known) for name in parts]
    threads = worker_count(workers)
    times = whole_number("repeat", repeat, 1, MAX_REPEATS)
    return (_timed(part, threads, times) for part in PARTS if not wanted or part in wanted)


def signature(timings: Iterable[Timing]) -> str:
    """One digest of all answers, 16 hexadecimal digits.

    Args:
        timings: what `bench` returns.

    Raises:
        RuleError: something else is among them.

    >>> timings = list(bench(["24 game"]))
    >>> signature(timings) == signature(bench(["24 game"], workers=2))
    True
    """
    every = (of_class("a timing", timing, Timing) for timing in timings)
    return _digest(f"{timing.name}: {timing.digest}" for timing in every)


def _timed(part: Part, workers: int, repeat: int) -> Timing:
    questions, count = part.questions()
    answers, seconds = _time_answers(part, questions, workers)
    for _ in range(repeat - 1):
        answers, again = _time_answers(part, questions, workers)
        seconds = min(seconds, again)
    lines = list(part.lines(answers))
    return Timing(
        part.name,
        part.unit,
        count=count,
        answers=len(lines),
        seconds=seconds,
        digest=_digest(lines),
    )


def _time_answers(part: Part, questions: Any, workers: int) -> tuple[Any, float]:  # noqa: ANN401
    start = perf_counter()
    answers = part.answer(questions, workers)
    return answers, perf_counter() - start


def _digest(lines: Iterable[str]) -> str:
    from hashlib import sha256  # noqa: PLC0415 - slow to import

    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()[:DIGEST_DIGITS]


def _counted(questions: list[Any]) -> tuple[list[Any], int]:
    return questions, len(questions)


def _hands() -> list[tuple[int, ...]]:
    return list(combinations_with_replacement(range(1, 14), 4))


def _dealt(rules: str, count: int, **options: Any) -> list[fv.Puzzle]:  # noqa: ANN401 - as for deals
    return list(islice(fv.puzzle.deals(rules, seed=1, **options), count))


def _solved(deals: list[fv.Puzzle], workers: int) -> list[list[str]]:
    numbers = [[int(number) for number in deal.numbers] for deal in deals]
    targets = [int(deal.target) for deal in deals]
    return fv.solve_many(numbers, targets, deals[0].rules, workers=workers)


def _flattened(solutions: list[list[str]]) -> Iterator[str]:
    return (solution for each in solutions for solution in each)


def _unsolvable() -> list[fv.Puzzle]:
    return [deal for deal in _dealt("countdown", 500) if not deal.solve()]


def _closest(deals: list[fv.Puzzle], _: int) -> list[tuple[fv.Expression, ...]]:
    return [tuple(deal.solve().closest()) for deal in deals]


def _raw_solutions(deals: list[fv.Puzzle], workers: int) -> list[list[str]]:
    found = (
        fv.solve(
            deal.numbers, deal.target, deal.rules, distinct="raw", method="walk", workers=workers
        )
        for deal in deals
    )
    return [sorted(map(str, each)) for each in found]


def _labelled(labels: fv.puzzle.Labels) -> Iterator[str]:
    columns = (labels.solution_count, labels.needs_fraction, labels.difficulty)
    return (
        " ".join(map(str, row))
        for row in zip(*(column.tolist() for column in columns), strict=True)
    )


def _right_and_wrong_answers() -> tuple[tuple[list[str], list[tuple[int, ...]]], int]:
    """Each raw solution of a hand as an answer to that hand and to the one before it."""
    hands = _hands()
    solved = fv.solve_many(hands, distinct="raw")
    asked = [
        (text, hands[at - away])
        for at, each in enumerate(solved)
        for text in each
        for away in (0, 1)
    ]
    texts, numbers = map(list, zip(*asked, strict=True))
    return (texts, numbers), len(texts)


def _judged(asked: tuple[list[str], list[tuple[int, ...]]], workers: int) -> Any:  # noqa: ANN401
    return fv.check_many(*asked, 24, workers=workers)


def _random_hands() -> tuple[Any, int]:
    """Seven different cards a row: the deck sorted by random words, cut after seven."""
    import numpy as np  # noqa: PLC0415 - NumPy is loaded only for arrays

    count = 5000
    words = np.fromiter(split_mix64(1), np.uint64, count=count * 52).reshape(count, 52)
    return words.argsort(axis=1, kind="stable")[:, :7].astype(np.uint8), count


def _evaluated(ids: Any, workers: int) -> Any:  # noqa: ANN401 - arrays
    return fv.poker.evaluate_many(ids, workers=workers)


def _match_ups() -> list[str]:
    deck = fv.Deck(seed=1)
    match_ups = []
    for _ in range(200):
        deck.shuffle()
        match_ups.append("".join(map(str, deck.deal(4))))
    return match_ups


def _heads_up(match_ups: list[str], workers: int) -> list[fv.poker.Equity]:
    return [fv.poker.equity(four[:4], four[4:], workers=workers) for four in match_ups]


# Players and options: hold'em and Omaha are exact, the other games are sampled.
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


def _played(tables: Any, workers: int) -> list[fv.poker.Equity]:  # noqa: ANN401 - `_TABLES`
    return [fv.poker.equity(*players, **more, workers=workers) for players, more in tables]


def _shares(answers: list[fv.poker.Equity]) -> Iterator[str]:
    for answer in answers:
        for share in answer.players:
            counts = f"{share.win} {share.tie} {share.lose}"
            yield f"{answer.game} {answer.deals} {counts} {share.equity}"


PARTS = (
    Part(
        "24 game",
        "hands",
        questions=lambda: _counted(_hands()),
        answer=lambda hands, workers: fv.solve_many(hands, workers=workers),
        lines=_flattened,
    ),
    Part(
        "Countdown",
        "rounds",
        questions=lambda: _counted(_dealt("countdown", 1000)),
        answer=_solved,
        lines=_flattened,
    ),
    Part(
        "Krypto",
        "hands",
        questions=lambda: _counted(_dealt("krypto", 1000)),
        answer=_solved,
        lines=_flattened,
    ),
    Part(
        "closest",
        "rounds",
        questions=lambda: _counted(_unsolvable()),
        answer=_closest,
        lines=lambda answers: (f"{each.value} = {each}" for all_ in answers for each in all_),
    ),
    Part(
        "reach",
        "rounds",
        questions=lambda: _counted(
            [list(map(int, deal.numbers)) for deal in _dealt("countdown", 1000)]
        ),
        answer=lambda rounds, workers: fv.reachable_many(rounds, workers=workers),
        lines=lambda reached: ("".join(map(str, row.nonzero()[0].tolist())) for row in reached),
    ),
    Part(
        "labels",
        "hands",
        questions=lambda: _counted(list(combinations_with_replacement(range(1, 26), 4))),
        answer=lambda hands, workers: fv.label_many(hands, workers=workers),
        lines=_labelled,
    ),
    Part(
        "hints",
        "hands",
        questions=lambda: _counted(_hands()[::10]),
        answer=lambda hands, _: [str(fv.hint(hand, level=3)) for hand in hands],
        lines=lambda hints: hints,
    ),
    Part(
        "generate",
        "puzzles",
        questions=lambda: (1000, 1000),
        answer=lambda count, _: list(fv.generate("countdown", seed=1, count=count)),
        lines=lambda puzzles: (f"{puzzle} {puzzle.digest}" for puzzle in puzzles),
    ),
    Part(
        "walk",
        "hands",
        questions=lambda: _counted(_dealt("krypto", 10)),
        answer=_raw_solutions,
        lines=_flattened,
    ),
    Part(
        "judge",
        "answers",
        questions=_right_and_wrong_answers,
        answer=_judged,
        lines=lambda reasons: map(str, reasons.tolist()),
    ),
    Part(
        "all hands of seven",
        "hands",
        questions=lambda: (7, 133_784_560),
        answer=lambda size, workers: fv.poker.count_categories(size, workers=workers),
        lines=lambda counts: (f"{name} {count}" for name, count in counts.items()),
    ),
    Part(
        "hands of seven",
        "hands",
        questions=_random_hands,
        answer=_evaluated,
        lines=lambda values: map(str, values.tolist()),
    ),
    Part(
        "match-ups",
        "match-ups",
        questions=lambda: _counted(_match_ups()),
        answer=_heads_up,
        lines=_shares,
    ),
    Part(
        "equity",
        "questions",
        questions=lambda: _counted(list(_TABLES)),
        answer=_played,
        lines=_shares,
    ),
)
