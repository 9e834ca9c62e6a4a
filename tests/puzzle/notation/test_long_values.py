"""Values with more than 4300 digits, which Python does not print: messages count their digits."""

import json
import pickle
from fractions import Fraction

import pytest

import facevalue as fv
from facevalue.cli.main import main
from facevalue.errors import quoted
from facevalue.puzzle.model.numbers import number_text

LONG = "9" * 4300  # the longest number that may be given
PRODUCT = f"{LONG}*{LONG}"
QUOTIENT = f"1/{LONG}/{LONG}"


@pytest.mark.parametrize("digits", [4301, 5000, 5001, 9999, 10_000, 65_536, 100_000])
def test_digits_are_counted_exactly(digits):
    for number in (10 ** (digits - 1), 10**digits - 1, 10 ** (digits - 1) + 1):
        assert f"a number with {digits} digits" == number_text(Fraction(number)) == quoted(number)
        assert f"a number with {digits} digits" == number_text(Fraction(-number))
    assert f"a fraction of 1 digit over {digits} digits" == number_text(
        Fraction(1, 10 ** (digits - 1))
    )


def test_a_value_of_4300_digits_is_printed():
    assert LONG == number_text(Fraction(LONG))
    assert "-" + LONG == number_text(Fraction("-" + LONG))


@pytest.mark.parametrize(
    ("answer", "numbers", "digits"),
    [
        (PRODUCT, [LONG, LONG], "a number with 8600 digits"),
        (QUOTIENT, [1, LONG, LONG], "a fraction of 1 digit over 8600 digits"),
        ("*".join(["9" * 100] * 200), ["9" * 100] * 200, "a number with 20000 digits"),
    ],
)
def test_a_verdict_counts_the_digits(answer, numbers, digits):
    for verdict in (
        fv.check(answer, numbers),
        fv.check(answer, numbers, 24, "apl"),
        fv.Grader().verdict(f"<answer>{answer}</answer>", numbers),
        fv.Grader(extract="whole").verdict(
            answer,
            numbers,
            24,
        ),
    ):
        assert verdict.value is not None
        assert digits in verdict.message
        assert digits in repr(verdict)
        assert verdict == pickle.loads(pickle.dumps(verdict))


def test_every_message_counts_the_digits_of_long_numbers():
    assert "a number with 8600 digits" in fv.check(PRODUCT, [LONG, LONG], 24, "oberon").message


@pytest.mark.parametrize(
    ("answer", "numbers", "digits"),
    [
        (PRODUCT, f"{LONG},{LONG}", "a number with 8600 digits"),
        (QUOTIENT, f"1,{LONG},{LONG}", "a fraction of 1 digit over 8600 digits"),
    ],
)
def test_check_prints_the_digits(answer, numbers, digits, capsys):
    assert 1 == main(["check", answer, "--numbers", numbers, "--json"])
    assert digits == json.loads(capsys.readouterr().out)["value"]
    assert 1 == main(["check", answer, "--numbers", numbers])
    assert digits in capsys.readouterr().out


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_grade_writes_the_digits(form, tmp_path, capsys):
    row = {"completion": PRODUCT, "numbers": [LONG, LONG], "target": 24}
    source, verdicts = tmp_path / "rows.jsonl", tmp_path / f"verdicts.{form}"
    source.write_text(json.dumps(row), encoding="utf-8")
    assert 0 == main(["grade", str(source), "--extract", "whole", "-o", str(verdicts)])
    capsys.readouterr()
    assert b"a number with 8600 digits" in verdicts.read_bytes()


def test_an_expression_with_a_long_value_is_used_like_any_other():
    expression = fv.Expression.parse(PRODUCT)
    assert int(LONG) ** 2 == expression.value == expression.results[-1]
    assert expression == eval(repr(expression), {"Expression": fv.Expression})
    for notation in fv.NOTATIONS:
        if notation != "steps":
            assert expression == fv.Expression.parse(expression.to(notation), notation)
    for refused in (expression.steps, expression.canonical, lambda: expression.to("steps")):
        with pytest.raises(fv.LimitError, match=r"digits|too large"):
            refused()


def test_steps_with_long_results_are_judged():
    verdict = fv.check_steps(f"{LONG} * {LONG} = 1", [LONG, LONG])
    assert fv.Reason.FALSE_CLAIM is verdict.reason
    assert "a number with 8600 digits" in verdict.message
    assert isinstance(repr(verdict), str)


def test_rules_with_a_target_too_long_are_refused():
    with pytest.raises(
        fv.LimitError, match="a target may have at most 4300 digits: a number with 4301 digits"
    ):
        fv.Rules("long", target=10**4300)
    rules = fv.Rules("long", target=10**4300 - 1)
    assert rules == eval(repr(rules), {"Rules": fv.Rules})
    assert fv.check(LONG, [LONG], rules=rules).correct


@pytest.mark.parametrize(
    "number", [10**4300, Fraction(1, 10**4300), -(10**4300)], ids=["large", "small", "negative"]
)
def test_numbers_too_long_are_refused_by_their_digits(number):
    for ask in (
        lambda: fv.check("1", [number]),
        lambda: fv.check("1", [1], number),
        lambda: fv.check_many(["1"], [[number]]),
        lambda: fv.check_many(["1"], [[1]], [number]),
        lambda: fv.check_steps("1", [number]),
        lambda: fv.solve([number]),
        lambda: fv.Puzzle([1, 2], number),
        lambda: fv.Expression.from_postfix([number]),
        lambda: fv.puzzle.still_solvable("", [number]),
        lambda: fv.reachable([number]),
        lambda: fv.candidates([number]),
    ):
        with pytest.raises(fv.LimitError, match="4301 digits"):
            ask()


WIDE = 10**40  # beyond machine words


@pytest.mark.parametrize(
    ("reason", "answer", "numbers", "rules"),
    [
        ("division_by_zero", f"1/({WIDE}-{WIDE})", [1, WIDE, WIDE], "classic"),
        ("correct", f"24+{WIDE}-{WIDE}", [24, WIDE, WIDE], "classic"),
        ("wrong_value", f"25+{WIDE}-{WIDE}", [25, WIDE, WIDE], "classic"),
        ("correct", f"72*{WIDE}/{3 * WIDE}", [72, WIDE, 3 * WIDE], "classic"),
        ("correct", f"72*{WIDE}/{3 * WIDE}", [72, WIDE, 3 * WIDE], "whole"),
        ("forbidden_value", f"{WIDE}/3*3-{WIDE}+24", [WIDE, 3, 3, WIDE, 24], "whole"),
        ("correct", f"{WIDE}/3*3-{WIDE}+24", [WIDE, 3, 3, WIDE, 24], "classic"),
        ("forbidden_value", f"{WIDE}-{WIDE + 1}+25", [WIDE, WIDE + 1, 25], "countdown"),
        ("forbidden_value", f"{WIDE}-{WIDE}+24", [WIDE, WIDE, 24], "countdown"),
        ("correct", f"{WIDE + 1}-{WIDE}+23", [WIDE, WIDE + 1, 23], "countdown"),
        ("correct", f"{WIDE}-{WIDE + 1}+25", [WIDE, WIDE + 1, 25], "classic"),
    ],
)
def test_answers_with_wide_numbers_are_judged_like_any_other(reason, answer, numbers, rules):
    verdict = fv.check(answer, numbers, 24, rules)
    assert reason == verdict.reason, verdict.message
    small = {WIDE: 1000, WIDE + 1: 1001, 3 * WIDE: 3000}
    shorter = [small.get(number, number) for number in numbers]
    for number, stands_for in sorted(small.items(), reverse=True):
        answer = answer.replace(str(number), str(stands_for))
    assert reason == fv.check(answer, shorter, 24, rules).reason
