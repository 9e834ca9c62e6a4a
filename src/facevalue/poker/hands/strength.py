"""What a hand is worth: `evaluate` gives a `Strength`, and the stronger one is greater."""

from __future__ import annotations

from facevalue import _core
from facevalue.cards import DECK_SIZE, RANKS, SUITS, Card, drawn, parse_cards
from facevalue.errors import CardError
from facevalue.poker.hands.games import GAMES, Game, game_named
from facevalue.poker.hands.masks import cards_of, mask_of
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from facevalue.cards import CardsLike
    from facevalue.poker.hands.rankings import Ranking

    # A game, and the way to rank hands in it or in the low half of its pot.
    Side: TypeAlias = tuple[Game, Ranking]

# Of the ranking "high" the core gives Cactus Kev's values, 1 the strongest.
WEAKEST = 7462
NO_BOARD = ""
BOARD_SIZES = range(3, 6)  # flop, turn and river


class Strength(Value):
    """What a hand is worth in a game; `evaluate` makes it.

    THE STRONGER HAND IS GREATER, in low games too: the winner is `max(...)`. Two are equal when the
    pot is split between them, whatever their cards. Strengths of different games, and of the two
    halves of a split pot, are never equal and have no order (`TypeError`).
    """

    # Two slots, not five: each takes 40 ns to fill, and hands come by the million.
    __slots__ = ("score", "_source")

    score: int
    _source: tuple[Side, int, int]

    def __init__(self) -> None:
        raise TypeError("a strength is made by poker.evaluate")

    @property
    def game(self) -> Game:
        """The row of `GAMES`."""
        return self._source[0][0]

    @property
    def ranking(self) -> Ranking:
        """How hands are ranked in this game, or in its low half."""
        return self._source[0][1]

    @property
    def value(self) -> int | None:
        """Cactus Kev's value, 1 (royal flush) to 7462 (7-5-4-3-2): LESS IS STRONGER.

        None under another ranking than the usual high one; `score`, where greater is stronger,
        serves under every ranking but means something within one only.
        """
        return WEAKEST + 1 - self.score if self.ranking.name == "high" else None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that were evaluated, without the board, from the highest ranks down."""
        return _from_the_top(self._source[1])

    @property
    def board(self) -> tuple[Card, ...]:
        """The board that was given apart from the cards, from the highest ranks down."""
        return _from_the_top(self._source[2])

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that play: five (in badugi one to four), those that count most first."""
        _, best = _core.best(*_question(*self._source)) or (0, 0)
        return self.ranking.arranged(cards_of(best))

    @property
    def category(self) -> str:
        """The kind of hand: "Full House"; "Low" for a low hand without a pair."""
        return self.ranking.category(self.best)

    @property
    def description(self) -> str:
        """The hand in words: "Full House, Sevens full of Aces", "Seven-five low"."""
        return self.ranking.description(self.best)

    @property
    def low(self) -> Strength | None:
        """What the same cards are worth for the low half of the pot; None: no low hand, or game."""
        (game, _), hole, board = self._source
        return None if game.low is None else _strongest((game, game.low), hole, board)

    def __str__(self) -> str:
        return self.description

    def __repr__(self) -> str:
        options = "" if self.game.name == "holdem" else f", {self.game.name!r}"
        options += f", board={_text(self.board)!r}" if self.board else ""
        half = "" if self.ranking == self.game.ranking else ".low"
        return f"evaluate({_text(self.cards)!r}{options}){half}"

    def _repr_svg_(self) -> str:
        return drawn(self.best)

    def _content(self) -> tuple[object, ...]:
        return self.game.name, self.ranking.name, self.score

    def __lt__(self, other: Strength) -> bool:
        return self._rival(other) and self.score < other.score

    def __le__(self, other: Strength) -> bool:
        return self._rival(other) and self.score <= other.score

    def __gt__(self, other: Strength) -> bool:
        return self._rival(other) and self.score > other.score

    def __ge__(self, other: Strength) -> bool:
        return self._rival(other) and self.score >= other.score

    def _rival(self, other: object) -> bool:
        if not isinstance(other, Strength):
            raise TypeError(f"expected a Strength to compare with: {other!r}")
        if self._source[0] != other._source[0]:  # noqa: SLF001 - it is one of ours
            raise TypeError(f"expected strengths of one game: {self!r} and {other!r}")
        return True


# The games in which any five of 5 to 7 cards play and rank as usual.
_PLAIN: dict[object, Side] = {
    game.name: (game, game.ranking)
    for game in GAMES.values()
    if game.ranking.name == "high" and game.counts == range(5, 8)
}
# In a tuple one may look for what is no key, a list too.
_PLAIN_NAMES = tuple(_PLAIN)

_hand_value = _core.hand_value


def evaluate(
    cards: CardsLike, game: str | Game = "holdem", *, board: CardsLike = NO_BOARD
) -> Strength:
    """What a hand is worth; the stronger hand is greater, in low games too.

    Args:
        cards: a text ("7H 7S 7D AS AC", "AhKh"), or `Card`s, ids 0..51 and texts one by one.
        game: the name of a row of `GAMES`.
        board: the cards that all share. Where any of the cards may play (hold'em, short deck, stud)
            it makes no difference whether they stand here or among `cards`, 5 to 7 together; in
            Omaha it decides: two of `cards` play with three of these, of which there are 3 to 5.

    Raises:
        CardError: a card is none, or repeated, or not in the game's deck; too few or too many.
        RuleError: no game has that name.

    >>> strength = evaluate("7H 7S 7D AS AC")
    >>> strength.value, strength.category, strength.description
    (251, 'Full House', 'Full House, Sevens full of Aces')
    >>> strength > evaluate("Kd Qs Jc Th 9s")
    True
    >>> evaluate("As Ks Qh Jh", "omaha", board="Ts 9s 2s").description
    'Flush, Ace high'
    """
    hole = mask_of(cards)
    if board is not NO_BOARD or type(game) is not str or game not in _PLAIN_NAMES:
        return _evaluated(game_named(game), hole, mask_of(board))
    value = _hand_value(hole)
    if not value:
        raise _count_error(_PLAIN[game][0], hole, 0)
    return _made(WEAKEST + 1 - value, (_PLAIN[game], hole, 0))


def _evaluated(game: Game, hole: int, board: int) -> Strength:
    _check_deck(game, hole | board)
    _check_counts(game, hole, board)
    strength = _strongest((game, game.ranking), hole, board)
    assert strength is not None  # noqa: S101 - only low halves have conditions
    return strength


def _strongest(side: Side, hole: int, board: int) -> Strength | None:
    best = _core.best(*_question(side, hole, board))
    return _made(best[0], (side, hole, board)) if best else None


# What `Strength._of` does, in a fifth of the time.
_new = Strength.__new__
_set_score, _set_source = (Strength.__dict__[name].__set__ for name in Strength.__slots__)


def _made(score: int, source: tuple[Side, int, int]) -> Strength:
    made = _new(Strength)
    _set_score(made, score)
    _set_source(made, source)
    return made


def _question(side: Side, hole: int, board: int) -> tuple[str, int, int, int]:
    game, ranking = side
    return ranking.name, hole, board, game.from_hole


def _check_deck(game: Game, mask: int) -> None:
    if game.deck == DECK_SIZE:
        return
    least = (DECK_SIZE - game.deck) // len(SUITS)  # a short deck lacks the lowest ranks
    strange = [card for card in cards_of(mask) if card.id // len(SUITS) < least]
    if strange:
        message = f"expected cards from {RANKS[least]} up in {game.name}: {str(strange[0])!r}"
        raise CardError(message)


def _check_counts(game: Game, hole: int, board: int) -> None:
    if hole & board:
        parse_cards([*cards_of(hole), *cards_of(board)])  # names the card that is repeated
    is_good = (
        hole.bit_count() in game.counts and board.bit_count() in BOARD_SIZES
        if game.from_hole
        else (hole | board).bit_count() in game.counts
    )
    if not is_good:
        raise _count_error(game, hole, board)


def _count_error(game: Game, hole: int, board: int) -> CardError:
    held, shared = hole.bit_count(), board.bit_count()
    wanted = " to ".join(map(str, sorted({game.counts[0], game.counts[-1]})))
    if game.from_hole:
        wanted += f" cards and a board of {BOARD_SIZES[0]} to {BOARD_SIZES[-1]}"
        return CardError(f"expected {wanted} in {game.name}: {held} and {shared} given")
    return CardError(f"expected {wanted} cards in {game.name}: {held + shared} given")


def _from_the_top(mask: int) -> tuple[Card, ...]:
    return tuple(sorted(cards_of(mask), key=lambda card: -card.id))


def _text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))
