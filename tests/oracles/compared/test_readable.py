"""The short versions agree with the public functions, and the docs show them."""

import inspect
import random
from itertools import combinations

import pytest

import facevalue as fv
from facevalue import poker
from tests.oracles import readable
from tests.paths import ROOT

SHOWN = {
    "search": [readable.split, readable.search_backward, readable.list_steps],
    "in-order": [readable.search_in_order, readable.list_steps],
    "functions": [
        readable.search_with_functions,
        readable.combine,
        readable.add_functions,
        readable.list_power_steps,
        readable.list_operands,
        readable.power,
        readable.root,
        readable.factorial,
    ],
    "reach": [readable.split, readable.reach],
    "forms": [
        readable.flatten,
        readable.add,
        readable.multiply,
        readable.find_cores,
        readable.take_away,
        readable.turn_quotients,
    ],
    "flop": [readable.evaluate_ranks, readable.compare, readable.compare_on_flop],
    "preflop": [
        readable.evaluate_ranks,
        readable.compare,
        readable.match_up,
        readable.name_kind,
    ],
    "numbering": [readable.deal_by_number, readable.shuffle, readable.mix],
}
POINTERS = {
    "core/numbers/backward/value_graph.hpp": "search_backward",
    "core/numbers/parts/part_tables.hpp": "search_in_order",
    "core/numbers/functions/function_tables.hpp": "search_with_functions",
    "core/numbers/reach/reach_sets.hpp": "reach",
    "core/numbers/forms/canonical_forms.hpp": "flatten",
    "core/poker/ranges/flop_range.hpp": "compare_on_flop",
    "core/poker/equity/matchup.hpp": "match_up",
    "core/numbers/deal/puzzle_space.hpp": "deal_by_number",
}
SEED = 40
PUZZLES = [(8, 8, 3, 3), (10, 3, 6, 1), (1, 2, 3, 4), (4, 4, 4, 4), (5, 5, 3), (7,)]
PUZZLES += [tuple(random.Random(n).choices(range(1, 11), k=4)) for n in range(SEED, SEED + 8)]


@pytest.mark.optimized_away
@pytest.mark.parametrize("page", SHOWN)
def test_a_page_shows_the_short_version(page):
    text = (ROOT / "docs" / "how" / f"{page}.md").read_text(encoding="utf-8")
    code = "\n\n".join(inspect.getsource(function) for function in SHOWN[page])
    assert f"```python\n{code}```\n" in text, f"copy this to docs/how/{page}.md:\n{code}"


@pytest.mark.parametrize("file", POINTERS)
def test_the_fast_version_names_the_short_one(file):
    text = (ROOT / file).read_text(encoding="utf-8")
    assert f"{POINTERS[file]} in tests/oracles/readable.py" in text


@pytest.mark.few_quick(7)
@pytest.mark.parametrize("numbers", PUZZLES, ids=str)
def test_the_backward_search_finds_all_solutions_and_forms(numbers):
    for target in (24, 7, 1, 0):
        texts = readable.search_backward(numbers, target)
        found = [fv.Expression.parse(text) for text in texts]
        assert set(found) == set(fv.solve(numbers, target, distinct="raw"))
        assert len(found) == fv.count(numbers, target, distinct="raw")

        forms = {readable.flatten(expression.postfix) for expression in found}
        by_form = {(readable.flatten(each.postfix), each.canonical()) for each in found}
        assert len(forms) == len(by_form) == fv.count(numbers, target, distinct="canonical")

        cores = set().union(*(readable.find_cores(form) for _, form in forms))
        assert len(cores) == fv.count(numbers, target, distinct="essential")


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("numbers", [(4, 4), (0, 9), (1, 4, 9), (3, 3, 3)], ids=str)
def test_the_search_with_functions_finds_all_expressions(numbers):
    rules = fv.Rules("f", functions="power factorial root", unary=2, largest=1000)
    for target in (6, 1, 0):
        texts = readable.search_with_functions(numbers, target, rules.largest, rules.unary)
        assert len(texts) == fv.count(numbers, target, rules, distinct="raw")
        for text in texts:
            assert fv.check(text, numbers, target, rules).correct


@pytest.mark.parametrize(
    "numbers", [(7,), (1, 1), (6, 6, 6), (1, 2, 3, 4), (2, 5, 50, 75), (3, 7, 8, 25, 100)], ids=str
)
@pytest.mark.parametrize("bounds", [(1, 99), (100, 999)], ids=str)
def test_reach_finds_the_same_targets(numbers, bounds):
    low, high = bounds
    expected = fv.reachable(numbers, "countdown", low=low, high=high).values
    assert tuple(readable.reach(numbers, low, high)) == expected


def ids(cards):
    return tuple(sorted(card.id for card in fv.parse_cards(cards)))


@pytest.mark.parametrize(
    ("hero", "flop", "villain"),
    [
        ("9c8c", "Th8h3c", "QQ+, AKs, JTs"),  # three suits
        ("9c8c", "Th8h3h", "22+, A2s+, KQo"),  # one suit
        ("KhQh", "Jh7h2c", "88+, AQs:0.5, T9s:0.25"),
        ("AhAd", "AcAsKh", "KK, QQ, T9s"),  # a rank that is used up
        ("2c2d", "6s6d6h", "66, 22+, A2s+"),
        ("AsKd", "QhJhTh", "AK, KQs, 98s, QJ, 22"),  # ties
    ],
)
def test_a_hand_against_a_range_on_a_flop(hero, flop, villain):
    weights = {ids(hand): weight for hand, weight in poker.parse_range(villain).combos.items()}
    total = readable.compare_on_flop(ids(hero), weights, ids(flop))
    equity = poker.equity(hero, villain, board=flop)
    share, deals = equity.players[0], total.total()
    assert total["win"] * equity.deals == share.win * deals
    assert total["tie"] * equity.deals == share.tie * deals


@pytest.mark.parametrize(
    ("hero", "villain"),
    [
        ("AhKh", "QsQd"),
        ("7h2c", "7d2s"),
        ("AsAh", "AdAc"),
        ("JhTh", "9h8h"),
        ("5c4c", "AcKd"),
        ("3h2h", "3d2d"),
    ],
)
def test_a_match_up_by_patterns(hero, villain):
    assert poker.matchup(hero, villain) == readable.match_up(ids(hero), ids(villain))


def test_match_ups_of_one_kind_have_one_result():
    shuffled = random.Random(SEED)
    results = {}
    for _ in range(2000):
        cards = shuffled.sample(range(16), 4)  # of four ranks, so that kinds come again
        hero, villain = cards[:2], cards[2:]
        win, _, lose = poker.matchup(hero, villain)
        name = str(readable.name_kind(sorted(hero), sorted(villain)))
        assert results.setdefault(name, {win, lose}) == {win, lose}
    assert len(results) < 2000


@pytest.mark.slow
def test_match_ups_have_as_many_kinds_as_the_table():
    # The 169 starting hands: renaming the suits turns every hand into one of these.
    heroes = [(a, b) for a, b in combinations(range(52), 2) if b % 4 == 3 and a % 4 in (2, 3)]
    assert len(heroes) == 169
    names = set()
    for hero in heroes:
        left = [card for card in range(52) if card not in hero]
        names.update(str(readable.name_kind(hero, villain)) for villain in combinations(left, 2))
    assert len(names) == poker.MATCHUP_COUNT


def test_renaming_suits():
    shuffled = random.Random(SEED)
    for _ in range(1000):
        cards = shuffled.sample(range(52), shuffled.randint(2, 7))
        hand, flop, turn, river = cards[:2], cards[2:5], cards[5:6], cards[6:]
        own, *board = readable.rename(hand, flop, turn, river)
        texts = (
            "".join(str(fv.Card(card)) for card in own),
            "".join(str(fv.Card(card)) for street in board for card in street),
        )
        assert texts == poker.canonical(hand, cards[2:])


@pytest.mark.parametrize("seed", [0, 24, 2**64 - 1])
@pytest.mark.parametrize(("low", "high", "size"), [(1, 13, 4), (1, 9, 3), (5, 104, 5)])
def test_dealing_by_number(seed, low, high, size):
    query = fv.puzzle.PuzzleQuery(
        size=size, low=low, high=high, solvable=None, dealable=False, target=24
    )
    dealt = [readable.deal_by_number(n, seed, low, high, size) for n in range(100)]
    assert dealt == [puzzle.numbers for puzzle in query.puzzles(seed, 100)]


def test_numbers_deal_every_puzzle_once():
    dealt = [readable.deal_by_number(n, SEED, 1, 13, 4) for n in range(1820)]
    assert len(set(dealt)) == 1820
