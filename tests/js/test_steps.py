"""Lists of steps are judged in JavaScript as in Python, with the same messages."""

import random

import pytest

import facevalue as fv
from tests.js.test_js import HANDS, both, compare, few
from tests.js.wasm import answer, needs_wasm
from tests.oracles import policy

pytestmark = [pytest.mark.slow, needs_wasm]


def judged(text, numbers, target, rules, options):
    rules = rules if isinstance(rules, str) else fv.Rules(**rules)
    return fv.check_steps(text, numbers, target, rules, **options).as_dict()


def compare_steps(cases):
    """Cases are an answer, numbers, a target, rules and options."""
    calls = [["puzzle", "checkSteps", list(case)] for case in cases]
    compare(calls, [answer(judged, *case) for case in cases])


def test_the_policy_of_grading_is_the_same():
    rows = [row for section in policy.sections("steps") for row, _ in policy.rows(section)]
    compare_steps(
        [(row["answer"], row["numbers"], row["target"], rules_of(row), {}) for row in rows]
    )


def rules_of(row):
    rules = row.get("rules", "classic")
    return rules if isinstance(rules, str) else {"name": "of the row", **rules}


ODD = [
    *("", " \n", "24", "Answer: 24", "8*3=24", "8 * 3 = 25", "8 * 3 = 24 (left: 8 3)"),
    *("8 / 3 / 3 = 8/9", "8/3/3 = 8/9; 8/9 * 3 = 8/3", "8 / 0 = 0", "3 - 3 = 0\n8 / 0 = undefined"),
    *("8 - 3 = 5 (from: number, number)", "8 - 3 = 5 (from: step 1, number)", "2 ** 3 = 8"),
    *("OPERATIONS: ['8/3=8/3', \"3-8/3=1/3\", '8/(1/3)=24']", "Steps: ['8/3=8/3',]", "STEPS : []"),
    *("\u017fteps: ['8*3=24']", "F\u0131nal answer: 8*3", "\U0001d7d8 8*3=24 -> 24+3=27 ⟶ 27-3=24"),
    *("Step 1: **8 × 3 = 24**.", "• 8·3=24", "1) 8 ÷ 3 = 8/3", "(2) `8−3=5`", "so, 8 - 3 = 5"),
    *("nexté 8-3=5", "next: 8-3=5", "8 - 3 = 5 ;; 5*3 = 15", "1,000 * 3 = 3,000", "2.5*2=5"),
    *("8 - 3 = 5\nAnswer: (8-3)*5\n5*3 = 15", "8 - 3 = 5 (left: 5,3 8)", "x" * 100 + " 8 -> 3"),
    *("8/3=8/3 3-8/3=1/3", "8 plus 3 is 11", "3, 3, 8, 8 = 24", "[3 3 8 8]=24", "= 24", "24 = 8*3"),
    *("-8 + 3 = -5", "(8/3) - 3 = -1/3", "8-3=5 ==> 5+3=8", "9" * 4301 + " - 1 = 2", "8 % 3 = 2"),
    *("\u00a08\u20033 = 24", "8\r\n3", "8 * 3 = 24\r\n24 + 3 = 27\r\n27 - 3 = 24", "8*3=24\u2028x"),
]
SYNTAXES = [{}, {"syntax": "strict"}, {"syntax": "relaxed"}, {"syntax": "sloppy"}]


def test_odd_steps_have_the_same_verdicts():
    cases = [(text, "3 3 8 8", 24, "classic", options) for text in ODD for options in SYNTAXES]
    cases += [(text, [8, 3], "24", rules, {}) for text in ODD for rules in ("whole", "train")]
    cases += [(text, "1000 3 5/2", None, "countdown", {}) for text in ODD]
    cases += [(text, [24], 24, "classic", {}) for text in [*ODD, None, 5]]
    cases += [("8*3=24", [8, 3], 24, "train, join=yes", {}), ("8*3=24", "x", 24, "classic", {})]
    compare_steps(cases)


@both
def test_steps_of_solutions_with_changes_have_the_same_verdicts(is_long):
    draw, cases = random.Random(1), []
    for hand in few(HANDS, 40, is_long=is_long):
        for solution in fv.solve(hand)[:2]:
            lines = "\n".join(solution.steps())
            cases.append((lines, list(hand), 24, "classic", {}))
            for _ in range(3):
                text = list(lines + draw.choice(["", "", f"\nAnswer: {solution} = 24"]))
                for _ in range(draw.randint(1, 3)):
                    text[draw.randrange(len(text))] = draw.choice("0123456789+-*/=() \n;:,.x")
                cases.append(("".join(text), list(hand), 24, draw.choice(["classic", "whole"]), {}))
    compare_steps(cases)


@pytest.mark.slow
def test_answers_of_models_have_the_same_verdicts():
    rows = [case for case in policy.cases() if case["kind"] == "steps"]
    assert rows
    compare_steps(
        [(row["answer"], row["numbers"], row["target"], rules_of(row), {}) for row in rows]
    )
