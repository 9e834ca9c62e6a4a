"""Times of judging answers, including hostile ones, and a comparison with other judges."""

from __future__ import annotations

import random
from functools import partial
from itertools import chain, combinations_with_replacement, cycle, islice
from typing import TYPE_CHECKING, NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table

import facevalue as fv
from benchmarks import rivals
from benchmarks.measure import interleave
from benchmarks.report import NOT_INSTALLED, Work, figures, record_rates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from benchmarks.rivals import Judge

SEED, SIZE, TARGET = 24, 6000, 24
COMPARED = 900  # answers; SymPy judges some thousands per second
HANDS = list(combinations_with_replacement(range(1, 11), 4))  # the largest number of puzzle24 is 10
NOTATIONS = ("infix", "latex", "unicode")
DAMAGES = ("{}+", "({}", "{})", "{} 24", "{}, I think", "+({}")
TRY = "6 * (7 - 4) + 8 makes 26, and (6 + 7) * 2 < 8 * 4, so I try again. "  # repeated to 2 KB


class Given(NamedTuple):
    """An answer to a puzzle of 24, and whether it is right."""

    text: str
    numbers: list[int]
    is_right: bool


class Puzzle(NamedTuple):
    """A hand, one of its solutions, and a solution of another hand."""

    numbers: list[int]
    solution: str
    foreign: str


def answers() -> list[Given]:
    """As many right as wrong, wrongly numbered and malformed answers in three notations."""
    rng = random.Random(SEED)  # noqa: S311 - not cryptography
    solved = [pair for pair in zip(HANDS, fv.solve_many(HANDS), strict=True) if pair[1]]
    kinds = cycle((right, wrong, wrongly_numbered, malformed))
    made = []
    for kind, notation in islice(zip(kinds, cycle(NOTATIONS), strict=False), SIZE):
        (hand, texts), (_, others) = rng.sample(solved, 2)
        numbers = rng.sample(hand, len(hand))
        made.append(kind(rng, notation, Puzzle(numbers, rng.choice(texts), rng.choice(others))))
    return made


def right(_: random.Random, notation: str, puzzle: Puzzle) -> Given:
    """A solution."""
    return Given(written(puzzle.solution, notation), puzzle.numbers, is_right=True)


def wrong(rng: random.Random, notation: str, puzzle: Puzzle) -> Given:
    """A solution with operators replaced until it does not make 24."""
    text = puzzle.solution
    while fv.Expression.parse(text).value == TARGET:
        place = rng.choice([i for i, symbol in enumerate(text) if symbol in "+-*/"])
        text = text[:place] + rng.choice("+-*/") + text[place + 1 :]
    return Given(written(text, notation), puzzle.numbers, is_right=False)


def wrongly_numbered(_: random.Random, notation: str, puzzle: Puzzle) -> Given:
    """A solution of another hand."""
    return Given(written(puzzle.foreign, notation), puzzle.numbers, is_right=False)


def malformed(rng: random.Random, notation: str, puzzle: Puzzle) -> Given:
    """A solution with extra characters before or after it."""
    text = rng.choice(DAMAGES).format(written(puzzle.solution, notation))
    return Given(text, puzzle.numbers, is_right=False)


def written(text: str, notation: str) -> str:
    """An expression in a notation."""
    return fv.Expression.parse(text).to(notation)


def thought(text: str) -> str:
    """A completion with 2 KB of thinking before the answer."""
    return f"<think>{TRY * 30}</think>\nIt is <answer>{text}</answer>"


def in_process() -> Iterator[Work]:
    """Work inside one process, on one core; the result is the number of right answers."""
    given = answers()
    texts, numbers = [each.text for each in given], [each.numbers for each in given]
    completions = [thought(text) for text in texts]
    count = sum(each.is_right for each in given)
    grader = fv.Grader()

    def checked_many(texts: Iterable[object]) -> int:
        return int(fv.check_many(texts, numbers, TARGET).sum())

    def checked_each() -> int:
        return sum(fv.check(each.text, each.numbers, TARGET).correct for each in given)

    def graded_each() -> int:
        pairs = zip(completions, numbers, strict=True)
        return sum(grader.verdict(text, row, TARGET).correct for text, row in pairs)

    def scored() -> int:
        return int(grader.score_many(completions, numbers, TARGET).sum())

    yield rate("check, one by one", 500e3, checked_each, count)
    yield rate("check_many, list of str", 3e6, lambda: checked_many(texts), count)
    if rivals.is_installed("pyarrow"):
        import pyarrow as pa  # noqa: PLC0415 - an optional extra

        column = pa.array(texts)
        yield rate("check_many, Arrow array", 3e6, lambda: checked_many(column), count)
    yield rate("Grader.score_many, 2 KB of thinking each", 500e3, scored, count)
    yield rate("Grader.verdict, the same one by one", 200e3, graded_each, count)
    yield from hostile()


def rate(name: str, a_second: float, call: Callable[[], object], expected: int) -> Work:
    """Work on all answers; the goal is a rate."""
    return Work(name, SIZE / a_second, call, expected, items=SIZE)


def hostile() -> Iterator[Work]:
    """Long, deeply nested or hard-to-search answers, and lists of steps."""
    solved = [(hand, fv.solve(hand).first) for hand in HANDS]
    lists = [("\n".join(first.steps()), hand) for hand, first in solved if first is not None]
    million = 1_000_000
    tags = "<answer>".ljust(million // 16_000) * 16_000
    yield Work("check: 1 MB of (", 50e-3, lambda: fv.check("(" * million, [1]).reason, "too_long")
    yield Work(
        "check: 1 MB of digits", 50e-3, lambda: fv.check("1" * million, [1]).reason, "too_long"
    )
    yield Work(
        "Grader.verdict: 16,000 opening tags in 1 MB",
        20e-3,
        lambda: fv.Grader().verdict(tags, [1]).reason,
        "no_answer",
    )
    yield Work(
        "check_steps: three steps",
        10e-6,
        lambda puzzle: fv.check_steps(puzzle[0], puzzle[1], TARGET).correct,
        len(lists) - 1,
        sum,
        questions=lists,
    )


def main() -> bool:
    """Print the figures; return whether every result was right."""
    console = Console(width=150)
    table, all_right = figures(in_process())
    console.print(table)
    given = answers()
    console.print(compare_judges(given[:COMPARED], ", ".join(NOTATIONS)))
    console.print(compare_judges(given[:: len(NOTATIONS)][:COMPARED], NOTATIONS[0]))
    return all_right


def compare_judges(given: list[Given], notations: str) -> Table:
    """Compare facevalue with other judges on the same answers, one by one."""
    count = sum(each.is_right for each in given)
    table = Table(
        f"{len(given)} answers ({notations}), {count} right",
        "a second",
        "facevalue is faster",
        "called right",
        "of them are right",
        "right ones refused",
        box=box.SIMPLE_HEAD,
    )
    judges: Mapping[str, Judge] = {"facevalue.check": _ours, **rivals.JUDGES}
    for name, judge in judges.items():
        if not rivals.is_installed(name.partition(".")[0]):
            table.add_row(name, NOT_INSTALLED, "", "", "", "")
            continue
        # Ten at once, because reading the clock takes as long as judging an answer.
        groups = [given[at : at + 10] for at in range(0, len(given), 10)]
        their_times, our_times, verdicts = interleave(
            partial(_answers, judge), partial(_answers, _ours), [*groups, groups[0]]
        )
        theirs = chain.from_iterable(verdict for verdict, _ in verdicts)
        called = [each for each, is_right in zip(given, theirs, strict=True) if is_right]
        true = sum(each.is_right for each in called)
        rates = len(given) / sum(their_times), len(given) / sum(our_times)
        faster = record_rates(name, f"answers ({notations})", *rates, questions=len(given))
        rate, times = f"{rates[0]:,.0f}", f"{faster:,.1f} times"
        table.add_row(name, rate, times, *map(str, (len(called), true, count - true)))
    return table


def _answers(judge: Judge, given: list[Given]) -> list[bool]:
    return [judge(each.text, each.numbers) for each in given]


def _ours(text: str, numbers: list[int]) -> bool:
    return fv.check(text, numbers, TARGET).correct
