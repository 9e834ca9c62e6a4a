"""Compares hands: `winners` of one deal, `showdown` of many."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

import attrs

from facevalue import _core
from facevalue.budget import check_deadline
from facevalue.cards import DECK_SIZE, CardsLike
from facevalue.errors import CardError, RuleError, counted, quoted, refuse, shown_name
from facevalue.options import quick, whole_number, whole_numbers
from facevalue.poker.hands.games import Game, GameLike, game_named
from facevalue.poker.hands.histories import DealFinder, is_history
from facevalue.poker.hands.players import check_decks, deck_count, split_deal
from facevalue.poker.hands.strength import PLAIN_GAMES
from facevalue.poker.hands.wild_cards import hand_masks, repeated_ids
from facevalue.value import Value, checked

FEWEST_PLAYERS = 2
_SHARED = -1  # among winners: several share the pot
_ENOUGH = 2  # different names, to know that they differ


@attrs.frozen
class ShowdownResult(Value):
    """How often each player won, returned by `showdown`.

    Attributes:
        deals: how many deals there were.
        wins: for each player, how many deals the player won alone.
        ties: how many deals two or more players shared.
        names: the names of the players, if all deals are hand histories with the same players in
            the same order; otherwise empty.

    Raises:
        RuleError: wins and ties do not add up to the deals, or only some players have names.

    JSON:
        names?
        deals
        wins (list of count): deals won by each player.
        ties (count): deals that ended in a tie.
    """

    deals: int
    wins: tuple[int, ...] = attrs.field(validator=checked(whole_numbers, 0, 2**63))
    ties: int = attrs.field(validator=checked(whole_number, 0))
    names: tuple[str, ...] = attrs.field(default=(), repr=False)

    def __attrs_post_init__(self) -> None:
        if self.deals != sum(self.wins) + self.ties:
            problem = f"{sum(self.wins)} wins and {self.ties} ties"
            raise RuleError(f"{problem} do not add up to {quoted(self.deals)} deals")
        if self.names and len(self.names) != len(self.wins):
            raise RuleError("there must be one name for each player, or none")

    def __str__(self) -> str:
        """Return one line per player, and one for the ties."""
        numbers = [f"player {number}" for number in range(1, len(self.wins) + 1)]
        players = [shown_name(name) for name in self.names] or numbers
        lines = [f"{player} wins {won}" for player, won in zip(players, self.wins, strict=True)]
        return "\n".join([*lines, f"ties {self.ties}"])

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as JSON, without `names` if there are none."""
        fields = super().as_dict()
        names = fields.pop("names")
        return ({"names": names} if names else {}) | fields


# The core compares hold'em hands itself, if it can read them and there is at most a board.
@quick(_core.quick_winners)
def winners(
    *hands: CardsLike, board: CardsLike = "", game: GameLike = "holdem", decks: int = 1
) -> tuple[int, ...]:
    """Return the indices of the hands that win on a board; if there are several, they tie.

    In hi-lo games these are the winners of the high half.

    Args:
        hands: each player's cards, as for `evaluate`.
        board: the cards that all players share.
        game: the name of a game in `GAMES`, or a `Game`.
        decks: how many decks are dealt from, 1 to 10; each card may appear that many times, also in
            one hand. Five cards of one rank then beat a straight flush, and five cards of one suit
            are a flush also if some are equal. A wild card counts as any card.

    Raises:
        CardError: there are no hands, a hand and the board cannot be evaluated, or a card appears
            more often than there are decks.
        RuleError: no game has that name, or `decks` is out of bounds.

    >>> winners("AhKh", "QsQd", "2c2d", board="Qh 7d 9c 2s 3h")
    (1,)
    >>> winners("AhKh", "AdKd", board="Qc 7d 9c 2s 3h")
    (0, 1)
    """
    if not hands:
        refuse("no hands")
    rules, count = game_named(game), deck_count(decks)
    if count > 1:
        common, *dealt = (repeated_ids(rules, cards) for cards in (board, *hands))
        check_decks(rules, [*chain(common, *dealt)], count)
        return tuple(_core.winners_of_decks(rules.core, dealt, common, count))
    shared, *masks = hand_masks(rules, board, *hands)
    return tuple(_core.winners(rules.core, masks, shared))


def showdown(
    lines: Iterable[str],
    game: GameLike = "holdem",
    *,
    players: int = 2,
    decks: int = 1,
    board: CardsLike = "",
) -> ShowdownResult:
    """Count how often each player wins, in many deals, one per line.

    `winners` compares the hands of one deal.

    Args:
        lines: the cards of all players in each line, player by player, as in Project Euler's
            problem 54, optionally with names ("Black: 2H 3D White: 2C AH"), "vs" or "|" between
            the hands. Empty lines and lines that start with # are skipped. The lines of a hand
            history of PokerStars are one deal, of which the known hands and the board are read;
            one or several histories may also be a string.
        game: the name of a game in `GAMES`, or a `Game`.
        players: how many players there are, 2 to 52.
        decks: the number of decks that the cards come from, as for `winners`.
        board: the cards that all players share, in all deals; also instead of the board of a hand
            history.

    Raises:
        CardError: a line does not have a hand for each player; the message gives its number. Or the
            board of a hand history is not complete.
        LimitError: a hand history has more than 100,000 bytes.
        RuleError: no game has that name, or `decks` is out of bounds.

    >>> showdown(["5H 5C 6S 7S KD 2C 3S 8S 8D TD", "5D 8C 9S JS AC 2C 5C 7D 8S QH"])
    ShowdownResult(deals=2, wins=(1, 1), ties=0)
    """
    count = whole_number("players", players, FEWEST_PLAYERS, DECK_SIZE, error=CardError)
    counts = [0] * (count + 1)  # the wins of each player; the last, at _SHARED, of no player
    # The core reads and compares usual deals itself.
    rules = game_named(game)
    shared = repeated_ids(rules, board)
    deck_number = deck_count(decks)
    is_quick = deck_number == 1 and rules in PLAIN_GAMES and not shared
    finder = DealFinder()
    seen: list[tuple[str, ...]] = []  # the first different names of all players

    def count_all(deals: Iterable[tuple[int, str]]) -> None:
        for place, deal in deals:
            if not deal.strip() or deal.lstrip().startswith("#"):
                continue
            try:
                best, names = _winners_of_deal(deal, rules, count, deck_number, shared)
            except CardError as error:
                raise CardError(f"line {place}: {error}") from None
            counts[best[0] if len(best) == 1 else _SHARED] += 1
            if names not in seen:
                seen.append(names)
                del seen[_ENOUGH:]

    has_lines = False  # deals without names
    for number, line in enumerate(_lines_of(lines), 1):
        check_deadline()
        if not isinstance(line, str):
            raise CardError(_core.wrong_string(f"line {number}", line))
        winner = _core.deal_winner(line, count) if is_quick and not finder.start else None
        if winner is None:
            count_all(finder.add(number, line))
        else:
            counts[winner] += 1
            has_lines = True
    count_all(finder.finish())
    *wins, ties = counts
    names = seen[0] if len(seen) == 1 and not has_lines else ()
    return ShowdownResult(sum(counts), tuple(wins), ties, names)


def _lines_of(lines: Iterable[str]) -> Iterable[str]:
    """Return the lines, also of a string with hand histories."""
    if not isinstance(lines, str):
        return lines
    if is_history(lines):
        return lines.splitlines()
    remedy = "to compare the hands of one deal, use winners"
    raise CardError(f"showdown takes a list of lines, not {quoted(lines)}; {remedy}")


def _winners_of_deal(
    deal: str, game: Game, players: int, decks: int, board: list[int]
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return who wins a deal and the names in a hand history, which is one way to write a deal."""
    names: tuple[str, ...] = ()
    if is_history(deal):
        known, common, names = _core.read_history(deal, players, game.board, bool(board))
        hands, board = (
            [repeated_ids(game, hand) for hand in known],
            board or repeated_ids(game, common),
        )
    else:
        hands = [repeated_ids(game, hand) for hand in split_deal(deal)]
    if len(hands) == 1:
        cards = hands[0]
        size, left = divmod(len(cards), players)
        if left:
            dealt = counted(len(cards), "card")
            raise CardError(f"{dealt} cannot be split among {players} players")
        hands = [cards[start : start + size] for start in range(0, len(cards), size)]
    if len(hands) != players:
        raise CardError(f"there are {len(hands)} hands, not {players}")
    if decks == 1 and not game.jokers:
        _core.check_boards(game.core, hands)
    check_decks(game, [*board, *chain(*hands)], decks)
    return tuple(_core.winners_of_decks(game.core, hands, board, decks)), names
