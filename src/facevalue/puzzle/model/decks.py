"""What a game is dealt from, as rows: playing cards, the tiles of Countdown, digits."""

from __future__ import annotations

from types import MappingProxyType

from facevalue.cards import DECK_SIZE, Card
from facevalue.errors import RuleError, quoted
from facevalue.options import one_of
from facevalue.puzzle.model.rules import RULES
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "cards": "playing cards, none twice: ace 1, jack 11, queen 12, king 13",
        "tiles": "pieces with a number on them, drawn without putting back",
        "digits": "digits, each drawn from all of them",
    }
)


class Stock(Value):
    """What a game is dealt from, and what its target is.

    Args:
        name: what it is called.
        kind: "cards", "tiles" or "digits"; see `KINDS`.
        small: the pieces, repeated as often as they are there; for cards their ids.
        large: the pieces of which a player may choose how many to have.
        numbers: how many are dealt.
        targets: the target is one of these, all equally likely; with none, it is that of the rules.
        next_is_target: the target is the next piece.
        summary: what is dealt, in words.
        source: where the figures come from.

    Raises:
        RuleError: a kind that is none, or fewer pieces than are dealt.
    """

    __slots__ = (
        "name",
        "kind",
        "small",
        "large",
        "numbers",
        "targets",
        "next_is_target",
        "summary",
        "source",
    )

    name: str
    kind: str
    small: tuple[int, ...]
    large: tuple[int, ...]
    numbers: int
    targets: range
    next_is_target: bool
    summary: str
    source: str

    def __init__(
        self,
        name: str,
        *,
        kind: str,
        small: tuple[int, ...],
        numbers: int,
        large: tuple[int, ...] = (),
        targets: range = range(0),
        next_is_target: bool = False,
        summary: str = "",
        source: str = "",
    ) -> None:
        kind = one_of("kind", kind, KINDS)
        if kind != "digits" and not 1 <= numbers <= len(small):
            raise RuleError(f"expected 1 to {len(small)} numbers to deal: {quoted(numbers)}")
        self._set(name=name, kind=kind, small=small, large=large, numbers=numbers)
        self._set(targets=targets, next_is_target=next_is_target)
        self._set(summary=summary, source=source)

    @property
    def values(self) -> tuple[int, ...]:
        """The numbers on all pieces, each as often as it is there.

        >>> PLAYING_CARDS.values.count(13)
        4
        """
        pieces = self.small + self.large
        return tuple(Card(piece).value for piece in pieces) if self.kind == "cards" else pieces


def _copies(count: int, low: int, high: int) -> tuple[int, ...]:
    return tuple(range(low, high + 1)) * count


PLAYING_CARDS = Stock(
    "four playing cards",
    kind="cards",
    small=tuple(range(DECK_SIZE)),
    numbers=4,
    summary="four cards of a pack of 52: ace 1, jack 11, queen 12, king 13",
    source="The 24 game as it is played with a pack of 52",
)
COUNTDOWN_TILES = Stock(
    "six tiles",
    kind="tiles",
    small=_copies(2, 1, 10),
    large=(25, 50, 75, 100),
    numbers=6,
    targets=range(101, 1000),
    summary="six of 24 tiles: 1 to 10 twice, 25, 50, 75 and 100 once",
    source="Countdown, Channel 4: 101 to 999, though some tell of 100 to 999",
)
KRYPTO_CARDS = Stock(
    "five Krypto cards",
    kind="tiles",
    small=_copies(3, 1, 6) + _copies(4, 7, 10) + _copies(2, 11, 17) + _copies(1, 18, 25),
    numbers=5,
    next_is_target=True,
    summary="five of 56 cards: 1 to 6 three times, 7 to 10 four times, 11 to 17 twice, "
    "18 to 25 once",
    source="Krypto's pack of 56 cards",
)
TICKET_DIGITS = Stock(
    "four digits",
    kind="digits",
    small=_copies(1, 0, 9),
    numbers=4,
    summary="four digits, 0 to 9, of which any may come again",
    source="The number of a ticket or a car",
)
OBERON_DIGITS = Stock(
    "four digits from 1",
    kind="digits",
    small=_copies(1, 1, 9),
    numbers=4,
    summary="four digits, 1 to 9, of which any may come again, in the order given",
    source='The tables of "The 24 game" in Oberon, 2020',
)
STOCKS: Mapping[str, Stock] = MappingProxyType(
    dict.fromkeys(RULES, PLAYING_CARDS)
    | {
        "countdown": COUNTDOWN_TILES,
        "krypto": KRYPTO_CARDS,
        "make10": TICKET_DIGITS,
        "oberon": OBERON_DIGITS,
    }
)
