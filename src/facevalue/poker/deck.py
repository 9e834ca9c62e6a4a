"""`Deck`: the 52 cards, shuffled from a seed."""

from __future__ import annotations

from collections.abc import Iterator

from facevalue import _core
from facevalue.cards import DECK_SIZE, Card, parse_cards
from facevalue.errors import CardError, counted, quoted
from facevalue.locks import Lock
from facevalue.options import as_whole, seed_number
from facevalue.randomness import random_seed

_CARDS = tuple(map(Card, range(DECK_SIZE)))


class Deck:
    """The 52 cards, shuffled: a seed gives the same order on every machine and Python version.

    There is one order for each of the 2^64 seeds, out of 52! possible orders. A copied or unpickled
    deck deals the same cards as the original. Threads may share a deck: each card goes to one.

    Args:
        seed: a whole number from 0 to 2^64 - 1; None for a random seed.

    Attributes:
        seed: the seed, even if it was random.

    Raises:
        CardError: the seed is out of bounds.

    >>> deck = Deck(seed=54)
    >>> " ".join(map(str, deck.deal(5))), len(deck)
    ('8h 4s Qs 2h 3c', 47)
    """

    def __init__(self, seed: int | None = None) -> None:
        self.seed = random_seed() if seed is None else seed_number(seed, error=CardError)
        # The state of the generator, all cards, and how many are dealt: replaced, never changed.
        self._now: tuple[int, tuple[Card, ...], int] = self.seed, (), 0
        self._lock = Lock()
        self.shuffle()

    def shuffle(self) -> None:
        """Put all 52 cards back and shuffle them again."""
        with self._lock:
            ids, state = _core.shuffled_deck(self._now[0])
            self._now = state, tuple([_CARDS[card] for card in ids]), 0

    def deal(self, count: int = 1) -> tuple[Card, ...]:
        """Remove the next cards from the deck and return them.

        Args:
            count: how many cards, from 0 to the number of cards left.

        Raises:
            CardError: fewer than `count` cards are left.

        >>> len(Deck(seed=1).deal(52))
        52
        """
        number = as_whole(count)
        with self._lock:
            state, cards, start = self._now
            left = len(cards) - start
            if number is None or not 0 <= number <= left:
                raise CardError(f"cannot deal {quoted(count)} cards from a deck with {left} left")
            self._now = state, cards, start + number
        return cards[start : start + number]

    def __len__(self) -> int:
        _, cards, start = self._now
        return len(cards) - start

    def __iter__(self) -> Iterator[Card]:
        _, cards, start = self._now
        return iter(cards[start:])

    def __eq__(self, other: object) -> bool:
        """True if both decks will deal the same cards."""
        return isinstance(other, Deck) and self.__reduce__() == other.__reduce__()

    __hash__ = None  # type: ignore[assignment]  # a deck is mutable

    def __reduce__(self) -> tuple[object, ...]:
        state, cards, start = self._now
        return _unpickle, (self.seed, state, tuple(card.id for card in cards[start:]))

    def __repr__(self) -> str:
        return f"<Deck: {counted(len(self), 'card')} left>"


def _unpickle(seed: int, state: int, cards: tuple[int, ...]) -> Deck:
    """Make a deck from a pickle or a copy."""
    deck = Deck(seed)
    checked = seed_number(state, error=CardError)
    deck._now = checked, parse_cards(cards), 0  # noqa: SLF001 - a private constructor
    return deck
