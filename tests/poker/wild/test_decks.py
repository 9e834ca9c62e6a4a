"""Hands from several decks, compared with a slow version; and the order of known board cards."""

import random

import pytest

from facevalue import Card, CardError, RuleError, poker
from tests.poker.wild import several_decks

DECK = [Card(number) for number in range(52)]


@pytest.mark.parametrize("game", several_decks.GAMES)
@pytest.mark.parametrize("decks", [2, 3, 6])
@pytest.mark.parametrize(
    "count",
    [
        40,
        pytest.param(1000, marks=pytest.mark.slow),
        pytest.param(20_000, marks=pytest.mark.exhaustive),
    ],
)
def test_winners_of_several_decks_agree_with_a_slow_comparison(game, decks, count):
    rules = poker.GAMES[game]
    cards = [card for card in DECK if card.rank in rules.ranks]
    repeated = 0
    for seed in range(count):
        chance = random.Random(seed)
        # Few ranks and suits, so that many hands have equal cards.
        few = [card for card in cards if card.id < 12 or card.id >= 44] if seed % 2 else cards
        few = few if len(few) * decks >= 30 else cards
        dealt = iter(chance.sample(few * decks, 3 * rules.hole + rules.board))
        board = tuple(next(dealt) for _ in range(rules.board))
        hands = [tuple(next(dealt) for _ in range(rules.hole)) for _ in range(3)]
        expected = several_decks.winners(hands, board, game)
        given = ["".join(map(str, hand)) if seed % 3 else list(hand) for hand in hands]
        assert expected == poker.winners(*given, board=board, game=game, decks=decks), seed
        repeated += any(len({*hand, *board}) < len(hand + board) for hand in hands)
    assert repeated > count // 4


@pytest.mark.parametrize("seed", range(20))
def test_one_deck_and_several_agree_on_hands_of_different_cards(seed):
    cards = random.Random(seed).sample(DECK, 11)
    hands, board = [cards[:2], cards[2:4], cards[4:6]], cards[6:]
    assert poker.winners(*hands, board=board) == poker.winners(*hands, board=board, decks=2)


def test_a_card_may_be_twice_in_a_hand_or_in_a_hand_and_on_the_board():
    assert (0,) == poker.winners("AhAh", "KhKd", board="2c5d9sTcJd", decks=2)
    assert (0,) == poker.winners("AhKh", "QsQd", board="Ah5d9sTcJd", decks=2)
    # Five aces beat a straight flush, and a flush with a pair is a flush.
    assert (0,) == poker.winners("AsAh", "8d9d", board="AsAhAcTdJd", decks=2)
    assert (1,) == poker.winners("AsKd", "2h2h", board="Qs9cTh9h2h", decks=3)
    lines = ["Ah Ah Kd Kd Ks 2c 3c 4c 5c 7d", "AsKsQsJsTs AhAhAcAcAd"]
    assert poker.ShowdownResult(2, (1, 1), 0) == poker.showdown(lines, decks=2)


def test_badugi_plays_a_repeated_card_once():
    assert (1,) == poker.winners("AcAc2d3h", "Ac2d3h4s", game="badugi", decks=3)
    assert (0, 1) == poker.winners("AcAc2d3h", "AcAs2d3h", game="badugi", decks=3)


@pytest.mark.parametrize(
    ("error", "message", "call"),
    [
        (
            CardError,
            "'Ah' appears 3 times in 2 decks",
            lambda: poker.winners("AhAh", "AhKd", board="2c3c4c", decks=2),
        ),
        (
            CardError,
            "holdem needs 2 cards with a board, not 3",
            lambda: poker.winners("AhAhAd", "KhKd", board="2c3c4c", decks=2),
        ),
        (
            CardError,
            "the 2 decks of five-card,jokers=1 have 2 jokers, not 3",
            lambda: poker.winners("Ah***5c", "KhKd3d4d5d", game="five-card,jokers=1", decks=2),
        ),
        (
            RuleError,
            "decks must be a whole number from 1 to 10",
            lambda: poker.winners("AhKh", "QhQd", board="2c3c4c", decks=0),
        ),
    ],
)
def test_deals_of_several_decks_that_are_impossible_are_refused(error, message, call):
    with pytest.raises(error, match=message):
        call()


# The number of cards ------------------------------------------------------------------------------

BOARD = "Qh 7d 9c 2s 3h"


@pytest.mark.parametrize(
    "call",
    [
        lambda hand: poker.winners("AhKh", hand, board=BOARD),
        lambda hand: poker.winners(hand, board=BOARD),
        lambda hand: poker.winners("AhKh", hand, board=BOARD, decks=2),
        lambda hand: poker.evaluate(hand, board=BOARD),
        lambda hand: poker.evaluate_many([hand], board=BOARD),
        lambda hand: poker.percentile(hand, board=BOARD),
    ],
)
@pytest.mark.parametrize(("hand", "count"), [("", 0), ("As", 1), ("AsKsQs", 3), ([51], 1)])
def test_a_hand_next_to_a_board_has_all_hole_cards(call, hand, count):
    with pytest.raises(CardError, match=f"holdem needs 2 cards with a board, not {count}"):
        call(hand)


def test_a_game_without_a_board_takes_none():
    with pytest.raises(CardError, match="the board of stud has up to 0 cards, not 2"):
        poker.evaluate("AsKsQs", "stud", board="2c 3c")
    with pytest.raises(CardError, match="the board of razz has up to 0 cards, not 1"):
        poker.winners("AsKsQsJs", "2c3c4c5c", board="7c", game="razz")


# The order of the board ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["holdem", "omaha", "courchevel"])
@pytest.mark.parametrize("seed", range(5))
def test_dealt_boards_begin_with_the_known_cards_in_the_given_order(game, seed):
    for count in range(6):
        known = random.Random(seed).sample(range(52), count)
        for given in (
            known,
            [str(Card(card)) for card in known],
            "".join(str(Card(c)) for c in known),
        ):
            board = poker.deal_many(20, board=given, game=game, seed=seed).board
            assert (board[:, :count] == known).all()
        assert all(len({*row}) == 5 for row in board.tolist())
