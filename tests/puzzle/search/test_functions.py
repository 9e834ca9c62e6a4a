"""Powers, factorials, roots and concatenation: tables, the judge and a slow version agree."""

import math
import pickle
import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import facevalue as fv
from facevalue.puzzle import FUNCTIONS
from tests.oracles import puzzles as reference
from tests.oracles.rows import vectors

BOUND = 10**15
FOURS = "4 4 4 4"


def power(a, b):
    if b.denominator != 1 or (a == 0 and b <= 0):
        return None
    if a in (0, 1, -1) or b == 0:
        return a ** int(b)
    if abs(b) > 60:  # of 2 or more, which is too large
        return None
    return a ** int(b)


def root(a):
    n, d = (math.isqrt(abs(part)) for part in a.as_integer_ratio())
    return Fraction(n, d) if Fraction(n, d) ** 2 == a else None


def factorial(a):
    return Fraction(math.factorial(int(a))) if a.denominator == 1 and 0 <= a <= 20 else None


def concatenate(a, b):
    """The digits of a, then the digits of b: neither may be negative, and a not 0."""
    digits = f"{a}{b}"
    return Fraction(digits) if digits.isdigit() and a != 0 else None


UNARY = {"factorial": ("!", factorial), "root": ("√", root)}


def allowed(value, rules):
    if value is None or max(map(abs, value.as_integer_ratio())) > BOUND:
        return False
    return abs(value) <= rules.largest and reference.is_allowed(value, rules.values)


def slow_trees(numbers, rules):
    """Every tree of all numbers, or of some where rules allow that, with its value."""

    @cache
    def trees_of(part):  # places of numbers
        found = {}
        for left, right in halves(part, rules):
            for (x, a), (y, b) in product(trees_of(left), trees_of(right)):
                found |= {(symbol, x, y): value for symbol, value in operations(a, b, rules)}
        found = {tree: value for tree, value in found.items() if allowed(value, rules)}
        latest = found = found | numbers_of(part, numbers, rules)
        for _ in range(rules.unary):
            latest = {
                (UNARY[name][0], tree): made
                for tree, value in latest.items()
                for name in rules.functions.split()
                if name in UNARY
                and (made := UNARY[name][1](value)) != value
                and allowed(made, rules)
            }
            found = found | latest
        return tuple(found.items())

    sizes = range(1, len(numbers) + 1) if rules.use == "any" else [len(numbers)]
    parts = [part for size in sizes for part in combinations(range(len(numbers)), size)]
    return {tree: value for part in parts for tree, value in trees_of(part)}


def numbers_of(part, numbers, rules):
    """The one number of the part, or what all its numbers make together."""
    used = [numbers[place] for place in part]
    is_span = part == tuple(range(part[0], part[-1] + 1))
    if len(used) > 1 and not (rules.join and (is_span or rules.order == "any")):
        return {}
    orders = [used] if rules.order == "given" else map(list, permutations(used))
    made = [reference.written_together(order) for order in orders]
    return {Fraction(number): Fraction(number) for number in made if number is not None}


def operations(a, b, rules):
    for symbol in rules.operators:
        if symbol != "/" or b != 0:
            yield symbol, reference.apply(symbol, a, b)
    if "power" in rules.functions:
        yield "^", power(a, b)
    if "concatenate" in rules.functions:
        yield "||", concatenate(a, b)


def halves(part, rules):
    first = len(part) - 1 if rules.grouping == "left" else 1
    if rules.order == "given":
        yield from ((part[:cut], part[cut:]) for cut in range(max(first, 1), len(part)))
        return
    for size in range(max(first, 1), len(part)):
        for left in combinations(part, size):
            yield left, tuple(place for place in part if place not in left)


def in_order(tree):
    """The tree with the operands of + and * sorted, at every place."""
    if not isinstance(tree, tuple):
        return tree
    symbol, *operands = tree
    operands = [in_order(operand) for operand in operands]
    return (symbol, *(sorted(operands, key=repr) if symbol in "+*" else operands))


def to_tree(expression):
    stack = []
    for item in expression.postfix:
        if not isinstance(item, str):
            stack.append(item)
        elif item in "!√":
            stack.append((item, stack.pop()))
        else:
            right = stack.pop()
            stack.append((item, stack.pop(), right))
    return stack[0]


def random_rules(source, grouping="any"):
    is_left = grouping == "left"
    known = [name for name, row in FUNCTIONS.items() if row.operands == 2 or not is_left]
    functions = [name for name in known if source.random() < 0.6] or ["power"]
    return fv.Rules(
        "functions",
        operators=source.choice(["+-*/", "+-", "*/", "+-*", "-/"]),
        use=source.choice(["all", "all", "any"]),
        order=source.choice(["any", "given"]),
        grouping=grouping,
        values=source.choice(["rational", "rational", "integer", "natural", "positive"]),
        join=source.random() < 0.3 and not is_left,
        largest=source.choice([10, 100, 10**6, BOUND]),
        functions=" ".join(functions),
        unary=source.choice([0, 1, 2]),
    )


def random_numbers(source, size):
    return [
        Fraction(source.choice([0, 1, 2, 3, 4, 9, 16, -1, -2, 7]), source.choice([1, 1, 1, 2, 4]))
        for _ in range(size)
    ]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("grouping", ["any", "left"])
def test_solutions_counts_and_values_agree_with_the_slow_version(grouping, seed):
    source = random.Random(seed)
    sizes = [1, 2, 2, 3, 3] if grouping == "any" else [1, 2, 3, 4]
    rules, numbers = random_rules(source, grouping), random_numbers(source, source.choice(sizes))
    trees = slow_trees(numbers, rules)
    values = set(trees.values())
    assert set(fv.values(numbers, rules)) == values
    for target in {*source.sample(sorted(values), min(8, len(values))), Fraction(5), Fraction(1)}:
        expected = {tree for tree, value in trees.items() if value == target}
        raw = fv.solve(numbers, target, rules, distinct="raw")
        assert {to_tree(each) for each in raw} == expected, (numbers, target, rules)
        assert raw.count() == len(list(raw)) == len(expected)
        canonical = {in_order(tree) for tree in expected}
        found = fv.solve(numbers, target, rules)
        assert found.distinct == "canonical"
        shown = [to_tree(each) for each in found]
        assert {in_order(tree) for tree in shown} == canonical
        assert len(shown) == len(canonical) == found.count()
        for expression in (*raw, *found):
            assert expression.value == target
            assert fv.check(str(expression), numbers, target, rules).correct, expression
            assert expression in found
        nearest = min((abs(value - target) for value in values), default=None)
        assert fv.closest(numbers, target, rules).distance == nearest


def random_answer(source, numbers, rules):
    """A tree over the numbers that may break every bound of the rules."""
    if len(numbers) == 1:
        tree = numbers[0]
    else:
        cut = len(numbers) - 1 if rules.grouping == "left" else source.randint(1, len(numbers) - 1)
        binary = {"power": "^", "concatenate": "||"}
        symbols = [*rules.operators, *(binary[n] for n in rules.functions.split() if n in binary)]
        halves = (random_answer(source, part, rules) for part in (numbers[:cut], numbers[cut:]))
        tree = (source.choice(symbols), *halves)
    unary = [UNARY[name][0] for name in rules.functions.split() if name in UNARY]
    while unary and source.random() < 0.35:
        tree = (source.choice(unary), tree)
    return tree


def without_idle_functions(tree, values):
    """The tree without functions that change nothing, such as 1!; with its value, if it has one."""
    if not isinstance(tree, tuple):
        return tree
    symbol, *operands = tree
    operands = [without_idle_functions(operand, values) for operand in operands]
    if len(operands) == 1 and operands[0] in values:
        apply = next(apply for sign, apply in UNARY.values() if sign == symbol)
        if apply(values[operands[0]]) == values[operands[0]]:
            return operands[0]
    return (symbol, *operands)


def most_in_a_row(tree, before=0):
    if not isinstance(tree, tuple):
        return before
    in_a_row = before + 1 if len(tree) == 2 else 0
    return max(before, *(most_in_a_row(operand, in_a_row) for operand in tree[1:]))


@pytest.mark.parametrize("seed", range(60))
def test_the_judge_accepts_exactly_what_the_rules_allow(seed):
    source = random.Random(seed)
    rules = random_rules(source, source.choice(["any", "any", "left"]))
    numbers = random_numbers(source, source.choice([1, 2, 3]))
    of_some = slow_trees(numbers, rules.replace(use="any"))  # also the values of parts
    values = slow_trees(numbers, rules)
    for _ in range(40):
        count = source.randint(1, len(numbers)) if rules.use == "any" else len(numbers)
        tree = random_answer(source, source.sample(numbers, count), rules)
        plain = without_idle_functions(tree, of_some)
        text = fv.puzzle.NOTATIONS["infix"].write(tuple(to_postfix(tree)))
        target = values.get(plain, Fraction(1))
        is_right = plain in values and most_in_a_row(tree) <= rules.unary
        verdict = fv.check(text, numbers, target, rules)
        assert verdict.correct == is_right, (text, numbers, target, rules, verdict)
        if verdict.correct:
            assert fv.solve(numbers, target, rules).first is not None


@pytest.mark.parametrize(
    ("text", "unary", "position", "allowed"),
    [
        ("(3!)!", 1, 4, "at most 1 factorial or root in a row"),
        ("3!", 0, 1, "at most 0 factorials or roots in a row"),
        ("((3!)!)!", 2, 7, "at most 2 factorials or roots in a row"),
        ("√√√3", 2, 0, "at most 2 factorials or roots in a row"),
        ("(-(-3!))!", 1, 8, "at most 1 factorial or root in a row"),
        ("(3^1!)!", 0, 4, "at most 0 factorials or roots in a row"),
    ],
)
def test_more_factorials_and_roots_in_a_row_than_the_rules_allow_are_refused(
    text, unary, position, allowed
):
    functions = "power factorial root"
    rules = fv.Rules("f", functions=functions, largest=10**6, unary=unary, use="any")
    verdict = fv.check(text, [3, 1], 720, rules, syntax="relaxed")
    assert (verdict.reason, verdict.position) == ("forbidden_operator", position)
    assert verdict.message.startswith(f"forbidden operator (the rules allow {allowed}) at position")
    # Python judges numbers beyond 64 bits.
    huge = fv.check(text, [3, 1, 10**30], 720, rules, syntax="relaxed")
    assert (huge.reason, huge.position) == (verdict.reason, position)
    assert verdict.expression not in fv.solve([3, 1], 720, rules)


def test_no_answer_earns_a_reward_for_a_puzzle_without_solution():
    rules = fv.Rules("f", functions="factorial", largest=10**6, unary=1)
    assert not fv.solve("3", 720, rules)
    grader = fv.Grader(rules=rules, extract="whole")
    assert grader.check_many(["(3!)!"], [[3]], [720]).tolist() == [False]
    columns = fv.puzzle.verdict_columns(["(3!)!"], [[3]], [720], rules)
    assert columns["reason"] == ["forbidden_operator"]


@pytest.mark.parametrize(
    ("numbers", "target", "options", "raw", "shown"),
    [
        ("3 3", 9, "functions=factorial", 3, ["3*3", "3!+3"]),
        ("2 3 2 3", 726, "functions=factorial,operators=+*", 2, ["(2*3)!+2*3"]),
        ("1 2 1", 3, "functions=root,operators=+,use=any", 2, ["1+2"]),
        ("1 6 16", 20, "functions=root,operators=+,join=yes", 2, ["16+sqrt(16)"]),
    ],
)
def test_solutions_in_a_given_order_that_differ_only_by_the_order_of_operands_are_one(
    numbers, target, options, raw, shown
):
    puzzle = (numbers, target, f"order=given,largest=1000,{options}")
    assert [str(each) for each in fv.solve(*puzzle)] == shown
    assert fv.count(*puzzle) == len(shown)
    assert fv.count(*puzzle, distinct="raw") == raw


@pytest.mark.parametrize("rules", ["four-fours", "make10-plus", "year"])
def test_reachable_targets_are_the_whole_values(rules):
    numbers = "4 4 4" if rules == "four-fours" else "2 3 9"
    row = fv.RULES[rules].replace(size=3)
    values = set(slow_trees([*map(Fraction, numbers.split())], row).values())
    reached = fv.reachable(numbers, row, low=-50, high=500)
    assert set(reached) == {t for t in range(-50, 501) if t in values}
    rows = [[4, 4, 4], [2, 3, 9]]
    many = fv.reachable_many(rows, row, low=0, high=50)
    assert many[0].tolist() == [
        t in set(fv.reachable(rows[0], row, low=0, high=50)) for t in range(51)
    ]


def test_the_friedman_numbers_below_1000_agree_with_oeis():
    """Numbers that their own digits make in another way (OEIS A036057)."""
    rules = fv.Rules("friedman", join=True, functions="power", largest=10**9)
    found = [
        number
        for number in range(10, 1000)
        if any(way.results for way in fv.solve(list(map(int, str(number))), number, rules))
    ]
    assert found == [25, 121, 125, 126, 127, 128, 153, 216, 289, 343, 347, 625, 688, 736]


@pytest.mark.slow
def test_the_digits_in_order_make_no_10958():
    """I. Taneja, arXiv 1302.1479: all other numbers up to 11,111 can be made."""
    digits = range(1, 10)
    assert not fv.solve(digits, 10_958, "digits-in-order,largest=1000000000000000", limit=None)
    for target in (10_957, 10_959, 2016):
        assert fv.solve(digits, target, "digits-in-order", limit=None).first.value == target


@pytest.mark.exhaustive
def test_the_digits_in_order_make_all_other_numbers_to_11111():
    digits, missing_without_minus = list(range(1, 10)), {9926, 10589, 10606, 10838, 10955, 11027}
    without = fv.reachable(digits, "train,join=yes", low=0, high=11_111, limit=None).missing
    rows = [digits] * len(without)
    found = fv.solvable_many(rows, without, "digits-in-order", limit=None, workers=2)
    missing = {target for target, is_made in zip(without, found, strict=True) if not is_made}
    assert missing == missing_without_minus | {10_958}
    for target in missing:
        starts = [-int("123456789"[:count]) for count in range(1, 9)]
        ways = [
            fv.solve([start, *range(count + 1, 10)], target, "digits-in-order", limit=None)
            for count, start in enumerate(starts, 1)
        ]
        assert any(ways) == (target != 10_958), target


BRIDGE = "order=given,grouping=left,operators=+*,functions=concatenate,largest=1000000000000000"
# https://adventofcode.com/2024/day/7
EQUATIONS = {
    190: [10, 19],
    3267: [81, 40, 27],
    83: [17, 5],
    156: [15, 6],
    7290: [6, 8, 6, 15],
    161011: [16, 10, 13],
    192: [17, 8, 14],
    21037: [9, 7, 18, 13],
    292: [11, 6, 16, 20],
}


def from_the_left(numbers, symbols):
    value = numbers[0]
    for symbol, number in zip(symbols, numbers[1:], strict=True):
        value = {"+": value + number, "*": value * number, "||": int(f"{value}{number}")}[symbol]
    return value


def test_the_equations_of_a_bridge_have_the_published_sums():
    both = "order=given,grouping=left,operators=+*", BRIDGE
    sums = [
        sum(target for target, numbers in EQUATIONS.items() if fv.solve(numbers, target, rules))
        for rules in both
    ]
    assert sums == [3749, 11387]
    assert [str(each) for each in fv.solve(EQUATIONS[7290], 7290, BRIDGE)] == ["(6*8)||6*15"]


@pytest.mark.parametrize("seed", range(5))
def test_bridges_agree_with_trying_all_operators(seed):
    source = random.Random(seed)
    numbers = [source.randint(1, source.choice([9, 30, 999])) for _ in range(source.randint(2, 6))]
    ways = list(product(["+", "*", "||"], repeat=len(numbers) - 1))
    made = Counter(from_the_left(numbers, symbols) for symbols in ways)
    assert {int(value) for value in fv.values(numbers, BRIDGE)} == {
        value for value in made if value <= BOUND
    }
    for target in source.sample(sorted(made), min(len(made), 10)):
        bounded = made[target] if target <= BOUND else 0
        found = fv.solve(numbers, target, BRIDGE, distinct="raw")
        assert found.count() == len(list(found)) == bounded
        assert all(from_the_left(numbers, way.postfix[2::2]) == target for way in found)
    for symbols in source.sample(ways, min(len(ways), 10)):
        # In an answer, as in the puzzle, nothing binds tighter than anything else.
        text = "".join(map(str, chain(*zip(numbers, [*symbols, ""], strict=True))))
        value = from_the_left(numbers, symbols)
        assert fv.check(text, numbers, value, BRIDGE).correct, text
        wrong = fv.check(text, numbers, value + 1, BRIDGE)
        assert (wrong.reason, wrong.value) == ("wrong_value", value)


@pytest.mark.parametrize(
    ("text", "numbers", "reason", "words"), vectors("functions", "concatenated")
)
def test_answers_may_concatenate_results(text, numbers, reason, words):
    verdict = fv.check(text, numbers, 156, BRIDGE, syntax="lenient")
    assert verdict.reason == reason, verdict
    assert words in verdict.message


def test_functions_agree_with_the_slow_version():
    numbers = [Fraction(n, d) for n in range(-40, 41) for d in (1, 2, 3, 4, 9)]
    for a in numbers:
        for name, slow in (("factorial", factorial), ("root", root)):
            value = slow(a)
            assert FUNCTIONS[name].apply(a) == (value if value is None or value <= BOUND else None)
        for b in numbers:
            value = power(a, b)
            is_small = value is not None and max(map(abs, value.as_integer_ratio())) <= BOUND
            assert FUNCTIONS["power"].apply(a, b) == (value if is_small else None)
            assert FUNCTIONS["concatenate"].apply(a, b) == concatenate(a, b)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2^3^2", 512),
        ("(2^3)^2", 64),
        ("2**3", 8),
        ("4!/2", 12),
        ("sqrt(16)!", 24),
        ("√16+√(9)", 7),
        ("(3!)!", 720),
        ("2^(1-3)", Fraction(1, 4)),
        ("3!^2", 36),
        ("2^3!", 64),
        ("sqrt(1/4)", Fraction(1, 2)),
        ("sqrt(2)", None),
        ("0^0", None),
        ("(1-2)!", None),
        ("9^9^9", None),
        ("1000000!", None),
        ("1||2*3", 36),
        ("1||2||3!", 126),
        ("1||(2||3)", 123),
        ("2^1||0", 1024),
        ("(3*4)||5", 125),
        ("(1/2)||3", None),
        ("0||5", None),
        ("999999999||9999999", None),
    ],
)
def test_expressions_with_functions_have_exact_values(text, value):
    expression = fv.Expression.parse(text)
    assert expression.value == value
    assert fv.Expression.parse(str(expression)) == expression
    assert pickle.loads(pickle.dumps(expression)) == expression
    for notation in ("infix", "unicode", "latex"):
        assert fv.Expression.parse(expression.to(notation), notation) == expression
    for notation in ("apl", "forth", "full", "steps", "python"):
        with pytest.raises(fv.RuleError, match="has no functions; use 'infix'"):
            expression.to(notation)


@pytest.mark.parametrize(
    ("text", "value"),
    [("-2^2", -4), ("2^-1*8", 4), ("-3!", -6), ("-1||2", -12), ("2--2^2", 6), ("-2^2+8", 4)],
)
def test_a_sign_applies_to_the_power_behind_it(text, value):
    rules = fv.Rules("f", functions="power factorial concatenate", largest=1000, use="any")
    verdict = fv.check(text, [2, 2, 2, 8, 1, 3], value, rules, syntax="relaxed")
    assert verdict.value == value, verdict
    assert verdict.expression.value == value


@pytest.mark.parametrize(("text", "reason", "words"), vectors("functions", "wrong"))
def test_wrong_answers_with_functions_say_what_is_wrong(text, reason, words):
    verdict = fv.check(text, FOURS, 7, "four-fours")
    assert verdict.reason == reason, verdict
    assert words in verdict.message


@pytest.mark.parametrize(
    "text",
    ["4+4-4/4", "44/4-4", "**44/4-4**", "44/4-4 = 7", "√4+√4+4-4/4 = 7", r"\sqrt{4}+\frac{4}{4}+4"],
)
def test_usual_answers_are_read_with_functions(text):
    numbers = FOURS if text.count("4") == 4 else [4] * text.count("4")
    rules = fv.RULES["four-fours"].replace(size=None)
    assert fv.check(text, numbers, 7, rules, syntax="relaxed").correct, text
    grader = fv.Grader(rules=rules, syntax="relaxed", extract="any")
    assert grader.verdict(f"I think the answer is <answer>{text}</answer>.", numbers, 7).correct


@pytest.mark.parametrize(
    ("completion", "numbers", "target", "reason"), vectors("functions", "prose")
)
def test_answers_with_functions_are_found_in_prose(completion, numbers, target, reason):
    rules = fv.Rules("f", functions=" ".join(FUNCTIONS), largest=10**6)
    grader = fv.Grader(rules=rules, syntax="relaxed", extract="any")
    verdict = grader.verdict(completion, numbers, target)
    assert verdict.reason == reason, verdict
    rows = [completion], [numbers.split()], [target]
    assert grader.verdict_columns(*rows)["reason"] == [reason]
    assert grader.check_many(*rows).tolist() == [reason == "correct"]


def test_a_chain_of_claims_may_use_functions():
    rules = fv.RULES["four-fours"]
    assert fv.check("(4!-4)*4/4 = (4!-4)*1 = 20", FOURS, 20, rules, syntax="relaxed").correct
    wrong = fv.check("(4!-4)*4/4 = 4! = 20", FOURS, 20, rules, syntax="relaxed")
    assert wrong.reason == "false_claim", wrong


def test_numbers_beyond_the_bound_are_judged_and_not_solved():
    rules = fv.Rules("f", functions="power", largest=100)
    huge = 10**30
    assert fv.check(f"{huge}/{huge}+2^2", [huge, huge, 2, 2], 5, rules).correct
    assert fv.check(f"{huge}-{huge}+2^2", [huge, huge, 2, 2], 4, rules).correct
    assert fv.check(f"{huge}*{huge}+2^2", [huge, huge, 2, 2], 4, rules).reason == "forbidden_value"
    with pytest.raises(fv.LimitError, match=r"numbers may be at most 10\^15"):
        fv.solve([10**16, 2], 4, rules)
    assert not fv.solve([2, 3], 10**17, rules)


def test_without_functions_the_judge_forbids_them():
    for text in ("2^3*3", "2**3*3", "4!"):
        assert fv.check(text, [2, 3, 3], 24).reason == "forbidden_operator", text


@pytest.mark.parametrize(("options", "words"), vectors("functions", "wrong options"))
def test_wrong_options_of_functions_are_refused(options, words):
    with pytest.raises(fv.RuleError, match=words):
        fv.Rules("f", **options)


REFUSED = {
    "candidates": lambda rules: list(fv.candidates("4 4 4 4", rules)),
    "difficulty": lambda rules: fv.difficulty("4 4 4 4", 7, rules),
    "difficulty for models": lambda rules: fv.difficulty(
        "4 4 4 4", 7, rules, model="language-model"
    ),
    "label_many": lambda rules: fv.label_many([[4, 4, 4, 4]], [7], rules),
    "check_steps": lambda rules: fv.check_steps("4+4=8\n8/4=2\n2+4=6", "4 4 4 4", 7, rules),
    "walk": lambda rules: fv.solve("4 4 4 4", 7, rules, method="walk"),
    "essential": lambda rules: fv.solve("4 4 4 4", 7, rules, distinct="essential"),
    "canonical form": lambda _: fv.Expression.parse("2^2").canonical(),
}


@pytest.mark.parametrize("name", [*REFUSED])
def test_what_takes_no_functions_says_so(name):
    words = "no powers|no functions|has no functions|raw or canonical"
    with pytest.raises(fv.RuleError, match=words):
        REFUSED[name](fv.RULES["four-fours"])


def test_batches_agree_with_single_puzzles():
    rows, targets = [[4, 4, 4, 4], [1, 2, 3, 4], [5, 5, 5, 5]] * 4, [*range(12)]
    rules = fv.RULES["make10-plus"]
    solved = fv.solve_many(rows, targets, rules)
    for row, target, texts in zip(rows, targets, solved, strict=True):
        assert texts == [str(way) for way in fv.solve(row, target, rules)]
    counts = fv.count_many(rows, targets, rules).tolist()
    assert counts == [len(texts) for texts in solved]
    assert fv.solvable_many(rows, targets, rules).tolist() == [count > 0 for count in counts]


def test_hints_name_the_last_function():
    assert "the last operation is ! (factorial)" in str(fv.hint("3 3", 720, "make10-plus", level=2))
    hint = fv.hint("2 5", 32, "make10-plus", level=9)
    assert hint.steps == ("2 ^ 5 = 32",)
    assert str(hint.solution) == "2^5"


def test_a_division_that_a_function_can_replace_is_not_needed():
    rules = fv.Rules("d", operators="/", functions="power", largest=100)
    assert fv.hint([0, 8], 0, rules).needs == ()
    assert fv.hint([2, 8], 4, rules).needs == ("division",)


@pytest.mark.parametrize("seed", range(60))
def test_needs_are_the_features_of_all_solutions(seed):
    source = random.Random(seed)
    rules = random_rules(source).replace(operators=source.choice(["/", "+/", "-/", "+-*/"]))
    numbers = random_numbers(source, source.choice([1, 2, 2, 3]))
    features = {
        "fraction": lambda way: any(value.denominator > 1 for value in way.results),
        "negative": lambda way: any(value < 0 for value in way.results),
        "division": lambda way: "/" in way.postfix,
    }
    values = sorted(set(slow_trees(numbers, rules).values()))
    for target in source.sample(values, min(5, len(values))):
        ways = list(fv.solve(numbers, target, rules, distinct="raw"))
        needs = {name for name, is_in in features.items() if all(map(is_in, ways))}
        hint = fv.hint(numbers, target, rules)
        assert set(hint.needs) == needs & set(hint.allowed), (numbers, target, rules)


def test_results_say_their_bounds():
    text = fv.RULES["make10-plus"].no_solution
    bound = "with results from -1000000 to 1000000"
    assert text == f"no solution {bound} and at most 2 factorials or roots in a row"


numbers_of_trees = st.integers(0, 20).map(Fraction)
function_trees = st.recursive(
    numbers_of_trees,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from("+-*/^"), inner, inner), st.tuples(st.sampled_from("!√"), inner)
    ),
    max_leaves=8,
)


def to_postfix(tree):
    if not isinstance(tree, tuple):
        return [tree]
    symbol, *operands = tree
    return [token for operand in operands for token in to_postfix(operand)] + [symbol]


@given(function_trees)
def test_every_tree_with_functions_is_read_back(tree):
    postfix = tuple(to_postfix(tree))
    for notation in ("infix", "unicode", "latex"):
        text = fv.puzzle.NOTATIONS[notation].write(postfix)
        assert fv.puzzle.NOTATIONS[notation].read(text) == postfix, text
    expression = fv.Expression.parse(fv.puzzle.NOTATIONS["infix"].write(postfix))
    assert len(expression.steps()) == max(1, sum(isinstance(token, str) for token in postfix))
