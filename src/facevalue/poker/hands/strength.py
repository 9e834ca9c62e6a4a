"""Evaluates one hand: `evaluate` returns a `Strength`, and the stronger one is greater.

`value` is the fastest way from cards to a whole number, Cactus Kev's value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from facevalue import _core
from facevalue.cards import DECK_SIZE, Card, CardsLike, drawn
from facevalue.errors import CardError, quoted
from facevalue.options import as_whole, quick
from facevalue.poker.hands.games import GAMES, Game, GameLike, game_named
from facevalue.poker.hands.masks import cards_of, highest_first, mask_of
from facevalue.poker.hands.rankings import CATEGORIES, Ranking
from facevalue.poker.hands.wild_cards import best_with_wild_cards, hand_masks, names_of
from facevalue.value import Value, paragraph

# A game, and the way to rank hands in it or in the low half of its pot.
Side: TypeAlias = tuple[Game, Ranking]

if TYPE_CHECKING:

    class _Packed:
        """The part of a strength that the core stores: masks instead of cards."""

        score: int
        _side: Side
        _hole: int
        _board: int

else:
    _Packed = _core._PackedStrength  # noqa: SLF001 - hidden from its stub

WEAKEST = _core.WEAKEST_VALUE  # the last of Cactus Kev's values; 1 is the strongest
NO_BOARD = ""


class Strength(Value, _Packed):
    """The strength of a hand in a game, returned by `evaluate`.

    THE STRONGER HAND IS GREATER, even in low games: the winner is `max(...)`. Two strengths are
    equal if the hands split the pot, whatever their cards. Strengths of different games, or of the
    two halves of a split pot, are never equal, and comparing them with < raises `TypeError`.

    Attributes:
        score: higher is stronger; compare scores only within one ranking.
    """

    # Strings and cards are made on demand, because there may be millions of hands.
    __slots__ = ()
    FIELDS = ("score",)

    def __init__(self) -> None:
        raise TypeError("call poker.evaluate to get a strength")

    def as_dict(self) -> dict[str, Any]:
        """Return JSON: the cards as strings, `category`, `description` and `best`.

        `cactus_kev` is `value`. Where the pot has a low half, `low_hand` has the category,
        description and best cards of the low hand, or None.

        JSON:
            game (text): the name of the poker game.
            cards
            board (list of card): the cards of the board.
            cactus_kev (integer 1 to 7462 or null): from 1 (a royal flush) to 7462; null in
                games with another ranking, and for five of a kind.
            category (text): the category of the hand, such as `Full House`.
            description (text): the hand in words.
            best (list of card): the cards that play.
            low_hand? (low_hand or null): the low half of the hand; null if there is none.

        JSON of `low_hand`:
            category, description, best
        """
        content = {
            "game": self.game.name,
            "cards": names_of(self._hole),
            "board": names_of(self._board),
            "cactus_kev": self.value,
            **self._played(),
        }
        if self.game.low and self.ranking is self.game.ranking:
            low = self.low
            content["low_hand"] = low and low._played()  # noqa: SLF001 - it is one of ours
        return content

    def _played(self) -> dict[str, Any]:
        return {
            "category": self.category,
            "description": self.description,
            "best": [str(card) for card in self.best],
        }

    def __reduce__(self) -> tuple[object, ...]:
        game, ranking = self._side
        return _evaluate_again, (game, ranking is not game.ranking, self._hole, self._board)

    @property
    def game(self) -> Game:
        """The game in which the hand was evaluated."""
        return self._side[0]

    @property
    def ranking(self) -> Ranking:
        """How hands are ranked in this game, or in its low half: one of `RANKINGS`."""
        return self._side[1]

    @property
    def value(self) -> int | None:
        """Cactus Kev's value, 1 (royal flush) to 7462 (7-5-4-3-2): LOWER IS STRONGER.

        None under every ranking but "high", and for five of a kind, which wild cards make: it beats
        a royal flush, but Cactus Kev has no value for it. Its `score` is 7463 (Twos) to 7475.
        """
        has_value = self.ranking.name == "high" and self.score <= WEAKEST
        return WEAKEST + 1 - self.score if has_value else None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that were evaluated, without jokers and the board, highest ranks first."""
        return highest_first(self._hole)

    @property
    def board(self) -> tuple[Card, ...]:
        """The cards of the board without jokers, highest ranks first."""
        return highest_first(self._board)

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that play: five (one to four in badugi), the most important first.

        In place of a wild card, it is the card that the wild card counts as. In five of a kind,
        one card is there twice.
        """
        return tuple(map(Card, _core.arranged(self.ranking.name, self._ids())))

    def _ids(self) -> list[int]:
        """The ids of the cards that play."""
        game, ranking = self._side
        if game.has_wild_cards:
            wild = best_with_wild_cards(game, ranking, self._hole, self._board)
            assert wild is not None  # noqa: S101 - a strength was made of it
            return wild[1]
        best = _core.best(ranking.name, self._hole, self._board, game.from_hole)
        assert best is not None  # noqa: S101 - a strength was made of it
        return [card.id for card in cards_of(best[1])]

    @property
    def category(self) -> str:
        """The kind of hand, such as "Full House"; "Low" for a low hand without a pair."""
        return _core.category(self.ranking.name, self._ids())

    @property
    def category_number(self) -> int | None:
        """The category as Cactus Kev counts: 1, straight flush, to 9, high card. LOWER IS STRONGER.

        None under every ranking but "high", and for five of a kind.
        """
        return CATEGORIES.index(self.category) + 1 if self.value is not None else None

    @property
    def description(self) -> str:
        """The hand in words: "Full House, Sevens full of Aces", "Seven-five low"."""
        return _core.description(self.ranking.name, self._ids())

    @property
    def low(self) -> Strength | None:
        """The strength of the low hand, which wins the low half of the pot; None without one."""
        game = self.game
        return None if game.low is None else _strongest((game, game.low), self._hole, self._board)

    def __str__(self) -> str:
        return self.description

    def __repr__(self) -> str:
        game = "" if self.game.name == "holdem" else f" ({self.game.name})"
        return f"<Strength: {self.description}{game}>"

    def _repr_svg_(self) -> str:
        return drawn(self.best)

    def _repr_html_(self) -> str:
        return drawn(self.best) + paragraph(self.description)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Strength):
            return NotImplemented
        return (self._side, self.score) == (other._side, other.score)

    def __hash__(self) -> int:
        return hash((self.game.name, self.ranking.name, self.score))

    def __lt__(self, other: Strength) -> bool:
        return self._check_rival(other) and self.score < other.score

    def __le__(self, other: Strength) -> bool:
        return self._check_rival(other) and self.score <= other.score

    def __gt__(self, other: Strength) -> bool:
        return self._check_rival(other) and self.score > other.score

    def __ge__(self, other: Strength) -> bool:
        return self._check_rival(other) and self.score >= other.score

    def _check_rival(self, other: object) -> bool:
        if not isinstance(other, Strength):
            raise TypeError(f"cannot compare a Strength with {other!r}")
        if self._side != other._side:  # noqa: SLF001 - it is one of ours
            raise TypeError(f"cannot compare strengths of different games: {self!r} and {other!r}")
        return True


# The games in which any five of 5 to 7 cards play and rank as usual.
_PLAIN: dict[object, Side] = {
    game.name: (game, game.ranking)
    for game in GAMES.values()
    if game.ranking.name == "high" and game.hand_sizes == range(5, 8)
}
PLAIN_GAMES = tuple(game for game, _ in _PLAIN.values())
# `in` works on a tuple even for values that cannot be hashed, such as lists.
_PLAIN_NAMES = tuple(_PLAIN)

_hand_value = _core.hand_value


# The core evaluates hold'em hands without a board itself, if it can read them.
@quick(_core.quick_evaluate, Strength, _PLAIN["holdem"])
def evaluate(
    cards: CardsLike, game: GameLike = "holdem", *, board: CardsLike = NO_BOARD
) -> Strength:
    """Evaluate a poker hand.

    The stronger hand is greater, even in low games.

    Args:
        cards: a string ("7H 7S 7D AS AC", "AhKh"), or a sequence of `Card`s, ids 0 to 51 and
            strings.
        game: the name of a game in `GAMES`, or a `Game`. Hands of a game with jokers may have cards
            "joker", in any of its spellings: "Jo", "*" or "🃏".
        board: the cards that all players share; with a board, `cards` must be all hole cards. In
            Omaha you must pass the board here (3 to 5 cards), since two of `cards` play with three
            of it. In other games you may also write it among `cards`: 5 to 7 cards together in
            hold'em, or more, up to the whole deck, of which the best five play.

    Raises:
        CardError: a card is invalid, repeated or not in the deck of the game, or there are too few
            or too many cards.
        RuleError: no game has that name.

    >>> strength = evaluate("7H 7S 7D AS AC")
    >>> strength.value, strength.category, strength.description
    (251, 'Full House', 'Full House, Sevens full of Aces')
    >>> strength > evaluate("Kd Qs Jc Th 9s")
    True
    >>> evaluate("As Ks Qh Jh", "omaha", board="Ts 9s 2s").description
    'Flush, Ace high'
    """
    if board is not NO_BOARD or type(game) is not str or game not in _PLAIN_NAMES:
        rules = game_named(game)
        if rules.jokers:
            return evaluate_masks(rules, *hand_masks(rules, cards, board))
        return evaluate_masks(rules, mask_of(cards), mask_of(board))
    hole = mask_of(cards)
    value = _hand_value(hole)
    if not value:
        return evaluate_masks(_PLAIN[game][0], hole, 0)
    return _make(_PLAIN[game], hole, 0, WEAKEST + 1 - value)


@quick(_core.quick_value)
def value(cards: CardsLike | int) -> int:
    """Return Cactus Kev's value of a hand: 1 (royal flush) to 7462 (7-5-4-3-2). LOWER IS STRONGER.

    The result is `evaluate(cards).value`, without making a `Strength`. The best five of the cards
    play. For many hands at once use `evaluate_many`.

    Args:
        cards: 5 to 7 cards: a string, or a sequence of ids 0 to 51, `Card`s and strings; or a mask
            from `masks`, a whole number in which bit 13 * suit + rank is a card. Lists and
            tuples of ids, and masks, are the fastest.

    Raises:
        CardError: a card is invalid or repeated, or there are not 5 to 7 cards.

    >>> value([51, 47, 43, 39, 35]), value("7H 7S 7D AS AC"), value("7c 5d 4h 3s 2c")
    (1, 251, 7462)
    >>> value(0b1111100000000), value(0b0000000011111)
    (1, 9)
    """
    number = as_whole(cards)
    mask = mask_of(cards) if number is None else number  # type: ignore[arg-type]
    found = _hand_value(mask) if 0 <= mask < 1 << DECK_SIZE else 0
    if found:
        return found
    if number is None:
        raise CardError(f"value needs 5 to 7 cards, not {mask.bit_count()}")
    shown = f"{mask:#x}" if 0 <= mask.bit_length() <= 2 * DECK_SIZE else quoted(cards)
    raise CardError(f"a mask must have 5 to 7 of the bits 0 to {DECK_SIZE - 1}: {shown}")


def evaluate_masks(game: Game, hole: int, board: int) -> Strength:
    """Evaluate a hand and a board as masks.

    Raises:
        CardError: they cannot be evaluated in the game.
    """
    check_cards(game, hole, board)
    strength = _strongest((game, game.ranking), hole, board)
    assert strength is not None  # noqa: S101 - `Game` allows conditions only for the low half
    return strength


def _evaluate_again(game: Game, is_low: bool, hole: int, board: int) -> Strength:  # noqa: FBT001
    """Evaluate the cards of a pickle, so that its strength cannot be forged."""
    high = evaluate_masks(game, hole, board)
    strength = high.low if is_low else high
    if strength is None:
        raise CardError("no low hand in the pickle of a Strength")
    return strength


def _strongest(side: Side, hole: int, board: int) -> Strength | None:
    game, ranking = side
    best = (
        best_with_wild_cards(game, ranking, hole, board)
        if game.has_wild_cards
        else _core.best(ranking.name, hole, board, game.from_hole)
    )
    return _make(side, hole, board, best[0]) if best else None


def _make(side: Side, hole: int, board: int, score: int) -> Strength:
    made: object = _core.new_strength(Strength, side, hole, board, score)
    assert isinstance(made, Strength)  # noqa: S101 - for the type checker
    return made


def check_cards(game: Game, hole: int, board: int) -> None:
    """Check that a hand and a board, as masks, can be evaluated in a game.

    Raises:
        CardError: they cannot.
    """
    _core.check_hand(game.core, hole, board)
