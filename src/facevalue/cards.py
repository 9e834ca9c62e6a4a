"""Playing cards: `Card`, the parser of cards, and their pictures.

The id of a card is a number from 0 to 51, `rank * 4 + suit`: the ranks 2 to A are 0 to 12, and
clubs, diamonds, hearts and spades are 0 to 3. Cards sort by id; their strength depends on the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, Self, TypeAlias

from facevalue import _core
from facevalue.errors import CardError, quoted, refuse
from facevalue.options import as_whole
from facevalue.system.arrays import plain
from facevalue.value import Value, make_trusted

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = len(RANKS) * len(SUITS)

# Cactus Kev's prime for each rank: the product of primes determines the ranks of a hand.
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
# The value of a rank in number games: A=1, J=11, Q=12, K=13.
FACES = {rank: index for index, rank in enumerate("A23456789TJQK", 1)}


# Patterns are compiled on first use, and once.
pattern = cache(re.compile)

_MADE: dict[int, Any] = {}  # the cards by id
_SPELLED: dict[str, Any] = {}  # and by their usual strings, such as "Kd" and "kd"


class Card(Value):
    """A playing card. Equal cards are the same object.

    Args:
        id: a string, as for `parse`; or `rank * 4 + suit`, 0 to 51, where the ranks 2 to A are 0 to
            12, and clubs, diamonds, hearts and spades are 0 to 3.

    Raises:
        CardError: the string is not one card, or the id is not a whole number from 0 to 51.

    >>> Card(51), str(Card("10♥")), Card("kd").kev
    (Card.parse('As'), 'Th', 134236965)
    """

    __slots__ = ("id",)
    FIELDS = ("id",)
    id: int

    def __new__(cls, id: int | str) -> Self:  # noqa: A002 - the name of the attribute
        """Return the object for this card."""
        known: Self | None = None
        if type(id) is str:
            known = _SPELLED.get(id)
        elif type(id) is int:
            known = _MADE.get(id)
        if known is not None:
            return known
        if isinstance(id, str):
            return cls.parse(id)
        number = as_whole(id)
        if number is None or not 0 <= number < DECK_SIZE:
            refuse("wrong id", id)
        made: Self = _MADE.get(number) or _MADE.setdefault(number, make_trusted(cls, id=number))
        return made

    def as_item(self) -> str:
        """Return the string of the card."""
        return str(self)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a card: a rank and a suit (c d h s or ♣♦♥♠) in either order and any case.

        Ranks may also be numbers: 10, 11 (jack) to 13 (king), and 1 or 14 (ace). A playing-card
        character such as 🂡 is also a card.

        Raises:
            CardError: the string is not exactly one card.

        >>> [str(Card.parse(text)) for text in ("Ah", "AH", "10s", "t♠", "Q♢", "H12")]
        ['Ah', 'Ah', 'Ts', 'Ts', 'Qd', 'Qh']
        """
        if not isinstance(text, str):
            raise CardError(f"a card must be a string, not {quoted(text)}")
        return cls(_core.read_card(text))

    @property
    def rank(self) -> str:
        """The rank, one of 23456789TJQKA."""
        return RANKS[self.id // len(SUITS)]

    @property
    def suit(self) -> str:
        """The suit, one of cdhs."""
        return SUITS[self.id % len(SUITS)]

    @property
    def value(self) -> int:
        """The value of the card in number games: A=1, J=11, Q=12, K=13."""
        return FACES[self.rank]

    @property
    def kev(self) -> int:
        """Cactus Kev's 32-bit word: rank bit, suit bit, rank number, prime (see `poker.cactus`).

        >>> f"{Card.parse('Kd').kev:032b}"
        '00001000000000000100101100100101'
        """
        rank, suit = divmod(self.id, len(SUITS))
        return 1 << (16 + rank) | 0x8000 >> suit | rank << 8 | PRIMES[rank]

    def __str__(self) -> str:
        return self.rank + self.suit

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    def __lt__(self, other: object) -> bool:
        """Compare ids, for sorting only: the strength of cards depends on the game."""
        return self.id < other.id if isinstance(other, Card) else NotImplemented

    # Equal cards are the same object, so identity is enough, and fast.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (self.id,)

    def _repr_svg_(self) -> str:
        return drawn([self])


# There is one object for each card, so the core knows a card by its address.
_core.know_cards(tuple(map(Card, range(DECK_SIZE))))
for _id in range(DECK_SIZE):
    _text = str(Card(_id))
    _SPELLED |= dict.fromkeys((_text, _text.upper(), _text.lower()), Card(_id))

# What functions accept as a card, and as several cards.
CardLike: TypeAlias = Card | int | str
CardsLike: TypeAlias = str | Iterable[CardLike]


def parse_cards(cards: CardsLike) -> tuple[Card, ...]:
    """Parse one or more cards.

    Args:
        cards: a string with spaces, commas, brackets or nothing between the cards, as in "Ah Kd",
            `"[Ah, Kd]"` or `"[A h] [K d]"`; or a sequence of `Card`s, ids 0 to 51 and strings.

    Returns:
        The cards in the order of the input; an empty tuple for an empty string.

    Raises:
        CardError: a card is invalid or repeated.

    >>> [str(card) for card in parse_cards("[7H 7s],10♦AsAC")]
    ['7h', '7s', 'Td', 'As', 'Ac']
    """
    if isinstance(cards, str):
        return _core.cards_in(cards, may_repeat=False)
    parsed = tuple(map(as_card, each_of(cards)))
    if len(set(parsed)) != len(parsed):
        repeated = next(card for index, card in enumerate(parsed) if card in parsed[:index])
        raise CardError(f"{str(repeated)!r} is repeated")
    return parsed


def as_card(card: CardLike) -> Card:
    """Return a card unchanged, or the card of an id or a string.

    Raises:
        CardError: the id or the string is not a card.

    >>> as_card("As") == as_card(51)
    True
    """
    if isinstance(card, Card):
        return card
    return Card.parse(card) if isinstance(card, str) else Card(card)


def cards_in(text: str) -> tuple[Card, ...]:
    """Return the cards in a string, even repeated ones.

    Raises:
        CardError: a card is invalid.

    >>> len(cards_in("Ah Ah"))
    2
    """
    return _core.cards_in(text, may_repeat=True)


def each_of(cards: Any) -> Iterable[CardLike]:
    """Return an iterator over cards.

    Raises:
        CardError: the argument is not a sequence.

    >>> list(each_of((51, "Kd")))
    [51, 'Kd']
    """
    try:
        iterator: Iterable[CardLike] = iter(plain(cards))
    except TypeError:
        iterator = refuse("not cards", cards)
    return iterator


# In pictures, a card is 60 wide and 84 high; a suit is a path in a square of 20 around its centre.
_WIDTH, _HEIGHT, _GAP = 60, 84, 8
_COLOURS = {"c": "#186a3b", "d": "#1f4e9e", "h": "#b3202a", "s": "#1b1b1b"}
SUIT_PATHS = {
    "c": "M-2 9Q0 6-1 2A4.5 4.5 0 1 1-3.2-3A4.5 4.5 0 1 1 3.2-3A4.5 4.5 0 1 1 1 2Q0 6 2 9Z",
    "d": "M0-10L7.5 0 0 10-7.5 0Z",
    "h": "M0 9C-4 4-9 0-9-4.5A4.7 4.7 0 0 1 0-5.5 4.7 4.7 0 0 1 9-4.5C9 0 4 4 0 9Z",
    "s": "M0-10C4-5 9-1 9 3A4.4 4.4 0 0 1 1 5Q1 8 3 10H-3Q-1 8-1 5A4.4 4.4 0 0 1-9 3C-9-1-4-5 0-10",
}


def drawn(cards: CardsLike) -> str:
    """Draw cards side by side as an SVG picture, in four colours.

    Raises:
        CardError: a card is invalid or repeated.

    >>> drawn("Ah Kd").count("<g ")
    2
    """
    hand = parse_cards(cards)
    width = max(1, len(hand)) * (_WIDTH + _GAP) + _GAP
    height = _HEIGHT + 2 * _GAP
    faces = "".join(_face(card, _GAP + index * (_WIDTH + _GAP)) for index, card in enumerate(hand))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">\n<title>{" ".join(map(str, hand))}</title>\n'
        f"{faces}</svg>\n"
    )


@cache
def _face(card: Card, left: int) -> str:
    rank = card.rank.replace("T", "10")
    return (
        f'<g transform="translate({left} {_GAP})" fill="{_COLOURS[card.suit]}">'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="6" fill="#fff" stroke="#9a9a9a"/>'
        f'<text x="7" y="27" font-family="sans-serif" font-size="24" font-weight="bold">{rank}'
        f'</text><path transform="translate(30 56) scale(1.9)" d="{SUIT_PATHS[card.suit]}"/></g>\n'
    )
