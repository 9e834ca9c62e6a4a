"""Search traces: a checker that shares no code with the search verifies every line."""

import re
from collections import Counter
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facevalue as fv
from facevalue import datasets
from facevalue.errors import NotationError, RuleError

# Some of them write thousands of lines.
LAWFUL = settings(derandomize=True, database=None, deadline=None, max_examples=60)
SEEDS = st.integers(0, 2**64 - 1)
HANDS = st.lists(st.integers(1, 13), min_size=1, max_size=4)
STRATEGIES = st.sampled_from(sorted(datasets.STRATEGIES))
STEP = re.compile(r"(#[0-9.]+): (\S+) ([-+*/]) (\S+) = (\S+) \(left: (.*)\)")
WHAT = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
}


class Checker:
    """Reads a trace line by line and believes none."""

    def __init__(self, numbers, target):
        self.tables = {"#0": Counter(map(Fraction, numbers))}
        self.target = Fraction(target)
        self.made = None

    def read(self, line):
        if found := STEP.fullmatch(line):
            return self.step(*found.group(1, 6), found.group(2, 3, 4, 5))
        if found := re.fullmatch(r"(\S+) is not (\S+), back to (\S+)", line):
            assert Fraction(found[1]) == self.made != self.target == Fraction(found[2])
        elif found := re.fullmatch(r"(\S+) is (\S+), back to (\S+)", line):
            assert self.tables[found[1]] == self.tables[found[2]]
            assert found[3] == found[1].rpartition(".")[0]
        elif found := re.fullmatch(r"(\S+) leads nowhere, back to (\S+)", line):
            assert found[2] == found[1].rpartition(".")[0]
        else:
            kept = line.split()
            assert kept[0] == "keep"
            assert set(kept[1:]) <= set(self.tables)
        return None

    def step(self, name, after, operation):
        left, symbol, right, result = operation
        for operand in (left, right):  # in brackets if it is a fraction
            assert ("/" in operand) == (operand[0] == "(" and operand[-1] == ")")
        left, right = left.strip("()"), right.strip("()")
        operands = Counter(map(Fraction, (left, right)))
        table = self.tables[name.rpartition(".")[0]]
        assert not operands - table
        self.made = Fraction(result)
        assert WHAT[symbol](Fraction(left), Fraction(right)) == self.made
        assert name not in self.tables
        self.tables[name] = table - operands + Counter([self.made])
        assert Counter(map(Fraction, after.split())) == self.tables[name]


def verified(trace, numbers, target):
    """The states in a trace; all lines between the first and the last are checked."""
    checker = Checker(numbers, target)
    words = " ".join(map(str, numbers))
    assert trace.lines[:2] == (f"make {target} from {words}", f"#0: {words}")
    for line in trace.lines[2:-1]:
        checker.read(line)
    return checker


@given(HANDS, STRATEGIES, SEEDS, st.booleans())
@LAWFUL
def test_every_line_is_true_and_the_result_agrees_with_the_solver(hand, strategy, seed, nearest):
    puzzle = fv.Puzzle(hand)
    trace = datasets.trace(puzzle, strategy, seed=seed, nearest=nearest, max_lines=3000)
    checker = verified(trace, hand, 24)
    if trace.outcome != "stopped":
        assert trace.is_solved == puzzle.is_solvable
        expected = "24 is made" if puzzle.is_solvable else "nothing makes 24"
        assert trace.lines[-1] == expected
    if trace.is_solved and len(hand) > 1:
        assert checker.made == 24
        assert fv.check_steps("\n".join(trace.steps), hand).correct
        assert all(fv.puzzle.still_solvable(trace.steps, hand))


@given(st.lists(st.integers(1, 10), min_size=2, max_size=5), st.integers(1, 60), SEEDS, STRATEGIES)
@LAWFUL
def test_numbers_may_be_left_where_the_rules_say_so(numbers, target, seed, strategy):
    puzzle = fv.Puzzle(numbers, target, "countdown")
    trace = datasets.trace(puzzle, strategy, seed=seed, width=3, nearest=True)
    verified(trace, numbers, target)
    if target in numbers:
        assert trace.lines[-1] == f"{target} is made"
        assert trace.steps == ()
    elif trace.is_solved:
        assert fv.check_steps("\n".join(trace.steps), numbers, target, "countdown").correct
    else:
        assert trace.outcome == "not found"
        assert trace.lines[-1] == f"{target} is not found"


def test_a_target_among_two_numbers_is_not_yet_a_solution_where_all_must_be_used():
    assert len(datasets.trace(fv.Puzzle("24 1", 24), seed=1).steps) == 1
    assert datasets.trace(fv.Puzzle("24", 24), seed=1).steps == ()
    assert datasets.trace(fv.Puzzle("24 7", 24), seed=1).outcome == "unsolvable"


def test_an_operation_that_the_rules_forbid_is_not_tried():
    trace = datasets.trace(fv.Puzzle("1 1 1 1", 24, "whole"), seed=1)
    tables = verified(trace, [1, 1, 1, 1], 24).tables.values()
    assert all(value >= 0 and value.denominator == 1 for table in tables for value in table)


@given(SEEDS)
@LAWFUL
def test_the_same_seed_writes_the_same_trace(seed):
    assert datasets.trace("4 6 1 1", seed=seed) == datasets.trace("4 6 1 1", seed=seed)


def test_a_seed_writes_the_same_on_every_machine():
    trace = datasets.trace("3 8", seed=1)
    assert trace.lines[2] == "#0.1: 3 + 8 = 11 (left: 11)"
    assert len(datasets.trace("3 3 8 8", seed=3).lines) == 244


def test_each_trace_can_be_made_again_from_its_own_seed():
    found = list(islice(datasets.traces("2 4 8 10", seed=5), 20))
    assert len({trace.lines for trace in found}) == 20
    assert all(datasets.trace("2 4 8 10", seed=trace.seed) == trace for trace in found)


@pytest.mark.parametrize("strategy", datasets.STRATEGIES)
@pytest.mark.parametrize("most", [4, 5, 50])
def test_a_trace_that_grows_too_long_says_so_and_has_no_steps(strategy, most):
    trace = datasets.trace("1 5 5 5", strategy, seed=2, max_lines=most)
    assert trace.outcome == "stopped"
    assert len(trace.lines) == most
    assert trace.lines[-1] == f"stopped after {most} lines"
    assert trace.steps == ()
    verified(trace, [1, 5, 5, 5], 24)


def test_a_trace_that_just_fits_is_whole():
    whole = datasets.trace("1 1 1 1", seed=3)
    fitting = datasets.trace("1 1 1 1", seed=3, max_lines=len(whole.lines))
    assert fitting == whole
    short = datasets.trace("1 1 1 1", seed=3, max_lines=len(whole.lines) - 1)
    assert short.outcome == "stopped"


def test_breadth_first_keeps_as_many_states_as_requested():
    trace = datasets.trace("75 50 2 3 8 7 -> 812 (countdown)", "bfs", seed=3, width=5)
    kept = [line.split()[1:] for line in trace.lines if line.startswith("keep")]
    assert kept
    assert all(len(names) == 5 for names in kept)


def test_depth_first_tries_as_many_operations_as_requested():
    trace = datasets.trace("4 6 7 9 11", seed=3, width=2)
    assert not any(re.match(r"#[0-9.]*\.3[.:]", line) for line in trace.lines)


def test_the_nearest_is_tried_first():
    assert datasets.trace("2 11 13", seed=4, nearest=True).lines[2].endswith("= 24 (left: 2 24)")


def test_a_repr_makes_the_trace_again():
    from facevalue import Puzzle  # noqa: F401, PLC0415 - for eval
    from facevalue.datasets import Trace  # noqa: F401, PLC0415 - for eval

    trace = datasets.trace("3 8", seed=1)
    assert eval(repr(trace)) == trace


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"strategy": "best"}, "unknown strategy 'best'; choose one of dfs, bfs"),
        ({"seed": -1}, "seed must be a whole number from 0 to 18446744073709551615, not -1"),
        ({"seed": True}, "seed must be a whole number from 0 to 18446744073709551615, not True"),
        ({"width": 0}, "width must be a whole number of at least 1, not 0"),
        ({"max_lines": 3}, "max_lines must be a whole number of at least 4, not 3"),
    ],
)
def test_an_option_out_of_bounds_is_refused(options, message):
    with pytest.raises(RuleError, match=re.escape(message)):
        datasets.trace("3 8", **options)


def test_rules_that_keep_the_order_are_refused():
    with pytest.raises(RuleError, match=r"the rules must allow .* unlike 'oberon'"):
        datasets.trace(fv.Puzzle("3 8", rules="oberon"))


def test_an_invalid_puzzle_is_refused():
    with pytest.raises(NotationError):
        datasets.trace("3 8 x")
