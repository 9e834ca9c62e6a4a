"""A verdict has the value and the tree of the answer, as a parser and exact fractions give them."""

import pytest

import facevalue as fv

LONG = "1+" * 999 + "1"
HUGE = 10**30


RELAXED = fv.SYNTAXES["relaxed"].replace(decimals=True)


def explained(text, numbers, syntax=RELAXED):
    verdict = fv.check(text, numbers, 24, syntax=syntax)
    return verdict.value, str(verdict.expression), verdict.expression.postfix


def parsed(expression):
    return expression.value, str(expression), expression.postfix


@pytest.mark.parametrize("numbers", ["0 1 2", "-3 1/2 4", "8 8 3 3", "4611686018427387902 1"])
def test_every_expression_has_its_value_and_its_tree(numbers):
    for expression in fv.candidates(numbers):
        assert explained(f"(({expression}))", numbers, "lenient") == parsed(expression)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("2.50*(1-0.4)", "{5/2}*(1-{2/5})"),
        ("{-5}*{3/4}", "{-5}*{3/4}"),
        ("K x A − (2 · 3)", "13*1-2*3"),
        (r"\frac{6}{4} \times 2", "6/4*2"),
        ("7", "7"),
        ("2(3+9)", "2*(3+9)"),
        ("-(1+2)*3", "({-1}-2)*3"),
        ("-(2-3/4)", "{-2}+3/4"),
        ("--5", "5"),
        ("4*6=24", "4*6"),
        ("24=4*6", "4*6"),
        ("(1+2)*8 = 3*8 = 24", "(1+2)*8"),
        ("5/(3-3)", "5/(3-3)"),
        ("9999999999*9999999999", "9999999999*9999999999"),
        (f"{HUGE}/{HUGE}", f"{HUGE}/{HUGE}"),
        (f"(1-{HUGE})*{HUGE}", f"(1-{HUGE})*{HUGE}"),
        ("1.000000000000000000000000000000001", f"{{{10**33 + 1}/{10**33}}}"),
        (LONG, LONG),
        ("1-(" * 999 + "1" + ")" * 999, "1-(" * 998 + "1-1" + ")" * 998),
    ],
)
def test_the_explanation_of_an_answer_is_its_minimal_form(text, plain):
    numbers = "-1" if "{" in text else "1"
    assert explained(text, numbers) == parsed(fv.Expression.parse(plain, "infix"))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("-2^2", "0-2^2"),
        ("2^-1", "2^{-1}"),
        ("(2^3)^2", "(2^3)^2"),
        ("-sqrt(4)*3!", "(0-sqrt(4))*3!"),
        ("(3!)!", "(3!)!"),
        ("1||2||3", "1||2||3"),
        ("sqrt(-4)", "sqrt({-4})"),
        (f"{HUGE}^0", f"{HUGE}^0"),
    ],
)
def test_functions_keep_the_brackets_that_their_trees_need(text, plain):
    functions = "power factorial root concatenate"
    rules = fv.RULES["four-fours"].replace(size=None, functions=functions)
    verdict = fv.check(text, [4], 24, rules, syntax=RELAXED)
    expression = fv.Expression.parse(plain, "infix")
    assert (verdict.value, verdict.expression) == (expression.value, expression)


@pytest.mark.parametrize("judge", [fv.check, fv.check_many])
def test_numbers_to_join_in_any_order_are_sixteen_at_most(judge):
    rules = fv.RULES["classic"].replace(join=True, use="any")
    answer = "1" if judge is fv.check else ["1"]
    assert judge(answer, [1] * 16, 1, rules)
    with pytest.raises(fv.LimitError, match="at most 16 numbers are joined in any order, not 17"):
        judge(answer, [1] * 17, 1, rules)


def test_numbers_given_without_braces_are_read_whatever_the_size_of_the_values():
    big = 10**18
    powers = "*".join([str(big)] * 4)
    assert fv.check(f"29-5+{powers}-{powers}", [29, -5, *[big] * 8], 24, syntax="relaxed")


def test_a_message_lists_twelve_numbers_of_a_kind():
    message = fv.check("+".join(map(str, range(2, 20))), [1], 24).message
    named = ", ".join(map(str, range(2, 14)))
    assert message == f"{named} and more are not among the numbers; 1 is unused"
