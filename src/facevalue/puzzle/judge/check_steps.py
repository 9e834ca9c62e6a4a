"""Judging answers that are told step by step, as in Tree of Thoughts and Stream of Search."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache

from facevalue.errors import quoted, shortened
from facevalue.puzzle.judge.check import check
from facevalue.puzzle.judge.verdict import Verdict, value_text
from facevalue.puzzle.model.numbers import BLANKS, WHOLE, parse_number, parse_numbers
from facevalue.puzzle.model.rules import MOST_DIGITS, OPERATION, VALUES, Rules, rules_named
from facevalue.puzzle.notation.evaluation import Reason
from facevalue.puzzle.notation.expression import expression_of
from facevalue.puzzle.notation.notations import MOST_CHARACTERS
from facevalue.puzzle.notation.parsing import place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
    from facevalue.puzzle.notation.parsing import Postfix

    Flaw: TypeAlias = tuple[Reason, int, str]  # a place in the line, and what was expected there

A_STEP = "a step such as '5 / 6 = 5/6 (left: 2 5/6 6)'"
_GAP = f"[{BLANKS}]*"
_VALUE = f"-?{WHOLE}(?:/[1-9][0-9]*)?"


def check_steps(
    text: object,
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: str | Rules = "classic",
) -> Verdict:
    r"""Whether a list of steps makes the target, each step exactly what it says.

    A step is a line `a op b = c`, after which `(left: ...)` may tell what is on the table then: at
    first the numbers, and after each step its result in place of its operands. A last line `Answer:
    expression = target` may follow. A wrong result of a step is `false_claim`, a `left` that is not
    the table is `malformed`. Never raises for any text.

    Raises:
        NotationError: one of the numbers, or the target, is no number.
        RuleError: no numbers, or unknown rules.
        LimitError: more than 1000 numbers, or one of more than 4300 digits.

    >>> check_steps("8 / 3 = 8/3\n3 - 8/3 = 1/3\n8 / 1/3 = 24", [3, 3, 8, 8]).correct
    True
    >>> check_steps("4 * 6 = 24 (left: 24)", [4, 4, 6, 8]).reason
    <Reason.MALFORMED: 'malformed'>
    """
    game = rules_named(rules)
    goal = Fraction(game.target) if target is None else parse_number(target, any_size=True)
    table = Table(parse_numbers(numbers, any_size=True), game)
    if not isinstance(text, str):
        return check(text, table.numbers, goal, game)  # which says what is no text
    if len(text) > MOST_CHARACTERS:
        return _flawed(Reason.TOO_LONG, f"up to {MOST_CHARACTERS} characters", text, len(text))
    return _judged(text, table, goal)


def _judged(text: str, table: Table, goal: Fraction) -> Verdict:
    lines = step_lines(text)
    for line, start in lines:
        last = answer_mark(line)
        flaw = None if last else table.take(line)
        if flaw is not None:
            reason, place, what = flaw
            return _flawed(reason, what, text, start + place)
        if last:
            following = next(lines, None)
            if following:
                return _flawed(Reason.MALFORMED, "nothing more", text, following[1])
            return _finished(text, table, goal, (line[last.end() :], start + last.end()))
    return _finished(text, table, goal, None)


def step_lines(text: str) -> Iterator[tuple[str, int]]:
    """The lines that are not blank, and where they begin."""
    matches = _line_pattern().finditer(text)
    return ((match[0], match.start()) for match in matches if match[0].strip(BLANKS))


def answer_mark(line: str) -> re.Match[str] | None:
    """What a line that tells the answer begins with."""
    return _answer_pattern().match(line)


def _finished(text: str, table: Table, goal: Fraction, answer: tuple[str, int] | None) -> Verdict:
    """The verdict after all steps, and after the answer line if there is one."""
    if not table.steps and (answer is None or len(table.numbers) > 1):
        return _flawed(Reason.MALFORMED, A_STEP, text, 0 if answer else len(text))
    made = table.verdict(goal)
    if not made or answer is None:
        return made
    final = check(answer[0], table.numbers, goal, table.rules)
    place = None if final.position is None else final.position + answer[1]
    return Verdict(final.reason, final.value, final.expression, place, final.message)


def _flawed(reason: Reason, what: str, text: str, position: int) -> Verdict:
    message = f"expected {what} {place_of(text, position)}: {quoted(text)}"
    return Verdict(reason, position=position, message=message)


class _Step:
    """A line, cut at one of its operators: `8/3/3 = 8/9` can be cut at two."""

    __slots__ = ("left", "left_place", "match", "operator", "place", "result", "right")

    def __init__(self, match: re.Match[str], place: int) -> None:
        line = match.string
        self.match, self.place, self.operator = match, place, line[place]
        left, right = (
            line[match.start("operation") : place],
            line[place + 1 : match.end("operation")],
        )
        self.left, self.right = Fraction(left.strip(BLANKS)), Fraction(right.strip(BLANKS))
        self.result = Fraction(match["result"])


class Table:
    """The values on the table, each with the expression that made it."""

    def __init__(self, numbers: Sequence[Fraction], rules: Rules) -> None:
        self.numbers, self.rules = numbers, rules
        self.steps = 0
        self.last = numbers[-1]
        self.trees: dict[Fraction, list[Postfix]] = {}
        for number in numbers:
            self.trees.setdefault(number, []).append((number,))

    def values(self) -> Counter[Fraction]:
        """The values as a multiset."""
        return Counter({value: len(trees) for value, trees in self.trees.items()})

    def has(self, step: _Step) -> bool:
        """Whether both operands are there."""
        return not Counter((step.left, step.right)) - self.values()

    def take(self, line: str) -> Flaw | None:
        """Takes a step; tells what is wrong with it, if anything."""
        match = _step_pattern().fullmatch(line)
        if match is None:
            return Reason.MALFORMED, 0, A_STEP
        if max(map(len, re.findall("[0-9]+", line))) > MOST_DIGITS:
            return Reason.TOO_LONG, 0, f"numbers of up to {MOST_DIGITS} digits"
        steps = [_Step(match, place) for place in _cuts(match)]
        step = max(steps, key=self.fitness)
        flaw = self.flaw(step)
        if flaw is None:
            self.put(step)
        return flaw

    def fitness(self, step: _Step) -> tuple[bool, bool, bool]:
        """Of several ways to read a line the greatest is meant."""
        is_true = OPERATION[step.operator].apply(step.left, step.right) == step.result
        return self.has(step), is_true, self.is_left(step)

    def is_left(self, step: _Step) -> bool:
        """Whether the line tells what the step leaves on the table, if it tells anything."""
        told = step.match["left"]
        if told is None:
            return True
        words = [word for word in re.split(f"[{BLANKS}]+", told) if word]
        if not all(map(_value_pattern().fullmatch, words)):
            return False
        after = self.values() - Counter((step.left, step.right)) + Counter([step.result])
        return Counter(map(Fraction, words)) == after

    def flaw(self, step: _Step) -> Flaw | None:
        """What is wrong with a step, if anything."""
        if step.operator not in self.rules.operators:
            operators = " ".join(self.rules.operators)
            return Reason.FORBIDDEN_OPERATOR, step.place, f"only the operators {operators}"
        if not self.has(step):
            start = step.match.start("operation")
            return Reason.WRONG_NUMBERS, start, "two values of the table"
        result = OPERATION[step.operator].apply(step.left, step.right)
        if result is None:
            return Reason.DIVISION_BY_ZERO, step.place, "a divisor other than 0"
        return self.false_result(step, result)

    def false_result(self, step: _Step, result: Fraction) -> Flaw | None:
        """What is wrong with what a step says that it makes and leaves, if anything."""
        allowed, place = VALUES[self.rules.values], step.match.start("result")
        if result != step.result:
            return Reason.FALSE_CLAIM, place, f"the true result {value_text(result)}"
        if result not in allowed:
            return Reason.FORBIDDEN_VALUE, place, f"a result among {allowed.summary}"
        if not self.is_left(step):
            return Reason.MALFORMED, step.match.start("left"), "all values that are left"
        return None

    def put(self, step: _Step) -> None:
        """Puts the result in place of the operands."""
        right, left = self.trees[step.right].pop(), self.trees[step.left].pop()
        self.trees.setdefault(step.result, []).append((*left, *right, step.operator))
        self.steps += 1
        self.last = step.result

    def verdict(self, goal: Fraction) -> Verdict:
        """What is to be said after the last step."""
        expression = expression_of(self.trees[self.last][-1])
        left_over = +self.values() - Counter([self.last])
        if left_over and self.rules.use == "all":
            shown_left = " ".join(map(value_text, left_over.elements()))
            message = f"expected every number to be used: {shown_left} left over"
            return Verdict(Reason.WRONG_NUMBERS, self.last, expression, message=message)
        if self.last != goal:
            message = f"expected {value_text(goal)}: {value_text(self.last)} is made"
            return Verdict(Reason.WRONG_VALUE, self.last, expression, message=message)
        message = f"{shortened(str(expression))} = {value_text(goal)}"
        return Verdict(Reason.CORRECT, self.last, expression, message=message)


def _cuts(match: re.Match[str]) -> list[int]:
    """The places of the operators that have a value on either side."""
    first, last = match.span("operation")
    value = _value_pattern()
    cuts = []
    for place in range(first, last):
        if match.string[place] in OPERATION:
            sides = match.string[first:place], match.string[place + 1 : last]
            if all(value.fullmatch(side.strip(BLANKS)) for side in sides):
                cuts.append(place)
    return cuts


@cache
def _line_pattern() -> re.Pattern[str]:
    return re.compile(r"[^\n]+")


@cache
def _answer_pattern() -> re.Pattern[str]:
    return re.compile(f"{_GAP}Answer{_GAP}:")


@cache
def _value_pattern() -> re.Pattern[str]:
    return re.compile(_VALUE)


@cache
def _step_pattern() -> re.Pattern[str]:
    operators = "".join(map(re.escape, OPERATION))
    operation = f"(?P<operation>{_VALUE}{_GAP}[{operators}]{_GAP}{_VALUE})"
    left = rf"(?:\(left:(?P<left>[^()]*+)\){_GAP})?"
    return re.compile(f"{_GAP}{operation}{_GAP}={_GAP}(?P<result>{_VALUE}){_GAP}{left}")
