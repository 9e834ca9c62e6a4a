"""Eight threads use shared and separate objects and must get the same results as one thread.

`python -m tools.threads --seconds 30` repeats its passes for that long. `--cache FOLDER` keeps the
table of poker match-ups there; the default is a new folder, so the table is computed. `.ci/threads`
runs this with a core built for ThreadSanitizer.

In the first pass all threads load modules and fill caches at the same moment. Every pass makes new
shared objects.
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
SWITCH_INTERVAL = 1e-5  # seconds; the default of CPython is 5e-3

HANDS = [[8, 8, 3, 3], [2, 4, 8, 10], [1, 1, 1, 1], [1, 5, 5, 5], [6, 6, 5, 2], [13, 11, 7, 1]] * 20
TILES = [[75, 50, 2, 3, 8, 7], [1, 2, 3, 4, 5, 50], [100, 25, 6, 6, 1, 9]]
# Answers to 8 8 3 3: right and wrong ones, a lone surrogate, and values that are not strings.
ANSWERS = ["8/(3-8/3)", "8*3*(3-2)", "8+8+3", "8/(3-8/3", "\ud800", None, 24, "(8*8-3)/3 = 24"]
COMPLETIONS = [f"<think>hm</think> so <answer>{answer}</answer>" for answer in ANSWERS[:4]]
FRACTIONS = ["1/2", "0.5", 3, 8]
BOARD = "2h7d9c"


class Subject(NamedTuple):
    """A shared object, made by `make`, and the calls that the threads make with it.

    If results depend on earlier calls (`in_turn`), one thread makes each call eight times, and the
    eight threads together must get the same results. `settled` is subjects once, at the end.
    """

    name: str
    make: Callable[[], Any]
    calls: dict[str, Callable[[Any], Any]]
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
# The answers are close to the target but not exact: an exact one would end the round.
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
# All threads make these calls at once: one reads or computes the table, the others wait for it.
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


def make_subjects() -> tuple[Subject, ...]:
    """All objects and calls, shared objects first."""
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


# Results from other sources, because one thread could be as wrong as eight.
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


# --- calls


class Raised(str):
    """The error that a call raised."""

    __slots__ = ()


def call_with(thing: object, call: Callable[[Any], Any]) -> object:
    """The result of the call, or the error that it raises."""
    try:
        return call(thing)
    except Exception as error:  # noqa: BLE001 - one thread must get the same error
        return Raised(f"{type(error).__name__}: {error}")


def call_alone(subject: Subject) -> dict[str, list[object]]:
    """Make all calls in this thread; the results that eight threads must get, by call."""
    thing = subject.make()
    times, copies = (THREADS, 1) if subject.in_turn else (1, THREADS)
    found = {
        name: [call_with(thing, call) for _ in range(times)] * copies
        for name, call in subject.calls.items()
    }
    if subject.settled:
        found["settled"] = [call_with(thing, subject.settled)]
    return found


class Pass:
    """Eight threads make all calls, in the same order or in different orders."""

    def __init__(self, subjects: tuple[Subject, ...], seed: str, *, same_order: bool) -> None:
        self.subjects = subjects
        self.seed = seed
        self.same_order = same_order
        self.things = [subject.make() for subject in subjects]
        self.found: list[dict[str, list[object]]] = [
            {name: [] for name in subject.calls} for subject in subjects
        ]
        self._start = threading.Barrier(THREADS)

    def run(self) -> list[dict[str, list[object]]]:
        """The results of the threads by subject and call."""
        run([threading.Thread(target=self._call_all, args=(i,)) for i in range(THREADS)])
        for subject, thing, found in zip(self.subjects, self.things, self.found, strict=True):
            if subject.settled:
                found["settled"] = [call_with(thing, subject.settled)]
        return self.found

    def _call_all(self, thread: int) -> None:
        order = [(i, name) for i, subject in enumerate(self.subjects) for name in subject.calls]
        random.Random(self.seed + ("" if self.same_order else str(thread))).shuffle(order)
        self._start.wait()
        for i, name in order:
            self.found[i][name].append(call_with(self.things[i], self.subjects[i].calls[name]))


def load_together() -> list[str]:
    """Load public names in all threads at once; return a line if the threads got different ones."""
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


def find_differences(seconds: float) -> list[str]:
    """Run passes for this long, at least one; return a line for each call that differs."""
    end = time.monotonic() + seconds
    interval = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    try:
        lines = load_together()
        subjects = make_subjects()
        first = Pass(subjects, "first", same_order=True).run()
        expected = [call_alone(subject) for subject in subjects]
        lines += compare(subjects, expected, first) + check_known(subjects, expected)
        number = 0
        while time.monotonic() < end and not lines:
            number += 1
            found = Pass(subjects, f"pass {number}", same_order=number % 2 == 0).run()
            lines = compare(subjects, expected, found)
    finally:
        sys.setswitchinterval(interval)
    return lines


def check_known(
    subjects: tuple[Subject, ...], expected: list[dict[str, list[object]]]
) -> list[str]:
    """A line for each call that raised an error, or has a different result than in `KNOWN`."""
    lines = []
    for subject, right in zip(subjects, expected, strict=True):
        for name, results in right.items():
            call = f"{subject.name}, {name}"
            if any(isinstance(result, Raised) for result in results) != (name == "refused"):
                lines.append(f"{call}: raised {show(results)}")
            if call in KNOWN and any(result != KNOWN[call] for result in results):
                lines.append(f"{call}: must be {KNOWN[call]}, found {show(results)}")
    return lines


def compare(
    subjects: tuple[Subject, ...],
    expected: list[dict[str, list[object]]],
    found: list[dict[str, list[object]]],
) -> list[str]:
    """A line for each call with an unexpected result."""
    return [
        f"{subject.name}, {name}: expected {show(right[name])}, found {show(results)}"
        for subject, right, by_call in zip(subjects, expected, found, strict=True)
        for name, results in by_call.items()
        if not are_same(right[name], results)
    ]


def are_same(expected: list[object], found: list[object]) -> bool:
    """Whether both are the same results in any order."""
    return sorted(expected, key=repr) == sorted(found, key=repr)


def show(results: list[object]) -> str:
    most = 300
    return " | ".join(text[:most] for text in sorted({repr(result) for result in results}))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.threads", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="how long to repeat passes")
    parser.add_argument("--cache", metavar="FOLDER", help="folder of the match-up table")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = options.cache or folder
        lines = find_differences(options.seconds)
    print("\n".join(lines) or "all threads got the same results")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
