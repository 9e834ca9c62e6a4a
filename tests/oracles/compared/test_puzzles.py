"""The slow reference itself, compared with published results."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from tests.oracles import puzzles as reference
from tests.oracles.rows import vectors

# Numbers that meet no coincidence: no two expressions of four of them have one value.
GENERIC = (10007, 20011, 30013, 50021)
FORTH = {"grouping": "forth"}
RAKU_LEFT = {"grouping": "left"}
RAKU = {"grouping": "orders"}
OBERON = {"order": "given", "grouping": "flat", "values": "natural"}
COUNTDOWN = {"use": "any", "values": "positive"}
WHOLE = {"values": "natural"}


@pytest.mark.parametrize(
    ("count", "signless", "numbers"), [(1, 1, 1), (6, 5, 2), (68, 47, 3), (1170, 733, 4)]
)
def test_different_numbers_have_as_many_canonical_forms_as_oeis_says(count, signless, numbers):
    forms = {reference.canonical(tree) for tree in reference.trees(GENERIC[:numbers])}
    assert (count, signless) == (len(forms), len({form for _, form in forms}))


@pytest.mark.parametrize(
    ("count", "numbers", "rules"),
    [
        (3072, (6, 6, 5, 2), FORTH),
        (3072, (1, 2, 3, 4), FORTH),
        (768, (6, 6, 5, 2), RAKU_LEFT),
        (4608, (6, 6, 5, 2), RAKU),
        (9216, (1, 2, 3, 4), RAKU),
        (64, (2, 8, 9, 1), OBERON),
    ],
)
def test_walks_are_as_long_as_in_the_programs(count, numbers, rules):
    assert count == sum(1 for _ in reference.walk(numbers, rules))


@pytest.mark.parametrize(
    ("lines", "different", "numbers", "target", "rules"), vectors("known-answers", "programs")
)
def test_programs_print_as_many_solutions(lines, different, numbers, target, rules):
    printed = [tree for tree in reference.walk(numbers, rules) if makes(tree, target)]
    assert (lines, different) == (len(printed), len(set(printed)))
    assert set(printed) == reference.raw(numbers, target, rules)


def makes(tree, target):
    return reference.evaluate(tree) == target


@pytest.mark.slow
def test_four_numbers_have_7680_trees():
    assert 7680 == len(reference.trees(GENERIC))


def test_orders_walk_the_same_trees_as_any_grouping():
    assert reference.trees((6, 6, 5)) == reference.trees((6, 6, 5), RAKU)


def test_any_use_has_the_trees_of_every_choice():
    assert {1, 2, ("+", 1, 2), ("+", 2, 1)} == reference.trees(
        (1, 2), {"use": "any", "operators": "+"}
    )


def test_order_given_keeps_the_order_of_chosen_numbers():
    rules = {"use": "any", "order": "given", "operators": "-"}
    assert {1, 2, ("-", 1, 2)} == reference.trees((1, 2), rules)


def test_flat_reads_the_usual_precedence():
    flat = reference.trees((2, 8, 9, 1), OBERON)
    assert ("-", ("*", 8, 9), 1) in reference.trees((8, 9, 1), OBERON)
    assert ("-", ("+", 2, ("*", 8, 9)), 1) in flat
    assert ("+", 2, ("-", ("*", 8, 9), 1)) not in flat


@pytest.mark.parametrize(
    ("value", "tree", "values"),
    [
        (Fraction(17), ("*", ("+", ("/", 5, 6), 2), 6), "rational"),
        (None, ("*", ("+", ("/", 5, 6), 2), 6), "natural"),
        (None, ("*", 0, ("/", 1, ("-", 2, 2))), "rational"),
        (None, ("+", ("-", 1, 2), 3), "nonnegative"),
        (Fraction(2), ("+", ("-", 1, 2), 3), "integer"),
        (None, ("+", ("-", 2, 2), 3), "positive"),
        (Fraction(-5), -5, "positive"),
    ],
)
def test_results_but_not_numbers_must_be_allowed(value, tree, values):
    assert value == reference.evaluate(tree, {"values": values})


def test_swapped_differences_are_one_form():
    one = ("*", ("-", 1, 2), ("-", 3, 5))
    assert reference.canonical(one) == reference.canonical(("*", ("-", 2, 1), ("-", 5, 3)))
    minus = ("-", 9, ("*", ("-", 2, 1), 3))
    assert reference.canonical(minus) == reference.canonical(("+", 9, ("*", 3, ("-", 1, 2))))
    assert reference.canonical(("-", 1, 2)) != reference.canonical(("-", 2, 1))


def test_a_form_that_is_its_own_negative_has_no_sign():
    assert 0 == reference.canonical(("-", 6, 6))[0]
    assert 0 == reference.canonical(("*", 2, ("-", 6, 6)))[0]


def test_a_negative_number_is_a_number():
    assert (1, ("number", Fraction(-5))) == reference.canonical(-5)
    assert reference.canonical(("+", 9, -5)) != reference.canonical(("-", 9, 5))


@pytest.mark.parametrize(
    ("core", "trees"),
    [
        (
            ("-", ("*", 10, 3), 6),
            [
                ("-", ("*", 10, 3), ("*", 6, 1)),
                ("*", ("-", ("*", 10, 3), 6), 1),
                ("-", ("*", ("*", 10, 3), 1), 6),
            ],
        ),
        (("*", 4, 6), [("+", ("*", 4, 6), ("-", 7, 7)), ("*", ("*", 4, 6), ("/", 7, 7))]),
        (("*", 4, 6), [("*", ("*", 4, 6), ("-", 3, 2)), ("/", ("*", 4, 6), ("-", 3, 2))]),
        (("-", 30, 6), [("+", 30, ("*", 6, ("-", 2, 3)))]),
        (0, [("*", 0, ("+", 5, 6)), ("/", 0, ("-", 5, 6))]),
        (("/", 1, 5), [("/", 1, 5)]),
        (("*", -1, -24), [("*", -1, -24)]),
    ],
)
def test_idle_parts_are_taken_out(core, trees):
    assert [{form(core)}] * len(trees) == [reference.cores(form(tree)) for tree in trees]


def form(tree):
    return reference.canonical(tree)[1]


@pytest.mark.parametrize(
    ("count", "numbers", "target"),
    [
        (1, (6, 6, 5, 2), 17),
        (11, (2, 4, 8, 10), 24),
        (1, (8, 8, 3, 3), 24),
        (1, (1, 5, 5, 5), 24),
        (1, (3, 3, 3, 3), 24),
        (0, (1, 1, 1, 1), 24),
    ],
)
def test_hands_have_as_many_essential_solutions_as_published(count, numbers, target):
    assert count == len(reference.essential(numbers, target))


THREE_OVER, OVER_THREE = ("/", 3, ("+", 1, 2)), ("/", ("+", 1, 2), 3)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (THREE_OVER, OVER_THREE),
        (("*", ("+", THREE_OVER, 5), 4), ("*", ("+", OVER_THREE, 5), 4)),
        (("-", 9, ("/", 7, ("-", 3, 10))), ("-", 9, ("/", ("-", 3, 10), 7))),
        (("/", 8, ("-", 5, THREE_OVER)), ("/", 8, ("-", 5, OVER_THREE))),
    ],
)
def test_a_quotient_worth_1_and_its_inverse_are_one(one, other):
    assert form(one) != form(other)
    assert one_way_up(one) == one_way_up(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (THREE_OVER, ("-", 3, 2)),
        (("+", 5, THREE_OVER), ("-", 5, OVER_THREE)),
        (("+", 5, ("/", 2, 4)), ("+", 5, ("/", 4, 2))),
    ],
)
def test_other_quotients_stay_as_they_are(one, other):
    assert one_way_up(one) != one_way_up(other)


def one_way_up(tree):
    return reference.one_way_up((1, form(tree)))[1]


@pytest.mark.exhaustive
def test_five_numbers_have_as_many_essential_solutions_as_another_solver_says():
    assert 45 == len(reference.essential((1, 2, 3, 4, 5), 24))


@pytest.mark.slow
def test_essential_solutions_of_the_whole_game_stay_natural():
    assert 0 == len(reference.essential((3, 3, 8, 8), 24, WHOLE))
    assert 0 < len(reference.essential((1, 2, 3, 4), 24, WHOLE))


def test_countdown_leaves_superfluous_steps_out():
    only = {form(("*", 4, 6))}
    assert only == reference.essential((4, 6, 1), 24, COUNTDOWN)
    # 8-4 replaces a 4 by a 4, so it is not a step.
    assert only == reference.essential((4, 6, 8), 24, COUNTDOWN)
    # 4*6 both ways, 12 products of three, and 6 products with 1 as a divisor.
    assert 20 == len(reference.raw((4, 6, 1), 24, COUNTDOWN))


def test_closest_are_all_values_at_the_smallest_distance():
    assert {Fraction(24)} == reference.closest((1, 2, 3, 4), 24)
    assert {Fraction(3)} == reference.closest((1, 2), 24, {"operators": "+-"})
    assert {Fraction(1), Fraction(3)} == reference.closest((1, 2), 2, {"operators": "+-"})


# Two independent public solvers agree on every hand; it takes a minute.
@pytest.mark.exhaustive
def test_all_hands_have_3017_essential_solutions():
    hands = combinations_with_replacement(range(1, 14), 4)
    counts = Counter(len(reference.essential(hand, 24)) for hand in hands)
    published = (458, 515, 427, 216, 125, 30, 18, 17, 8, 2, 3, 1)
    assert published == tuple(counts[count] for count in range(12))
    assert 3017 == sum(count * hands for count, hands in counts.items())
