"""A slow and obvious version of poker, written from the rules of the games.

It knows nothing of facevalue. A card is a pair (rank, suit), rank 2 to 14, suit one of "cdhs". What
a ranking makes of a hand is a tuple of whole numbers, and of two hands the one with the greater
tuple is stronger, also in low games, where the numbers are negative.
"""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tests.paths import VECTORS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Card: TypeAlias = tuple[int, str]
Strength: TypeAlias = tuple[int, ...]

RANKS, SUITS, ACE = "23456789TJQKA", "cdhs", 14
DECK = tuple(product(range(2, ACE + 1), SUITS))
SHORT_DECK = tuple(card for card in DECK if card[0] >= 6)

# From the weakest to the strongest, with how many cards of each rank a hand has; the three that
# have five different ranks are told apart by suits and distances.
SHAPES = {
    "High Card": (1, 1, 1, 1, 1),
    "One Pair": (2, 1, 1, 1),
    "Two Pair": (2, 2, 1),
    "Three of a Kind": (3, 1, 1),
    "Straight": None,
    "Flush": None,
    "Full House": (3, 2),
    "Four of a Kind": (4, 1),
    "Straight Flush": None,
}
CATEGORIES = tuple(SHAPES)
# With fewer cards flushes are rarer than full houses.
SHORT_CATEGORIES = (*CATEGORIES[:5], "Full House", "Flush", *CATEGORIES[7:])


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a string such as "7H Ts"."""
    return tuple((RANKS.index(word[0].upper()) + 2, word[1].lower()) for word in text.split())


def text(hand: Iterable[Card]) -> str:
    return " ".join(RANKS[rank - 2] + suit for rank, suit in hand)


def known(name: str) -> list[dict[str, str]]:
    """The rows of a file of known answers."""
    with (VECTORS / f"poker-{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


# Rankings of five cards ---------------------------------------------------------------------------


def groups(ranks: Iterable[int]) -> list[tuple[int, int]]:
    """How many cards of which rank: the most first, among equals the higher rank first."""
    return sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)


@cache
def straights(lowest: int) -> dict[frozenset[int], int]:
    """Five ranks in a row, and the top one; an ace may also be below the lowest rank."""
    return {
        frozenset(ACE if rank < lowest else rank for rank in range(top - 4, top + 1)): top
        for top in range(lowest + 3, ACE + 1)
    }


def straight_top(ranks: Iterable[int], lowest: int) -> int:
    """The highest rank of a straight, or 0."""
    return straights(lowest).get(frozenset(ranks), 0)


def category(hand: Iterable[Card], lowest: int = 2) -> str:
    ranks, suits = zip(*hand, strict=True)
    is_flush, is_straight = len(set(suits)) == 1, straight_top(ranks, lowest) > 0
    if is_flush or is_straight:
        return "Straight Flush" if is_flush and is_straight else "Flush" if is_flush else "Straight"
    shape = tuple(count for count, _ in groups(ranks))
    return next(name for name, counts in SHAPES.items() if counts == shape)


def high(
    hand: tuple[Card, ...], categories: tuple[str, ...] = CATEGORIES, lowest: int = 2
) -> Strength:
    """Five cards of the usual game: the category, then ranks, the most frequent first."""
    ranks = [rank for rank, _ in hand]
    top = straight_top(ranks, lowest)
    order = [top] if top else [rank for _, rank in groups(ranks)]
    return (categories.index(category(hand, lowest)), *order)


def short(hand: tuple[Card, ...]) -> Strength:
    """Five of the 36 cards from six up: flush over full house, and A 6 7 8 9 is a straight."""
    return high(hand, SHORT_CATEGORIES, 6)


# Of hands of three and of four cards, by the published counts: the rarer category is stronger.
THREE_CARDS = ["High Card", "One Pair", "Flush", "Straight", "Three of a Kind", "Straight Flush"]
FOUR_CARDS = [*THREE_CARDS[:2], "Two Pair", "Straight", "Flush", "Three of a Kind"]
FOUR_CARDS += ["Straight Flush", "Four of a Kind"]
FEW_SHAPES = {(3,): "Three of a Kind", (3, 1): "Three of a Kind", (4,): "Four of a Kind"}
FEW_SHAPES |= {(2, 1): "One Pair", (2, 1, 1): "One Pair", (2, 2): "Two Pair"}


def few(hand: tuple[Card, ...], order: list[str]) -> Strength:
    """Three or four cards as in casino games; A-2-3 and A-2-3-4 are the lowest straights."""
    ranks = sorted((rank for rank, _ in hand), reverse=True)
    if ranks == [ACE, *range(len(hand), 1, -1)]:
        ranks = [*range(len(hand), 0, -1)]
    is_straight = ranks == [*range(ranks[0], ranks[0] - len(hand), -1)]
    is_flush = len({suit for _, suit in hand}) == 1
    held = groups(ranks)
    name = FEW_SHAPES.get(tuple(count for count, _ in held), "High Card")
    if is_straight or is_flush:
        name = "Straight Flush" if is_straight and is_flush else "Flush" if is_flush else "Straight"
    if name in {"Flush", "High Card"}:
        ranks = sorted((rank for rank, _ in hand), reverse=True)
        return (order.index(name), *ranks)
    return (order.index(name), *([ranks[0]] if is_straight else [rank for _, rank in held]))


def three_cards(hand: tuple[Card, ...]) -> Strength:
    return few(hand, THREE_CARDS)


def four_cards(hand: tuple[Card, ...]) -> Strength:
    return few(hand, FOUR_CARDS)


def ace_to_five(hand: tuple[Card, ...]) -> Strength:
    """Low with aces below twos; straights and flushes are nothing, pairs and so on are bad."""
    held = groups(1 if rank == ACE else rank for rank, _ in hand)
    return tuple(-count for count, _ in held) + tuple(-rank for _, rank in held)


def eight_or_better(hand: tuple[Card, ...]) -> Strength | None:
    """Low by ace to five for five different ranks of eight or less; None for all other hands."""
    ranks = {1 if rank == ACE else rank for rank, _ in hand}
    return ace_to_five(hand) if len(ranks) == 5 and max(ranks) <= 8 else None


def deuce_to_seven(hand: tuple[Card, ...]) -> Strength:
    """The weakest of the usual game is the best, but an ace is always high: A 2 3 4 5 is not a
    straight.
    """
    ranks = [rank for rank, _ in hand]
    is_wheel = set(ranks) == {ACE, 2, 3, 4, 5}
    is_flush = len({suit for _, suit in hand}) == 1
    name = ("Flush" if is_flush else "High Card") if is_wheel else category(hand)
    return (-CATEGORIES.index(name), *(-rank for _, rank in groups(ranks)))


def badugi(hand: tuple[Card, ...], lowest: int = 1) -> Strength | None:
    """One to four cards of different ranks and suits: more are better, then the lower.

    Aces are below a `lowest` of 1.
    """
    ranks = sorted((1 if rank == ACE and lowest == 1 else rank for rank, _ in hand), reverse=True)
    suits = {suit for _, suit in hand}
    if len(set(ranks)) < len(hand) or len(suits) < len(hand):
        return None
    return (len(hand), *(-rank for rank in ranks))


def badugi_ace_high(hand: tuple[Card, ...]) -> Strength | None:
    return badugi(hand, 2)


def of_five(
    ranking: Callable[[tuple[Card, ...]], Strength],
) -> Callable[[tuple[Card, ...]], Strength | None]:
    """The ranking, in which only five cards are a hand."""
    return lambda hand: ranking(hand) if len(hand) == 5 else None


# Kev's value --------------------------------------------------------------------------------------


def all_ranks(count: int = 5) -> Iterator[tuple[Card, ...]]:
    """A hand of each collection of this many ranks, without a flush."""
    for ranks in combinations_with_replacement(range(2, ACE + 1), count):
        if max(Counter(ranks).values()) <= len(SUITS):
            yield tuple(zip(ranks, (SUITS * 2)[:count], strict=True))


def all_flushes() -> Iterator[tuple[Card, ...]]:
    """A hand of each five ranks of one suit."""
    for ranks in combinations(range(2, ACE + 1), 5):
        yield tuple((rank, "c") for rank in ranks)


@cache
def values() -> dict[Strength, int]:
    """The strengths of all hands of five cards, numbered from 1 for the strongest."""
    strengths = sorted({high(hand) for hand in chain(all_ranks(), all_flushes())}, reverse=True)
    return {strength: value for value, strength in enumerate(strengths, 1)}


def kev(hand: Iterable[Card]) -> int:
    """Cactus Kev's value of the best five of five or more cards: 1 is the best, 7462 the worst."""
    return values()[max(map(high, combinations(hand, 5)))]


# Games --------------------------------------------------------------------------------------------


def any_five(hole: Iterable[Card], board: Iterable[Card] = ()) -> Iterator[tuple[Card, ...]]:
    return combinations((*hole, *board), 5)


def any_three(hole: Iterable[Card], board: Iterable[Card] = ()) -> Iterator[tuple[Card, ...]]:
    return combinations((*hole, *board), 3)


def any_four(hole: Iterable[Card], board: Iterable[Card] = ()) -> Iterator[tuple[Card, ...]]:
    return combinations((*hole, *board), 4)


def two_and_three(hole: Iterable[Card], board: Iterable[Card]) -> Iterator[tuple[Card, ...]]:
    """Exactly two of the hole cards and three of the board."""
    for two, three in product(combinations(hole, 2), combinations(board, 3)):
        yield two + three


def any_cards(hole: Iterable[Card], board: Iterable[Card] = ()) -> Iterator[tuple[Card, ...]]:
    held = (*hole, *board)
    for count in range(1, len(held) + 1):
        yield from combinations(held, count)


class Game(NamedTuple):
    """Which cards are dealt, how they make a hand, and which hands win the pot or halves of it."""

    hole: tuple[int, ...]
    board: tuple[int, ...]
    ways: Callable[..., Iterator[tuple[Card, ...]]]
    rankings: tuple[Callable[[tuple[Card, ...]], Strength | None], ...]
    deck: tuple[Card, ...] = DECK


OMAHA_BOARD = (3, 4, 5)
GAMES = {
    "holdem": Game((2,), OMAHA_BOARD, any_five, (high,)),
    "pineapple": Game((2,), OMAHA_BOARD, any_five, (high,)),
    "crazy-pineapple": Game((2,), OMAHA_BOARD, any_five, (high,)),
    "omaha": Game((4,), OMAHA_BOARD, two_and_three, (high,)),
    "omaha5": Game((5,), OMAHA_BOARD, two_and_three, (high,)),
    "omaha6": Game((6,), OMAHA_BOARD, two_and_three, (high,)),
    "omaha8": Game((4,), OMAHA_BOARD, two_and_three, (high, eight_or_better)),
    "omaha5-8": Game((5,), OMAHA_BOARD, two_and_three, (high, eight_or_better)),
    "courchevel": Game((5,), OMAHA_BOARD, two_and_three, (high,)),
    "shortdeck": Game((2,), OMAHA_BOARD, any_five, (short,), SHORT_DECK),
    "stud": Game((5, 6, 7), (0,), any_five, (high,)),
    "stud8": Game((5, 6, 7), (0,), any_five, (high, eight_or_better)),
    "razz": Game((5, 6, 7), (0,), any_five, (ace_to_five,)),
    "deuce7": Game((5,), (0,), any_five, (deuce_to_seven,)),
    "badugi": Game((4,), (0,), any_cards, (badugi,)),
    "badeucey": Game((5,), (0,), any_cards, (of_five(deuce_to_seven), badugi_ace_high)),
    "badacey": Game((5,), (0,), any_cards, (of_five(ace_to_five), badugi)),
    "five-card": Game((5,), (0,), any_five, (high,)),
    "three-card": Game((3,), (0,), any_three, (three_cards,)),
    "four-card": Game((4, 5), (0,), any_four, (four_cards,)),
}


def best(
    ranking: Callable[[tuple[Card, ...]], Strength | None],
    hole: Iterable[Card],
    board: Iterable[Card] = (),
    ways: Callable[..., Iterator[tuple[Card, ...]]] = any_five,
) -> tuple[Strength | None, list[frozenset[Card]]]:
    """The highest strength that the cards make, and all choices of cards that make it.

    The strength is None, and there are no choices, where no hand qualifies.
    """
    made = [(ranking(hand), frozenset(hand)) for hand in ways(tuple(hole), tuple(board))]
    strength = max((strength for strength, _ in made if strength is not None), default=None)
    if strength is None:
        return None, []
    return strength, [hand for reached, hand in made if reached == strength]


# Who wins how often -------------------------------------------------------------------------------

Weighted: TypeAlias = "list[tuple[tuple[Card, ...], int]]"


class Pots(NamedTuple):
    """The weight of all deals, and of those that a set of players wins, by the set."""

    deals: int
    high: list[int]
    low: list[int]
    halved: list[int]  # as high, on the deals with a low
    both: list[int]  # by the set of high winners and, above it, the set of low winners


def all_deals(
    game: Game, players: list[Weighted], board: tuple[Card, ...], dead: Iterable[Card]
) -> Iterator[tuple[int, list[tuple[Card, ...]], tuple[Card, ...]]]:
    """All ways to give players one of their hands and then all missing cards, with the weights."""
    for chosen in product(*players):
        held = [card for hand, _ in chosen for card in hand]
        gone = {*held, *board, *dead}
        if len(gone) < len(held) + len(board) + len(set(dead)):
            continue  # a card that is in two places
        weight = 1
        for _, each in chosen:
            weight *= each
        left = tuple(card for card in game.deck if card not in gone)
        hands = [hand for hand, _ in chosen]
        for full, rest in completed(hands, max(game.hole), left):
            for more in combinations(rest, max(game.board) - len(board)):
                yield weight, full, board + more


def completed(
    hands: list[tuple[Card, ...]], hole: int, left: tuple[Card, ...]
) -> Iterator[tuple[list[tuple[Card, ...]], tuple[Card, ...]]]:
    if not hands:
        yield [], left
        return
    for more in combinations(left, hole - len(hands[0])):
        rest = tuple(card for card in left if card not in more)
        for others, remaining in completed(hands[1:], hole, rest):
            yield [hands[0] + more, *others], remaining


def winners(strengths: list[Strength | None]) -> list[int]:
    best_one = max((strength for strength in strengths if strength is not None), default=None)
    return [
        player
        for player, strength in enumerate(strengths)
        if strength is not None and strength == best_one
    ]


def pots(
    name: str, players: list[Weighted], board: tuple[Card, ...] = (), dead: Iterable[Card] = ()
) -> Pots:
    """Deals all that can be dealt, and looks who wins; counts by the set of winners, a bit each."""
    game = GAMES[name]
    total, dead = 0, tuple(dead)
    high, low, halved = ([0] * 2 ** len(players) for _ in range(3))
    both = [0] * 4 ** len(players)

    @cache
    def strengths(hand: frozenset[Card], shared: tuple[Card, ...]) -> list[Strength | None]:
        return [best(ranking, hand, shared, game.ways)[0] for ranking in game.rankings]

    for weight, hands, shared in all_deals(game, players, board, dead):
        total += weight
        made = [strengths(frozenset(hand), shared) for hand in hands]
        highs, *others = (
            sum(1 << player for player in winners([each[half] for each in made]))
            for half in range(len(game.rankings))
        )
        lows = others[0] if others else 0
        high[highs] += weight
        both[highs | lows << len(players)] += weight
        if lows:
            low[lows] += weight
            halved[highs] += weight
    return Pots(total, high, low, halved, both)


def best_with_wild_cards(
    ranking: Callable[[tuple[Card, ...]], Strength | None],
    hand: Iterable[Card],
    wild: int,
    ways: Callable[..., Iterator[tuple[Card, ...]]] = any_five,
) -> Strength | None:
    """The best strength of a hand and `wild` wild cards, each of which is any card not in it.

    Wild cards also make five of a kind, above all other high hands of five cards.
    """
    held = tuple(hand)
    times = Counter(rank for rank, _ in held)
    fives = [rank for rank in range(2, ACE + 1) if times[rank] + wild >= 5]
    if fives and ranking in {high, short}:
        return (len(CATEGORIES), max(fives))
    others = [card for card in DECK if card not in held]
    filled = (best(ranking, held + cards, (), ways)[0] for cards in combinations(others, wild))
    return max((strength for strength in filled if strength is not None), default=None)
