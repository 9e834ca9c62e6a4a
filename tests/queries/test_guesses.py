"""Natural first guesses of names and arguments work, or the error says what to write."""

import pytest

import facevalue
import facevalue as fv
from facevalue import poker, puzzle
from facevalue.names import GUESSES
from facevalue.poker.hands.rankings import CATEGORIES


def test_cards_are_also_found_in_poker():
    assert (fv.Card, fv.Deck, fv.parse_cards) == (poker.Card, poker.Deck, poker.parse_cards)


def test_everyday_names_are_at_the_top():
    assert fv.daily is puzzle.daily


@pytest.mark.parametrize(
    ("package", "name", "remedy"),
    [
        (fv, "equity", "it is facevalue.poker.equity"),
        (fv, "Range", "it is facevalue.poker.Range"),
        (poker, "solve", "it is facevalue.solve"),
        (fv, "grade", "it is facevalue.datasets.grade"),
        (poker, "Hand", "write a hand as a string"),
        (fv, "Solver", "call facevalue.solve"),
        (fv, "validate", "call facevalue.check"),
        (fv, "is_solvable", "call facevalue.count"),
        (fv, "reward", "call facevalue.Grader"),
        (poker, "compare", "call facevalue.poker.winners"),
    ],
)
def test_an_unknown_name_says_where_it_is(package, name, remedy):
    with pytest.raises(AttributeError, match=remedy) as caught:
        getattr(package, name)
    assert name == caught.value.name


PUZZLE = fv.Puzzle("6 6 5 2", 17, "forth")


def test_functions_take_a_puzzle():
    assert fv.solve(PUZZLE) == PUZZLE.solve()
    assert fv.count(PUZZLE) == len(PUZZLE.solve())
    assert list(fv.closest(PUZZLE)) == list(PUZZLE.closest())
    assert fv.hint(PUZZLE, level=2) == PUZZLE.hint(2)
    assert fv.difficulty(PUZZLE) == PUZZLE.difficulty
    assert fv.check("6*(2+5/6)", PUZZLE).correct
    assert "wrong_value" == fv.check("6-(2-5*6)", PUZZLE).reason
    assert fv.check_steps("5 / 6 = 5/6\n2 + 5/6 = 17/6\n6 * 17/6 = 17", PUZZLE).correct
    assert [True] == puzzle.still_solvable("8 / 3 = 8/3", fv.Puzzle("8 8 3 3"))
    grader = fv.Grader("forth")
    assert grader.check("<answer>6*(2+5/6)</answer>", PUZZLE).correct
    assert grader.check("<answer>6*(2+5/6)</answer>", "6 6 5 2 -> 17").correct


def test_a_puzzle_keeps_its_target_and_rules():
    for call in (
        lambda: fv.solve(PUZZLE, 24),
        lambda: fv.check("6", PUZZLE, 24),
        lambda: fv.solve(PUZZLE, rules="countdown"),
        lambda: fv.Grader().verdict("<answer>6</answer>", PUZZLE),
    ):
        with pytest.raises(fv.RuleError, match="already has a target and rules"):
            call()
    assert fv.solve(PUZZLE, rules="forth") == PUZZLE.solve()


def test_a_share_is_a_number():
    share = poker.equity("AhKh", "QsQd", board="2c7d9h")[0]
    assert float(share.equity) == float(share)
    assert poker.equity(["AhKh", "QsQd"], board="2c7d9h")[0] == share


@pytest.mark.parametrize(
    ("call", "error", "remedy"),
    [
        (
            lambda: fv.check([8, 8, 3, 3], "8/(3-8/3)"),
            fv.RuleError,
            "the answer comes first",
        ),
        (lambda: fv.generate(n=3), TypeError, "unexpected keyword argument 'n'; it is count="),
        (lambda: fv.deal(n=3), TypeError, "unexpected keyword argument 'n'; deals gives many"),
        (lambda: poker.equity("AhKh"), fv.RuleError, "2 to 10 players, not 1; call odds for one"),
        (
            lambda: poker.evaluate("AhKh", "QhJhTh"),
            fv.RuleError,
            "write a board as `board='QhJhTh'`",
        ),
    ],
)
def test_a_guess_that_does_not_work_names_what_does(call, error, remedy):
    with pytest.raises(error) as caught:
        call()
    assert remedy in str(caught.value)


def test_the_calls_that_messages_suggest_work():
    for suggestion in GUESSES.values():
        code = suggestion.removeprefix("write a hand as a string: ").removeprefix("call ")
        if "facevalue." in code and "(" in code:
            code = code.removeprefix("write a board as a string: ").partition(", which")[0]
            for part in code.split(", or "):
                assert eval(part, {"facevalue": facevalue}) is not None, suggestion


@pytest.mark.parametrize(
    ("hand", "number"), [("AhKhQhJhTh", 1), ("7H7S7DASAC", 3), ("7c5d4h3s2c", 9)]
)
def test_categories_have_numbers(hand, number):
    strength = poker.evaluate(hand)
    assert number == strength.category_number == CATEGORIES.index(strength.category) + 1
    assert poker.evaluate(hand, "five-card").category_number == number
    assert poker.evaluate(hand, "deuce7").category_number is None


def test_ranges_can_be_sorted():
    hands = sorted(poker.Range("QQ, AKs"))
    assert (10, sorted(hands)) == (len(hands), hands)
