"""Calls that would take long say so before they start, and `limit` allows them."""

from __future__ import annotations

import pytest

import facevalue as fv
from facevalue import poker
from facevalue.cli.main import main
from facevalue.puzzle.model.numbers import parse_numbers
from facevalue.puzzle.search.cost import check_search

NINE = range(1, 10)
TOO_LONG = r"would take about \d+ (seconds|minutes)( and \d+\.\d GB)?; ask for less, or allow any "

REFUSED = {
    "count": lambda **limit: fv.count([*NINE, 10], 3, **limit),
    "count of a list": lambda **limit: fv.count(NINE, 3, distinct="canonical", **limit),
    "count with a negative number": lambda **limit: fv.count([-1, *NINE[1:]], 3, **limit),
    "len": lambda **limit: len(fv.solve(NINE, 3, **limit)),
    "list": lambda **limit: list(fv.solve(NINE, 3, **limit)),
    "as_dict": lambda **limit: fv.solve(NINE, 3, **limit).as_dict(),
    "hint": lambda **limit: fv.hint(NINE, 3, **limit),
    "solve": lambda **limit: fv.solve([*NINE, 10], 3, **limit).first,
    "closest": lambda **limit: fv.closest([*NINE, 10], 3, **limit),
    "difficulty": lambda **limit: fv.difficulty([*NINE, 10], 3, **limit),
    "Puzzle.hint": lambda **limit: fv.Puzzle(NINE, 3).hint(**limit),
    "Puzzle.solve": lambda **limit: len(fv.Puzzle(NINE, 3).solve(**limit)),
    "Puzzle.closest": lambda **limit: fv.Puzzle([*NINE, 10], 3).closest(**limit),
    "walk": lambda **limit: fv.count(range(1, 8), method="walk", workers=1, **limit),
    "walk of long numbers": lambda **limit: fv.count(
        [2**62 - k for k in range(6)], method="walk", **limit
    ),
    "a walk that the rules need": lambda **limit: fv.count(range(1, 9), 3, "raku-left", **limit),
    "table": lambda **limit: next(fv.table(range(1, 100), 24, **limit)),
    "whole_game": lambda **limit: fv.whole_game("classic", **limit),
    "equity": lambda **limit: poker.equity("AA", "KK", samples=10**9, **limit),
    "equity, Omaha": lambda **limit: poker.equity(
        "AA**", "KK**", game="omaha", samples=10**8, **limit
    ),
    "equity, badugi": lambda **limit: poker.equity(
        "As", "Ks", game="badugi", samples=10**8, **limit
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_call_that_would_take_long_is_refused_before_it_starts(name):
    with pytest.raises(fv.LimitError, match=TOO_LONG):
        REFUSED[name]()


@pytest.mark.parametrize("name", REFUSED)
def test_without_a_limit_it_starts(name):
    with fv.deadline(0.01), pytest.raises(fv.DeadlineError):
        REFUSED[name](limit=None)


@pytest.mark.parametrize("name", REFUSED)
def test_a_long_limit_allows_it_too(name):
    with fv.deadline(0.01), pytest.raises(fv.DeadlineError):
        REFUSED[name](limit=10**9)


def test_a_short_limit_refuses_what_takes_longer():
    assert fv.count("1 2 3 4 5 6 7", limit=10) == fv.count("1 2 3 4 5 6 7", limit=None)
    with pytest.raises(fv.LimitError, match="about 0 seconds") as error:
        fv.count("1 2 3 4 5 6 7", limit=0.005)
    assert error.value.limit == 1


@pytest.mark.parametrize("limit", ["10", float("nan"), [], b"1"])
def test_a_limit_must_be_a_number(limit):
    with pytest.raises(fv.RuleError, match="limit must be a finite number"):
        fv.solve("8 8 3 3", limit=limit)


def test_the_limit_travels_with_the_solutions():
    with pytest.raises(fv.LimitError):
        fv.solve("8 8 3 3", limit=0).count()
    assert fv.solve(NINE, limit=None).limit is None


@pytest.mark.parametrize(
    ("numbers", "rules"),
    [
        (NINE, "classic"),
        (NINE, "countdown"),
        ([1, 2, 2, 3, 3, 4, 4, 5], "classic"),
        ([1] * 16, "countdown"),
        ([1, 2] * 5 + [1], "classic"),
    ],
)
def test_the_simplest_solution_of_these_is_not_refused(numbers, rules):
    check_search(parse_numbers(numbers), fv.RULES[rules], 10, wanted="first")


def test_counting_nine_numbers_is_not_refused():
    with fv.deadline(0.01), pytest.raises(fv.DeadlineError):
        fv.count(NINE, 3)


@pytest.mark.parametrize(
    "text",
    [
        "count 1 2 3 4 5 6 7 8 9 10 --target 3",
        "solve 1 2 3 4 5 6 7 8 9 10 --target 3",
        "closest 1 2 3 4 5 6 7 8 9 10 --target 3",
        "hint 1 2 3 4 5 6 7 8 9 --target 3",
        "difficulty 1 2 3 4 5 6 7 8 9 10 --target 3",
        "equity AA KK --samples 1000000000",
        "table --digits 1-99 --target 3",
        "whole-game --rules classic",
    ],
)
def test_the_command_line_says_how_to_ask_for_it_anyway(capsys, text):
    assert main(text.split()) == 2
    assert "(--no-limit)" in capsys.readouterr().err
    with fv.deadline(0.01):
        assert main([*text.split(), "--no-limit"]) == 2
    assert "stopped after 0.01 seconds" in capsys.readouterr().err
