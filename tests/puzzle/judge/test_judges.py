"""The fast judge and the slow and obvious one agree on any answer."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facevalue as fv
from tests.oracles import answers as reference
from tests.oracles.policy import options_of, seen

LAWFUL = settings(derandomize=True, database=None, deadline=None, max_examples=300)

SYNTAXES = [
    *fv.SYNTAXES.values(),
    fv.SYNTAXES["lenient"].replace(unary_sign=True, implicit_multiplication=True, decimals=True),
    fv.Syntax(unary_sign=True),
    fv.Syntax(latex=True),
    fv.Syntax(unicode=True, claim="must_hold"),
    fv.Syntax(brackets=True, implicit_multiplication=True),
    fv.Syntax(latex=True, brackets=True, decimals=True),
]
RULES = [
    *(fv.RULES[name] for name in ("classic", "whole", "countdown", "oberon", "raku-left", "forth")),
    fv.Rules("no division", operators="+-*"),
    fv.Rules("in order", order="given", use="any", values="integer"),
    fv.Rules("from 0 up", values="nonnegative"),
]


# Any text -----------------------------------------------------------------------------------------

SIGNS = ["+", "-", "*", "/", " + ", "\N{MULTIPLICATION SIGN}", "\N{DIVISION SIGN}"]
SIGNS += [
    " x ",
    "X",
    ":",
    "&times;",
    "&divide;",
    "&#x2212;",
    "\N{HEAVY MULTIPLICATION X}",
    r"\*",
    r"\ast ",
    "\N{FRACTION SLASH}",
]
SIGNS += ["\N{MINUS SIGN}", r"\times ", r" \cdot ", r"\div ", "\N{FULLWIDTH PLUS SIGN}"]
AROUND = ["(%s)", "[%s]", "{%s}", r"\left(%s\right)", r"\left\{%s\right\}", "\uff08%s)", "( %s )"]
AROUND += ["-%s", "+%s", "--%s", r"\{%s\}", "{{%s}}"]
PAIRED = [
    r"\frac{%s}{%s}",
    r"\dfrac{%s}{%s}",
    r"\cfrac{%s}{%s}",
    r"{%s \over %s}",
    r"%s \over %s",
    r"\frac %s%s",
    "%s%s",
    "(%s)(%s)",
    "%s(%s)",
    "(%s)%s",
]
WHOLE = ["$%s$", "$$%s$$", r"\(%s\)", r"\[%s\]", r"\boxed{%s}", r"$\boxed{%s}$", r"\boxed{$%s$}"]
WHOLE += ["%s = 24", "24 = %s", "%s=-3", "1/2=%s", r"%s = \frac{1}{2}.", "$%s = 24.$", "%s = 24."]
WHOLE += [r"\boxed{%s} = 24", r"%s = \boxed{24}", r"$\boxed{%s}$ = 24.", r"$24 = \boxed{%s}$"]
WHOLE += [
    "**%s**",
    "`%s`",
    "*%s = 24*.",
    "'%s.'",
    "```\n%s\n```",
    "```text\n%s```.",
    "\u201c%s\u201d",
]
WHOLE += ["\ufeff%s\u200e", "__%s.__.", r"\boxed{%s = 24}", "```%s```", "_`%s`_"]
WHOLE += ["%s\n", " %s", "%s.", "%s = 24 = 24", "%s == 24", "$%s.$", "%s. = 24", "%s = 3*8 = 24."]
WHOLE += ["24 = %s = 24", "%s = 48/2 = -24", r"%s = 8*3 = \boxed{24}", "%s = 2*0/0 = 24"]
WHOLE += ["Value: %s", "**Answer:** %s", "**Final answer**: `%s`", "Not: %s", "result:%s.", "A: %s"]
ODD = ["**", "//", "^", "!", "%", "x", ".", ",", "=", "\N{NO-BREAK SPACE}", "\N{EM DASH}", "_", "e"]
ODD += [r"\sqrt", "\\", r"\,", r"\left", r"\right", r"\boxed", r"\boxed{", "$", "$$", r"\(", r"\]"]
ODD += ["0", "06", "1.5", "8.0", "{-5}", "{3/4}", "{", "}", "(", ")", "[", "]", r"\{", r"\}"]
ODD += ["\uff1d", "\uff3b", "\uff5d", "\U0001f600", "\ud800", "\0", "\n", "\t", "24", r"\frac", "Q"]
ODD += [
    r"\over ",
    r"\displaystyle ",
    r"\bigl",
    "~",
    "k",
    "A",
    "J",
    "```",
    "\ufeff",
    "x",
    ":",
    "\n`",
]
ODD += ["\u0661", "\N{ASTERISK OPERATOR}", "\N{BULLET}", "#", "'", "\f", "&", "<", "\N{EN DASH}"]

wholes = st.integers(0, 13).map(str)
spelled = st.recursive(
    wholes,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(SIGNS), inner).map("".join),
        st.tuples(inner, st.sampled_from(SIGNS[:4]), inner).map("".join),
        st.tuples(st.sampled_from(AROUND), inner).map(lambda pair: pair[0] % pair[1]),
        st.tuples(st.sampled_from(PAIRED), inner, inner).map(lambda it: it[0] % it[1:]),
    ),
    max_leaves=6,
)
answers = st.one_of(
    spelled, st.tuples(st.sampled_from(WHOLE), spelled).map(lambda pair: pair[0] % pair[1])
)
changes = st.tuples(
    st.sampled_from(("insert", "delete", "replace")), st.integers(0, 40), st.sampled_from(ODD)
)
soups = st.lists(st.sampled_from([*ODD, *SIGNS, "1", "2", "3", "12"]), max_size=9).map("".join)


def changed(text, change):
    kind, place, piece = change
    at = place % (len(text) + 1)
    return text[:at] + (piece if kind != "delete" else "") + text[at + (kind != "insert") :]


def numbers_in(text, options, rules):
    """The numbers of the expression from left to right, or 24 if there are none."""
    try:
        tree, _ = reference.reader_of(text, (), options, rules).whole(24)
    except reference.RefusedError:
        return [Fraction(24)]
    return [number for number, _ in reference.literals(tree)]


def assert_judged_alike(text, rules, syntax):
    """Both judges agree, with the numbers of the answer and with others, on any target.

    Returns what the slow judge says of the text with its own numbers.
    """
    options = options_of(syntax)
    own = numbers_in(text, options, rules)
    first = reference.check(text, own, 24, rules, options)
    for numbers in (own, own[::-1], own[1:] or [1]):
        for target in {24, 24 if first.value is None else first.value}:
            expected = reference.check(text, numbers, target, rules, options)
            made = fv.check(text, numbers, target, rules, syntax=syntax)
            case = (text, numbers, target, rules.name, syntax)
            assert (*case, expected) == (*case, seen(made))
            tree = reference.parsed(text, numbers, target, options, rules)
            assert (*case, tree and reference.postfix(tree)) == (*case, postfix_of(made.expression))
            assert made.expression is None or made.value == made.expression.value, case
    return first


def postfix_of(expression):
    return None if expression is None else expression.postfix


@LAWFUL
@given(answers, st.sampled_from(RULES), st.sampled_from(SYNTAXES))
def test_answers_are_judged_as_the_slow_judge_does(text, rules, syntax):
    assert_judged_alike(text, rules, syntax)


@pytest.mark.slow
@LAWFUL
@given(answers, st.lists(changes, min_size=1, max_size=3), st.sampled_from(SYNTAXES))
def test_changed_answers_are_judged_as_the_slow_judge_does(text, made, syntax):
    for change in made:
        text = changed(text, change)
    assert_judged_alike(text, fv.RULES["classic"], syntax)


@pytest.mark.slow
@LAWFUL
@given(soups, st.sampled_from(RULES[:4]), st.sampled_from(SYNTAXES))
def test_heaps_of_symbols_are_judged_as_the_slow_judge_does(text, rules, syntax):
    assert_judged_alike(text, rules, syntax)


@LAWFUL
@given(st.text(max_size=12), st.sampled_from(SYNTAXES))
def test_any_text_is_judged_as_the_slow_judge_does(text, syntax):
    assert_judged_alike(text, fv.RULES["classic"], syntax)


braced = st.sampled_from(["{-5}", "{3/4}", "{-3/4}", "5", "4", "{ 3 / 4 }", "{5}", "-5", "{06}"])
signed_answers = st.recursive(
    braced,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map("".join),
        st.tuples(st.sampled_from(AROUND[:5]), inner).map(lambda pair: pair[0] % pair[1]),
        st.tuples(inner, inner).map(lambda pair: PAIRED[0] % pair),
    ),
    max_leaves=4,
)


bare = st.recursive(
    st.sampled_from(["5", "1/2", "3", "0.5", "29", "(-5)", "(1/2)", "-1/2", "{-5}", "2/4", "7"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", " - "]), inner).map("".join),
        st.tuples(st.sampled_from(["(%s)", "-%s"]), inner).map(lambda pair: pair[0] % pair[1]),
    ),
    max_leaves=4,
)


@LAWFUL
@given(
    bare,
    st.sampled_from(
        [[-5, 29], ["1/2", 48], [-5, "1/2", 3], ["-1/2", 7], [29, -5, 5], ["1/2", 1, 2]]
    ),
    st.sampled_from(["all", "any"]),
    st.sampled_from(["rational", "natural"]),
)
def test_given_forms_are_read_as_the_slow_judge_does(text, numbers, use, values):
    rules = fv.Rules("forms", use=use, values=values)
    relaxed = fv.SYNTAXES["relaxed"]
    expected = reference.check(text, numbers, 24, rules, options_of(relaxed))
    assert expected == seen(fv.check(text, numbers, 24, rules, syntax=relaxed)), (text, numbers)
    plain = fv.check(text, numbers, 24, rules)
    assert not plain.correct or expected.reason == "correct"


@LAWFUL
@given(signed_answers, st.sampled_from(SYNTAXES))
def test_negative_numbers_and_fractions_are_judged_as_the_slow_judge_does(text, syntax):
    numbers = [-5, "3/4", "-3/4", 5, 4]
    rules = fv.Rules("some of them", use="any")
    expected = reference.check(text, numbers, 24, rules, options_of(syntax))
    assert expected == seen(fv.check(text, numbers, 24, rules, syntax=syntax)), (text, syntax)


# Trees with brackets on the right, signs and groupings --------------------------------------------

GROUPED = [
    fv.RULES["classic"],
    fv.RULES["oberon"],
    fv.RULES["raku-left"],
    fv.RULES["forth"],
    fv.Rules("flat", grouping="flat", values="integer"),
    fv.Rules("left", grouping="left", use="any", operators="+-*"),
    fv.Rules("two or one", grouping="forth", size=4, values="nonnegative"),
]
SIGNED = [
    fv.Syntax(unary_sign=True),
    fv.SYNTAXES["lenient"].replace(unary_sign=True),
    fv.SYNTAXES["strict"],
]
BEYOND_64_BITS = 2**64 + 13


class Writer:
    """Write random trees with all necessary brackets and some more."""

    def __init__(self, rng, syntax):
        self.rng, self.syntax = rng, syntax
        self.traits = set()

    def tree(self, leaves):
        """A number or (operator, left, right); every second one leans to the right."""
        if leaves == 1:
            is_huge = self.rng.random() < 0.03
            return BEYOND_64_BITS if is_huge else self.rng.choice([0, 1, 1, 2, 3, 4, 8])
        left = 1 if self.rng.random() < 0.5 else self.rng.randrange(1, leaves)
        return (self.rng.choice("+-*/"), self.tree(left), self.tree(leaves - left))

    def text(self, tree):
        if isinstance(tree, int):
            self.traits |= {"beyond 64 bits"} if tree == BEYOND_64_BITS else set()
            return self.sign(0.15) + str(tree)
        symbol, left, right = tree
        binds = reference.PRECEDENCE[symbol]
        return f"{self.side(left, binds, 0)}{symbol}{self.side(right, binds, 1)}"

    def side(self, tree, binds, is_right):
        text = self.text(tree)
        needs = isinstance(tree, tuple) and reference.PRECEDENCE[tree[0]] < binds + is_right
        if needs and is_right:
            self.traits.add("bracket on the right")
        if needs or self.rng.random() < 0.1:
            return f"{self.sign(0.2)}({text})"
        return text

    def sign(self, share):
        if not self.syntax.unary_sign or self.rng.random() >= share:
            return ""
        self.traits.add("sign")
        return self.rng.choice(["-", "+", "--", "-+-"])


def told_of_random_trees(count, seed):
    """Count the answers with each trait, after both judges agreed on all of them."""
    rng, counts = random.Random(seed), Counter()
    for number in range(count):
        writer = Writer(rng, SIGNED[number % len(SIGNED)])
        text = writer.text(writer.tree(rng.choice([2, 3, 4, 4, 4, 5])))
        rules = rng.choice(GROUPED)
        made = assert_judged_alike(text, rules, writer.syntax)
        is_grouping = made.reason == "malformed" and rules.grouping != "any"
        counts.update(writer.traits | ({"wrong grouping"} if is_grouping else {made.reason}))
        if is_grouping and "sign" in writer.traits:
            counts["wrong grouping with signs"] += 1
    return counts


# The minimum share of the answers in percent.
SHARES = {
    "bracket on the right": 40,
    "sign": 35,
    "wrong grouping": 30,
    "wrong grouping with signs": 12,
    "beyond 64 bits": 5,
    "wrong_value": 10,
    "forbidden_value": 1,
    "division_by_zero": 1,
    "forbidden_operator": 2,
}


def assert_shares(counts, count):
    short = {
        trait: counts[trait]
        for trait, percent in SHARES.items()
        if counts[trait] * 100 < percent * count
    }
    assert {} == short, counts


@pytest.mark.slow
def test_brackets_on_the_right_signs_and_groupings_are_judged_as_the_slow_judge_does():
    assert_shares(told_of_random_trees(400, seed=3), 400)


@pytest.mark.exhaustive
def test_thousands_of_signs_and_groupings_are_judged_as_the_slow_judge_does():
    assert_shares(told_of_random_trees(5000, seed=2), 5000)
