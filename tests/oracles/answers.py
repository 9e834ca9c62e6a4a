"""A slow and obvious judge of answers, to test the fast one.

It knows nothing of facevalue. A syntax is a mapping of options (`SYNTAXES`), rules are a mapping or
any object with the options of `reference.CLASSIC`. It recurses, so it is for answers of a few
hundred brackets, and it turns every run of digits into a number, so it is for numbers of a few
digits.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from tests.oracles.puzzles import PRECEDENCE, apply, is_allowed, option

REASONS = (
    "correct",
    "no_answer",
    "malformed",
    "unknown_symbol",
    "forbidden_operator",
    "wrong_numbers",
    "division_by_zero",
    "forbidden_value",
    "wrong_value",
    "false_claim",
    "too_long",
    "unreadable",
)
STRICT = {
    "unicode": False,
    "latex": False,
    "brackets": False,
    "claim": "forbid",
    "unary_sign": False,
    "implicit_multiplication": False,
    "decimals": False,
    "typed": False,
}
LENIENT = STRICT | {"unicode": True, "latex": True, "brackets": True, "claim": "must_hold"}
RELAXED = LENIENT | {"unary_sign": True, "implicit_multiplication": True, "typed": True}
SYNTAXES = {"strict": STRICT, "lenient": LENIENT, "relaxed": RELAXED}

MAX_CHARACTERS = 1_000_000
MAX_NUMBERS = 1000
BLANKS = " \t\r\n"


class Judged(NamedTuple):
    reason: str
    value: Fraction | None = None
    position: int | None = None


class RefusedError(Exception):
    def __init__(self, reason, position):
        super().__init__(reason, position)
        self.judged = Judged(reason, None, position)


# Tokens -------------------------------------------------------------------------------------------

UNICODE_OPERATORS = {
    "\N{MULTIPLICATION SIGN}": "*",
    "\N{MIDDLE DOT}": "*",
    "\N{BULLET OPERATOR}": "*",
    "\N{DOT OPERATOR}": "*",
    "\N{ASTERISK OPERATOR}": "*",
    "\N{FULLWIDTH ASTERISK}": "*",
    "\N{DIVISION SIGN}": "/",
    "\N{DIVISION SLASH}": "/",
    "\N{FRACTION SLASH}": "/",
    "\N{FULLWIDTH SOLIDUS}": "/",
    "\N{MINUS SIGN}": "-",
    "\N{EN DASH}": "-",
    "\N{FULLWIDTH HYPHEN-MINUS}": "-",
    "\N{FULLWIDTH PLUS SIGN}": "+",
}
WIDE_PARENTHESES = {"\N{FULLWIDTH LEFT PARENTHESIS}": "(", "\N{FULLWIDTH RIGHT PARENTHESIS}": ")"}
WIDE_BRACKETS = {
    "\N{FULLWIDTH LEFT SQUARE BRACKET}": "[",
    "\N{FULLWIDTH RIGHT SQUARE BRACKET}": "]",
    "\N{FULLWIDTH LEFT CURLY BRACKET}": "{",
    "\N{FULLWIDTH RIGHT CURLY BRACKET}": "}",
}
WIDE_EQUALS = {"\N{FULLWIDTH EQUALS SIGN}": "="}
COMMANDS = {r"\times": "*", r"\cdot": "*", r"\div": "/"}
ENTITIES = {"&times;": "*", "&divide;": "/", "&minus;": "-", "&plus;": "+", "&middot;": "*"}
ENTITIES |= {"&sdot;": "*", "&#215;": "*", "&#247;": "/", "&#8722;": "-", "&#xd7;": "*"}
ENTITIES |= {"&#xf7;": "/", "&#x2212;": "-"}
FACES = {"A": "1", "J": "11", "Q": "12", "K": "13"}
TYPED = dict.fromkeys(("x", "X", "\u2715", "\u2716", r"\ast", r"\*"), "*")
TYPED |= dict.fromkeys((":", "\u2236"), "/")
TYPED |= ENTITIES | FACES | {face.lower(): number for face, number in FACES.items()}
WIDE_BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
INVISIBLE = "\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069"
LABEL = r"(?P<markup>[*_]*)(?:(?:the|my|final) )*(?:value|answer|expression|equation|solution"
LABEL += rf"|result|formula|calculation)(?P<inside>[*_]*)[{BLANKS}]*:(?P<after>[*_]*)"
AROUND = [("**", "**"), ("__", "__"), *((sign, sign) for sign in "*_`\"'")]
AROUND += [("\u201c", "\u201d"), ("\u2018", "\u2019"), ("\u00ab", "\u00bb")]
MEANING = TYPED | UNICODE_OPERATORS | WIDE_PARENTHESES | WIDE_BRACKETS | WIDE_EQUALS | COMMANDS
PAIRS = {"(": ")", "[": "]", "{": "}", r"\{": r"\}"}
CLOSING = PAIRS | {rf"\left{opening}": rf"\right{closing}" for opening, closing in PAIRS.items()}
OPENINGS = {"$": "$", "$$": "$$", r"\(": r"\)", r"\[": r"\]", r"\boxed": "}"}

WORD_ENDS = "(?![A-Za-z])"
SPACING = rf"\\(?:quad|qquad){WORD_ENDS}|\\[,;!: ]"
NUMBER = "(?:0|[1-9][0-9]*)"


class Token(NamedTuple):
    kind: str
    symbol: str
    start: int
    end: int


def patterns(syntax, *, has_braced_numbers):
    """The kinds of tokens with what they look like; the first that fits is taken."""
    yield from number_patterns(syntax, has_braced_numbers=has_braced_numbers)
    yield "forbidden", r"\*\*|//|\^|!|%"
    yield "operator", r"[-+*/]"
    yield "bracket", r"[()]"
    yield "stop", r"\."
    if syntax["claim"] == "must_hold":
        yield "equals", "="
    if syntax["typed"]:
        yield "operator", r"[xX:\u2715\u2716\u2236]|\\\*"
        yield "operator", "|".join(ENTITIES)
        yield "number", "[AJQKajqk]"
    if syntax["typed"] and syntax["latex"]:
        yield "operator", rf"\\ast{WORD_ENDS}"
        yield "fraction", rf"\\cfrac{WORD_ENDS}"
        yield "over", rf"\\over{WORD_ENDS}"
    if syntax["brackets"]:
        yield "bracket", r"[][}{]"
    if syntax["latex"]:
        yield from latex_patterns(syntax)
    if syntax["unicode"]:
        yield from unicode_patterns(syntax)
    yield "unknown", r"(?s:.)"


def number_patterns(syntax, *, has_braced_numbers):
    gap = f"[{BLANKS}]*"
    if has_braced_numbers:
        yield "braced", rf"{{{gap}-?{NUMBER}{gap}(?:/{gap}{NUMBER}{gap})?}}"
    if syntax["decimals"]:
        yield "number", r"[0-9]+\.[0-9]+"
    elif syntax["typed"] and has_braced_numbers:
        yield "number", r"[0-9]+\.0*[1-9][0-9]*"
    yield "number", "[0-9]+"


def latex_patterns(syntax):
    yield "bracket", r"[}{]|\\[}{]"
    opening, closing = brackets_after_commands(syntax)
    yield "bracket", rf"\\left{WORD_ENDS}[{BLANKS}]*(?:[{opening}]|\\{{)"
    yield "bracket", rf"\\right{WORD_ENDS}[{BLANKS}]*(?:[{closing}]|\\}})"
    yield "half", rf"\\(?:left|right){WORD_ENDS}[{BLANKS}]*"
    yield "operator", rf"\\(?:times|cdot|div){WORD_ENDS}"
    yield "fraction", rf"\\[dt]?frac{WORD_ENDS}"
    yield "box", rf"\\boxed{WORD_ENDS}"
    yield "math", r"\$\$|\$|\\[][)(]"


def brackets_after_commands(syntax):
    opening, closing = r"(\[" if syntax["brackets"] else "(", r")\]" if syntax["brackets"] else ")"
    if syntax["unicode"]:
        wide = list(WIDE_PARENTHESES) + (list(WIDE_BRACKETS)[:2] if syntax["brackets"] else [])
        opening, closing = opening + "".join(wide[::2]), closing + "".join(wide[1::2])
    return opening, closing


def unicode_patterns(syntax):
    yield "operator", one_of(UNICODE_OPERATORS)
    yield "bracket", one_of(WIDE_PARENTHESES)
    if syntax["brackets"]:
        yield "bracket", one_of(WIDE_BRACKETS)
    if syntax["claim"] == "must_hold":
        yield "equals", one_of(WIDE_EQUALS)


def one_of(characters):
    return f"[{re.escape(''.join(characters))}]"


# Reading ------------------------------------------------------------------------------------------
#
# A node is (kind, position, ...): ("number", 0, 5), ("+", 1, left, right), ("sign", 0, "-", inner).
# Brackets leave no node.


class Side(NamedTuple):
    """A side of a claim, or all there is, and the number that it would claim."""

    tree: tuple
    start: int
    number: Fraction | str | None
    sign: int | None  # position of a sign that only a claimed number may have


class Reader:
    """Read a string from the left; raise `RefusedError` at the first place that is not allowed."""

    def __init__(self, text, syntax, *, has_braced_numbers=False, has_precedence=True):
        self.text = text
        self.precedence = PRECEDENCE if has_precedence else dict.fromkeys(PRECEDENCE, 1)
        self.syntax = syntax
        self.patterns = list(patterns(syntax, has_braced_numbers=has_braced_numbers))
        self.blank = f"[{BLANKS}{WIDE_BLANKS}]" if syntax["unicode"] else f"[{BLANKS}]"
        self.blank += f"|{SPACING}" if syntax["latex"] else ""
        self.at = 0
        self.has_stopped = self.has_box = False
        if syntax["typed"]:
            sizes = rf"\\(?:displaystyle|textstyle|(?:big|Big|bigg|Bigg)[lr]?){WORD_ENDS}"
            self.blank += rf"|{sizes}|~" if syntax["latex"] else ""
            self.undress()
        elif syntax["unicode"]:
            self.at = re.match(f"[{BLANKS}{INVISIBLE}]*", self.text).end()
            end = f"[{INVISIBLE}][{BLANKS}{INVISIBLE}]*$"
            self.text = self.text[: self.at] + re.sub(end, "", self.text[self.at :])
        self.numbers = 0
        self.seen = []  # the symbols read since the side of a claim began
        self.sign = None
        self.equals = None
        self.has_closed = False  # whether the last operand is a bracket or a fraction
        self.has_ended = False  # whether only the surroundings of the whole answer may follow

    def undress(self):
        """Skip the surroundings of the answer: spaces, Markdown, quotes, a full stop, a label."""
        is_fenced = has_label = False
        while True:
            edge = f"[{BLANKS}{INVISIBLE}]*"
            self.at = re.compile(edge).match(self.text, self.at).end()
            # A space after a backslash is part of the command.
            end = rf"(?:(?<!\\)[{BLANKS}]|[{INVISIBLE}])*$"
            inside = re.sub(end, "", self.text[self.at :])
            self.text = self.text[: self.at] + inside
            pair = next((pair for pair in AROUND if is_around(inside, *pair)), None)
            if inside.endswith(".") and not self.has_stopped:
                self.text, self.has_stopped = self.text[:-1], True
            elif is_around(inside, "```", "```") and not is_fenced:
                self.text, is_fenced = self.text[:-3], True
                self.at = re.compile("```(?:[A-Za-z]*(?=[\r\n]))?").match(self.text, self.at).end()
            elif (length := label_length(inside)) and not has_label:
                self.at, has_label = self.at + length, True
            elif pair:
                self.text, self.at = self.text[: -len(pair[1])], self.at + len(pair[0])
            else:
                return

    def next(self, blank=None):
        at = self.at
        while found := re.compile(blank or self.blank).match(self.text, at):
            at = found.end()
        if at == len(self.text):
            return Token("end", "", at, at)
        for kind, pattern in self.patterns:
            if found := re.compile(pattern).match(self.text, at):
                return Token(kind, symbol_of(kind, found[0]), at, found.end())
        raise AssertionError(self.text[at])

    def take(self, token):
        self.at = token.end
        kinds = {"number": "#", "braced": "#", "fraction": r"\frac"}
        self.seen.append(kinds.get(token.kind, token.symbol))

    def refuse(self, blank=None, *, after_operand=False):
        token = self.next(blank)
        if token.kind == "half" and blank is None and not self.has_ended:
            self.at = token.end  # \left is not followed by a bracket
            return self.refuse("(?!)")
        reason = {"unknown": "unknown_symbol", "stop": "unknown_symbol"}.get(token.kind)
        if re.compile(self.blank).match(self.text, token.start):
            reason = None  # a space that is not allowed here
        if token.kind == "forbidden" and after_operand and not self.has_ended:
            reason = "forbidden_operator"
        raise RefusedError(reason or "malformed", token.start)

    # Expressions

    def expression(self, least=1):
        left = self.operand()
        while True:
            symbol, token = self.operator()
            if symbol is None or self.precedence[symbol] < least:
                return left
            if token.kind == "operator":
                self.take(token)
            left = (symbol, token.start, left, self.expression(self.precedence[symbol] + 1))

    def group(self):
        """An expression, or two with TeX's fraction bar between them."""
        left = self.expression()
        token = self.next()
        if token.kind != "over":
            return left
        self.take(token)
        return ("/", token.start, left, self.expression())

    def operator(self):
        """The operator that comes next; one that is not written is a multiplication."""
        token = self.next()
        if token.kind == "operator":
            return token.symbol, token
        is_bracket = opens(token) or token.kind == "fraction"
        joins = is_bracket or (token.kind in ("number", "braced") and self.has_closed)
        is_product = self.syntax["implicit_multiplication"] and joins
        return ("*" if is_product else None), token

    def operand(self):
        token = self.next()
        if token.kind == "operator" and token.symbol in "+-" and self.syntax["unary_sign"]:
            return self.signed()
        if token.kind in ("number", "braced"):
            return self.number(token)
        if token.kind == "fraction":
            return self.fraction(token)
        return self.bracketed(token) if opens(token) else self.refuse()

    def signed(self):
        """Minus signs undo each other, and a plus does nothing."""
        minuses, seen = [], len(self.seen)
        while (token := self.next()).kind == "operator" and token.symbol in "+-":
            minuses += [token.start] if token.symbol == "-" else []
            self.take(token)
        self.seen[seen:] = ["-"] if len(minuses) % 2 else []
        inner = self.operand()
        return ("sign", minuses[-1], "-", inner) if len(minuses) % 2 else inner

    def number(self, token):
        if re.match("0[0-9]", token.symbol):
            raise RefusedError("malformed", token.start)
        self.numbers += 1
        if self.numbers > MAX_NUMBERS:
            raise RefusedError("too_long", token.start)
        self.take(token)
        self.has_closed = False
        try:
            return ("number", token.start, Fraction(re.sub(f"[{BLANKS}}}{{]", "", token.symbol)))
        except ZeroDivisionError:
            raise RefusedError("malformed", token.start) from None

    def bracketed(self, opening):
        self.take(opening)
        inner = self.group()
        closing = self.next()
        if closing.symbol != CLOSING[opening.symbol]:
            self.refuse(after_operand=True)
        self.take(closing)
        self.has_closed = True
        return inner

    def fraction(self, token):
        self.take(token)
        over, under = self.argument(), self.argument()
        self.has_closed = True
        return ("/", token.start, over, under)

    def argument(self):
        """A group in braces, or one digit, even if digits follow."""
        token = self.next(f"[{BLANKS}]")
        if token.kind == "number":
            return self.number(Token("number", token.symbol[0], token.start, token.start + 1))
        if self.text[token.start : token.start + 1] == "{":
            return self.bracketed(Token("bracket", "{", token.start, token.start + 1))
        return self.refuse(f"[{BLANKS}]")

    # All of it: delimiters round an expression, or round a claim

    def whole(self, target):
        """The expression, and the side that claims what it makes, or None."""
        try:
            return self.claim(self.delimited(), target)
        except RefusedError as refused:
            if refused.judged.reason == "too_long" or self.equals is not None or self.sign is None:
                raise
            raise RefusedError("malformed", self.sign) from None

    def delimited(self):
        """The sides of a claim, or the one side that there is."""
        closings = self.openings()
        sides = self.sides()
        may_stop, may_claim = self.syntax["claim"] == "must_hold" and not self.has_stopped, True
        for closing in [*reversed(closings), ""]:  # the symbol of the end is empty
            if self.has_ended and may_claim and self.is_claim_of_box() and len(sides) == 1:
                sides += self.right_sides()
            stop = self.next()
            is_point = len(sides) == 1 and re.match("[0-9.]", self.text[stop.end :])
            if may_stop and stop.kind == "stop" and not is_point:
                self.take(stop)
                self.has_ended, may_stop, may_claim = True, False, False
            if self.next().symbol != closing:
                self.refuse(after_operand=True)
            self.take(self.next())
            self.has_ended = True
        return sides

    def is_claim_of_box(self):
        return self.syntax["typed"] and self.has_box and self.next().kind == "equals"

    def openings(self):
        """The closing delimiters for the opening ones at the start, the outermost first."""
        closings, kinds = [], {"math", "box"}
        while (token := self.next()).kind in kinds and token.symbol in OPENINGS:
            kinds.remove(token.kind)
            closings.append(OPENINGS[token.symbol])
            self.take(token)
            if token.kind == "box":
                self.opening_brace()
        self.has_box = "box" not in kinds
        return closings

    def opening_brace(self):
        token = self.next(f"[{BLANKS}]")
        if self.text[token.start : token.start + 1] != "{":
            self.refuse(f"[{BLANKS}]")
        self.at = token.start + 1  # {3/4} is one token where a number is awaited

    def sides(self):
        return [self.side(), *self.right_sides()]

    def right_sides(self):
        """One side, or several if people type the syntax, unless a box ends the last one."""
        sides = []
        while self.next().kind == "equals" and not (sides and self.has_ended):
            if sides and not self.syntax["typed"]:
                self.refuse()
            sides.append(self.right_side())
        return sides

    def right_side(self):
        self.equals, self.has_ended = self.next().start, False
        self.take(self.next())
        if not self.syntax["typed"] or self.has_box or self.next().kind != "box":
            return self.side()
        self.take(self.next())
        self.has_box = True
        self.opening_brace()
        side = self.side()
        if self.next().symbol != "}":
            self.refuse(after_operand=True)
        self.take(self.next())
        self.has_ended = True
        return side

    def side(self):
        """An expression, optionally with the sign of the claimed number before it."""
        self.seen, sign = [], None
        token = self.next()
        is_claim = self.syntax["claim"] == "must_hold" and not self.syntax["unary_sign"]
        if is_claim and token.symbol == "-":
            self.take(token)
            sign = token.start
            self.sign = sign if self.equals is None else self.sign
        tree = self.group()
        return Side(tree, token.start, self.literal(tree, is_negative=sign is not None), sign)

    def literal(self, tree, *, is_negative):
        """The number of a literal, or None if the side is not a literal; 1/0 is "undefined"."""
        if not re.fullmatch(r"-?(#|#(?:/|\\over)#|\\frac(#|\{-?#\})(#|\{#\}))", "".join(self.seen)):
            return None
        value, _ = evaluated(tree, "rational")
        return "undefined" if value is None else -value if is_negative else value

    def claim(self, sides, target):
        """Both may be the number: the right one is, unless only the left is as the target is."""
        signs = [side.sign for side in sides if side.sign is not None]
        for side in sides:
            if side.sign is not None and (side.number is None or len(sides) == 1):
                raise RefusedError("malformed", side.sign)
        if len(sides) == 1:
            return sides[0].tree, None
        if len(sides) > 2:
            return self.chain(sides, target)
        left, right = sides
        if len(signs) > 1 or left.number == right.number is None:
            raise RefusedError("malformed", self.equals if len(signs) < len(sides) else signs[1])
        is_only_left = is_written(left, target) and not is_written(right, target)
        is_left = left.sign is not None or right.number is None
        is_left = is_left or (is_only_left and right.sign is None)
        says, makes = (left, right) if is_left else (right, left)
        return makes.tree, says

    def chain(self, sides, target):
        """The first member, and the first of the others that is not the target, or the last."""
        if sides[0].sign is not None:
            raise RefusedError("malformed", sides[0].sign)
        if sides[-1].number is None:
            raise RefusedError("malformed", self.equals)
        for side in sides[1:]:
            value, _ = evaluated(side.tree, "rational")
            value = value if side.sign is None else side.number
            if value != target:
                return sides[0].tree, side._replace(number="false")
        return sides[0].tree, sides[-1]


def label_length(text):
    """The length of a label such as `**Answer:**` at the start, or 0."""
    found = re.match(LABEL, text, re.IGNORECASE)
    if found is None:
        return 0
    if found["inside"] or not found["markup"]:
        return found.start("after") if found["inside"] in (found["markup"], "") else 0
    return found.end() if found["after"] == found["markup"] else 0


def is_around(text, opening, closing):
    is_long = len(text) > len(opening) + len(closing)
    return is_long and text.startswith(opening) and text.endswith(closing)


def is_written(side, target):
    """Whether a side is the target in lowest terms: 24 and 1/2, but not 48/2."""
    if side.number != target:
        return False
    parts = [number for number, _ in literals(side.tree)]
    return len(parts) == 1 or parts[1] == target.denominator


def symbol_of(kind, written):
    if kind == "unknown":
        return written
    command = re.fullmatch(rf"(\\left|\\right)[{BLANKS}]*(.+)", written)
    if kind == "bracket" and command:
        return command[1] + MEANING.get(command[2], command[2])
    return MEANING.get(written, written)


def opens(token):
    return token.kind == "bracket" and token.symbol in CLOSING


# Judging ------------------------------------------------------------------------------------------


def check(answer, numbers, target=24, rules=None, syntax=LENIENT):
    numbers, target = [Fraction(number) for number in numbers], Fraction(target)
    if answer is None:
        return Judged("no_answer")
    if not isinstance(answer, str):
        return Judged("malformed")
    if len(answer) > MAX_CHARACTERS:
        return Judged("too_long", None, len(answer))
    try:
        tree, claim = reader_of(answer, numbers, syntax, rules).whole(target)
    except RefusedError as refused:
        return refused.judged
    made = judged(tree, numbers, target, rules, claim=claim)
    if made.reason == "wrong_numbers" and syntax["typed"] and any(map(is_braced, numbers)):
        for other in given_readings(tree):
            found = judged(other, numbers, target, rules, claim=claim)
            if found.reason not in ("wrong_numbers", "forbidden_operator", "malformed"):
                return found
    return made


def reader_of(answer, numbers, syntax, rules):
    return Reader(
        answer,
        syntax,
        has_braced_numbers=any(map(is_braced, numbers)),
        has_precedence=option(rules, "grouping") != "left",
    )


def given_readings(tree):
    """Every way to read signs and fraction bars as parts of numbers; the value is the same."""
    kind, at, *rest = tree
    if kind == "number":
        yield tree
        return
    if kind == "sign":
        for inner in given_readings(rest[1]):
            if inner[0] == "number" and inner[2] >= 0:
                yield ("number", inner[1], -inner[2])
            yield ("sign", at, rest[0], inner)
        return
    for left in given_readings(rest[0]):
        for right in given_readings(rest[1]):
            if kind == "-" and right[0] == "number" and right[2] >= 0:
                yield ("+", at, left, ("number", right[1], -right[2]))
            if kind == "/" and right[0] == "number" and right[2] > 1:
                yield from fractions_of(left, right, at)
            yield (kind, at, left, right)


def fractions_of(left, right, at):
    """A number over another as one number, also where it is the factor at the end of a product."""

    def over(number):
        whole = number[2].denominator == right[2].denominator == 1
        made = Fraction(number[2], right[2])
        return ("number", number[1], made) if whole and made.denominator == right[2] else None

    if left[0] == "number" and (made := over(left)):
        yield made
    if left[0] == "*" and left[3][0] == "number" and left[3][2] > 0 and (made := over(left[3])):
        yield ("*", at, left[2], made)


def parsed(answer, numbers, target, syntax, rules=None):
    """The tree that the answer is, or None where it cannot be read."""
    if not isinstance(answer, str) or len(answer) > MAX_CHARACTERS:
        return None
    numbers = [Fraction(number) for number in numbers]
    try:
        return reader_of(answer, numbers, syntax, rules).whole(Fraction(target))[0]
    except RefusedError:
        return None


def postfix(tree, *, is_negative=False):
    """The numbers and operators, each after its operands; a sign goes into the first number."""
    if tree[0] == "number":
        return (-tree[2] if is_negative else tree[2],)
    if tree[0] == "sign":
        return postfix(tree[3], is_negative=not is_negative)
    turned = {"+": "-", "-": "+"}.get(tree[0], tree[0]) if is_negative else tree[0]
    return (*postfix(tree[2], is_negative=is_negative), *postfix(tree[3]), turned)


def is_braced(number):
    return number < 0 or number.denominator > 1


def judged(tree, numbers, target, rules, *, claim=None):
    value, trouble = evaluated(tree, option(rules, "values"))
    forbidden = [at for kind, at in operators(tree) if kind not in option(rules, "operators")]
    if forbidden:
        return Judged("forbidden_operator", value, min(forbidden))
    misplaced = wrong_grouping(tree, option(rules, "grouping"))
    if misplaced is not None:
        return Judged("malformed", value, misplaced)
    if wrong := wrong_number(list(literals(tree)), numbers, rules):
        return Judged("wrong_numbers", value, *wrong)
    if trouble:
        return Judged(trouble[0], value, trouble[1])
    if value == target and claim is not None and claim.number != target:
        return Judged("false_claim", value, claim.start)
    return Judged("correct" if value == target else "wrong_value", value)


def literals(tree):
    """The numbers and their positions, from left to right."""
    if tree[0] == "number":
        yield tree[2], tree[1]
    for child in tree[2:]:
        if isinstance(child, tuple):
            yield from literals(child)


def operators(tree):
    if tree[0] in PRECEDENCE:
        yield tree[:2]
    for child in tree[2:]:
        if isinstance(child, tuple):
            yield from operators(child)


def wrong_number(used, numbers, rules):
    """The position of the first forbidden number, (None,) if one is missing, or ()."""
    is_all, is_given = option(rules, "use") == "all", option(rules, "order") == "given"
    rest = list(numbers)
    for number, at in used:
        if number not in (rest[:1] if is_given and is_all else rest):
            return (at,)
        place = rest.index(number)
        del rest[0 if is_given else place : place + 1]
    return (None,) if is_all and rest else ()


def unsigned(tree):
    if tree[0] == "number":
        return tree
    if tree[0] == "sign":
        return unsigned(tree[3])
    return (*tree[:2], unsigned(tree[2]), unsigned(tree[3]))


def wrong_grouping(tree, grouping):
    """Where a grouping is wrong, or None: for flat ones an operator, for others the last one."""
    if grouping == "flat":
        return needs_brackets(unsigned(tree))
    if grouping == "left":
        return None if is_from_left(unsigned(tree)) else tree[1]
    is_wrong = grouping == "forth" and shape(unsigned(tree)) not in FORTH_SHAPES
    return tree[1] if is_wrong else None


def needs_brackets(tree):
    """The position of the first operation that cannot be written without brackets."""
    if tree[0] == "number":
        return None
    for child in tree[2:]:
        inside = needs_brackets(child)
        if inside is not None:
            return inside
    for child, least in zip(tree[2:], (PRECEDENCE[tree[0]], PRECEDENCE[tree[0]] + 1), strict=True):
        if child[0] != "number" and PRECEDENCE[child[0]] < least:
            return child[1]
    return None


def is_from_left(tree):
    return tree[0] == "number" or (tree[3][0] == "number" and is_from_left(tree[2]))


FORTH_SHAPES = ((0, (0, (0, 0))), ((0, 0), (0, 0)))


def shape(tree):
    return 0 if tree[0] == "number" else (shape(tree[2]), shape(tree[3]))


def evaluated(tree, values):
    """The value, None where something is divided by zero; the first trouble and its place."""
    if tree[0] == "number":
        return tree[2], None
    if tree[0] == "sign":
        inner, trouble = evaluated(tree[3], values)
        return result(None if inner is None else -inner, trouble, tree[1], values)
    left, trouble = evaluated(tree[2], values)
    right, later = evaluated(tree[3], values)
    trouble = trouble or later
    if left is None or right is None or (tree[0] == "/" and right == 0):
        return None, trouble or ("division_by_zero", tree[1])
    return result(apply(tree[0], left, right), trouble, tree[1], values)


def result(value, trouble, at, values):
    if value is None or trouble or is_allowed(value, values):
        return value, trouble
    return value, ("forbidden_value", at)


# Completions --------------------------------------------------------------------------------------


def extracted(text, extract, *, after_think=False):
    """The answer in a completion and where it begins, or None."""
    start = 0
    if after_think:
        before, found, _ = text.rpartition("</think>")
        if not found:
            return None
        start = len(before) + len(found)
    answer = EXTRACTIONS[extract](text[start:])
    return None if answer is None else (answer[0], answer[1] + start)


def closed_tags(text):
    """The answers in closed tags from left to right; a second opening tag replaces the first."""
    opened = None
    for at in range(len(text)):
        if text.startswith("<answer>", at):
            opened = at + len("<answer>")
        if text.startswith("</answer>", at) and opened is not None:
            yield text[opened:at], opened
            opened = None


def last_answer_tag(text):
    """Empty tags count only if there are no others."""
    tags = [*closed_tags(text)][::-1]
    return next(iter([tag for tag in tags if tag[0].strip(BLANKS)] or tags), None)


def first_answer_tag(text):
    return next(closed_tags(text), None)


def only_answer_tag(text):
    if text.count("<answer>") != 1 or text.count("</answer>") != 1:
        return None
    return first_answer_tag(text)


def boxed(text):
    found = None
    for at in range(len(text)):
        if text.startswith(r"\boxed{", at):
            start = at + len(r"\boxed{")
            end = closing_brace(text, start)
            found = found if end is None else (text[start:end], start)
    return found


def closing_brace(text, at):
    depth = 1
    while at < len(text):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
        at += 2 if text[at] == "\\" else 1
    return None


EXTRACTIONS = {
    "last_answer_tag": last_answer_tag,
    "first_answer_tag": first_answer_tag,
    "only_answer_tag": only_answer_tag,
    "boxed": boxed,
    "whole": lambda text: (text, 0),
}


def verdict(completion, numbers, target, grader):
    """The verdict of a grader; `grader` has rules, syntax, extract and after_think."""
    if isinstance(completion, list):
        completion = last_of_assistant(completion)
    if completion is None:
        return Judged("no_answer")
    if not isinstance(completion, str):
        return Judged("malformed")
    found = extracted(completion, grader["extract"], after_think=grader["after_think"])
    if found is None:
        return Judged("no_answer")
    answer, start = found
    made = check(answer, numbers, target, grader["rules"], grader["syntax"])
    return made if made.position is None else made._replace(position=made.position + start)


def last_of_assistant(messages):
    said = [message.get("content") for message in messages if message.get("role") == "assistant"]
    return said[-1] if said and isinstance(said[-1], str) else None


# Step lists ---------------------------------------------------------------------------------------

GAP = f"[{BLANKS}]*"
GROUPED = f"(?:[1-9][0-9]{{0,2}}(?:,[0-9]{{3}})+(?![0-9])|{NUMBER})"
PLAIN_VALUE = f"-?{GROUPED}(?:/[1-9][0-9]*)?"
OPERAND = rf"(?:{PLAIN_VALUE}|\({GAP}{PLAIN_VALUE}{GAP}\))"
SOURCE = rf"(?:step{GAP}[1-9][0-9]{{0,3}}|number)"
SOURCES = rf"(?:\(from:{GAP}({SOURCE}){GAP},{GAP}({SOURCE}){GAP}\))?{GAP}"
LEFT = rf"(?:\([Ll]eft{GAP}:([-0-9/,(){BLANKS}]*)\){GAP})?"
AFTER_OPERATOR = re.compile(
    rf"{GAP}({OPERAND}){GAP}={GAP}({OPERAND}|undefined){GAP}{SOURCES}{LEFT}"
)
STEP_SIGNS = {"x": "*", "X": "*", "\u00d7": "*", "\u00f7": "/", "\u2212": "-"}
BULLETS = "-*+>\u2022"
NAMED_LABELS = ["steps?", "operations?", "moves?"]
ORDINALS = [
    *("first", "second", "third", "then", "next", "now"),
    *("finally", "lastly", "so", "and"),
]
WORD_OPERATORS = ("plus", "minus", "times", "divided by", "multiplied by")


QUOTED = "'[^']*'|\"[^\"]*\""
QUOTED_LIST = re.compile(
    rf"{GAP}(?:\*\*|__|`|\$)?(?:operations|steps){GAP}:(?:\*\*|__|`|\$)?{GAP}"
    rf"\[{GAP}((?:{QUOTED})(?:{GAP},{GAP}(?:{QUOTED}))*),?{GAP}\]",
    re.IGNORECASE,
)


def check_steps(text, numbers, target=24, rules=None):
    if text is None:
        return Judged("no_answer")
    if not isinstance(text, str):
        return Judged("malformed")
    if len(text) > MAX_CHARACTERS:
        return Judged("too_long")
    parts = [(start, part) for start, part in parts_of(text) if kind_of(part) != "other"]
    mark = next((at for at, (_, part) in enumerate(parts) if kind_of(part) == "answer"), None)
    lines = parts if mark is None else parts[:mark]
    # Each number with the step that made it; 0 is a number of the puzzle.
    table, target = [(Fraction(number), 0) for number in numbers], Fraction(target)
    made = judged_steps(lines, table, target, rules)
    if made.reason in ("correct", "wrong_numbers", "wrong_value") and mark not in (
        None,
        len(parts) - 1,
    ):
        is_bad_step = made.reason == "wrong_numbers" and made.value is None
        return made if is_bad_step else Judged("malformed")
    if not lines and (mark is None or len(table) > 1):
        return Judged("malformed")
    return (
        made
        if made.reason != "correct" or mark is None
        else final(parts[mark], numbers, target, rules)
    )


def parts_of(text):
    """The non-empty parts of an answer: lines, cut at `;` and arrows before `Answer:`.

    A list of quoted steps starts over: what precedes the last one does not count.
    """
    lines = list(lines_of(text))
    for number in reversed(range(len(lines))):
        start, line = lines[number]
        items = QUOTED_LIST.match(line)
        if items:
            for item in re.finditer(QUOTED, items[1]):
                yield start + items.start(1) + item.start() + 1, item[0][1:-1]
            lines = [(start + items.end(), line[items.end() :]), *lines[number + 1 :]]
            break
    for start, line in lines:
        begin = at = 0
        while at <= len(line):
            arrow = re.match(r";|[-=]+>|[\u2192\u21d2]", line[at:])
            if at < len(line) and not arrow:
                at += 1
                continue
            part = line[begin:at]
            if kind_of(line[begin:]) == "answer" and part.strip(BLANKS):
                yield start + begin, line[begin:]
                break
            if part.strip(BLANKS):
                yield start + begin, part
            at += len(arrow[0]) if arrow else 1
            begin = at


def kind_of(part):
    if re.match(rf"{GAP}(\*\*)?(final )?answer{GAP}:", part, re.IGNORECASE):
        return "answer"
    if any(readings(part)):
        return "step"
    return "unreadable" if is_like_a_step(part) else "other"


def is_like_a_step(part):
    """Whether some operation may be in it: two numbers with a sign or a word between them."""
    part = re.sub(f"[{BLANKS}]+", " ", signed(part))
    for match in re.finditer(r"(?<=[0-9)]) ?([-+*xX^%/]+|[a-z ]+) ?(?=[-(0-9])", part):
        word, sides = match[1].strip(), (part[match.start() - 1], part[match.end()])
        if word == "/":
            if " " in match[0] or sides[0] == ")" or sides[1] == "(":
                return True
        elif word in WORD_OPERATORS or (word.strip("-+*xX^%") == "" and word) or word == "//":
            return True
    left, equals, _ = part.partition("=")
    if not equals or not re.search("[0-9]", left):
        return False
    words = re.sub(r"^([A-Za-z ]*[ :])?", "", left).strip(" ()[]").replace(",", " ").split()
    return not all(re.fullmatch(PLAIN_VALUE, word) for word in words)


def signed(part):
    """The part with plain signs, each for one character."""
    part = "".join(" " if unicodedata.category(each) == "Zs" else each for each in part)
    return "".join(each if each in "xX" else STEP_SIGNS.get(each, each) for each in part)


def lines_of(text):
    start = 0
    for line in text.split("\n"):
        yield start, line
        start += len(line) + 1


def final(answer, numbers, target, rules):
    start, line = answer
    before, colon, expression = line.partition(":")
    made = check(expression, numbers, target, rules, LENIENT)
    if made.position is None:
        return made
    return made._replace(position=made.position + start + len(before + colon))


def judged_steps(lines, table, target, rules):
    """Takes the steps on the table, which changes."""
    for start, line in lines:
        made = best_step(line, table, rules)
        if made.reason != "correct":
            return made if made.position is None else made._replace(position=made.position + start)
    if option(rules, "use") == "all" and len(table) > 1:
        return Judged("wrong_numbers", table[-1][0])
    return Judged("correct" if table[-1][0] == target else "wrong_value", table[-1][0])


def best_step(line, table, rules):
    """The reading of a line that goes best is the one that is taken."""
    ways = [taken(way, table, rules) for way in readings(line)]
    if not ways:
        return Judged("unreadable", None, 0)
    order = ("correct", "malformed", "false_claim", "forbidden_value", "division_by_zero")
    rank = {reason: index for index, reason in enumerate(order)}
    best, after = min(ways, key=lambda way: rank.get(way[0].reason, len(rank)))
    table[:] = after
    return best


def readings(line):
    """Every way to read a line as a step: `8/3/3 = 8/9` has two."""
    line = signed(line)
    stops = {len(line)} | {
        len(body) - 1 for body in [line.rstrip(BLANKS)] if body[-1:] in (".", ",")
    }
    for start in starts_of(line):
        for at in range(start, len(line)):
            symbol = STEP_SIGNS.get(line[at], line[at])
            left = re.fullmatch(f"{GAP}({OPERAND}){GAP}", line[start:at])
            for stop in stops if symbol in PRECEDENCE and left else ():
                right = AFTER_OPERATOR.fullmatch(line, at + 1, stop)
                if right and (right[5] is None or lists_of(right[5])):
                    yield symbol, left[1], right


def starts_of(line):
    """Where a step may begin: at the start, after a bullet, after a label."""
    bullet = re.match(f"{GAP}[{re.escape(BULLETS)}][{BLANKS}]", line)
    starts = [0, bullet.end()] if bullet else [0]
    labels = (
        rf"(?:{'|'.join(NAMED_LABELS)}){GAP}(?:[0-9]{{1,3}}{GAP})?[:.),-]",
        rf"(?:{'|'.join(ORDINALS)})(?![A-Za-z0-9_])[:,]?",
        rf"\(?[0-9]{{1,3}}[.):](?=[{BLANKS}*])",
    )
    found = [
        re.compile(rf"{GAP}(?:\*\*)?(?:{label})(?:\*\*)?", re.IGNORECASE).match(line, start)
        for start in starts
        for label in labels
    ]
    return starts + [match.end() for match in found if match]


def lists_of(text):
    """The lists of numbers that `(left: ...)` can mean: commas separate numbers or thousands."""
    lists = []
    for separators in (f"[{BLANKS},]+", f"[{BLANKS}]+|,(?![0-9]{{3}}(?![0-9]))"):
        words = [word for word in re.split(separators, text) if word]
        if all(re.fullmatch(OPERAND, word) for word in words):
            lists.append([value_of_text(word) for word in words])
    return lists


def value_of_text(text):
    return Fraction(text.strip(BLANKS + "()").replace(",", ""))


def taken(way, table, rules):
    """The verdict on a step, and the table after it."""
    symbol, left, match = way
    right, says, left_source, right_source, left_over = match.groups()
    left, right = value_of_text(left), value_of_text(right)
    if symbol not in option(rules, "operators"):
        return Judged("forbidden_operator"), table
    if Counter([left, right]) - Counter(value for value, _ in table):
        return Judged("wrong_numbers"), table
    if symbol == "/" and right == 0:
        return Judged("division_by_zero"), table
    value = apply(symbol, left, right)
    if says == "undefined" or value != value_of_text(says):
        return Judged("false_claim", None, match.start(2)), table
    after = without_operands(table, (right, right_source), (left, left_source))
    step = 1 + max(made for _, made in table)
    return Judged(reason_of_step(after, value, left_over, rules)), [*(after or []), (value, step)]


def without_operands(table, *operands):
    """The table without the operands, each the last number that fits; None if one does not."""
    after = list(table)
    for value, source in operands:
        fits = [made for made in after if made[0] == value and is_source(made[1], source)]
        if not fits:
            return None
        after.reverse()
        after.remove(fits[-1])
        after.reverse()
    return after


def is_source(step, named):
    if named is None:
        return True
    return step == (0 if named == "number" else int(named[4:]))


def reason_of_step(after, value, left_over, rules):
    """The verdict on a true step that leaves these numbers and its value."""
    if not is_allowed(value, option(rules, "values")):
        return "forbidden_value"
    if after is None:
        return "malformed"
    table = [*(value for value, _ in after), value]
    return "correct" if left_over is None or is_table(left_over, table) else "malformed"


def is_table(text, table):
    return any(Counter(words) == Counter(table) for words in lists_of(text))
