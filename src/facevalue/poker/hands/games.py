"""Poker games, defined as data for evaluation, equity, the command line and the docs."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

import attrs

from facevalue import _core
from facevalue.cards import CARD_PATTERN, DECK_SIZE, RANKS, SUITS, pattern
from facevalue.errors import CardError, RuleError, quoted
from facevalue.options import read_options, row_named, spell_options, text, whole_number
from facevalue.poker.hands.masks import highest_first, mask_of
from facevalue.poker.hands.rankings import ranking_named
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from facevalue.poker.hands.rankings import Ranking

RankingName: TypeAlias = Literal["high", "short", "low-a5", "low-8", "low-27", "badugi"]
SHORT_DECK = _core.SHORT_DECK
HOLDEM_HOLE = 2
OMAHA_HOLES = range(4, 7)
MAX_JOKERS = 2
_FROM_HOLE = 2  # of the hole cards play in Omaha


@attrs.frozen(init=False)
class Game(Value):
    """The rules of a poker game: how many cards there are, which of them play, and how hands rank.

    Custom games work wherever the name of a game in `GAMES` does.

    Args:
        name: its name, for messages and results.
        title: what people call it, by default the name.
        hole: how many cards a player holds in the end, 1 to 7.
        board: how many cards all players share in the end, 0 to 5.
        summary: the game in one sentence.
        deck: the number of cards in the deck, 52 or 36 (six and up).
        from_hole: how many hole cards must play, exactly; 0 is any number.
        ranking: how hands are ranked: one of `RANKINGS`, or its name.
        low: how the hands for the low half of the pot are ranked, or None.
        wild: which cards are wild: a rank such as "2", or cards such as "JsJh"; "" for none.
            A wild card counts as any card of the deck that is not in the hand or on the board, so
            no card occurs twice and there is no five of a kind. Each hand, and each half of the
            pot, uses its wild cards in the best way. Only the functions that evaluate or compare
            hands support wild cards: `evaluate`, `evaluate_many`, `winners` and `showdown`.
        jokers: how many jokers the deck has, 0 to 2. They are wild, and written "joker".
        source: where the rules are published.
        variants: how people also play the game, and under which name.
        aliases: other names for it; case, spaces and punctuation do not matter.

    Raises:
        RuleError: a count is out of bounds, no ranking has that name, there are too few cards for
            the ranking, or wild cards are not cards of the deck or are in a game with `from_hole`.

    >>> pineapple = Game("pineapple", hole=3, board=5)
    >>> pineapple.hand_sizes, pineapple.ranking.name
    (range(5, 9), 'high')
    """

    name: str
    title: str
    hole: int
    board: int
    summary: str
    deck: int
    from_hole: int
    ranking: Ranking
    low: Ranking | None
    wild: str
    jokers: int
    source: str
    variants: str
    aliases: tuple[str, ...]

    def __init__(
        self,
        name: str,
        *,
        hole: int,
        board: int,
        title: str = "",
        summary: str = "",
        deck: int = DECK_SIZE,
        from_hole: int = 0,
        ranking: RankingName | Ranking = "high",
        low: RankingName | Ranking | None = None,
        wild: str = "",
        jokers: int = 0,
        source: str = "",
        variants: str = "",
        aliases: Iterable[str] = (),
    ) -> None:
        size = whole_number("hole", hole, 1, _core.MOST_HOLE_CARDS)
        self.__attrs_init__(
            name=text("name", name, is_needed=True),
            title=text("title", title) or name,
            summary=text("summary", summary),
            hole=size,
            board=whole_number("board", board, 0, _core.BOARD_CARDS),
            deck=whole_number("deck", deck, SHORT_DECK, DECK_SIZE),
            from_hole=whole_number("from_hole", from_hole, 0, size),
            ranking=ranking_named(ranking),
            low=None if low is None else ranking_named(low),
            wild=_checked_wild(wild),
            jokers=whole_number("jokers", jokers, 0, MAX_JOKERS),
            source=text("source", source),
            variants=text("variants", variants),
            aliases=tuple(text("each of aliases", alias) for alias in aliases),
        )
        if self.deck not in (SHORT_DECK, DECK_SIZE):
            raise RuleError(f"deck must be {SHORT_DECK} or {DECK_SIZE}, not {self.deck}")
        if self.ranking.name == "low-8":
            raise RuleError(
                "the ranking 'low-8' can only be `low`, because not every hand qualifies for it"
            )
        for used in (self.ranking, self.low or self.ranking):
            if used.name == "short" and self.deck != SHORT_DECK:
                raise RuleError(f"ranking 'short' needs a deck of {SHORT_DECK} cards")
            needs = f"ranking {used.name!r} needs {used.cards} cards, not"
            shared = used.cards - self.from_hole
            if shared < 0 or self.board < shared * bool(self.from_hole):
                used_cards = f"{self.from_hole} from the hole and {self.board} on the board"
                raise RuleError(f"{needs} {used_cards}")
            if self.hole + self.board < used.cards:
                raise RuleError(f"{needs} {self.hole} in the hole and {self.board} on the board")
        if self.has_wild_cards and self.from_hole:
            raise RuleError(f"a game with from_hole={self.from_hole} cannot have wild cards")
        if missing := self.wild_cards & self.missing_cards:
            card = str(highest_first(missing)[0])
            raise RuleError(f"the deck has only {self.deck} cards, without the wild card {card!r}")

    def __repr__(self) -> str:
        if GAMES.get(self.name) == self:
            return f"GAMES[{self.name!r}]"
        options = {
            "hole": self.hole,
            "board": self.board,
            "title": self.title if self.title != self.name else "",
            "summary": self.summary,
            "deck": self.deck if self.deck != DECK_SIZE else None,
            "from_hole": self.from_hole,
            "ranking": self.ranking.name if self.ranking.name != "high" else None,
            "low": self.low.name if self.low else None,
            "wild": self.wild,
            "jokers": self.jokers,
            "source": self.source,
            "variants": self.variants,
            "aliases": self.aliases,
        }
        shown = (
            f", {name}={value!r}" for name, value in options.items() if value or name == "board"
        )
        return f"Game({self.name!r}{''.join(shown)})"

    def as_item(self) -> str:
        """Return the name."""
        return self.name

    @property
    def hand_sizes(self) -> range:
        """How many cards you may evaluate, with the board if any number of hole cards may play.

        >>> GAMES["holdem"].hand_sizes, GAMES["omaha"].hand_sizes
        (range(5, 8), range(4, 5))
        """
        if self.from_hole:
            return range(self.hole, self.hole + 1)
        return range(self.ranking.cards, self.hole + self.board + 1)

    @property
    def board_sizes(self) -> range:
        """How many board cards you need to evaluate hole cards, if some of these must play.

        >>> GAMES["omaha"].board_sizes
        range(3, 6)
        """
        return range(self.ranking.cards - self.from_hole, self.board + 1)

    @property
    def hole_sizes(self) -> range:
        """How many of a player's cards `equity` must know: all, or any number without a board.

        >>> GAMES["omaha"].hole_sizes, GAMES["stud"].hole_sizes
        (range(4, 5), range(1, 8))
        """
        return range(self.hole if self.board else 1, self.hole + 1)

    @property
    def is_omaha(self) -> bool:
        """True if exactly two of four to six hole cards play."""
        return self.from_hole == _FROM_HOLE and self.hole in OMAHA_HOLES

    @property
    def has_ranges(self) -> bool:
        """True if ranges are supported: `Range` for two cards, `OmahaRange` for four to six."""
        return self.has_starting_hands or self.is_omaha

    @property
    def has_starting_hands(self) -> bool:
        """True if players hold two cards, so that ranges consist of starting hands such as AKs."""
        return self.hole == HOLDEM_HOLE and not self.has_wild_cards

    @property
    def hand_count(self) -> int:
        """How many different hands of hole cards the deck has.

        >>> GAMES["holdem"].hand_count, GAMES["omaha"].hand_count
        (1326, 270725)
        """
        return comb(self.deck + self.jokers, self.hole)

    @property
    def ranks(self) -> str:
        """The ranks of its deck, the lowest first.

        >>> GAMES["shortdeck"].ranks
        '6789TJQKA'
        """
        return RANKS[-(self.deck // len(SUITS)) :]

    @property
    def missing_cards(self) -> int:
        """The cards missing from a smaller deck, as a mask: the lowest ranks of each suit."""
        return 0 if self.deck == DECK_SIZE else _MISSING_FROM_SHORT_DECK

    @property
    def has_wild_cards(self) -> bool:
        """True if some cards are wild, or the deck has jokers."""
        return bool(self.wild or self.jokers)

    @property
    def wild_cards(self) -> int:
        """The wild cards as a mask; jokers are the bits from 52 up."""
        return _wild_mask(self.wild) | ((1 << self.jokers) - 1) << DECK_SIZE


@lru_cache(maxsize=64)
def _wild_mask(wild: str) -> int:
    """The mask of a rank, or of cards."""
    return mask_of("".join(wild + suit for suit in SUITS) if len(wild) == 1 else wild)


def _checked_wild(wild: str | int) -> str:
    """Check which cards are wild; return a rank, or cards with the highest first."""
    # An option such as wild=2 is read as a number.
    string = text("wild", str(wild) if type(wild) is int else wild).strip().upper()
    rank = "T" if string == "10" else string
    if rank in (*RANKS, ""):
        return rank
    try:
        return "".join(map(str, highest_first(mask_of(string))))
    except CardError:
        message = "wild must be a rank such as 2, or cards such as JsJh, not"
        raise RuleError(f"{message} {quoted(wild)}") from None


_MISSING_RANKS = (DECK_SIZE - SHORT_DECK) // len(SUITS)
_MISSING_FROM_SHORT_DECK = sum(
    (2**_MISSING_RANKS - 1) << len(RANKS) * suit for suit in range(len(SUITS))
)


_ROBERTS_RULES = (
    "Robert's Rules of Poker, version 11, https://homepokertourney.org/roberts-rules-of-poker.htm, "
)
_GAMES = (
    Game(
        "holdem",
        title="Texas hold'em",
        hole=2,
        board=5,
        summary="The best five of a player's two cards and the board.",
        source=_ROBERTS_RULES + "section 5, Hold'em",
        variants="shortdeck has no cards from Two to Five.",
        aliases=("nlhe", "lhe", "nlh", "texas", "no-limit hold'em", "limit hold'em"),
    ),
    Game(
        "omaha",
        title="Omaha",
        hole=4,
        board=5,
        from_hole=2,
        summary="Exactly two of a player's four cards play, with three of the board.",
        source=_ROBERTS_RULES + "section 6, Omaha",
        variants="omaha5 and omaha6 have more hole cards, and omaha8 is hi-lo.",
        aliases=("plo", "plo4", "omaha4", "pot-limit omaha", "omaha high"),
    ),
    Game(
        "omaha5",
        title="Five-card Omaha",
        hole=5,
        board=5,
        from_hole=2,
        summary="Exactly two of a player's five cards play, with three of the board.",
        source=_ROBERTS_RULES + "section 6, Omaha",
        variants="With four cards it is omaha, with six omaha6.",
        aliases=("plo5", "5-card omaha", "5-card plo"),
    ),
    Game(
        "omaha6",
        title="Six-card Omaha",
        hole=6,
        board=5,
        from_hole=2,
        summary="Exactly two of a player's six cards play, with three of the board.",
        source=_ROBERTS_RULES + "section 6, Omaha",
        variants="With four cards it is omaha, with five omaha5.",
        aliases=("plo6", "6-card omaha", "6-card plo"),
    ),
    Game(
        "omaha8",
        title="Omaha hi-lo, eight or better",
        hole=4,
        board=5,
        from_hole=2,
        low="low-8",
        summary="Omaha, in which the best low hand, if there is one, wins half the pot; a player's "
        "two hands may use different cards.",
        source=_ROBERTS_RULES + "section 7, Omaha high-low",
        variants="omaha is played for high only.",
        aliases=("o8", "plo8", "flo8", "omaha hi-lo", "omaha 8 or better", "omaha eight or better"),
    ),
    Game(
        "omaha5-8",
        title="Five-card Omaha hi-lo (Big O)",
        hole=5,
        board=5,
        from_hole=2,
        low="low-8",
        summary="Omaha hi-lo, eight or better, with five hole cards.",
        source=_ROBERTS_RULES + "section 7, Omaha high-low",
        variants="With four cards it is omaha8.",
        aliases=("big o", "plo5-8", "5-card omaha hi-lo", "five-card omaha hi-lo"),
    ),
    Game(
        "courchevel",
        title="Courchevel",
        hole=5,
        board=5,
        from_hole=2,
        summary="Five-card Omaha in which the first card of the board is dealt before the bets.",
        source="Courchevel, https://en.wikipedia.org/wiki/Omaha_hold_%27em#Courchevel",
        variants="Give the first card as the board. Hands have the same values as in omaha5.",
    ),
    Game(
        "shortdeck",
        title="Short deck, six plus",
        hole=2,
        board=5,
        deck=SHORT_DECK,
        ranking="short",
        summary="Hold'em without the cards from Two to Five.",
        source="Short deck hand rankings, "
        "https://poker.ladbrokes.com/en/how-to-play/short-deck-hand-rankings",
        variants="At some tables three of a kind beats a straight; there is no ranking for that.",
        aliases=("6+", "6+ hold'em", "six plus", "6 plus", "short deck", "short-deck hold'em"),
    ),
    Game(
        "stud",
        title="Seven-card stud",
        hole=7,
        board=0,
        summary="The best five of a player's seven cards.",
        source=_ROBERTS_RULES + "section 8, seven-card stud",
        variants="razz is played for low, and stud8 is hi-lo.",
        aliases=("7-card stud", "stud high", "stud7"),
    ),
    Game(
        "stud8",
        title="Seven-card stud hi-lo, eight or better",
        hole=7,
        board=0,
        low="low-8",
        summary="Stud, in which the best low hand, if there is one, wins half the pot.",
        source=_ROBERTS_RULES + "section 10, seven-card stud high-low",
        variants="stud is played for high only, and razz for low.",
        aliases=("7-card stud hi-lo", "seven-card stud hi-lo", "stud hi-lo", "7-card stud 8"),
    ),
    Game(
        "razz",
        title="Razz",
        hole=7,
        board=0,
        ranking="low-a5",
        summary="Stud for the lowest hand, ace to five.",
        source=_ROBERTS_RULES + "section 9, razz",
        variants="stud is played for high.",
    ),
    Game(
        "deuce7",
        title="Deuce to seven",
        hole=5,
        board=0,
        ranking="low-27",
        summary="Five cards drawn for the lowest of the usual hands.",
        source=_ROBERTS_RULES + "section 11, Kansas City lowball",
        variants="One draw or three are played. Ace-to-five lowball is a Game with ranking=low-a5.",
        aliases=(
            "2-7",
            "2 to 7",
            "27",
            "kansas city",
            "2-7 single draw",
            "2-7 triple draw",
            "2-7 lowball",
        ),
    ),
    Game(
        "badugi",
        title="Badugi",
        hole=4,
        board=0,
        ranking="badugi",
        summary="Four cards drawn for low cards of different ranks and suits.",
        source="Badugi, https://en.wikipedia.org/wiki/Badugi",
        variants="Badeucey and badacey split the pot with a five-card hand; they are not included.",
    ),
    Game(
        "five-card",
        title="Five-card draw and stud",
        hole=5,
        board=0,
        summary="A player's five cards as they are.",
        source=_ROBERTS_RULES + "section 12, draw high",
        variants="Five-card stud ranks the same hands. With a joker, it is five-card,jokers=1.",
        aliases=("five-card draw", "5-card draw", "five-card stud", "5-card stud"),
    ),
)
GameName: TypeAlias = Literal[
    "holdem",
    "omaha",
    "omaha5",
    "omaha6",
    "omaha8",
    "omaha5-8",
    "courchevel",
    "shortdeck",
    "stud",
    "stud8",
    "razz",
    "deuce7",
    "badugi",
    "five-card",
]
GameLike: TypeAlias = GameName | Game
GAMES: Mapping[str, Game] = MappingProxyType({game.name: game for game in _GAMES})


_TEXTS = {"title": "", "summary": "", "source": "", "variants": "", "aliases": ()}
_OPTIONS = tuple(field.name for field in attrs.fields(Game) if field.name not in {"name", *_TEXTS})


def game_named(game: str | Game) -> Game:
    """Return the game with that name or alias in `GAMES`; a `Game` is returned as it is.

    Args:
        game: a game, a name or an alias, or a name and options of `Game`: "omaha, hole=5".
            Options alone change holdem: "hole=5, board=5, low=low-8".

    Raises:
        RuleError: no game has that name, or an option is unknown or has a wrong value.

    >>> game_named("razz").title, game_named("Omaha Hi/Lo").name
    ('Razz', 'omaha8')
    >>> game_named("hole=3").hand_sizes
    range(5, 9)
    """
    # Try the exact name first, since this may run for millions of hands.
    if type(game) is str:
        found = GAMES.get(game) or (_read_options(game) if "=" in game else None)
        found = found or _BY_ALIAS.get(_fold(game))
        if found is None and pattern(f"(?:{CARD_PATTERN})+").fullmatch(game.replace(" ", "")):
            raise RuleError(f"unknown game {quoted(game)}; write a board as board={quoted(game)}")
        return row_named("game", game, GAMES) if found is None else found
    return game if isinstance(game, Game) else row_named("game", game, GAMES)


def game_without_wild_cards(game: str | Game) -> Game:
    """Return the game as `game_named` does, for a function that does not support wild cards.

    Raises:
        RuleError: the game has wild cards, or `game_named` refuses it.
    """
    rules = game_named(game)
    if rules.has_wild_cards:
        message = "has wild cards, which only work where hands are evaluated or compared"
        raise RuleError(f"{rules.name!r} {message}")
    return rules


@lru_cache(maxsize=64)
def _read_options(spelling: str) -> Game:
    """The game of a spelling such as "omaha, hole=5", which is also its name."""
    name, changes = read_options(spelling, allowed=_OPTIONS, example="low=low-8")
    row = game_named(name or "holdem")
    return row.replace(name=spell_options(row.name, changes), **_TEXTS, **changes)


def _fold(name: str) -> str:
    """Return a name in lower case, without spaces and punctuation."""
    return "".join(sign for sign in name.casefold() if sign.isalnum() or sign == "+")


_BY_ALIAS = {
    _fold(alias): game
    for game in GAMES.values()
    for alias in (game.name, game.title, *game.aliases)
}
