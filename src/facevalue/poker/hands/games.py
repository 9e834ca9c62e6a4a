"""The games of poker: a game is a row of data, which evaluator, command line and docs read."""

from __future__ import annotations

from types import MappingProxyType

from facevalue.cards import DECK_SIZE
from facevalue.options import row_named
from facevalue.poker.hands.rankings import RANKINGS
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from facevalue.poker.hands.rankings import Ranking

SHORT_DECK = 36


class Game(Value):
    """What the cards of a player are worth in a game.

    Args:
        name: how the game is called here.
        title: how people call it.
        deck: the number of cards in the deck, 52 or 36 (six and up).
        hole: how many cards a player holds in the end.
        board: how many cards all share in the end.
        from_hole: how many of the player's own cards play, no more and no fewer; 0 is any number.
        ranking: how hands are ranked.
        low: how the hands for the other half of the pot are ranked, or None.
        summary: the game in one sentence.
    """

    __slots__ = (
        "name",
        "title",
        "deck",
        "hole",
        "board",
        "from_hole",
        "ranking",
        "low",
        "summary",
    )

    name: str
    title: str
    deck: int
    hole: int
    board: int
    from_hole: int
    ranking: Ranking
    low: Ranking | None
    summary: str

    def __init__(
        self,
        name: str,
        *,
        title: str,
        hole: int,
        board: int,
        summary: str,
        deck: int = DECK_SIZE,
        from_hole: int = 0,
        ranking: str = "high",
        low: str | None = None,
    ) -> None:
        self._set(name=name, title=title, deck=deck, hole=hole, board=board, from_hole=from_hole)
        self._set(ranking=RANKINGS[ranking], low=RANKINGS[low] if low else None, summary=summary)

    def __repr__(self) -> str:
        return f"GAMES[{self.name!r}]"

    @property
    def counts(self) -> range:
        """How many cards a player may evaluate, the board included where any number may play.

        >>> GAMES["holdem"].counts, GAMES["omaha"].counts
        (range(5, 8), range(4, 5))
        """
        if self.from_hole:
            return range(self.hole, self.hole + 1)
        return range(self.ranking.cards, self.hole + self.board + 1)


_OMAHA = "Exactly two of a player's {} cards play, with three of the board."
_ROWS = (
    Game(
        "holdem",
        title="Texas hold'em",
        hole=2,
        board=5,
        summary="The best five of a player's two cards and the board.",
    ),
    Game(
        "omaha",
        title="Omaha",
        hole=4,
        board=5,
        from_hole=2,
        summary=_OMAHA.format("four"),
    ),
    Game(
        "omaha5",
        title="Five-card Omaha",
        hole=5,
        board=5,
        from_hole=2,
        summary=_OMAHA.format("five"),
    ),
    Game(
        "omaha6",
        title="Six-card Omaha",
        hole=6,
        board=5,
        from_hole=2,
        summary=_OMAHA.format("six"),
    ),
    Game(
        "omaha8",
        title="Omaha hi-lo, eight or better",
        hole=4,
        board=5,
        from_hole=2,
        low="low-8",
        summary="Omaha, in which the best low hand, if there is one, wins half the pot; the two "
        "hands need not be of the same cards.",
    ),
    Game(
        "shortdeck",
        title="Short deck, six plus",
        deck=SHORT_DECK,
        hole=2,
        board=5,
        ranking="short",
        summary="Hold'em without the cards from Two to Five.",
    ),
    Game(
        "stud",
        title="Seven-card stud",
        hole=7,
        board=0,
        summary="The best five of a player's seven cards.",
    ),
    Game(
        "razz",
        title="Razz",
        hole=7,
        board=0,
        ranking="low-a5",
        summary="Stud for the lowest hand, ace to five.",
    ),
    Game(
        "deuce7",
        title="Deuce to seven",
        hole=5,
        board=0,
        ranking="low-27",
        summary="Five cards drawn for the lowest of the usual hands.",
    ),
    Game(
        "badugi",
        title="Badugi",
        hole=4,
        board=0,
        ranking="badugi",
        summary="Four cards drawn for low cards of different ranks and suits.",
    ),
    Game(
        "five-card",
        title="Five-card draw and stud",
        hole=5,
        board=0,
        summary="A player's five cards as they are.",
    ),
)
GAMES: Mapping[str, Game] = MappingProxyType({row.name: row for row in _ROWS})


def game_named(game: str | Game) -> Game:
    """The row of `GAMES` with that name; a row is given back as it is.

    Raises:
        RuleError: no game has that name.

    >>> game_named("razz").title
    'Razz'
    """
    return game if isinstance(game, Game) else row_named("game", game, GAMES)
