"""The core reads numbers and puzzles like the patterns of `spellings`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import facevalue as fv
from facevalue import puzzle
from tests.oracles import spellings

WORDS = st.sampled_from(
    [
        *(
            "1",
            "2",
            "24",
            "-5",
            "{-5}",
            "{3/4}",
            "3/4",
            "2.50",
            "3/0",
            "0/5",
            "01",
            "2.",
            "K",
            "ks",
        ),
        *(
            "10h",
            "T♠",
            "10♡\ufe0e",
            "\uff11\uff12",
            "\u22127",
            "3\u20444",
            "x",
            "é",
            "{5",
            "1199",
            "9" * 40,
            "\ud800",
        ),
        *(
            " ",
            " ",
            " ",
            ",",
            ", ",
            "\t",
            "\n",
            "\u3000",
            "、",
            "\uff0c",
            "[",
            "]",
            "(",
            ")",
            "\x0b",
        ),
        *(
            "->",
            "=>",
            "-->",
            "=",
            ":",
            "→",
            "|",
            ";",
            " (forth)",
            "krypto: ",
            "Numbers: ",
            "target ",
        ),
        *("goal=", "cards", "Rules: forth", "(classic, target=10)", "'", '"'),
    ]
)
# Without characters that are not assigned: versions of Unicode differ on which of them print.
ASSIGNED = st.characters(exclude_categories=["Cn", "Cs"])
TEXTS = st.lists(WORDS, max_size=9).map("".join) | st.text(ASSIGNED, max_size=9)


def outcome(read, text):
    try:
        return read(text)
    except spellings.RefusedError as refused:
        return refused.args
    except fv.NotationError as error:
        return error.args[0], error.text, error.position, error.part
    except fv.RuleError as error:
        return str(error).split(":")[0], text, None, text


@given(TEXTS)
def test_a_number_is_read_like_its_pattern(text):
    read = outcome(lambda text: puzzle.parse_number(text, any_size=True), text)
    assert read == outcome(spellings.number, text)


@given(TEXTS)
@pytest.mark.parametrize(("rules", "digits"), [("classic", 0), ("make10", 4)])
def test_several_numbers_are_read_like_their_patterns(rules, digits, text):
    read = outcome(lambda text: [*puzzle.parse_numbers(text, any_size=True, rules=rules)], text)
    assert read == outcome(lambda text: spellings.numbers(text, digits), text)


@given(TEXTS.filter(lambda text: '{"' not in text and "{}" not in text))
def test_a_puzzle_is_read_like_its_patterns(text):
    def parts(text):
        found = puzzle.read_spelling(text)
        return found.numbers, found.target, found.rules

    assert outcome(parts, text) == outcome(lambda text: spellings.puzzle(text, fv.RULES), text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("100000000000000000000/200000000000000000000", "1/2"),
        (f"{9 * 10**4000}/{3 * 10**4000}", "3"),
        (f"0.5{'0' * 4299}", "1/2"),
        (f"{2**62}.{'0' * 4300}", str(2**62)),
    ],
)
def test_a_long_number_with_a_short_value_is_small(text, value):
    assert str(puzzle.parse_number(text)) == value


@pytest.mark.parametrize("text", [f"0.{'0' * 4299}1", f"{'7' * 4300}.5", "9223372036854775808"])
def test_a_long_value_is_refused(text):
    with pytest.raises(fv.LimitError, match="the solver takes numbers up to 9223372036854775807"):
        puzzle.parse_number(text)
