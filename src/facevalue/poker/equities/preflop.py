"""All match-ups of two hands before the flop: computed once, kept in a file, then looked up.

Up to the names of the suits there are 47,008 of them. The core walks through them in about two
seconds; the file lies in the user's cache directory (`$XDG_CACHE_HOME`, else `~/.cache`), and one
that is not whole, by the digest of what was written, is made again.
"""

from __future__ import annotations

import os
from _thread import RLock  # `threading` takes as long to load as five files of ours
from functools import cache, lru_cache

from facevalue import _core
from facevalue.cards import parse_cards
from facevalue.errors import CardError, quoted
from facevalue.poker.hands.masks import cards_of, mask_of
from facevalue.poker.ranges.holdem import HAND_SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from facevalue.cards import CardsLike
    from facevalue.poker.equities.equity_result import Progress

BOARDS = 1_712_304  # of five of the 48 cards that two hands leave
MATCHUP_COUNT = 47_008  # of which no two differ by the names of the suits alone
_BYTES = 8 * MATCHUP_COUNT  # a kind is two whole numbers of four bytes: wins and ties
_FILE = "matchups-1"
_PREPARING = RLock()
_SHELF: list[NDArray[np.uint32]] = []  # holds the table once it was asked for


def matchup(hero: CardsLike, villain: CardsLike) -> tuple[int, int, int]:
    """On how many boards a hand of two cards wins, ties and loses before the flop, looked up.

    Of 1,712,304 boards; ties count for both. The first call fetches the table, and where there is
    none yet computes it, which takes some seconds; after that a call takes about a microsecond.

    Raises:
        CardError: it is not two different cards twice, or a card is in both hands.

    >>> matchup("AhKh", "QsQd")
    (787966, 6732, 917606)
    """
    wins, ties, boards = matchups().of(*_two_hands(hero, villain))
    return wins, ties, boards - wins - ties


def equity_matrix(*, progress: Progress | None = None) -> NDArray[np.float64]:
    """What each hand of two cards wins against each other before the flop, ties counting half.

    Shape (1326, 1326), rows for the hand and columns for its rival, both in the order of
    `hand_index`; 0 to 1, and NaN where the two share a card. `progress(done, total)`, if given,
    is told of the match-ups while the table is computed, which happens once.

    >>> round(float(equity_matrix()[hand_index("AhKh"), hand_index("QsQd")]), 12)
    0.462144572459
    """
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    prepare(progress)
    wins, ties = counts()
    shares = (2 * wins + ties) / (2 * BOARDS)
    shares[wins < 0] = np.nan
    return shares


@cache
def matchups() -> _core.MatchupTable:
    """The table in the core, where a pair of hands is looked up quickest."""
    return _core.MatchupTable(prepare())


def outcome(hero: int, villain: int) -> tuple[int, int, int]:
    """Wins, ties and boards of two hands as masks: looked up if the table is at hand, else found.

    >>> outcome(0b11, 0b11 << 13)
    (122148, 1468008, 1712304)
    """
    return matchups().of(hero, villain) if _SHELF else _core.matchup(hero, villain)


@cache
def counts() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """How many of 1,712,304 boards each hand wins against each other, and on how many they tie.

    Both of shape (1326, 1326); -1 where the two share a card.
    """
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    table = prepare().astype(np.int32)
    turned = np.stack([BOARDS - table[:, 0] - table[:, 1], table[:, 1]], axis=1)
    both = np.stack([table, turned], axis=1).reshape(2 * MATCHUP_COUNT, 2)
    by_kind = np.concatenate([both, np.full((2, 2), -1, np.int32)])
    kinds = _core.matchup_kinds()
    wins, ties = by_kind[:, 0][kinds], by_kind[:, 1][kinds]
    for array in (wins, ties):
        array.flags.writeable = False
    return wins, ties


def hand_index(cards: CardsLike) -> int:
    """The place of a hand of two cards in the rows and columns of `equity_matrix`, 0 to 1325.

    Raises:
        CardError: it is not two different cards.

    >>> hand_index("2c 2d"), hand_index("As Ah")
    (0, 1325)
    """
    return number_of(_hand(cards))


def _two_hands(hero: CardsLike, villain: CardsLike) -> tuple[int, int]:
    hands = _hand(hero), _hand(villain)
    if hands[0] & hands[1]:
        parse_cards([card for hand in hands for card in cards_of(hand)])  # names the card
    return hands


def _hand(cards: CardsLike) -> int:
    return _hand_read(cards) if isinstance(cards, str) else _hand_of(cards)


def _hand_of(cards: CardsLike) -> int:
    hand = mask_of(cards)
    if hand.bit_count() != HAND_SIZE:
        raise CardError(f"expected two cards: {quoted(cards)}")
    return hand


# Reading a text takes longer than looking the hand up; people ask for the same hands again.
_hand_read = lru_cache(maxsize=4096)(_hand_of)


@cache
def number_of(hand: int) -> int:
    """The place of a hand given as a mask: those with card ids a < b stand at b(b - 1) / 2 + a.

    >>> number_of(0b11)
    6
    """
    low, high = sorted(card.id for card in cards_of(hand))
    return high * (high - 1) // 2 + low


def prepare(progress: Progress | None = None) -> NDArray[np.uint32]:
    """The table, read or computed by the first call, for which those of other threads wait."""
    if not _SHELF:
        with _PREPARING:
            if not _SHELF:
                _SHELF.append(kept(progress))
    return _SHELF[0]


def kept(progress: Progress | None = None) -> NDArray[np.uint32]:
    """Wins and ties of each of the 47,008 match-ups, from the file or else computed."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    path = cache_path()
    data = read(path)
    if data is None:
        data = np.ascontiguousarray(_core.matchup_table(1, progress), "<u4").tobytes()
        write(path, _digest(data) + data)
    return np.frombuffer(data, "<u4").reshape(MATCHUP_COUNT, 2).astype(np.uint32, copy=False)


def cache_path() -> Path:
    """Where the file lies, if it could be written."""
    from pathlib import Path  # noqa: PLC0415 - few need it

    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    # Unlike Path.expanduser, this leaves a user without a home alone.
    return Path(os.path.expanduser(home), "facevalue", _FILE)  # noqa: PTH111


def _digest(data: bytes) -> bytes:
    from hashlib import sha256  # noqa: PLC0415 - few need it

    return sha256(data).digest()


def read(path: Path) -> bytes | None:
    """The match-ups in a file; None if it is not there or not whole."""
    try:
        found = path.read_bytes()
    except OSError:
        return None
    digest, data = found[:-_BYTES], found[-_BYTES:]
    return data if len(data) == _BYTES and digest == _digest(data) else None


def write(path: Path, data: bytes) -> None:
    """Puts the file in its place at once, or leaves it: who cannot keep it computes it again."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        draft.write_bytes(data)
        draft.replace(path)
    except OSError:
        return
