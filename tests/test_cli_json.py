"""The words of --json mean the same in every command."""

import json
from fractions import Fraction

import pytest

from facevalue.cli.main import main

COMMANDS = [
    ["solve", "2", "4", "8", "10"],
    ["solve", "2", "4", "8", "10", "--first"],
    ["solve", "1", "1", "1", "1"],
    ["solve", "3/4", "2", "--target", "2.5"],
    ["count", "2", "4", "8", "10"],
    ["closest", "1", "3", "4", "6", "--rules", "whole"],
    ["hint", "8", "8", "3", "3", "--level", "9"],
    ["difficulty", "8", "8", "3", "3"],
    ["difficulty", "1", "1", "1", "1"],
    ["candidates", "1", "2"],
    ["reach", "1", "2", "--low", "1", "--high", "9"],
    ["reach", "--all", "--tiles", "1,2,3", "--size", "2", "--low", "1", "--high", "9"],
    ["generate", "--count", "2", "--seed", "1"],
    ["generate", "--count", "2", "--unsolvable"],
    ["deal", "--rules", "countdown", "--seed", "1"],
    ["deal", "--seed", "1"],
    ["sheet", "--count", "1", "--seed", "1"],
    ["check", "8/(3-8/3)", "--numbers", "8 8 3 3"],
    ["check", "8/(3-8/3", "--numbers", "8 8 3 3"],
    ["stack", "1 2 + 1/2"],
    ["range", "QQ+"],
    ["equity", "AhKh", "QsQd", "--board", "2h7d9c"],
    ["equity", "AhKh", "random", "random", "--samples", "1000", "--seed", "1"],
]


def is_number(value):
    """Whole numbers are numbers, and fractions are text."""
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return is_whole or (isinstance(value, str) and Fraction(value).denominator > 1)


def is_share(value):
    return set(value) == {"fraction", "decimal"} and value["decimal"] == float(
        Fraction(value["fraction"])
    )


def are_expressions(value):
    return all(set(each) == {"expression", "value", "steps"} for each in value)


WORDS = {
    "numbers": lambda value: all(map(is_number, value)),
    "target": is_number,
    "rules": lambda value: isinstance(value, str),
    "cards": lambda value: isinstance(value, (list, str)),
    "solution_count": lambda value: value is None or isinstance(value, int),
    "solutions": are_expressions,
    "expressions": are_expressions,
    "closest": are_expressions,
    "distance": lambda value: value is None or is_number(value),
    "difficulty": lambda value: value is None or {"percentile", "seconds", "model"} <= set(value),
    "equity": is_share,
    "share": is_share,
    "reason": lambda value: isinstance(value, str),
    "message": lambda value: isinstance(value, str),
    "position": lambda value: value is None or isinstance(value, int),
    "truncated": lambda value: isinstance(value, bool),
    "exact": lambda value: isinstance(value, bool),
}


def words(entry):
    """All keys of an entry and of the entries in it, with their values."""
    if isinstance(entry, dict):
        for key, value in entry.items():
            yield key, value
            yield from words(value)
    elif isinstance(entry, list):
        for each in entry:
            yield from words(each)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_word_means_the_same_in_every_command(command, capfd):
    main([*command, "--json"])
    lines = capfd.readouterr().out.splitlines()
    assert lines
    for line in lines:
        for key, value in words(json.loads(line)):
            assert key not in WORDS or WORDS[key](value), (key, value)
        assert "count" not in json.loads(line) or command[0] in ("range", "reach")


@pytest.mark.parametrize("command", COMMANDS[:17], ids=" ".join)
def test_a_puzzle_has_its_numbers_and_rules(command, capfd):
    main([*command, "--json"])
    lines = capfd.readouterr().out.splitlines()
    assert lines
    for line in lines:
        entry = json.loads(line)
        assert "rules" in entry
        assert ("target" in entry) == (command[0] not in ("candidates", "reach"))
