"""Splits the line of a deal into the hands of its players, and checks their cards."""

from __future__ import annotations

from facevalue import _core
from facevalue.options import whole_number
from facevalue.poker.hands.games import Game

MAX_DECKS = _core.MOST_DECKS
MAX_PLAYERS = _core.MOST_PLAYERS


def split_deal(line: str) -> list[str]:
    """Return the hands of a line such as "Black: 2H 3D White: 2C AH"; one if nothing splits it.

    >>> split_deal("Black: 2H 3D White: 2C AH"), split_deal("2H 3D 2C AH")
    (['2H 3D', '2C AH'], ['2H 3D 2C AH'])
    """
    return _core.split_deal(line)


def deck_count(decks: int) -> int:
    """Return how many decks are dealt from.

    Raises:
        RuleError: it is not 1 to 10.
    """
    return whole_number("decks", decks, 1, MAX_DECKS)


def check_decks(game: Game, ids: list[int], decks: int) -> None:
    """Check that no card, given by its id, is dealt more often than there are decks.

    Raises:
        CardError: a card or a joker is dealt more often.
    """
    _core.check_decks(game.core, ids, decks)
