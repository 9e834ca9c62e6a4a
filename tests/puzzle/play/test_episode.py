"""Episodes: turns, their messages, their exact values and their rewards."""

import copy
import json
import pickle
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import facevalue as fv
from facevalue.errors import FaceValueError, RuleError
from facevalue.puzzle import REWARDS, TURNS, USES, Episode
from facevalue.puzzle.notation.steps import step_text

ALL = dict.fromkeys(REWARDS, 1.0)
STEPS = "8 / 3 = 8/3\n3 - 8/3 = 1/3\n8 / (1/3) = 24"


def values_of(numbers, rules):
    """Every value that the numbers make, by trying all steps (slow and obvious)."""
    if len(numbers) == 1:
        return {numbers[0]}
    values = set(numbers) if rules.use == "any" else set()
    for first, left in enumerate(numbers):
        for second, right in enumerate(numbers):
            rest = [n for i, n in enumerate(numbers) if i not in (first, second)]
            for symbol in rules.operators if first != second else "":
                result = rules.result(left, symbol, right)
                if result is not None:
                    values |= values_of([*rest, result], rules)
    return values


def is_made(numbers, puzzle):
    return puzzle.target in values_of(list(numbers), puzzle.rules)


def test_an_episode_is_solved_by_steps():
    episode = Episode(fv.Puzzle("8 8 3 3"), rewards=ALL)
    kinds = []
    for step in STEPS.splitlines():
        assert not episode.is_over
        turn = episode.take(step)
        kinds.append((turn.kind, turn.message, turn.solvable, turn.is_over))
    assert kinds == [
        ("step", "numbers left: 8 3 8/3", True, False),
        ("step", "numbers left: 8 1/3", True, False),
        ("step", "solved: 8/(3-8/3) = 24", True, True),
    ]
    assert episode.is_solved
    assert episode.rewards == {
        "solved": 1, "progress": 0, "closeness": 1, "format": 3, "hints": 0
    }  # fmt: skip
    assert 5 == episode.reward
    with pytest.raises(RuleError, match="the episode is over"):
        episode.take("undo")


@pytest.mark.parametrize(
    "reply",
    [
        STEPS,
        "Steps:\n1. 8 ÷ 3 = 8/3\n2. 3 - 8/3 = 1/3; 8 / (1/3) = 24",
        "<think>8 - 3 = 5</think><answer>8/(3-8/3)</answer>",
        "I think it is\nAnswer: 8/(3-8/3)",
    ],
)
def test_a_whole_answer_takes_one_turn(reply):
    episode = Episode(fv.Puzzle("8 8 3 3"))
    turn = episode.take(reply)
    assert (1.0, True, fv.Reason.CORRECT) == (turn.reward, episode.is_solved, turn.reason)


def test_a_step_to_a_dead_end_costs_progress_and_undoing_it_gives_it_back():
    episode = Episode(fv.Puzzle("8 8 3 3"), rewards={"progress": 0.5})
    rewards = [
        episode.take(reply).reward for reply in ("8 + 3 = 11", "11 + 8 = 19", "undo", "undo")
    ]
    assert [-0.5, 0, 0, 0.5] == rewards
    assert "numbers left: 8 8 3 3" == episode.turns[-1].message
    assert "there is no step to undo" == episode.take("undo").message


@pytest.mark.parametrize(
    ("reply", "reason", "message"),
    [
        ("8 + 3 = 12", "false_claim", "the result is 11"),
        ("8 + 9 = 17", "wrong_numbers", "9 is not one of the numbers"),
        ("8 - 8 = 0\n3 / 0 = 1", "division_by_zero", "division by zero"),
        ("8 ** 3 = 512", "unreadable", "expected a step such as"),
        ("I do not know.", None, "<answer>an expression</answer>"),
        ("", None, "expected a step"),
        ("8 - 8 = 0\n8 - 8 = 0", "wrong_numbers", "8"),
    ],
)
def test_an_invalid_turn_changes_nothing(reply, reason, message):
    episode = Episode(fv.Puzzle("8 8 3 3"), rewards=ALL)
    before = episode.numbers
    turn = episode.take(reply)
    assert ("invalid", False) == (turn.kind, episode.is_over)
    assert reason == (turn.reason and turn.reason.value)
    assert message in turn.message
    assert before == turn.numbers == episode.numbers
    assert 0 == episode.reward


def test_only_the_last_wrong_answer_ends_an_episode():
    episode = Episode(fv.Puzzle("8 8 3 3"), answers=2, rewards="closeness")
    first = episode.take("<answer>8+8+3+3</answer>")
    assert (False, 0.0, "8+8+3+3 is 22, not 24") == (first.is_over, first.reward, first.message)
    second = episode.take("<answer>8+8+3+3</answer>")
    assert (True, pytest.approx(1 / 3)) == (second.is_over, second.reward)


@pytest.mark.parametrize(("numbers", "right"), [("1 1 1 1", True), ("8 8 3 3", False)])
def test_a_claim_that_there_is_no_solution_ends_an_episode(numbers, right):
    episode = Episode(fv.Puzzle(numbers))
    turn = episode.take("<answer>No solution.</answer>")
    assert ("no_solution", right, True) == (turn.kind, episode.is_solved, turn.is_over)
    assert right == turn.reward


def test_hints_come_from_the_numbers_on_the_table():
    episode = Episode(fv.Puzzle("8 8 3 3"), hints=True, rewards={"hints": 0.1})
    assert "a good next step: 8 / 3 = 8/3" == episode.take("hint").message
    episode.take("8 + 3 = 11")
    assert "undo a step" in episode.take("Hint.").message
    assert -0.2 == pytest.approx(episode.reward)
    assert "there are no hints" == Episode(fv.Puzzle("8 8 3 3")).take("hint").message


def test_where_numbers_may_be_left_over_the_step_that_makes_the_target_is_the_last():
    episode = Episode(fv.Puzzle("75 50 2 3 8 7", 150, "countdown"))
    assert episode.take("75 * 2 = 150").is_over
    assert episode.is_solved


def test_the_last_turn_ends_an_episode():
    episode = Episode(fv.Puzzle("8 8 3 3"), max_turns=2)
    assert [False, True] == [episode.take("?").is_over for _ in range(2)]


def test_expressions_are_computed_exactly_and_change_nothing():
    episode = Episode(fv.Puzzle("8 8 3 3"))
    assert ["1/3", "27"] == [episode.calculate(text) for text in ("3 - 8/3", "3*9")]
    assert "division by zero" in episode.calculate("1/(3-3)")
    assert "expected" in episode.calculate("3 +")
    assert not episode.turns


@pytest.mark.parametrize("rules", ["classic", "whole", "countdown", "make10"])
def test_next_steps_and_their_values_agree_with_trying_everything(rules):
    target = 24 if rules != "make10" else 10
    for numbers in combinations_with_replacement(range(1, 6), 3):
        puzzle = fv.Puzzle(numbers, target, fv.RULES[rules].replace(name="three", size=None))
        episode = Episode(puzzle)
        found = {row.numbers: row.solvable for row in episode.next_steps()}
        for first, left in enumerate(puzzle.numbers):
            for second, right in enumerate(puzzle.numbers):
                if first == second:
                    continue
                rest = [n for i, n in enumerate(puzzle.numbers) if i not in (first, second)]
                for symbol in puzzle.rules.operators:
                    result = puzzle.rules.result(left, symbol, right)
                    if result is not None:
                        after = tuple(sorted([*rest, result]))
                        assert is_made(after, puzzle) == found[after]
        assert is_made(puzzle.numbers, puzzle) == episode.outlook().solvable


def check_next_steps(count, rules, seed):
    """Compare the next steps of random tables with a search for each, and return how many."""
    random = Random(seed)
    tiles = [*range(1, 11), *range(1, 11), 25, 50, 75, 100]
    steps = 0
    for _ in range(count):
        dealt, target = random.sample(tiles, random.randint(2, 6)), random.randint(1, 999)
        episode = Episode(fv.Puzzle(dealt, target, rules))
        numbers, expected = episode.numbers, {}
        for first, second in permutations(range(len(numbers)), 2):
            rest = [n for place, n in enumerate(numbers) if place not in (first, second)]
            for symbol in rules.operators:
                result = rules.result(numbers[first], symbol, numbers[second])
                if result is not None:
                    text = step_text(numbers[first], symbol, numbers[second], result)
                    expected.setdefault(tuple(sorted([*rest, result])), text)
        found = episode.next_steps()
        assert list(expected.items()) == [(row.numbers, row.step) for row in found], episode
        solvable = (
            fv.solvable_many([*expected], target, rules, limit=None).tolist() if found else []
        )
        assert solvable == [row.solvable for row in found], episode
        steps += len(found)
    return steps


@pytest.mark.parametrize("use", USES)
def test_next_steps_and_their_values_agree_with_a_search_for_each(use):
    check_next_steps(300, fv.RULES["countdown"].replace(name="own", size=None, use=use), seed=8)


@pytest.mark.parametrize("rules", ["classic", "whole"])
def test_next_steps_of_other_rules_agree_with_a_search_for_each(rules):
    check_next_steps(30, fv.RULES[rules].replace(size=None), seed=9)


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(2000, marks=pytest.mark.slow),
        pytest.param(27_000, marks=pytest.mark.exhaustive),
    ],
)
def test_many_next_steps_agree_with_a_search_for_each(count):
    rules = [fv.RULES["countdown"].replace(name="own", size=None, use=use) for use in USES]
    assert 37 * count < sum(check_next_steps(count, own, seed=10) for own in rules)


def test_next_steps_are_refused_if_one_is_too_large_for_the_solver():
    episode = Episode(fv.Puzzle([2**40, 2**40, 3]))
    with pytest.raises(
        fv.LimitError, match="a step makes a number larger than 9223372036854775807"
    ):
        episode.next_steps()


def test_the_outlook_counts_solutions_and_measures_the_distance():
    found = Episode(fv.Puzzle("1 3 4 6", 24, "whole")).outlook()
    assert (False, 0, 1, ()) == (
        found.solvable, found.solution_count, found.distance, found.best_steps
    )  # fmt: skip
    assert 11 == Episode(fv.Puzzle("2 4 8 10")).outlook().solution_count


@given(st.integers(0, 2**64 - 1), st.data())
def test_any_steps_are_taken_or_refused_and_values_stay_exact(seed, data):
    puzzle = fv.deal("classic", seed=seed)
    episode = Episode(puzzle, rewards=ALL)
    while not episode.is_over:
        choice = data.draw(st.sampled_from(episode.next_steps()))
        turn = episode.take(choice.step)
        assert (tuple(sorted(turn.numbers)), turn.solvable) == (choice.numbers, choice.solvable)
        assert turn.solvable == is_made(turn.numbers, puzzle)
    assert episode.is_solved == episode.turns[-1].solvable
    lost = fv.count(puzzle) > 0 and not episode.is_solved
    assert -lost == episode.rewards["progress"]


@given(st.integers(0, 2**64 - 1))
def test_the_steps_of_a_solution_solve_an_episode(seed):
    puzzle = fv.deal("countdown", seed=seed, solvable=True)
    episode = Episode(puzzle, rewards=ALL)
    for step in puzzle.solve().first.steps():
        turn = episode.take(step)
    assert turn.is_over
    assert episode.is_solved
    assert 0 == episode.rewards["progress"]


def test_an_episode_is_json():
    episode = Episode(fv.Puzzle("8 8 3 3"), rewards=ALL)
    episode.take(STEPS)
    row = json.loads(json.dumps(episode.as_dict()))
    assert ("8 8 3 3 -> 24", True) == (row["puzzle"], row["is_solved"])
    assert set(TURNS) >= {turn["kind"] for turn in row["turns"]}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"puzzle": "8 8 3 3"}, "puzzle must be of the class Puzzle"),
        ({"puzzle": fv.Puzzle("6 3 2 5", 10, "train")}, "any order and any grouping"),
        ({"rewards": "speed"}, "unknown reward 'speed'"),
        ({"rewards": {"solved": float("nan")}}, "solved must be a finite number"),
        ({"rewards": 7}, "rewards must be"),
        ({"max_turns": 0}, "max_turns must be"),
        ({"answers": 0}, "answers must be"),
        ({"hints": 1}, "hints must be"),
    ],
)
def test_a_wrong_option_is_named(options, message):
    with pytest.raises(FaceValueError, match=message):
        Episode(**{"puzzle": fv.Puzzle("8 8 3 3")} | options)


@pytest.mark.parametrize("reply", [None, 7, b"8 + 8 = 16"])
def test_a_reply_must_be_a_string(reply):
    with pytest.raises(RuleError, match="reply must be a string"):
        Episode(fv.Puzzle("8 8 3 3")).take(reply)


def test_huge_replies_are_read_quickly_or_refused():
    episode = Episode(fv.Puzzle("8 8 3 3"))
    for reply in ("<answer>" * 100_000, "8 + 8 = 16\n" * 50_000, "9" * 1_000_000, "(" * 1_000_000):
        assert "invalid" == episode.take(reply).kind
        assert len(episode.turns[-1].message) < 500
    assert "answer" == episode.take(f"<answer>{'(' * 1_000_000}</answer>").kind
    assert episode.is_over


@pytest.mark.parametrize("rules", ["classic", "countdown", "whole"])
def test_no_step_follows_the_last_number(rules):
    assert Episode(fv.Puzzle("5", 24, rules)).next_steps() == []


def test_a_step_is_written_as_expressions_write_them():
    (step,) = [row.step for row in Episode(fv.Puzzle("8 8 3 3")).next_steps() if row.solvable]
    assert step == step_text(Fraction(8), "/", Fraction(3), Fraction(8, 3))


@pytest.mark.parametrize("reply", ["8 / 3 = 8/3", "undo", STEPS, "<answer>8+8+3+3</answer>"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, fv.DeadlineError])
def test_a_turn_that_is_interrupted_changes_nothing(reply, error, monkeypatch):
    episode, other = (Episode(fv.Puzzle("8 8 3 3"), rewards=ALL, answers=2) for _ in range(2))
    for one in (episode, other):
        one.take("8 + 3 = 11" if reply == "undo" else "what?")

    def interrupt(*_):
        raise error("stopped")

    with monkeypatch.context() as patch:
        patch.setattr("facevalue.puzzle.play.episode.Turn", interrupt)
        with pytest.raises(error):
            episode.take(reply)
    assert episode.as_dict() == other.as_dict()
    assert (episode.numbers, episode.take(reply)) == (other.numbers, other.take(reply))
    assert episode.as_dict() == other.as_dict()


def test_a_deadline_ends_a_turn_and_the_next_one_is_right():
    episode = Episode(fv.Puzzle("8 8 3 3"))
    with fv.deadline(0), pytest.raises(fv.DeadlineError):
        episode.take("8 / 3 = 8/3")
    assert "numbers left: 8 3 8/3" == episode.take("8 / 3 = 8/3").message


def test_steps_before_an_answer_stay_off_the_table():
    episode = Episode(fv.Puzzle("8 8 3 3"), answers=2)
    turn = episode.take("8 + 3 = 11\nAnswer: 8+8+3+3")
    assert ("answer", fv.Puzzle("8 8 3 3").numbers) == (turn.kind, turn.numbers)


def test_a_value_that_was_undone_is_not_near_the_target():
    episode = Episode(fv.Puzzle("8 8 3 3"), rewards="closeness")
    for reply in ("8 * 3 = 24", "undo"):
        episode.take(reply)
    assert 0 == episode.take("<answer>no solution</answer>").reward


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))]
)
def test_a_copied_episode_is_independent(again):
    episode = Episode(fv.Puzzle("8 8 3 3"), rewards=ALL)
    episode.take("8 / 3 = 8/3")
    other = again(episode)
    assert other.as_dict() == episode.as_dict()
    assert other.take("3 - 8/3 = 1/3").solvable
    assert (1, 2) == (len(episode.turns), len(other.turns))
    assert "numbers left: 8 8 3 3" == episode.take("undo").message


def test_threads_take_turns():
    episode = Episode(fv.Puzzle("8 8 3 3"), max_turns=1000)

    def play(_):
        for _ in range(50):
            episode.take("8 / 3 = 8/3")
            episode.take("undo")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(play, range(4)))
    assert 400 == len(episode.turns)
    kinds = Counter(turn.kind for turn in episode.turns)
    assert len(episode.numbers) == 4 - (kinds["step"] - kinds["undo"])
