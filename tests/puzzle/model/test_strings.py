"""A string of numbers may also contain the target and the rules, in every function."""

import pytest

import facevalue as fv


@pytest.mark.parametrize(
    "text", ["8 8 3 3 = 24", "8 8 3 3 -> 24 (oberon)", '{"numbers": [8, 8, 3, 3], "target": 24}']
)
def test_solve_takes_a_target_in_the_string_of_numbers(text):
    puzzle = fv.Puzzle.parse(text)
    assert fv.Puzzle(text) == puzzle
    assert list(fv.solve(text)) == list(puzzle.solve())
    assert fv.count(text) == fv.count("8 8 3 3", 24, puzzle.rules)
    assert fv.closest(text).target == 24


def test_the_rules_in_the_string_are_used():
    assert fv.count("8 8 3 3 (whole)") == fv.count("8 8 3 3", rules="whole") == 0
    assert fv.Puzzle("6 6 5 2 -> 17 (forth)").rules.name == "forth"
    assert fv.difficulty("75 50 2 3 8 7 -> 812 (countdown)").model == "steps"


def test_answers_are_judged_for_the_target_in_the_string():
    assert fv.check("6*(2+5/6)", "6 6 5 2 = 17").correct
    assert not fv.check("6*(2+5/6)", "6 6 5 2 = 18").correct
    assert not fv.check("6*(2+5/6)", "6 6 5 2 = 17 (whole)").correct
    assert fv.check_steps("5 / 6 = 5/6\n2 + 5/6 = 17/6\n6 * 17/6 = 17", "6 6 5 2 = 17").correct
    assert fv.puzzle.still_solvable("5 / 6 = 5/6", "6 6 5 2 = 17") == [True]


@pytest.mark.parametrize("function", [fv.solve, fv.count, fv.Puzzle, fv.difficulty, fv.hint])
def test_two_targets_are_refused(function):
    with pytest.raises(fv.RuleError, match="the target is given twice: '8 8 3 3 = 24' and '10'"):
        function("8 8 3 3 = 24", 10)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("8 8 3 3 = ", None),
        ("8 8 3 3 = x", fv.NotationError),
        ("8 8 3 3 = 24 (nothing)", fv.RuleError),
        ("8 8 3 3 (classic", fv.NotationError),
        ("{}", fv.NotationError),
        ("= 24", fv.RuleError),
    ],
)
def test_unreadable_steps_are_an_error_of_their_class(text, error):
    if error is None:
        assert fv.solve(text) == fv.solve("8 8 3 3")
    else:
        with pytest.raises(error):
            fv.solve(text)
