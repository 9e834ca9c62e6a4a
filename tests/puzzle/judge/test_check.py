"""Judging answers: the policy, numbers of any size, and never an exception."""

import copy
import gc
import pickle
import re
import weakref
from fractions import Fraction
from inspect import signature

import pytest

import facevalue as fv
from facevalue.puzzle.model.rows import PuzzleRows
from tests.oracles import answers as reference
from tests.oracles import policy, rows
from tests.oracles.policy import options_of, seen
from tests.oracles.rows import vectors
from tests.paths import DOCS

SYNTAXES = [
    *fv.SYNTAXES.values(),
    fv.SYNTAXES["lenient"].replace(unary_sign=True, implicit_multiplication=True, decimals=True),
    fv.Syntax(unary_sign=True),
]


def of_row(row, syntax):
    named = fv.SYNTAXES[syntax].replace(**policy.syntax_options(row))
    rules = policy.rules_of(row)
    return seen(fv.check(row["answer"], row["numbers"], row["target"], rules, syntax=named))


# The policy ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("section", policy.sections("expr"))
def test_answers_are_judged_as_the_policy_says(section):
    assert [] == policy.differences(section, of_row)


def test_answers_are_judged_as_people_judged_them():
    for case in policy.cases():
        for syntax in case["syntaxes"] if case["kind"] == "expr" else ():
            made = of_row(case, syntax)
            assert case["correct"] == (made.reason == "correct"), (case, made)
            if case["value"] and made.value is not None:
                assert Fraction(case["value"]) == made.value, case


def test_the_reasons_are_in_the_order_of_their_codes():
    assert reference.REASONS == tuple(reason.value for reason in fv.Reason)
    assert "wrong_value" == fv.Reason("wrong_value")


def test_strict_and_lenient_are_the_rows_of_the_policy():
    assert reference.SYNTAXES == {name: options_of(row) for name, row in fv.SYNTAXES.items()}


# Typed answers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", vectors("answers", "typed"))
def test_relaxed_reads_typed_answers_that_lenient_refuses(answer):
    assert fv.check(answer, [6, 4], syntax="relaxed").correct
    assert not fv.check(answer, [6, 4]).correct
    assert [True] == list(fv.check_many([answer], [[6, 4]], syntax="relaxed"))


@pytest.mark.parametrize(
    "answer", ["\ufeff6*4\u200e", "6\u00a0*\u20094", "\u2066 6*4 = 24\n\u2069"]
)
def test_every_syntax_but_strict_reads_unusual_spaces_and_invisible_marks(answer):
    assert fv.check(answer, [6, 4], syntax="lenient").correct
    assert fv.check(answer, [6, 4], syntax="relaxed").correct
    assert fv.check(answer, [6, 4], syntax="strict").reason == "unknown_symbol"


@pytest.mark.parametrize("answer", ["6\u200b*4", "6*\u200e4", "6 4\u00a0*", "1\u00a02*2"])
def test_no_syntax_reads_marks_inside_an_answer_or_spaces_inside_a_number(answer):
    for syntax in fv.SYNTAXES:
        assert not fv.check(answer, [6, 4], syntax=syntax).correct
        assert not fv.check(answer, [12, 2], syntax=syntax).correct


@pytest.mark.parametrize("answer", ["6*4\\ ", "6*4 = 24\\ .", "\\ 6*4\\ \n"])
def test_a_latex_space_may_be_at_the_end(answer):
    assert fv.check(answer, [6, 4], syntax="lenient").correct
    assert fv.check(answer, [6, 4], syntax="relaxed").correct


@pytest.mark.parametrize(
    ("answer", "numbers", "target"),
    [
        ("K*2-Q/J", [13, 2, 12, 11], Fraction(274, 11)),
        ("q:a+k", [12, 1, 13], 25),
        (r"{12 \over 4-1}", [12, 4, 1], 4),
        (r"{12 \over 4}-1", [12, 4, 1], 2),
        (r"12 \over 4-1", [12, 4, 1], 4),
        (r"\cfrac{12}{4-1}", [12, 4, 1], 4),
        ("12\u20444-1", [12, 4, 1], 2),
    ],
)
def test_faces_and_fraction_bars_have_their_values(answer, numbers, target):
    assert fv.check(answer, numbers, target, syntax="relaxed").correct


@pytest.mark.parametrize(("reason", "answer"), vectors("answers", "not typed"))
def test_relaxed_refuses_what_is_not_an_expression_or_not_true(reason, answer):
    assert reason == fv.check(answer, [6, 4], syntax="relaxed").reason


def test_relaxed_is_the_default_of_nothing():
    for function in (fv.check, fv.check_many):
        assert signature(function).parameters["syntax"].default == "lenient"
    assert fv.SYNTAXES["lenient"] == fv.Grader().syntax


def test_arguments_may_have_names_and_rules_may_change_from_call_to_call():
    hand, text = [3, 8, 5], "3*8"
    for _ in range(2):
        assert not fv.check(text, hand)
        assert fv.check(text, hand, 24, "countdown")
        assert fv.check(answer=text, numbers=hand, rules="countdown", target=24)
        assert fv.check(text, numbers=hand, rules=fv.RULES["countdown"], target=Fraction(24))
        assert not fv.check(text, hand, None, "countdown", syntax="strict").found_by
        assert fv.check("3×8", hand, 24, "countdown", syntax="strict").reason == "unknown_symbol"
        assert fv.check("3×8", (3, 8), syntax="lenient") == fv.check("3×8", "3 8")
        assert fv.check(None, hand, target=None).reason == "no_answer"


@pytest.mark.parametrize(
    ("error", "arguments", "names"),
    [
        (TypeError, (), {}),
        (TypeError, ("3*8",), {}),
        (TypeError, ("3*8", [3, 8], 24, "classic", "lenient"), {}),
        (TypeError, ("3*8", [3, 8]), {"numbers": [3, 8]}),
        (TypeError, ("3*8", [3, 8]), {"unknown": 1}),
        (fv.RuleError, ("3*8", [3, 8], 24, "no such rules"), {}),
        (fv.RuleError, ("3*8", [3, 8], 24, ["classic"]), {}),
        (fv.RuleError, ("3*8", [3, 8]), {"syntax": "no such syntax"}),
        (fv.RuleError, ("3*8", []), {}),
    ],
)
def test_wrong_calls_raise_the_same_errors_as_ever(error, arguments, names):
    for _ in range(2):
        with pytest.raises(error):
            fv.check(*arguments, **names)
        assert fv.check("3*8", [3, 8])


# Numbers and values of any size -------------------------------------------------------------------

HUGE = 10**40 + 7


@pytest.mark.parametrize(
    ("expected", "text", "target"),
    [
        ("correct", f"{HUGE}-2", HUGE - 2),
        ("wrong_value", f"{HUGE}-2", HUGE - 1),
        ("correct", f"{HUGE}/2 = {HUGE}/2", Fraction(HUGE, 2)),
        ("false_claim", f"{HUGE}*2 = {HUGE}", 2 * HUGE),
        ("wrong_numbers", f"{HUGE + 1}-2", HUGE - 1),
        ("wrong_numbers", f"{2**64}-2", 2**64 - 2),
    ],
)
def test_numbers_of_any_size_are_judged_exactly(expected, text, target):
    verdict = fv.check(text, [HUGE, 2], target)
    assert expected == verdict.reason
    assert verdict.value == fv.check(text.partition("=")[0], [HUGE, 2], target).value


def test_values_of_any_size_are_judged_exactly():
    numbers = [2**63 - 1] * 6
    text = "*".join(map(str, numbers))
    assert fv.check(text, numbers, (2**63 - 1) ** 6).correct
    assert "wrong_value" == fv.check(text, numbers, (2**63 - 1) ** 6 + 1).reason
    tiny = "/".join(map(str, numbers))
    assert fv.check(f"{tiny}+24", [*numbers, 24]).value == 24 + Fraction(1, (2**63 - 1) ** 4)


BEYOND_64_BITS = 2**70


@pytest.mark.parametrize("first", [5, BEYOND_64_BITS])
@pytest.mark.parametrize(("reason", "answer", "inner"), vectors("answers", "flat"))
def test_flat_grouping_refuses_brackets_that_change_the_order_of_operations(
    reason, answer, inner, first
):
    text = answer.format(first)
    verdict = fv.check(text, [first, 2, 3], 99, "oberon")
    position = None if inner is None else text.index(inner)
    assert (reason, position) == (verdict.reason, verdict.position)
    assert fv.Expression.parse(text).value == verdict.value == eval(text)


# Answers that solve prints ------------------------------------------------------------------------

HANDS = rows.HANDS[::23]
READ = {"strict": ("infix", "full"), "lenient": ("infix", "full", "unicode", "latex")}
PUZZLES = [
    *((hand, 24, "classic") for hand in HANDS),
    *((hand, 24, "whole") for hand in HANDS[::3]),
    ((25, 50, 3, 6), 97, "countdown"),
    ((6, 6, 5, 2), 17, "raku-left"),
    ((8, 8, 3, 3), 24, "forth"),
    ((1, 2, 3, 4), 10, "oberon"),
    (("-5", "3/4", 8, 6), 24, "classic"),
    (("1/2", "-1/3", -2, 6), 1, "classic"),
]


@pytest.mark.parametrize("syntax", READ)
def test_every_solution_is_judged_correct_in_every_notation(syntax):
    verdicts = [
        (text, notation, fv.check(text, numbers, target, rules, syntax=syntax))
        for numbers, target, rules in PUZZLES
        for solution in fv.solve(numbers, target, rules)
        for notation in READ[syntax]
        if (text := solution.to(notation))
    ]
    assert len(verdicts) > 200
    assert [] == [(text, verdict) for text, _, verdict in verdicts if not verdict.correct]
    for text, notation, verdict in verdicts[::7]:
        assert fv.Expression.parse(text, notation) == verdict.expression


def test_a_solution_with_another_operator_is_judged_by_its_value():
    for hand in HANDS:
        for solution in fv.solve(hand):
            text = str(solution)
            for match in re.finditer(r"[-+*/]", text):
                for symbol in "+-*/":
                    changed_text = text[: match.start()] + symbol + text[match.end() :]
                    assert_judged_by_value(changed_text, hand)


def test_a_solution_without_a_pair_of_brackets_is_judged_by_its_value():
    for hand in HANDS:
        for solution in fv.solve(hand):
            for match in re.finditer(r"\(([^()]*)\)", str(solution)):
                text = solution.to("infix")
                before, inner, after = text[: match.start()], match[1], text[match.end() :]
                assert_judged_by_value(f"{before}{inner}{after}", hand)
                assert "malformed" == fv.check(f"{before}({inner}{after}", hand).reason
                assert "malformed" == fv.check(f"{before}{inner}){after}", hand).reason


def test_a_solution_with_another_number_has_the_wrong_numbers():
    for hand in HANDS:
        for solution in fv.solve(hand):
            for match in re.finditer("[0-9]+", text := str(solution)):
                other = f"{text[: match.start()]}{int(match[0]) + 13}{text[match.end() :]}"
                verdict = fv.check(other, hand)
                assert ("wrong_numbers", fv.Expression.parse(other).value) == (
                    verdict.reason,
                    verdict.value,
                )


def assert_judged_by_value(text, hand):
    value = fv.Expression.parse(text).value
    reason = {24: "correct", None: "division_by_zero"}.get(value, "wrong_value")
    verdict = fv.check(text, hand)
    assert (reason, value) == (verdict.reason, verdict.value), text


# Never an exception, never a long wait ------------------------------------------------------------

MEGABYTE = 1_000_000
TOKENS = ["(", ")", "[", "]", "{", "}", "+", "-", "*", "/", "^", "!", "%", ".", ",", "=", " ", "\n"]
TOKENS += ["$", "$$", r"\(", r"\[", r"\frac", r"\frac{", r"\frac1", r"\left(", r"\right)", r"\,"]
TOKENS += [r"\boxed{", r"\times", "\\", "x", "\0", "\ud800", "\U0001f600", "\u00d7", "\uff08", "''"]
TOKENS += ["0", "1", "1+", "1-(", "(1+", "(1)", "1.", "1.1", "2(", "-1", "--", "{3/4}", "{-5}", "="]
TOKENS += ["__", "_*", '"', "the ", "*the ", "``", "```", "'\"", "answer:", "**answer**: ", ". "]
TOKENS += ["1=", "24=24", "{", r"\{", "1/(", r"\left", "a", "\u0661", "<answer>", "//", "**", "1 "]


@pytest.mark.parametrize("syntax", SYNTAXES[:3], ids=range(3))
def test_a_megabyte_of_any_token_is_judged(syntax):
    for token in TOKENS:
        text = (token * MEGABYTE)[:MEGABYTE]
        verdict = fv.check(text, [1, 2, "3/4", -5], syntax=syntax)
        assert not verdict.correct
        assert "\n" not in verdict.message


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("correct", "24" + " " * (MEGABYTE - 2)),
        ("correct", "(" * 100_000 + "24" + ")" * 100_000),
        ("correct", "[{(" * 33_333 + "24" + ")}]" * 33_333),
        ("too_long", "24" + " " * (MEGABYTE - 1)),
        ("too_long", "(" * 100_001 + "24" + ")" * 100_001),
        ("too_long", "(" * MEGABYTE),
        ("too_long", "1+" * 1000 + "1"),
        ("wrong_numbers", "+".join(["24"] * 1000)),
        ("too_long", "1" * MEGABYTE),
        ("too_long", "9" * 4301),
        ("wrong_numbers", "9" * 4300),
        ("too_long", "+".join(["9" * 2001] * 10)),
        ("malformed", "0" * MEGABYTE),
        ("malformed", "+" * MEGABYTE),
        ("malformed", " " * MEGABYTE),
        ("malformed", "(" * 100_000),
    ],
    ids=range(16),
)
def test_limits_are_those_that_are_stated(expected, text):
    assert expected == fv.check(text, [24]).reason


def test_a_thousand_numbers_are_judged():
    assert fv.check("+".join(["1"] * 1000), [1] * 1000, 1000).correct
    assert fv.check("1-(" * 999 + "1" + ")" * 999, [1] * 1000, 0).correct
    assert fv.check("*".join(["9"] * 1000), [9] * 1000, 9).value == 9**1000


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("no_answer", None),
        ("malformed", b"24"),
        ("malformed", 24),
        ("malformed", 24.0),
        ("malformed", ["24"]),
        ("malformed", object()),
        ("malformed", fv.Expression.parse("24")),
        ("unknown_symbol", "24\ud800"),
        ("unknown_symbol", "\0"),
        ("unknown_symbol", "24\0"),
    ],
)
def test_nothing_that_is_given_as_answer_raises(expected, answer):
    for syntax in ("strict", "lenient"):
        verdict = fv.check(answer, [24], syntax=syntax)
        assert (expected, False) == (verdict.reason, verdict.correct)
        assert (None, None) == (verdict.value, verdict.expression)


def test_text_of_a_subclass_of_str_is_text():
    class Answer(str):
        __slots__ = ()

    assert fv.check(Answer("24"), [24]).correct


# Verdicts and syntaxes are values -----------------------------------------------------------------


def test_a_verdict_has_the_value_and_the_expression():
    verdict = fv.check("6*(2+5/6)", [6, 6, 5, 2], 17)
    assert (True, "correct") == (verdict.correct, verdict.reason)
    assert (Fraction(17), None) == (verdict.value, verdict.position)
    assert fv.Expression.parse("6*(2+5/6)") == verdict.expression
    assert isinstance(verdict.value, Fraction)


@pytest.mark.parametrize(
    "answer", ["24", "25-1", "24+", "4!", "6*4x", "1/0", None, "24 = 25", b"", "1" * 5000]
)
def test_verdicts_are_frozen_values(answer):
    verdict = fv.check(answer, [24])
    assert verdict == fv.check(answer, [24])
    assert verdict == copy.deepcopy(verdict) == pickle.loads(pickle.dumps(verdict))
    assert 1 == len({verdict, fv.check(answer, [24])})
    assert verdict != fv.check("23", [24])
    with pytest.raises(AttributeError):
        verdict.reason = fv.Reason("correct")


@pytest.mark.parametrize("numbers", [[3, 8], (3, 8)])
def test_the_garbage_collector_does_not_visit_verdicts_on_strings(numbers):
    assert not gc.is_tracked(fv.check("3*8", numbers))
    assert not gc.is_tracked(fv.Grader().verdict("<answer>3*8</answer>", numbers))
    assert gc.is_tracked(fv.check(numbers, [3, 8]))


def test_a_verdict_on_an_answer_that_refers_to_it_is_freed():
    class Answer(list):
        __slots__ = ("__weakref__",)

    answer = Answer()
    freed = weakref.ref(answer)
    answer.append(fv.check(answer, [3, 8]))
    del answer
    gc.collect()
    assert freed() is None


def test_verdicts_on_verdicts_are_freed_without_recursion():
    verdict = None
    for _ in range(100_000):
        verdict = fv.check(verdict, [3, 8])
    assert "malformed" == verdict.reason


def test_a_list_changed_after_the_verdict_does_not_change_its_message():
    numbers, grader = [3, 8], fv.Grader()
    verdicts = fv.check("3+8", numbers), grader.verdict("<answer>3+8</answer>", numbers)
    numbers[:] = [1, 1]
    assert all(
        verdict == fv.check("3+8", [3, 8]).replace(found_by=verdict.found_by)
        for verdict in verdicts
    )


@pytest.mark.parametrize("before", ["", "é" * 300, "🂡" * 1000, "x" * 5000])
def test_positions_count_characters_before_the_answer(before):
    verdict = fv.Grader().verdict(f"{before}<answer>3 × 8 ×</answer>", [3, 8])
    assert ("malformed", len(before) + 15) == (verdict.reason, verdict.position)


@pytest.mark.parametrize("syntax", SYNTAXES, ids=range(len(SYNTAXES)))
def test_syntaxes_are_frozen_values(syntax):
    assert syntax == eval(repr(syntax), {"Syntax": fv.Syntax})
    assert syntax == copy.copy(syntax) == pickle.loads(pickle.dumps(syntax)) == syntax.replace()
    with pytest.raises(AttributeError):
        syntax.unicode = False


def test_replace_changes_only_the_given_options_of_a_syntax():
    lenient = fv.SYNTAXES["lenient"]
    signed = lenient.replace(unary_sign=True)
    assert options_of(lenient) | {"unary_sign": True} == options_of(signed)
    assert lenient == signed.replace(unary_sign=False)
    assert "malformed" == fv.check("21--3", [21, 3]).reason
    assert fv.check("21--3", [21, 3], syntax=signed).correct


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"syntax": "sloppy"}, fv.RuleError),
        ({"syntax": None}, fv.RuleError),
        ({"rules": "unknown"}, fv.RuleError),
        ({"target": "x"}, fv.NotationError),
        ({"numbers": []}, fv.RuleError),
        ({"numbers": [1 / 3]}, fv.NotationError),
    ],
)
def test_a_wrong_puzzle_or_syntax_is_an_error_and_no_verdict(options, error):
    with pytest.raises(error):
        fv.check("24", **({"numbers": [24]} | options))


@pytest.mark.parametrize(
    "options",
    [
        {"claim": "ignore"},
        {"claim": None},
        {"unicode": 1},
        {"unary_sign": "yes"},
    ],
)
def test_options_of_a_syntax_are_checked(options):
    with pytest.raises(fv.RuleError):
        fv.SYNTAXES["strict"].replace(**options)


@pytest.mark.parametrize(("message", "answer", "rules"), vectors("answers", "wrong numbers"))
def test_a_message_says_what_is_wrong_with_each_number(message, answer, rules):
    numbers = [25, 50, 75, 100, 3, 6]
    assert message == fv.check(answer, numbers, 952, rules).message
    assert [message] == fv.puzzle.verdict_columns([answer], numbers, 952, rules)["message"]


def test_numbers_in_another_order_are_not_called_wrong():
    assert (
        "the numbers must be used in the given order" == fv.check("2-1", "1 2", 1, "oberon").message
    )


def test_a_long_list_of_unused_numbers_is_cut():
    message = fv.check("1", range(1, 20), 1).message
    assert message == "2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and more are unused"


def test_a_message_is_one_line_that_quotes_the_answer():
    for answer in ("24+", "4x6", "(24\n", "1/0", "25", None, b"24", "24 = 25", "9" * 5000):
        message = fv.check(answer, [24]).message
        assert message
        assert "\n" not in message
        assert 300 > len(message)


@pytest.mark.parametrize("numbers", ["6,6,5,2", "6 6 5 2", (6, 6, 5, 2), ["6", Fraction(6), 5, 2]])
def test_every_common_type_of_number_is_accepted(numbers):
    assert fv.check("6*(2+5/6)", numbers, "17").correct


def test_the_page_lists_every_reason_and_every_option():
    page = (DOCS / "models" / "checking.md").read_text(encoding="utf-8")
    assert [] == [reason.value for reason in fv.Reason if f"* `{reason.value}`: " not in page]
    assert [] == [name for name in reference.STRICT if f"| `{name}` | " not in page]


def test_plain_numbers_go_to_the_core_as_they_are():
    assert PuzzleRows([[1, 2], [3, 4]], [3, 7], 2, "classic").plain() == (([1, 2], [3, 4]), (3, 7))
    assert PuzzleRows([[1, 2], [3, 4]], 3, 2, "classic").plain() == (([1, 2], [3, 4]), 3)
    assert PuzzleRows([1, 2], [3, 4], 2, "classic").plain() == ([[1, 2], [1, 2]], (3, 4))


def test_the_message_on_a_forbidden_operator_names_the_allowed_ones():
    verdict = fv.check("5*6", [5, 6], 30, "operators=+-")
    message = "forbidden operator (the rules allow + -) at position 1: '5*6'"
    assert (verdict.reason.value, verdict.message) == ("forbidden_operator", message)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("5-6+4", "-1 is not allowed: every intermediate result must be a positive integer"),
        ("4*(5/6)", "5/6 is not allowed: every intermediate result must be a positive integer"),
    ],
)
def test_the_message_on_a_forbidden_value_names_the_allowed_ones(answer, message):
    verdict = fv.check(answer, [5, 6, 4], 3, "countdown")
    assert (verdict.reason.value, verdict.message) == ("forbidden_value", message)
