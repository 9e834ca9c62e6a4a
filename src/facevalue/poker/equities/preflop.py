"""The table of all match-ups of two hands before the flop: computed once and stored in a file.

There are 47,008 match-ups up to a swap of suits; the core computes them in two seconds. The file is
in the user's cache folder (`user_folder`). The table is the same everywhere, so its digest is
defined here: if a file has any other content, the table is computed again.
If several processes need the table first, one of them computes it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from stat import S_ISREG

from facevalue import _core
from facevalue.budget import check_deadline
from facevalue.cards import CardsLike
from facevalue.locks import Lock, lock_folder
from facevalue.poker.equities.equity_result import Progress
from facevalue.poker.hands.masks import cards_of, hand_text, refuse_clashes
from facevalue.poker.ranges.items import hand_mask
from facevalue.system.files import user_folder
from facevalue.system.lazy_numpy import NDArray, np

BOARDS = 1_712_304  # the boards of five from the 48 cards that two hands leave
MATCHUP_COUNT = _core.MATCHUP_KINDS  # match-ups that differ only by a swap of suits count once
_BYTES = 8 * MATCHUP_COUNT  # wins and ties, four bytes each
_FILE = "matchups-2"
# SHA-256 of the file: little-endian, wins and ties of each match-up in the order of the core.
_DIGEST = "dedb317cbc78b76eaac3b6df016ede9a1685201a645b62b081b276b54bcb7803"
_PREPARING = Lock()
_LONGEST_WAIT = 30.0  # seconds for another process that computes the table
_SHELF: list[NDArray[np.uint32]] = []  # the table, once it is loaded


def matchup(hero: CardsLike, villain: CardsLike) -> tuple[int, int, int]:
    """Return on how many of the 1,712,304 boards a hand wins, ties and loses against another.

    The first call loads the table, or computes it, which takes a few seconds. After that, a call
    takes about a microsecond.

    Raises:
        CardError: a hand is not two different cards, or a card is in both hands.

    >>> matchup("AhKh", "QsQd")
    (787966, 6732, 917606)
    """
    hands = _hand(hero), _hand(villain)
    if hands[0] & hands[1]:
        names = (f"in the hand {hand_text(hand)!r}" for hand in hands)
        refuse_clashes(*zip(names, hands, strict=True))
    wins, ties, boards = matchups().of(*hands)
    return wins, ties, boards - wins - ties


def equity_matrix(*, progress: Progress | None = None) -> NDArray[np.float64]:
    """Return the equity of each hand of two cards against each other hand before the flop, 0 to 1.

    The array has shape (1326, 1326): rows for the hand and columns for its rival, both in the order
    of `hand_index`, with NaN where the two share a card. `progress(done, total)` is called while
    the table of match-ups is computed, which happens once.

    >>> round(float(equity_matrix()[hand_index("AhKh"), hand_index("QsQd")]), 12)
    0.462144572459
    """
    prepare(progress)
    wins, ties = counts()
    shares = (2 * wins + ties) / (2 * BOARDS)
    shares[wins < 0] = np.nan
    return shares


@cache
def matchups() -> _core.MatchupTable:
    """Return the table in the core, for the fastest look-up of two hands."""
    table = _core.MatchupTable(prepare())
    _core.use_matchups(table)  # `equity` of two hands looks it up
    return table


def table_if(is_needed: bool, progress: Progress | None) -> _core.MatchupTable | None:  # noqa: FBT001 - a fact
    """Return the table if it is needed or loaded."""
    if is_needed:
        prepare(progress)
    return matchups() if _SHELF else None


@cache
def counts() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the boards that each hand wins against each other, and those on which they tie.

    Both arrays have shape (1326, 1326), with -1 where the two hands share a card.
    """
    table = prepare().astype(np.int32)
    turned = np.stack([BOARDS - table[:, 0] - table[:, 1], table[:, 1]], axis=1)
    both = np.stack([table, turned], axis=1).reshape(2 * MATCHUP_COUNT, 2)
    by_kind = np.concatenate([both, np.full((2, 2), -1, np.int32)])
    kinds = _core.matchup_kinds()
    check_deadline()
    wins = by_kind[:, 0][kinds]
    check_deadline()
    ties = by_kind[:, 1][kinds]
    check_deadline()
    for array in (wins, ties):
        array.flags.writeable = False
    return wins, ties


def hand_index(cards: CardsLike) -> int:
    """Return the index of a hand of two cards in `equity_matrix`, 0 to 1325.

    Raises:
        CardError: they are not two different cards.

    >>> hand_index("2c 2d"), hand_index("As Ah")
    (0, 1325)
    """
    return number_of(_hand(cards))


# Parsing takes longer than the look-up, and the same hands are often repeated.
_parse_hand = lru_cache(maxsize=4096)(hand_mask)


def _hand(cards: CardsLike) -> int:
    return _parse_hand(cards) if isinstance(cards, str) else hand_mask(cards)


@cache
def number_of(hand: int) -> int:
    """Return the index of a hand given as a mask: b(b - 1) / 2 + a for card ids a < b.

    >>> number_of(0b11)
    6
    """
    low, high = sorted(card.id for card in cards_of(hand))
    return high * (high - 1) // 2 + low


def prepare(progress: Progress | None = None) -> NDArray[np.uint32]:
    """Return the table. The first call reads or computes it; other threads wait for that call.

    Raises:
        DeadlineError: a deadline passed, also while the call waited.
    """
    if not _SHELF:
        with _PREPARING:
            if not _SHELF:
                _SHELF.append(kept(progress))
    return _SHELF[0]


def kept(progress: Progress | None = None) -> NDArray[np.uint32]:
    """Return wins and ties of each of the 47,008 match-ups, from the file or computed."""

    def compute() -> bytes:
        return np.ascontiguousarray(_core.matchup_table(1, progress), "<u4").tobytes()

    path = cache_path()
    data = compute() if path is None else (read(path) or b"")
    if path is not None and not data:
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Other processes wait for this one. After a long wait, several may compute the table.
        with lock_folder(path.parent, _LONGEST_WAIT):
            data = read(path) or b""
            if not data:
                data = compute()
                write(path, data)
    return np.frombuffer(data, "<u4").reshape(MATCHUP_COUNT, 2).astype(np.uint32, copy=False)


def cache_path() -> Path | None:
    """Return the path of the file, which may not exist; None for a user without a home."""
    folder = user_folder("cache")
    return folder and folder / _FILE


def read(path: Path) -> bytes | None:
    """Return the content of a file; None if it cannot be read or contains anything else."""
    from hashlib import sha256  # noqa: PLC0415 - few need it

    # Opening a pipe without this flag waits for a writer.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(path, flags), "rb") as file:  # noqa: PTH123 - of a descriptor
            is_whole = S_ISREG(os.fstat(file.fileno()).st_mode)
            data = file.read(_BYTES + 1) if is_whole else b""
    except OSError:
        return None
    return data if sha256(data).hexdigest() == _DIGEST else None


def write(path: Path, data: bytes) -> None:
    """Write the file atomically; if that fails, the table is computed again next time."""
    from tempfile import mkstemp  # noqa: PLC0415 - few need it

    try:
        # A new file with an unpredictable name, so that no link of another user is followed.
        descriptor, draft = mkstemp(prefix=f"{_FILE}.", dir=path.parent)
    except OSError:
        return
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123 - of a descriptor
            file.write(data)
        os.replace(draft, path)  # noqa: PTH105 - a string
    except BaseException as error:
        with suppress(OSError):
            os.unlink(draft)  # noqa: PTH108 - a string
        if not isinstance(error, OSError):
            raise
