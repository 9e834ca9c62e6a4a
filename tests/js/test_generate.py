"""JavaScript generates the same puzzles as Python, and gives the same errors."""

import pytest

import facevalue as fv
from tests.js.test_js import both, compare
from tests.js.wasm import answer, needs_wasm
from tests.oracles.rows import PLAIN_RULES, vectors

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


FILTERS = vectors("js-calls", "filters")


@pytest.mark.parametrize(
    "rules", ["classic", pytest.param("train, values=natural", marks=pytest.mark.slow)]
)
def test_filters_choose_the_same_puzzles(rules):
    compare_generated([(rules, {"seed": 24, "count": 15} | options) for options in FILTERS])


@pytest.mark.slow
def test_a_whole_query_has_the_same_puzzles_in_the_same_order():
    compare_generated([("classic", {"seed": seed}) for seed in (0, 7)])
    compare_generated([("make10", {"seed": 5, "solvable": None})])


ODD = vectors("js-calls", "wrong filters")
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
