"""Solving number puzzles: known results, and the fast search against the slow one."""

import csv
import json
import os
import pickle
import random
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import comb, prod
from pathlib import Path

import numpy as np
import pytest

import facevalue as fv
from tests.oracles import puzzles as reference
from tests.oracles.rows import FRACTION_HANDS, HANDS, PLAIN_RULES, vectors
from tests.paths import VECTORS

TEN, NINE = ([hand for hand in HANDS if max(hand) <= most] for most in (10, 9))


def rows(name):
    with (VECTORS / name).open() as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def data(name):
    folder = os.environ.get("FACEVALUE_TEST_DATA")
    if folder is None:
        pytest.skip("FACEVALUE_TEST_DATA is not set")
    return Path(folder) / name


@pytest.mark.parametrize("row", rows("known-counts.csv"), ids=lambda row: row["numbers"])
def test_a_known_puzzle_has_its_known_count(row):
    solutions = fv.solve(row["numbers"], row["target"], row["rules"], distinct=row["distinct"])
    assert int(row["count"]) == solutions.count()
    assert int(row["count"]) == len(list(solutions))


def test_1362_of_the_1820_hands_make_24_and_3017_ways_are_essential():
    counts = fv.count_many(HANDS)
    assert (1820, 1362, 3017) == (len(counts), (counts > 0).sum(), counts.sum())
    spread = Counter(counts[counts > 0].tolist())
    assert [515, 427, 216, 125, 30, 18, 17, 8, 2, 3, 1] == [spread[k] for k in range(1, 12)]
    assert HANDS[counts.argmax()] == (2, 4, 8, 10)


@pytest.mark.parametrize(
    ("expected", "hands", "rules"),
    [
        (1362, HANDS, "classic"),
        (566, TEN, "classic"),
        (404, NINE, "classic"),
        (1346, HANDS, "whole"),
        (556, TEN, "whole"),
        (397, NINE, "whole"),
        (1301, HANDS, "forth"),
        (1232, HANDS, "raku-left"),
        (1362, HANDS, "raku"),
        (1362, HANDS, "apl"),
    ],
)
def test_so_many_hands_can_be_solved(expected, hands, rules):
    assert expected == fv.solvable_many(hands, 24, rules).sum()


def test_four_cards_of_a_deck_make_24_with_probability_0_8046():
    ways = [prod(comb(4, hand.count(rank)) for rank in set(hand)) for hand in HANDS]
    solvable = fv.solvable_many(HANDS)
    good = sum(count for count, can in zip(ways, solvable, strict=True) if can)
    assert sum(ways) == comb(52, 4)
    assert round(Fraction(good, comb(52, 4)), 4) == Fraction(8046, 10000)


def test_sixteen_hands_need_a_fraction():
    solvable, whole = fv.solvable_many(HANDS), fv.solvable_many(HANDS, 24, fv.RULES["whole"])
    integers = fv.Rules("integers", values="integer")
    assert (whole <= solvable).all()
    needs = ~fv.solvable_many(HANDS, 24, integers) & solvable
    hands = [" ".join(map(str, hand)) for hand, needed in zip(HANDS, needs, strict=True) if needed]
    assert hands == [" ".join(hand.split()) for hand in FRACTION_HANDS.split(",")]


def test_every_second_hand_has_the_count_of_two_public_solvers():
    with data("solutions-of-24-even-hands.csv").open() as lines:
        known = [(row["hand"].split(), row["essential_solutions"]) for row in csv.DictReader(lines)]
    hands, counts = zip(*known, strict=True)
    assert len(known) == 910
    assert [int(count) for count in counts] == fv.count_many(
        [[int(number) for number in hand] for hand in hands]
    ).tolist()


def test_exactly_four_fours_make_the_values_of_a171827():
    known = [*range(10), 12, 15, 16, 17, 20, 24, 28, 32, 36, 48, 60, 64, 68, 80, 128, 256]
    targets = range(300)
    solvable = fv.solvable_many([[4, 4, 4, 4]] * len(targets), targets)
    assert known == [target for target, can in zip(targets, solvable, strict=True) if can]


@pytest.mark.parametrize(("expected", "target"), [(2374, 24), (289, 78), (104, 100), (48, 143)])
def test_the_oberon_table_has_so_many_rows(expected, target):
    assert expected == len(list(fv.table(range(1, 10), target)))


@pytest.mark.slow
def test_the_oberon_table_is_right_where_the_program_slips():
    # a - b * c + d is also (a - b * c) + d there, for the small targets that the program gets
    # wrong.
    rules = fv.RULES["oberon"]
    slow = {
        (row, "".join(ops))
        for row in product(range(1, 4), repeat=4)
        for ops in product("+-*/", repeat=3)
        if reference.evaluate(flat_tree(row, ops), rules) == 3
    }
    assert slow == set(fv.table(range(1, 4), 3))


def test_a_table_of_huge_digits_is_exact():
    big = 2**62
    assert [((big, big), "-")] == list(fv.table([big], 0, size=2))
    assert [] == list(
        fv.table(
            [big], 0, size=4, rules=fv.Rules("g", order="given", grouping="left", operators="*")
        )
    )


def flat_tree(row, ops):
    trees = reference.trees([Fraction(n) for n in row], fv.RULES["oberon"])
    return next(tree for tree in trees if operators_of(tree, row) == list(ops))


def operators_of(tree, row):
    if not isinstance(tree, tuple):
        return []
    op, left, right = tree
    return [*operators_of(left, row), op, *operators_of(right, row)]


@pytest.mark.parametrize(
    ("lines", "numbers", "target", "rules"), vectors("known-answers", "candidates")
)
def test_a_walk_meets_as_many_lines_as_the_first_programs_print(lines, numbers, target, rules):
    walk = fv.candidates(numbers, rules)
    assert lines == sum(e.value == target for e in walk)
    assert len(walk) == sum(1 for _ in walk)


@pytest.mark.few_slow(10)
@pytest.mark.few_quick(7)
@pytest.mark.parametrize("rules", [*PLAIN_RULES])
@pytest.mark.parametrize("numbers", ["6 6 5 2", "1 1 1 2", "7 7 7 7"])
def test_the_number_of_candidates_is_known_without_walking(rules, numbers):
    numbers += " 3" if fv.RULES[rules].size == 5 else ""
    walk = list(fv.candidates(numbers, rules))
    assert len(fv.candidates(numbers, rules)) == len(walk)
    if rules not in ("forth", "raku"):  # these two repeat some
        assert len(walk) == len(set(walk))


@pytest.mark.parametrize("numbers", ["1 2 1 2", "1 1 2 1 1", "3 3 3 3", "1 2 3 1"])
def test_candidates_in_the_order_given_are_counted_once_where_numbers_repeat(numbers):
    rules = fv.Rules("in a row", order="given", use="any")
    walk = list(fv.candidates(numbers, rules))
    assert len(set(walk)) == len(walk) == len(fv.candidates(numbers, rules))


PUZZLES = [
    [6, 6, 5, 2],
    [1, 5, 5, 5],
    [0, 0, 7],
    [0, 3, 3, 8],
    [-1, 3, 4],
    [-2, -2, 6, 1],
    [Fraction(1, 2), 3, 4],
    [Fraction(3, 4), Fraction(3, 4), 2, 1],
    [1, 1, 2],
    [5],
]


def random_puzzles(seed, count, kind):
    source = random.Random(seed)
    for _ in range(count):
        numbers = [number(source, kind) for _ in range(source.choice([1, 2, 3, 3, 4]))]
        yield numbers, Fraction(source.randint(-6, 30), source.choice([1, 1, 1, 2]))


def number(source, kind):
    if kind == "natural":
        return Fraction(source.randint(1, 13))
    if kind == "zeros":
        return Fraction(source.randint(0, 4))
    if kind == "whole":
        return Fraction(source.randint(-4, 10))
    return Fraction(source.randint(-6, 12), source.choice([1, 1, 2, 3]))


def every_rules():
    yield from PLAIN_RULES.values()
    for values, use in product(["rational", "nonnegative", "integer", "natural", "positive"], USES):
        yield fv.Rules(f"{values}-{use}", values=values, use=use)
    yield fv.Rules("given", order="given", values="integer")
    yield fv.Rules("sums", operators="+-")
    yield fv.Rules("no-quotients", operators="+*")
    yield fv.Rules("differences", operators="-/")
    yield fv.Rules("no-differences", operators="+*/", use="any")
    yield fv.Rules("left-any", grouping="left", use="any", order="given")


USES = ["all", "any"]


@pytest.mark.few_slow(8)
@pytest.mark.few_quick(5)
@pytest.mark.parametrize("rules", list(every_rules()), ids=lambda rules: rules.name)
@pytest.mark.parametrize("kind", ["natural", "zeros", "whole", "fraction"])
@pytest.mark.parametrize("count", [3, pytest.param(8, marks=pytest.mark.exhaustive)])
def test_solutions_agree_with_the_reference(rules, kind, count):
    for some, target in random_puzzles(f"{rules.name} {kind}", count, kind):
        numbers = (some * 5)[: rules.size] if rules.size else some
        if len(numbers) <= 4:  # the reference takes seconds for five
            compare(numbers, target, rules)


def compare(numbers, target, rules):
    raw = {to_text(tree) for tree in reference.raw(numbers, target, rules)}
    assert raw == {str(e) for e in fv.solve(numbers, target, rules, distinct="raw")}
    trees = reference.raw(numbers, target, rules)
    canonical = {reference.canonical(tree) for tree in trees}
    solutions = list(fv.solve(numbers, target, rules, distinct="canonical"))
    assert len(canonical) == len(solutions)
    assert canonical == {reference.canonical(to_tree(e)) for e in solutions}
    assert {str(e) for e in solutions} <= raw
    essential = list(fv.solve(numbers, target, rules))
    assert len(reference.essential(numbers, target, rules)) == len(essential)
    assert all(e in fv.solve(numbers, target, rules) for e in essential)
    assert {str(e) for e in essential} <= raw


def to_text(tree):
    return str(fv.Expression.from_postfix(postfix(tree)))


def postfix(tree):
    if not isinstance(tree, tuple):
        return [Fraction(tree)]
    op, left, right = tree
    return [*postfix(left), *postfix(right), op]


def to_tree(expression):
    stack = []
    for item in expression.postfix:
        if isinstance(item, str):
            right = stack.pop()
            stack.append((item, stack.pop(), right))
        else:
            stack.append(item)
    return stack[0]


# Targets of 1 and -1, and small numbers, make many quotients worth 1.
@pytest.mark.few_quick(3)
@pytest.mark.parametrize("rules", ["classic", "whole", "countdown", "raku-left"])
@pytest.mark.parametrize("use", USES)
def test_a_quotient_worth_1_and_its_inverse_are_one_solution(rules, use):
    source, game = random.Random(f"{rules} {use}"), fv.RULES[rules].replace(use=use)
    for size in [3] * 12 + [4] * 2:
        numbers = [Fraction(source.randint(1, 7)) for _ in range(game.size or size)]
        target = Fraction(source.choice([1, 1, 2, source.randint(3, 12)]))
        expected = reference.essential(numbers, target, game)
        assert len(expected) == fv.solve(numbers, target, game).count()
        assert len(expected) == fv.solve(numbers, target, game, method="walk").count()
        assert len(expected) == fv.count(numbers, target, game)


def test_of_a_quotient_worth_1_and_its_inverse_the_easier_is_listed():
    assert ["(3+4)/7", "(7-3)/4", "(7-4)/3"] == [str(e) for e in fv.solve("3 4 7", 1)]
    assert "((1+2)/3+5)*4" in [str(e) for e in fv.solve("1 2 3 4 5", 24)]
    both = fv.solve("1 2 3 4 5", 24, distinct="canonical")
    assert {"((1+2)/3+5)*4", "(3/(1+2)+5)*4"} <= {str(e) for e in both}


def test_a_superfluous_part_may_replace_the_whole():
    own = fv.Rules("own", use="any")
    assert ["4"] == [str(e) for e in fv.solve("16 4", 4, own)]
    assert ["5-5-8-8", "(8-5-5)*8"] == [str(e) for e in fv.solve("5 8 8 5", -16, own)]
    for numbers, target in (((16, 4), 4), ((5, 8, 8, 5), -16)):
        assert len(reference.essential(numbers, target, own)) == len(fv.solve(numbers, target, own))


def test_nothing_is_negative_where_nothing_is_subtracted():
    game = fv.Rules("sums and products", operators="+*")
    for numbers in ([0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]):
        for target in (-1, -2):
            assert 0 == fv.count(numbers, target, game) == len(fv.solve(numbers, target, game))


# The reference takes seconds for four numbers under all rules.
@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param(each, marks=[pytest.mark.exhaustive] if len(each) == 4 else [])
        for each in PUZZLES
    ],
    ids=str,
)
def test_odd_numbers_are_solved_like_in_the_reference(numbers):
    for rules in (fv.RULES["classic"], fv.RULES["whole"], fv.RULES["countdown"]):
        for target in (0, 1, 5, Fraction(1, 2), -2):
            compare([Fraction(n) for n in numbers], Fraction(target), rules)


@pytest.mark.few_quick(2)
@pytest.mark.parametrize("rules", ["classic", "whole", "countdown", "oberon", "raku-left"])
def test_the_closest_values_agree_with_the_reference(rules):
    game = fv.RULES[rules]
    for numbers, target in random_puzzles(f"closest {rules}", 25, "whole"):
        solutions = fv.solve(numbers, target, game)
        if solutions.first is not None:
            assert solutions.closest().ways == (solutions.first,)
            continue
        expected = set(reference.closest(numbers, target, game))
        assert expected == {e.value for e in solutions.closest()}


def test_huge_numbers_are_solved_exactly():
    big = 3_000_000_000_000_000_000
    assert ["(1+3000000000000000000)/(3000000000000000000-1)"] == [
        str(e) for e in fv.solve([big, big, 1, 1], Fraction(big + 1, big - 1))
    ]
    assert fv.solve([big, big, big, big], big).count() > 0
    assert fv.solve([big, big - 1, 7, 7], 1).first is not None


def test_the_simplest_solution_comes_first_in_the_order_of_the_whole_list():
    solutions = fv.solve("1 2 3 4 5 6 7", 24)
    texts = [str(e) for e in solutions]
    assert texts[0] == str(fv.solve("7 6 5 4 3 2 1", 24).first)
    assert len(texts) == len(set(texts)) == solutions.count() == len(solutions)
    assert all(e.value == 24 for e in list(solutions)[::97])


@pytest.mark.parametrize(
    "rules", ["raku-left", "raku", "forth", "oberon", "classic", "countdown", "whole"]
)
@pytest.mark.parametrize("workers", [2, 3, 4])
def test_each_worker_handles_some_of_the_candidates_and_together_they_handle_all(rules, workers):
    question = ("6 6 5 2", 18, rules)
    for _ in range(5):
        found = fv.solve(*question, distinct="raw", method="walk", workers=workers)
        alone = fv.solve(*question, distinct="raw", method="walk", workers=1)
        assert [str(e) for e in found] == [str(e) for e in alone]
        assert min(found.stats.handled) >= 16
        assert found.stats.candidates == sum(found.stats.handled) == found.stats.searched


def test_solutions_do_not_depend_on_the_puzzles_solved_before():
    source = random.Random(7)
    kinds = list(product(("essential", "canonical", "raw"), ("classic", "countdown", "whole")))
    puzzles = [(hand, *kind) for hand in source.sample(HANDS, 12) for kind in kinds]

    def texts(hand, distinct, rules, method="search"):
        return [str(e) for e in fv.solve(hand, 24, rules, distinct=distinct, method=method)]

    found = {each: texts(*each) for each in puzzles}
    for _ in range(3):
        source.shuffle(puzzles)
        # A view in use keeps its own search.
        views = [iter(fv.solve(hand, 24, rules)) for hand, _, rules in puzzles[:3]]
        started = [next(view, None) for view in views]
        assert found == {each: texts(*each) for each in puzzles}
        for (hand, _, rules), first, view in zip(puzzles, started, views, strict=False):
            assert found[hand, "essential", rules] == [str(e) for e in (first, *view) if e]
    for each in puzzles:
        assert each[1] == "essential" or found[each] == texts(*each, "walk")


def test_threads_that_solve_at_once_find_the_same():
    hands = HANDS[::40]
    alone = [[str(e) for e in fv.solve(hand)] for hand in hands]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(5):
            assert alone == list(pool.map(lambda hand: [str(e) for e in fv.solve(hand)], hands))


def test_a_search_that_was_stopped_is_not_used_again():
    expected = [str(e) for e in fv.solve("1 2 3 5 7 25", 999, "countdown")]
    for seconds in (0, 1e-5, 1e-4, 1e-3):
        with suppress(fv.DeadlineError), fv.deadline(seconds):
            list(fv.solve("1 2 3 5 7 50", 998, "countdown"))
        assert expected == [str(e) for e in fv.solve("1 2 3 5 7 25", 999, "countdown")]


def test_workers_agree_with_the_tables_and_count_their_work():
    by_tables = fv.solve("6 6 5 2", 17, "raku")
    by_workers = fv.solve("6 6 5 2", 17, "raku", method="walk", workers=2)
    assert [str(e) for e in by_workers] == [str(e) for e in by_tables]
    assert by_workers.stats.candidates == sum(by_workers.stats.handled) == 4608
    assert len(by_workers.stats.handled) == 2
    assert by_tables.stats.handled == ()
    # A search of numbers that no other test uses, as tables of earlier ones are used again.
    searched = fv.solve("6 17 5 29 31", 1009)
    assert searched.first is not None
    assert searched.stats.searched > 0


def test_many_rows_equal_single_ones_on_any_number_of_threads():
    source = random.Random(24)
    numbers = [[source.randint(-3, 12) for _ in range(4)] for _ in range(40)]
    targets = [source.randint(-5, 60) for _ in numbers]
    for rules in ("classic", "countdown", "whole"):
        one_by_one = [
            [str(e) for e in fv.solve(row, target, rules)]
            for row, target in zip(numbers, targets, strict=True)
        ]
        for workers in (1, 2):
            assert one_by_one == fv.solve_many(numbers, targets, rules, workers=workers)
            assert [len(texts) for texts in one_by_one] == fv.count_many(
                numbers, targets, rules, workers=workers
            ).tolist()


def test_a_row_is_bounded_by_its_walk_where_the_rules_walk():
    rules = fv.Rules("sums", operators="+", order="given", grouping="left")
    assert [1] == fv.count_many([range(1, 13)], 78, rules).tolist()


def test_any_number_of_equal_numbers_is_accepted():
    assert fv.solve([1] * 16, 16).count() >= 1
    assert fv.solve([2] * 12, 24).first is not None


@pytest.mark.parametrize(
    ("error", "message", "call"),
    [
        (fv.NotationError, "expected a number: 'x'", lambda: fv.solve("x 1")),
        (fv.NotationError, "denominator", lambda: fv.solve("1/0 2")),
        (fv.NotationError, "expected a number: 'many'", lambda: fv.solve("1 2", "many")),
        (fv.RuleError, "there are no numbers", lambda: fv.solve([])),
        (fv.RuleError, "unknown rules 'chess'", lambda: fv.solve("1 2", 3, "chess")),
        (fv.RuleError, "distinct must be one of", lambda: fv.solve("1 2", 3, distinct="some")),
        (fv.RuleError, "need 4 numbers", lambda: fv.solve("1 2 3", 3, "forth")),
        (fv.RuleError, "workers", lambda: fv.solve("1 2 3", 3, workers=0)),
        (fv.LimitError, "at most 16 numbers", lambda: fv.solve(range(1, 18))),
        (fv.LimitError, "numbers", lambda: fv.solve([10**40, 1])),
        (fv.LimitError, "numbers", lambda: fv.solve(range(10_000))),
        (fv.LimitError, "12 numbers would take about", lambda: fv.solve(range(1, 13))),
        (fv.LimitError, "raw", lambda: fv.solve(range(1, 8), distinct="raw")),
        (fv.LimitError, "candidates", lambda: fv.solve(range(1, 13), 24, "raku-left")),
        (fv.LimitError, "rows", lambda: list(fv.table(range(100), 24))),
        (fv.RuleError, "the order 'given'", lambda: list(fv.table(range(9), 24, "classic"))),
        (fv.RuleError, "shape", lambda: fv.solve_many([1, 2, 3])),
        (fv.RuleError, "targets", lambda: fv.count_many([[1, 2]], [1, 2])),
        (fv.NotationError, "not exact", lambda: fv.count_many([[1 / 3, 2]])),
        (fv.NotationError, "in row 1: 'b'", lambda: fv.count_many([["a", "b"]])),
    ],
)
def test_bad_input_is_refused_in_one_line(error, message, call):
    with pytest.raises(error, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.exhaustive
def test_every_choice_of_five_small_numbers_agrees_with_the_reference():
    source = random.Random(5)
    for _ in range(6):
        numbers = [Fraction(source.randint(1, 9)) for _ in range(5)]
        target = Fraction(source.randint(1, 40))
        assert len(reference.essential(numbers, target, fv.RULES["classic"])) == len(
            fv.solve(numbers, target)
        )


def test_solutions_are_taken_by_place_and_by_slice():
    found = fv.solve("2 4 8 10")
    listed = list(found)
    assert listed == [found[place] for place in range(len(listed))]
    assert listed == [found[place - len(listed)] for place in range(len(listed))]
    for part in (slice(3), slice(2, 5), slice(None), slice(-3, None), slice(None, None, -2)):
        assert tuple(listed[part]) == found[part]
    for place in (11, -12):
        with pytest.raises(IndexError):
            found[place]
    with pytest.raises(TypeError):
        found["first"]


def test_solutions_survive_pickling_and_become_json():
    found = fv.solve("8 8 3 3", distinct="canonical", method="walk", workers=2)
    again = pickle.loads(pickle.dumps(found))
    assert list(found) == list(again)
    names = ("numbers", "target", "rules", "distinct", "method", "workers")
    assert [getattr(found, name) for name in names] == [getattr(again, name) for name in names]
    assert found == again != fv.solve("8 8 3 3")
    assert {found: "equal"}[again] == "equal"
    entry = json.loads(json.dumps(found.as_dict()))
    assert len(found) == entry["solution_count"] == len(entry["solutions"])
    assert {"expression", "value", "steps"} == set(entry["solutions"][0])


def test_json_may_list_fewer_solutions_than_there_are():
    found = fv.solve("2 4 8 10")
    for most, listed in ((None, 11), (3, 3), (11, 11), (0, 0)):
        entry = found.as_dict("apl", most=most)
        assert entry["solution_count"] == 11
        assert [each.to("apl") for each in found[:listed]] == [
            each["expression"] for each in entry["solutions"]
        ]
        assert entry["truncated"] == (listed < 11)
    for most in (-1, 1.5, "3"):
        with pytest.raises(fv.RuleError, match="most must be a whole number"):
            found.as_dict(most=most)


@pytest.mark.parametrize("workers", [None, 1, 3])
@pytest.mark.parametrize("rules", ["classic", "oberon", "raku-left"])
def test_neither_method_nor_workers_change_the_solutions(rules, workers):
    expected = list(fv.solve("2 4 8 10", rules=rules))
    for method in ("search", "walk"):
        assert expected == list(fv.solve("2 4 8 10", rules=rules, method=method, workers=workers))
    with pytest.raises(fv.RuleError, match="method"):
        fv.solve("2 4 8 10", method="guess")


def test_only_an_expression_or_a_string_is_a_solution():
    solutions = fv.solve("8 8 3 3")
    for other in (24, None, 8.0, ["8/(3-8/3)"], solutions):
        assert other not in solutions
    assert "8/(3-8/3)" in solutions
    assert "8/3" not in solutions


def test_solutions_are_equal_if_their_arguments_are_equal():
    solutions = fv.solve("8 8 3 3")
    assert solutions == fv.solve([8, 8, 3, 3])
    assert solutions != fv.solve([8, 8, 3, 3], 25)
    for other in ("8/(3-8/3)", 24, None, list(solutions)):
        assert solutions != other
        assert not solutions == other  # noqa: SIM201 - that is another method


def test_candidates_are_counted_beyond_the_limit_of_len():
    many = fv.candidates(range(1, 17))
    assert many.count() > sys.maxsize
    assert many
    with pytest.raises(fv.LimitError, match=r"too many for len\(\); use count") as refused:
        len(many)
    assert sys.maxsize == refused.value.limit


@pytest.mark.parametrize(
    "call",
    [
        lambda wide: fv.solve(wide, rules="raku-left", limit=None),
        lambda wide: fv.solve(wide, limit=None),
        lambda wide: fv.reachable(wide, "raku-left"),
        fv.reachable,
    ],
)
def test_numbers_too_wide_for_the_core_are_refused(call):
    wide = [2**62] * 10
    with pytest.raises(fv.LimitError, match="the numbers are too large"):
        call([*wide, 2**62])


def test_the_digits_of_a_table_are_whole():
    with pytest.raises(fv.RuleError, match="digits must be whole numbers, not"):
        next(fv.table([1, Fraction(1, 2)], 3))


@pytest.mark.parametrize("limit", [Fraction(1, 2), Decimal("0.5"), np.float32(0.5)])
def test_a_limit_may_be_a_number_of_any_library(limit):
    assert fv.solve("8 8 3 3", limit=limit).limit == 0.5
