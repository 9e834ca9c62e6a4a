"""The first ten minutes with the package, in Python."""

import copy
import json
import multiprocessing
import pickle
import re
import xml.etree.ElementTree as ET
from concurrent.futures import ProcessPoolExecutor

import pytest

import facevalue as fv
from facevalue import poker

FIVE = "2+4+8+10, 2*10+8-4, 4*10-2*8, 4*8+2-10, (2*8-10)*4"
HANDS = [[8, 8, 3, 3], [1, 1, 1, 1]]


# Solutions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "puzzle"),
    [
        ("<Solutions of 6 6 5 2 -> 17: (5/6+2)*6>", ("6 6 5 2", 17)),
        ("<Solutions of 1 1 1 1 -> 24: none>", ("1 1 1 1",)),
        (f"<Solutions of 2 4 8 10 -> 24: {FIVE}, and 6 more>", ("2 4 8 10",)),
    ],
)
def test_the_repr_of_solutions_shows_some_and_how_many_more(shown, puzzle):
    assert shown == repr(fv.solve(*puzzle))


def test_print_shows_twenty_solutions_and_how_many_more():
    found = fv.solve("1 2 3 4 5", 24)
    assert [*map(str, found[:20]), f"... and {len(found) - 20} more"] == str(found).splitlines()
    assert "no solution" == str(fv.solve("1 1 1 1"))
    assert list(map(str, fv.solve("2 4 8 10"))) == str(fv.solve("2 4 8 10")).splitlines()


@pytest.mark.slow
def test_solutions_that_take_long_to_count_are_not_counted_for_a_look():
    assert repr(fv.solve(range(1, 9), 24)).endswith(", and more>")


def test_notebooks_show_solutions():
    found = fv.solve("1 2 3 4 5", 24)
    html, latex = found._repr_html_(), found._repr_latex_()
    assert min(100, len(found)) == html.count("<li>")
    assert "<p>no solution</p>" in fv.solve("1 1 1 1")._repr_html_()
    assert latex.startswith(r"$\begin{aligned}&" + found[0].to("latex"))
    assert rf"\text{{and {len(found) - 20} more}}" in latex
    assert latex.count("{") == latex.count("}")
    assert r"\text{no solution}" in fv.solve("1 1 1 1")._repr_latex_()


def test_solutions_have_places_and_slices():
    found = fv.solve("2 4 8 10")
    texts = [str(each) for each in found]
    assert (texts[0], texts[-1]) == (str(found[0]), str(found[-1]))
    assert texts[:3] == [str(each) for each in found[:3]]
    assert texts[::-2] == [str(each) for each in found[::-2]]
    with pytest.raises(IndexError):
        found[11]


@pytest.mark.parametrize(
    "twin", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
def test_solutions_and_decks_have_copies(twin):
    found = fv.solve("2 4 8 10", distinct="canonical", limit=3)
    assert found == twin(found)
    assert list(found) == list(twin(found))
    assert 3 == twin(found).limit
    deck = fv.Deck(seed=7)
    deck.deal(5)
    other = twin(deck)
    assert (47, deck.seed, list(deck)) == (len(other), other.seed, list(other))
    deck.shuffle()
    assert list(deck) != list(other)
    other.shuffle()
    assert list(deck) == list(other)


def test_solutions_and_decks_go_to_other_processes_and_back():
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        solved = pool.submit(fv.solve, "2 4 8 10")
        counted = pool.submit(len, fv.solve("2 4 8 10"))
        dealt = pool.submit(fv.Deck.deal, fv.Deck(seed=54), 5)
        deck = pool.submit(fv.Deck, 54)
        assert fv.solve("2 4 8 10") == solved.result()
        assert 11 == counted.result() == len(solved.result())
        assert dealt.result() == deck.result().deal(5) == fv.Deck(54).deal(5)


def test_a_deck_without_a_seed_reports_its_random_seed():
    deck = fv.Deck()
    assert list(deck) == list(fv.Deck(deck.seed))
    assert deck.seed != fv.Deck().seed


def test_forged_pickles_of_decks_are_refused():
    _, (seed, state, cards) = fv.Deck(1).__reduce__()
    make = fv.Deck(1).__reduce__()[0]
    for bad in (
        (seed, -1, cards),
        (seed, state, (0, 0)),
        (2**64, state, cards),
        (seed, state, (52,)),
    ):
        with pytest.raises(fv.CardError):
            make(*bad)


def test_everyday_names_are_at_the_top():
    assert 11 == fv.count("2 4 8 10")
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", fv.__version__)


# Results as dictionaries --------------------------------------------------------------------------


def test_a_verdict_is_a_dict_and_its_text_is_the_message():
    verdict = fv.check("1+2", [1, 2], 4)
    assert "1+2 is 3, not 4" == str(verdict) == verdict.message
    expected = {
        "correct": False,
        "reason": "wrong_value",
        "value": 3,
        "expression": "1+2",
        "position": None,
        "message": "1+2 is 3, not 4",
    }
    assert expected == json.loads(json.dumps(verdict.as_dict()))


def test_an_equity_is_a_dict_with_a_share_for_each_player():
    found = json.loads(json.dumps(poker.equity("AhKh", "QsQd").as_dict()))
    assert ["AhKh", "QsQd"] == [player["hand"] for player in found["players"]]
    assert {"fraction": "197833/428076", "decimal": pytest.approx(0.462144572459)} == (
        found["players"][0]["equity"]
    )


def test_labels_are_a_dict_of_columns():
    labels = fv.label_many(HANDS, simplest=True)
    columns = json.loads(json.dumps(labels.as_dict()))
    assert columns == {
        "solvable": [True, False],
        "solution_count": [1, 0],
        "needs_fraction": [True, False],
        "percentile": [labels.difficulty[0], None],
        "simplest": ["8/(3-8/3)", None],
    }


def test_labels_give_the_row_of_each_puzzle():
    labels = fv.label_many(HANDS)
    assert "simplest" not in labels[0]
    assert [1, 0] == [row["solution_count"] for row in labels]
    assert labels[-1] == labels[1] == next(iter(labels[1:]))
    with pytest.raises(IndexError):
        labels[2]


def test_a_batch_of_puzzles_is_a_dict_with_rules_and_puzzles():
    batch = next(fv.puzzle.PuzzleQuery().batches(seed=1, count=2))
    found = json.loads(json.dumps(batch.as_dict()))
    assert found == {"rules": "classic", "puzzles": list(batch.as_dicts())}
    assert {"percentile", "seconds", "model"} == found["puzzles"][0]["difficulty"].keys()


# Reprs --------------------------------------------------------------------------------------------

OWN = fv.Rules("three", size=3)


@pytest.mark.parametrize(
    "grader",
    [
        fv.Grader(),
        fv.Grader("countdown", "strict", "boxed", after_think=True, score=2, format_score=0.1),
        fv.Grader(OWN, fv.Syntax(decimals=True)),
    ],
)
def test_the_repr_of_a_grader_makes_it_again(grader):
    assert grader == eval(repr(grader), vars(fv) | {name: getattr(fv, name) for name in dir(fv)})


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ("Grader('classic', 'lenient', 'last_answer_tag')", fv.Grader()),
        ("<Verdict: wrong value, 3+8 is 11, not 24>", fv.check("3+8", [3, 8])),
        ("<Closest: 4 = 1+1+1+1 (20 away, 3 steps)>", fv.closest("1 1 1 1")),
        ("<Difficulty: harder than 99% of puzzles, about 116 seconds>", fv.difficulty("3 3 8 8")),
        ("<Hint: no solution; closest is 4>", fv.hint("1 1 1 1")),
        (
            "<Reachable: 893 of the targets 100 to 999; missing 766, 838, 842, 857, 858, 859, 861>",
            fv.reachable("1 2 3 4 5 50"),
        ),
        ("<Reachable: 3 of the targets 1 to 3>", fv.reachable("1 2", low=1, high=3)),
        ("<Values: 5: -1, 1/2, 1, 2, 3>", fv.values("1 2")),
        (
            "<Strength: Full House, Sevens full of Aces>",
            fv.poker.evaluate("7H 7S 7D AS AC"),
        ),
        (
            "<Strength: Seven-five low (razz)>",
            fv.poker.evaluate("As 2s 3s 5s 7s", "razz"),
        ),
        (
            "<Equity: AhKh 28.2828%, QsQd 71.7172%; exact, 990 deals>",
            fv.poker.equity("AhKh", "QsQd", board="2h7d9c"),
        ),
        (
            "<Share: 28.2828%, win 280, tie 0, lose 710>",
            fv.poker.equity("AhKh", "QsQd", board="2h7d9c").players[0],
        ),
        ("Puzzle('6 6 5 2', 17, 'classic')", fv.Puzzle("6 6 5 2", 17)),
        ("Puzzle('3 5 25 8 2 9', 921, 'countdown')", fv.deal("countdown", seed=3)),
        ("<round of 6 6 5 2 -> 17: open>", fv.puzzle.Round(fv.Puzzle("6 6 5 2", 17))),
        ("<query of classic: 1,820 puzzles to choose from>", fv.puzzle.PuzzleQuery()),
        ("<Labels: 2 puzzles, 1 solvable>", fv.label_many(HANDS)),
    ],
)
def test_reprs_are_short(shown, value):
    assert shown == repr(value)


def test_notebooks_show_results_in_html():
    shown = {
        "<p><strong>wrong value</strong></p><p>3+8 is 11, not 24</p>": fv.check("3+8", [3, 8]),
        "<tr><td>4</td><td>1+1+1+1</td><td>3</td></tr>": fv.closest("1 1 1 1"),
        "<tr><th>model</th><td>people</td></tr>": fv.difficulty("3 3 8 8"),
        "<p>step 1: 8 / 3 = 8/3</p>": fv.hint("8 8 3 3", level=3),
        "<p>2 puzzles, 1 solvable</p><table><tr><th>solvable</th>": fv.label_many(HANDS),
        "</svg>\n<p>Full House, Sevens full of Aces</p>": fv.poker.evaluate("7H 7S 7D AS AC"),
        "<tr><td>AhKh</td><td>": fv.poker.equity("AhKh", "QsQd", board="2h7d9c"),
        "<tr><th>intermediate results</th><td>a positive integer</td></tr>": fv.RULES["countdown"],
    }
    for part, value in shown.items():
        html = value._repr_html_()
        assert part in html
        ET.fromstring(f"<div>{html}</div>")  # noqa: S314 - ours


HOSTILE = "<script>alert(1)</script>&\"'"


def test_html_of_hostile_input_is_escaped():
    rules = fv.Rules(HOSTILE, summary=HOSTILE, source=HOSTILE)
    share = fv.poker.equity("AhKh", "QsQd", board="2h7d9c")
    for value in (
        rules,
        fv.check(HOSTILE, [3, 8]),
        fv.check(HOSTILE, [3, 8], syntax="relaxed"),
        fv.check(None, [3, 8]),
        fv.puzzle.Verdict("malformed", message=HOSTILE),
        share.replace(game=HOSTILE, hands=(HOSTILE, HOSTILE)),
        fv.label_many(HANDS, rules=fv.Rules(HOSTILE), simplest=True),
        fv.difficulty("3 3 8 8", rules=fv.Rules(HOSTILE)).replace(model=HOSTILE),
        fv.hint("8 8 3 3", rules=fv.Rules(HOSTILE), level=9),
        fv.closest("1 1 1 1", rules=fv.Rules(HOSTILE)),
        fv.poker.evaluate(
            "As Ks", fv.poker.GAMES["holdem"].replace(name=HOSTILE), board="2c 3c 4c"
        ),
        fv.solve("8 8 3 3", rules=fv.Rules(HOSTILE)),
    ):
        html = value._repr_html_()
        assert "<script" not in html
        assert ET.fromstring(f"<div>{html}</div>").tag == "div"  # noqa: S314 - ours


# Options that make no sense -----------------------------------------------------------------------


def test_a_query_without_matches_is_an_error():
    for options in ({"solution_count": 9999}, {"low": 1, "high": 1}):
        with pytest.raises(fv.LimitError, match=r" puzzles? (matches|does not match); widen"):
            next(fv.generate(**options))
        with pytest.raises(fv.LimitError, match="widen"):
            list(fv.generate(**options, count=3))


def test_puzzles_that_match_end_without_an_error():
    assert 16 == len(list(fv.generate(needs_fraction=True)))


@pytest.mark.parametrize(
    ("message", "call"),
    [
        ("count must be a whole number of at least 1, not 0", lambda: fv.generate(count=0)),
        ("not 200", lambda: fv.generate(difficulty=200)),
        ("not (0, 101)", lambda: fv.generate(difficulty=(0, 101))),
        ("after_think must be True or False, not 'yes'", lambda: fv.Grader(after_think="yes")),
    ],
)
def test_options_out_of_bounds_are_errors(message, call):
    with pytest.raises(fv.RuleError) as error:
        call()
    assert str(error.value).endswith(message)
