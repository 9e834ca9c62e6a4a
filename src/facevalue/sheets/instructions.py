"""The instructions of a sheet: the rules of its game in words for pupils."""

from __future__ import annotations

from collections.abc import Mapping

from facevalue import NOTATIONS
from facevalue.sheets.selection import Sheet

ANSWERS = (
    "One way to solve each puzzle. The number in brackets is the number of different solutions."
)
_USES: Mapping[str, str] = {
    "all": "Use every number exactly once",
    "any": "Use each number at most once; you may leave numbers out",
}
_DOING: Mapping[str, str] = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}
_GROUPINGS: Mapping[str, str] = {
    "any": "Brackets are allowed",
    "orders": "Brackets are allowed",
    "flat": "No brackets: × and ÷ come before + and −",
    "left": "No brackets: work from left to right",
    "forth": "Put brackets around the first two and the last two numbers, "
    "or around the last two and the last three",
}
_VALUES: Mapping[str, str] = {
    "rational": "Fractions are fine along the way",
    "nonnegative": "No step may give a number below 0",
    "integer": "No step may give a fraction",
    "natural": "No step may give a fraction or a number below 0",
    "positive": "No step may give a fraction, 0 or a number below 0",
}


def how_to_play(sheet: Sheet) -> str:
    """Return the instructions at the top of a page.

    >>> from facevalue.sheets import sheet
    >>> print(how_to_play(sheet("whole", count=1, seed=1)))  # doctest: +ELLIPSIS
    Use every number exactly once. You may add, subtract, multiply and divide (+ − × ÷). ...
    """
    rules, target = sheet.rules, target_of(sheet)
    *first, last = (_DOING[symbol] for symbol in rules.operators)
    operations = f"{', '.join(first)} and {last}" if first else last
    signs = " ".join(NOTATIONS["unicode"].spelling(symbol) for symbol in rules.operators)
    has_cards = any(puzzle.cards for _, puzzles in sheet.sections for puzzle in puzzles)
    ace, jack, queen, king = (rules.card_values[rank] for rank in "AJQK")
    sentences = (
        _USES[rules.use],
        "Keep the numbers in this order" if rules.order == "given" else "",
        rules.joined_summary.removesuffix("."),
        f"You may {operations} ({signs})",
        rules.functions_summary.removesuffix("."),
        _GROUPINGS[rules.grouping],
        _VALUES[rules.values],
        f"Every step must give a number {rules.results_range}" if rules.largest else "",
        f"Each answer is {target}" if target else "The answer is at the end of each line",
        f"Ace is {ace}, jack {jack}, queen {queen}, king {king}" if has_cards else "",
    )
    return ". ".join(filter(None, sentences)) + "."


def target_of(sheet: Sheet) -> str | None:
    """Return the target, if all puzzles of a sheet have the same; else None."""
    targets = {str(deal.target) for _, deals in sheet.sections for deal in deals}
    return targets.pop() if len(targets) == 1 else None
