"""Short versions of the hard algorithms, to read before the fast ones.

Each does in 10 to 40 lines what the core does in hundreds: the same idea, without the tables and
the bit tricks. `docs/how` shows them, and `test_readable.py` compares them with the public
functions. They take whole numbers above 0, card ids from 0 to 51, and the default rules.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, isqrt, prod

from facevalue import poker

# The backward search, and reachable targets -------------------------------------------------------


def split(part):
    """Every way to split a sorted tuple in two; the first half is never the larger one."""
    return {
        (tuple(part[i] for i in chosen), tuple(n for i, n in enumerate(part) if i not in chosen))
        for size in range(1, len(part) // 2 + 1)
        for chosen in combinations(range(len(part)), size)
    }


def search_backward(numbers, target):
    """All expressions that make the target: same result as `solve(..., distinct="raw")`."""

    @cache
    def list_values(part):  # the table of a small part
        if len(part) == 1:
            return set(part)
        pairs = [(x, y) for a, b in split(part) for x in list_values(a) for y in list_values(b)]
        pairs += [(y, x) for x, y in pairs]
        return {r for x, y in pairs for r in (x + y, x - y, x * y, *([x / y] if y else []))}

    @cache
    def find(part, value):  # each subproblem is solved once
        if len(part) == 1:
            return {str(value)} if part[0] == value else set()
        found = set()
        for small, large in split(part):
            for x in list_values(small):
                values = list_values(large) if x == value == 0 else ()
                for step, y in list_steps(x, value, values):
                    for right in find(large, y):  # usually there are no solutions
                        for left in find(small, x):
                            sides = {"x": left, "y": right}
                            found.add(f"({sides[step[0]]}{step[1]}{sides[step[2]]})")
        return found

    return find(tuple(sorted(map(Fraction, numbers))), Fraction(target))


def list_steps(x, value, values):
    """The steps with x that make the value, and what y must be for each."""
    yield from [("x+y", value - x), ("y+x", value - x), ("x-y", x - value), ("y-x", value + x)]
    if x != 0:
        yield from [("x*y", value / x), ("y*x", value / x), ("y/x", value * x)]
    if x != 0 and value != 0:
        yield ("x/y", x / value)
    for y in values:  # if x and the value are 0, y may have any of these values
        yield from [("x*y", y), ("y*x", y), *([("x/y", y)] if y != 0 else [])]


def search_in_order(numbers, target):
    """The same for numbers that keep their order: same result as `solve` with `order="given"`."""
    numbers = tuple(map(Fraction, numbers))

    @cache
    def list_values(first, last):  # the table of the numbers from first to last
        if first == last:
            return {numbers[first]}
        pairs = [
            (x, y)
            for gap in range(first, last)
            for x in list_values(first, gap)
            for y in list_values(gap + 1, last)
        ]
        return {r for x, y in pairs for r in (x + y, x - y, x * y, *([x / y] if y else []))}

    @cache
    def find(first, last, value):
        if first == last:
            return {str(value)} if numbers[first] == value else set()
        return {
            f"({left}{step[1]}{right})"
            for gap in range(first, last)
            for x in list_values(first, gap)  # the fast version takes x from the shorter part
            for step, y in list_steps(
                x, value, list_values(gap + 1, last) if x == value == 0 else ()
            )
            if step[0] == "x"
            for right in find(gap + 1, last, y)
            for left in find(first, gap, x)
        }

    return find(0, len(numbers) - 1, Fraction(target))


def search_with_functions(numbers, target, largest, unary):
    """All expressions with + - * / ^ ! and roots: same result as `distinct="raw"` finds.

    Each value may get up to `unary` factorials and roots; no result exceeds `largest` in size.
    """

    @cache
    def list_values(part):  # the table of a small part
        pairs = [(x, y) for a, b in split(part) for x in list_values(a) for y in list_values(b)]
        found = {r for x, y in pairs for r in (*combine(x, y), *combine(y, x))}
        return add_functions(found | ({*part} if len(part) == 1 else set()), largest, unary)

    @cache
    def find(part, value, functions=unary):  # each subproblem is solved once
        if abs(value) > largest:
            return set()
        found = {str(value)} if part == (value,) else set()
        for small, large in split(part):
            for x in list_values(small):
                values = list_values(large)
                steps = [*list_steps(x, value, values if x == value == 0 else ())]
                for (first, operator, second), y in steps + list_power_steps(x, value, values):
                    for left, right in product(find(small, x), find(large, y)):
                        sides = {"x": left, "y": right}
                        found.add(f"({sides[first]}{operator}{sides[second]})")
        for shape, operand in list_operands(value) if functions else ():
            found |= {shape.format(text) for text in find(part, operand, functions - 1)}
        return found

    return find(tuple(sorted(map(Fraction, numbers))), Fraction(target))


def combine(x, y):
    """The values of the operations and the power."""
    return {x + y, x - y, x * y, x / y if y else None, power(x, y)}


def add_functions(found, largest, unary):
    """Add what factorials and roots make: 6 and 720 to 3. Leave out what is too large."""
    latest = found = {value for value in found if value is not None and abs(value) <= largest}
    for _ in range(unary):
        made = {f(value) for value in latest for f in (factorial, root) if f(value) != value}
        latest = {value for value in made if value is not None and value <= largest}
        found = found | latest
    return found


def list_power_steps(x, value, values):
    """The powers with x that make the value. The fast version finds y by a root or logarithm."""
    steps = [("x^y", y) for y in values if power(x, y) == value]
    return steps + [("y^x", y) for y in values if power(y, x) == value]


def list_operands(value):
    """What the factorial or the root of must be taken to make the value.

    1!, 2! and the roots of 0 and 1 are left out, because they change nothing.
    """
    operands = [("({}!)", n) for n in range(21) if n not in (1, 2) and factorial(n) == value]
    return operands + ([("√({})", value * value)] if value > 0 and value != 1 else [])


def power(x, y):
    """x to the power y, if y is whole and the result has at most 60 bits or so; otherwise None."""
    if y.denominator != 1 or (x == 0 and y <= 0):
        return None
    return x ** int(y) if x in (0, 1, -1) or abs(y) <= 60 else None


def root(x):
    """The square root, if it is a fraction; otherwise None."""
    top, bottom = isqrt(abs(x.numerator)), isqrt(x.denominator)
    return Fraction(top, bottom) if Fraction(top, bottom) ** 2 == x else None


def factorial(x):
    """x!, if x is a whole number from 0 to 20; otherwise None."""
    return prod(range(1, int(x) + 1), start=Fraction(1)) if x in range(21) else None


def reach(numbers, low, high):
    """The targets that Countdown's rules reach: same result as `reachable`."""
    numbers = tuple(sorted(numbers))
    rows = {}  # for each part of the numbers a row of bits: bit v is 1 if the part makes v
    for size in range(1, len(numbers) + 1):
        for part in set(combinations(numbers, size)):
            # No step gives 0, so each step can be undone. A value that leads to a target is
            # therefore made from the target and the unused numbers, and cannot exceed this:
            unused = (Counter(numbers) - Counter(part)).elements()
            limit = (high + 1) * prod(n + 1 for n in unused)
            row = 1 << part[0] if size == 1 else 0
            for small, large in split(part):
                bits = rows[large]
                values = [y for y in range(bits.bit_length()) if bits >> y & 1]
                for x in range(rows[small].bit_length()):
                    if rows[small] >> x & 1:
                        row |= bits << x | bits >> x  # x added to all values, and subtracted
                        for y in values:
                            row |= 1 << max(x - y, 0)
                            row |= 1 << x * y if x * y <= limit else 0
                            row |= 1 << max(x, y) // min(x, y) if max(x, y) % min(x, y) == 0 else 0
            rows[part] = row & ((2 << limit) - 2)  # 0 is not allowed
    return [t for t in range(low, high + 1) if any(row >> t & 1 for row in rows.values())]


# Canonical and essential forms --------------------------------------------------------------------


def flatten(postfix):
    """The canonical form of an expression in postfix, and its sign.

    A form is ("number", value), ("sum", value, terms) or ("product", value, factors). Its value is
    not negative, because signs are moved outwards. Terms are pairs of a sign and a form; factors
    are pairs of an exponent, 1 or -1, and a form. The sign is 0 for a form such as 6-6, which is
    its own negative.
    """
    stack = []
    for item in postfix:
        if item in ("+", "-", "*", "/"):
            (a, left), (b, right) = stack[-2:]
            if item in "+-":
                stack[-2:] = [add([(a, left), (b if item == "+" else -b, right)])]
            else:
                factors = [(1, left), (1 if item == "*" else -1, right)]
                stack[-2:] = [(a * b, multiply(factors))]
        else:
            stack.append((1, ("number", Fraction(item))))
    return stack[0]


def add(parts):
    """The sign and the form of a sum of signed forms."""
    terms = []
    for sign, form in parts:  # a sum in a sum has no brackets
        inner = [((sign or 1) * s, f) for s, f in form[2]] if form[0] == "sum" else [(sign, form)]
        terms += inner
    if len(terms) == 1:
        return terms[0]
    value = sum(sign * form[1] for sign, form in terms)
    plain, negated = sorted(terms), sorted((-sign, form) for sign, form in terms)
    if (value, plain) >= (-value, negated):
        return int(plain != negated), ("sum", value, tuple(plain))
    return -1, ("sum", -value, tuple(negated))


def multiply(parts):
    """The form of a product of forms with exponents."""
    factors = []
    for exponent, form in parts:  # a product in a product has no brackets
        inner = form[2] if form[0] == "product" else [(1, form)]
        factors += [(exponent * e, f) for e, f in inner]
    if len(factors) == 1:
        return factors[0][1]
    value = prod(1 / form[1] if exponent < 0 else form[1] for exponent, form in factors)
    return ("product", value, tuple(sorted(factors)))


@cache
def find_cores(form):
    """The forms that remain after removing all idle parts."""
    smaller = set(take_away(form))
    return set.union(*map(find_cores, smaller)) if smaller else {turn_quotients(form)}


def take_away(form):
    """Take one idle part away: terms that make 0, factors that make 1, or factors next to a 0."""
    if form[0] == "number":
        return
    kind, value, children = form
    for index, (way, child) in enumerate(children):
        others = children[:index] + children[index + 1 :]
        for less in take_away(child):
            more = (*others, (way, less))
            yield add(more)[1] if kind == "sum" else multiply(more)
    for size in range(1, len(children)):
        for kept in combinations(children, size):
            if kind == "product" and all(exponent < 0 for exponent, _ in kept):
                continue  # nothing is above the bar
            sign, rest = add(kept) if kind == "sum" else (1, multiply(kept))
            if sign * rest[1] == value:
                yield rest


def turn_quotients(form):
    """Turn each quotient worth 1 the same way up: (1+2)/3 and 3/(1+2) are one solution."""
    if form[0] == "number":
        return form
    children = [(way, turn_quotients(child)) for way, child in form[2]]
    if form[0] == "sum":
        return add(children)[1]
    turned = multiply(children)
    if turned[1] == 1 and any(exponent < 0 for exponent, _ in children):
        turned = min(turned, multiply([(-exponent, child) for exponent, child in children]))
    return turned


# Poker --------------------------------------------------------------------------------------------


@cache
def evaluate_ranks(ranks):
    """The value of seven sorted ranks without a flush: each suit comes at most twice."""
    if any(ranks[place] == ranks[place + 4] for place in range(3)):
        return 0  # five of a rank cannot be dealt; such hands have no weight in the end
    return poker.value([4 * rank + place % 4 for place, rank in enumerate(ranks)])


def compare(mine, theirs):
    """Values as in `poker.value`: the lower one wins."""
    return "win" if mine < theirs else "tie" if mine == theirs else "lose"


def compare_on_flop(hero, villains, flop):
    """The weight of wins, ties and losses against a range: same result as `poker.equity`.

    `villains` maps hands to weights. A hand is a tuple of two card ids in ascending order.
    """
    deck = [card for card in range(52) if card not in hero + flop]
    weights = Counter({hand: w for hand, w in villains.items() if set(hand) <= set(deck)})
    by_ranks = {None: Counter()} | {card: Counter() for card in deck}
    for (a, b), weight in weights.items():
        for held in (None, a, b):  # all hands, and those with one card
            by_ranks[held][a // 4, b // 4] += weight

    @cache  # boards of the same ranks share the comparison
    def compare_ranks(held, board_ranks, mine):
        tally = Counter()
        for ranks, weight in by_ranks[held].items():
            tally[compare(mine, evaluate_ranks(tuple(sorted(board_ranks + ranks))))] += weight
        return tally

    total = Counter()
    for turn, river in combinations(deck, 2):
        board = (*flop, turn, river)
        mine = poker.value(hero + board)
        ranks = tuple(sorted(card // 4 for card in board))
        total.update(compare_ranks(None, ranks, mine))
        total.subtract(compare_ranks(turn, ranks, mine))
        total.subtract(compare_ranks(river, ranks, mine))
        both = tuple(sorted((*ranks, turn // 4, river // 4)))  # taken away twice
        total[compare(mine, evaluate_ranks(both))] += weights[turn, river]
        suit, suited = Counter(card % 4 for card in board).most_common(1)[0]
        for hand, weight in weights.items() if suited >= 3 else ():
            is_flush = suited + sum(card % 4 == suit for card in hand) >= 5
            if is_flush and turn not in hand and river not in hand:
                plain = tuple(sorted((*ranks, hand[0] // 4, hand[1] // 4)))
                total[compare(mine, evaluate_ranks(plain))] -= weight
                total[compare(mine, poker.value(hand + board))] += weight
    return total


def match_up(hero, villain):
    """The boards on which a hand wins, ties and loses: same result as `poker.matchup`."""
    hands = (hero, villain)
    left = [card for card in range(52) if card not in hero + villain]
    total = Counter()

    def list_patterns(cards, size):  # the ranks of this many cards, and their frequencies
        copies = Counter(card // 4 for card in cards)
        for ranks in combinations_with_replacement(range(13), size):
            yield ranks, prod(comb(copies[rank], ranks.count(rank)) for rank in set(ranks))

    def evaluate_plain(board_ranks):  # both players, as if there were no flush
        return [
            evaluate_ranks(tuple(sorted((*board_ranks, *(card // 4 for card in hand)))))
            for hand in hands
        ]

    for ranks, boards in list_patterns(left, 5):
        total[compare(*evaluate_plain(ranks))] += boards
    for suit in range(4):  # then correct the boards with a flush
        held = [tuple(card for card in hand if card % 4 == suit) for hand in hands]
        others = [card for card in left if card % 4 != suit]
        for size in range(5 - max(map(len, held)), 6):
            patterns = list(list_patterns(others, 5 - size))
            for cards in combinations([card for card in left if card % 4 == suit], size):
                flushes = [poker.value(h + cards) if len(h) + size >= 5 else 7462 for h in held]
                for ranks, boards in patterns:
                    plain = evaluate_plain((*ranks, *(card // 4 for card in cards)))
                    total[compare(*plain)] -= boards
                    total[compare(*map(min, plain, flushes))] += boards
    return total["win"], total["tie"], total["lose"]


def name_kind(hero, villain):
    """Match-ups that differ by the names of suits, or by who is who, have the same name."""

    def sort_suits(*hands):
        return sorted(
            [[c // 4 for c in hand if c % 4 == suit] for hand in hands] for suit in range(4)
        )

    return min(sort_suits(hero, villain), sort_suits(villain, hero))


def rename(*streets):
    """The largest cards that a renaming of suits makes of a hand, a flop and more streets.

    Same result as `poker.canonical`.
    """
    renamed = (
        [
            sorted((card // 4 * 4 + names[card % 4] for card in street), reverse=True)
            for street in streets
        ]
        for names in permutations(range(4))
    )
    # The suits decide, the highest first, and the highest ranks in each.
    return max(
        renamed, key=lambda found: [sum(1 << 13 * (c % 4) + c // 4 for c in each) for each in found]
    )


# Dealing by number --------------------------------------------------------------------------------


def deal_by_number(position, seed, low, high, size):
    """The numbers at a position: same result as `PuzzleQuery.puzzles`, without the ones before."""
    rank = shuffle(position, seed, comb(high - low + size, size))
    numbers = []
    for place in range(size, 0, -1):  # the combinatorial number system, largest number first
        number = place - 1
        while comb(number + 1, place) <= rank:
            number += 1
        rank -= comb(number, place)
        numbers.insert(0, low + number - (place - 1))
    return tuple(numbers)


def shuffle(position, seed, count):
    """Where a position goes in a permutation of `range(count)`: a Feistel network."""
    left = isqrt(count - 1) + 1
    bases = (left, -(-count // left))
    while True:
        digits = list(divmod(position, bases[1]))
        for step in range(6):  # add to one digit a hash of the other one
            one, other = step % 2, 1 - step % 2
            key = mix(seed + step * 0x9E3779B97F4A7C15)
            digits[one] = (digits[one] + mix(digits[other] ^ key)) % bases[one]
        position = digits[0] * bases[1] + digits[1]
        if position < count:  # else go through the network again
            return position


def mix(word):
    """SplitMix64: a hash of 64 bits."""
    word = (word + 0x9E3779B97F4A7C15) % 2**64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return word ^ word >> 31
