"""Times of the poker evaluators; every result is checked."""

from __future__ import annotations

from functools import partial
from itertools import chain, combinations, pairwise
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rich.console import Console

from benchmarks import rivals
from benchmarks.measure import measure
from benchmarks.processes import PYTHON, loaded, output_of
from benchmarks.report import Work, compare, comparison, figures
from facevalue import Card, poker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from rich.table import Table

    from benchmarks.rivals import Evaluator
    from facevalue.cards import CardsLike

# Half a million hands of seven bytes and their values fit into the L2 cache.
MANY, ONE_BY_ONE = 500_000, 1000
FIVE_CARDS, SEVEN_CARDS = 2_598_960, 133_784_560
# The sums of the values of the hands, computed with phevaluator.
SUM_MANY, SUM_ONE_BY_ONE, SUM_FIVE_CARDS = 2_049_460_095, 4_005_401, 14_603_265_300
# The best category first.
BY_CATEGORY_5 = "40 624 3744 5108 10200 54912 123552 1098240 1302540"
BY_CATEGORY_7 = "41584 224848 3473184 4047644 6180020 6461620 31433400 58627800 23294460"


def deal(hands: int, cards: int) -> NDArray[np.uint8]:
    """Random hands of card ids, shape (hands, cards), the same on every machine."""
    import numpy as np  # noqa: PLC0415 - as in facevalue, only arrays need it

    decks = np.tile(np.arange(52, dtype=np.uint8), (hands, 1))
    rows = np.arange(hands)
    # The raw numbers of a generator do not change between versions of NumPy.
    raw = np.random.PCG64(54).random_raw((cards, hands))
    for place in range(cards):
        other = place + (raw[place] % np.uint64(52 - place)).astype(np.intp)
        decks[rows, other], decks[:, place] = decks[:, place].copy(), decks[rows, other]
    return np.ascontiguousarray(decks[:, :cards])


def every_five() -> NDArray[np.uint8]:
    """All hands of five cards, shape (2598960, 5)."""
    import numpy as np  # noqa: PLC0415 - as in facevalue, only arrays need it

    ids = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(ids, np.uint8, 5 * FIVE_CARDS).reshape(FIVE_CARDS, 5)


def in_process() -> Iterator[Work]:
    """Work inside one process, on one core."""
    yield from at_once()
    yield from every_hand()
    yield from one_by_one()


def at_once() -> Iterator[Work]:
    """Arrays of hands."""
    hands, five = deal(MANY, 7), every_five()
    for name, cards, goal, expected in (
        ("seven random cards, bytes", hands, MANY / 400e6, SUM_MANY),
        ("the same from masks", poker.masks(hands), MANY / 500e6, SUM_MANY),
        ("every five cards, bytes", five, 10e-3, SUM_FIVE_CARDS),
    ):
        yield Work(
            f"evaluate_many: {name}",
            goal,
            partial(poker.evaluate_many, cards),
            expected,
            lambda values: int(values.sum()),
            len(cards),
        )


def every_hand() -> Iterator[Work]:
    """All possible hands."""
    for cards, count, goal, expected in (
        (5, FIVE_CARDS, 10e-3, BY_CATEGORY_5),
        (7, SEVEN_CARDS, 0.4, BY_CATEGORY_7),
    ):
        yield Work(
            f"count_categories({cards})",
            goal,
            partial(poker.count_categories, cards),
            expected,
            lambda counts: " ".join(map(str, counts.values())),
            count,
        )


def one_by_one() -> Iterator[Work]:
    """A call for each hand."""
    ids, texts = some_hands()
    masks = [int(mask) for mask in poker.masks(ids)]
    cards = [[Card(card) for card in hand] for hand in ids]
    for name, given, rate in (("ids", ids, 9e6), ("masks", masks, 12e6), ("text", texts, 1e6)):
        yield Work(
            f"value: seven cards from {name}, {ONE_BY_ONE} one by one",
            ONE_BY_ONE / rate,
            partial(values_of, given),
            SUM_ONE_BY_ONE,
            sum,
            ONE_BY_ONE,
        )
    for name, hands, rate in (("ids", ids, 3.5e6), ("Cards", cards, 3e6), ("text", texts, 500e3)):
        yield Work(
            f"evaluate: seven cards from {name}, {ONE_BY_ONE} one by one",
            ONE_BY_ONE / rate,
            partial(strengths_of, hands),
            SUM_ONE_BY_ONE,
            lambda strengths: sum(strength.value for strength in strengths),
            ONE_BY_ONE,
        )


def values_of(hands: Sequence[CardsLike | int]) -> list[int]:
    """Kev's values of hands, a call for each."""
    return [poker.value(hand) for hand in hands]


def strengths_of(hands: Sequence[CardsLike]) -> list[poker.Strength]:
    """The strengths of hands, a call for each."""
    return [poker.evaluate(hand) for hand in hands]


def start_up(bare: float) -> Iterator[Work]:
    """Whole processes; `bare` is the time of an interpreter that does nothing."""
    call = partial(loaded, "facevalue.poker")
    name = "import facevalue.poker, process"
    yield Work(name, bare + 10e-3, call, "False", clock=perf_counter)


def some_hands(count: int = ONE_BY_ONE) -> tuple[list[tuple[int, ...]], list[str]]:
    """Random hands of seven, as card ids and as text."""
    ids = [tuple(map(int, hand)) for hand in deal(count, 7)]
    return ids, [" ".join(map(in_text, hand)) for hand in ids]


def in_text(card: int) -> str:
    """The rank and the suit of a card id."""
    return "23456789TJQKA"[card // 4] + "cdhs"[card % 4]


def main() -> bool:
    """Print the figures; return whether every result was right."""
    bare, _ = measure(lambda: output_of(PYTHON, "-c", "pass"), perf_counter)
    table, right = figures([*in_process(), *start_up(bare.median)])
    table.add_row("python -c pass, process", "", str(bare))
    console = Console(width=180)
    console.print(table)
    compared, agree = compare_packages()
    console.print(compared)
    return right and agree


def compare_packages() -> tuple[Table, bool]:
    """Compare facevalue with other packages; return whether all rank the hands alike."""
    table, right = comparison(), True
    ids, texts = some_hands(ONE_BY_ONE)
    many, many_texts = deal(PARTS * MANY_AT_ONCE, 7), some_hands(PARTS * MANY_AT_ONCE)[1]
    for name, load in rivals.EVALUATORS.items():
        rival = load() if rivals.is_installed(name) else None
        alone, at_once = (
            [] if rival is None else [rival.cards(text.split()) for text in each]
            for each in (texts, many_texts)
        )
        for what, theirs, ours, size in (
            ("seven cards, one by one", worths_of(rival, alone), part_of(strengths_of, ids), PART),
            ("the same, our poker.value", worths_of(rival, alone), part_of(values_of, ids), PART),
            (
                "from text, our evaluate",
                from_text(rival, texts),
                part_of(strengths_of, texts),
                PART,
            ),
            (
                "one by one, our evaluate_many",
                worths_of(rival, at_once),
                part_of(poker.evaluate_many, many),
                MANY_AT_ONCE,
            ),
        ):
            parts = [slice(size * part, size * (part + 1)) for part in range(PARTS)]
            right &= compare(
                table,
                name,
                what,
                [*parts, parts[0]],
                theirs=theirs,
                ours=ours,
                agree=rival and partial(are_one_order, rival),
                items=size,
            )
    return table, right


PARTS, MANY_AT_ONCE = 6, 10_000  # calls, and the hands of a call of `evaluate_many`
PART = 100  # hands per call


def part_of(call: Callable[[Any], Any], hands: Any) -> Callable[[slice], Any]:
    """A call for some of the hands."""
    return lambda part: call(hands[part])


def worths_of(rival: Evaluator | None, hands: Sequence[Any]) -> Callable[[slice], list[Any]]:
    """The values of converted hands by another package."""
    return lambda part: [rival.worth(cards) for cards in hands[part]] if rival else []


def from_text(rival: Evaluator | None, texts: Sequence[str]) -> Callable[[slice], list[Any]]:
    """The values of hands given as strings by another package."""
    return lambda part: [rival.worth(rival.cards(t.split())) for t in texts[part]] if rival else []


def are_one_order(rival: Evaluator, theirs: Sequence[Any], ours: Sequence[Any]) -> bool:
    """Whether both put the hands in the same order."""
    is_low = isinstance(ours[0], int) or hasattr(ours, "dtype")  # values; 1 is the best
    return climbs(theirs, is_low_better=rival.is_low_better) == climbs(ours, is_low_better=is_low)


def climbs(worths: Sequence[Any], *, is_low_better: bool) -> list[int]:
    """For each pair of neighbours: 1 if the second is stronger, 0 if equal, -1 if weaker."""
    up = -1 if is_low_better else 1
    return [up * (int(a < b) - int(a > b)) for a, b in pairwise(worths)]
