"""The slow judge agrees with the policy row by row, and with people on known answers."""

from fractions import Fraction

import pytest

from tests.oracles import answers as reference
from tests.oracles import policy


def judged(row, syntax):
    numbers, target, rules = row["numbers"], row["target"], policy.rules_of(row)
    if row["kind"] == "steps":
        return reference.check_steps(row["answer"], numbers, target, rules)
    options = reference.SYNTAXES[syntax] | policy.syntax_options(row)
    if row["kind"] == "expr":
        return reference.check(row["answer"], numbers, target, rules, options)
    grader = policy.grader_options(row) | {"rules": rules, "syntax": options}
    return reference.verdict(row["answer"], numbers, target, grader)


@pytest.mark.parametrize(
    "section", [name for kind in ("expr", "completion", "steps") for name in policy.sections(kind)]
)
def test_the_slow_judge_follows_the_policy(section):
    assert [] == policy.differences(section, judged)


def test_the_slow_judge_agrees_with_the_judged_cases():
    cases = policy.cases()
    assert 81 == len(cases)
    for case in cases:
        for syntax in case["syntaxes"]:
            assert case["correct"] == (judged(case, syntax).reason == "correct"), case


def test_every_reason_has_a_row_under_each_syntax_but_too_long():
    for syntax, without in (("strict", {"false_claim", "unreadable"}), ("lenient", set())):
        reasons = {row[syntax] for row in policy.ROWS if syntax in row}
        assert set(reference.REASONS) - {"too_long"} - without == reasons


def test_a_row_is_in_the_policy_once():
    rows = [repr({**row, "sentence": ""}) for row in policy.ROWS]
    assert [] == [row for row in rows if rows.count(row) > 1]


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (Fraction(24), "24"),
        (Fraction(-3, 4), "-3/4"),
        (Fraction(1, 2), r"\frac12"),
        (Fraction(-11, 2), r"-\frac{11}{2}"),
        (None, "(24)"),
        (None, "1/2/3"),
        ("undefined", "1/0"),
        (None, "{1/2}"),
    ],
)
def test_a_claim_is_a_number_and_not_an_expression(expected, text):
    assert expected == reference.Reader(text, reference.LENIENT).side().number


def test_more_than_a_thousand_numbers_are_too_long():
    ones = "+".join("1" * 1001)
    assert reference.Judged("too_long", None, 2000) == reference.check(ones, [1] * 1001, 1001)
    assert reference.Judged("too_long", None, 1_000_001) == reference.check(" " * 1_000_001, [1])
