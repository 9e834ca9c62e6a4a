"""`check_steps`: judges answers in steps, as in Tree of Thoughts and Stream of Search."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from facevalue import _core
from facevalue.cards import pattern
from facevalue.errors import RuleError, quoted, shortened
from facevalue.options import MAX_DIGITS
from facevalue.puzzle.judge.check import check
from facevalue.puzzle.judge.reason import Reason
from facevalue.puzzle.judge.step_reader import (
    A_STEP,
    ANSWER,
    OPERATORS,
    OTHER,
    StepLine,
    operand_pattern,
    read_step_lines,
)
from facevalue.puzzle.judge.verdict import (
    Verdict,
    value_text,
)
from facevalue.puzzle.model.core_rules import core_rules
from facevalue.puzzle.model.numbers import BLANKS, NumberLike, NumbersLike, number_text
from facevalue.puzzle.model.operations import OPERATIONS
from facevalue.puzzle.model.rules import Rules, RulesLike
from facevalue.puzzle.model.spelling import read_puzzle
from facevalue.puzzle.notation.expression import expression_of
from facevalue.puzzle.notation.notations import MAX_CHARACTERS
from facevalue.puzzle.notation.parsing import Postfix, place_of
from facevalue.puzzle.notation.steps import UNDEFINED, named_sources
from facevalue.puzzle.notation.syntax import SYNTAXES, Syntax, SyntaxLike, syntax_named

Flaw: TypeAlias = tuple[Reason, int, str]  # a place in the text, and what is wrong there
# A value in lowest terms. Hashing and comparing it is ten times as fast as for a fraction.
Ratio: TypeAlias = tuple[int, int]


def check_steps(
    answer: object,
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: RulesLike = "classic",
    *,
    syntax: SyntaxLike = "lenient",
) -> Verdict:
    r"""Check whether a list of steps makes the target, with a true result in every step.

    A step is a line `a op b = c`, which replaces two of the numbers by their result. The line may
    end with `(from: step 1, number)`, as `Expression.steps` writes it if an operand could be a
    result or a number, and with `(left: ...)`, which lists the numbers that remain. Steps may also
    be separated by `;` or arrows. Numbering, bullets and signs such as `×` are read. Headings and
    other lines that are not steps are skipped; the message counts them. A list such as `OPERATIONS:
    ['8*3=24']` contains the steps: everything before the last such list is skipped. A last line
    `Answer: expression = target` may follow; `check` judges its expression.

    A step with a wrong result is `false_claim`; a wrong `(from: ...)` or `(left: ...)` is
    `malformed`. A line that looks like a step but cannot be read, such as `2 ** 3 = 8`, is
    `unreadable`. No string raises an error.

    Args:
        answer: the steps, one per line.
        numbers: the numbers of the puzzle, as for `check`.
        target: the number to make; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        syntax: what the expression after `Answer:` may use, by name or as a `Syntax`. Steps are
            read in the same way under every syntax; with `decimals` they may also contain `2.5`.

    Raises:
        NotationError: one of the numbers, or the target, is not a number.
        RuleError: no numbers, unknown rules or syntax, or rules that join numbers or
            allow functions such as powers.
        LimitError: more than 1000 numbers, or one with more than 4300 digits.

    >>> check_steps("8 / 3 = 8/3\n3 - 8/3 = 1/3\n8 / (1/3) = 24", [3, 3, 8, 8]).correct
    True
    >>> check_steps("4 * 6 = 24 (left: 24)", [4, 4, 6, 8]).reason
    <Reason.MALFORMED: 'malformed'>
    """
    exact_numbers, exact_target, exact_rules = read_puzzle(numbers, target, rules, any_size=True)
    exact_rules.need_no_functions()
    if exact_rules.join:
        raise RuleError(
            f"steps cannot join numbers as {quoted(exact_rules.name)} allows; check an expression"
        )
    left = NumbersLeft(exact_numbers, exact_rules, syntax_named(syntax))
    if not isinstance(answer, str):
        # `check` says that it must be a string.
        return check(answer, exact_numbers, exact_target, exact_rules)
    if len(answer) > MAX_CHARACTERS:
        what = f"expected up to {MAX_CHARACTERS} characters"
        return _flaw_verdict((Reason.TOO_LONG, len(answer), what), answer)
    final_line, skipped, flaw = left.take_all(answer)
    verdict = left.verdict(exact_target) if flaw is None else _flaw_verdict(flaw, answer)
    if verdict and final_line is not None:
        assert final_line.match is not None  # noqa: S101 - of the mark of the answer
        start, end = final_line.match.end(), final_line.end
        final = check(answer[start:end], exact_numbers, exact_target, exact_rules, syntax=syntax)
        position = None if final.position is None else final.position + start
        verdict = Verdict(final.reason, final.value, final.expression, position, final.message)
    if not skipped:
        return verdict
    lines = "1 line that is not a step" if skipped == 1 else f"{skipped} lines that are not steps"
    return verdict.replace(message=f"{verdict.message} (skipped {lines})")


def _flaw_verdict(flaw: Flaw, text: str) -> Verdict:
    reason, position, what = flaw
    message = f"{what} {place_of(text, position)}: {quoted(text)}"
    return Verdict(reason, position=position, message=message)


class _Step:
    """A reading of a line: split at one operator. `8/3/3 = 8/9` has two readings."""

    __slots__ = (
        *("claim", "left", "left_lists", "match", "operator"),
        *("position", "ratios", "result", "right", "sources"),
    )

    def __init__(self, match: re.Match[str], position: int, syntax: Syntax) -> None:
        line, (first, last) = match.string, match.span("operation")
        self.match, self.position, self.operator = match, position, OPERATORS[line[position]]
        self.left, self.right = _value(line[first:position]), _value(line[position + 1 : last])
        self.ratios = self.left.as_integer_ratio(), self.right.as_integer_ratio()
        self.result = OPERATIONS[self.operator].apply(self.left, self.right)
        self.claim = None if match["result"] == UNDEFINED else _value(match["result"])
        self.sources = named_sources(match)
        self.left_lists = _left_lists(match["left"], syntax)


class NumbersLeft:
    """The numbers that are left after each step, with the expressions that made them."""

    def __init__(
        self, numbers: Sequence[Fraction], rules: Rules, syntax: Syntax = SYNTAXES["lenient"]
    ) -> None:
        self.numbers, self.rules, self.syntax = numbers, rules, syntax
        self.steps = 0
        self.last = numbers[-1]
        self.used: list[Fraction] = []
        self.made: list[Fraction] = []
        # For each value, pairs of the step that made it, 0 for a number of the puzzle, and its
        # expression.
        self.trees: dict[Ratio, list[tuple[int, Postfix]]] = {}
        for number in numbers:
            self.trees.setdefault(number.as_integer_ratio(), []).append((0, (number,)))

    def ratios(self) -> list[Ratio]:
        """Return the values that are left, equal ones next to each other."""
        return [ratio for ratio, trees in self.trees.items() for _ in trees]

    def values(self) -> list[Fraction]:
        """Return the values that are left, equal ones next to each other."""
        return [Fraction(*ratio) for ratio in self.ratios()]

    def has(self, step: _Step) -> bool:
        """Return whether both numbers of a step are left."""
        left, right = step.ratios
        return len(self.trees.get(left, ())) > (left == right) and bool(self.trees.get(right))

    def take(self, line: StepLine) -> Flaw | None:
        """Apply a step; return what is wrong with it, or None."""
        match = line.match
        if match is None:
            return Reason.UNREADABLE, line.start, f"expected {A_STEP}"
        runs = pattern("[0-9,]+").findall(match[0]) if len(match[0]) > MAX_DIGITS else []
        if any(len(run.replace(",", "")) > MAX_DIGITS for run in runs):
            return Reason.TOO_LONG, line.start, f"expected numbers with up to {MAX_DIGITS} digits"
        readings = [_Step(match, cut, self.syntax) for cut in _cuts(match, self.syntax)]
        step = max(readings, key=self.fitness) if len(readings) > 1 else readings[0]
        if flaw := self.flaw(step):
            return flaw
        left_source, right_source = step.sources or (None, None)
        right = self.remove(step.ratios[1], right_source)
        left = self.remove(step.ratios[0], left_source)
        assert step.claim is not None  # noqa: S101 - otherwise the step has a flaw
        self.steps += 1
        self.used += step.left, step.right
        self.last = step.claim
        self.made.append(self.last)
        tree = (*left, *right, step.operator)
        self.trees.setdefault(self.last.as_integer_ratio(), []).append((self.steps, tree))
        return None

    def take_all(self, answer_text: str) -> tuple[StepLine | None, int, Flaw | None]:
        """Apply all steps; return the line with the answer, how many were skipped, and any flaw."""
        answer, skipped = None, 0
        for line in read_step_lines(answer_text, decimals=self.syntax.decimals):
            flaw = None
            if line.kind == OTHER:
                skipped += 1
            elif answer is not None:
                flaw = Reason.MALFORMED, line.start, "the line with the answer must be the last one"
            elif line.kind == ANSWER:
                answer = line
            else:
                flaw = self.take(line)
            if flaw is not None:
                return answer, skipped, flaw
        flaw = None
        if not self.steps and (answer is None or len(self.numbers) > 1):
            position = 0 if answer else len(answer_text)
            flaw = Reason.MALFORMED, position, f"expected {A_STEP}"
        return answer, skipped, flaw

    def fitness(self, step: _Step) -> tuple[bool, bool, bool]:
        """Return how well a reading of a line fits; the best reading is used."""
        has, is_true = self.has(step), step.result == step.claim
        return has, is_true, has and self.is_left(step) and self.has_sources(step)

    def has_sources(self, step: _Step) -> bool:
        """Return whether `(from: ...)` is missing or names unused steps that made the numbers."""
        if step.sources is None:
            return True
        named = Counter(zip(step.ratios, step.sources, strict=True))
        return all(
            sum(made == source for made, _ in self.trees.get(ratio, ())) >= times
            for (ratio, source), times in named.items()
        )

    def is_left(self, step: _Step) -> bool:
        """Return whether `(left: ...)` is missing or lists exactly the numbers that are left."""
        if step.left_lists is None:
            return True
        if step.claim is None:
            return False
        after = self.ratios()
        for ratio in step.ratios:
            after.remove(ratio)
        after.append(step.claim.as_integer_ratio())
        return sorted(after) in step.left_lists

    def flaw(self, step: _Step) -> Flaw | None:  # noqa: PLR0911 - one return per flaw
        """Return what is wrong with a step, or None if it is right."""
        if step.operator not in self.rules.operators:
            return (
                Reason.FORBIDDEN_OPERATOR,
                step.position,
                _core.forbidden_operator(core_rules(self.rules)),
            )
        if not self.has(step):
            start = step.match.start("operation")
            return (
                Reason.WRONG_NUMBERS,
                start,
                self.describe_use([step.left, step.right], needs_all=False),
            )
        if step.result is None:
            return Reason.DIVISION_BY_ZERO, step.position, "division by zero"
        position, shown = step.match.start("result"), value_text(step.result)
        if step.result != step.claim:
            return Reason.FALSE_CLAIM, position, f"the result is {shown}"
        if not self.rules.allows(step.result):
            return (
                Reason.FORBIDDEN_VALUE,
                position,
                _core.forbidden_value(shown, core_rules(self.rules)),
            )
        if not self.has_sources(step):
            what = "(from: ...) must name steps and numbers with these values that are not used yet"
            return Reason.MALFORMED, step.match.start("left_source"), what
        if not self.is_left(step):
            what = "(left: ...) must list all numbers that are left"
            return Reason.MALFORMED, step.match.start("left"), what
        return None

    def remove(self, ratio: Ratio, source: int | None) -> Postfix:
        """Remove a value, made by the step `source` if that is known; return its expression."""
        trees = self.trees[ratio]
        index = -1
        if source is not None:
            index = max(i for i, (made, _) in enumerate(trees) if made == source)
        return trees.pop(index)[1]

    def describe_use(self, numbers: Iterable[Fraction], *, needs_all: bool) -> str:
        """Describe what is wrong with the numbers that the steps use, the last being `numbers`."""
        used, numbers_given, made = (
            list(map(number_text, values))
            for values in ((*self.used, *numbers), self.numbers, self.made)
        )
        return _core.describe_numbers(used, numbers_given, made, needs_all)

    def verdict(self, target: Fraction) -> Verdict:
        """Return the verdict after the last step."""
        expression = expression_of(self.trees[self.last.as_integer_ratio()][-1][1])
        if len(self.ratios()) > 1 and self.rules.use == "all":
            message = self.describe_use([self.last], needs_all=True)
            return Verdict(Reason.WRONG_NUMBERS, self.last, expression, message=message)
        if self.last != target:
            message = f"the steps make {value_text(self.last)}, not {value_text(target)}"
            return Verdict(Reason.WRONG_VALUE, self.last, expression, message=message)
        message = f"{shortened(str(expression))} = {value_text(target)}"
        return Verdict(Reason.CORRECT, self.last, expression, message=message)


@lru_cache(maxsize=256)  # most values are in several lines
def _value(text: str) -> Fraction:
    """Return the value of an operand or a result: `8/3`, `(8/3)` or `1,000`."""
    return Fraction(text.strip(f"{BLANKS}()").replace(",", ""))


def _left_lists(named: str | None, syntax: Syntax) -> list[list[Ratio]] | None:
    """Return the possible meanings of `(left: ...)`, sorted: `6,400` may be one number or two."""
    if named is None:
        return None
    value = pattern(operand_pattern(syntax.decimals))
    separators = (f"[{BLANKS},]+", f"[{BLANKS}]+|,(?![0-9]{{3}}(?![0-9]))[{BLANKS}]*")
    lists = []
    for separator in separators if "," in named else separators[:1]:
        words = list(filter(None, pattern(separator).split(named)))
        if all(map(value.fullmatch, words)):
            lists.append(sorted([_value(word).as_integer_ratio() for word in words]))
    return lists


def _cuts(match: re.Match[str], syntax: Syntax) -> list[int]:
    """Return the positions of the operators with a value on both sides."""
    line, (first, last) = match.string, match.span("operation")
    cuts = [position for position in range(first, last) if line[position] in OPERATORS]
    if len(cuts) == 1:
        return cuts
    value = pattern(operand_pattern(syntax.decimals))
    return [
        position
        for position in cuts
        if value.fullmatch(line[first:position].strip(BLANKS))
        and value.fullmatch(line[position + 1 : last].strip(BLANKS))
    ]
