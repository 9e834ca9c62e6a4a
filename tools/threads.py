"""Eight threads use shared and separate objects; each must get the answers that one thread gets.

`python -m tools.threads --seconds 30` goes on for that long. `--cache FOLDER` keeps the table of
poker match-ups there; without it a new folder is used, and the table is computed. `.ci/threads`
runs this with a core built for ThreadSanitizer.

In the first pass nothing has been asked before, so all threads load modules and fill caches at the
same moment. Every pass makes new shared objects.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import threading
import time
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

import facevalue as fv

if TYPE_CHECKING:
    from collections.abc import Callable

THREADS = 8
SWITCH_INTERVAL = 1e-5  # seconds; CPython's own is 5e-3

HANDS = [[8, 8, 3, 3], [2, 4, 8, 10], [1, 1, 1, 1], [1, 5, 5, 5], [6, 6, 5, 2], [13, 11, 7, 1]] * 20
TILES = [[75, 50, 2, 3, 8, 7], [1, 2, 3, 4, 5, 50], [100, 25, 6, 6, 1, 9]]
# Answers to 8 8 3 3: right and wrong ones, a lone surrogate, and what is no text.
ANSWERS = ["8/(3-8/3)", "8*3*(3-2)", "8+8+3", "8/(3-8/3", "\ud800", None, 24, "(8*8-3)/3 = 24"]
COMPLETIONS = [f"<think>hm</think> so <answer>{answer}</answer>" for answer in ANSWERS[:4]]
FRACTIONS = ["1/2", "0.5", 3, 8]
BOARD = "2h7d9c"


class Subject(NamedTuple):
    """An object that the threads share, made by `make`, and the questions they ask of it.

    Where answers depend on the order of questions (`in_turn`), one thread asks each question eight
    times, and the threads together must get the same answers. `settled` is asked once, at the end.
    """

    name: str
    make: Callable[[], Any]
    questions: dict[str, Callable[[Any], Any]]
    in_turn: bool = False
    settled: Callable[[Any], Any] | None = None


# --- puzzles

SOLUTIONS = {
    "list": lambda solutions: list(map(str, solutions)),
    "first two": lambda solutions: list(map(str, islice(solutions, 2))),
    "count": lambda solutions: solutions.count(),
    "first": lambda solutions: solutions.first,
    "truth": bool,
    "closest": lambda solutions: solutions.closest(),
    "in": lambda solutions: "8/(3-8/3)" in solutions,
    "stats": lambda solutions: solutions.stats.candidates,
    "repr": repr,
}
CANDIDATES = {
    "count": lambda candidates: candidates.count(),
    "some": lambda candidates: list(map(str, islice(candidates, 600))),
    "length": len,
}
PUZZLE = {
    "solve": lambda puzzle: list(map(str, puzzle.solve())),
    "two workers": lambda puzzle: puzzle.solve(method="walk", workers=2).count(),
    "hint": lambda puzzle: str(puzzle.hint(3)),
    "needs a fraction": lambda puzzle: puzzle.needs_fraction,
    "difficulty": lambda puzzle: puzzle.difficulty,
    "digest": lambda puzzle: (puzzle.digest, puzzle.key, hash(puzzle)),
    "svg": lambda puzzle: puzzle.svg,
    "refused": lambda puzzle: puzzle.hint(0),
}
REACHABLE = {
    "length": len,
    "missing": lambda reach: reach.missing,
    "in": lambda reach: (100 in reach, 766 in reach),
    "marks": lambda reach: reach.marks,
    "text": str,
}
VALUES = {
    "length": len,
    "in": lambda found: (24 in found, 997 in found),
    "expressions": str,
}
GRADER = {
    "score": lambda grader: [grader.score(text, [8, 8, 3, 3]) for text in COMPLETIONS],
    "verdict": lambda grader: [grader.verdict(text, FRACTIONS) for text in COMPLETIONS],
    "one worker": lambda grader: grader.score_many(COMPLETIONS * 50, [8, 8, 3, 3]).tolist(),
    "two workers": lambda grader: grader.check_many(
        COMPLETIONS * 50, HANDS[:1] * 200, workers=2
    ).tolist(),
    "arrow": lambda grader: grader.check_many(
        pa.array(COMPLETIONS * 50), [8, 8, 3, 3], workers=2
    ).tolist(),
}
BATCH = {
    "puzzles": lambda batch: list(map(str, batch)),
    "digests": lambda batch: batch.digests.tolist(),
    "slice": lambda batch: list(map(str, batch[3:9])),
    "simplest": lambda batch: batch.labels.simplest.tolist(),
}
QUERY = {
    "size": lambda query: query.total,
    "rows": lambda query: list(map(str, query.batch(7, range(200)))),
    "two workers": lambda query: query.batch(
        7, range(300), workers=2
    ).labels.solution_count.tolist(),
    "puzzles": lambda query: list(map(str, query.puzzles(24, 5))),
}
# Answers come near, but none ends the round, which would refuse those after it.
ROUND = {
    "five away": lambda play: play.answer("(75+7)*(8+2)-3").reason,
    "eight away": lambda play: play.answer("(75+7)*(8+2)").reason,
    "no answer": lambda play: play.answer("75+").message,
    "hint": lambda play: play.hint(),
}


def check_each(_: object) -> list[object]:
    return [fv.check(answer, given) for answer in ANSWERS for given in ([8, 8, 3, 3], FRACTIONS)]


def separate_puzzles(workers: int) -> dict[str, Callable[[Any], Any]]:
    many = {"workers": workers}
    return {
        "count": lambda _: fv.count_many(HANDS, **many).tolist(),
        "solve": lambda _: fv.solve_many(HANDS[:30], **many),
        "canonical": lambda _: fv.solve_many(HANDS[:12], distinct="canonical", **many),
        "solvable": lambda _: fv.solvable_many(HANDS, rules="whole", **many).tolist(),
        "label": lambda _: fv.label_many(HANDS, simplest=True, **many).simplest.tolist(),
        "label others": lambda _: fv.label_many(
            TILES[:1], 812, "whole", **many
        ).solution_count.tolist(),
        "reachable": lambda _: fv.reachable_many(TILES, **many).tobytes(),
        "check": lambda _: fv.check_many(ANSWERS * 30, HANDS[:1] * 240, **many).tolist(),
        "check others": lambda _: fv.check_many(ANSWERS, [FRACTIONS] * 8, **many).tolist(),
        "walk": lambda _: fv.solve("1 3 4 6", method="walk", workers=workers).count(),
    }


SEPARATE = {
    "check": check_each,
    "steps": lambda _: fv.puzzle.still_solvable("8 / 3 = 8/3\n3 - 8/3 = 1/3", "3 3 8 8"),
    "closest": lambda _: fv.closest("1 2 3 4 5 50", 838, "countdown"),
    "table": lambda _: list(islice(fv.table(range(1, 10), 143), 20)),
    "generate": lambda _: list(map(str, fv.generate(seed=3, count=5, difficulty=(60, 100)))),
    "deal": lambda _: str(fv.deal("countdown", seed=3, large=2)),
    "same": lambda _: fv.Expression.parse("3*8*1").canonical(),
}

# --- poker

RANGE = {
    "text": str,
    "length": len,
    "weights": lambda held: (held.total, held.share, held.weight("AhKh")),
    "without": lambda held: str(held.without("As Kd")),
    "hands": lambda held: list(held)[:5],
    "grid": lambda held: held.grid,
    "equity": lambda held: fv.poker.equity(held, "QhQd", board=BOARD, workers=2),
    "each hand": lambda held: dict(fv.poker.range_equities(held, "KK, 76s", board=BOARD)),
}
OMAHA_RANGE = {
    "total": lambda held: (held.total, held.share),
    "weight": lambda held: held.weight("AsAh7d2c"),
    "equity": lambda held: fv.poker.equity(
        held, "KsKh8d7c", board="2h7d9cTs", game="omaha", samples=2000, seed=1
    ),
}
HOLES = np.random.default_rng(1).permuted(np.tile(np.arange(52, dtype=np.uint8), (2000, 1)), axis=1)
CARDS = {
    "one worker": lambda cards: fv.poker.evaluate_many(cards).tobytes(),
    "two workers": lambda cards: fv.poker.evaluate_many(cards, workers=2).tobytes(),
    "masks": lambda cards: fv.poker.evaluate_many(fv.poker.masks(cards)).tobytes(),
}
# Asked first by all threads at once: one reads or computes the table, the others wait for it.
PREFLOP = {
    "match-up": lambda _: fv.poker.matchup("AhKh", "QsQd"),
    "matrix": lambda _: fv.poker.equity_matrix().tobytes(),
    "equity": lambda _: fv.poker.equity("AhKh", "QQ+, AKs"),
    "two hands": lambda _: fv.poker.equity("7c2d", "AsAh"),
}


def separate_poker(workers: int) -> dict[str, Callable[[Any], Any]]:
    def equity(*players, **options):
        return fv.poker.equity(*players, workers=workers, **({"seed": 1} | options))

    return {
        "turn": lambda _: equity("AhKh", "QsQd", "7c6c", board=BOARD + "Ts"),
        "ranges": lambda _: equity("TT+", "AKs, 76s", "55", board=BOARD + "Ts"),
        "flop": lambda _: equity("AhKh", "random", board=BOARD),
        "sampled": lambda _: equity("AhKh", "QsQd", "7c6c", samples=2000, seed=5),
        "omaha8": lambda _: equity("AsAh2d3c", "KsKh8d7c", board=BOARD + "Ts", game="omaha8"),
        "short deck": lambda _: equity("AhKh", "QsQd", board="9h7d6c", game="shortdeck"),
        "stud": lambda _: equity("AhKhQhJh", "2c2d3c3d", game="stud", samples=500),
        "categories": lambda _: fv.poker.count_categories(5, workers=workers),
    }


def subjects() -> tuple[Subject, ...]:
    """Everything that is asked, shared objects first."""
    return (
        Subject("solutions", lambda: fv.solve("8 8 3 3"), SOLUTIONS),
        Subject("many solutions", lambda: fv.solve("1 2 3 4 6", distinct="raw"), SOLUTIONS),
        Subject(
            "walked solutions", lambda: fv.solve("8 8 3 3", method="walk", workers=2), SOLUTIONS
        ),
        Subject("no solutions", lambda: fv.solve("1 1 1 1"), SOLUTIONS),
        Subject("candidates", lambda: fv.candidates("6 6 5 2", "raku"), CANDIDATES),
        Subject("puzzle", lambda: fv.Puzzle("8 8 3 3"), PUZZLE),
        Subject("reachable", lambda: fv.reachable("1 2 3 4 5 50"), REACHABLE),
        Subject("values", lambda: fv.values("1 8 3 5"), VALUES),
        Subject("grader", lambda: fv.Grader("classic", format_score=0.1), GRADER),
        Subject(
            "batch", lambda: fv.puzzle.PuzzleQuery().batch(7, range(200), simplest=True), BATCH
        ),
        Subject("query", lambda: fv.puzzle.PuzzleQuery("classic", solution_count=(1, 4)), QUERY),
        Subject("round", new_round, ROUND, in_turn=True, settled=standing),
        Subject("range", lambda: fv.poker.Range.parse("QQ+, AKs, A5s:0.5"), RANGE),
        Subject("Omaha range", lambda: fv.poker.OmahaRange.parse("AA**"), OMAHA_RANGE),
        Subject("cards", lambda: HOLES[:, :7], CARDS),
        Subject("match-ups", lambda: None, PREFLOP),
        Subject("separate", lambda: None, SEPARATE),
        Subject("separate puzzles", lambda: None, separate_puzzles(1)),
        Subject("separate puzzles, two workers", lambda: None, separate_puzzles(2)),
        Subject("separate poker", lambda: None, separate_poker(1)),
        Subject("separate poker, two workers", lambda: None, separate_poker(2)),
    )


def new_round() -> fv.puzzle.Round:
    return fv.puzzle.Round(fv.Puzzle("75 50 2 3 8 7", 812, "countdown"))


def standing(play: fv.puzzle.Round) -> object:
    return play.best, play.answered, play.points, play.hints, play.is_over


# Answers that are known from elsewhere: one thread could be as wrong as eight are.
KNOWN = {
    "solutions, list": ["8/(3-8/3)"],
    "many solutions, count": 4583,
    "candidates, count": 4608,
    "puzzle, two workers": 1,
    "puzzle, needs a fraction": True,
    "reachable, length": 893,
    "reachable, missing": (766, 838, 842, 857, 858, 859, 861),
    "grader, score": [1.0, 0.1, 0.1, 0.1],
    "round, five away": "wrong_value",
    "round, eight away": "wrong_value",
    "range, length": 26,
    "match-ups, match-up": (787_966, 6_732, 917_606),
    "separate puzzles, walk": 1,
}


# --- asking


class Raised(str):
    """The error that a question raised."""

    __slots__ = ()


def answer(question: Callable[[Any], Any], thing: object) -> object:
    """What it answers, or what it raises: both must be the same for every thread."""
    try:
        return question(thing)
    except Exception as error:  # noqa: BLE001 - whatever it is, one thread must get the same
        return Raised(f"{type(error).__name__}: {error}")


def asked_alone(subject: Subject) -> dict[str, list[object]]:
    """The answers that eight threads must get, by question: this thread asks for all of them."""
    thing = subject.make()
    asked, repeated = (THREADS, 1) if subject.in_turn else (1, THREADS)
    found = {
        name: [answer(question, thing) for _ in range(asked)] * repeated
        for name, question in subject.questions.items()
    }
    if subject.settled:
        found["settled"] = [answer(subject.settled, thing)]
    return found


class Pass:
    """Eight threads ask all questions: all in the same order, or each in its own."""

    def __init__(self, asked: tuple[Subject, ...], seed: str, *, same_order: bool) -> None:
        self.subjects = asked
        self.seed = seed
        self.same_order = same_order
        self.things = [subject.make() for subject in asked]
        self.found: list[dict[str, list[object]]] = [
            {name: [] for name in subject.questions} for subject in asked
        ]
        self._start = threading.Barrier(THREADS)

    def run(self) -> list[dict[str, list[object]]]:
        """By subject and question, the answers that the threads got."""
        run([threading.Thread(target=self._ask, args=(i,)) for i in range(THREADS)])
        for subject, thing, found in zip(self.subjects, self.things, self.found, strict=True):
            if subject.settled:
                found["settled"] = [answer(subject.settled, thing)]
        return self.found

    def _ask(self, thread: int) -> None:
        order = [(i, name) for i, subject in enumerate(self.subjects) for name in subject.questions]
        random.Random(self.seed + ("" if self.same_order else str(thread))).shuffle(order)
        self._start.wait()
        for i, name in order:
            self.found[i][name].append(answer(self.subjects[i].questions[name], self.things[i]))


def load_together() -> list[str]:
    """Whether all threads find the same names when none of them has been loaded before."""
    found: list[list[object]] = []
    start = threading.Barrier(THREADS)

    def load() -> None:
        start.wait()
        found.append([fv.solve, fv.Grader, fv.poker.evaluate, fv.poker.equity, fv.poker.matchup])

    run([threading.Thread(target=load) for _ in range(THREADS)])
    are_same = len(found) == THREADS and all(names == found[0] for names in found)
    return [] if are_same else [f"names loaded together: {found}"]


def run(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def differences(seconds: float) -> list[str]:
    """Asks for this long, or one pass; a line for each question answered differently."""
    end = time.monotonic() + seconds
    interval = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    try:
        told = load_together()
        asked = subjects()
        first = Pass(asked, "first", same_order=True).run()
        expected = [asked_alone(subject) for subject in asked]
        told += compared(asked, expected, first) + wrong(asked, expected)
        number = 0
        while time.monotonic() < end and not told:
            number += 1
            found = Pass(asked, f"pass {number}", same_order=number % 2 == 0).run()
            told = compared(asked, expected, found)
    finally:
        sys.setswitchinterval(interval)
    return told


def wrong(asked: tuple[Subject, ...], expected: list[dict[str, list[object]]]) -> list[str]:
    """A line for each question that raised an error, or that has another answer than is known."""
    told = []
    for subject, right in zip(asked, expected, strict=True):
        for name, answers in right.items():
            question = f"{subject.name}, {name}"
            if any(isinstance(each, Raised) for each in answers) != (name == "refused"):
                told.append(f"{question}: raised {shown(answers)}")
            if question in KNOWN and any(each != KNOWN[question] for each in answers):
                told.append(f"{question}: known {KNOWN[question]}, found {shown(answers)}")
    return told


def compared(
    asked: tuple[Subject, ...],
    expected: list[dict[str, list[object]]],
    found: list[dict[str, list[object]]],
) -> list[str]:
    """A line for each question that was not answered as expected."""
    return [
        f"{subject.name}, {name}: expected {shown(right[name])}, found {shown(answers)}"
        for subject, right, given in zip(asked, expected, found, strict=True)
        for name, answers in given.items()
        if not are_same(right[name], answers)
    ]


def are_same(expected: list[object], found: list[object]) -> bool:
    """Whether the threads got these answers, whoever got which."""
    return sorted(expected, key=repr) == sorted(found, key=repr)


def shown(answers: list[object]) -> str:
    most = 300
    return " | ".join(text[:most] for text in sorted({repr(each) for each in answers}))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.threads", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="how long to go on asking")
    parser.add_argument("--cache", metavar="FOLDER", help="where the table of match-ups is kept")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = options.cache or folder
        told = differences(options.seconds)
    print("\n".join(told) or "all threads got the same answers")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
