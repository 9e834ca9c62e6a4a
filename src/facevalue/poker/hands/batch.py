"""Evaluates many hands at once: arrays in, arrays out, without the interpreter's lock."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from facevalue import _core
from facevalue.arrays import has_truth_value, masked_row, plain
from facevalue.budget import check_deadline
from facevalue.cards import DECK_SIZE, RANKS, SUITS, each_of, parse_cards
from facevalue.errors import CardError, quoted
from facevalue.options import whole_number, worker_count
from facevalue.poker.hands.games import game_named
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.hands.rankings import CATEGORIES
from facevalue.poker.hands.strength import check_cards

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NoReturn

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from facevalue.cards import CardsLike
    from facevalue.poker.hands.games import Game, GameLike

SIZES = range(5, 8)
_MASK_BYTES = 8
_BEYOND = 2**DECK_SIZE  # all ids and masks


def evaluate_many(
    cards: ArrayLike | Iterable[CardsLike],
    *,
    game: GameLike = "holdem",
    board: CardsLike = "",
    out: NDArray[Any] | None = None,
    workers: int = 1,
) -> NDArray[Any]:
    """Returns the values of many hands: 1 is the best there is, in every game.

    LESS IS STRONGER here, as always with Kev's values; a `Strength` is greater for the winner.
    Where the ranking is "high", these are Cactus Kev's values, 1 to 7462. In other games they have
    gaps: only their order means something. Of hi-lo games they are the values of the high half.

    Args:
        cards: one hand a row: ids 0 to 51 of shape (N, k), `uint8` for speed; masks from `masks`,
            an array of 64-bit integers of shape (N,); or hands as `evaluate` takes them, such as
            texts and sequences of `Card`s. The fast path takes 5 to 7 ids, or masks, and no board.
        game: the name of a row of `GAMES`, or a `Game`.
        board: the cards that all hands share, as in `evaluate`.
        out: an array for the values, of shape (N,) and of the type that is returned. After an
            error its content is undefined.
        workers: the number of threads that share the rows, 1 to 64.

    Returns:
        An array of shape (N,), or `out`: `uint16` where the ranking is "high", else `uint32`.

    Raises:
        CardError: a row has a repeated or invalid card (the message has its number), the board
            does not fit, or an array has another shape or type.
        RuleError: no game has that name, or `workers` is out of bounds.

    >>> import numpy as np
    >>> royal_flush, seven_high = [51, 47, 43, 39, 35], [20, 13, 10, 7, 0]
    >>> evaluate_many(np.array([royal_flush, seven_high], np.uint8)).tolist()
    [1, 7462]
    >>> evaluate_many(["As Ah Ks Kh", "2h 3h 4h 5h"], game="omaha", board="Ac Kc 2d").tolist()
    [1620, 5973]
    """
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    threads = worker_count(workers)
    row, shared = game_named(game), mask_of(board)
    given, is_text = _given(cards)
    is_wide = given.ndim == 1 and given.dtype.kind in "iu" and given.dtype.itemsize == _MASK_BYTES
    if is_wide and not isinstance(cards, (list, tuple)):  # a list may be one hand of ids
        given = given.astype(np.uint64, copy=False)
    if is_text or shared or row.from_hole or row.hand_sizes != SIZES or row.ranking.name != "high":
        return _values_in_game(given, row, shared, out, threads)
    are_masks = given.ndim == 1 and given.dtype == np.uint64
    wanted = "ids of shape (N, 5 to 7), or an array of masks, uint64 (N,)"
    rows = np.ascontiguousarray(given) if are_masks else _ids(given, SIZES, wanted)
    values = (
        np.empty(len(rows), np.uint16) if out is None else _checked_out(out, len(rows), "uint16")
    )
    evaluate: Any = _core.evaluate_masks if are_masks else _core.evaluate_ids
    bad = evaluate(rows, values, threads)
    if bad >= 0:
        _refuse(bad, given[bad])
    return values


def _values_in_game(
    given: NDArray[Any], game: Game, board: int, out: NDArray[Any] | None, workers: int
) -> NDArray[Any]:
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    are_masks = given.ndim == 1 and given.dtype == np.uint64
    hands: NDArray[np.uint64] = np.ascontiguousarray(given) if are_masks else masks(given)
    for size in _first_of_each_size(hands):
        check_cards(game, int(hands[size]), board, place=f"row {size}: ")
    clashes = np.flatnonzero(hands & np.uint64(board | game.missing_cards))
    if clashes.size:
        check_cards(game, int(hands[clashes[0]]), board, place=f"row {clashes[0]}: ")
    ranking = game.ranking.name
    kind = "uint16" if ranking == "high" else "uint32"
    values = np.empty(len(hands), kind) if out is None else _checked_out(out, len(hands), kind)
    scores = np.empty(len(hands), np.uint32)
    _core.score_masks(hands, board, ranking, game.from_hole, scores, workers)
    np.subtract(_best_score(ranking) + 1, scores, out=values, casting="unsafe")
    return values


# The best hand of each ranking.
_BEST = {
    "high": "As Ks Qs Js Ts",
    "short": "As Ks Qs Js Ts",
    "low-a5": "5d 4s 3s 2s As",
    "low-27": "7d 5s 4s 3s 2s",
    "badugi": "4s 3h 2d Ac",
}


@cache
def _best_score(ranking: str) -> int:
    found = _core.best(ranking, mask_of(_BEST[ranking]), 0, 0)
    assert found is not None  # noqa: S101 - these are hands
    return found[0]


def _first_of_each_size(hands: NDArray[np.uint64]) -> list[int]:
    """The first row of each number of cards."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    if hasattr(np, "bitwise_count"):
        sizes = np.bitwise_count(hands)
    else:  # NumPy before 2.0
        bits = np.array([byte.bit_count() for byte in range(256)], np.uint8)
        sizes = bits[hands.view(np.uint8).reshape(-1, 8)].sum(axis=1, dtype=np.uint8)
    occurring = np.flatnonzero(np.bincount(sizes))
    return [int(np.argmax(sizes == size)) for size in occurring]


def masks(ids: ArrayLike | Iterable[CardsLike]) -> NDArray[np.uint64]:
    """Returns hands as masks, in which bit 13 * suit + rank stands for a card.

    Args:
        ids: one hand a row: card ids 0 to 51 of shape (N, k), `uint8` for speed; or hands as
            `evaluate` takes them, such as texts.

    Returns:
        `uint64` of shape (N,).

    Raises:
        CardError: a row has a repeated or invalid card (the message has its number), or the array
            has another shape.

    >>> masks([[0, 4, 1]]).tolist(), masks(["2c 3c 2d"]).tolist()
    ([8195], [8195])
    """
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    given, is_text = _given(ids)
    if is_text:
        return given
    rows = _ids(given, range(1, DECK_SIZE + 1), "ids of shape (N, 1 to 52)")
    places = np.arange(DECK_SIZE, dtype=np.uint64)
    bits = np.zeros(256, np.uint64)  # 0 for ids beyond the deck
    bits[:DECK_SIZE] = np.uint64(1) << (places % len(SUITS) * len(RANKS) + places // len(SUITS))
    held = np.zeros(len(rows), np.uint64)
    is_bad = np.zeros(len(rows), np.bool_)
    for column in rows.T:
        bit = bits.take(column)
        is_bad |= (bit == 0) | ((held & bit) != 0)
        held |= bit
    if is_bad.any():
        bad = int(is_bad.argmax())
        _refuse(bad, given[bad])
    return held


def count_categories(cards: int, *, workers: int = 1) -> dict[str, int]:
    """Returns how many of all hands are of each category, the best category first.

    It evaluates every hand: 133,784,560 of seven cards. Straight flushes include royal flushes.

    Args:
        cards: the size of the hands: 5, 6 or 7 of the 52 cards.
        workers: the number of threads, 1 to 64.

    Raises:
        CardError: `cards` is not 5, 6 or 7.
        RuleError: `workers` is not 1 to 64.

    >>> count_categories(5)["Full House"]
    3744
    """
    threads = worker_count(workers)
    size = whole_number("cards", cards, SIZES[0], SIZES[-1], error=CardError)
    counts = _core.count_categories(size, DECK_SIZE, threads)
    return dict(zip(CATEGORIES, counts, strict=True))


def _given(rows: Any) -> tuple[NDArray[Any], bool]:  # noqa: ANN401 - whatever people hand over
    """The rows as an array, and whether they were hands of texts or cards, which become masks."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    if isinstance(rows, (str, bytes)):
        raise CardError(f"expected many hands, each of them a row: {quoted(rows)}")
    masked = masked_row(rows)
    if masked is not None:
        raise CardError(f"the cards of row {masked + 1} are masked")
    if hasattr(rows, "to_pylist"):  # NumPy does not look into Arrow arrays
        rows = plain(rows)
    if has_truth_value(rows):  # refused where hands are read one by one
        return _read(rows), True
    try:
        found = np.asarray(rows)
    except (ValueError, OverflowError, TypeError):  # rows of different length
        return _read(rows), True
    if found.dtype.kind == "f" and found.size:  # ids from a column with floats
        # The cast of a float beyond 64 bits would warn. Half floats need a bound with a type.
        whole = found.astype(np.int64) if (abs(found) < np.float64(_BEYOND)).all() else found
        found = whole if (whole == found).all() else found
    is_text = found.dtype.kind in "OUS"
    return (_read(plain(rows)) if is_text else found), is_text


def _read(rows: Any) -> NDArray[np.uint64]:  # noqa: ANN401 - whatever people hand over
    """The masks of hands that are texts, or sequences of cards, ids and texts."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    found = []
    for number, hand in enumerate(each_of(rows)):
        check_deadline()
        try:
            found.append(mask_of(plain(hand)))
        except CardError as error:
            raise CardError(f"row {number}: {error}") from None
    return np.array(found, np.uint64)


def _ids(given: NDArray[Any], sizes: range, wanted: str) -> NDArray[np.uint8]:
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    is_table = given.ndim == 2 and given.shape[1] in sizes
    if not is_table or given.dtype.kind not in "iu":
        raise CardError(f"expected {wanted}: {given.dtype} {given.shape}")
    if given.dtype != np.uint8:  # ids out of range become one that is out of range in 8 bits too
        given = np.where((given < 0) | (given >= DECK_SIZE), DECK_SIZE, given)
    return np.ascontiguousarray(given, np.uint8)


def _checked_out(out: object, count: int, kind: str) -> NDArray[Any]:
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    fits = isinstance(out, np.ndarray) and out.dtype == kind and out.shape == (count,)
    if not isinstance(out, np.ndarray) or not fits:
        raise CardError(f"expected out of {kind} and shape ({count},): {quoted(out)}")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise CardError("expected out that can be written and has no gaps between its values")
    return out


def _refuse(row: int, hand: Any) -> NoReturn:  # noqa: ANN401 - ids in a row, or a mask
    if hand.ndim == 0:
        wanted = f"a mask of 5 to 7 cards, bits 0 to {DECK_SIZE - 1}"
        raise CardError(f"row {row}: expected {wanted}: {int(hand):#x}")
    try:
        parse_cards(hand.tolist())
    except CardError as error:
        raise CardError(f"row {row}: {error}") from None
    # The row is valid now, so another thread has changed it.
    raise CardError(f"row {row}: expected cards that nobody changes meanwhile: {quoted(hand)}")
