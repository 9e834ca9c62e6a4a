"""Poker games, defined as data for evaluation, equity, the command line and the docs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from math import comb
from types import MappingProxyType
from typing import TypeAlias

import attrs
from attrs import field
from attrs.converters import optional

from facevalue import _core
from facevalue.cards import DECK_SIZE, RANKS, SUITS
from facevalue.options import spell_options
from facevalue.poker.hands.game_rows import ROWS
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.hands.rankings import Ranking, ranking_named
from facevalue.value import Value, keep, spelled

SHORT_DECK = _core.SHORT_DECK
HOLDEM_HOLE = 2
OMAHA_HOLES = range(4, 7)
MAX_JOKERS = _core.MOST_JOKERS
_FROM_HOLE = 2  # of the hole cards play in Omaha


@attrs.frozen
class Game(Value):
    """The rules of a poker game: how many cards there are, which of them play, and how hands rank.

    Custom games work wherever the name of a game in `GAMES` does.

    Args:
        name: its name, for messages and results.
        title: what people call it, by default the name.
        hole: how many cards a player holds in the end, 1 to 7.
        board: how many cards all players share in the end, 0 to 5.
        summary: the game in one sentence.
        deck: the number of cards in the deck, 52 or 36 (six and up), without jokers.
        from_hole: how many hole cards must play, exactly; 0 is any number.
        ranking: how hands are ranked: one of `RANKINGS`, or its name.
        low: how the hands for the low half of the pot are ranked, or None.
        wild: which cards are wild: a rank such as "2", or cards such as "JsJh"; "" for none.
            A wild card counts as any card of the deck that is not in the hand or on the board. It
            also makes five of a kind, which beats a straight flush. Each hand, and each half of
            the pot, uses its wild cards in the best way.
        jokers: how many jokers the deck has, 0 to 2. They are wild, and written "joker", "Jo", "*"
            or "🃏".
        source: where the rules are published.
        variants: how people also play the game, and under which name.
        aliases: other names for it; case, spaces and punctuation do not matter.

    Raises:
        RuleError: a count is out of bounds, no ranking has that name, there are too few cards for
            the ranking, or wild cards are not cards of the deck.

    JSON:
        name
        title (text): the full name.
        summary
        ranking (text): how hands are compared.
        deck (count): how many cards the deck has.
        hole (count): how many hole cards a player gets.
        board (count): how many cards the board has.
        from_hole (count): how many hole cards must be used; 0 for any.
        low (text or null): how low hands are compared; null without a low half.
        wild (text): the rank or the cards that are wild; empty for none.
        jokers (count): how many jokers the deck has.
        source, variants
        aliases (list of text): other names of a game.
        ranks (text): the ranks of the deck, the lowest first.
        hole_sizes (two integers): the minimum and maximum number of hole cards.
        hand_sizes (two integers): the minimum and maximum number of cards in a hand.
        board_sizes (two integers or null): the minimum and maximum number of cards on the
            board; null without a board.
        hand_count (count): how many different hands can be dealt.
        has_ranges (boolean): whether ranges can be written for the game.
        has_starting_hands (boolean): whether hands have names such as `AKs`.
        has_explanation (boolean): whether the value of a hand can be explained.

    >>> three_holes = Game("three holes", hole=3, board=5)
    >>> three_holes.hand_sizes, three_holes.ranking.name
    (range(5, 9), 'high')
    """

    name: str
    title: str = field(default="", kw_only=True)
    hole: int = field(kw_only=True)
    board: int = field(kw_only=True)
    summary: str = field(default="", kw_only=True)
    deck: int = field(default=DECK_SIZE, kw_only=True)
    from_hole: int = field(default=0, kw_only=True)
    ranking: Ranking = field(default=spelled("high"), kw_only=True, converter=ranking_named)
    low: Ranking | None = field(default=None, kw_only=True, converter=optional(ranking_named))
    wild: str = field(default="", kw_only=True)
    jokers: int = field(default=0, kw_only=True)
    source: str = field(default="", kw_only=True)
    variants: str = field(default="", kw_only=True)
    aliases: tuple[str, ...] = field(default=(), kw_only=True, converter=tuple)
    core: _core.Game = field(init=False, eq=False)  # the same, as functions of the core take it

    def __attrs_post_init__(self) -> None:
        rankings = {"ranking": self.ranking.name, "low": self.low and self.low.name}
        core = _core.Game(self._by_name() | rankings)
        fields = json.loads(core.fields())
        checked = {name: value for name, value in fields.items() if name not in rankings}
        keep(self, **checked | {"aliases": self.aliases, "core": core})

    def __repr__(self) -> str:
        if GAMES.get(self.name) == self:
            return f"GAMES[{self.name!r}]"
        usual = {field.name: field.default for field in attrs.fields(Game)}
        shown = self._by_name() | {
            "title": "" if self.title == self.name else self.title,
            "ranking": self.ranking.name,
            "low": self.low and self.low.name,
        }
        options = (
            f", {name}={value!r}"
            for name, value in shown.items()
            if name != "name" and value != usual[name]
        )
        return f"Game({self.name!r}{''.join(options)})"

    def as_item(self) -> str:
        """Return the name."""
        return self.name

    @property
    def hand_sizes(self) -> range:
        """How many cards a hand has, with the board if any number of hole cards may play.

        `evaluate` also takes more of them, if the best of them play.

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
        return missing_cards(self.deck)

    @property
    def has_wild_cards(self) -> bool:
        """True if some cards are wild, or the deck has jokers."""
        return bool(self.wild or self.jokers)

    @property
    def wild_cards(self) -> int:
        """The wild cards as a mask; jokers are the bits from 52 up."""
        wild = self.wild
        cards = "".join(wild + suit for suit in SUITS) if len(wild) == 1 else wild
        return mask_of(cards) | ((1 << self.jokers) - 1) << DECK_SIZE


@cache
def missing_cards(deck: int) -> int:
    """Return the cards missing from a deck of so many cards, as a mask.

    >>> missing_cards(52), missing_cards(36).bit_count()
    (0, 16)
    """
    ranks = (DECK_SIZE - deck) // len(SUITS)
    return sum((2**ranks - 1) << len(RANKS) * suit for suit in range(len(SUITS)))


GameLike: TypeAlias = str | Game
GAMES: Mapping[str, Game] = MappingProxyType(
    {name: Game(name, **row) for name, row in ROWS.items()}
)


_ROWS = _core.GameRows(json.dumps(ROWS))
_TEXTS = {"title": "", "summary": "", "source": "", "variants": "", "aliases": ()}


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
        return GAMES.get(game) or _read_game(game)
    return game if isinstance(game, Game) else GAMES[_ROWS.find(game)[0]]


def game_without_wild_cards(game: str | Game) -> Game:
    """Return the game as `game_named` does, for a function that does not support wild cards.

    Raises:
        RuleError: the game has wild cards, or `game_named` refuses it.
    """
    rules = game_named(game)
    rules.core.refuse_wild_cards()
    return rules


@lru_cache(maxsize=64)
def _read_game(spelling: str) -> Game:
    """The game of an alias, or of a spelling such as "omaha, hole=5", which is also its name."""
    name, changes = _ROWS.find(spelling)
    row = GAMES[name]
    return row.replace(name=spell_options(name, changes), **_TEXTS, **changes) if changes else row
