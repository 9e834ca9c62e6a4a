"""Generated puzzles: certified, without duplicates, the same for a seed."""

import re
from bisect import bisect_right
from collections import Counter
from fractions import Fraction
from itertools import (
    combinations,
    combinations_with_replacement,
    islice,
    permutations,
    product,
)
from math import comb, isqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facevalue as fv
from facevalue.puzzle.model.digest import digest_many, split_bounds
from facevalue.puzzle.model.rules import RULES
from facevalue.randomness import TWO_64, mix64, split_mix64
from tests.oracles import puzzles as reference
from tests.oracles.rows import PLAIN_RULES

PAST = {"low": 26, "high": 40, "dealable": True}
SEEDS = st.integers(0, TWO_64 - 1)
MAX_VALUES = 1_000_000  # of a range
# Rules whose puzzles of many numbers are labelled fast.
SUMS = fv.Rules("sums", operators="+", grouping="left")
IN_ORDER = fv.Rules("in order", operators="+", order="given")


# All puzzles, each once


def any_puzzles(rules, size, **options):
    """All puzzles of so many numbers, with or without a solution."""
    return fv.puzzle.PuzzleQuery(rules, size=size, solvable=None, **options)


def rows_of(query, seed, positions):
    """The numbers of the puzzles at some positions."""
    return [tuple(row) for row in query.batch(seed, positions).numbers.tolist()]


def ranks_of(size, seed, positions):
    """The ranks at some positions of the order of so many puzzles."""
    query = any_puzzles("classic", 1, low=1, high=1, target=(0, size - 1))  # the target is the rank
    return query.batch(seed, positions).targets.tolist()


def choices_of(rules, low, high, size):
    """All choices of numbers from a range."""
    query = any_puzzles(rules, size, low=low, high=high, target=24)
    positions = range(query.total)
    order = {rank: at for at, rank in enumerate(ranks_of(query.total, 0, positions))}
    rows = rows_of(query, 0, positions)
    return [rows[order[rank]] for rank in positions]


@given(st.integers(1, 600), SEEDS)
def test_an_order_has_each_place_once(size, seed):
    assert list(range(size)) == sorted(ranks_of(size, seed, range(size)))


@given(st.integers(1, 3), st.integers(1, MAX_VALUES), SEEDS, st.data())
def test_an_order_agrees_with_a_network_of_whole_numbers(size, values, seed, data):
    choices = values**size
    targets = data.draw(st.integers(1, min(10**9, 2**62 // choices)))
    query = any_puzzles(IN_ORDER, size, low=0, high=values - 1, target=(0, targets - 1))
    assert choices * targets == query.total
    for position in data.draw(st.lists(st.integers(0, query.total - 1), min_size=1, max_size=5)):
        rank = 0
        for number in rows_of(query, seed, range(position, position + 1))[0]:
            rank = rank * values + number
        target = int(query.batch(seed, range(position, position + 1)).targets[0])
        assert rank * targets + target == _slow_rank(query.total, seed, position)


def _slow_rank(size, seed, rank):
    """A Feistel network over two digits, entered until it gives a rank that is inside."""
    keys = list(islice(split_mix64(seed), 6))
    left = isqrt(size - 1) + 1
    bases = left, -(-size // left)
    while True:
        digits = list(divmod(rank, bases[1]))
        for number, key in enumerate(keys):
            one, other = number % 2, 1 - number % 2
            digits[one] = (digits[one] + mix64(digits[other] ^ key)) % bases[one]
        rank = digits[0] * bases[1] + digits[1]
        if rank < size:
            return rank


def test_another_seed_is_another_order():
    assert 50 == len({tuple(ranks_of(1000, seed, range(9))) for seed in range(50)})


@pytest.mark.parametrize(("low", "high", "size"), [(1, 13, 4), (-2, 3, 3), (5, 5, 6), (0, 9, 1)])
def test_numbers_of_a_range_are_all_there_in_the_order_of_their_ranks(low, high, size):
    values = range(low, high + 1)
    ascending = combinations_with_replacement(values, size)
    by_largest = sorted(ascending, key=lambda row: row[::-1])
    assert by_largest == choices_of(SUMS, low, high, size)
    assert list(product(values, repeat=size)) == choices_of(IN_ORDER, low, high, size)


def test_countdown_has_its_13_243_choices_with_every_target():
    query = fv.puzzle.PuzzleQuery("countdown", solvable=None, target=500)
    assert 13_243 == query.total
    assert 13_243 * 899 == fv.puzzle.PuzzleQuery("countdown").total
    rows = query.batch(1, range(query.total)).numbers
    assert 13_243 == len({tuple(row) for row in rows.tolist()})
    tiles = RULES["countdown"].deck_values
    assert all(row.count(tile) <= tiles.count(tile) for row in rows.tolist() for tile in row)


KRYPTO = Counter(RULES["krypto"].deck_values)


@pytest.mark.slow
def test_a_pack_deals_the_puzzles_of_krypto_with_their_targets():
    puzzles = list(fv.generate("krypto", seed=7, count=5000, solvable=None))
    assert all(Counter(map(int, (*each.numbers, each.target))) <= KRYPTO for each in puzzles)
    free = list(fv.generate("krypto", seed=7, count=500, solvable=None, dealable=False))
    assert any(not Counter(map(int, (*each.numbers, each.target))) <= KRYPTO for each in free)


SMALL = fv.puzzle.DeckSpec(
    "small", kind="tiles", small=(1, 1, 2, 5, 5, 5, 9), size=3, next_is_target=True
)


@pytest.mark.parametrize("size", [1, 2, 3, 6])
@pytest.mark.parametrize("target", [None, 5, (2, 5), (0, 9)])
def test_every_puzzle_that_a_deck_can_deal_comes_once(size, target):
    rules = fv.Rules("mine", deck=SMALL)
    query = fv.puzzle.PuzzleQuery(rules, size=size, target=target, solvable=None)
    low, high = target if isinstance(target, tuple) else (target or 1, target or 9)
    dealt = {
        (*sorted(pieces[:-1]), pieces[-1])
        for pieces in permutations(SMALL.small, size + 1)
        if low <= pieces[-1] <= high
    }
    found = [(*map(int, each.numbers), int(each.target)) for each in query.puzzles(3)]
    assert sorted(dealt) == sorted(found)
    assert len(dealt) == query.total


def test_digits_of_a_deck_with_gaps_may_repeat_and_are_the_only_ones():
    even = fv.puzzle.DeckSpec("even", kind="digits", small=(0, 2, 4), size=2, next_is_target=True)
    puzzles = fv.generate(fv.Rules("even", deck=even), solvable=None)
    found = {(*map(int, each.numbers), int(each.target)) for each in puzzles}
    assert set(product((0, 2, 4), repeat=3)) == found | {(b, a, c) for a, b, c in found}
    in_order = fv.Rules("even in order", deck=even, order="given")
    assert 27 == fv.puzzle.PuzzleQuery(in_order, solvable=None).total


def test_low_and_high_choose_cards_of_the_deck_if_puzzles_must_be_dealable():
    options = {"low": 7, "high": 30, "solvable": None}
    dealt = list(fv.generate("countdown", dealable=True, target=500, **options))
    tiles = [*range(7, 11)] * 2 + [25]
    assert len({tuple(sorted(each)) for each in combinations(tiles, 6)}) == len(dealt)
    free = fv.puzzle.PuzzleQuery("countdown", target=500, **options)
    assert comb(24 + 5, 6) == free.total
    assert (
        free.total
        == fv.puzzle.PuzzleQuery("countdown", target=500, dealable=False, **options).total
    )


def test_all_hands_that_make_24_come_once():
    puzzles = list(fv.generate(seed=5))
    assert 1362 == len(puzzles) == len({puzzle.key for puzzle in puzzles})


@pytest.mark.few_quick(4)
@pytest.mark.parametrize("rules", [*PLAIN_RULES])
def test_no_puzzle_comes_twice_under_any_rules(rules):
    puzzles = list(islice(fv.generate(rules, seed=3), 300))
    assert len(puzzles) == len({puzzle.key for puzzle in puzzles})
    assert {fv.RULES[rules]} == {puzzle.rules for puzzle in puzzles}


def test_several_counts_of_numbers_are_mixed():
    puzzles = list(islice(fv.generate("make10", size=(3, 4), seed=1), 200))
    assert {3, 4} == {len(puzzle.numbers) for puzzle in puzzles}


# Certified


@pytest.mark.parametrize("rules", ["classic", "whole", "countdown", "oberon", "make10"])
@pytest.mark.parametrize("solvable", [True, False])
def test_the_reference_solves_generated_puzzles(rules, solvable):
    options = {"size": 3, "low": 1, "high": 12, "target": (1, 60)}
    for puzzle in fv.generate(rules, seed=2, count=12, solvable=solvable, **options):
        solutions = reference.raw(puzzle.numbers, puzzle.target, puzzle.rules)
        assert solvable == bool(list(solutions)), puzzle


@pytest.mark.parametrize("rules", ["classic", "countdown"])
def test_labels_agree_with_the_puzzle(rules):
    for rows in fv.puzzle.PuzzleQuery(rules, low=1, high=10, size=4, target=(10, 40)).batches(
        1, count=30
    ):
        for place, puzzle in enumerate(rows):
            assert rows.labels.solution_count[place] == puzzle.solve().count() > 0
            assert rows.labels.needs_fraction[place] == puzzle.needs_fraction
            assert rows.labels.difficulty[place] == puzzle.difficulty.percentile


def test_the_hands_that_need_a_fraction_are_found():
    found = {str(puzzle) for puzzle in fv.generate(needs_fraction=True)}
    assert 16 == len(found)
    assert "3 3 8 8 -> 24" in found


def test_only_matching_puzzles_are_kept():
    query = fv.puzzle.PuzzleQuery(difficulty=(90, 100), solution_count=(2, 3), needs_fraction=False)
    for rows in query.batches(1, count=10):
        assert rows.labels.difficulty.min() >= 90
        assert set(rows.labels.solution_count.tolist()) <= {2, 3}
        assert not rows.labels.needs_fraction.any()
    assert 458 == sum(1 for _ in fv.generate(solvable=False))
    assert 1820 == sum(1 for _ in fv.generate(solvable=None))
    assert 515 == sum(1 for _ in fv.generate(solution_count=1))


# The same everywhere


def test_a_row_depends_on_the_seed_and_its_place_alone():
    query = fv.puzzle.PuzzleQuery("countdown", solution_count=(1, 20))
    whole = query.batch(7, range(300))
    parts = [query.batch(7, range(at, at + 50), workers=2) for at in range(0, 300, 50)]
    assert [str(puzzle) for puzzle in whole] == [str(puzzle) for part in parts for puzzle in part]
    assert whole.positions.tolist() == [
        place for part in parts for place in part.positions.tolist()
    ]


def test_a_seed_gives_these_puzzles_forever():
    expected = ["1 2 4 8 -> 24", "4 5 8 9 -> 24", "2 2 10 11 -> 24"]
    assert expected == [str(puzzle) for puzzle in fv.generate(seed=24, count=3)]


# Splits


@given(
    st.lists(st.tuples(*[st.integers(-(2**40), 2**40)] * 4), min_size=1, max_size=5),
    st.integers(-(2**40), 2**40),
    st.sampled_from(["classic", "countdown", "oberon"]),
)
@settings(max_examples=50)
def test_many_digests_equal_single_ones(rows, target, rules):
    expected = [fv.Puzzle(row, target, rules).digest for row in rows]
    targets = np.full(len(rows), target)
    assert expected == digest_many(np.array(rows), targets, fv.RULES[rules]).tolist()


def test_a_digest_does_not_hang_on_the_order_of_numbers_unless_the_rules_do():
    assert fv.Puzzle("8 3 3 8").digest == fv.Puzzle("3 3 8 8").digest
    assert fv.Puzzle("8 3 3 8", 24, "oberon").digest != fv.Puzzle("3 3 8 8", 24, "oberon").digest
    assert fv.Puzzle("3 3 8 8").digest != fv.Puzzle("3 3 8 8", 24, "whole").digest
    assert fv.Puzzle("3/8 1").digest != fv.Puzzle("3 8/1").digest


@pytest.mark.parametrize("solvable", [True, False, None])
def test_rows_have_simplest_solutions_on_request(solvable):
    query = fv.puzzle.PuzzleQuery("countdown", size=(2, 3), solvable=solvable)
    rows = query.batch(1, range(500), simplest=True)
    expected = [puzzle.solve().first for puzzle in rows]
    assert [first and str(first) for first in expected] == rows.labels.simplest.tolist()
    assert query.batch(1, range(500)).labels.simplest is None


def test_the_digests_of_a_slice_are_the_digests_of_its_puzzles():
    rows = fv.puzzle.PuzzleQuery("countdown", size=(3, 4)).batch(1, range(300))
    part, other = rows[10:20], rows[[7, 3, 20]]
    assert [puzzle.digest for puzzle in rows] == rows.digests.tolist()
    for few in (part, other, rows[10:20], rows[[7, 3, 20]]):  # before and after the whole
        assert [puzzle.digest for puzzle in few] == few.digests.tolist()


def test_shares_of_splits_are_as_people_write_them():
    assert [("a", TWO_64 // 10), ("b", TWO_64)] == split_bounds({"a": 0.1, "b": 0.9})
    assert [("a", TWO_64 // 3), ("b", TWO_64)] == split_bounds(
        {"a": Fraction(1, 3), "b": Fraction(2, 3)}
    )


@pytest.mark.parametrize("splits", [{"a": 0.5}, {"a": 1.5, "b": -0.5}, {"a": float("nan")}, {}])
def test_shares_that_are_not_one_together_are_refused(splits):
    with pytest.raises(fv.RuleError, match="share"):
        split_bounds(splits)


def test_a_share_above_one_is_named():
    with pytest.raises(fv.RuleError, match=r"of the split 'a' must be 0 to 1, not 1\.5"):
        split_bounds({"a": 1.5, "b": -0.5})


# Errors


@pytest.mark.parametrize(
    ("message", "options"),
    [
        ("seed must be", {"seed": -1}),
        ("seed must be", {"seed": 2**64}),
        ("count must be", {"count": -1}),
        ("size must be", {"size": 0}),
        ("size must be", {"size": (4, 10)}),
        ("`low=9` is greater than `high=1`", {"low": 9, "high": 1}),
        ("target must be a whole number", {"target": (1.5, 3)}),
        ("target must be a whole number", {"target": (1, 2.5)}),
        ("target must be a number", {"target": (9, 1)}),
        ("solution_count must be a number", {"solution_count": "many"}),
        ("solution_count must be a whole number", {"solution_count": (1.5, 3)}),
        ("solution_count must be a whole number", {"solution_count": (1, 2.5)}),
        ("solution_count must be a whole number", {"solution_count": (-1, 3)}),
        (
            "`difficulty` cannot be combined with `solvable=False`",
            {"difficulty": (0, 10), "solvable": False},
        ),
        ("unknown rules", {"rules": "chess"}),
        ("dealable must be True or False", {"dealable": "no"}),
        ("krypto-cards has no such target", {"rules": "krypto", "target": (26, 30)}),
        ("krypto-cards has no numbers from 26 to 40", {"rules": "krypto", **PAST}),
        ("krypto-cards cannot deal 5 numbers", {"rules": "krypto", **PAST, "low": 24}),
    ],
)
def test_contradictory_options_are_refused(message, options):
    with pytest.raises(fv.RuleError, match=message):
        list(fv.generate(**options))


@pytest.mark.parametrize("sign", [1, -1])
def test_numbers_and_targets_have_up_to_nine_zeros(sign):
    most, more = sign * 10**9, sign * (10**9 + 1)
    puzzle = next(fv.generate(seed=1, low=most, high=most, target=most, solvable=None))
    assert ((most,) * 4, most) == (puzzle.numbers, puzzle.target)
    for pair in ((0, more), (more, 0)):
        low, high = sorted(pair)
        with pytest.raises(
            fv.LimitError, match="low and high must be from -1000000000 to 10000000"
        ):
            fv.generate(low=low, high=high)
        with pytest.raises(
            fv.RuleError, match="target must be a whole number up to 1000000000, not"
        ):
            fv.generate(target=(low, high))


@pytest.mark.parametrize(
    ("size", "deck"), [(4, "countdown-tiles"), (5, "playing-cards"), (2, "krypto-cards")]
)
def test_rules_that_keep_the_order_need_a_range_where_the_deck_cannot_repeat_a_number(size, deck):
    rules = fv.Rules("in order", order="given", size=size, deck=deck)
    message = f"^puzzles of {size} numbers from {deck}, in the given order, need low and high$"
    with pytest.raises(fv.RuleError, match=message):
        fv.generate(rules)
    for options in ({"low": 1, "high": 9}, {"low": 1}, {"high": 30}):
        puzzles = list(fv.generate(rules, seed=1, count=5, solvable=None, **options))
        assert [size] * 5 == [len(puzzle.numbers) for puzzle in puzzles]


def test_more_puzzles_than_there_are_cannot_be_had():
    puzzles = fv.generate(count=1363)
    assert 1362 == len(list(islice(puzzles, 1362)))
    with pytest.raises(fv.LimitError, match="only 1362 puzzles match"):
        next(puzzles)


def test_more_puzzles_than_can_be_numbered_are_refused():
    with pytest.raises(fv.LimitError, match="a smaller range"):
        fv.generate(size=9, low=1, high=10**5)
    assert any_puzzles("classic", 4, low=1, high=10**5).total > 10**18


@pytest.mark.parametrize("pieces", ["123", "112233", "1112", "1", "1223334444"])
def test_the_choices_from_a_deck_are_all_different_ones_in_ascending_order(pieces):
    small = tuple(map(int, pieces))
    rules = SUMS.replace(deck=fv.puzzle.DeckSpec("mine", kind="tiles", small=small, size=1))
    for size in range(1, min(len(pieces), 9) + 1):
        query = any_puzzles(rules, size, target=24)
        rows = rows_of(query, 0, range(query.total))
        expected = sorted(set(combinations(small, size)))
        assert expected == sorted(rows)
        if min(map(pieces.count, pieces)) < size:  # else all numbers may repeat
            order = ranks_of(query.total, 0, range(query.total))
            assert expected == [row for _, row in sorted(zip(order, rows, strict=True))]


FILTERS = [
    ("classic", {}),
    ("classic", {"solvable": False}),
    ("classic", {"solvable": None, "needs_fraction": True}),
    ("classic", {"difficulty": (20, 60), "solution_count": (2, 9)}),
    ("countdown", {"size": (3, 4), "solution_count": 1, "low": 1, "high": 9}),
    ("train", {"size": 3, "low": 0, "high": 4, "target": (5, 8)}),
]


def slow_matches(rules, seed, end, **options):
    """The matching puzzles among the first ones of the order of a seed, each judged on its own."""
    solvable = options.setdefault("solvable", True)
    low, high = options.pop("difficulty", (0, 100))
    counts = options.pop("solution_count", (0, 10**9))
    fewest, most = counts if isinstance(counts, tuple) else (counts, counts)
    fraction = options.pop("needs_fraction", None)
    everything = fv.puzzle.PuzzleQuery(rules, **options | {"solvable": None})
    for puzzle in everything.batch(seed, range(min(end, everything.total))):
        found = fv.solve(puzzle.numbers, puzzle.target, rules)
        is_rated = bool(found) and low <= puzzle.difficulty.percentile <= high
        if (
            solvable in (None, bool(found))
            and fewest <= len(found) <= most
            and (is_rated or (low, high) == (0, 100))
            and fraction in (None, puzzle.needs_fraction)
        ):
            yield puzzle


@pytest.mark.parametrize(("rules", "options"), FILTERS)
def test_puzzles_match_as_those_that_are_judged_one_by_one(rules, options):
    expected = list(slow_matches(rules, 5, 300, **options))
    assert expected == list(fv.puzzle.PuzzleQuery(rules, **options).batch(5, range(300)))
    assert expected == list(islice(fv.generate(rules, seed=5, **options), len(expected)))


@pytest.mark.parametrize(
    ("size", "values"),
    [(2, MAX_VALUES), (3, 3000), (3, MAX_VALUES), (4, 50), (4, 7600), (4, 90_000), (9, 300)],
)
def test_the_choices_of_all_ranks_agree_with_exact_arithmetic(size, values):
    query = any_puzzles(SUMS, size, low=0, high=values - 1, target=24)
    for seed in range(20):
        ranks = [_slow_rank(query.total, seed, position) for position in range(3)]
        expected = [tuple(sorted(_choice(rank, size))) for rank in ranks]
        assert expected == [tuple(sorted(row)) for row in rows_of(query, seed, range(3))]


def _choice(rank, size):
    """By the combinatorial number system, with whole numbers only."""
    for place in range(size, 0, -1):
        number = _greatest(rank, place)
        rank -= comb(number, place)
        yield number - place + 1


def _greatest(rank, place):
    return bisect_right(range(2 * 10**6), rank, key=lambda number: comb(number, place)) - 1


@pytest.mark.parametrize("count", [None, 1, 2, 3])
@pytest.mark.parametrize("difficulty", [10, 20, 40, 50, 60, 95])
def test_the_narrowest_difficulty_with_enough_puzzles_is_suggested(difficulty, count):
    few = {"low": 1, "high": 5}
    percentiles = [puzzle.difficulty.percentile for puzzle in fv.generate(seed=1, **few)]
    middle = difficulty + 0.45  # no puzzle is there
    with pytest.raises(fv.LimitError, match=r"^none of the 70 puzzles matches; try ") as caught:
        next(fv.generate(difficulty=(middle, middle), count=count, **few))
    low, high = map(int, re.findall(r"\d+", str(caught.value).partition("try")[2]))
    widths = [
        other_high - other_low
        for other_low in range(difficulty + 1)
        for other_high in range(difficulty + 1, 101)
        if sum(other_low <= each <= other_high for each in percentiles) >= (count or 1)
    ]
    assert min(widths) == high - low
    assert len(list(fv.generate(difficulty=(low, high), count=count, **few))) >= (count or 1)


def test_the_difficulty_suggested_is_the_narrowest_that_has_enough_puzzles():
    percentiles = sorted(puzzle.difficulty.percentile for puzzle in fv.generate(seed=1))
    with pytest.raises(fv.LimitError, match=r"^only 7 .*; try `difficulty=\(30, 34\)`$"):
        list(fv.generate(difficulty=(30, 31), count=50))
    widths = [
        high - low
        for low in range(31)
        for high in range(31, 101)
        if sum(low <= percentile <= high for percentile in percentiles) >= 50
    ]
    assert min(widths) == 4
    assert len(list(fv.generate(difficulty=(30, 34), count=50))) == 50


@pytest.mark.parametrize("percentile", [10**400, -(10**400), 10**5000], ids=range(3))
def test_a_percentile_beyond_floating_point_is_refused(percentile):
    with pytest.raises(fv.RuleError, match="difficulty must be a finite number, not"):
        fv.generate("classic", difficulty=percentile)
