"""Hands with no card to come: in every game, equity follows the rules."""

import random
import re
from functools import cache
from itertools import combinations, permutations

import pytest

from facevalue.poker import GAMES, equity, evaluate
from facevalue.poker.hands.masks import mask_of
from tests.oracles import poker as reference
from tests.poker.equities.shares import shares_of, ties_of
from tests.poker.equities.test_deals import counts_of, expected_of, text

RENAMED = [dict(zip("cdhs", suits, strict=True)) for suits in permutations("cdhs")]


def shares(game, hands, board=()):
    """Of one deal: which players win it, alone or with how many others."""
    return counts_of(game, list(map(text, hands)), board=text(board))


def expected(game, hands, board=()):
    """The same, slowly and obviously."""
    pots = reference.pots(game, [[(hand, 1)] for hand in hands], board)
    return (pots.deals, pots.high, *((pots.low, pots.halved, pots.both) if GAMES[game].low else ()))


def pot_shares(game, hands, board=()):
    """How much of the pot each player wins."""
    return [float(share.equity) for share in shares_of(*expected(game, hands, board))]


# Every strength of five cards, compared with the next one -----------------------------------------


def apart(hand, other):
    """The other hand in suits that let both be dealt, or None if that is impossible."""
    for names in RENAMED:
        renamed = tuple((rank, names[suit]) for rank, suit in other)
        if not {*renamed} & {*hand}:
            return renamed
    return None


def neighbours(hands, strength, every):
    """Each hand, or some, with its twin and the next stronger hand that can also be dealt."""
    ordered = sorted(hands, key=strength)
    for place in range(0, len(ordered), every):
        hand = ordered[place]
        following = (apart(hand, other) for other in ordered[place + 1 : place + 200])
        for other in (apart(hand, hand), next(filter(None, following), None)):
            if other:
                yield hand, other


def assert_neighbours_are_told_apart(game, hands, strength, every):
    """Returns how many of them are equal, and how many are not."""
    met = [0, 0]
    for hand, other in neighbours(hands, strength, every):
        one, two = strength(hand), strength(other)
        high = [0, int(one > two), int(one < two), int(one == two)]
        assert expected_of(1, high) == shares(game, (hand, other)), (text(hand), text(other))
        met[one != two] += 1
    return met


FIVE_CARDS = [*reference.all_ranks(), *reference.all_flushes()]
RANKINGS = {"deuce7": reference.deuce_to_seven, "five-card": reference.high}


@pytest.mark.parametrize("game", RANKINGS)
def test_strengths_of_five_cards_meet_the_next_ones(game):
    assert 0 < min(assert_neighbours_are_told_apart(game, FIVE_CARDS, RANKINGS[game], 17))


@pytest.mark.few_slow(3)
@pytest.mark.slow
@pytest.mark.parametrize("game", RANKINGS)
def test_every_strength_of_five_cards_meets_the_next_one(game):
    strength = RANKINGS[game]
    assert 7462 == len({strength(hand) for hand in FIVE_CARDS})
    # Three or four of a kind have no twin, and the strongest hand has no next one.
    full_houses, quads, threes = 13 * 12, 13 * 12, 13 * 66
    twins = 7462 - full_houses - quads - threes
    assert [twins, 7461] == assert_neighbours_are_told_apart(game, FIVE_CARDS, strength, 1)


def badugis():
    """A hand of each strength: cards of this many ranks and suits, and others that add nothing."""
    for low in range(1, 5):
        for ranks in combinations(range(2, reference.ACE + 1), low):
            # Ascending with the ace as one: what is repeated is the highest.
            held = sorted(ranks, key=lambda rank: rank % reference.ACE)
            hand = list(zip(held, "cdhs", strict=False))
            rest = {
                1: [(held[0], suit) for suit in "dhs"],
                2: [(held[0], "d"), (held[-1], "c")],
                3: [(held[-1], "s")],
                4: [],
            }
            yield (*hand, *rest[low])


def test_every_strength_of_badugi_meets_the_next_one():
    @cache
    def strength(hand):
        return reference.best(reference.badugi, hand, (), reference.any_cards)[0]

    hands = [*badugis()]
    assert 715 + 286 + 78 + 13 == len(hands) == len({strength(hand) for hand in hands})
    equal, unequal = assert_neighbours_are_told_apart("badugi", hands, strength, 1)
    assert (715 + 286 + 78, 1091) == (equal, unequal)


# Wheels in deuce to seven -------------------------------------------------------------------------

# From the strongest to the weakest: aces are high, and straights and flushes count against a hand.
DEUCE_TO_SEVEN = [
    ("7c5d4h3s2c", "7d5h4s3c2d"),  # the best there is, twice
    ("8c5d4h3s2c",),
    ("Kc5d4h3s2c",),
    ("As5h4d3c2s", "Ad5c4s3h2d"),  # no straight, and the best hand with an ace
    ("Ah6d4c3s2h",),
    ("AcKdQhJs9c",),
    ("2c2d3h4s5d", "2h2s3d4c5h"),  # a pair
    ("6c5d4h3s2d", "6h5s4d3c2h"),  # a straight
    ("7c5c4c3c2c",),  # flushes
    ("Ac5c4c3c2c", "Ad5d4d3d2d"),  # a flush, and no straight flush
    ("AdKdQdJd9d",),
    ("2c2d2h3s3c",),
    ("6h5h4h3h2h", "6s5s4s3s2s"),  # straight flushes
    ("AsKsQsJsTs", "AdKdQdJdTd"),
]


@pytest.mark.parametrize("options", [{}, {"samples": 7, "seed": 1}, {"workers": 2}])
def test_wheels_in_deuce_to_seven_lose_as_in_the_rules(options):
    ladder = [(place, hand) for place, hands in enumerate(DEUCE_TO_SEVEN) for hand in hands]
    met = 0
    for place, hand in ladder:
        for other_place, other in ladder:
            if mask_of(hand) & mask_of(other):
                continue
            met += 1
            won = 0.5 if place == other_place else float(place < other_place)
            answer = equity(hand, other, game="deuce7", **options)
            assert [won, 1 - won] == [share.equity for share in answer.players], (hand, other)
            better = evaluate(hand, "deuce7"), evaluate(other, "deuce7")
            assert (won > 0.5, won == 0.5) == (better[0] > better[1], better[0] == better[1])
    assert met > 100


@pytest.mark.parametrize(
    "hands", [("As5h4d3c", "Ah6d4c3s2h"), ("As5s4s3s", "Ac5c4c3c2c"), ("5h4d3c2s", "6s4h3d2c")]
)
def test_wheels_with_one_card_to_come_agree_with_dealing_all_cards(hands):
    players = [[(reference.cards(re.sub("(..)", r"\1 ", hand)), 1)] for hand in hands]
    pots = reference.pots("deuce7", players)
    answer = equity(*hands, game="deuce7")
    assert (pots.deals, True) == (answer.deals, answer.exact)
    for share, wins in zip(answer.players, (pots.high[0b01], pots.high[0b10]), strict=True):
        assert (wins, pots.high[0b11]) == (share.win, share.tie)


# Any hands in every game --------------------------------------------------------------------------


def finished(game, rng, players):
    """Hands and a board, all of them dealt."""
    row = GAMES[game]
    cards = iter(rng.sample(reference.GAMES[game].deck, players * row.hole + row.board))
    hands = [tuple(next(cards) for _ in range(row.hole)) for _ in range(players)]
    return hands, tuple(cards)


def assert_finished_hands_are_decided(game, count, seed):
    rng = random.Random(seed)
    row = GAMES[game]
    most = min(5, (len(reference.GAMES[game].deck) - row.board) // row.hole)
    counts = {"tie": 0, "low": 0}
    for number in range(count):
        hands, board = finished(game, rng, 2 + number % (most - 1))
        made = expected(game, hands, board)
        assert expected_of(*made) == shares(game, hands, board), (hands, board)
        counts["tie"] += bool(ties_of(made[1]))
        counts["low"] += len(made) > 2 and any(made[2])
        if number % 5 == 0:
            options = {"samples": 3, "seed": number} if number % 2 else {}
            answer = equity(*map(text, hands), board=text(board), game=game, **options)
            assert (3 if options else 1, not options) == (answer.deals, answer.exact)
            pots = [float(share.equity) for share in answer.players]
            assert pytest.approx(pot_shares(game, hands, board)) == pots
    return counts


@pytest.mark.few_slow(4)
@pytest.mark.few_quick(2)
@pytest.mark.parametrize("game", GAMES)
def test_finished_hands_are_decided_at_once(game):
    assert_finished_hands_are_decided(game, 120, seed=7)


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_finished_hands_are_decided_at_once(game):
    counts = assert_finished_hands_are_decided(game, 1000, seed=8)
    assert counts["tie"] > (10 if GAMES[game].board else -1)
    assert counts["low"] > (200 if game == "omaha8" else -1)
