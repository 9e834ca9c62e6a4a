"""The core finds the same lines and steps as regular expressions do."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facevalue import _core
from tests.oracles.step_patterns import read_step_lines

PIECES = [
    *("8", "3", "10", "1,000", "2.5", "8/3", "(8/3)", "-8/3", "0", "007", "1,0000", "1,000,12"),
    *("+", "-", "*", "/", "×", "x", "X", "✕", "÷", "−", "**", "//", "^", "%", "=", "(", ")"),
    *(
        " ",
        " ",
        "\n",
        "\n",
        "\t",
        "\r",
        "\u2003",
        "\u00a0",
        "\u2028",
        ";",
        "->",
        "=>",
        "→",
        "⟹",
        "--",
    ),
    *("(left: 3)", "(LEFT:8/3, 3 )", "(left:)", "(from: step 1, number)", "(from: step 12345, x)"),
    *(
        "Answer:",
        "final answer :",
        "Step 1:",
        "steps 2)",
        "move.",
        "next",
        "so,",
        "and",
        "1.",
        "(2) ",
    ),
    *(
        "`",
        "$",
        "__",
        ".",
        ",",
        ":",
        "[",
        "]",
        "'",
        '"',
        "•",
        "> ",
        "é",
        "\u017f",
        "\U0001d7da",
        "_",
    ),
    *("steps:", "Operations : [", "['8*3=24']", "plus", " times ", " divided by ", "undefined"),
    *("8*3=24", "8 / 3 = 8/3", "8/3/3=8/9", "Numbers: 3, 3, 8 = 24"),
]


def as_rows(text):
    rows = []
    for line in read_step_lines(text):
        start = line.match.end() if line.kind == "answer" else 0
        rows.append((line.kind, line.start, line.end, start))
    return rows


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_lines_are_read_as_by_regular_expressions(text):
    assert _core.step_lines(text) == as_rows(text)


@pytest.mark.slow
def test_many_lines_are_read_as_by_regular_expressions():
    draw = random.Random(5)
    for _ in range(60_000):
        text = "".join(draw.choices(PIECES, k=draw.randint(1, 16)))
        assert (text, _core.step_lines(text)) == (text, as_rows(text))


@pytest.mark.parametrize(
    "text", ["\n", "[", "steps:[", "steps:['", "8 ", "-", "8,000", "(", "1.", ";"]
)
def test_long_answers_are_read_in_linear_time(text):
    """A million characters: with quadratic time, each would take minutes."""
    long = text * (1_000_000 // len(text))
    assert _core.step_lines(long + "[\n3*8=24")[-1][0] == "step"
