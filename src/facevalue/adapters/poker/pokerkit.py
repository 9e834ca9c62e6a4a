"""Reads hand histories in the PHH format with pokerkit: who held which cards, and the board.

Source of the format: https://phh.readthedocs.io. Needs the package pokerkit.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from os import fspath
from pathlib import Path
from typing import Any

import attrs

from facevalue.errors import RuleError, quoted

# The variants of the format, and the games with their cards.
GAMES = {
    "FT": "holdem",
    "NT": "holdem",
    "NS": "shortdeck",
    "PO": "omaha",
    "FO/8": "omaha8",
    "F7S": "stud",
    "F7S/8": "stud8",
    "FR": "razz",
    "N2L1D": "deuce7",
    "F2L3D": "deuce7",
    "FB": "badugi",
}


@attrs.frozen
class PlayedHand:
    """A hand of poker that was played.

    Attributes:
        game: the name of the game in `poker.GAMES`.
        players: the names of the players, or "p1", "p2" and so on.
        hands: the known cards of each player in the end, such as "AhKh"; empty if none was seen.
        board: the board cards in the order they came.
        folded: whether each player folded.
        winnings: what each player won or lost.
    """

    game: str
    players: tuple[str, ...]
    hands: tuple[str, ...]
    board: str
    folded: tuple[bool, ...]
    winnings: tuple[float, ...]

    @property
    def in_play(self) -> tuple[str, ...]:
        """The known hands of the players who did not fold."""
        pairs = zip(self.hands, self.folded, strict=True)
        return tuple(hand for hand, is_out in pairs if hand and not is_out)


def read_hands(path: str | os.PathLike[str]) -> Iterator[PlayedHand]:
    """Yield the hands of a file in the PHH format, one after the other.

    Args:
        path: a file with one hand (`.phh`) or several (`.phhs`).

    Raises:
        FileNotFoundError: there is no such file.
        RuleError: a hand cannot be read, or its game is not in `GAMES`.
    """
    from pokerkit import HandHistory  # noqa: PLC0415 - only this adapter needs it

    source = Path(path)
    try:
        with source.open("rb") as file:
            is_one = source.suffix != ".phhs"
            histories = [HandHistory.load(file)] if is_one else list(HandHistory.load_all(file))
    except (ValueError, KeyError, TypeError) as error:
        raise RuleError(f"{quoted(fspath(path))} is not a PHH file: {error}") from None
    for number, history in enumerate(histories, 1):
        try:
            yield _played(history)
        except (ValueError, KeyError) as error:
            place = f"hand {number} of {quoted(fspath(path))}"
            raise RuleError(f"{place} cannot be played: {error}") from None


def _played(history: Any) -> PlayedHand:
    """Play the actions of a hand."""
    if history.variant not in GAMES:
        raise ValueError(f"unknown variant {history.variant!r}")
    count = len(history.starting_stacks)
    hands = [""] * count
    for state in history:
        for player, cards in enumerate(state.hole_cards):
            hands[player] = _known(cards) or hands[player]  # a hand that is thrown away is empty
    names = (operation for operation in state.operations if type(operation).__name__ == "Folding")
    folded = {operation.player_index for operation in names}
    return PlayedHand(
        game=GAMES[history.variant],
        players=tuple(history.players or (f"p{number + 1}" for number in range(count))),
        hands=tuple(hands),
        board="".join(map(_known, state.board_cards)),
        folded=tuple(player in folded for player in range(count)),
        winnings=tuple(state.payoffs),
    )


def _known(cards: Iterable[Any]) -> str:
    """Return the cards as a string, without unknown ones."""
    return "".join(text for text in map(repr, cards) if "?" not in text)
