"""Times of the calls that bots make for each deal; every result is checked.

The comparisons are with the lines that people write around other packages.
"""

from __future__ import annotations

import importlib
import random
from functools import partial
from typing import TYPE_CHECKING, Any

from rich.console import Console

from benchmarks.report import Work, compare, comparison, figures
from benchmarks.suites.equity import random_deals, sum_of_shares
from facevalue import Card, Deck, poker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
SEATS = 9
DEALS = 1_000_000


def in_process() -> Iterator[Work]:
    """Calls with the cards of one deal, and arrays of deals."""
    for what, goal, call, expected, answer, questions in (
        ("winners: three hands", 1e-6, winners_of, 1062, count_all, random_deals(1001, 2, 2, 2, 5)),
        ("Deck, nine hands, winners", 15e-6, nine_seats, 1148, count_all, range(1001)),
        ("outs on a flop", 20e-6, outs_of, 6404, count_all, random_deals(1001, 2, 3)),
        ("equity: river", 2e-6, equity_of, "543.5000", sum_of_shares, random_deals(1001, 2, 2, 5)),
        ("equity: turn", 2e-6, equity_of, "494.4886", sum_of_shares, random_deals(1001, 2, 2, 4)),
        ("odds on a flop", 1e-3, odds_of, 1000, len, random_deals(1001, 2, 3)),
    ):
        yield Work(what, goal, call, expected, answer, questions=questions)
    yield Work(
        "Card: 52 strings", 52 * 0.2e-6, partial(cards_of, Card), 51 * 52 // 2, id_sum, len(CARDS)
    )
    yield Work(
        f"deal_many and showdown_many: {DEALS:,} deals of nine",
        0.3,
        partial(many_deals, DEALS),
        DEALS * poker.POT,
        lambda chips: int(chips.sum()),
        DEALS,
    )


def cards_of(make: Callable[[str], Any], _: object = None) -> list[Any]:
    """All cards, each from its string."""
    return [make(text) for text in CARDS]


def id_sum(cards: Sequence[Card]) -> int:
    """The sum of the ids."""
    return sum(card.id for card in cards)


def count_all(found: Sequence[Sequence[object]]) -> int:
    """How many items all results have."""
    return sum(map(len, found))


def winners_of(deal: tuple[str, ...]) -> tuple[int, ...]:
    """The winners; the board is the last string."""
    return poker.winners(*deal[:-1], board=deal[-1])


def outs_of(deal: tuple[str, str]) -> tuple[Card, ...]:
    """The outs of a hand on a board."""
    return poker.outs(*deal)


def equity_of(deal: tuple[str, str, str]) -> poker.Equity:
    """The equity of two hands on a board."""
    return poker.equity(deal[0], deal[1], board=deal[2])


def odds_of(deal: tuple[str, str]) -> poker.Odds:
    """The odds of a hand on a board."""
    return poker.odds(*deal)


def nine_seats(seed: int) -> tuple[int, ...]:
    """Shuffle, deal nine hands and a board, and compare."""
    deck = Deck(seed)
    hands = [deck.deal(2) for _ in range(SEATS)]
    return poker.winners(*hands, board=deck.deal(5))


def many_deals(count: int) -> Any:
    """Deal and decide."""
    deals = poker.deal_many(count, SEATS, seed=24)
    return poker.showdown_many(deals.hands, deals.board)


def their_winners(package: Any, deal: tuple[str, ...]) -> tuple[int, ...]:
    """The lines that people write around a package with cards and an evaluator."""
    cards = [[package.Card(text[at : at + 2]) for at in range(0, len(text), 2)] for text in deal]
    *hands, board = cards
    worths = [package.evaluate(hand + board) for hand in hands]
    best = max(worths)
    return tuple(place for place, worth in enumerate(worths) if worth == best)


def their_nine_seats(package: Any, seed: int) -> tuple[int, ...]:
    """The same with a shuffled list of strings."""
    cards = random.Random(seed).sample(CARDS, 2 * SEATS + 5)  # noqa: S311 - the same every time
    texts = ["".join(cards[at : at + 2]) for at in range(0, 2 * SEATS, 2)]
    return their_winners(package, (*texts, "".join(cards[2 * SEATS :])))


def main() -> bool:
    """Print the figures; return whether every result was right."""
    shown, right = figures(in_process())
    console = Console(width=180)
    console.print(shown)
    compared = comparison()
    for name in ("eval7", "pkrbot"):
        package = importlib.import_module(name)
        for what, theirs, ours, agree, questions in (
            (
                "52 cards from strings",
                partial(cards_of, package.Card),
                partial(cards_of, Card),
                None,
                range(1001),
            ),
            (
                "winners of three hands",
                partial(their_winners, package),
                winners_of,
                lambda one, other: one == other,
                random_deals(1001, 2, 2, 2, 5),
            ),
            (
                "shuffle, deal and compare nine hands",
                partial(their_nine_seats, package),
                nine_seats,
                None,
                range(1001),
            ),
        ):
            right &= compare(compared, name, what, questions, theirs=theirs, ours=ours, agree=agree)
    console.print(compared)
    return right
