"""Tournaments: amounts; push or fold by best responses."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facevalue import RuleError, amounts, deadline, poker
from facevalue.errors import DeadlineError
from facevalue.poker import STARTING_HANDS, matchup
from facevalue.poker.equities.preflop import matchups
from facevalue.poker.ranges.starting_hands import hands_of
from tests.oracles import amounts as oracle
from tests.poker.tournaments.push_fold import measure

PARTS = ["1", "25", "250", "000", ",", ", ", " ", ".", "/", "e", "é", "\u3000", "12,500", "0,00"]


@given(st.lists(st.sampled_from(PARTS), max_size=9).map("".join))
def test_amounts_are_read_as_by_regular_expressions(string):
    try:
        found = amounts.split_amounts(string)
    except RuleError:
        found = None
    assert found == oracle.split_amounts(string)
    for amount in found or [string]:
        try:
            value = amounts.exact_number("a stack", amount)
        except RuleError:
            value = None
        assert value == oracle.exact_number(amount)


SHORT_DECK = [rank + suit for rank in "6789TJQKA" for suit in "cdhs"]


def gains_by_hand(stack, ante, call):
    """For 12 starting hands: the gain of a push over a fold, hand by hand and board by board."""
    found = {}
    chances = call.starting_hands
    for name in STARTING_HANDS[::15]:
        mine = hands_of(name)[0]
        total = pairs = Fraction(0)
        for other in STARTING_HANDS:
            for theirs in hands_of(other):
                if mine & theirs:
                    continue
                wins, _, losses = matchup(cards(mine), cards(theirs))
                chance = chances[other]
                all_in = stack * Fraction(wins - losses, 1_712_304)
                total += chance * all_in + (1 - chance) * (1 + ante)
                pairs += 1
        found[name] = total / pairs + Fraction(1, 2) + ante
    return found


def cards(mask):
    return ["23456789TJQKA"[bit % 13] + "cdhs"[bit // 13] for bit in range(52) if mask >> bit & 1]


@pytest.mark.slow
@pytest.mark.parametrize(("stack", "ante"), [(7, 0), (12, Fraction(1, 10))])
def test_hands_with_a_gain_are_pushed_and_others_folded(stack, ante):
    found = poker.push_fold(stack, ante=ante)
    for name, gain in gains_by_hand(stack, ante, found.call).items():
        share = found.push.starting_hands[name]
        assert share == 1 if gain > Fraction(1, 100) else share == 0 if gain < 0 else True, name


def test_strategies_are_whole_numbers_of_millionths():
    found = poker.push_fold(10)
    shares = [*found.push.starting_hands.values(), *found.call.starting_hands.values()]
    assert all((10**6 * share).denominator == 1 for share in shares)
    assert any(share.denominator > 1000 for share in shares)


def gain_in_a_short_deck(name, stack, ante, call):
    """The gain of a push over a fold, with the equity against the calling hands on all boards."""
    hand = cards(next(hand for hand in hands_of(name)))
    called = sum(call.weight(pair) for pair in combinations(SHORT_DECK, 2) if not {*pair} & {*hand})
    share = poker.equity(hand, call, game="shortdeck")[0].equity
    folded = 33 * 17 - called
    gain = called * stack * (2 * share - 1) + folded * (1 + ante)
    return gain / (33 * 17) + Fraction(1, 2) + ante


@pytest.mark.slow
def test_hands_of_a_short_deck_with_a_gain_are_pushed_and_others_folded():
    found = poker.push_fold(10, ante=1, game="six plus")
    shares = found.push.starting_hands
    folded = next(name for name in ("76o", "86o", "T6o", "J6o", "77", "66") if not shares[name])
    assert gain_in_a_short_deck(folded, 10, 1, found.call) < 0 < shares["AKo"]
    assert gain_in_a_short_deck("AKo", 10, 1, found.call) > 0
    assert found.exploitability <= Fraction(1, 10**6)


def test_a_short_deck_has_630_hands():
    found = poker.push_fold(1, game="shortdeck")
    assert (630, 1, 1) == (len(found.push), found.push_share, found.call_share)
    assert found.push == poker.parse_range("random", "shortdeck")


@pytest.mark.parametrize("game", ["omaha", "stud", "low=low-8", "deck=36", "hole=3"])
def test_other_games_have_no_push_or_fold(game):
    with pytest.raises(RuleError, match="push or fold is for holdem and shortdeck, not "):
        poker.push_fold(10, game=game)


def test_ten_big_blinds_are_pushed_and_called_as_published():
    # The equilibrium that HoldemResources publishes: 58.3 % pushed, 37.4 % called.
    found = poker.push_fold(10)
    assert f"{float(found.push.share):.3f}" == "0.583"
    assert f"{float(found.call.share):.3f}" == "0.374"


@pytest.mark.parametrize(
    ("stack", "ante"),
    [(10, Fraction(1, 8)), *(pytest.param(size, 0, marks=pytest.mark.slow) for size in (5, 17.5))],
)
def test_the_result_is_measured_hand_by_hand(stack, ante):
    def margin(hand, other):
        wins, ties, boards = matchups().of(hand, other)
        return Fraction(2 * wins + ties - boards, boards)

    found = poker.push_fold(stack, ante=ante)
    shares = found.push.starting_hands, found.call.starting_hands
    measured = measure(stack, ante, *shares, margin)
    assert (found.expectation, found.exploitability) == measured


def test_hands_that_are_hardly_ever_played_count_where_they_must():
    found = poker.push_fold(94, game="shortdeck")
    assert found.exploitability <= Fraction(1, 10**6)
    assert 0 < found.call.weight("AhQd") < Fraction(1, 1000)


def test_with_one_big_blind_everybody_is_all_in():
    found = poker.push_fold(1)
    assert len(found.push) == len(found.call) == 1326
    assert found.exploitability == 0


@pytest.mark.parametrize(
    "step", [pytest.param(5, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.exhaustive)]
)
@pytest.mark.parametrize("game", ["holdem", "shortdeck"])
def test_no_strategy_is_exploitable_by_more_than_a_millionth(game, step):
    for tenths in range(10, 251, step):
        found = poker.push_fold(Fraction(tenths, 10), game=game)
        assert 0 <= found.exploitability <= Fraction(1, 10**6)


@pytest.mark.parametrize(
    ("stack", "ante", "message"),
    [(0.5, 0, "stack must be from 1"), (1, 0.5, "from 3/2"), (101, 0, "100"), ("ten", 0, "stack")],
)
def test_other_stacks_are_refused(stack, ante, message):
    with pytest.raises(RuleError, match=message):
        poker.push_fold(stack, ante=ante)


def test_a_deadline_ends_the_search():
    poker.push_fold(10)
    with deadline(0), pytest.raises(DeadlineError):
        poker.push_fold(10)


def test_the_picture_has_both_grids():
    svg = poker.push_fold(10).svg
    assert svg.count("<svg ") == 3
    assert "Push with 10 big blinds" in svg
    assert "Call with 10 big blinds" in svg
