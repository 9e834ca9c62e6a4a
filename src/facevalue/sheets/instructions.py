"""What a sheet tells pupils: the rules of its game, in their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facevalue import NOTATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from facevalue import Rules
    from facevalue.sheets.selection import Sheet

ANSWERS = "One way to solve each puzzle. The number in brackets says how many different ways exist."
_USES: Mapping[str, str] = {
    "all": "Use every number exactly once",
    "any": "Use each number once at most; you may leave numbers out",
}
_DOING: Mapping[str, str] = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}
_GROUPINGS: Mapping[str, str] = {
    "any": "Brackets are allowed",
    "orders": "Brackets are allowed",
    "flat": "No brackets: × and ÷ come before + and −",
    "left": "No brackets: work from left to right",
    "forth": "Put brackets around two and two numbers, or around the last two and the last three",
}
_VALUES: Mapping[str, str] = {
    "rational": "Fractions on the way are fine",
    "nonnegative": "No step may give a number below 0",
    "integer": "No step may give a fraction",
    "natural": "No step may give a fraction or a number below 0",
    "positive": "No step may give a fraction, 0 or a number below 0",
}


def how_to_play(sheet: Sheet) -> str:
    """The instruction at the head of a page.

    >>> from facevalue.sheets import sheet
    >>> print(how_to_play(sheet("whole", count=1, seed=1)))  # doctest: +ELLIPSIS
    Use every number exactly once. You may add, subtract, multiply and divide (+ − × ÷). ...
    """
    return ". ".join(_sentences(sheet)) + "."


def target_of(sheet: Sheet) -> str | None:
    """The target, if all puzzles of a sheet have the same."""
    targets = {str(deal.target) for _, deals in sheet.sections for deal in deals}
    return targets.pop() if len(targets) == 1 else None


def _sentences(sheet: Sheet) -> Iterator[str]:
    rules, target = sheet.rules, target_of(sheet)
    yield _USES[rules.use]
    if rules.order == "given":
        yield "Keep the numbers in this order"
    yield _operations(rules)
    yield _GROUPINGS[rules.grouping]
    yield _VALUES[rules.values]
    yield f"Each answer is {target}" if target else "The answer stands at the end of each line"
    if any(deal.cards for _, deals in sheet.sections for deal in deals):
        yield "Ace is 1, jack 11, queen 12, king 13"


def _operations(rules: Rules) -> str:
    *others, last = (_DOING[symbol] for symbol in rules.operators)
    signs = " ".join(NOTATIONS["unicode"].spelling(symbol) for symbol in rules.operators)
    doing = f"{', '.join(others)} and {last}" if others else last
    return f"You may {doing} ({signs})"
