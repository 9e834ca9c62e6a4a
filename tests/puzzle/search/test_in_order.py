"""Numbers that keep their order, with any brackets: the tables of intervals."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import facevalue as fv
from facevalue.cli.main import main
from tests.oracles import puzzles as reference
from tests.oracles import readable

TRAIN = fv.RULES["train"]
VALUES = ["rational", "nonnegative", "integer", "natural", "positive"]


def random_numbers(source, size):
    kind = source.choice(["digits", "whole", "fractions"])
    if kind == "digits":
        return [Fraction(source.randint(0, 9)) for _ in range(size)]
    if kind == "whole":
        return [Fraction(source.randint(-4, 12)) for _ in range(size)]
    return [Fraction(source.randint(-6, 9), source.choice([1, 1, 2, 3])) for _ in range(size)]


@pytest.mark.few_quick(20)
@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("use", ["all", "any"])
@pytest.mark.parametrize("operators", ["+-*/", "+-", "*/", "-/", "+*"])
def test_tables_and_a_walk_find_the_same(values, use, operators):
    rules = fv.Rules("row", order="given", values=values, use=use, operators=operators)
    source = random.Random(f"{values} {use} {operators}")
    for size in (1, 2, 3, 4, 4, 5):
        numbers = random_numbers(source, size)
        target = source.choice([0, 1, source.randint(-9, 30), Fraction(source.randint(1, 9), 2)])
        for distinct in ("raw", "canonical", "essential"):
            options = {"rules": rules, "distinct": distinct}
            walked = list(fv.solve(numbers, target, **options, method="walk"))
            assert walked == list(fv.solve(numbers, target, **options)), (numbers, target)
        nearest = fv.closest(numbers, target, rules).values
        assert reference.closest(numbers, target, rules) == set(nearest)


@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("use", ["all", "any"])
def test_every_value_is_found(values, use):
    rules = fv.Rules("row", order="given", values=values, use=use)
    source = random.Random(f"{values} {use}")
    for size in (1, 2, 3, 4):
        numbers = random_numbers(source, size)
        trees = reference.trees(numbers, rules)
        expected = {reference.evaluate(tree, rules) for tree in trees} - {None}
        assert expected == set(fv.values(numbers, rules))
        reached = fv.reachable(numbers, rules, low=1, high=30).values
        assert sorted(v for v in expected if v in range(1, 31)) == list(reached)
        whole = [int(number) for number in numbers]
        targets = range(-3, 12)
        solvable = fv.solvable_many([whole] * len(targets), list(targets), rules)
        counts = fv.count_many([whole] * len(targets), list(targets), rules)
        assert (counts > 0).tolist() == solvable.tolist()


@pytest.mark.parametrize("numbers", [(7,), (0, 0, 5), (3, 3, 8, 8), (1, 2, 3, 4), (9, 8, 7, 6, 5)])
@pytest.mark.parametrize("target", [24, 10, 1, 0])
def test_the_short_version_finds_the_same(numbers, target):
    texts = readable.search_in_order(numbers, target)
    found = {fv.Expression.parse(text) for text in texts}
    assert found == set(fv.solve(numbers, target, TRAIN, distinct="raw"))
    assert len(texts) == fv.count(numbers, target, TRAIN, distinct="raw")


def test_most_train_tickets_make_10():
    tickets = np.array(list(product(range(10), repeat=4)))
    assert 5878 == fv.solvable_many(tickets, rules="train").sum()
    assert 5878 == (fv.count_many(tickets, rules="train") > 0).sum()


@pytest.mark.slow
def test_the_numbers_from_10_to_1_make_2016():
    solutions = fv.solve(range(10, 0, -1), 2016, "train")
    assert "(10-9+8*7*6-5+4)*3*2*1" == str(solutions.first)
    raw = fv.solve(range(10, 0, -1), 2016, "train", distinct="raw")
    assert 44499 == raw.count()
    assert all(e.value == 2016 for e in raw[:1000])


def count_forward(numbers, target):
    """How many expressions make the target, from the counts of all values of all spans."""
    values = {(at, at): Counter([Fraction(number)]) for at, number in enumerate(numbers)}
    for size in range(1, len(numbers)):
        for first in range(len(numbers) - size):
            made = values[first, first + size] = Counter()
            for gap in range(first, first + size):
                pairs = product(values[first, gap].items(), values[gap + 1, first + size].items())
                for (x, xs), (y, ys) in pairs:
                    for value in (x + y, x - y, x * y, *([x / y] if y else [])):
                        made[value] += xs * ys
    return values[0, len(numbers) - 1][target]


@pytest.mark.parametrize("numbers", ["1 2 3 4 5 6", "0 0 1 2 0 3", "3 3 3 3 3 3", "6 5 4 3 2 1"])
def test_raw_expressions_are_counted_without_a_list(numbers):
    exact = [Fraction(number) for number in numbers.split()]
    for target in (0, 1, 24):
        raw = fv.solve(numbers, target, TRAIN, distinct="raw")
        assert count_forward(exact, target) == raw.count() == len(list(raw))
        assert raw.count() == fv.count_many([exact], target, TRAIN, distinct="raw")[0]


@pytest.mark.slow
def test_millions_of_expressions_are_counted():
    assert 17_238 == fv.count(range(1, 10), 100, TRAIN, distinct="raw")
    assert 20_485_707 == fv.count(range(1, 13), 100, TRAIN, distinct="raw")
    whole = TRAIN.replace(values="positive")
    assert 401_742 == fv.count(range(1, 13), 100, whole, distinct="raw")


@pytest.mark.slow
def test_twelve_numbers_in_order_are_solved():
    numbers = range(1, 13)
    solutions = fv.solve(numbers, 100, "train")
    assert "1*2*3+4*5+6*7+8-9+10+11+12" == str(solutions.first)
    assert not fv.solve(numbers, 1_000_000_007, "train")
    assert (718502400,) == fv.closest(numbers, 10**12, "train").values
    assert "1*2*3+4*5+6*7+8-9+10+11+12, and more" in repr(solutions)
    with pytest.raises(fv.LimitError, match="20,485,707 expressions would"):
        solutions.count()
    assert "and more" in repr(solutions), "the first is kept"


def test_a_list_that_is_too_long_is_refused_with_its_size_and_a_remedy_that_works(capsys):
    puzzle = (0, 1, 1, 1, 1, 1, 1, 1), 0, "train"
    solutions = fv.solve(*puzzle)
    expected = "2,319,472 expressions would have to be compared, the limit is 500,000; count all "
    remedy = "expressions with `distinct='raw'`, or run it anyway with limit=None"
    with pytest.raises(fv.LimitError, match=f"^{expected}{remedy}$"):
        solutions.count()
    assert 2_319_472 == fv.count(*puzzle, distinct="raw")
    with pytest.raises(fv.LimitError, match=r"^more than 500,000 .*; use `first` for only one"):
        solutions[1]
    assert "0*1*1*1*1*1*1*1" == str(solutions.first)

    typed = ["0", *"1111111", "--target", "0", "--rules", "train"]
    assert 2 == main(["count", *typed])
    assert "--distinct raw" in capsys.readouterr().err
    assert 0 == main(["count", *typed, "--distinct", "raw"])
    assert "2319472\n" == capsys.readouterr().out
    assert 2 == main(["solve", *typed])
    assert "--first" in capsys.readouterr().err
    assert 0 == main(["solve", *typed, "--first"])
    assert "0*1*1*1*1*1*1*1\n" == capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("numbers", "target", "rules"),
    [("1 1 2 1 1 1 2 1", 0, "train"), ("1 1 1 2 1 1 1 1", 1, "train")],
)
def test_without_a_limit_any_number_of_expressions_is_compared(numbers, target, rules):
    with pytest.raises(fv.LimitError, match="the limit is 500,000"):
        fv.count(numbers, target, rules)
    solutions = fv.solve(numbers, target, rules, limit=None)
    first = solutions.first
    listed = list(solutions)
    assert listed[0] == first
    assert len(listed) == len({*map(str, listed)}) == solutions.count()
    assert fv.count_many([[*map(int, numbers.split())]], target, rules, limit=None) == len(listed)


def test_the_first_raw_solution_is_also_an_essential_one():
    source = random.Random(44)
    for _ in range(20):
        numbers = [source.randint(2, 9) for _ in range(6)]
        raw = list(fv.solve(numbers, source.randint(2, 60), TRAIN, distinct="raw"))
        essential = fv.solve(numbers, raw[0].value, TRAIN) if raw else []
        assert not raw or raw[0] in essential


def test_the_nearest_value_of_ten_numbers_is_found():
    """No value of 1 to 10 in order is larger than (1+2)*3*4*...*10."""
    found = fv.closest(range(1, 11), 10**9, TRAIN)
    assert (5443200,) == found.values
    assert found.ways[0].value == 5443200


@pytest.mark.few_quick(4)
@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("use", ["all", "any"])
def test_nearest_values_agree_with_the_list_of_all_values(values, use):
    """Spans longer than the tables are searched backward, past poles and through infinity."""
    rules = fv.Rules("row", order="given", values=values, use=use)
    source = random.Random(f"{values} {use} nearest")
    for _ in range(12):
        numbers = random_numbers(source, source.choice([5, 6]))
        target = Fraction(source.randint(-3000, 3000), source.choice([1, 1, 7, 1001]))
        all_values = list(fv.values(numbers, rules))
        distance = min((abs(value - target) for value in all_values), default=None)
        expected = tuple(value for value in all_values if abs(value - target) == distance)
        assert expected == fv.closest(numbers, target, rules).values, (numbers, target)


def test_long_numbers_are_walked():
    numbers = [10**12, 3, 10**9, 7]
    found = fv.solve(numbers, 10**12 - 3 * 10**9 + 7, TRAIN)
    assert ["1000000000000-3*1000000000+7"] == [str(e) for e in found]


def test_too_many_numbers_are_refused_before_they_are_searched():
    with pytest.raises(fv.LimitError, match="15 numbers in the order given"):
        fv.solve(range(1, 16), 100, "train")
    with pytest.raises(fv.LimitError, match="in the order given"):
        fv.values(range(1, 13), "train")
    sums = fv.Rules("sums", operators="+-", order="given")
    assert "1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1" == str(fv.solve([1] * 16, 16, sums).first)
