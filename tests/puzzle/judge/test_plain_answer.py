"""The quick explanation of an answer by the core is the same as the one by Python."""

from fractions import Fraction

import pytest

import facevalue as fv
from facevalue.puzzle.judge.parsed_answer import ParsedAnswer, plain_answer
from facevalue.puzzle.judge.verdict import needs_braces
from facevalue.puzzle.notation.syntax import answer_reader


def explanations(text, syntax, numbers="1"):
    """The quick explanation of the core, and the explanation of Python."""
    row, forms = (
        fv.SYNTAXES[syntax].replace(decimals=True),
        needs_braces(fv.puzzle.parse_numbers(numbers)),
    )
    reader = answer_reader(row, fv.RULES["classic"])
    return plain_answer(text, reader, forms=forms), ParsedAnswer(
        text, Fraction(24), reader, forms=forms
    )


def content(answer):
    return answer.value, str(answer.expression), answer.expression.postfix


@pytest.mark.parametrize("numbers", ["0 1 2", "-3 1/2 4", "8 8 3 3", "4611686018427387902 1"])
def test_the_core_explains_every_expression_as_python_does(numbers):
    for expression in fv.candidates(numbers):
        plain, parsed = explanations(f"(({expression}))", "lenient", numbers)
        if parsed.value is None:
            assert plain is None
        else:
            assert content(plain) == content(parsed)


@pytest.mark.parametrize(
    "text",
    ["2.50*(1-0.4)", "{-5}*{3/4}", "K x A − (2 · 3)", r"\frac{6}{4} \times 2", "7", "2(3+9)"],
)
def test_core_and_python_explain_common_answers_alike(text):
    plain, parsed = explanations(text, "relaxed", "-1")
    assert not parsed.flaw
    assert content(plain) == content(parsed)


@pytest.mark.parametrize(
    "text",
    [
        "-(1+2)",
        "4*6=24",
        "5/(3-3)",
        "1+",
        "",
        "9999999999*9999999999",
        f"{10**30}",
        "1+" * 99 + "1",
    ],
)
def test_the_core_leaves_other_answers_to_python(text):
    assert explanations(text, "relaxed")[0] is None
