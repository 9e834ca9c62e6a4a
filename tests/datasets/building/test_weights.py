"""Datasets with weights for the sizes of their puzzles, and with shuffled numbers."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facevalue import datasets
from facevalue.datasets import Spec
from facevalue.errors import LimitError, RuleError
from tests.datasets.built_sets import contents, rows_of

WEIGHTED = Spec(
    "countdown",
    count=1000,
    weights={3: 0.5, 4: 1},
    low=1,
    high=30,
    target=(100, 199),
    unsolvable=0.1,
    shard_rows=400,
)


def test_weights_decide_how_many_puzzles_of_each_size_there_are(tmp_path):
    datasets.build(WEIGHTED, tmp_path)
    rows = rows_of(tmp_path)
    counts = Counter((len(row["numbers"]), row["solvable"]) for row in rows)
    solvable = {3: 300, 4: 600}
    unsolvable = {3: 33, 4: 67}
    expected = {(size, True): count for size, count in solvable.items()}
    assert expected | {(size, False): count for size, count in unsolvable.items()} == counts
    assert len({row["key"] for row in rows}) == 1000
    datasets.build(WEIGHTED, tmp_path / "again", workers=1)
    assert contents(tmp_path / "again").items() <= contents(tmp_path).items()


@settings(max_examples=20, deadline=None)
@given(
    st.integers(1, 100),
    st.integers(5, 60),
    st.sampled_from([0.0, 0.1, 0.37, 1.0]),
    st.lists(st.sampled_from([1, 2, 5, 0.1]), min_size=1, max_size=4),
)
def test_the_shards_have_all_rows_in_the_proportion_of_the_weights(count, shard, share, weights):
    sizes = dict(enumerate(weights, 2))
    spec = Spec(count=count, weights=sizes, low=1, high=9, unsolvable=share, shard_rows=shard)
    kinds = [spec.quota(number) for number in range(spec.shards)]
    assert all(kind.rows >= 0 for kind_of in kinds for kind in kind_of)
    assert count == sum(kind.rows for kind_of in kinds for kind in kind_of)
    for place, kind in enumerate(spec.kinds):
        assert kind.rows == sum(kind_of[place].rows for kind_of in kinds)
        total = sum(each.rows for each in spec.kinds if each.solvable == kind.solvable)
        fair = total * sizes[kind.size] / sum(weights)
        assert abs(kind.rows - fair) < 2


def test_a_size_with_too_few_puzzles_is_named(tmp_path):
    spec = Spec(count=100, weights={1: 1, 4: 1}, low=1, high=13)
    message = "there are only 13 puzzles with size 1, 50 rows requested"
    with pytest.raises(LimitError, match=message):
        datasets.build(spec, tmp_path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"weights": {3: 1}, "size": (3, 4)}, r"weights must name each size once \(3, 4\)"),
        ({"weights": {3: 0, 4: 1}}, "numbers above 0"),
        ({"weights": {3: float("nan")}}, "numbers above 0"),
        ({"weights": {"x": 1}}, "numbers above 0"),
        ({"weights": 3}, "numbers above 0"),
        ({"weights": {}}, "weights must name each size once"),
        ({"shuffle": "yes"}, "shuffle"),
        ({"shuffle": True, "rules": "oberon"}, "'oberon' fixes the order of the numbers"),
    ],
)
def test_useless_weights_and_orders_are_refused(options, message):
    with pytest.raises(RuleError, match=message):
        Spec(**{"count": 10, "low": 1, "high": 9, **options})


def test_the_string_of_a_spec_contains_weights_and_shuffle():
    spec = WEIGHTED.replace(shuffle=True)
    assert "weights = { 3 = 0.5, 4 = 1 }\n" in str(spec)
    assert spec == Spec.parse(str(spec))
    assert str(spec) == str(spec.replace(weights={3: 0.5, 4: 1.0}))


@pytest.mark.slow
def test_shuffled_numbers_are_the_same_puzzles_in_an_order_that_the_seed_decides(tmp_path):
    spec = WEIGHTED.replace(format="verl")
    builds = {}
    for name, options in {"sorted": {}, "one": {"shuffle": True}, "two": {"shuffle": True}}.items():
        datasets.build(spec.replace(**options), tmp_path / name)
        builds[name] = sorted(rows_of(tmp_path / name), key=lambda row: row["key"])
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    is_sorted = []
    for row, shuffled in zip(builds["sorted"], builds["one"], strict=True):
        assert row["numbers"] == sorted(shuffled["numbers"])
        written = ", ".join(map(str, shuffled["numbers"]))
        assert f"from the numbers {written}." in shuffled["prompt"][0]["content"]
        assert shuffled["numbers"] == shuffled["reward_model"]["ground_truth"]["numbers"]
        same = ("key", "solution", "target", "split", "solution_count")
        assert [row[name] for name in same] == [shuffled[name] for name in same]
        is_sorted.append(row["numbers"] == shuffled["numbers"])
    # One in 6 and 24 orders of 3 and 4 different numbers: 83 in all, more with repeats.
    assert 60 < sum(is_sorted) < 160


def test_every_place_of_a_shuffled_puzzle_is_as_often_the_smallest(tmp_path):
    datasets.build(Spec(count=1000, low=1, high=99, shuffle=True), tmp_path)
    smallest = Counter(row["numbers"].index(min(row["numbers"])) for row in rows_of(tmp_path))
    assert all(200 < smallest[place] < 300 for place in range(4))


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ('{name = "x", colour = 1}', "may only have the fields name, .*, not 'colour'"),
        ('{values = "integer"}', "rules need a name, .*, not {'values': 'integer'}"),
        ('{name = "x", values = "odd"}', "values must be one of .*, not 'odd', in rules"),
        ('{name = "x", operators = "+?"}', ".*, in rules"),
    ],
)
def test_rules_of_ones_own_in_a_spec_are_checked(rules, message):
    with pytest.raises(RuleError, match=message):
        Spec.parse(f"count = 3\nrules = {rules}")
