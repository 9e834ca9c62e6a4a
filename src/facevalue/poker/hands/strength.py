"""Evaluates one hand: `evaluate` returns a `Strength`, and the stronger one is greater."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facevalue import _core
from facevalue.cards import DECK_SIZE, Card, drawn
from facevalue.errors import CardError
from facevalue.poker.hands.games import GAMES, Game, game_named
from facevalue.poker.hands.masks import cards_of, mask_of, quick, refuse_clashes
from facevalue.value import Value

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from facevalue.cards import CardsLike
    from facevalue.poker.hands.games import GameLike
    from facevalue.poker.hands.rankings import Ranking

    # A game, and the way to rank hands in it or in the low half of its pot.
    Side: TypeAlias = tuple[Game, Ranking]

    class _Packed:
        """What the core keeps of a strength: masks instead of cards."""

        score: int
        _side: Side
        _hole: int
        _board: int

else:
    _Packed = _core._PackedStrength  # noqa: SLF001 - hidden from its stub

WEAKEST = _core.WEAKEST_VALUE  # the last of Cactus Kev's values; 1 is the strongest
NO_BOARD = ""


class Strength(Value, _Packed):
    """What a hand is worth in a game, returned by `evaluate`.

    THE STRONGER HAND IS GREATER, in low games too: the winner is `max(...)`. Two strengths are
    equal when they split the pot, whatever their cards. Strengths of different games, or of the
    two halves of a split pot, are never equal, and comparing them with < raises `TypeError`.

    Attributes:
        score: greater is stronger; it means something within one ranking only.
    """

    # Texts and cards are made when asked for, because hands come by the million.
    __slots__ = ()
    FIELDS = ("score",)

    def __init__(self) -> None:
        raise TypeError("call poker.evaluate to get a strength")

    def as_dict(self) -> dict[str, Any]:
        """What `json.dumps` writes: cards as text, `category`, `description`, `best`.

        `cactus_kev` is `value`. Where the pot has a low half, `low_hand` has the category,
        description and best cards of the low hand, or None.
        """
        found = {
            "game": self.game.name,
            "cards": [str(card) for card in self.cards],
            "board": [str(card) for card in self.board],
            "cactus_kev": self.value,
            **self._played(),
        }
        if self.game.low and self.ranking is self.game.ranking:
            low = self.low
            found["low_hand"] = low and low._played()  # noqa: SLF001 - it is one of ours
        return found

    def _played(self) -> dict[str, Any]:
        return {
            "category": self.category,
            "description": self.description,
            "best": [str(card) for card in self.best],
        }

    def __reduce__(self) -> tuple[object, ...]:
        game, ranking = self._side
        return _evaluated_again, (game, ranking is not game.ranking, self._hole, self._board)

    @property
    def game(self) -> Game:
        """The game in which the hand was evaluated."""
        return self._side[0]

    @property
    def ranking(self) -> Ranking:
        """How hands are ranked in this game, or in its low half: a row of `RANKINGS`."""
        return self._side[1]

    @property
    def value(self) -> int | None:
        """Cactus Kev's value, 1 (royal flush) to 7462 (7-5-4-3-2): LESS IS STRONGER.

        None under every ranking but "high".
        """
        return WEAKEST + 1 - self.score if self.ranking.name == "high" else None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that were evaluated, without the board, highest ranks first."""
        return _from_the_top(self._hole)

    @property
    def board(self) -> tuple[Card, ...]:
        """The cards that were given as the board, highest ranks first."""
        return _from_the_top(self._board)

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that play: five (one to four in badugi), the most important first."""
        found = _core.best(*_question(self._side, self._hole, self._board))
        assert found is not None  # noqa: S101 - a strength was made of it
        return self.ranking.arranged(cards_of(found[1]))

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
        """What the cards are worth for the low half of the pot, or None without a low hand."""
        game = self.game
        return None if game.low is None else _strongest((game, game.low), self._hole, self._board)

    def __str__(self) -> str:
        return self.description

    def __repr__(self) -> str:
        is_row = GAMES.get(self.game.name) == self.game
        name = self.game.name if is_row else self.game
        options = "" if name == "holdem" else f", {name!r}"
        options += f", board={_text(self.board)!r}" if self.board else ""
        half = "" if self.ranking == self.game.ranking else ".low"
        return f"evaluate({_text(self.cards)!r}{options}){half}"

    def _repr_svg_(self) -> str:
        return drawn(self.best)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Strength):
            return NotImplemented
        return (self._side, self.score) == (other._side, other.score)

    def __hash__(self) -> int:
        return hash((self.game.name, self.ranking.name, self.score))

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
# `in` works on a tuple even for values that cannot be hashed, such as lists.
_PLAIN_NAMES = tuple(_PLAIN)

_hand_value = _core.hand_value


# The core evaluates hold'em hands without a board itself, if it can read them.
@quick(_core.quick_evaluate, Strength, _PLAIN["holdem"])
def evaluate(
    cards: CardsLike, game: GameLike = "holdem", *, board: CardsLike = NO_BOARD
) -> Strength:
    """Evaluate a poker hand.

    A stronger hand is greater, also in low games.

    Args:
        cards: a text ("7H 7S 7D AS AC", "AhKh"), or a sequence of `Card`s, ids 0 to 51 and texts.
        game: the name of a row of `GAMES`, or a `Game`.
        board: the cards that all players share. In Omaha you must pass the board here (3 to 5
            cards), since two of `cards` play with three of it. In other games you may also write
            it among `cards`: 5 to 7 cards together in hold'em.

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
    hole = mask_of(cards)
    if board is not NO_BOARD or type(game) is not str or game not in _PLAIN_NAMES:
        return _evaluated(game_named(game), hole, mask_of(board))
    value = _hand_value(hole)
    if not value:
        raise _count_error(_PLAIN[game][0], hole, 0)
    return _made(_PLAIN[game], hole, 0, WEAKEST + 1 - value)


def _evaluated(game: Game, hole: int, board: int) -> Strength:
    check_deck(game, hole | board)
    _check_counts(game, hole, board)
    strength = _strongest((game, game.ranking), hole, board)
    assert strength is not None  # noqa: S101 - `Game` allows conditions only for the low half
    return strength


def _strongest(side: Side, hole: int, board: int) -> Strength | None:
    best = _core.best(*_question(side, hole, board))
    return _made(side, hole, board, best[0]) if best else None


def _evaluated_again(game: Game, is_low: bool, hole: int, board: int) -> Strength:  # noqa: FBT001
    """The strength of a pickle, found again from the cards, so that it cannot be forged."""
    strength: Strength | None = _evaluated(game, hole, board)
    if is_low and strength is not None:
        strength = strength.low
    if strength is None:
        raise CardError("no low hand in the pickle of a Strength")
    return strength


def _made(side: Side, hole: int, board: int, score: int) -> Strength:
    made: object = _core.new_strength(Strength, side, hole, board, score)
    assert isinstance(made, Strength)  # noqa: S101 - for the type checker
    return made


def _question(side: Side, hole: int, board: int) -> tuple[str, int, int, int]:
    game, ranking = side
    return ranking.name, hole, board, game.from_hole


def check_cards(game: Game, hole: int, board: int, *, place: str = "") -> None:
    """Checks that a hand and a board, as masks, can be evaluated in a game.

    Raises:
        CardError: they cannot; the message starts with the place.
    """
    try:
        check_deck(game, hole | board)
        _check_counts(game, hole, board)
    except CardError as error:
        if place:
            raise CardError(f"{place}{error}") from None
        raise


def check_deck(game: Game, mask: int) -> None:
    """Checks that a game has these cards.

    Raises:
        CardError: its deck is smaller.
    """
    if game.deck == DECK_SIZE:
        return
    missing = mask & game.missing_cards
    if missing:
        card = str(next(cards_of(missing)))
        raise CardError(f"the deck of {game.name} has only {game.deck} cards, without {card!r}")


def _check_counts(game: Game, hole: int, board: int) -> None:
    refuse_clashes(("in the hand", hole), ("on the board", board))
    is_good = (
        hole.bit_count() == game.hole
        and game.ranking.cards - game.from_hole <= board.bit_count() <= game.board
        if game.from_hole
        else (hole | board).bit_count() in game.hand_sizes
    )
    if not is_good:
        raise _count_error(game, hole, board)


def _count_error(game: Game, hole: int, board: int) -> CardError:
    held, shared = hole.bit_count(), board.bit_count()
    wanted = bounds(game.hand_sizes)
    if game.from_hole:
        wanted += f" cards and a board of {bounds(game.board_sizes)}"
        return CardError(f"expected {wanted} in {game.name}: {held} and {shared} given")
    return CardError(f"expected {wanted} cards in {game.name}: {held + shared} given")


def bounds(sizes: range) -> str:
    """The least and the most of a range, for messages.

    >>> bounds(range(5, 8)), bounds(range(4, 5))
    ('5 to 7', '4')
    """
    return " to ".join(map(str, sorted({sizes[0], sizes[-1]})))


def _from_the_top(mask: int) -> tuple[Card, ...]:
    return tuple(sorted(cards_of(mask), key=lambda card: -card.id))


def _text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))
