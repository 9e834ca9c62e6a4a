"""Push or fold with three players: deals by brute force, and best responses in floats."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from random import Random

import numpy as np
import pytest

from facevalue import RuleError, _core, deadline, poker
from facevalue.errors import DeadlineError
from facevalue.poker import STARTING_HANDS
from facevalue.poker.ranges.starting_hands import hands_of
from tests.poker.tournaments.push_fold_three import DECISIONS, SIZE, acts, measure, model

SEED = 54


@cache
def model_of_deals():
    return model(SEED)


def solve(stack, **options):
    return poker.push_fold_three(stack, seed=SEED, **options)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stack", "options"),
    [
        ([6, 20, 12], {"ante": "1/8"}),
        (10, {}),
        ([900, 400, 1500], {"big_blind": 100, "ante": 5}),
        ([7, 7, 3], {"small_blind": 1}),
    ],
)
def test_best_responses_win_what_the_exploitability_says(stack, options):
    found = solve(stack, **options)
    unit = float(found.big_blind)
    expectations, missed = measure(found, model_of_deals(), acts(found))
    assert sum(missed) / unit == pytest.approx(float(found.exploitability), rel=1e-6)
    assert [each / unit for each in expectations] == pytest.approx(
        [
            float(found.button_expectation),
            float(found.small_blind_expectation),
            float(found.big_blind_expectation),
        ],
        rel=1e-9,
    )


@pytest.mark.slow
@pytest.mark.parametrize("stack", [4, 10])
def test_without_the_button_it_is_the_exact_game_of_two_players(stack):
    found, exact = solve(stack), poker.push_fold(stack)
    shares = acts(found)
    shares[0] = np.zeros(SIZE)
    for decision, hands, mixed in (
        (2, exact.push, exact.push_mixed),
        (4, exact.call, exact.call_mixed),
    ):
        weights = {**hands.starting_hands, **mixed}
        shares[decision] = np.array([float(weights[name]) for name in STARTING_HANDS])
    expectations, missed = measure(found, model_of_deals(), shares)
    assert expectations == pytest.approx([0, float(exact.expectation), -float(exact.expectation)])
    assert missed[1:] == pytest.approx([0, 0, 0, 0, 0], abs=1e-12)


@pytest.mark.slow
def test_deals_of_three_starting_hands_are_counted_exactly():
    deals = model_of_deals().deals
    assert deals.sum() == comb(52, 2) * comb(50, 2) * comb(48, 2)
    draw = Random(1)
    for _ in range(100):
        places = [draw.randrange(SIZE) for _ in range(3)]
        places[1] = draw.choice(places)  # often the same starting hand twice
        hands = (hands_of(STARTING_HANDS[place]) for place in places)
        met = sum(not (a & b or a & c or b & c) for a, b, c in product(*hands))
        assert deals[tuple(places)] == met, places


@pytest.mark.slow
def test_what_three_hands_win_is_sampled_without_bias():
    # The mean square of standard scores, against shares of 20,000 deals.
    three, draw, scores = model_of_deals().three, Random(2), []
    for seed in range(100):
        a, b, c = draw.sample(range(SIZE), 3)
        players = [STARTING_HANDS[place] for place in (a, b, c)]
        share = float(poker.equity(*players, samples=20_000, seed=seed)[0].equity)
        error = share * (1 - share) * (1 / 192 + 1 / 20_000)
        scores.append((three[b, c, a] - share) ** 2 / error)
        assert three[b, c, a] + three[c, a, b] + three[a, b, c] == pytest.approx(1)
    assert 0.7 < np.mean(scores) < 1.3


@pytest.mark.slow
def test_players_with_the_same_starting_hand_win_the_same():
    three = model_of_deals().three
    place = STARTING_HANDS.index("AKs")
    assert three[place, place, place] == pytest.approx(1 / 3)
    assert three[0, place, place] == three[place, 0, place]


@pytest.mark.parametrize("stacks", [[6, 20, 12], 3])
def test_chips_change_hands(stacks):
    found = solve(stacks, ante="1/8", game="shortdeck")
    won = found.button_expectation, found.small_blind_expectation, found.big_blind_expectation
    assert sum(won) == 0
    assert 0 < found.exploitability < Fraction(1, 1000)


@pytest.mark.slow
def test_ten_big_blinds_are_played_about_as_published():
    found = solve(10)
    assert 0.31 < found.button_push_share < 0.36
    assert found.exploitability < Fraction(1, 10_000)
    assert found.big_blind_call_both_share < found.big_blind_call_button_share
    assert all(getattr(found, name).weight("AsAh") == 1 for name in DECISIONS)
    weights = {
        weight for name in DECISIONS for weight in getattr(found, name).starting_hands.values()
    }
    assert all(100 % weight.denominator == 0 for weight in weights)


def test_ranges_shrink_with_the_stacks():
    shares = [
        [getattr(solve(stack, game="shortdeck"), f"{name}_share") for name in DECISIONS]
        for stack in (5, 10, 30)
    ]
    assert all(one > two > three for one, two, three in zip(*shares, strict=True))


def test_with_one_big_blind_every_hand_calls():
    found = solve(1, game="shortdeck")
    calls = [name for name in DECISIONS if "call" in name]
    assert {getattr(found, f"{name}_share") for name in calls} == {1}
    assert len(found.big_blind_call_both) == 630


@pytest.mark.parametrize("stacks", [[7, 9, 12], [9, 12, 7], [12, 7, 9]])
def test_more_than_the_second_largest_stack_does_not_matter(stacks):
    more = [stack + 50 * (stack == 12) for stack in stacks]
    one, other = (solve(each, game="shortdeck") for each in (stacks, more))
    assert one == other.replace(stacks=one.stacks)


def test_chips_are_big_blinds_in_another_unit():
    blinds = solve(10, ante="1/8", game="shortdeck")
    chips = solve([4000] * 3, ante=50, big_blind=400, game="shortdeck")
    assert all(getattr(chips, name) == getattr(blinds, name) for name in DECISIONS)
    assert chips.exploitability == blinds.exploitability
    assert repr(chips) == repr(blinds)


def test_a_seed_gives_the_same_result_and_none_is_random():
    one = poker.push_fold_three(10, game="shortdeck")
    assert one == poker.push_fold_three(10, game="shortdeck", seed=one.seed)
    assert one.seed != poker.push_fold_three(10, game="shortdeck").seed


def test_the_result_says_that_it_is_an_approximation():
    found = solve(10, game="shortdeck")
    assert str(found).splitlines()[-1] == (
        "approximate: 192 deals sampled for each three hands, seed 54; exploitable by "
        f"{float(found.exploitability):.1e} big blinds per hand"
    )
    answer = found.as_dict()
    assert [answer[key] for key in ("exact", "method", "samples", "seed")] == [
        *(False, "sampled", 192, SEED)
    ]


@pytest.mark.parametrize(
    ("stack", "options", "message"),
    [
        ([10, 8], {}, "takes one stack or three: of the button, the small blind and the big blind"),
        ([], {}, "one stack or three"),
        ([10, 10, 0.5], {}, "stack must be from 1 .* not 1/2"),
        ([101, 102, 5], {}, "to 100 .* not 101"),
        (10, {"ante": 10}, "stack must be from 11"),
        (10, {"small_blind": 2}, "small_blind must be at most the big blind"),
        (10, {"big_blind": 0}, "big_blind must be above 0"),
        (10, {"game": "omaha"}, "push or fold is for holdem and shortdeck, not omaha"),
        ("ten", {}, "stack"),
    ],
)
def test_other_stakes_are_refused(stack, options, message):
    with pytest.raises(RuleError, match=message):
        solve(stack, **options)


@pytest.mark.parametrize("seed", [-1, 2**64, "x", 1.5])
def test_other_seeds_are_refused(seed):
    with pytest.raises(RuleError, match="seed"):
        poker.push_fold_three(10, seed=seed)


def test_a_deadline_ends_the_samples_and_the_search():
    with deadline(0.02), pytest.raises(DeadlineError):
        poker.push_fold_three(100, game="shortdeck", seed=1)
    solve(10, game="shortdeck")
    with deadline(0.02), pytest.raises(DeadlineError):
        solve(100, game="shortdeck")


def test_the_picture_has_six_grids():
    svg = solve(10, game="shortdeck").svg
    assert svg.count("<svg ") == 7
    assert "Big blind calls both" in svg


def test_the_deals_of_a_short_deck_are_counted_exactly():
    deals, won = _core.three_way(poker.GAMES["shortdeck"].core, SEED)
    assert deals.sum(dtype=np.int64) == comb(36, 2) * comb(34, 2) * comb(32, 2)
    assert won.sum(dtype=np.int64) == deals.sum(dtype=np.int64) * 12 * 192 // 3
    names = [name for name in STARTING_HANDS if not {*name} & {*"2345"}]
    deals = deals.reshape([len(names)] * 3)
    for places in [(0, 0, 0), (0, 0, 5), (0, 3, 0), (7, 7, 7), (0, 7, 11), (2, 30, 80), (9, 11, 9)]:
        hands = (hands_of(names[place]) for place in places)
        met = sum(not (a & b or a & c or b & c) for a, b, c in product(*hands))
        assert deals[places] == met, places
