"""A round: answers, the best of them, hints, giving up, points."""

import copy
import pickle
from fractions import Fraction

import pytest

import facevalue as fv

COUNTDOWN = fv.Puzzle("75 50 2 3 8 7", 812, "countdown")
NO_WAY = fv.Puzzle("1 1 1 1")


@pytest.mark.parametrize(
    ("away", "points"), [(0, 10), (1, 7), (5, 7), (6, 5), (10, 5), (11, 0), (1000, 0)]
)
def test_countdown_pays_as_in_the_show(away, points):
    assert points == fv.puzzle.SCORINGS["countdown"].points_for(Fraction(away))


def test_the_target_ends_the_round_with_ten_points():
    current = fv.puzzle.Round(fv.Puzzle("6 6 5 2", 17))
    assert current.answer(" (5/6+2)*6 ").correct
    assert current.is_over
    assert current.is_right
    assert (current.answered, current.best, current.points) == ("(5/6+2)*6", 17, 10)


def test_near_is_nothing_in_the_24_game():
    current = fv.puzzle.Round(fv.Puzzle("6 6 5 2", 17))
    assert not current.answer("6+6+5-2")
    assert not current.is_over
    assert current.points == 0


def test_the_best_answer_counts_in_countdown():
    current = fv.puzzle.Round(COUNTDOWN)
    current.answer("(75+7)*(8+2)")  # 820
    assert current.points == 5
    current.answer("75*8")  # 600
    assert (current.best, current.points) == (820, 5)
    current.answer("50*8*2")  # 800
    assert (current.best, current.points) == (820, 5)
    current.give_up()
    assert not current.says_no_solution
    assert not current.is_right
    assert (current.answered, current.points) == ("(75+7)*(8+2)", 5)


@pytest.mark.parametrize("text", ["812", "800+12", "(75+7)*10", "75/50*8*7*2", "(2-3)*8", "x", ""])
def test_answers_against_the_rules_never_count(text):
    current = fv.puzzle.Round(COUNTDOWN)
    assert not current.answer(text)
    assert current.best is None
    assert current.points == 0


def test_a_false_claim_is_not_an_answer():
    current = fv.puzzle.Round(fv.Puzzle("6 6 5 2", 17))
    assert current.answer("(5/6+2)*6 = 18").reason is fv.Reason.FALSE_CLAIM
    assert current.best is None


def test_saying_correctly_that_there_is_no_solution_pays():
    current = fv.puzzle.Round(NO_WAY)
    current.give_up()
    assert current.is_over
    assert current.is_right
    assert current.points == 10


def test_saying_wrongly_that_there_is_no_solution_does_not():
    current = fv.puzzle.Round(fv.Puzzle("6 6 5 2", 17))
    current.give_up()
    assert not current.is_right
    assert current.points == 0


def test_in_countdown_no_solution_pays_nothing():
    current = fv.puzzle.Round(fv.Puzzle("1 1 2 2 3 3", 999, "countdown"))
    current.give_up()
    assert current.is_right
    assert current.points == 0


def test_each_hint_costs_two_points_and_never_more_than_there_are():
    current = fv.puzzle.Round(fv.Puzzle("6 6 5 2", 17))
    hints = []
    while (hint := current.hint()) is not None:
        hints.append(hint)
    assert len(set(hints)) == len(hints) == current.hints
    current.answer("(5/6+2)*6")
    assert current.points == max(0, 10 - 2 * len(hints))


def test_a_round_can_be_copied_and_pickled():
    current = fv.puzzle.Round(fv.Puzzle("6 6 5 2", 17))
    current.hint()
    for other in (copy.copy(current), copy.deepcopy(current), pickle.loads(pickle.dumps(current))):
        other.answer("(5/6+2)*6")
        assert (True, 1, 8) == (other.is_over, other.hints, other.points)
    assert not current.is_over


def test_a_round_that_is_over_takes_no_more():
    current = fv.puzzle.Round(NO_WAY)
    current.end()
    assert not current.is_right
    assert current.points == 0
    for call in (current.hint, current.give_up, lambda: current.answer("1+1+1+1")):
        with pytest.raises(
            fv.RuleError, match="this round is over; begin a new one: '1 1 1 1 -> 24"
        ):
            call()


def test_a_restored_round_judges_its_answer_again():
    game = fv.puzzle.Round(fv.Puzzle("75 50 2 3 8 7", 812, "countdown"))
    game.answer("75*(8+3)-7")
    game.hint()
    again = pickle.loads(pickle.dumps(game))
    assert again.as_dict() == game.as_dict()
    assert (again.best, again.is_over) == (818, False)
    restore, (puzzle, _, hints, *flags) = game.__reduce__()
    cheated = restore(puzzle, "812", hints, *flags)
    assert (cheated.best, cheated.points) == (None, 0)
    with pytest.raises(fv.RuleError, match="hints must be"):
        restore(puzzle, None, -9, *flags)
    with pytest.raises(fv.RuleError, match="is_over"):
        restore(puzzle, None, 0, flags[0], "no")
