"""JavaScript generates the same puzzles as Python, and gives the same errors."""

import pytest

import facevalue as fv
from tests.rows import PLAIN_RULES
from tests.test_js import both, compare
from tests.wasm import answer, needs_wasm

pytestmark = [pytest.mark.slow, needs_wasm]


def generated(rules, options):
    return [puzzle.as_dict() for puzzle in fv.generate(rules, **options)]


def compare_generated(cases):
    calls = [["puzzle", "generate", [rules, options]] for rules, options in cases]
    compare(calls, [answer(generated, *case) for case in cases])


@both
def test_every_seed_gives_the_same_puzzles(is_long):
    compare_seeds(4 if is_long else 1)


def compare_seeds(count):
    seeds = [*range(count), 2**53 - 1]
    compare_generated(
        [(rules, {"seed": seed, "count": 20}) for rules in PLAIN_RULES for seed in seeds]
    )


FILTERS = [
    {"size": [3, 4]},
    {"size": 2, "target": [1, 30], "solvable": False},
    {"size": 5, "count": 5},
    {"low": 1, "high": 100, "target": [100, 999], "count": 10},
    {"low": -5, "high": 5, "size": 3, "target": -7},
    {"low": 900_000_000, "high": 1_000_000_000 - 1, "size": 3, "solvable": None},
    {"low": 1, "high": 999_999, "size": 4, "solvable": False, "count": 5},
    {"target": [20, 30], "solution_count": [2, 3]},
    {"needs_fraction": True, "count": 16},
    {"needs_fraction": False, "solution_count": 1},
    {"difficulty": "hard"},
    {"difficulty": " 50 - 60.5"},
    {"difficulty": [99, 100], "count": 3},
    {"difficulty": 0, "count": 1},
    {"difficulty": "easy", "difficulty_model": "language-model", "count": 5},
    {"dealable": False, "target": [1, 1000]},
    {"dealable": True, "low": 3, "high": 9},
]


@pytest.mark.parametrize(
    "rules", ["classic", pytest.param("train, values=natural", marks=pytest.mark.slow)]
)
def test_filters_choose_the_same_puzzles(rules):
    compare_generated([(rules, {"seed": 24, "count": 15} | options) for options in FILTERS])


@pytest.mark.slow
def test_a_whole_query_has_the_same_puzzles_in_the_same_order():
    compare_generated([("classic", {"seed": seed}) for seed in (0, 7)])
    compare_generated([("make10", {"seed": 5, "solvable": None})])


ODD = [
    *({"size": size} for size in (0, 10, "4", [], None, 2.5)),
    *({"target": target} for target in ([1, 2, 3], "24", 2.5, [5, 1], 2 * 10**9)),
    *({"solution_count": count} for count in ("x", [3, 1], -1, 1.5)),
    *({"difficulty": level} for level in ("hrd", "50-x", "-", [1, 2, 3], 200, [90, 80], [90, "x"])),
    *({"count": count} for count in (0, "x", -1)),
    {"low": 5, "high": 2},
    {"low": "a"},
    {"low": -(10**10)},
    {"low": 1, "high": 2 * 10**6},
    {"low": 1, "high": 10**6, "size": 9, "target": [1, 10**9]},
    {"difficulty": "hard", "solvable": None},
    {"difficulty": "hard", "solvable": False},
    {"difficulty_model": "peple"},
    {"difficulty_model": "language-model", "size": 7},
    {"dealable": "x"},
    {"solvable": 1},
    {"needs_fraction": 0},
    {"seed": -1},
    {"needs_fraction": True, "count": 17},
    {"low": 1, "high": 10, "solution_count": [5, 6], "count": 10**6},
    {"difficulty": [99, 100], "count": 50},
    {"difficulty": [99, 100], "count": 5000},
    {"low": 1, "high": 1, "count": 1},
]
ODD_RULES = [
    ("forth", {"size": 3}),
    ("krypto", {"size": 9}),
    ("krypto", {"target": [50, 60]}),
    ("countdown", {"low": 90, "high": 99, "dealable": True}),
    ("countdown, order=given", {}),
    ("countdown, grouping=left", {"size": 9}),
    ("chess", {}),
]


def test_odd_options_give_the_same_sentences():
    cases = [("classic", {"seed": 1, "count": 1} | options) for options in ODD]
    compare_generated(
        cases + [(rules, {"seed": 1, "count": 1} | more) for rules, more in ODD_RULES]
    )
