"""Compares the hands of many deals: who wins how often."""

from __future__ import annotations

from facevalue.budget import check_deadline
from facevalue.cards import DECK_SIZE, parse_cards
from facevalue.errors import CardError, quoted
from facevalue.options import whole_number
from facevalue.poker.hands.strength import evaluate
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from facevalue.poker.hands.games import GameLike

FEWEST_PLAYERS = 2


class ShowdownResult(Value):
    """How often each player won, returned by `showdown`.

    Attributes:
        deals: how many deals there were.
        wins: for each player, how many deals the player won alone.
        ties: how many deals two or more players shared.
    """

    deals: int
    wins: tuple[int, ...]
    ties: int


def showdown(
    lines: Iterable[str], game: GameLike = "holdem", *, players: int = 2
) -> ShowdownResult:
    """Evaluates the hands of many deals, one deal a line, and counts who wins how often.

    Args:
        lines: the cards of all players in each line, player by player, as in Project Euler's
            problem 54. Empty lines and lines that start with # are skipped.
        game: the name of a row of `GAMES`, or a `Game`; hands are evaluated without a board.
        players: how many players there are, 2 to 52.

    Raises:
        CardError: a line does not hold a hand for each player; the message has its number.
        RuleError: no game has that name.

    >>> showdown(["5H 5C 6S 7S KD 2C 3S 8S 8D TD", "5D 8C 9S JS AC 2C 5C 7D 8S QH"])
    ShowdownResult(deals=2, wins=(1, 1), ties=0)
    """
    count = whole_number("players", players, FEWEST_PLAYERS, DECK_SIZE, error=CardError)
    wins, ties = [0] * count, 0
    for number, line in enumerate(lines, 1):
        check_deadline()
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


def _winners(deal: str, game: GameLike, players: int) -> list[int]:
    cards = parse_cards(deal)
    size, left = divmod(len(cards), players)
    if left:
        raise CardError(f"expected as many cards for each of {players} players: {len(cards)} given")
    hands = [cards[start : start + size] for start in range(0, len(cards), size)]
    strengths = [evaluate(hand, game) for hand in hands]
    best = max(strengths)
    return [player for player, strength in enumerate(strengths) if strength == best]
