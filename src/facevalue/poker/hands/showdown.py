"""Hands side by side, deal after deal: who wins how often."""

from __future__ import annotations

from facevalue.cards import DECK_SIZE, parse_cards
from facevalue.errors import CardError, quoted
from facevalue.options import whole_number
from facevalue.poker.hands.strength import evaluate
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from facevalue.poker.hands.games import Game

FEWEST_PLAYERS = 2


class ShowdownResult(Value):
    """What came of many deals; `showdown` makes it.

    `deals` is their number, `wins` how many of them each player won alone, `ties` how many were
    shared by two players or more.
    """

    __slots__ = ("deals", "wins", "ties")

    deals: int
    wins: tuple[int, ...]
    ties: int

    def __init__(self, deals: int, wins: tuple[int, ...], ties: int) -> None:
        self._set(deals=deals, wins=wins, ties=ties)


def showdown(
    lines: Iterable[str], game: str | Game = "holdem", *, players: int = 2
) -> ShowdownResult:
    """Plays hands against each other that are dealt to a line each: who wins how often.

    Args:
        lines: the cards of all players, one player's after the other's, as in Project Euler's
            problem 54; empty lines, and lines that start with #, are passed over.
        game: the name of a row of `GAMES`, in which a hand is evaluated without a board.
        players: how many there are, 2 to 52.

    Raises:
        CardError: a line, which is named, does not hold a hand for each player.
        RuleError: no game has that name.

    >>> showdown(["5H 5C 6S 7S KD 2C 3S 8S 8D TD", "5D 8C 9S JS AC 2C 5C 7D 8S QH"])
    ShowdownResult(deals=2, wins=(1, 1), ties=0)
    """
    count = whole_number("players", players, FEWEST_PLAYERS, DECK_SIZE, error=CardError)
    wins, ties = [0] * count, 0
    for number, line in enumerate(lines, 1):
        if not isinstance(line, str):
            raise CardError(f"line {number}: expected cards as text: {quoted(line)}")
        deal = line.strip()
        if not deal or deal.startswith("#"):
            continue
        try:
            winners = _winners(deal, game, count)
        except CardError as error:
            raise CardError(f"line {number}: {error}") from None
        if len(winners) > 1:
            ties += 1
        else:
            wins[winners[0]] += 1
    return ShowdownResult(sum(wins) + ties, tuple(wins), ties)


def _winners(deal: str, game: str | Game, players: int) -> list[int]:
    cards = parse_cards(deal)
    size, left = divmod(len(cards), players)
    if left:
        raise CardError(f"expected as many cards for each of {players} players: {len(cards)} given")
    hands = [cards[start : start + size] for start in range(0, len(cards), size)]
    strengths = [evaluate(hand, game) for hand in hands]
    best = max(strengths)
    return [player for player, strength in enumerate(strengths) if strength == best]
