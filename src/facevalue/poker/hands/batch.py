"""Many hands at once: arrays in, arrays out, the interpreter's lock released."""

from __future__ import annotations

from facevalue import _core
from facevalue.cards import DECK_SIZE, RANKS, SUITS, parse_cards
from facevalue.errors import CardError, quoted
from facevalue.options import whole_number, worker_count
from facevalue.poker.hands.rankings import CATEGORIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

SIZES = range(5, 8)


def evaluate_many(
    cards: ArrayLike, *, out: NDArray[np.uint16] | None = None, workers: int = 1
) -> NDArray[np.uint16]:
    """Cactus Kev's values of many hands, `uint16` of shape (N,): 1 is the best and 7462 the worst.

    LESS IS STRONGER here, as everywhere with Kev's values; a `Strength` turns it round.

    Args:
        cards: ids 0..51, shape (N, 5), (N, 6) or (N, 7), `uint8` for speed: a hand a row; or masks
            as `masks` makes them, `uint64` of shape (N,), of 5 to 7 cards each.
        out: where to write the values; after an error, what it holds is undefined.
        workers: threads that share the rows, 1 to 64.

    Raises:
        CardError: a row has a repeated card or an id that is none, and is named; arrays of another
            shape or type, for `cards` or for `out`.
        RuleError: `workers` is not 1 to 64.

    >>> import numpy as np
    >>> royal_flush, seven_high = [51, 47, 43, 39, 35], [20, 13, 10, 7, 0]
    >>> evaluate_many(np.array([royal_flush, seven_high], np.uint8)).tolist()
    [1, 7462]
    """
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    threads = worker_count(workers)
    given = _array(cards)
    are_masks = given.ndim == 1 and given.dtype == np.uint64
    wanted = "ids of shape (N, 5 to 7), or masks of uint64 (N,)"
    rows = np.ascontiguousarray(given) if are_masks else _ids(given, SIZES, wanted)
    values = np.empty(len(rows), np.uint16) if out is None else _checked_out(out, len(rows))
    evaluate: Any = _core.evaluate_masks if are_masks else _core.evaluate_ids
    bad = evaluate(rows, values, threads)
    if bad >= 0:
        _refuse(bad, given[bad])
    return values


def masks(ids: ArrayLike) -> NDArray[np.uint64]:
    """Hands as masks, `uint64` of shape (N,): bit 13 * suit + rank stands for a card.

    Args:
        ids: card ids 0..51, shape (N, k): a hand a row.

    Raises:
        CardError: a row has a repeated card or an id that is none, and is named; another shape.

    >>> masks([[0, 4, 1]]).tolist()
    [8195]
    """
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    given = _array(ids)
    rows = _ids(given, range(1, DECK_SIZE + 1), "ids of shape (N, 1 to 52)")
    places = np.arange(DECK_SIZE, dtype=np.uint64)
    bits = np.zeros(256, np.uint64)  # what is beyond the deck has none
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
    """How many of all hands of 5, 6 or 7 of the 52 cards are of each category, the best first.

    All hands are walked: 133,784,560 of seven cards. Straight flushes include royal flushes.

    Raises:
        CardError: hands of another size.
        RuleError: `workers` is not 1 to 64.

    >>> count_categories(5)["Full House"]
    3744
    """
    threads = worker_count(workers)
    size = whole_number("cards", cards, SIZES[0], SIZES[-1], error=CardError)
    counts = _core.count_categories(size, DECK_SIZE, threads)
    return dict(zip(CATEGORIES, counts, strict=True))


def _array(given: ArrayLike) -> NDArray[Any]:
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    try:
        return np.asarray(given)
    except (ValueError, OverflowError, TypeError):
        raise CardError(f"expected hands in rows of equal length: {quoted(given)}") from None


def _ids(given: NDArray[Any], sizes: range, wanted: str) -> NDArray[np.uint8]:
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    is_table = given.ndim == 2 and given.shape[1] in sizes  # noqa: PLR2004 - rows and columns
    if not is_table or given.dtype.kind not in "iu":
        raise CardError(f"expected {wanted}: {given.dtype} {given.shape}")
    if given.dtype != np.uint8:  # what does not fit stays bad
        given = np.where((given < 0) | (given >= DECK_SIZE), DECK_SIZE, given)
    return np.ascontiguousarray(given, np.uint8)


def _checked_out(out: object, count: int) -> NDArray[np.uint16]:
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    fits = isinstance(out, np.ndarray) and out.dtype == np.uint16 and out.shape == (count,)
    if not isinstance(out, np.ndarray) or not fits:
        raise CardError(f"expected out of uint16 and shape ({count},): {quoted(out)}")
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
    # It is right now, so it was changed while the values were found.
    raise CardError(f"row {row}: expected cards that nobody changes meanwhile: {quoted(hand)}")
