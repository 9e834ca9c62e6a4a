"""ICM by all orders of players; the bound of the error of rounded prizes."""

import re
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facevalue import RuleError, _core, deadline, poker
from facevalue.errors import DeadlineError


def icm_by_all_orders(stacks, payouts):
    worth = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = Fraction(1), sum(stacks)
        for player in order:
            chance *= Fraction(stacks[player], left)
            left -= stacks[player]
        for player, payout in zip(order, payouts, strict=False):
            worth[player] += chance * payout
    return tuple(worth)


CHIPS = st.lists(st.integers(1, 10**6), min_size=1, max_size=7)


@settings(max_examples=8)
@given(CHIPS, st.lists(st.integers(0, 1000), max_size=7))
def test_icm_is_the_sum_over_all_orders_of_finishing(stacks, payouts):
    payouts = payouts[: len(stacks)]
    assert poker.icm(stacks, payouts).prizes == icm_by_all_orders(stacks, payouts)


def test_all_prizes_are_shared_out_among_ten_players():
    stacks, payouts = range(1000, 11000, 1000), [50, 30, 20, 10, 9, 8, 7, 6, 5, 4]
    assert sum(poker.icm(stacks, payouts)) == sum(payouts)


def test_icm_reads_what_people_write():
    assert poker.icm("5000, 3000 2000", "50,30,20") == poker.icm([5000, 3000, 2000], [50, 30, 20])
    assert poker.icm([0.1, "3/4"], [1]).prizes == (Fraction(2, 17), Fraction(15, 17))
    assert poker.icm([1], [0.1234567])[0] == Fraction(1234567, 10**7)
    assert poker.icm([1], [Decimal("1e-7")]) == poker.icm([1], [1e-7])
    assert poker.icm([1], [1e-7]).prizes == (Fraction(1, 10**7),)


@pytest.mark.parametrize(
    ("written", "stacks"),
    [
        ("5,250 3,125 2,375", [5250, 3125, 2375]),
        ("5,250, 3,125, 2,375", [5250, 3125, 2375]),
        ("5,250 925 1,003,125", [5250, 925, 1003125]),
        ("5,250.50 3,125", [Fraction(10501, 2), 3125]),
        ("10,000 5000", [10000, 5000]),
        ("5,000,3,000,2,000", [5000, 3000, 2000]),
        ("500,300,200", [500, 300, 200]),
        ("5000,300 200", [5000, 300, 200]),
        ("1,2,3", [1, 2, 3]),
    ],
)
def test_thousands_separators_are_read_where_nothing_else_fits(written, stacks):
    assert poker.icm(written, "50") == poker.icm(stacks, [50])


@pytest.mark.parametrize(
    ("written", "one", "other"),
    [
        ("5,250 3125 2,375", "5250 3125 2375", "5 250 3125 2 375"),
        ("500,300, 200", "500300 200", "500 300 200"),
        ("12,500,100,000", "12500100000", "12 500 100000"),
    ],
)
def test_a_comma_with_two_meanings_is_a_question(written, one, other):
    with pytest.raises(RuleError) as refused:
        poker.icm(written, "50")
    meant = f"did you mean {one}, or {other}?"
    assert str(refused.value) == f"commas may separate thousands here: {written!r}; {meant}"
    assert poker.icm(one, "50") != poker.icm(other, "50")


def test_a_question_about_commas_shows_no_control_characters():
    with pytest.raises(RuleError, match=r"not '50\\x84\?'"):
        poker.icm("50\x84? 03000 1,999", "50")


@pytest.mark.parametrize("written", ["5,250 3125" * 9, "5,250 " * 50_000 + "1234", "1,0" * 50_000])
def test_long_strings_of_stacks_are_refused_in_a_line(written):
    with pytest.raises(RuleError) as refused:
        poker.icm(written, "50")
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("stacks", "payouts", "message"),
    [
        ([], [1], "1 to 20 stacks"),
        (range(1, 22), [1], "1 to 20 stacks"),
        ([1, 0], [1], "leave out players without chips"),
        ([1, 2], [3, 2, 1], "there are 3 payouts, but only 2 players"),
        ([1, -2], [3], "a stack must be"),
        ([1, 2], ["x"], "a payout must be"),
        ([1, float("nan")], [3], "a stack must be"),
        ([1, Decimal("1e-999999")], [3], "a stack must be"),
        (7, [3], "expected a list"),
    ],
)
def test_icm_refuses_other_numbers(stacks, payouts, message):
    with pytest.raises(RuleError, match=message):
        poker.icm(stacks, payouts)


def icm_by_sets(stacks, payouts):
    """The readable version: who wins among the players who are left, and so on for the others."""

    @cache
    def worth(left, place):
        total = sum(stacks[player] for player in left)
        found = dict.fromkeys(left, Fraction(0))
        if place == len(payouts):
            return found
        for winner in left:
            chance = Fraction(stacks[winner], total)
            found[winner] += chance * payouts[place]
            for player, prize in worth(left - {winner}, place + 1).items():
                found[player] += chance * prize
        return found

    found = worth(frozenset(range(len(stacks))), 0)
    return tuple(found[player] for player in range(len(stacks)))


def rounded(stacks, payouts):
    prizes, bound = _core.rounded_icm(stacks, payouts)
    return [Fraction(*prize) for prize in prizes], Fraction(*bound)


@settings(max_examples=5)
@given(CHIPS, st.lists(st.integers(0, 1000), max_size=7))
def test_both_obvious_versions_of_icm_agree(stacks, payouts):
    payouts = payouts[: len(stacks)]
    assert icm_by_sets(stacks, payouts) == icm_by_all_orders(stacks, payouts)


AMOUNTS = st.one_of(
    st.integers(1, 10**6),
    st.sampled_from([1, 10**17, Fraction(1, 10**17), Fraction(1, 3)]),
    st.fractions(Fraction(1, 1000), 10**4, max_denominator=1000),
)


@settings(max_examples=40)
@given(st.lists(AMOUNTS, min_size=1, max_size=7), st.lists(AMOUNTS | st.just(0), max_size=7))
def test_rounded_prizes_are_within_their_bound(stacks, payouts):
    payouts = payouts[: len(stacks)]
    found, bound = rounded(stacks, payouts)
    exact = poker.icm(stacks, payouts)
    assert exact.exact
    assert all(abs(one - other) <= bound for one, other in zip(found, exact, strict=True))
    assert bound <= Fraction(1, 10**12) * max(payouts, default=0)


def test_the_bound_is_no_larger_than_the_proof_says():
    # Of 3 players and 2 prizes: 2 * (2*3 + 3) operations for the places, 3 + 1 for the sum over
    # sets, 2 for the prize, 1 for each prize, and 1 for tiny numbers.
    operations = 2 * 9 + 4 + 2 + 2 + 1
    assert rounded([5, 3, 2], [20, 10])[1] == 20 * Fraction(operations, 2**53 - operations)


def test_a_stack_that_is_hardly_a_chip_has_a_rounded_prize_within_the_bound():
    stacks = [*[Fraction(1, 10**17)] * 9, *[10**17] * 11]
    found, bound = rounded(stacks, range(20, 0, -1))
    assert bound < Fraction(1, 10**11)
    assert abs(sum(found) - 210) <= 20 * bound
    assert len({*found[:9]}) <= 9
    assert all(prize >= 0 for prize in found)


def test_equal_stacks_have_equal_prizes_within_the_bound():
    found = poker.icm([1500 + 10**6] * 14, range(14, 0, -1))
    assert found.exact
    assert {*found} == {Fraction(15, 2)}
    prizes, bound = rounded([1500] * 20, range(20, 0, -1))
    assert all(abs(prize - Fraction(21, 2)) <= bound for prize in prizes)


@pytest.mark.parametrize(("players", "places"), [(20, 3), (13, 2)])
def test_few_prizes_are_exact_for_many_players(players, places):
    random = Random(players)
    stacks = [random.randint(1, 10**6) for _ in range(players)]
    payouts = [random.randint(1, 10**6) for _ in range(places)]
    found = poker.icm(stacks, payouts)
    assert found.exact
    assert found.error_bound == 0
    assert found.prizes == icm_by_sets(stacks, payouts)
    assert sum(found) == sum(payouts)


def test_a_final_table_of_twenty_has_a_bound():
    random = Random(20)
    stacks = [random.randint(10**4, 10**6) for _ in range(20)]
    payouts = sorted((random.randint(1, 10**6) for _ in range(20)), reverse=True)
    found = poker.icm(stacks, payouts)
    assert not found.exact
    assert 0 < found.error_bound < max(payouts) / 10**12
    assert abs(sum(found) - sum(payouts)) <= 20 * found.error_bound
    by_stack = [prize for _, prize in sorted(zip(stacks, found, strict=True))]
    assert by_stack == sorted(by_stack)
    printed = re.fullmatch(
        r"rounded: each prize is at most (\S+) from the exact one", str(found).splitlines()[-1]
    )
    assert printed
    assert found.error_bound <= Fraction(printed[1]) <= found.error_bound * Fraction(11, 10)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "size"), [(12, 10**6), (14, 10**3)])
def test_many_prizes_are_within_their_bound_of_exact_fractions(players, size):
    random = Random(players)
    stacks = [random.randint(1, size) for _ in range(players)]
    payouts = [random.randint(0, 10**5) for _ in range(players)]
    found, bound = rounded(stacks, payouts)
    exact = icm_by_sets(stacks, payouts)
    assert all(abs(one - other) <= bound for one, other in zip(found, exact, strict=True))
    usual = poker.icm(stacks, payouts)
    assert usual.exact == (players == 12)
    assert usual.prizes == (exact if usual.exact else tuple(found))


def test_a_deadline_ends_the_sums_over_all_sets():
    for stacks in (range(1, 21), [10**5 + 37 * k**3 for k in range(12)]):
        with deadline(0.001), pytest.raises(DeadlineError):
            poker.icm(stacks, range(len(stacks), 0, -1))


def test_prizes_are_shown_in_lines_with_labels():
    assert str(poker.icm("5,250.50 0.4 900", [1000.25, "1/3"])).splitlines() == [
        "player 1  stack 5250.5 (85.36 %)  prize 853.8771 (85.34 %)",
        "player 2  stack    0.4 ( 0.01 %)  prize   0.0652 ( 0.01 %)",
        "player 3  stack    900 (14.63 %)  prize 146.6410 (14.66 %)",
    ]
    assert str(poker.icm([1, 1], [])) == (
        "player 1  stack 1 (50.00 %)  prize 0.0000 ( 0.00 %)\n"
        "player 2  stack 1 (50.00 %)  prize 0.0000 ( 0.00 %)"
    )
    assert repr(poker.icm([5000, 3000, 2000], [50, 30, 20])) == "<Icm: 38.3929, 32.7500, 28.8571>"


def test_prizes_are_a_sequence():
    found = poker.icm([3, 1], [8])
    assert (found[0], len(found), list(found)) == (6, 2, [6, 2])
    assert found == poker.icm("3 1", "8")
