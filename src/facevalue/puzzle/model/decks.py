"""Decks, and what their cards count as. A deck is a row of `DECKS`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

import attrs
from attrs import field

from facevalue.cards import DECK_SIZE, FACES
from facevalue.errors import RuleError, quoted
from facevalue.options import one_of, text, true_or_false, whole_number, whole_numbers
from facevalue.value import Value, checked, keep

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "cards": "playing cards, each dealt once: ace 1, jack 11, queen 12, king 13",
        "tiles": "tiles with a number on them, drawn without putting back",
        "digits": "digits, each drawn from all of them, so that any may repeat",
    }
)


# Larger numbers on tiles, and larger targets, are probably typos.
LARGEST_TILE = 10**9
_BOUNDS = -LARGEST_TILE, LARGEST_TILE


def _span(targets: Sequence[int]) -> range:
    """Return the targets as a range; in JSON and TOML they are a pair of the first and the last."""
    ends = targets if isinstance(targets, range) else whole_numbers("targets", targets, *_BOUNDS)
    if not ends:
        return range(0)
    first, last = whole_numbers("targets", (ends[0], ends[-1]), *_BOUNDS)
    if first > last or getattr(targets, "step", 1) != 1:
        raise RuleError(f"targets must be a range with step 1, not {quoted(targets)}")
    return range(first, last + 1)


def _numbers(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return a list as a tuple; anything else as it is, for the check of the numbers."""
    return tuple(numbers) if isinstance(numbers, (list, range)) else numbers  # type: ignore[return-value]


@attrs.frozen(repr=False)
class DeckSpec(Value):
    """The deck that a game is dealt from, and the targets it may have.

    Args:
        name: the name of the deck.
        kind: "cards", "tiles" or "digits"; see `KINDS`.
        small: the numbers on the tiles, -10^9 to 10^9, each as often as the deck has it; for cards
            their ids, 0 to 51.
        large: more tiles, of which a player may choose how many to draw, as in Countdown.
        size: how many numbers are dealt, unless the rules say how many a puzzle has.
        targets: the range that the target is drawn from, all equally likely; empty for the target
            of the rules. A pair of the first and the last target also works.
        rounds: how many targets a game has with the same numbers. `targets` is split into that many
            equal parts, and each part gives one target, in ascending order.
        next_is_target: whether the next card dealt is the target, as in Krypto.
        summary: what is dealt, in words.
        source: where the deck is described.

    Raises:
        RuleError: an option has a value that is not allowed, or there are fewer tiles than are
            dealt.

    >>> DeckSpec("coins", kind="tiles", small=(1, 1, 2, 5), size=3).small
    (1, 1, 2, 5)
    """

    name: str = field(validator=checked(text, is_needed=True))
    kind: str = field(kw_only=True, validator=checked(one_of, KINDS))
    small: tuple[int, ...] = field(kw_only=True, converter=_numbers)
    size: int = field(kw_only=True)
    large: tuple[int, ...] = field(default=(), kw_only=True, converter=_numbers)
    targets: range = field(default=range(0), kw_only=True, converter=_span)
    rounds: int = field(default=1, kw_only=True)
    next_is_target: bool = field(default=False, kw_only=True, validator=checked(true_or_false))
    summary: str = field(default="", kw_only=True, validator=checked(text))
    source: str = field(default="", kw_only=True, validator=checked(text))

    def __attrs_post_init__(self) -> None:
        bounds = (0, DECK_SIZE - 1) if self.kind == "cards" else _BOUNDS
        keep(
            self,
            small=whole_numbers("small", self.small, *bounds),
            large=whole_numbers("large", self.large, *bounds),
            rounds=whole_number("rounds", self.rounds, 1, max(1, len(self.targets))),
        )
        self.check_size(self.size)

    def check_size(self, size: int) -> None:
        """Refuse more numbers than the deck can deal at once.

        Raises:
            RuleError: the deck has fewer cards or tiles, counting the target.
        """
        most = None if self.kind == "digits" else len(self.small + self.large) - self.next_is_target
        if not self.small:
            raise RuleError(f"the deck {quoted(self.name)} is empty")
        whole_number("size", size, 1, most)

    def __hash__(self) -> int:
        # Equal decks have equal names, and hashing all numbers would slow down every look-up.
        return hash(self.name)

    @property
    def target_parts(self) -> tuple[range, ...]:
        """The equal parts of `targets`, one for each round, in ascending order.

        >>> DECKS["digits-tiles"].target_parts[0]
        range(51, 141)
        """
        first, size = self.targets.start, len(self.targets)
        ends = [first + size * part // self.rounds for part in range(self.rounds + 1)]
        return tuple(range(*pair) for pair in pairwise(ends))

    def __str__(self) -> str:
        return self.name

    def as_item(self) -> object:
        """Return the name of a row, or the fields of a custom deck."""
        return self.name if DECKS.get(self.name) == self else self.as_dict()


@lru_cache(maxsize=256)
def card_values(ace: int = 1, faces: int | None = None) -> Mapping[str, int]:
    """Return what each rank counts as, if a face card counts as `faces`, or as usual for None.

    >>> card_values()["K"], card_values(ace=11, faces=10)["K"]
    (13, 10)
    """
    counted = {"A": ace} if faces is None else {"A": ace} | dict.fromkeys("JQK", faces)
    return MappingProxyType(FACES | counted)


def _copies(count: int, low: int, high: int) -> tuple[int, ...]:
    return tuple(range(low, high + 1)) * count


_ROWS = (
    DeckSpec(
        "playing-cards",
        kind="cards",
        small=tuple(range(DECK_SIZE)),
        size=4,
        summary="four cards from a pack of 52: ace 1, jack 11, queen 12, king 13",
        source="The 24 game as it is played with a pack of 52",
    ),
    DeckSpec(
        "countdown-tiles",
        kind="tiles",
        small=_copies(2, 1, 10),
        large=(25, 50, 75, 100),
        size=6,
        targets=range(101, 1000),
        summary="six of 24 tiles: 1 to 10 twice each, and 25, 50, 75 and 100",
        source="Countdown, Channel 4: 101 to 999, though some sources say 100 to 999",
    ),
    DeckSpec(
        "krypto-cards",
        kind="tiles",
        small=_copies(3, 1, 6) + _copies(4, 7, 10) + _copies(2, 11, 17) + _copies(1, 18, 25),
        size=5,
        next_is_target=True,
        summary="five of 56 cards: 1 to 6 three times each, 7 to 10 four times, 11 to 17 twice, "
        "and 18 to 25 once",
        source="Krypto's pack of 56 cards",
    ),
    DeckSpec(
        "ticket-digits",
        kind="digits",
        small=_copies(1, 0, 9),
        size=4,
        summary="four digits, 0 to 9, which may repeat",
        source="The number of a ticket or a car",
    ),
    DeckSpec(
        "four-fours",
        kind="tiles",
        small=(4,) * 4,
        size=4,
        targets=range(101),
        summary="four 4s, with a target from 0 to 100",
        source="The four fours puzzle",
    ),
    DeckSpec(
        "year-digits",
        kind="digits",
        small=_copies(1, 0, 9),
        size=4,
        targets=range(1, 101),
        summary="four digits, 0 to 9, which may repeat, with a target from 1 to 100",
        source="The Year Game of the Math Forum",
    ),
    DeckSpec(
        "nine-digits",
        kind="tiles",
        small=_copies(1, 1, 9),
        size=9,
        targets=range(1, 1001),
        summary="the digits 1 to 9 in any order, with a target from 1 to 1000",
        source="The digits of Crazy Sequential Representation",
    ),
    DeckSpec(
        "oberon-digits",
        kind="digits",
        small=_copies(1, 1, 9),
        size=4,
        summary="four digits, 1 to 9, which may repeat, in the order given",
        source='The tables of "The 24 game" in Oberon, 2020',
    ),
    DeckSpec(
        "digits-tiles",
        kind="tiles",
        small=(*range(1, 13), 15, 20, 25),
        size=6,
        targets=range(51, 501),
        rounds=5,
        summary="six of 15 tiles: 1 to 12, 15, 20 and 25, each once; five targets, 51 to 500",
        source="Games of five targets such as Digits, 2023",
    ),
)
DECKS: Mapping[str, DeckSpec] = MappingProxyType({row.name: row for row in _ROWS})
