"""Deals, odds and equities with wild cards, jokers and several decks, counted one by one."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from facevalue import Card, CardError, RuleError, poker
from facevalue.poker.hands.canonical import canonical_masks
from facevalue.poker.hands.masks import bits_of, cards_of, subsets
from tests.poker.wild import several_decks

JOKER = "joker"
JOKERS = poker.game_named("holdem, jokers=2")
WILD = poker.game_named("holdem, wild=2")
DECK = [Card(number) for number in range(52)]


def named(number):
    return JOKER if number >= 52 else Card(number)


# Several decks ------------------------------------------------------------------------------------


def slow_winners(hands, board, wild):
    """Each wild card is tried as each card of the decks."""
    best = []
    for hand in hands:
        natural = [card for card in hand + board if card.rank != wild]
        free = len(hand + board) - len(natural)
        ways = [natural]
        for _ in range(free):
            ways = [[*way, card] for way in ways for card in DECK]
        best.append(max(max(map(several_decks.high, combinations(way, 5))) for way in ways))
    return tuple(place for place, key in enumerate(best) if key == max(best))


@pytest.mark.parametrize("decks", [2, 3])
def test_wild_cards_of_several_decks_are_any_cards(decks):
    chance = random.Random(decks)
    few = [card for card in DECK if card.rank in "289TA" and card.suit in "ch"] * decks
    wild = 0
    for _ in range(30):
        dealt = chance.sample(few, 10)
        if max(sum(card.rank == "2" for card in dealt[i : i + 5]) for i in (0, 5)) > 1:
            continue
        hands = [tuple(dealt[:5]), tuple(dealt[5:])]
        wild += any(card.rank == "2" for card in dealt)
        expected = slow_winners(hands, (), "2")
        assert expected == poker.winners(*hands, game="five-card,wild=2", decks=decks), hands
    assert wild > 5


def test_jokers_of_several_decks_are_any_cards():
    game = "five-card,jokers=1"
    assert poker.winners("Ah Ah Ad As Jo", "Ks Qs Js Ts Jo", game=game, decks=2) == (0,)
    assert poker.winners("Ah Kh 9h 8h Jo", "Ad Ad Kd 9d 8d", game=game, decks=2) == (0, 1)
    assert poker.showdown(["Ah Ah Ad As * Ks Qs Js Ts *"], game, decks=2).wins == (1, 0)
    with pytest.raises(CardError, match="the deck of five-card,jokers=1 has 1 joker, not 2"):
        poker.showdown(["Ah Kh Ad As * Ks Qs Js Ts *"], game)


@pytest.mark.parametrize(("game", "decks"), [("holdem", 2), ("omaha8", 3), ("stud,jokers=2", 2)])
def test_deals_of_several_decks_have_each_card_as_often_as_the_decks(game, decks):
    rules = poker.game_named(game)
    dealt = poker.deal_many(400, 6, game=game, decks=decks, seed=5, workers=2)
    one = poker.deal_many(400, 6, game=game, decks=decks, seed=5)
    assert np.array_equal(dealt.hands, one.hands)
    assert np.array_equal(dealt.board, one.board)
    repeated = 0
    for hands, board in zip(dealt.hands, dealt.board, strict=True):
        times = Counter([*hands.ravel().tolist(), *board.tolist()])
        assert max(times.values()) <= decks
        assert max(times) < 52 + rules.jokers
        repeated += max(times.values()) > 1
    assert repeated > 300
    chips = poker.showdown_many(dealt.hands, dealt.board, game=game, decks=decks)
    assert (chips.sum(axis=1) == poker.POT).all()
    if rules.low is None:
        for row in range(0, 400, 40):
            hands = [list(map(named, hand)) for hand in dealt.hands[row].tolist()]
            board = list(map(named, dealt.board[row].tolist()))
            winners = poker.winners(*hands, board=board, game=game, decks=decks)
            assert np.flatnonzero(chips[row]).tolist() == list(winners)


def test_known_cards_of_several_decks_are_single_cards():
    dealt = poker.deal_many(2000, 2, decks=2, board="Ah Ah", dead="Kd", seed=1)
    assert (dealt.board[:, :2] == 50).all()
    others = np.concatenate([dealt.hands.reshape(2000, -1), dealt.board[:, 2:]], axis=1)
    assert not (others == 50).any()
    assert 0 < (others == 45).sum(axis=1).max() <= 1
    every = Counter(others.ravel().tolist())
    assert len(every) == 51
    assert abs(every[0] / every[45] - 2) < 0.4
    with pytest.raises(CardError, match="'Ah' appears 3 times in 2 decks"):
        poker.deal_many(1, 2, decks=2, board="AhAh", dead="Ah")
    with pytest.raises(RuleError, match="decks must be a whole number from 1 to 10"):
        poker.deal_many(1, 2, decks=11)


# One deck with wild cards -------------------------------------------------------------------------


def test_deals_with_jokers_have_each_card_once():
    dealt = poker.deal_many(3000, 9, game=JOKERS, seed=2)
    rows = np.concatenate([dealt.hands.reshape(3000, -1), dealt.board], axis=1)
    assert all(len(set(row)) == len(row) for row in rows.tolist())
    counts = Counter(rows.ravel().tolist())
    assert set(counts) == set(range(54))
    assert max(counts.values()) < 1.2 * min(counts.values())
    chips = poker.showdown_many(dealt.hands, dealt.board, game=JOKERS)
    for row in range(0, 3000, 150):
        hands = [list(map(named, hand)) for hand in dealt.hands[row].tolist()]
        board = list(map(named, dealt.board[row].tolist()))
        winners = poker.winners(*hands, board=board, game=JOKERS)
        assert np.flatnonzero(chips[row]).tolist() == list(winners)
    whole = poker.deal_many(50, 7, game="omaha6,jokers=2,board=5", board="Jo Ah", seed=3)
    assert (whole.board[:, :2] == [52, 50]).all()
    with pytest.raises(CardError, match="row 1: the id of a card must be from 0 to 53, not 54"):
        poker.showdown_many([[[0, 1], [2, 54]]], [[4, 5, 6, 7, 8]], game=JOKERS)
    with pytest.raises(CardError, match="row 1: joker 52 is repeated"):
        poker.showdown_many([[[0, 52], [2, 52]]], [[4, 5, 6, 7, 8]], game=JOKERS)


def test_rows_of_ids_with_jokers_are_evaluated():
    rows = np.array([[50, 46, 42, 38, 52], [50, 46, 42, 52, 53]], np.uint8)
    values = poker.evaluate_many(rows, game=JOKERS)
    assert (values.tolist(), values.dtype) == ([1, 1], np.int16)
    with pytest.raises(CardError, match="row 2: joker 53 is repeated"):
        poker.evaluate_many([[50, 46, 42, 38, 52], [50, 46, 42, 53, 53]], game=JOKERS)


def all_cards(game):
    return [*DECK, *[JOKER] * game.jokers]


def without(cards, known):
    left = list(cards)
    for card in known:
        left.remove(card)
    return left


@pytest.mark.parametrize("game", [WILD, JOKERS, "stud,jokers=1", "omaha,jokers=1"])
def test_odds_with_wild_cards_count_all_deals(game):
    rules = poker.game_named(game)
    deck = all_cards(rules)
    hole = [Card.parse(card) for card in ("Ah", "Kd", "9c", "9d", "2s", "7h")]
    hand = hole[: rules.hole] if rules.board else hole
    board = [Card.parse(card) for card in ("Qh", "Th", "3c", "2c")] if rules.board else []
    found = poker.odds(hand, board, game=rules)
    counts = Counter()
    for card in without(deck, [*hand, *board]):
        shared = [*board, card] if rules.board else []
        own = hand if rules.board else [*hand, card]
        counts[poker.evaluate(own, rules, board=shared).category] += 1
    total = counts.total()
    expected = {name: Fraction(count, total) for name, count in counts.items()}
    assert {name: chance for name, chance in found.final.items() if chance} == expected
    assert found.now == poker.evaluate(hand, rules, board=board).category
    assert next(iter(found.final)) == "Five of a Kind"


def test_a_joker_is_in_the_hand_of_odds_and_not_dealt_again():
    found = poker.odds("Ah Jo", "Ac As Ad", game="holdem,jokers=1")
    assert (found.now, found.final["Five of a Kind"]) == ("Five of a Kind", 1)
    assert found.as_dict()["cards"] == ["Ah", "joker"]
    with pytest.raises(CardError, match="has 1 joker, not 2"):
        poker.odds("Ah Jo", "Ac As Jo", game="holdem,jokers=1")


def counted(hands, board, game):
    """The wins of each player and the ties over all last cards."""
    rules = poker.game_named(game)
    wins, ties = [0] * len(hands), 0
    for card in without(all_cards(rules), [*chain_of(hands), *board]):
        best = poker.winners(*hands, board=[*board, card], game=rules)
        if len(best) > 1:
            ties += 1
        else:
            wins[best[0]] += 1
    return wins, ties


def chain_of(hands):
    return [card for hand in hands for card in hand]


@pytest.mark.parametrize("game", ["holdem,wild=2", "holdem,jokers=2", "omaha,jokers=1"])
@pytest.mark.parametrize("players", [2, 3])
def test_equities_with_wild_cards_count_all_deals(game, players):
    rules = poker.game_named(game)
    source = random.Random(f"{game} {players}")
    for first in ("2c", JOKER) if rules.jokers else ("2c", "2d"):
        known = first if first == JOKER else Card.parse(first)
        dealt = source.sample(without(DECK, [known] if known != JOKER else []), 40)
        hands = [[dealt.pop() for _ in range(rules.hole)] for _ in range(players)]
        hands[0][0] = known
        board = [dealt.pop() for _ in range(4)]
        found = poker.equity(*hands, board=board, game=rules)
        wins, ties = counted(hands, board, rules)
        assert found.method == "exact"
        assert [player.win for player in found] == wins
        assert found.deals == sum(wins) + ties


def test_equities_of_ranges_and_of_nobodys_cards_with_wild_cards():
    found = poker.equity("AhKh", "QsQd", board="Qh 7h 2c 3d", game="holdem,jokers=1")
    again = poker.equity("QsQd", ["Ah", "Kh"], board="Qh 7h 2c 3d", game="holdem,jokers=1")
    assert found[0].win == again[1].win
    assert found.deals == 45
    pair = poker.equity("AA", "KK", board="Qh 7h 2c 3d", game="holdem,wild=2")
    assert pair.method == "exact"
    assert pair[0].equity > pair[1].equity
    # 51 of 54 cards are left for two players: also the jokers.
    both = poker.equity("JoJo", "random", board="Ah Kd 7c 2s 9d", game="holdem,jokers=2")
    assert both.deals == 47 * 46 // 2
    either = poker.equity("JoAs", "random", board="Ah Kd 7c 2s 9d", game="holdem,jokers=2")
    assert either.deals == 47 * 46 // 2
    sampled = poker.equity("JoAs", "random", game="holdem,jokers=1", samples=20_000, seed=1)
    assert 0.85 < float(sampled[0].equity) < 1
    assert sampled.hands[0] == "Asjoker"
    with pytest.raises(CardError, match="has 1 joker, not 2"):
        poker.equity("JoAs", "JoAd", game="holdem,jokers=1")


# Hands of three and four cards --------------------------------------------------------------------

# Published counts of all hands.
FEW_CARDS = {
    "three-card": {
        "Straight Flush": 48,
        "Three of a Kind": 52,
        "Straight": 720,
        "Flush": 1096,
        "One Pair": 3744,
        "High Card": 16_440,
    },
    "four-card": {
        "Four of a Kind": 13,
        "Straight Flush": 44,
        "Three of a Kind": 2496,
        "Flush": 2816,
        "Straight": 2772,
        "Two Pair": 2808,
        "One Pair": 82_368,
        "High Card": 177_408,
    },
}


@pytest.mark.parametrize("game", FEW_CARDS)
def test_all_hands_of_three_and_four_cards_have_the_published_categories(game):
    size = poker.GAMES[game].ranking.cards
    hands = subsets(bits_of((1 << 52) - 1), size)
    classes, counts = np.unique(canonical_masks(hands), return_counts=True)
    values = poker.evaluate_many(classes, game=game)
    categories, best = Counter(), {}
    for mask, value, count in zip(classes.tolist(), values.tolist(), counts.tolist(), strict=True):
        name = poker.evaluate(cards_of(mask), game).category
        categories[name] += count
        best[name] = min(best.get(name, value), value)
    assert categories == FEW_CARDS[game]
    assert sorted(best, key=best.get) == list(FEW_CARDS[game])
    final = poker.odds("Ah", game=game).final
    assert list(final) == list(FEW_CARDS[game])
