"""Push or fold: exact equilibria, by the best responses in fractions."""

from fractions import Fraction
from itertools import combinations

import pytest

from facevalue import RuleError, deadline, poker
from facevalue.errors import DeadlineError
from facevalue.poker.ranges.starting_hands import hands_of
from tests.poker.tournaments.push_fold import measure, outcomes

SHORT_DECK = [rank + suit for rank in "6789TJQKA" for suit in "cdhs"]


def strategies(found):
    """How often each starting hand is pushed and called with, exactly."""
    return [
        {**hands.starting_hands, **mixed}
        for hands, mixed in ((found.push, found.push_mixed), (found.call, found.call_mixed))
    ]


def assert_is_equilibrium(found, worth=lambda stacks: stacks):
    """No best response wins more, and the expectations are right."""
    stakes = found.stacks, found.ante, found.small_blind, found.big_blind
    measured = measure(outcomes(*stakes, worth), *strategies(found))
    unit = 1 if found.payouts else found.big_blind
    expectations = found.expectation * unit, found.big_blind_expectation * unit
    assert expectations == measured.expectations
    assert found.exploitability == 0
    assert measured.missed == (0, 0)
    assert found.proved
    return measured


@pytest.mark.parametrize(("stack", "hand", "gain"), [(6, "63s", 7), (12, "T5s", 18), (2, "83o", 6)])
def test_hands_that_lose_a_little_are_folded(stack, hand, gain):
    # The gains are of the 169 x 169 linear program, in ten-thousandths of a big blind.
    found = poker.push_fold(stack)
    assert found.push.starting_hands[hand] == 0
    measured = assert_is_equilibrium(found)
    assert round(-10_000 * measured.gains[0][hand]) == gain


@pytest.mark.parametrize(
    ("stack", "options"),
    [
        (8.5, {}),
        (17.5, {"ante": "1/8"}),
        (4000, {"small_blind": 100, "big_blind": 300, "ante": 25}),
        *(pytest.param(size, {}, marks=pytest.mark.slow) for size in (3, 22.5, 50, 88.5, 100)),
    ],
)
def test_no_best_response_wins_more(stack, options):
    assert_is_equilibrium(poker.push_fold(stack, **options))


@pytest.mark.parametrize(
    "step", [pytest.param(10), pytest.param(1, marks=pytest.mark.slow)], ids=["some", "all"]
)
@pytest.mark.parametrize("game", ["holdem", "shortdeck"])
@pytest.mark.parametrize("ante", [0, "1/8", "0.1", 1])
def test_stacks_from_1_to_50_big_blinds_are_exact(game, ante, step):
    least = 1 + Fraction(ante)
    for halves in range(2, 101, step):
        found = poker.push_fold(max(least, Fraction(halves, 2)), ante=ante, game=game)
        assert found.proved, halves
        assert len(found.push_mixed) == len(found.call_mixed)


def test_weights_are_rounded_and_mixed_hands_are_exact():
    found = poker.push_fold(10)
    ((name, share),) = found.push_mixed.items()
    assert (name, str(found.push).split(", ")[-1]) == ("43s", "43s:0.710748")
    assert share.denominator > 10**6
    assert round(share, 6) == found.push.starting_hands[name]
    assert found.push_share == (found.push.total + 4 * (share - round(share, 6))) / 1326
    assert list(found.call_mixed) == ["Q6s"]


def test_ten_big_blinds_are_pushed_and_called_as_published():
    # The equilibrium that HoldemResources publishes: 58.3 % pushed, 37.4 % called.
    found = poker.push_fold(10)
    assert f"{float(found.push_share):.3f}" == "0.583"
    assert f"{float(found.call_share):.3f}" == "0.374"


def test_chips_are_big_blinds_in_another_unit():
    chips = poker.push_fold(4000, ante=50, big_blind=400)
    blinds = poker.push_fold(10, ante="1/8")
    assert (chips.small_blind, blinds.small_blind) == (200, Fraction(1, 2))
    assert strategies(chips) == strategies(blinds)
    assert chips.expectation == blinds.expectation
    assert repr(chips) == repr(blinds)


def test_only_the_smaller_stack_counts():
    assert strategies(poker.push_fold([10, 25])) == strategies(poker.push_fold("25, 10"))
    assert poker.push_fold([10, 25]).expectation == poker.push_fold(10).expectation


def test_a_small_blind_as_large_as_the_big_blind_pushes_more():
    shares = [
        poker.push_fold(10, small_blind=small).push_share for small in (0, "0.25", "0.5", "1")
    ]
    assert shares == sorted(set(shares))


@pytest.mark.parametrize(
    ("stacks", "payouts", "options"),
    [
        ([3000, 4500, 2500], [50, 30, 20], {"big_blind": 400}),
        ([5000, 2000, 900, 3100], [65, 35], {"big_blind": 300, "ante": 25}),
    ],
)
def test_prize_money_has_an_exact_equilibrium(stacks, payouts, options):
    def worth(left):
        playing = [stack for stack in left if stack]
        prizes = iter(poker.icm(playing, payouts[: len(playing)]))
        last = payouts[len(left) - 1] if len(payouts) == len(left) else 0
        return [next(prizes) if stack else last for stack in left]

    assert_is_equilibrium(poker.push_fold(stacks, payouts=payouts, **options), worth)


def test_the_bubble_makes_the_big_blind_fold():
    chips, money = (
        poker.push_fold([10, 10, *rest], payouts=payouts)
        for rest, payouts in (([], None), ([2], [50, 50]))
    )
    assert money.call_share < chips.call_share / 2
    assert money.expectation + money.big_blind_expectation != 0


@pytest.mark.parametrize("stacks", [[10, 10], [10, 14, 7, 9]])
def test_all_prize_money_for_the_winner_is_like_chips(stacks):
    money, chips = poker.push_fold(stacks, payouts=[1]), poker.push_fold(10)
    assert strategies(money) == strategies(chips)
    assert money.expectation == chips.expectation / sum(stacks)


def test_equal_prizes_leave_nothing_to_win():
    found = poker.push_fold([10, 10, 10], payouts=[5, 5, 5])
    assert (found.proved, found.expectation, found.big_blind_expectation) == (True, 0, 0)


def cards(mask):
    return ["23456789TJQKA"[bit % 13] + "cdhs"[bit // 13] for bit in range(52) if mask >> bit & 1]


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
    assert found.proved


def test_a_short_deck_has_630_hands():
    found = poker.push_fold(1, game="shortdeck")
    assert (630, 1, 1) == (len(found.push), found.push_share, found.call_share)
    assert found.push == poker.parse_range("random", "shortdeck")


@pytest.mark.parametrize("game", ["omaha", "stud", "low=low-8", "deck=36", "hole=3"])
def test_other_games_have_no_push_or_fold(game):
    with pytest.raises(RuleError, match="push or fold is for holdem and shortdeck, not "):
        poker.push_fold(10, game=game)


def test_with_one_big_blind_everybody_is_all_in():
    found = poker.push_fold(1)
    assert len(found.push) == len(found.call) == 1326
    assert found.exploitability == 0


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


def test_an_approximation_says_how_much_it_can_be_exploited():
    found = poker.push_fold(10).replace(exploitability=Fraction(1, 10_000))
    assert not found.proved
    assert str(found).endswith("approximate: exploitable by 1.0e-04 big blinds per hand")
    assert str(found.replace(payouts=[5])).endswith("by 1.0e-04 of the payouts per hand")
