"""Stacks with the names of players."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facevalue import RuleError, poker
from facevalue.cli.main import main

ALIKE = [
    "Ann Lee=5000 Bob=3000",
    "Ann Lee: 5,000\nBob: 3,000",
    "Ann Lee=5000,Bob=3000",
    " Ann Lee = 5000 , Bob = 3000 ,",
    ["Ann Lee=5000", "Bob: 3,000"],
    {"Ann Lee": 5000, "Bob": "3000"},
]
NAMES = st.text("abcXYZ 玩家é.-_'()", min_size=1, max_size=40).filter(
    lambda name: name == name.strip()
)


@pytest.mark.parametrize("stacks", ALIKE)
def test_named_stacks_have_the_prizes_of_the_stacks_alone(stacks):
    found, alone = poker.icm(stacks, "50 30"), poker.icm([5000, 3000], "50 30")
    assert found.names == ("Ann Lee", "Bob")
    assert alone.names == ()
    assert found.replace(names=()) == alone
    assert found.as_dict() == {"names": ["Ann Lee", "Bob"], **alone.as_dict()}
    assert "names" not in alone.as_dict()


def test_names_are_printed_instead_of_numbers():
    assert str(poker.icm("Ann=5000 Bo=3000", "50 30")).splitlines() == [
        "Ann  stack 5000 (62.50 %)  prize 42.5000 (53.12 %)",
        "Bo   stack 3000 (37.50 %)  prize 37.5000 (46.88 %)",
    ]


@given(st.dictionaries(NAMES, st.integers(1, 10**9), min_size=1, max_size=5))
def test_every_printable_name_is_read_from_lines_as_from_a_mapping(stacks):
    there = poker.icm(stacks, [9])
    assert there.names == (*stacks,)
    assert (
        poker.icm("\n".join(f"{name}: {chips:,}" for name, chips in stacks.items()), [9]) == there
    )
    assert poker.icm([f"{name}={chips}" for name, chips in stacks.items()], [9]) == there


@pytest.mark.parametrize(
    ("stacks", "message"),
    [
        ("Ann=5000 3000", "'3000' has no name; write Name=5000"),
        ("3000 Ann=5000", "'3000' has no name"),
        ([5000, "Ann=3"], "'5000' has no name"),
        ("Ann=5000 Ann=3", "two players have the name 'Ann'"),
        ("=5 Ann=3", "1 to 40 printable characters, not ''"),
        (f"{'a' * 41}=5", "1 to 40 printable characters"),
        ("\u202eAnn=5", "1 to 40 printable characters, not '\\u202eAnn'"),
        ({"Ann\x1b": 5}, "1 to 40 printable characters, not 'Ann\\x1b'"),
        ({1: 5}, "1 to 40 printable characters, not 1"),
        ("Ann=many", "a stack must be a number from 0 to below 10^18, not 'many'"),
        ("Ann=", "a stack must be a number from 0 to below 10^18, not ''"),
        ("Ann=Bob=3", "a stack must be a number from 0 to below 10^18, not 'Bob=3'"),
        (["Ann=1 Bob=2"], "a player has one stack: 'Ann=1 Bob=2'"),
        ({f"player {place}": 1 for place in range(21)}, "1 to 20 stacks"),
        ({}, "1 to 20 stacks"),
    ],
)
def test_bad_names_are_refused(stacks, message):
    with pytest.raises(RuleError) as refused:
        poker.icm(stacks, [5])
    assert message in str(refused.value)


def test_names_on_the_command_line(capsys):
    assert main(["icm", "Ann:", "5,000", "Bob:", "3000", "--payouts", "50,30", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["names"] == ["Ann", "Bob"]
