"""Batches agree with single calls, and several threads with one."""

import itertools
from random import Random

import numpy as np
import pytest

import facevalue as fv
from facevalue.puzzle.model.rows import number_rows
from tests.oracles.rows import PLAIN_RULES

# Numbers of every kind: cards, tiles, some that are below 0, and as large ones as are still quick;
# a few rows have numbers that need the widest type of the core.
SPANS = ((1, 13), (1, 100), (-9, 30), (0, 3))
LARGE = {1: 10**9, 2: 10**8, 3: 10**5, 4: 10**4, 5: 10**3}
HUGE = (10**9, 2 * 10**9)


def sizes(rules):
    if rules.size is not None:
        return (rules.size,)
    return (1, 2, 3) if rules.grouping == "orders" else (1, 2, 3, 4)


def puzzles(rules, size, count, seed):
    """Rows of numbers, and a target for each: the game's, or a value that the row may well make."""
    random = np.random.default_rng(seed)
    spans = np.array([*SPANS, (1, LARGE[size])])[random.choice(len(SPANS) + 1, count)]
    spans[: 1 + count // 1000] = HUGE
    low, high = spans.T
    numbers = random.integers(low[:, None], high[:, None] + 1, (count, size))
    signs = random.choice([-1, 1, 1], (count, size))
    sums = (numbers * signs).sum(axis=1)
    products = numbers[:, :2].prod(axis=1) + numbers[:, 2:].sum(axis=1)
    targets = np.choose(
        random.integers(3, size=count), [np.full(count, rules.target), sums, products]
    )
    return numbers, targets


def shapes():
    return [(name, size) for name, rules in fv.RULES.items() for size in sizes(rules)]


def assert_batch_is_what_single_calls_say(name, size, count, seed, distinct="essential"):
    numbers, targets = puzzles(fv.RULES[name], size, count, seed)
    alone = [
        fv.solve(row, target, name, distinct=distinct).count()
        for row, target in zip(numbers.tolist(), targets.tolist(), strict=True)
    ]
    for workers in (1, 8):
        counts = fv.count_many(numbers, targets, name, distinct=distinct, workers=workers)
        assert alone == counts.tolist()
        solvable = fv.solvable_many(numbers, targets, name, workers=workers)
        assert [count > 0 for count in alone] == solvable.tolist()


@pytest.mark.parametrize("number", [2**63 - 1, 1 - 2**63])
def test_rows_may_be_strings_with_the_largest_numbers(number):
    assert [[number, 5]] == number_rows([f"{number} 5"]).tolist()
    assert [True] == fv.solvable_many([f"{number} 5"], str(number), "countdown").tolist()


@pytest.mark.parametrize("rules", [name for name, rules in fv.RULES.items() if rules.size is None])
@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_numbers_are_solved_in_batches(rules, sign):
    number = sign * (10**15 if fv.RULES[rules].functions else 2**63 - 1)
    row, target = [number, 5], number // 5 * 5 + number % 5
    expected = fv.count(row, target, rules)
    assert [expected] == fv.count_many([row], [target], rules).tolist()
    assert [expected > 0] == fv.solvable_many([row], [target], rules).tolist()
    assert expected == len(fv.solve_many([row], [target], rules)[0])
    if not fv.RULES[rules].functions:
        assert [expected > 0] == fv.label_many([row], [target], rules).solvable.tolist()


@pytest.mark.slow
def test_a_batch_of_more_than_65536_different_numbers_is_right():
    rows = np.arange(1, 65_701).reshape(-1, 3)
    targets = rows.sum(axis=1)
    for workers in (1, 2):
        assert fv.count_many(rows, targets, workers=workers).min() > 0
        assert fv.solvable_many(rows, targets, workers=workers).all()
    texts = fv.solve_many(rows, targets)
    assert ["30000", "29999", "29998"] == sorted(texts[9999][0].split("+"), reverse=True)
    for row, found in zip(rows.tolist(), texts, strict=True):
        assert "+".join(map(str, row)) in found


def test_a_batch_of_many_pairs_and_single_numbers_is_right():
    numbers = np.arange(1, 140_001)
    assert fv.solvable_many(numbers[:, None], numbers).all()
    pairs = numbers.reshape(-1, 2)
    assert fv.solvable_many(pairs, pairs.prod(axis=1), "countdown", workers=2).all()


def test_a_batch_lists_all_solutions_of_seven_numbers_for_a_target_below_0():
    rules = fv.Rules("whole", operators="+-*", use="any", values="integer")
    numbers = [1, 2, 3, 4, 5, 6, 7]
    assert [str(found) for found in fv.solve(numbers, -1500, rules)] == fv.solve_many(
        [numbers], [-1500], rules
    )[0]


@pytest.mark.few_slow(30)
@pytest.mark.few_quick(20)
@pytest.mark.parametrize(("name", "size"), shapes())
@pytest.mark.parametrize("distinct", ["raw", "canonical", "essential"])
def test_batches_agree_with_single_calls_under_every_rule(name, size, distinct):
    if distinct == "essential":
        distinct = fv.RULES[name].usual_distinct
    if size > 3 and distinct == "raw":
        pytest.skip("raw solutions of four numbers are compared in the slow test of solve_many")
    count = 15 if size > 3 else 60
    assert_batch_is_what_single_calls_say(name, size, count, seed=size, distinct=distinct)


# A million rows in all; rows of rules that walk through candidates cost more.
ROWS = {"forth": 5_000, "raku-left": 20_000, "raku": 20_000, "oberon": 20_000}
ROWS |= {"krypto": 5_000, "krypto-any": 5_000}
ROWS_OF_OTHERS = 48_000

# Rules with functions have no essential forms.
PLAIN = [(name, size) for name, size in shapes() if name in PLAIN_RULES]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "size"), PLAIN)
def test_a_million_rows_agree_with_single_calls(name, size):
    count = ROWS.get(name, ROWS_OF_OTHERS)
    assert_batch_is_what_single_calls_say(name, size, count, seed=100 + size)


def test_there_are_a_million_rows():
    assert 1_000_000 < sum(ROWS.get(name, ROWS_OF_OTHERS) for name, _ in PLAIN)


@pytest.mark.parametrize("rows", [[[8, 8, 3, True]], [(8, 8, 3, 3), (8, 8, 3, np.True_)]])
def test_truth_values_in_lists_are_not_numbers_either(rows):
    for ask in (fv.solvable_many, fv.count_many, fv.solve_many, fv.puzzle.reachable_many):
        with pytest.raises(fv.NotationError, match=f"number in row {len(rows)}"):
            ask(rows)
    with pytest.raises(fv.NotationError, match="number in row 2"):
        fv.count_many([[8, 8, 3, 3]] * 2, [24, True])


OWN_RULES = {
    "no minus": fv.Rules("sums", operators="+*/"),
    "any": fv.Rules("any", use="any"),
    "some whole": fv.Rules("some whole", use="any", values="integer"),
    "natural": fv.Rules("natural", values="natural"),
    "positive": fv.Rules("positive", values="positive"),
}


def random_rows(size, count, seed):
    """Rows of small numbers, which often make 0, 1 and -1 as intermediate results."""
    random = np.random.default_rng(seed)
    rows = random.integers(-4, 7, (count, size)).tolist()
    rows += rows[: count // 10]
    return rows, random.choice([0, 0, 0, 1, -1, 2, 6, 24], len(rows)).tolist()


def texts_alone(rows, targets, rules, distinct="essential"):
    questions = zip(rows, targets, strict=True)
    return [[str(e) for e in fv.solve(*each, rules, distinct=distinct)] for each in questions]


@pytest.mark.few_quick(16)
@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("rules", ["classic", "countdown", "whole", *OWN_RULES])
def test_no_text_depends_on_the_rows_before(rules, size):
    rows, targets = random_rows(size, {3: 150, 4: 40, 5: 6}[size], seed=size)
    rules = OWN_RULES.get(rules, rules)
    alone = texts_alone(rows, targets, rules)
    for workers in (1, 2):
        assert alone == fv.solve_many(rows, targets, rules, workers=workers)
    assert alone[::-1] == fv.solve_many(rows[::-1], targets[::-1], rules)
    labels = fv.label_many(rows, targets, rules, simplest=True)
    assert [texts[0] if texts else None for texts in alone] == list(labels.simplest)
    assert [len(texts) for texts in alone] == labels.solution_count.tolist()
    for place in range(0, len(rows), 10):
        (label,) = fv.label_many([rows[place]], targets[place], rules, simplest=True)
        assert label == labels[place]


@pytest.mark.parametrize("rules", ["classic", "any", "natural"])
def test_no_canonical_or_raw_text_depends_on_the_rows_before(rules):
    rows, targets = random_rows(3, 60, seed=24)
    rules = OWN_RULES.get(rules, rules)
    for distinct in ("canonical", "raw"):
        alone = texts_alone(rows, targets, rules, distinct)
        assert alone == fv.solve_many(rows, targets, rules, distinct=distinct)


@pytest.mark.parametrize("rules", ["oberon", "forth", "raku-left", "train"])
def test_labels_of_many_hands_depend_on_the_order_where_the_rules_fix_it(rules):
    hands = list(itertools.product(range(1, 10), repeat=4))[::13]
    labels = fv.puzzle.label_many(hands, 24, rules, simplest=True)
    assert labels.solution_count.tolist() == [len(fv.solve(hand, 24, rules)) for hand in hands]
    for hand, simplest in zip(hands, labels.simplest, strict=True):
        assert simplest is None or fv.check(simplest, hand, 24, rules).correct


@pytest.mark.parametrize("target", [24, 10, 1])
def test_a_long_list_of_hands_has_the_solutions_and_labels_of_each_hand(target):
    hands = list(itertools.combinations_with_replacement(range(14), 4))[::3]
    rows = [hand[::-1] for hand in hands] + hands  # so each hand repeats
    targets = [target] * len(rows)
    alone = texts_alone(hands, [target] * len(hands), "classic")
    assert alone * 2 == fv.solve_many(rows, targets)
    labels = fv.label_many(rows, targets, simplest=True)
    assert [texts[0] if texts else None for texts in alone] * 2 == list(labels.simplest)
    assert [len(texts) for texts in alone] * 2 == labels.solution_count.tolist()
    for place in range(0, len(rows), 50):
        (label,) = fv.label_many([rows[place]], target, simplest=True)
        assert label == labels[place]


def test_a_sum_of_0_and_its_negative_are_one_solution_written_as_the_easier_text():
    assert [["{-2}*{-2}-5"], ["2+3-5"]] == fv.solve_many([[-2, -2, 5], [2, 5, 3]], [-1, 0])
    assert ["1-1", "1+1-2"] == [str(e) for e in fv.solve("2 1 1", 0, OWN_RULES["any"])]
    assert "2*2-4" in [str(e) for e in fv.solve("2 2 4", 0)]


def test_solutions_are_the_same_after_they_were_counted():
    for numbers in ("1 2 3 4 5 6 7", "2 2 3 5 8 9 10"):
        rules = fv.Rules("whole", operators="+-*", values="natural")
        first, later = fv.solve(numbers, 0, rules), fv.solve(numbers, 0, rules)
        assert later.count() == first.count() > 0
        assert [str(e) for e in first[:40]] == [str(e) for e in fv.solve(numbers, 0, rules)[:40]]
        assert later[10:20] == first[10:20]


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
def test_whole_floats_are_integers_and_others_are_not(kind):
    rows = number_rows(np.array([[8, 8, 3, 3]], kind))
    assert (np.int64, [[8, 8, 3, 3]]) == (rows.dtype, rows.tolist())
    for number in (8.5, np.nan, np.inf):
        with pytest.raises(fv.NotationError, match="expected numbers that are integers of 64 bits"):
            number_rows(np.array([[number, 8, 3, 3]], kind))


def test_floats_are_integers_up_to_the_largest_that_is_exact():
    assert [[2**53]] == number_rows(np.array([[2.0**53]])).tolist()
    with pytest.raises(fv.NotationError, match="expected numbers that are integers of 64 bits"):
        number_rows(np.array([[2.0**53 + 2]]))


@pytest.mark.parametrize("use", ["all", "any"])
@pytest.mark.parametrize("seed", range(6))
def test_four_numbers_are_solvable_for_the_whole_ones_of_their_values(seed, use):
    rules = fv.Rules("classic or any", use=use)
    draw = Random(seed)
    few, many, times, last = (draw.randint(2, 20) for _ in range(4))
    hand = [few, many, few * many * times, last]  # so that quotients are whole
    draw.shuffle(hand)
    values = {int(value) for value in fv.values(hand, rules) if value.denominator == 1}
    targets = sorted({value + more for value in values for more in (-1, 0, 1)})
    solvable = fv.solvable_many([hand] * len(targets), targets, rules).tolist()
    assert [target in values for target in targets] == solvable


@pytest.mark.parametrize("ask", [fv.solve_many, fv.count_many, fv.solvable_many, fv.label_many])
def test_a_negative_number_that_makes_a_search_a_walk_is_reckoned_with(ask):
    rows = [[1, 2, 3, 4, 5, 6, 7, 8], [-1, 2, 3, 4, 5, 6, 7, 8]]
    with fv.deadline(5), pytest.raises(fv.LimitError, match="walking through"):
        ask(rows, 24, "countdown")


@pytest.mark.parametrize("rules", ["countdown", "digits", "whole"])
def test_solvable_many_finds_the_same_by_reach_and_by_a_search(rules):
    """Rows of small numbers are decided by reach, where that is faster."""
    source = Random(rules)
    numbers = [[source.randint(0, 60) for _ in range(5)] for _ in range(60)]
    numbers += [[source.randint(1, 10) for _ in range(5)] for _ in range(60)]
    targets = [source.choice([-3, 0, 5, source.randint(1, 1100)]) for _ in numbers]
    solvable = fv.solvable_many(numbers, targets, rules).tolist()
    assert solvable == (fv.count_many(numbers, targets, rules) > 0).tolist()
    assert solvable == fv.solvable_many(numbers, targets, rules, workers=2).tolist()


MIXED = [[1, 2, 3], ["1/2", 12], [3, 8]]


@pytest.mark.parametrize("targets", [None, lambda: iter([24, 24, 24]), lambda: iter(["24"] * 3)])
def test_rows_that_can_be_read_only_once_have_the_results_of_a_list(targets):
    given = targets and targets()
    assert [0, 1, 1] == fv.count_many(iter(MIXED), given).tolist()
    assert fv.solve_many(MIXED) == fv.solve_many((row for row in MIXED), targets and targets())
    assert fv.label_many(MIXED) == fv.label_many(iter(MIXED), targets and targets())
    assert [False, True, True] == fv.solvable_many(iter(MIXED), targets and targets()).tolist()


def test_endless_rows_and_targets_end():
    with pytest.raises(fv.RuleError, match="targets"):
        fv.count_many(MIXED, itertools.repeat(24))
    with fv.deadline(0.05), pytest.raises(fv.DeadlineError):
        fv.count_many(itertools.repeat(["1/2", 12]))


@pytest.mark.parametrize("sign", ["", "-"])
def test_the_largest_targets_of_batches_fit_64_bits(sign):
    assert [0] == fv.count_many(["1 1"], [f"{sign}9223372036854775807"]).tolist()
    with pytest.raises(fv.LimitError, match="the solver takes numbers up to 9223372036854775807"):
        fv.count_many(["1 1"], [f"{sign}9223372036854775808"])


@pytest.mark.parametrize("power", [12, 13, 14, 15])
def test_targets_of_the_same_numbers_are_told_apart_in_many_rows(power):
    found = fv.label_many([[3, 3, 8, 8]] * 400, [24, 24 + 2**power] * 200)
    assert [1, 0] * 200 == found.solution_count.tolist()
