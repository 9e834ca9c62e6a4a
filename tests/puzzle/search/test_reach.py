"""All targets at once: of one set of numbers, of many, of a whole game."""

import random
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facevalue as fv
from facevalue.puzzle import parse_numbers
from facevalue.puzzle.search.reach import plan_reach
from facevalue.puzzle.search.whole_game import choice_count, choices
from tests.oracles import puzzles as reference
from tests.oracles.rows import PLAIN_RULES

# OEIS A247486: what 1 2 3 4 5 50 do not make, as far as three digits go.
NOT_REACHED = (766, 838, 842, 857, 858, 859, 861)
CARDS = [value for value in range(1, 14) for _ in range(4)]


def every_rules():
    yield from PLAIN_RULES.values()
    for values, use in product(["rational", "nonnegative", "integer", "natural", "positive"], USES):
        yield fv.Rules(f"{values}-{use}", values=values, use=use)
    for values, use, operators in product(["natural", "positive"], USES, OPERATORS):
        yield fv.Rules(f"{values}-{use}{operators}", values=values, use=use, operators=operators)
    yield fv.Rules("given", order="given", values="integer")
    yield fv.Rules("left-any", grouping="left", use="any", order="given")
    yield fv.Rules("orders", grouping="orders", values="natural", use="any")


USES = ["all", "any"]
OPERATORS = ["+", "-", "*", "/", "+-", "*/", "-/", "+*", "+*/", "-*/"]
KINDS = {
    "whole": lambda source: source.randint(1, 12),
    "large": lambda source: source.choice([1, 2, 25, 100, 300]),
    "any": lambda source: source.randint(-3, 9),
    "fraction": lambda source: Fraction(source.randint(-6, 12), source.choice([1, 2, 3])),
}


def random_choices(seed, kind, rules):
    source = random.Random(seed)
    for size in [rules.size] * 2 if rules.size in (1, 2, 3, 4) else [1, 2, 3, 3]:
        yield [KINDS[kind](source) for _ in range(size)]


@pytest.mark.few_slow(60)
@pytest.mark.few_quick(50)
@pytest.mark.parametrize("rules", list(every_rules()), ids=lambda rules: rules.name)
@pytest.mark.parametrize("kind", KINDS)
def test_reachable_targets_agree_with_the_reference(rules, kind):
    if rules.size == 5:
        rules = rules.replace(size=3)  # the reference takes seconds for five
    for numbers in random_choices(f"{rules.name} {kind}", kind, rules):
        for low, high in ((0, 40), (-20, 130), (30, 30), (-9, 0)):
            expected = reference.reachable(numbers, rules, low, high)
            assert expected == set(fv.reachable(numbers, rules, low=low, high=high)), numbers


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("operators", OPERATORS)
def test_zeros_reach_what_the_reference_says(operators, use):
    rules = fv.Rules("zeros", values="natural", use=use, operators=operators)
    for numbers in ([0, 0], [0, 0, 0], [0, 1], [0, 0, 1], [0, 2, 2], [0, 2, 6]):
        for low in (0, 1, 2):
            expected = reference.reachable(numbers, rules, low, 12)
            assert expected == set(fv.reachable(numbers, rules, low=low, high=12)), numbers


@pytest.mark.parametrize("rules", ["countdown", "whole"])
def test_targets_of_four_numbers_agree_with_the_reference(rules):
    for numbers in ([1, 2, 3, 75], [6, 6, 5, 2], [1, 1, 1, 1]):
        expected = reference.reachable(numbers, fv.RULES[rules], 0, 700)
        assert expected == set(fv.reachable(numbers, rules, low=0, high=700))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(1, 30), min_size=4, max_size=6),
    st.sampled_from(["any", "all"]),
    st.sampled_from(["positive", "natural"]),
    st.integers(0, 60),
)
def test_tables_of_whole_numbers_agree_with_the_solver(numbers, use, values, low):
    rules = fv.Rules("mine", use=use, values=values)
    targets = range(low, low + 30)
    solvable = fv.solvable_many([numbers] * len(targets), list(targets), rules)
    expected = {t for t, is_solvable in zip(targets, solvable, strict=True) if is_solvable}
    assert expected == set(fv.reachable(numbers, rules, low=low, high=low + 29))


@pytest.mark.parametrize("values", ["positive", "natural"])
@pytest.mark.parametrize(
    ("numbers", "low", "high"),
    [
        ([75, 50, 2, 3, 8, 7], 800, 830),
        ([25, 50, 75, 100, 3, 6], 940, 960),
        ([9, 8, 7, 6, 5, 4, 3], 9970, 9990),
        ([300, 1000, 7, 7, 2], 2090, 2110),
        ([99_999, 99_998, 3, 2, 1], 0, 20),  # only their difference is small
        ([50_000, 50_000, 7, 5, 3], 30, 60),  # with zero: (a-a)*b and the like
    ],
)
def test_larger_choices_agree_with_the_solver(numbers, low, high, values):
    rules = fv.Rules("mine", use="any", values=values)
    targets = range(low, high + 1)
    solvable = fv.solvable_many([numbers] * len(targets), list(targets), rules)
    expected = [t for t, is_solvable in zip(targets, solvable, strict=True) if is_solvable]
    assert expected == list(fv.reachable(numbers, rules, low=low, high=high))


def test_numbers_beyond_the_tables_take_the_general_way():
    big = 3_000_000_000_000_000_000
    reach = fv.reachable([big, big - 812, 1, 2], low=800, high=820)
    assert (809, 810, 811, 812, 813, 814, 815) <= reach.values
    assert set(reach) == {
        t for t in range(800, 821) if fv.solve([big, big - 812, 1, 2], t, "countdown").first
    }
    assert 10**12 + 7 in fv.reachable("1000000 1000000 7", low=10**12, high=10**12 + 10)


def test_what_one_to_five_and_fifty_do_not_reach():
    reach = fv.reachable("1 2 3 4 5 50")
    assert reach.missing == NOT_REACHED
    assert len(reach) == 893
    assert 765 in reach
    assert 766 not in reach
    assert [reach.low in reach, reach.high in reach] == [reach.marks[0] == 1, reach.marks[-1] == 1]


def test_four_fours():
    expected = [*range(10), 12, 15, 16, 17, 20, 24, 28, 32, 36, 48, 60, 64, 68, 80, 128, 256]
    assert expected == list(fv.reachable("4 4 4 4", "classic", low=0, high=300))


def test_a_view_works_like_a_set_and_is_compared_by_its_arguments():
    reach = fv.reachable("1 2", low=-1, high=4)
    assert list(reach) == [1, 2, 3]
    assert reach.values == (1, 2, 3)
    assert reach.missing == (-1, 0, 4)
    assert Fraction(3) in reach
    assert Fraction(5, 2) not in reach
    assert "3" in reach
    assert "x" not in reach
    assert 9 not in reach
    assert reach == fv.reachable([1, 2], "countdown", low=-1, high=4)
    assert reach != fv.reachable([1, 2], "countdown", low=0, high=4)
    assert len({reach, fv.reachable([1, 2], "countdown", low=-1, high=4)}) == 1
    with pytest.raises(AttributeError):
        reach.low = 3


def test_the_picture_has_a_sign_for_each_target():
    reach = fv.reachable("1 2 3 4 5 50")
    *lines, summary = str(reach).splitlines()
    assert summary == "1 2 3 4 5 50 make 893 of 900 targets"
    assert [line.split()[0] for line in lines] == [str(first) for first in range(100, 1000, 50)]
    assert lines[13] == "750  ########## ######.### ########## ########## ##########"
    assert str(reach).count("#") == len(reach)
    assert reach.svg.count("<rect") == len(reach.missing)
    assert "<title>766</title>" in reach.svg
    assert reach.svg.count("h9v9h-9z") == len(reach)
    assert reach._repr_svg_() == reach.svg


def test_the_picture_begins_where_the_targets_begin():
    assert str(fv.reachable("1 2", low=-1, high=2)).splitlines() == [
        "-50" + " " * 55 + ".",
        "  0  .##",
        "1 2 make 2 of 4 targets",
    ]


@pytest.mark.parametrize(
    ("numbers", "options", "error", "message"),
    [
        ("1 x", {}, fv.NotationError, "expected a number: 'x'"),
        ("", {}, fv.RuleError, "there are no numbers: ''"),
        ("1 2", {"rules": "chess"}, fv.RuleError, "unknown rules 'chess'"),
        ("1 2", {"rules": "forth"}, fv.RuleError, "the rules 'forth' need 4 numbers"),
        ("1 2", {"low": 5, "high": 4}, fv.RuleError, "`low=5` is greater than `high=4`"),
        ("1 2", {"low": 1.0}, fv.RuleError, "low and high must be whole numbers, not 1.0"),
        ("1 2", {"high": True}, fv.RuleError, "low and high must be whole numbers, not True"),
        (
            "1 2",
            {"high": 10**8},
            fv.LimitError,
            "at most 10000000 targets are allowed",
        ),
        ("1 2", {"high": 2**63}, fv.LimitError, "targets may be at most 4611686018427387904"),
        ("11 12 13 14 15 16 17 18 19", {}, fv.LimitError, "finding what 9 numbers reach"),
        ("1 2 3 4 5 6 7 8", {"rules": "classic"}, fv.LimitError, "8 numbers reach would take"),
        (
            "1 2 3 4 5 6 7 8 9 10 11",
            {"rules": "raku-left"},
            fv.LimitError,
            "walking through [0-9,]* candidates would",
        ),
    ],
)
def test_invalid_arguments_are_refused(numbers, options, error, message):
    with pytest.raises(error, match=message):
        fv.reachable(numbers, **options)


# Many ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["countdown", "whole", "classic", "oberon"])
@pytest.mark.parametrize("workers", [1, 3])
def test_many_rows_are_reached_like_each_of_them(rules, workers):
    rows = np.random.default_rng(24).integers(1, 13, (60, 4))
    reached = fv.reachable_many(rows, rules, low=0, high=99, workers=workers)
    assert reached.shape == (60, 100)
    assert reached.dtype == np.bool_
    for row, marks in zip(rows.tolist(), reached, strict=True):
        assert fv.reachable(row, rules, low=0, high=99).marks == marks.tobytes()


def test_rows_of_different_sizes_of_numbers_do_not_disturb_each_other():
    rows = [
        [1, 2, 3, 4, 5, 50],
        [500, 400, 300, 200, 100, 9],
        [7, 7, 7, 7, 7, 7],
        [1, 1, 1, 1, 1, 2],
    ]
    reached = fv.reachable_many([*rows, rows[0][::-1]])
    for row, marks in zip(rows, reached, strict=False):
        assert fv.reachable(row).marks == marks.tobytes()
    assert (reached[0] == reached[-1]).all()


def test_a_row_with_zero_or_less_is_reached_like_the_others():
    rows = [[1, 2, 3], [0, 2, 3], [-1, 2, 3]]
    reached = fv.reachable_many(rows, "countdown", low=0, high=9)
    for row, marks in zip(rows, reached, strict=True):
        assert reference.reachable(row, fv.RULES["countdown"], 0, 9) == set(np.flatnonzero(marks))


def test_no_rows_give_no_rows():
    assert fv.reachable_many(np.empty((0, 6), dtype=np.int64)).shape == (0, 900)


@pytest.mark.parametrize(
    ("rows", "options", "error", "message"),
    [
        ([1, 2, 3], {}, fv.RuleError, r"numbers must have the shape \(N, k\)"),
        ([[1 / 3, 1]], {}, fv.NotationError, "a float is not exact"),
        (
            [[1, 2]],
            {"workers": 0},
            fv.RuleError,
            "workers must be a whole number from 1 to 64, not 0",
        ),
        ([[1, 2]], {"low": 9, "high": 8}, fv.RuleError, "`low=9` is greater than `high=8`"),
        ([[2**62] * 16], {}, fv.LimitError, "the numbers are too large"),
        ([range(1, 10)], {}, fv.LimitError, "9 numbers reach would take about"),
        ([[1, 2]] * 500, {"high": 10**7}, fv.LimitError, "at most 4000000000 pairs"),
    ],
)
def test_invalid_rows_are_refused(rows, options, error, message):
    with pytest.raises(error, match=message):
        fv.reachable_many(rows, **options)


# Whole games --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def countdown():
    return fv.whole_game(low=101, workers=2)


@pytest.mark.slow
def test_countdown_has_13243_choices_and_134596_draws(countdown):
    assert len(countdown) == 13_243
    assert [2850, 5808, 3690, 840, 55] == [tally.choices for tally in countdown.by_large]
    assert comb(24, 6) == 134_596 == countdown.total.draws
    assert comb(20, 6) == countdown.by_large[0].draws


@pytest.mark.slow
def test_how_many_pairs_of_countdown_can_be_made(countdown):
    assert countdown.total.pairs == 10_858_746
    assert [1_963_726, 4_966_076, 3_192_103, 693_131, 43_710] == [
        tally.pairs for tally in countdown.by_large
    ]
    assert round(float(countdown.total.share), 6) == 0.937339


def test_how_many_choices_of_countdown_make_every_target(countdown):
    assert countdown.total.complete == 1226
    assert [5, 614, 603, 4, 0] == [tally.complete for tally in countdown.by_large]


def test_the_hardest_target_of_countdown_is_947(countdown):
    assert next(iter(countdown.targets.items())) == (947, 9017)


def test_a_hundred_is_also_a_target_of_the_whole_game():
    game = fv.whole_game()
    assert game.total.pairs == 10_871_986
    assert game.total.complete == 1226


def test_four_cards_of_a_deck_make_24_with_a_probability_of_8046():
    game = fv.whole_game("classic", tiles=CARDS, size=4, low=24, high=24)
    assert len(game) == 1820
    assert game.total.pairs == game.total.complete == 1362
    assert game.total.draws == comb(52, 4)
    assert round(float(game.total.share), 4) == 0.8046


def test_the_choices_of_some_tiles():
    assert list(choices((1, 1, 2, 3), 2)) == [((1, 1), 1), ((1, 2), 2), ((1, 3), 2), ((2, 3), 1)]
    assert sum(ways for _, ways in choices(CARDS, 3)) == comb(52, 3)
    assert [choice_count((1, 1, 2, 3), count) for count in range(5)] == [1, 3, 4, 3, 1]
    assert choice_count(fv.puzzle.TILES, 6) == 13_243


@pytest.mark.parametrize("order", ["any", "given"])
@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_counts_what_every_draw_makes(order, seed):
    source = random.Random(seed)
    operators, size = source.choice(["+-*/", "+-", "-/"]), source.choice([1, 2, 3])
    rules = fv.Rules("r", operators=operators, order=order, use=source.choice(["all", "any"]))
    tiles = [source.choice([1, 1, 2, 3, 7, 12]) for _ in range(source.choice([3, 5]))]
    draws = list(permutations(tiles, size) if order == "given" else combinations(tiles, size))
    made = [len(fv.reachable(draw, rules, low=1, high=12)) for draw in draws]
    game = fv.whole_game(rules, tiles=tiles, size=size, low=1, high=12)
    different = {draw if order == "given" else tuple(sorted(draw)) for draw in draws}
    assert set(map(tuple, game.numbers.tolist())) == different
    assert len(game) == len(different) == choice_count(tiles, size, is_ordered=order == "given")
    assert game.total.draws == len(draws)
    assert game.total.share == Fraction(sum(made), 12 * len(draws))


@pytest.mark.slow
def test_progress_is_reported_and_may_stop_the_sweep():
    reports = []
    fv.whole_game(progress=lambda done, total: reports.append((done, total)))
    assert reports
    assert reports == sorted(reports)
    assert {total for _, total in reports} == {13_243}

    def refuse(*_):
        raise KeyError("enough")

    for workers in (1, 2):
        with pytest.raises(KeyError, match="enough"):
            fv.whole_game(progress=refuse, workers=workers)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"tiles": "1 2 1/2"}, fv.RuleError, "tiles must be whole numbers, not '1 2 1/2'"),
        ({"tiles": "1 2 3"}, fv.RuleError, "size must be a whole number from 1 to 3, not 6"),
        ({"size": 0}, fv.RuleError, "size must be a whole number from 1 to 24, not 0"),
        ({"tiles": range(1, 53)}, fv.LimitError, "at most 1000000 choices are allowed"),
        ({"rules": "classic"}, fv.LimitError, r"13,243 choices .* would take about 15 minutes"),
        ({"limit": 0}, fv.LimitError, "would take about 0 seconds; make the query smaller,"),
    ],
)
def test_a_game_that_cannot_be_is_refused(options, error, message):
    with pytest.raises(error, match=message):
        fv.whole_game(**options)


@pytest.mark.parametrize(
    ("seconds", "numbers", "rules", "high"),
    [
        (3.9e-6, "1 2 3", "classic", 999),
        (3e-5, "1 2 3 4", "classic", 999),
        (3.0, "1 2 3 4 5 6 7", "classic", 999),
        (0.1, "0 1 2 3 4 5 6", "countdown", 999),
        (1.5e-6, "1 2 3", "countdown", 999),
        (1.2e-5, "1 2 3 4 5", "countdown", 1000),
        (3.2e-5, "1 2 3 4 5 6", "countdown", 999),
        (3.2e-5 + 4 * 1.2e-5, "1 2 3 4 5 6", "countdown", 5000),
        (2.4e-3, "1 2 3 4 5 6 7 8", "countdown", 999),
        (3e-6 + 1.1e-7 * 24 * 4**3, "1 2 3 4", "raku-left", 999),
        (3e-6 + 0.01, "1 2 3", "classic", 10**7),
    ],
)
def test_the_time_that_a_choice_takes_is_estimated(seconds, numbers, rules, high):
    found = plan_reach(parse_numbers(numbers), fv.RULES[rules], 100, high).seconds
    assert seconds == pytest.approx(found, rel=0.1)


def test_a_game_is_also_refused_for_its_smallest_choice():
    """A tile below 1 sends every choice to a slower method."""
    options = {"tiles": range(9, 24), "size": 6}
    assert 5005 == len(fv.whole_game(**options, limit=0.5))
    with pytest.raises(fv.LimitError, match="would take about 23 seconds"):
        fv.whole_game(**options | {"tiles": range(15)})


def test_a_game_may_have_a_thousand_different_tiles():
    game = fv.whole_game(tiles=range(1, 1001), size=1)
    assert [*range(100, 1000)] == (game.reached.nonzero()[0] + 1).tolist()
