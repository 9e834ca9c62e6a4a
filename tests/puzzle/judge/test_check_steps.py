"""Judging step lists: the policy, the slow judge, and never an exception."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facevalue as fv
from tests.oracles import answers as reference
from tests.oracles import policy, rows
from tests.oracles.rows import vectors

LAWFUL = settings(derandomize=True, database=None, deadline=None, max_examples=500)
HANDS = rows.HANDS[::37]
TOLD = {"false_claim", "unknown_symbol"}  # the reasons whose place the policy fixes


def seen(verdict, *, is_placed=True):
    reason = str(verdict.reason.value)
    return reference.Judged(reason, None, verdict.position if is_placed else None)


def of_row(row, _):
    return seen(fv.check_steps(row["answer"], row["numbers"], row["target"], policy.rules_of(row)))


@pytest.mark.parametrize("section", policy.sections("steps"))
def test_step_lists_are_judged_as_the_policy_says(section):
    assert [] == policy.differences(section, of_row)


def test_step_lists_are_judged_as_people_judged_them():
    cases = [case for case in policy.cases() if case["kind"] == "steps"]
    assert cases
    for case in cases:
        assert case["correct"] == (of_row(case, "").reason == "correct"), case


def test_the_steps_of_every_solution_are_judged_correct():
    for hand in HANDS:
        for solution in fv.solve(hand):
            steps = solution.steps()
            assert fv.check_steps("\n".join(steps), hand).correct
            tight = "\n".join(step.replace(" ", "") for step in steps)
            assert fv.check_steps(tight, hand).correct
            with_answer = "\n".join([*steps, f"Answer: {solution} = 24"])
            verdict = fv.check_steps(with_answer, hand)
            assert (True, 24) == (verdict.correct, verdict.value)


def test_steps_with_one_thing_changed_are_not_judged_correct():
    for hand in HANDS:
        for solution in fv.solve(hand):
            steps = solution.steps()
            for index, step in enumerate(steps):
                false_step = re.sub("(?= \\(from)|$", "1", step, count=1)
                false = [*steps[:index], false_step, *steps[index + 1 :]]
                assert "false_claim" == fv.check_steps("\n".join(false), hand).reason
            assert not fv.check_steps("\n".join(steps[:-1]), hand).correct
            assert "wrong_value" == fv.check_steps("\n".join(steps), hand, 25).reason
            assert not fv.check_steps("\n".join([*steps, steps[-1]]), hand).correct


def test_a_step_may_name_the_steps_it_uses():
    steps = "3 - 1 = 2\n2 * 2 = 4 (from: step 1, number) (left: 4)"
    assert "(3-1)*2" == str(fv.check_steps(steps, [1, 2, 3], 4).expression)
    other = steps.replace("step 1, number", "number, step 1")
    assert "2*(3-1)" == str(fv.check_steps(other, [1, 2, 3], 4).expression)
    wrong = steps.replace("step 1, number", "step 1, step 1")
    verdict = fv.check_steps(wrong, [1, 2, 3], 4)
    assert ("malformed", wrong.index("step 1")) == (verdict.reason, verdict.position)


def test_the_steps_of_an_expression_are_judged_like_the_expression():
    for text in ("(3-1)*2", "(1+4)*((2+3)*5)", "(3-1)+2*(2+1)", "2*2+(3-1)"):
        expression = fv.Expression.parse(text)
        verdict = fv.check_steps(expression.to("steps"), expression.numbers, expression.value)
        assert (True, expression) == (verdict.correct, verdict.expression)
    divided = fv.Expression.parse("2/(1-1)+3")
    assert "division_by_zero" == fv.check_steps(divided.to("steps"), divided.numbers, 5).reason


values = st.sampled_from(
    [
        *("1", "2", "3", "4", "6", "8", "24", "-1", "8/3", "1/3", "0", "2/4", "01", "undefined"),
        *("(8/3)", "(1/3)", "( 3 )", "1,000", "1,00", "8/0"),
    ]
)
signs = st.sampled_from([" + ", " - ", "*", "/", " / ", "-", " * ", "+", "**", " x ", " × ", "÷"])
lefts = st.sampled_from(
    [
        *("", "", "", " (left: 24)", " (left: 3 4)", " (left: )", "(left: 8 4)", "!", "."),
        *(" (left: 3, 4)", " (left: 1,3)", " (left: (8/3), 3)", " (left: x)", " (left 3)"),
    ]
)
sources = st.sampled_from(["number", "number", "step 1", "step1", "step 2", "step 0", "7"])
froms = st.one_of(
    st.just(""),
    st.just(""),
    st.tuples(sources, sources).map(lambda two: f" (from: {two[0]}, {two[1]})"),
)
leads = st.sampled_from(
    [
        "",
        "",
        "",
        "1. ",
        "2) ",
        "Step 1: ",
        "step 2 - ",
        "- ",
        "* ",
        "\u2022 ",
        "Then ",
        "(3) ",
        "we ",
    ]
)
steps_told = st.tuples(
    leads,
    values,
    signs,
    values,
    st.sampled_from([" = ", "="]),
    values,
    st.tuples(froms, lefts).map("".join),
)
endings = st.sampled_from(["", "", "\n", "\nAnswer: 4*6 = 24", "\nAnswer: 24", "\nAnswer: x"])


def true_step(step):
    """The step with its true result, where it has one."""
    lead, left, sign, right, equals, _, rest = step
    try:
        result = fv.Expression.parse(f"{{{left}}}{sign}{{{right}}}").value
    except fv.NotationError:
        return "".join(step)
    return f"{lead}{left}{sign}{right}{equals}{0 if result is None else result}{rest}"


OTHER_LINES = vectors("answers", "other lines")
lists_of_steps = st.tuples(
    st.lists(
        st.one_of(steps_told.map(true_step), steps_told.map("".join), st.sampled_from(OTHER_LINES)),
        max_size=3,
    ),
    st.sampled_from(["\n", "\n", "; ", " -> ", " \u2192 ", "==>"]),
    endings,
).map(lambda parts: parts[1].join(parts[0]) + parts[2])


@pytest.mark.slow
@LAWFUL
@given(
    lists_of_steps,
    st.sampled_from([[4, 6], [1, 2, 3, 4], [8, 3], [24], ["8/3", 3], [2, -1, 8, 3, 3]]),
    st.sampled_from(["classic", "whole", "countdown"]),
)
def test_step_lists_are_judged_as_the_slow_judge_does(text, numbers, rules):
    for target in (24, 2, "8/3"):
        expected = reference.check_steps(text, numbers, target, fv.RULES[rules])
        is_placed = expected.reason in TOLD
        made = seen(fv.check_steps(text, numbers, target, rules), is_placed=is_placed)
        position = expected.position if is_placed else None
        assert reference.Judged(expected.reason, None, position) == made, (text, numbers, target)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("no_answer", None),
        ("malformed", b"4 * 6 = 24"),
        ("malformed", 24),
        ("malformed", ["4 * 6 = 24"]),
        ("malformed", "\ud800"),
        ("unreadable", "4 * 6 = 24\0"),
        ("unreadable", "4 * 6 = 24\U0001f600"),
        ("correct", "4 * 6 = 24" + " " * 999_990),
        ("too_long", "4 * 6 = 24" + " " * 999_991),
    ],
)
def test_nothing_that_is_given_as_steps_raises(expected, text):
    assert expected == fv.check_steps(text, [4, 6]).reason


@pytest.mark.parametrize("numbers", [[1] * 1000, range(1, 1001), ["1/3"] * 1000])
def test_steps_of_a_thousand_numbers_are_judged(numbers):
    table = [Fraction(number) for number in numbers]
    total, lines = table[0], []
    for number in table[1:]:
        lines.append(f"{total} + {number} = {total + number}")
        total += number
    assert fv.check_steps("\n".join(lines), numbers, total).correct
    assert "wrong_numbers" == fv.check_steps("\n".join(lines[:-1]), numbers, total).reason
    lines.append(f"{total} + {table[0]} = {total + table[0]}")
    verdict = fv.check_steps("\n".join(lines), numbers, total)
    line = "\n".join(lines).count("\n", 0, verdict.position)
    assert ("wrong_numbers", 999) == (verdict.reason, line)


@pytest.mark.parametrize("judge", [fv.check_steps, fv.check, fv.puzzle.still_solvable])
def test_more_than_a_thousand_numbers_are_refused(judge):
    with pytest.raises(fv.LimitError, match="at most 1000 numbers are allowed") as error:
        judge("1 + 1 = 2", [1] * 1001)
    assert 1000 == error.value.limit


@pytest.mark.slow
def test_a_megabyte_of_any_token_is_judged():
    tokens = ["1", "/", "1/", "-", "+", "=", "\n", " ", "1+1=2\n", "(left:", "(left: 1)", "Answer:"]
    tokens += [
        "1=1\n",
        "(",
        "1 ",
        "--",
        "1-",
        "1/1",
        "Answer: 24\n",
        "4 * 6 = 24\n",
        "\0",
        "\\",
        "0",
        *(";", "1;", "->", "1->", "-", "Step 1:", "1. ", "1,000", "(left: 1,", "and ", "x", "3 3 "),
    ]
    for token in tokens:
        assert not fv.check_steps((token * 1_000_000)[:1_000_000], [4, 6, 1]).correct


@pytest.mark.parametrize("tail", ["", " = 1", "=1\n", " (left: 1)"])
def test_a_long_number_in_a_step_is_judged(tail):
    for digits in ("1" * 5000, "1/" * 2000 + "1", "1" * 900_000):
        assert not fv.check_steps(f"1 + {digits}{tail}", [1, 1]).correct


@pytest.mark.parametrize(
    ("strict", "lenient", "text"),
    [
        ("correct", "correct", "4 * 6 = 24"),
        ("correct", "correct", "4 × 6 = 24"),
        ("false_claim", "false_claim", "4 * 6 = 25"),
        ("unreadable", "unreadable", "4.0 * 6 = 24"),
        ("unknown_symbol", "correct", "4 * 6 = 24\nAnswer: 4 * 6 = 24"),
        ("correct", "correct", "4 * 6 = 24\nAnswer: 4 * 6"),
    ],
)
def test_steps_may_use_only_what_the_syntax_allows(strict, lenient, text):
    assert strict == fv.check_steps(text, [4, 6], syntax="strict").reason
    assert lenient == fv.check_steps(text, [4, 6], syntax="lenient").reason
    assert lenient == fv.check_steps(text, [4, 6]).reason


def test_steps_may_use_decimals_where_the_syntax_has_them():
    decimals = fv.Syntax(decimals=True)
    steps = "5 / 2 = 2.5 (left: 2.5 4)\n2.5 * 4 = 10.0"
    assert fv.check_steps(steps, [5, 2, 4], 10, syntax=decimals).correct
    assert "unreadable" == fv.check_steps(steps, [5, 2, 4], 10).reason


@pytest.mark.parametrize(("message", "steps"), vectors("answers", "wrong numbers of steps"))
def test_messages_on_steps_say_what_is_wrong_with_each_number(message, steps):
    verdict = fv.check_steps(steps, [3, 8, 1])
    assert ("wrong_numbers", message) == (verdict.reason, verdict.message)


def test_the_message_counts_the_lines_that_were_skipped():
    steps = "I solve it:\n3 * 8 = 24\nDone."
    verdict = fv.check_steps(steps, [3, 8])
    assert (True, "3*8 = 24 (skipped 2 lines that are not steps)") == (
        verdict.correct,
        verdict.message,
    )
    verdict = fv.check_steps("Steps:\n3 * 8 = 25", [3, 8])
    assert verdict.message.endswith("(skipped 1 line that is not a step)")


@pytest.mark.parametrize(
    ("steps", "position"), [("3 ** 8 = 6561", 0), ("3 * 8 = 24\nso 24 - 1 is it", 11), ("3 * 8", 0)]
)
def test_a_line_that_cannot_be_read_is_not_called_wrong(steps, position):
    verdict = fv.check_steps(steps, [3, 8, 1])
    assert ("unreadable", position) == (verdict.reason, verdict.position)
    assert verdict.message.startswith("expected a step such as '5 / 6 = 5/6 (left: 2 5/6 6)' at ")


def test_an_unknown_syntax_of_steps_is_refused():
    with pytest.raises(fv.RuleError, match="loose"):
        fv.check_steps("4 * 6 = 24", [4, 6], syntax="loose")
