"""Notations: each prints its usual form, reads back what it prints, and points at errors."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facevalue.errors import LimitError, NotationError, RuleError
from facevalue.puzzle.judge.check import check
from facevalue.puzzle.model.decks import card_values
from facevalue.puzzle.model.operations import OPERATIONS
from facevalue.puzzle.notation import notations
from facevalue.puzzle.notation.expression import Expression
from facevalue.puzzle.notation.notations import NOTATIONS, guess, read
from facevalue.puzzle.notation.syntax import SYNTAXES, answer_spellings
from tests.oracles.rows import vectors

# The law is the same on every machine: derandomized, and nothing is kept between runs.
LAWFUL = settings(derandomize=True, database=None, deadline=None, max_examples=100)

symbols = st.sampled_from([*OPERATIONS])
numbers = st.one_of(
    st.integers(0, 13).map(Fraction),
    st.fractions(min_value=-20, max_value=20, max_denominator=9),
    st.integers(-(2**63) + 1, 2**63 - 1).map(Fraction),
)
postfixes = st.recursive(
    numbers.map(lambda number: (number,)),
    lambda inner: st.tuples(inner, inner, symbols).map(lambda t: (*t[0], *t[1], t[2])),
    max_leaves=12,
)
small = st.recursive(
    st.integers(0, 4).map(lambda number: (Fraction(number),)),
    lambda inner: st.tuples(inner, inner, symbols).map(lambda t: (*t[0], *t[1], t[2])),
    max_leaves=12,
)


def write(postfix, notation):
    return NOTATIONS[notation].write(postfix)


@pytest.mark.parametrize("notation", NOTATIONS.values(), ids=NOTATIONS)
def test_a_notation_writes_and_reads_its_example(notation):
    postfix = (Fraction(5), Fraction(6), "/", Fraction(2), "+", Fraction(6), "*")
    assert notation.example == notation.write(postfix)
    assert postfix == notation.read(notation.example)
    assert postfix == read(notation.example)


@pytest.mark.few_slow(4)
@pytest.mark.few_quick(2)
@pytest.mark.parametrize("notation", NOTATIONS)
@LAWFUL
@given(postfix=postfixes)
def test_every_notation_reads_back(notation, postfix):
    text = write(postfix, notation)
    assert postfix == read(text, notation)
    # "auto" also finds the notation; only a single fraction is read as a division.
    if len(postfix) > 1:
        assert postfix == read(text)


def test_the_left_notation_has_no_precedence():
    tree = read("2+ 3* 4- 5", "raku-left")
    assert "(2+3)*4-5" == write(tree, "infix")
    assert tree == read("2+3*4-5", "raku-left") == read(" 2+ 3* 4- 5 ")
    assert "8/ (3- (8/ 3))" == write(read("8/(3-8/3)"), "raku-left")
    assert "2+ (3* 4)" == write(read("2+3*4"), "raku-left")


@pytest.mark.parametrize("text", ["2 + 3 * 4", "2+3*4", "2 +3 *4", "2+ 3*4", "2+3 *4", "2+ 3 * 4"])
def test_only_the_spaces_of_the_raku_program_mean_from_left_to_right(text):
    assert "infix" == guess(text)
    assert "2+3*4" == write(read(text), "infix")


def test_the_equation_of_the_forth_program_has_brackets_around_all_but_the_last():
    assert "6 * ( 2 + ( 5 / 6 ) )" == write(read("6*(2+5/6)"), "forth-equation")
    assert "( 1 + 2 ) * ( 3 - 4 )" == write(read("(1+2)*(3-4)"), "forth-equation")
    assert read("6*(2+5/6)") == read("6 * (2 + (5/6))", "forth-equation")


@pytest.mark.slow
@settings(LAWFUL, max_examples=1000)
@given(postfix=small)
def test_step_lists_read_back_where_results_are_equal_to_numbers(postfix):
    assert postfix == read(write(postfix, "steps"), "steps")


@pytest.mark.parametrize(("infix", "steps"), vectors("notations", "steps"))
def test_a_step_names_the_steps_it_uses_where_they_could_be_others(infix, steps):
    assert steps == write(read(infix, "infix"), "steps")
    assert read(infix, "infix") == read(steps)


@LAWFUL
@given(postfix=postfixes)
def test_python_computes_the_same_value(postfix):
    expression = Expression.from_postfix(postfix)
    if expression.value is None:
        return
    computed = eval(expression.to("python"), {"Fraction": Fraction})
    assert expression.value == computed


@LAWFUL
@given(text=st.text("0123456789+-*/(){}.,=e×÷−¯ \\frac\n", max_size=30))
def test_any_text_is_an_expression_or_an_error_with_a_place(text):
    for notation in ("auto", *NOTATIONS):
        postfix, error = read_or_error(text, notation)
        if error is None:
            assert postfix == read(write(postfix, "infix"), "infix")
        else:
            assert text == error.text
            assert 0 <= error.position <= len(text)
            assert "\n" not in str(error)


def read_or_error(text, notation):
    try:
        return read(text, notation), None
    except NotationError as error:
        return None, error


@pytest.mark.parametrize(("text", "notation", "tree"), vectors("notations", "written"))
def test_notations_write_their_own_way(text, notation, tree):
    expression = Expression.parse(tree, "infix")
    assert text == expression.to(notation)
    assert expression == Expression.parse(text, notation)


def test_wide_brackets_open_and_close_as_they_look():
    assert check("（8−2）×4", [8, 2, 4], 24, syntax="lenient").correct  # noqa: RUF001
    assert not check("）8−2（×4", [8, 2, 4], 24, syntax="lenient").correct  # noqa: RUF001


LENIENT = answer_spellings(SYNTAXES["lenient"], card_values())
SIGNS = [row for row in LENIENT if row[1] in ("operator", "open")]


@pytest.mark.parametrize(("sign", "kind", "meaning"), SIGNS)
def test_every_sign_that_answers_may_use_is_read(sign, kind, meaning):
    if kind == "operator":
        text = f"8{sign}(3 - 1)"
    else:
        closing = next(
            row[0]
            for row in LENIENT
            if row[1:] == ("close", meaning) and (len(row[0].encode()) == len(sign.encode()))
        )
        text = f"8*{sign}3-1{closing}"
    assert str(check(text, [8, 3, 1], 4).expression) == write(read(text), "infix")


@pytest.mark.parametrize("text", ["$2*3$", r"\(2 \times 3\)", r"\boxed{2×3}", "$$2 ÷ 3$$"])
def test_math_delimiters_are_read(text):
    assert str(check(text, [2, 3], 6).expression) == write(read(text), "infix")


@pytest.mark.parametrize(("infix", "text"), vectors("notations", "other spellings"))
def test_other_spellings_are_read_and_guessed(infix, text):
    assert infix == str(Expression.parse(text))


@pytest.mark.parametrize(("notation", "text"), vectors("notations", "guesses"))
def test_guesses_follow_the_rows(notation, text):
    assert notation == guess(text)


@pytest.mark.parametrize(
    ("message", "position", "text", "notation"), vectors("notations", "errors")
)
def test_the_error_says_what_was_expected_and_where(message, position, text, notation):
    with pytest.raises(NotationError) as error:
        read(text, notation)
    assert (message, position) == (str(error.value), error.value.position)


@pytest.mark.parametrize(
    ("value", "step"),
    [(2, "2 + 1 = 3(from:step 1,number)"), (3, "3 - 3 = 0(from:step 1,step 1)")],
)
def test_a_step_cannot_use_a_result_that_is_not_there(value, step):
    with pytest.raises(NotationError) as error:
        read(f"1 + 2 = 3\n{step}")
    place = 10 + step.index("step 1")
    message = f"expected an unused result {value} of step 1 at position {place}: "
    assert str(error.value).startswith(message)
    assert place == error.value.position


@pytest.mark.parametrize("text", [None, 5, b"5", ["5"]])
def test_only_strings_are_parsed(text):
    with pytest.raises(NotationError, match=r"^an expression must be a string: "):
        read(text)


def test_an_unknown_notation_is_refused_with_some_known_ones():
    with pytest.raises(RuleError) as error:
        read("5", "roman")
    some, count = "infix, unicode, full, raku-left, prefix", len(NOTATIONS)
    message = (
        f"unknown notation 'roman'; choose one of {some}, ... (fv.NOTATIONS lists all {count})"
    )
    assert message == str(error.value)


@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_thousand_numbers_may_be_nested_to_any_side(notation):
    right = (*[Fraction(1)] * 1000, *["-"] * 999)
    left = (Fraction(1), *(token for _ in range(999) for token in (Fraction(1), "-")))
    for postfix in (left, right):
        assert postfix == read(write(postfix, notation), notation)
    assert "1000 numbers" in refusal(write((*right, Fraction(1), "+"), notation), notation)


@pytest.mark.parametrize("text", ["(" * 999_999 + "5", "5" * 1_000_001, "9" * 900_000])
def test_huge_strings_are_parsed_or_refused_without_harm(text):
    with pytest.raises((LimitError, NotationError)) as error:
        read(text, "infix")
    assert len(str(error.value)) < 150


def test_step_lists_take_pending_results_before_new_numbers():
    assert "(1+2)*4" == str(Expression.parse("1 + 2 = 3\n3 * 4 = 12"))


def test_results_too_long_to_print_are_refused():
    long = write((*[Fraction(2**63 - 1)] * 300, *["*"] * 299), "infix")
    with pytest.raises(LimitError, match=r"a result has more than 4300 digits"):
        Expression.parse(long).steps()
    assert "4300" in refusal(f"1 + 1 = {'2' * 5000}", "steps")


def refusal(text, notation):
    with pytest.raises(LimitError) as error:
        read(text, notation)
    return str(error.value)


LISP = notations.Notation(
    "lisp",
    summary="operators first, in parentheses",
    example="(* (+ (/ 5 6) 2) 6)",
    frame="($operator $left $right)",
    numbers=notations.BARE,
    looks_so=lambda text, _: re.match(r"\([-+*/] ", text) is not None,
    reader=lambda text: NOTATIONS["prefix"].read(text.translate({ord("("): " ", ord(")"): " "})),
)


@pytest.mark.parametrize("tree", ["(5/6+2)*6", "1-(2-3)-4", "{-5}*{3/4}", "8/(3-8/3)"])
def test_a_notation_is_added_and_taken_away_as_one_row(monkeypatch, tree):
    expression = Expression.parse(tree)
    with monkeypatch.context() as patched:
        patched.setattr(notations, "NOTATIONS", {**NOTATIONS, "lisp": LISP})
        text = expression.to("lisp")
        assert "lisp" == guess(text)
        assert expression == Expression.parse(text) == Expression.parse(text, "lisp")
    assert "lisp" not in NOTATIONS
    with pytest.raises(RuleError, match="unknown notation 'lisp'"):
        expression.to("lisp")
    assert tree == expression.to("infix")


def test_an_added_notation_writes_its_example():
    assert LISP.example == LISP.write(Expression.parse("(5/6+2)*6").postfix)


@pytest.mark.parametrize("name", ["unicode", "latex", "apl", "forth"])
def test_a_notation_spells_the_operations_its_own_way(name):
    spelled = {
        "unicode": ["+", "−", "×", "÷"],
        "latex": ["+", "-", r"\times", "/"],
        "apl": ["+", "-", "×", "÷"],
        "forth": ["f+", "f-", "f*", "f/"],
    }
    assert spelled[name] == [NOTATIONS[name].spelling(row.symbol) for row in OPERATIONS.values()]


@pytest.mark.parametrize("notation", NOTATIONS.values(), ids=NOTATIONS)
def test_a_notation_is_shown_by_its_row(notation):
    assert notation is eval(repr(notation), {"NOTATIONS": NOTATIONS})


@pytest.mark.parametrize(
    ("name", "text"), [("postfix", "5 6 /2 + 6 *"), ("prefix", "* + /5 6 2 6")]
)
def test_spaces_separate_the_parts_if_operators_come_first_or_last(name, text):
    with pytest.raises(NotationError, match="expected a number, an operator"):
        read(text, name)
