"""Deals and showdowns in arrays, compared with one deal at a time."""

import random

import numpy as np
import pytest

from facevalue import Card, CardError, LimitError, RuleError, poker

GAMES = list(poker.GAMES)
COUNTS = [300, pytest.param(100_000, marks=pytest.mark.exhaustive)]


def halves(deal, board, game):
    """The chips of each player, from strengths."""
    row = poker.GAMES[game]
    strengths = [poker.evaluate(hand.tolist(), game, board=board.tolist()) for hand in deal]
    lows = [each.low for each in strengths] if row.low else []
    best_low = max((low for low in lows if low is not None), default=None)
    chips = [0] * len(deal)
    for given, best, pot in (
        (strengths, max(strengths), poker.POT if best_low is None else poker.POT // 2),
        (lows, best_low, poker.POT // 2),
    ):
        winners = [place for place, each in enumerate(given) if best is not None and each == best]
        for place in winners:
            chips[place] += pot // len(winners)
    return chips


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("game", GAMES)
def test_many_showdowns_give_the_chips_that_strengths_give(game, count):
    row = poker.GAMES[game]
    count = min(count, 100_000 if game == "holdem" else 5_000)
    most = min(10, (row.deck - row.board) // row.hole)
    for players in (1, 2, most):
        deals = poker.deal_many(count // 3, players, game=game, seed=players)
        chips = poker.showdown_many(deals.hands, deals.board, game=game)
        expected = [halves(*deal, game) for deal in zip(deals.hands, deals.board, strict=True)]
        assert chips.tolist() == expected


@pytest.mark.parametrize("size", [3, 4])
def test_boards_may_be_incomplete_or_the_same_for_all(size):
    deals = poker.deal_many(500, 3, seed=size)
    chips = poker.showdown_many(deals.hands, deals.board[:, :size])
    expected = [
        halves(hands, board[:size], "holdem")
        for hands, board in zip(deals.hands, deals.board, strict=True)
    ]
    assert chips.tolist() == expected
    flop = poker.deal_many(500, 3, board="Ah 7d 2c", seed=1).hands
    same = poker.showdown_many(
        flop, np.tile([Card(card).id for card in ("Ah", "7d", "2c")], (500, 1))
    )
    for board in ("Ah 7d 2c", ["Ah", Card("7d"), 0]):
        assert (poker.showdown_many(flop.astype(int), board) == same).all()


@pytest.mark.parametrize("game", GAMES)
def test_every_deal_has_different_cards_of_the_deck(game):
    row = poker.GAMES[game]
    board, dead = ("Ah Kd", "7s 7c") if row.board else ("", "7s 7c")
    deals = poker.deal_many(3000, 3, game=game, board=board, dead=dead, seed=5)
    cards = np.concatenate([deals.hands.reshape(3000, -1), deals.board], axis=1)
    assert all(len(set(deal)) == len(deal) for deal in cards.tolist())
    gone = {Card("7s").id, Card("7c").id} | set(range(52 - row.deck))
    assert set(range(52)) - gone == set(np.unique(cards).tolist())
    if board:
        assert {(Card("Ah").id, Card("Kd").id)} == set(map(tuple, deals.board[:, :2].tolist()))


@pytest.mark.parametrize("count", [5_000, 576, 1])
def test_the_seed_decides_the_cards_for_any_number_of_workers(count):
    one = poker.deal_many(count, 9, seed=2**64 - 1)
    for workers in (2, 5):
        other = poker.deal_many(count, 9, seed=2**64 - 1, workers=workers)
        assert all((a == b).all() for a, b in zip(one[:2], other[:2], strict=True))
        chips = poker.showdown_many(*one[:2], workers=workers)
        assert (chips == poker.showdown_many(*one[:2])).all()
    longer = poker.deal_many(count + 700, 9, seed=2**64 - 1)
    assert (longer.hands[:count] == one.hands).all()
    fresh = poker.deal_many(count, 9)
    assert (fresh.hands == poker.deal_many(count, 9, seed=fresh.seed).hands).all()


def test_all_cards_are_equally_likely_in_every_place():
    count = 104_000
    deals = poker.deal_many(count, 9, seed=24)
    for column in np.concatenate([deals.hands.reshape(count, -1), deals.board], axis=1).T:
        times = np.bincount(column, minlength=52)
        # Chi-squared with 51 degrees of freedom: beyond 110 is one in a million.
        assert ((times - count / 52) ** 2 / (count / 52)).sum() < 110


def test_nine_players_win_equally_often_and_two_as_often_as_counted():
    deals = poker.deal_many(200_000, 2, seed=3, board="2h 7d 9c")
    share = poker.showdown_many(*deals[:2])[:, 0].mean() / poker.POT
    assert abs(share - 0.5) < 0.005
    hands = np.array([[[50, 46], [43, 41]]], np.uint8).repeat(990, axis=0)
    rest = [card for card in range(52) if card not in {50, 46, 43, 41, 2, 21, 28}]
    boards = [[2, 21, 28, a, b] for i, a in enumerate(rest) for b in rest[:i]]
    chips = poker.showdown_many(hands, np.array(boards))
    found = poker.equity([50, 46], [43, 41], board=[2, 21, 28])
    assert (chips[:, 0] == poker.POT).sum() == found[0].win
    assert (chips[:, 0] == poker.POT // 2).sum() == found[0].tie


@pytest.mark.parametrize(
    ("message", "call"),
    [
        ("count must be", lambda: poker.deal_many(-1)),
        ("count must be", lambda: poker.deal_many(10**12 + 1)),
        ("would take about", lambda: poker.deal_many(10**12)),
        ("players must be .* from 1 to 10", lambda: poker.deal_many(1, 11)),
        ("7 players and the board need 47 cards, but 36", lambda: poker.deal_many(1, 7, game=HUGE)),
        ("'Ah' is both on the board and among", lambda: poker.deal_many(1, board="Ah", dead="Ah")),
        ("has up to 0 cards", lambda: poker.deal_many(1, board="Ah", game="stud")),
        ("row 1: holdem needs 5 to 7 cards, not 2", lambda: poker.showdown_many([[[0, 1]]])),
        ("row 1: '2c' is repeated", lambda: poker.showdown_many([[[0, 1], [0, 3]]], "3c 4c 5c")),
        ("must be card ids in 3 dimensions", lambda: poker.showdown_many([[0, 1]])),
        ("there are 2 deals but 1 board", lambda: poker.showdown_many(TWO, [[9, 10, 11, 12, 13]])),
        (
            "holdem needs 2 cards with a board, not 0",
            lambda: poker.showdown_many(np.zeros((1, 2, 0), np.uint8), "2c 3c 4c 5c 6c"),
        ),
        (
            "the board of holdem has up to 5 cards, not 6",
            lambda: poker.showdown_many([[[0], [1]]], "3c 4c 5c 6c 7c 8c"),
        ),
        (
            "1 to 7 hole cards and a board of up to 5, not 8 and 0",
            lambda: poker.showdown_many(
                [[[*range(8)], [*range(8, 16)]]], game=poker.Game("large", hole=7, board=5)
            ),
        ),
        ("1 to 10 players, not 0", lambda: poker.showdown_many(np.zeros((1, 0, 2), np.uint8))),
    ],
)
def test_what_cannot_be_dealt_is_refused(message, call):
    with pytest.raises((CardError, LimitError, RuleError), match=message):
        call()


HUGE = poker.Game("huge", hole=6, board=5, deck=36)
TWO = [[[0, 1], [2, 3]], [[0, 1], [2, 3]]]


@pytest.mark.parametrize("bad", [[7, 7], [7, 52], [7, 255]])
def test_the_first_bad_row_is_named(bad):
    deals = poker.deal_many(2000, 2, seed=1, dead="3s")
    for row in (1500, 700):
        deals.hands[row, 1] = bad
    with pytest.raises(CardError, match=r"^row 701: "):
        poker.showdown_many(*deals[:2], workers=2)


def test_a_missing_card_of_a_short_deck_is_refused():
    deals = poker.deal_many(600, 2, game="shortdeck", seed=1)
    deals.board[590, 0] = 0
    with pytest.raises(CardError, match=r"row 591: the deck of shortdeck has only 36 cards"):
        poker.showdown_many(*deals[:2], game="shortdeck")


def test_too_many_deals_are_refused_with_an_estimate():
    with pytest.raises(
        LimitError, match=r"100,000,000 deals would take about 23 seconds and 2.3 GB"
    ):
        poker.deal_many(10**8, 9)


def test_no_deals_are_empty_arrays():
    deals = poker.deal_many(0, 4)
    assert ((0, 4, 2), (0, 5)) == (deals.hands.shape, deals.board.shape)
    assert (0, 4) == poker.showdown_many(deals.hands, deals.board).shape


def test_progress_counts_deals():
    seen = []
    random.seed(1)
    poker.deal_many(3_000_000, 9, seed=1, progress=lambda done, total: seen.append((done, total)))
    assert all(0 <= done <= total == 3_000_000 for done, total in seen)
