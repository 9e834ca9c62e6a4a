"""All deals of any game: the walks count the same as dealing everything slowly."""

import random
from fractions import Fraction
from math import comb, lcm

import numpy as np
import pytest

from facevalue import LimitError, _core, parse_cards
from facevalue.poker import GAMES, OmahaRange, Range, equity, evaluate, odds
from facevalue.poker.hands.masks import cards_of, mask_of
from tests.oracles import poker as reference
from tests.oracles.rows import vectors
from tests.poker.equities.shares import core_rules, shares_of, ties_of

BELOW_SIX = "2c3c4c5c2d3d4d5d2h3h4h5h2s3s4s5s"


def text(cards):
    return reference.text(cards).replace(" ", "")


def mask(cards):
    return mask_of(text(cards))


def gone(game, dead):
    lacking = mask_of(BELOW_SIX) if GAMES[game].deck < len(reference.DECK) else 0
    return mask(dead) | lacking


def as_arrays(holdings):
    """The hands of each player and their weights, for the walks of the core."""
    return [
        tuple(np.array(column, np.uint64) for column in (list(each), list(each.values())))
        for each in holdings
    ]


def counts_of(game, players, **options):
    """The deals of an exact equity, and the numbers of each player."""
    found = equity(*players, game=game, **options)
    assert found.exact
    assert all(share.standard_error is None for share in found)
    rows = [
        (share.win, share.tie, share.lose, share.low_win, share.low_tie, share.scoop, share.equity)
        for share in found
    ]
    return found.deals, found.ties, rows


def seconds_for(game, players, board=""):
    """The estimate of an exact equity."""
    hands = [mask_of(each) if isinstance(each, str) else each for each in players]
    return _core.counting_seconds(GAMES[game].core, hands, mask_of(board))


def expected_of(deals, *counts):
    """The same of counts."""
    return deals, ties_of(counts[0]), [share[:-1] for share in shares_of(deals, *counts)]


def range_of(game, hands):
    """A range of weighted hands, each with a weight from 0 to 1."""
    weights = {text(hand): weight for hand, weight in hands}
    return Range(weights) if game == "holdem" else OmahaRange(weights)


def whole(players):
    """Players with whole weights."""
    found = []
    for hands in players:
        scale = lcm(*(weight.denominator for _, weight in hands))
        found.append([(hand, int(weight * scale)) for hand, weight in hands])
    return found


def walked(game, players, board=(), dead=(), workers=1):
    """The counts of the general walk of the core."""
    holdings = [{mask(hand): weight for hand, weight in player} for player in players]
    row = core_rules(GAMES[game])
    return _core.walk_deals(as_arrays(holdings), row, mask(board), gone(game, dead), workers)


def counted(game, players, board=(), dead=()):
    """The same, slowly and obviously."""
    pots = reference.pots(game, players, board, dead)
    if not GAMES[game].low:
        return (pots.deals, pots.high, None, None, None)
    return (pots.deals, pots.high, pots.low, pots.halved, pots.both)


def small_deal(game, seed, count):
    """Players who know most of their cards, and a deck that is nearly used up."""
    row, rng = GAMES[game], random.Random(seed)
    cards = list(reference.GAMES[game].deck)
    rng.shuffle(cards)
    missing = 0 if row.board else 1
    hands = [[(tuple(cards.pop() for _ in range(row.hole - missing)), 1)] for _ in range(count)]
    board = tuple(cards.pop() for _ in range(max(row.board - 2, 0)))
    dead = cards[count * missing + 3 :]
    return hands, board, dead


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_small_deals_of_every_game_are_as_dealing_them_all_says(game, count):
    for seed in range(3):
        hands, board, dead = small_deal(game, seed, count)
        expected = counted(game, hands, board, dead)
        assert expected == walked(game, hands, board, dead, workers=1 + seed)
        texts = [text(hand) for ((hand, _),) in hands]
        found = counts_of(game, texts, board=text(board), dead=text(dead))
        assert expected_of(*expected) == found


@pytest.mark.parametrize("game", ["omaha", "omaha5", "omaha8", "holdem", "shortdeck"])
@pytest.mark.parametrize("count", [2, 3])
def test_weighted_hands_that_share_cards_are_as_dealing_them_all_says(game, count):
    rng = random.Random(count)
    row, cards = GAMES[game], list(reference.GAMES[game].deck)
    rng.shuffle(cards)
    board, cards, dead = tuple(cards[:4]), cards[4:17], cards[17:]
    players = [
        [(tuple(rng.sample(cards, row.hole)), rng.randint(1, 5)) for _ in range(3)]
        for _ in range(count)
    ]
    expected = counted(game, players, board, dead)
    assert expected == walked(game, players, board, dead)
    assert expected == walked(game, players, board, dead, workers=2)


@pytest.mark.parametrize(
    ("game", "hands", "deals"),
    [
        ("stud", ("AsAhKd", "QsQh2d"), comb(46, 4) * comb(42, 4)),
        ("stud", ("AsAhKd4c5c6d", "QsQh2d"), comb(43, 4) * comb(39, 1)),
        ("razz", ("As2h3d7c", "4s5h6dKc"), comb(44, 3) * comb(41, 3)),
        ("badugi", ("As2h", "3s4h"), comb(48, 2) * comb(46, 2)),
        ("deuce7", ("2s3h", "4s5h7d"), comb(47, 3) * comb(44, 2)),
        ("five-card", ("AsKs", "QsQd"), comb(48, 3) * comb(45, 3)),
    ],
)
def test_hidden_cards_are_counted_as_samples_suggest(game, hands, deals):
    answer = equity(*hands, game=game)
    assert (deals, True) == (answer.deals, answer.exact)
    turned = equity(*hands[::-1], game=game)
    assert answer.players == turned.players[::-1]
    assert answer == equity(*hands, game=game, workers=3)
    sampled = equity(*hands, game=game, samples=20_000, seed=1)
    for share, expected in zip(sampled.players, answer.players, strict=True):
        assert abs(expected.equity - share.equity) < 5 * share.standard_error


@pytest.mark.parametrize("game", ["five-card", "deuce7", "badugi", "razz"])
def test_a_deal_occurs_once_for_each_known_hidden_card(game):
    """By subsets, with as many hidden cards for both players and with fewer for either of them."""
    one, other = {"razz": ("AsAhKd9c9d", "QsQh2d4h")}.get(game, ("As2h", "3sKd"))
    row, hidden = core_rules(GAMES[game]), GAMES[game].hole - len(one) // 2

    def shares(mine, his):
        return np.array(
            _core.walk_deals(as_arrays([{mine: 1}, {his: 1}]), row, 0, 0, 1)[1], dtype=object
        )

    mine, his = mask_of(one), mask_of(other)
    left = [card for card in (1 << place for place in range(52)) if not card & (mine | his)]
    expected = sum(shares(mine | card, his) for card in left)
    assert (hidden * shares(mine, his)).tolist() == expected.tolist()
    turned = sum(shares(his, mine | card) for card in left)
    assert expected.tolist() == turned[[0, 2, 1, 3]].tolist()


# Short deck


def test_the_short_deck_has_the_order_of_its_ranking():
    rng = random.Random(36)
    deck = [mask([card]) for card in reference.SHORT_DECK]
    for _ in range(400):
        cards = rng.sample(deck, 9)
        board, hands = sum(cards[:5]), [sum(cards[5:7]), sum(cards[7:])]
        _, sets = _core.walk_hands(hands, board, mask_of(BELOW_SIX), 1, "short")
        one, other = (evaluate([*cards_of(hand), *cards_of(board)], "shortdeck") for hand in hands)
        assert [0, int(one > other), int(one < other), int(one == other)] == sets


@pytest.mark.parametrize(
    ("better", "worse", "board"),
    [
        ("AcKc", "9h9d", "9c7c6c7dKd"),  # flush over full house
        ("AhKd", "KsKc", "6c7d8h9sQd"),  # the ace below the six
        ("ThTc", "AhKd", "6c7d8h9sQd"),  # ten high, and the ace below the six
    ],
)
def test_flushes_and_low_straights_win_in_short_deck(better, worse, board):
    answer = equity(better, worse, game="shortdeck", board=board)
    assert (1, 0, 0) == (answer.players[0].win, answer.players[0].tie, answer.players[0].lose)


def test_aces_are_three_to_one_against_kings_in_short_deck():
    answer = equity("AA", "KK", game="shortdeck")
    assert (36 * comb(32, 5), True) == (answer.deals, answer.exact)
    assert 0.74 < answer.players[0].equity < 0.75


@pytest.mark.parametrize("board", ["6h7h8s", "6h7h8s9d"])
def test_short_deck_ranges_are_the_sum_of_their_hands(board):
    hero, villain = Range.parse("AA, JTs:0.5"), Range.parse("KK:1/3, 99, T8s")
    shared = mask_of(board)
    holdings = [
        {
            hand: int(weight * 6)
            for hand, weight in zip(each.masks, each.weights, strict=True)
            if not hand & shared
        }
        for each in (hero, villain)
    ]
    row, dead = core_rules(GAMES["shortdeck"]), mask_of(BELOW_SIX)
    deals, high, *_ = _core.walk_deals(as_arrays(holdings), row, shared, dead, 1)
    answer = equity(hero, villain, game="shortdeck", board=board)
    for share, win in zip(answer.players, (high[0b01], high[0b10]), strict=True):
        tie = high[0b11]
        assert (win * answer.deals, tie * answer.deals) == (share.win * deals, share.tie * deals)


# Calls without an exact result


def test_deals_that_would_take_too_long_are_not_walked():
    assert not equity("As", "Ks", game="stud", seed=1).exact
    assert seconds_for("stud", ["As", "Ks"]) > 10


ESTIMATES = vectors("known-answers", "estimates")


@pytest.mark.parametrize(("game", "players", "board", "nanoseconds"), ESTIMATES)
def test_the_estimate_of_a_walk_is_as_written_down(game, players, board, nanoseconds):
    make = Range if game in ("holdem", "shortdeck") else OmahaRange
    given = [make(hands.split()) if " " in hands else hands for hands in players]
    assert seconds_for(game, given, board) == pytest.approx(nanoseconds / 1e9, rel=1e-9)


def test_weights_of_many_digits_are_counted_digit_by_digit():
    rng, reports = random.Random(8), []
    cards = list(reference.GAMES["omaha8"].deck)
    rng.shuffle(cards)
    hands = [tuple(cards[4 * number : 4 * number + 4]) for number in range(4)]
    players = [
        [(hands[0], Fraction(10**18 - 1, 10**18)), (hands[1], Fraction(1, 7**20))],
        [(hands[1], Fraction(1, 3**37)), (hands[2], Fraction(1, 2**59)), (hands[3], Fraction(1))],
    ]
    board = tuple(cards[20:24])
    ranges = [range_of("omaha8", hands) for hands in players]
    found = counts_of(
        "omaha8", ranges, board=text(board), progress=lambda *both: reports.append(both)
    )
    assert expected_of(*counted("omaha8", whole(players), board)) == found
    assert all(done <= total for done, total in reports)


def test_three_ranges_with_weights_of_many_digits_are_counted_hand_by_hand():
    cards = list(reference.DECK)
    random.Random(4).shuffle(cards)
    hands = [tuple(cards[2 * number : 2 * number + 2]) for number in range(5)]
    players = [
        [(hands[0], Fraction(1)), (hands[1], Fraction(3, 10**15))],
        [(hands[0], Fraction(1, 7**20)), (hands[2], Fraction(1)), (hands[3], Fraction(1, 3))],
        [(hands[1], Fraction(1)), (hands[4], Fraction(5, 11**17))],
    ]
    board = tuple(cards[10:14])
    ranges = [range_of("holdem", hands) for hands in players]
    found = counts_of("holdem", ranges, board=text(board))
    assert expected_of(*counted("holdem", whole(players), board)) == found


def test_ranges_with_weights_of_many_digits_are_the_sum_of_their_hands():
    heroes = {"AhKh": Fraction(3, 10**15), "AsAd": Fraction(1)}
    villains, board = {"QsQd": Fraction(1), "JsTs": Fraction(7, 11**17)}, "2h7d9c"
    answer = equity(Range(heroes), Range(villains), board=board)
    scale = 10**15 * 11**17
    wins = ties = 0
    for hero, weight in heroes.items():
        for villain, other in villains.items():
            share = equity(hero, villain, board=board).players[0]
            factor = scale * weight * other
            wins, ties = wins + factor * share.win, ties + factor * share.tie
    assert (wins, ties) == (answer.players[0].win, answer.players[0].tie)
    assert answer.deals == scale * 990 * sum(heroes.values()) * sum(villains.values())


def test_weights_that_are_too_long_for_one_player_are_counted_digit_by_digit():
    """The weights of all deals fit in 64 bits, but a walk needs some bits more."""
    light = "JTs, AdAc:0.000000000000000001"
    ahead = odds("9h5s", "QsKhQc", opponents=light).ahead
    assert ahead.exact
    assert ahead.deals == 4 * 10**18 + 1


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        ((0,), 0, 0),
        ((3, 3 << 8, 1 << 60), 0, 0),
        ((3, 0xFFFF << 8), 0, 0),
        ((3, 12), 1 << 60, 0),
    ],
)
def test_the_core_refuses_an_impossible_deal(hands, board, dead):
    players = [(np.array([hand], np.uint64), np.ones(1, np.uint64)) for hand in hands]
    with pytest.raises(ValueError, match="expected 2 to 10 players"):
        _core.walk_deals(players, core_rules(GAMES["stud"]), board, dead, 1)


def test_repeated_known_cards_have_no_deals():
    cards = parse_cards("AsKs")
    players = as_arrays([{mask_of(cards): 1}] * 2)
    assert _core.walk_deals(players, core_rules(GAMES["stud"]), 0, 0, 1)[0] == 0
    others = as_arrays([{3: 1}, {12: 1}])
    assert _core.walk_deals(others, core_rules(GAMES["holdem"]), 1 << 20, 1 << 20, 1)[0] == 0


def test_there_are_no_deals_with_a_player_without_possible_hands():
    players = as_arrays([{3: 1}, {}])
    assert _core.walk_deals(players, core_rules(GAMES["stud"]), 0, 0, 1)[0] == 0


def test_weights_with_too_many_digits_to_draw_by_are_refused():
    primes = (999_983, 999_979, 999_961, 999_959)
    weights = {f"Ah{rank}h": Fraction(1, prime) for rank, prime in zip("KQJT", primes, strict=True)}
    heavy = Range({"AsKs": 1, **weights})
    with pytest.raises(LimitError, match="too many digits for sampling"):
        equity(heavy, "QsQd", samples=10)
    assert equity(heavy, "QsQd").exact
    assert equity(heavy, "QsQd", board="2c3c4d").exact
