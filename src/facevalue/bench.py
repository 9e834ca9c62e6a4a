"""The benchmark suite: what each part answers, how fast, and one signature over all answers.

The same answers give the same signature on every machine, with any number of threads and with
vectors of any width. Each part is a row: its questions, how they are answered, and the answers as
text. Only the answering is timed.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, islice
from time import perf_counter
from typing import TYPE_CHECKING, Any

import attrs

import facevalue as fv
from facevalue.options import of_class, row_named, whole_number, worker_count
from facevalue.randomness import split_mix64
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

DIGEST_DIGITS = 16  # hexadecimal: 64 bits
MAX_REPEATS = 100


@attrs.frozen
class Part(Value):
    """A part of the suite.

    Args:
        name: its name.
        unit: what is counted, such as "hands".
        questions: returns the questions.
        answer: answers the questions; called with `workers`, the number of threads.
        lines: returns the answers as lines of text, which decide the digest.
        count: returns how many questions there are.

    >>> PARTS[0].name, PARTS[0].unit
    ('24 game', 'hands')
    """

    name: str
    unit: str
    questions: Callable[[], Any]
    answer: Callable[..., Any]
    lines: Callable[[Any], Iterable[str]]
    count: Callable[[Any], int] = len


@attrs.frozen
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
    count: int = attrs.field(kw_only=True)
    answers: int = attrs.field(kw_only=True)
    seconds: float = attrs.field(kw_only=True)
    digest: str = attrs.field(kw_only=True)

    @property
    def rate(self) -> float:
        """Questions a second."""
        return self.count / self.seconds

    def as_dict(self) -> dict[str, Any]:
        """The fields and the `rate`, as `json.dumps` writes them; `count` is `question_count`."""
        return {
            "name": self.name,
            "unit": self.unit,
            "question_count": self.count,
            "answer_count": self.answers,
            "seconds": self.seconds,
            "digest": self.digest,
            "rate": self.rate,
        }


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
    questions = part.questions()
    answers, seconds = _time_answers(part, questions, workers)
    for _ in range(repeat - 1):
        answers, again = _time_answers(part, questions, workers)
        seconds = min(seconds, again)
    lines = list(part.lines(answers))
    return Timing(
        part.name,
        part.unit,
        count=part.count(questions),
        answers=len(lines),
        seconds=seconds,
        digest=_digest(lines),
    )


def _time_answers(part: Part, questions: Any, workers: int) -> tuple[Any, float]:  # noqa: ANN401
    start = perf_counter()
    answers = part.answer(questions, workers=workers)
    return answers, perf_counter() - start


def _digest(lines: Iterable[str]) -> str:
    from hashlib import sha256  # noqa: PLC0415 - slow to import

    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()[:DIGEST_DIGITS]


def _hands(most: int = 13) -> list[tuple[int, ...]]:
    """All hands of four numbers from 1 to the most."""
    return list(combinations_with_replacement(range(1, most + 1), 4))


def _dealt(rules: str, count: int) -> list[fv.Puzzle]:
    return list(islice(fv.puzzle.deals(fv.RULES[rules], seed=1), count))


def _solved(deals: list[fv.Puzzle], *, workers: int) -> list[list[str]]:
    numbers = [[int(number) for number in deal.numbers] for deal in deals]
    targets = [int(deal.target) for deal in deals]
    return fv.solve_many(numbers, targets, deals[0].rules, workers=workers)


def _flattened(solutions: list[list[str]]) -> Iterator[str]:
    return (solution for each in solutions for solution in each)


def _rounds() -> list[list[int]]:
    return [list(map(int, deal.numbers)) for deal in _dealt("countdown", 1000)]


def _reach_lines(reached: Any) -> Iterator[str]:  # noqa: ANN401 - an array
    return ("".join(map(str, row.nonzero()[0].tolist())) for row in reached)


def _unsolvable() -> list[fv.Puzzle]:
    return [deal for deal in _dealt("countdown", 500) if not deal.solve()]


def _closest(deals: list[fv.Puzzle], **_: int) -> list[tuple[fv.Expression, ...]]:
    return [tuple(deal.solve().closest()) for deal in deals]


def _with_values(answers: list[tuple[fv.Expression, ...]]) -> Iterator[str]:
    return (f"{each.value} = {each}" for closest in answers for each in closest)


def _raw_solutions(deals: list[fv.Puzzle], *, workers: int) -> list[list[str]]:
    found = (
        fv.solve(
            deal.numbers, deal.target, deal.rules, distinct="raw", method="walk", workers=workers
        )
        for deal in deals
    )
    return [sorted(map(str, each)) for each in found]


def _label_lines(labels: fv.puzzle.Labels) -> Iterator[str]:
    columns = (labels.solution_count, labels.needs_fraction, labels.difficulty)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return (" ".join(map(str, row)) for row in rows)


def _hints(hands: list[tuple[int, ...]], **_: int) -> list[str]:
    return [str(fv.hint(hand, level=3)) for hand in hands]


def _generated(count: int, **_: int) -> list[fv.Puzzle]:
    return list(fv.generate("countdown", seed=1, count=count))


def _with_digests(puzzles: list[fv.Puzzle]) -> Iterator[str]:
    return (f"{puzzle} {puzzle.digest}" for puzzle in puzzles)


def _right_and_wrong() -> tuple[list[str], list[tuple[int, ...]]]:
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
    return texts, numbers


def _judged(asked: tuple[list[str], list[tuple[int, ...]]], *, workers: int) -> list[str]:
    texts, numbers = asked
    columns = fv.puzzle.verdict_columns(texts, numbers, 24, columns=["reason"], workers=workers)
    return columns["reason"]


def _random_hands() -> Any:  # noqa: ANN401 - an array
    """Seven different cards a row: the deck sorted by random words, cut after seven."""
    import numpy as np  # noqa: PLC0415 - NumPy is loaded only for arrays

    count = 5000
    words = np.fromiter(split_mix64(1), np.uint64, count=count * 52).reshape(count, 52)
    return words.argsort(axis=1, kind="stable")[:, :7].astype(np.uint8)


def _match_ups() -> list[str]:
    deck = fv.Deck(seed=1)
    match_ups = []
    for _ in range(200):
        deck.shuffle()
        match_ups.append("".join(map(str, deck.deal(4))))
    return match_ups


def _heads_up(match_ups: list[str], *, workers: int) -> list[fv.poker.Equity]:
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


def _played(tables: Any, *, workers: int) -> list[fv.poker.Equity]:  # noqa: ANN401 - `_TABLES`
    return [fv.poker.equity(*players, **more, workers=workers) for players, more in tables]


def _shares(answers: list[fv.poker.Equity]) -> Iterator[str]:
    for answer in answers:
        for share in answer.players:
            counts = f"{share.win} {share.tie} {share.lose}"
            yield f"{answer.game} {answer.deals} {counts} {share.equity}"


def _texts(array: Any) -> Iterator[str]:  # noqa: ANN401 - an array of whole numbers
    return map(str, array.tolist())


PARTS = (
    Part("24 game", "hands", _hands, fv.solve_many, _flattened),
    Part("Countdown", "rounds", lambda: _dealt("countdown", 1000), _solved, _flattened),
    Part("Krypto", "hands", lambda: _dealt("krypto", 1000), _solved, _flattened),
    Part("closest", "rounds", _unsolvable, _closest, _with_values),
    Part("reach", "rounds", _rounds, fv.reachable_many, _reach_lines),
    Part("labels", "hands", lambda: _hands(25), fv.label_many, _label_lines),
    Part("hints", "hands", lambda: _hands()[::10], _hints, list),
    Part("generate", "puzzles", lambda: 1000, _generated, _with_digests, int),
    Part("walk", "hands", lambda: _dealt("krypto", 10), _raw_solutions, _flattened),
    Part("judge", "answers", _right_and_wrong, _judged, iter, lambda asked: len(asked[0])),
    Part(
        "all hands of seven",
        "hands",
        lambda: 7,
        fv.poker.count_categories,
        lambda counts: (f"{name} {count}" for name, count in counts.items()),
        lambda _: 133_784_560,
    ),
    Part("hands of seven", "hands", _random_hands, fv.poker.evaluate_many, _texts),
    Part("match-ups", "match-ups", _match_ups, _heads_up, _shares),
    Part("equity", "questions", lambda: _TABLES, _played, _shares),
)
