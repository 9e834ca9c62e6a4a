"""JavaScript gives the same results as Python on many more cases than in the other tests.

`.ci/long` runs this as the step "JavaScript equal to Python".
"""

import itertools
import random
import subprocess
from pathlib import Path

import numpy as np
import pytest

import facevalue as fv
from facevalue import poker, puzzle
from tests.js.test_generate import compare_seeds
from tests.js.test_js import (
    as_json,
    compare,
    equity_json,
    made_ranges,
    range_json,
    rated_json,
)
from tests.js.test_poker import drawn
from tests.js.wasm import answer, needs_wasm
from tests.oracles import policy
from tests.oracles.rows import HANDS, PLAIN_RULES

pytestmark = [pytest.mark.exhaustive, needs_wasm]

SCORES = Path(__file__).with_name("js_scores.mjs")


def in_parts(cases, call, expected, size=5000):
    """Compare a part of the cases at a time: a call and what Python returns for each."""
    left = iter(cases)
    while part := list(itertools.islice(left, size)):
        compare([call(*case) for case in part], [answer(expected, *case) for case in part])


@pytest.mark.parametrize("game", poker.GAMES)
def test_a_million_hands_of_each_game_have_the_same_scores(game):
    rules, draw = poker.GAMES[game], np.random.default_rng(1)
    deck = np.array([poker.Card(f"{rank}{suit}").id for rank in rules.ranks for suit in "cdhs"])
    rows, values = [], []
    for _ in range(1000):
        board = draw.choice(deck, rules.board, replace=False)
        left = np.setdiff1d(deck, board)
        hands = left[draw.random((1000, len(left))).argsort(axis=1)[:, : rules.hole]]
        rows.append(np.hstack([hands, np.tile(board, (1000, 1))]).astype(np.uint8))
        values.append(poker.evaluate_many(hands, game=rules, board=board.tolist()))
    done = subprocess.run(
        ["node", str(SCORES), game, str(rules.hole), str(rules.board)],
        input=np.concatenate(rows).tobytes(),
        capture_output=True,
        check=True,
    )
    scores, expected = np.frombuffer(done.stdout, np.uint32), np.concatenate(values)
    assert len(scores) == len(expected) == 1_000_000
    # The value of a hand is 1 more than the best score less its score.
    hand, board = rows[0][0, : rules.hole].tolist(), rows[0][0, rules.hole :].tolist()
    total = poker.evaluate(hand, rules, board=board).score + int(expected[0])
    assert (scores + expected.astype(np.uint32) == total).all()


def test_100_000_equities_are_the_same():
    words = random.Random(3)

    def cases():
        for number in range(100_000):
            game = words.choice(("holdem", "holdem", "shortdeck", "omaha", "omaha8"))
            hands, board = drawn(game, words, words.choice((2, 2, 3)))
            shown = 5 if game.startswith("omaha") and number % 20 else words.choice((3, 4, 5))
            yield hands, {"game": game, "board": " ".join(board.split()[:shown])}

    in_parts(cases(), lambda *case: ["poker", "equity", list(case)], equity_json)


def test_all_hands_of_24_have_the_same_solutions_in_every_notation():
    cases = ((list(hand), notation) for hand in HANDS for notation in fv.NOTATIONS)

    def solved(hand, notation):
        return fv.solve(hand).as_dict(notation=notation)

    def call(hand, notation):
        return ["puzzle", "solve", [hand, 24, "classic", {"notation": notation}]]

    in_parts(cases, call, solved)


def test_100_000_judged_answers_are_the_same():
    words = random.Random(4)
    rows = [row for section in policy.sections("expr") for row, _ in policy.rows(section)]

    def cases():
        # As strings, because JSON in JavaScript has neither large whole numbers nor 24.0.
        for row in rows:
            rules = row.get("rules", "classic")
            if isinstance(rules, str) and isinstance(row["answer"], str):
                puzzle_of_row = list(map(str, row["numbers"])), str(row["target"]), rules
                for syntax in ("strict", "lenient", "relaxed"):
                    yield row["answer"], *puzzle_of_row, {"syntax": syntax}
        for _ in range(100_000 // len(HANDS)):
            for hand in HANDS:
                text = list(str(fv.solve(hand).first or "*".join(map(str, hand))))
                for _ in range(words.choice((0, 1, 1, 2))):
                    text[words.randrange(len(text))] = words.choice("0123456789+-*/()= x.{}")
                rules = words.choice(("classic", "whole", "raku-left", "oberon"))
                syntax = words.choice(("strict", "lenient", "relaxed"))
                yield "".join(text), list(hand), 24, rules, {"syntax": syntax}

    def judged(text, numbers, target, rules, options):
        return fv.check(text, numbers, target, rules, **options).as_dict()

    in_parts(cases(), lambda *case: ["puzzle", "check", list(case)], judged)


def test_10_000_rounds_of_countdown_are_the_same():
    deals = itertools.islice(puzzle.deals("countdown", seed=2), 10_000)
    cases = ((list(map(int, each.numbers)), int(each.target), "countdown") for each in deals)
    in_parts(
        cases, lambda *case: ["puzzle", "closest", list(case)], lambda *c: as_json(fv.closest, c)
    )


def test_10_000_ranges_are_the_same():
    cases = ((text,) for text in made_ranges(5000))
    in_parts(cases, lambda text: ["poker", "parseRange", [text]], range_json)


def test_generated_puzzles_are_rated_and_hinted_the_same():
    cases = []
    for rules in PLAIN_RULES:
        puzzles = itertools.islice(fv.generate(rules, seed=3, solvable=None), 800)
        cases += [(list(map(int, each.numbers)), int(each.target), rules) for each in puzzles]
    in_parts(
        cases,
        lambda *case: ["puzzle", "difficulty", list(case)],
        lambda *case: rated_json(fv.difficulty(*case)),
    )
    in_parts(
        cases, lambda *case: ["puzzle", "hint", list(case)], lambda *case: as_json(fv.hint, case)
    )


def test_51_seeds_generate_the_same_puzzles():
    compare_seeds(50)
