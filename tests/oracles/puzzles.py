"""A slow and obvious version of the number puzzles, to test the fast one.

It knows nothing of facevalue. Numbers are whole or `Fraction`s; a tree is a number or a tuple
(operator, left, right); rules are a mapping or any object with fields `operators`, `use`, `order`,
`grouping`, `values`, `join` and `largest`, of which absent ones have the values of `CLASSIC`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations, product
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Number: TypeAlias = int | Fraction
Tree: TypeAlias = Any  # Number | tuple[str, Tree, Tree], which mypy cannot hash
Form: TypeAlias = tuple[Any, ...]
Signed: TypeAlias = tuple[int, Form]

CLASSIC = {
    "operators": "+-*/",
    "use": "all",
    "order": "any",
    "grouping": "any",
    "values": "rational",
    "join": False,
    "largest": None,
}
PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}


def option(rules: object, name: str) -> Any:
    found = rules.get(name) if isinstance(rules, dict) else getattr(rules, name, None)
    return found or CLASSIC[name]


# Trees --------------------------------------------------------------------------------------------


def trees(numbers: Iterable[Number], rules: object = None) -> set[Tree]:
    """Every different tree that the rules have."""
    return set(walk(numbers, rules))


def walk(numbers: Iterable[Number], rules: object = None) -> Iterator[Tree]:
    """The trees as the programs go through them, of which some repeat theirs.

    The Forth program does not merge equal numbers, and "orders" (the Raku program) takes every
    order of the operations, so that two orders can give one tree.
    """
    group = GROUPINGS[option(rules, "grouping")]
    for chosen in choices(tuple(numbers), rules):
        for operators in product(option(rules, "operators"), repeat=len(chosen) - 1):
            yield from group(chosen, operators)


def choices(numbers: tuple[Number, ...], rules: object) -> Iterator[tuple[Number, ...]]:
    """The sequences of numbers in a tree from left to right."""
    if option(rules, "join"):
        yield from dict.fromkeys(joined_choices(numbers, rules))
        return
    counts = range(1, len(numbers) + 1) if option(rules, "use") == "any" else [len(numbers)]
    pick = combinations if option(rules, "order") == "given" else permutations
    for count in counts:
        picked = pick(numbers, count)
        is_forth = option(rules, "grouping") == "forth"
        yield from picked if is_forth else dict.fromkeys(picked)


def joined_choices(numbers: tuple[Number, ...], rules: object) -> Iterator[tuple[Number, ...]]:
    """The sequences of numbers where some may be joined; some sequences repeat.

    In a given order, only neighbours are joined.
    """
    is_ordered = option(rules, "order") == "given"
    places = range(len(numbers))
    counts = range(1, len(numbers) + 1) if option(rules, "use") == "any" else [len(numbers)]
    for count in counts:
        for taken in (combinations if is_ordered else permutations)(places, count):
            for cuts in product((False, True), repeat=count - 1):
                parts = [[taken[0]]]
                for place, cut in zip(taken[1:], cuts, strict=True):
                    parts.append([place]) if cut else parts[-1].append(place)
                joints = [pair for part in parts for pair in pairwise(part)]
                if is_ordered and any(second != first + 1 for first, second in joints):
                    continue
                made = [written_together([numbers[place] for place in part]) for part in parts]
                if None not in made:
                    yield tuple(made)


def written_together(numbers: list[Number]) -> Number | None:
    """The number that the digits of all make; None if they cannot be joined."""
    digits = "".join(map(str, numbers))
    if len(numbers) == 1:
        return numbers[0]
    return int(digits) if digits.isdigit() and digits[0] != "0" and len(digits) <= 18 else None


def any_grouping(numbers: tuple[Number, ...], operators: tuple[str, ...]) -> Iterator[Tree]:
    if not operators:
        yield numbers[0]
    for last, operator in enumerate(operators):
        for left in any_grouping(numbers[: last + 1], operators[:last]):
            for right in any_grouping(numbers[last + 1 :], operators[last + 1 :]):
                yield (operator, left, right)


def all_orders(numbers: tuple[Number, ...], operators: tuple[str, ...]) -> Iterator[Tree]:
    for order in permutations(range(len(operators))):
        yield joined(numbers, operators, order)


def joined(numbers: tuple[Number, ...], operators: tuple[str, ...], order: Iterable[int]) -> Tree:
    """The tree of the operations done in that order; each joins its neighbours."""
    parts: list[Tree] = list(numbers)
    done: list[int] = []
    for place in order:
        now = place - sum(earlier < place for earlier in done)
        parts[now : now + 2] = [(operators[place], parts[now], parts[now + 1])]
        done.append(place)
    return parts[0]


def from_left(numbers: tuple[Number, ...], operators: tuple[str, ...]) -> Iterator[Tree]:
    yield joined(numbers, operators, range(len(operators)))


def without_parentheses(numbers: tuple[Number, ...], operators: tuple[str, ...]) -> Iterator[Tree]:
    order = sorted(range(len(operators)), key=lambda place: -PRECEDENCE[operators[place]])
    yield joined(numbers, operators, order)


def forth_groupings(numbers: tuple[Number, ...], operators: tuple[str, ...]) -> Iterator[Tree]:
    a, b, c, d = numbers
    first, second, third = operators
    yield (first, a, (second, b, (third, c, d)))
    yield (second, (first, a, b), (third, c, d))


GROUPINGS = {
    "any": any_grouping,
    "orders": all_orders,
    "left": from_left,
    "flat": without_parentheses,
    "forth": forth_groupings,
}


# Values -------------------------------------------------------------------------------------------


def evaluate(tree: Tree, rules: object = None) -> Fraction | None:
    """The value, or None where it divides by zero or a result is not allowed."""
    if not isinstance(tree, tuple):
        return Fraction(tree)
    operator, left, right = tree
    a, b = evaluate(left, rules), evaluate(right, rules)
    if a is None or b is None or (operator == "/" and b == 0):
        return None
    result = apply(operator, a, b)
    largest = option(rules, "largest")
    is_small = largest is None or -largest <= result <= largest
    return result if is_small and is_allowed(result, option(rules, "values")) else None


def apply(operator: str, a: Fraction, b: Fraction) -> Fraction:
    if operator == "+":
        return a + b
    if operator == "-":
        return a - b
    if operator == "*":
        return a * b
    return a / b


def is_allowed(value: Fraction, values: str) -> bool:
    is_whole = value.denominator == 1
    return {
        "rational": True,
        "nonnegative": value >= 0,
        "integer": is_whole,
        "natural": is_whole and value >= 0,
        "positive": is_whole and value >= 1,
    }[values]


def raw(numbers: Iterable[Number], target: Number, rules: object = None) -> set[Tree]:
    """The trees that make the target."""
    return {tree for tree in trees(numbers, rules) if evaluate(tree, rules) == target}


def closest(numbers: Iterable[Number], target: Number, rules: object = None) -> set[Fraction]:
    """The closest values to the target: none, one, or one on each side."""
    reached = {evaluate(tree, rules) for tree in trees(numbers, rules)}
    known = {value for value in reached if value is not None}
    least = min((abs(value - target) for value in known), default=Fraction(0))
    return {value for value in known if abs(value - target) == least}


def fewest_steps(numbers: Iterable[Number], value: Number, rules: object = None) -> int:
    """How many operations the shortest way to make a value takes."""
    return min(len(results(tree)) for tree in raw(numbers, value, rules))


def results(tree: Tree) -> list[Fraction]:
    """The results of all operations of a tree that has a value."""
    if not isinstance(tree, tuple):
        return []
    _, left, right = tree
    value = evaluate(tree)
    assert value is not None
    return [*results(left), *results(right), value]


def needs(numbers: Iterable[Number], target: Number, rules: object = None) -> set[str]:
    """The traits that all ways to make the target share; empty if there is no way."""
    ways = [
        {name for name, is_in in FEATURES.items() if is_in(tree)}
        for tree in raw(numbers, target, rules)
    ]
    return set.intersection(*ways) if ways else set()


def divides(tree: Tree) -> bool:
    return isinstance(tree, tuple) and (tree[0] == "/" or divides(tree[1]) or divides(tree[2]))


FEATURES = {
    "fraction": lambda tree: any(result.denominator > 1 for result in results(tree)),
    "negative": lambda tree: any(result < 0 for result in results(tree)),
    "division": divides,
}


def reachable(numbers: Iterable[Number], rules: object, low: int, high: int) -> set[int]:
    """The whole targets that some tree makes."""
    made = {evaluate(tree, rules) for tree in walk(numbers, rules)}
    return {t for t in range(low, high + 1) if t in made}


# The canonical form -------------------------------------------------------------------------------
#
# A form is ("number", n), ("sum", terms) or ("product", over, under). Terms are (minus, form) with
# minus 0 or 1, sorted; over and under are sorted forms. Sums contain no sums, products no products.
# A form has no sign: a sum and its negation share the form of the one that sorts first. The sign is
# stored next to the form: 1 or -1, or 0 for a form that is its own negative, such as 6-6.


def canonical(tree: Tree) -> Signed:
    """The same for all trees that differ by commuting, regrouping and moving signs only."""
    if not isinstance(tree, tuple):
        return (1, ("number", Fraction(tree)))
    operator, left, right = tree
    a, b = canonical(left), canonical(right)
    if operator == "+":
        return sum_of([a, b])
    if operator == "-":
        return sum_of([a, negated(b)])
    return product_of([a, b], []) if operator == "*" else product_of([a], [b])


def negated(part: Signed) -> Signed:
    return (-part[0], part[1])


def sum_of(parts: Iterable[Signed]) -> Signed:
    """The sum of two or more parts, or the one part itself."""
    terms = [term for part in parts for term in terms_of(part)]
    if len(terms) == 1:
        return terms[0]
    plain, flipped = sorted_terms(terms), sorted_terms([negated(term) for term in terms])
    if plain == flipped:
        return (0, ("sum", plain))
    return (1, ("sum", plain)) if plain < flipped else (-1, ("sum", flipped))


def terms_of(part: Signed) -> list[Signed]:
    sign, form = part
    if form[0] != "sum":
        return [part]
    return [((-1 if minus else 1) * (sign or 1), term) for minus, term in form[1]]


def sorted_terms(terms: Iterable[Signed]) -> tuple[tuple[int, Form], ...]:
    # The sign of a term that is its own negative means nothing, so it is always plus.
    return tuple(
        sorted((int(sign < 0 and not is_own_negative(form)), form) for sign, form in terms)
    )


@cache
def is_own_negative(form: Form) -> bool:
    if form[0] == "number":
        return False
    if form[0] == "product":
        return any(map(is_own_negative, form[1] + form[2]))
    flipped = [(1 if minus else -1, term) for minus, term in form[1]]
    return bool(sorted_terms(flipped) == form[1])


def product_of(over: Iterable[Signed], under: Iterable[Signed]) -> Signed:
    """The product of the parts over and under a bar, at least one of them over it."""
    sign = 1
    above: list[Form] = []
    below: list[Form] = []
    for part, near, far in [(p, above, below) for p in over] + [(p, below, above) for p in under]:
        sign *= part[0]
        factors = part[1][1:] if part[1][0] == "product" else ((part[1],), ())
        near.extend(factors[0])
        far.extend(factors[1])
    if len(above) == 1 and not below:
        return (sign, above[0])
    return (sign, ("product", tuple(sorted(above)), tuple(sorted(below))))


@cache
def worth(form: Form) -> Fraction:
    """The value of a form with the sign plus; its divisors must not be zero."""
    if form[0] == "number":
        return Fraction(form[1])
    if form[0] == "sum":
        return sum(map(term_worth, form[1]), Fraction(0))
    return factors_worth(factors_of(form))


def term_worth(term: tuple[int, Form]) -> Fraction:
    minus, form = term
    return -worth(form) if minus else worth(form)


def factors_of(form: Form) -> list[tuple[bool, Form]]:
    """The factors of a product, each with whether it is under the bar."""
    return [(False, factor) for factor in form[1]] + [(True, factor) for factor in form[2]]


def factors_worth(factors: Iterable[tuple[bool, Form]]) -> Fraction:
    result = Fraction(1)
    for is_under, factor in factors:
        result = result / worth(factor) if is_under else result * worth(factor)
    return result


@cache
def is_writable(part: Signed) -> bool:
    """Whether a form can be written with that sign, there being no sign before a number."""
    sign, form = part
    if sign == 0:
        return True
    if form[0] == "number":
        return sign > 0
    if form[0] == "sum":  # one term must come first, with a plus
        return any(is_writable((-sign if minus else sign, term)) for minus, term in form[1])
    factors = form[1] + form[2]
    if any(has_both_signs(factor) for factor in factors):
        return True
    minuses = sum(not is_writable((1, factor)) for factor in factors)
    return (sign < 0) == (minuses % 2 == 1)


def has_both_signs(form: Form) -> bool:
    """Whether the form can be negated by swapping a difference."""
    return is_own_negative(form) or (is_writable((1, form)) and is_writable((-1, form)))


# Essential solutions ------------------------------------------------------------------------------


def essential(numbers: Iterable[Number], target: Number, rules: object = None) -> set[Form]:
    """The solutions that are really different, as forms: the target gives the sign.

    With `use="all"` the cores of all solutions; with `use="any"` the forms of the solutions that
    have no smaller solution inside. A quotient worth 1 and its inverse count as one. Each core has
    its own expression: where a fixed order leaves too few, fewer cores count.
    """
    trees = raw(numbers, target, rules)
    if option(rules, "use") == "any":
        solutions = {canonical(tree)[1] for tree in trees}
        found = {form for form in solutions if not smaller(form) & solutions}
        return {one_way_up((1, form))[1] for form in found}
    expressions: dict[Form, set[Tree]] = {}
    for tree in trees:
        for core in cores(canonical(tree)[1]):
            expressions.setdefault(one_way_up((1, core))[1], set()).add(tree)
    return set(matched(expressions).values())


def matched(candidates: dict[Any, set[Any]]) -> dict[Any, Any]:
    """A largest choice of different candidates, one for each key: the key of each candidate."""
    key_of: dict[Any, Any] = {}

    def takes_one(key: Any, tried: set[Any]) -> bool:
        for candidate in candidates[key] - tried:
            tried.add(candidate)
            if candidate not in key_of or takes_one(key_of[candidate], tried):
                key_of[candidate] = key
                return True
        return False

    for key in candidates:
        takes_one(key, set())
    return key_of


def one_way_up(part: Signed) -> Signed:
    """The part with each quotient worth 1 or -1, and its inverse, turned the same way up."""
    sign, form = part
    if form[0] == "number":
        return part
    if form[0] == "sum":
        turned = sum_of(one_way_up((-1 if minus else 1, term)) for minus, term in form[1])
        return (sign * turned[0], turned[1])
    over, under = ([one_way_up((1, factor)) for factor in side] for side in form[1:])
    turned = product_of(over, under)
    if abs(worth(turned[1])) == 1 and under:
        turned = min(turned, product_of(under, over))
    return (sign * turned[0], turned[1])


@cache
def cores(form: Form) -> frozenset[Form]:
    """The forms that are left when idle parts are taken out as long as there are any."""
    smaller = set(reductions(form))
    return frozenset().union(*map(cores, smaller)) if smaller else frozenset([form])


def reductions(form: Form) -> Iterator[Form]:
    """The forms after one idle part is taken out of a form, or out of a part of it."""
    if form[0] == "sum":
        yield from reduced_sums(form[1])
    elif form[0] == "product":
        yield from reduced_products(factors_of(form))


def reduced_sums(terms: tuple[tuple[int, Form], ...]) -> Iterator[Form]:
    """Terms that make zero are idle."""
    for idle, rest in splits(terms):
        if sum(map(term_worth, idle)) == 0:
            yield sum_of((-1 if minus else 1, form) for minus, form in rest)[1]
    for index, (minus, form) in enumerate(terms):
        others = [(-1 if flip else 1, other) for flip, other in without(terms, index)]
        for less in reductions(form):
            is_negated = worth(less) != worth(form)
            yield sum_of([*others, (-1 if minus != is_negated else 1, less)])[1]


def reduced_products(factors: list[tuple[bool, Form]]) -> Iterator[Form]:
    """Factors are idle when they make one, or minus one if a difference among them can be swapped.

    If a factor is zero, all others are idle: the value is the same without them.
    """
    whole = factors_worth(factors)
    for idle, rest in splits(factors):
        if all(is_under for is_under, _ in rest):
            continue
        value = factors_worth(rest)
        can_swap = any(has_both_signs(factor) for _, factor in idle)
        if value == whole or (value == -whole and can_swap):
            yield product_of_factors(rest)[1]
    for index, (is_under, factor) in enumerate(factors):
        for less in reductions(factor):
            yield product_of_factors([*without(factors, index), (is_under, less)])[1]


def product_of_factors(factors: list[tuple[bool, Form]]) -> Signed:
    over = [(1, factor) for is_under, factor in factors if not is_under]
    return product_of(over, [(1, factor) for is_under, factor in factors if is_under])


def splits(items: Iterable[Any]) -> Iterator[tuple[list[Any], list[Any]]]:
    """Every way to cut a collection into two parts, neither of them empty."""
    listed = list(items)
    for size in range(1, len(listed)):
        for chosen in combinations(range(len(listed)), size):
            rest = [item for index, item in enumerate(listed) if index not in chosen]
            yield [listed[index] for index in chosen], rest


def without(items: Iterable[Any], index: int) -> list[Any]:
    return [item for other, item in enumerate(items) if other != index]


@cache
def smaller(form: Form) -> frozenset[Form]:
    """The forms with a node replaced by a part inside it that is worth as much, signs aside."""
    found = {part for part in inner_parts(form) if abs(worth(part)) == abs(worth(form))}
    for index, (way, part) in enumerate(children_of(form)):
        others = without(children_of(form), index)
        for less in smaller(part):
            flip = form[0] == "sum" and worth(less) != worth(part)
            found.add(node_of(form[0], [*others, (way != flip, less)]))
            if form[0] == "sum" and worth(part) == 0:  # minus 0 is 0
                found.add(node_of(form[0], [*others, (not way, less)]))
    return frozenset(found)


@cache
def inner_parts(form: Form) -> frozenset[Form]:
    """The parts of a form and the parts of those; some of its terms or factors are a part."""
    found = {part for _, part in children_of(form)}
    found = found.union(*(inner_parts(part) for _, part in children_of(form)))
    for some, _ in splits(children_of(form)):
        upside_down = [(not way, part) for way, part in some]
        for collection in [some, upside_down] if form[0] == "product" else [some]:
            if form[0] == "sum" or is_quotient(collection):
                found.add(node_of(form[0], collection))
    return frozenset(found)


def is_quotient(factors: list[tuple[bool, Form]]) -> bool:
    """Whether there is something over the bar and no zero under it."""
    return not all(under for under, _ in factors) and all(
        worth(factor) for under, factor in factors if under
    )


def children_of(form: Form) -> list[tuple[bool, Form]]:
    """Terms with their minus, or factors with whether they are under the bar."""
    if form[0] == "sum":
        return [(bool(minus), term) for minus, term in form[1]]
    return factors_of(form) if form[0] == "product" else []


def node_of(kind: str, children: list[tuple[bool, Form]]) -> Form:
    if kind == "product":
        return product_of_factors(children)[1]
    return sum_of((-1 if minus else 1, term) for minus, term in children)[1]


# The Oberon program ---------------------------------------------------------------------------


def oberon_rows(a: int, b: int, c: int, d: int) -> Iterator[tuple[int, str]]:
    """The targets of Check24 of game24.m with their lines, for one row of digits."""
    for op1, op2, op3 in product(range(4), repeat=3):  # min, plus, times, divide
        quits: list[bool] = []
        if op2 // 2 > op1 // 2:
            u = oberon_op(oberon_op(b, c, op2, quits), d, op3, quits)
            u = oberon_op(a, u, op1, quits)
        else:
            u = oberon_op(a, b, op1, quits)
            if op3 // 2 > op2 // 2:
                u = oberon_op(u, oberon_op(c, d, op3, quits), op2, quits)
            else:
                u = oberon_op(oberon_op(u, c, op2, quits), d, op3, quits)
        if not any(quits):
            numbers = "".join(f"{number:4}" for number in (a, b, c, d))
            yield u, numbers + "".join(f"    {'-+x:'[op]}" for op in (op1, op2, op3)) + "\n"


def oberon_op(x: int, y: int, op: int, quits: list[bool]) -> int:
    quits.append((op == 0 and x < y) or (op == 3 and x % y != 0))
    return [x - y, x + y, x * y, x // y if op == 3 else 0][op]


# Effort -------------------------------------------------------------------------------------------


def ways(numbers: Iterable[Number], target: Number) -> list[Tree]:
    """The raw trees that make the target, up to the order of sums and products.

    Equal numbers count apart, so a tree comes once for each choice of them.
    """
    found = []
    places = range(len(tuple(numbers)))
    given = tuple(numbers)
    for tree in unordered(tuple(places)):
        named = tree_of(tree, given)
        if evaluate(named) == target:
            found.append(named)
    return found


@cache
def unordered(leaves: tuple[int, ...]) -> tuple[Tree, ...]:
    """Every tree over different leaves; of a + b and b + a, and of a * b and b * a, one."""
    if len(leaves) == 1:
        return leaves
    found = []
    for left, right in splits(leaves):
        if leaves[0] in left:
            for a, b in product(unordered(tuple(left)), unordered(tuple(right))):
                found += [("+", a, b), ("*", a, b)]
                found += [("-", a, b), ("-", b, a), ("/", a, b), ("/", b, a)]
    return tuple(found)


def tree_of(tree: Tree, numbers: tuple[Number, ...]) -> Tree:
    if isinstance(tree, int):
        return numbers[tree]
    return (tree[0], tree_of(tree[1], numbers), tree_of(tree[2], numbers))


def asks(tree: Tree, *, is_last: bool = True) -> tuple[str, ...]:
    """The traits of the steps of a tree, in alphabetical order."""
    if not isinstance(tree, tuple):
        return ()
    operator, left, right = tree
    a, b = worth_of(left), worth_of(right)
    found = [*asks(left, is_last=False), *asks(right, is_last=False)]
    found += asks_of_step(operator, a, b)
    if is_last:
        found += asks_at_the_end(operator, abs(a), abs(b))
        if isinstance(left, tuple) and isinstance(right, tuple):
            found.append("two halves")
    return tuple(sorted(found))


def worth_of(tree: Tree) -> Fraction:
    value = evaluate(tree) if isinstance(tree, tuple) else Fraction(tree)
    assert value is not None
    return value


def asks_of_step(operator: str, a: Fraction, b: Fraction) -> Iterator[str]:
    result = apply(operator, a, b)
    if result.denominator > 1:
        yield "fraction"
    if result < 0:
        yield "negative result"
    is_free = 0 in (a, b) or (operator in "*/" and b == 1) or (operator == "*" and a == 1)
    if is_free or (operator == "-" and a == b):
        return
    if operator == "/" and a == b:
        yield "number by itself"
        return
    if operator in "-/":
        yield {"-": "subtraction", "/": "division"}[operator]
    if a.denominator == b.denominator == result.denominator == 1:
        table = {
            "number doubled": operator == "+" and abs(a) == abs(b),
            "sum beyond 10": operator == "+" and abs(result) > 10,
            "subtraction from beyond 10": operator == "-" and abs(a) > 10,
            "subtraction from beyond 24": operator == "-" and abs(a) > 24,
            "difference of 1": operator == "-" and abs(result) == 1,
            "both factors from 5 up": operator == "*" and min(abs(a), abs(b)) >= 5,
            "product beyond 50": operator == "*" and abs(result) > 50,
        }
        yield from (name for name, holds in table.items() if holds)


def asks_at_the_end(operator: str, a: Fraction, b: Fraction) -> Iterator[str]:
    if operator == "/":
        yield "ends in a division"
    if operator == "*" and a * b == 24 and 1 in (a, b):
        yield "ends in 1 x 24"
    if operator == "*" and a * b == 24 and 4 in (a, b):
        yield "ends in 4 x 6"
