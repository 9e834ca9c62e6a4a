"""Does an expression follow the rules of a game?"""

from __future__ import annotations

from collections import Counter

from facevalue.puzzle.rules import VALUES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from facevalue.puzzle.expression import Expression
    from facevalue.puzzle.rules import Rules


def follows(expression: Expression, numbers: Sequence[Fraction], rules: Rules) -> bool:
    """Whether the rules let one write the expression with these numbers, whatever its value.

    >>> from facevalue.puzzle.expression import Expression
    >>> from facevalue.puzzle.rules import RULES
    >>> follows(Expression.parse("8/(3-8/3)"), [8, 8, 3, 3], RULES["whole"])
    False
    """
    return (
        _uses(expression, numbers, rules)
        and all(item in rules.operators for item in expression.postfix if isinstance(item, str))
        and _is_grouped(expression, rules.grouping)
        and all(value is not None and value in VALUES[rules.values] for value in expression.results)
    )


def _uses(expression: Expression, numbers: Sequence[Fraction], rules: Rules) -> bool:
    used = expression.numbers
    if rules.order == "given":
        left = iter(numbers)
        in_order = all(number in left for number in used)  # each is looked for after the last
        return in_order and (rules.use == "any" or len(used) == len(numbers))
    if rules.use == "any":
        return Counter(used) <= Counter(numbers)
    return Counter(used) == Counter(numbers)


def _is_grouped(expression: Expression, grouping: str) -> bool:
    if grouping == "flat":
        return "(" not in str(expression)
    places = [isinstance(item, str) for item in expression.postfix]
    if grouping == "left":  # a b . c . d .
        return places == [False] + [False, True] * (len(places) // 2)
    if grouping == "forth":  # a b c d . . . and a b . c d . .
        last = [True] * 3
        return places in ([False] * 4 + last, [False, False, True, False, False, True, True])
    return True
