"""Weights of ranges: every way to write one, with every kind of item, in hold'em and Omaha."""

import re
from fractions import Fraction
from itertools import product

import pytest

from facevalue import RangeError
from facevalue.poker import OmahaRange, Range

HALF = Fraction(1, 2)
NUMBERS = ["0.5", ".5", "1/2", "50%", "50 %", "0.50"]
PERCENTS = ["50", "50%", "50.0", "100/2 %"]
FORMS = [
    *(f"{{}}{sign}{number}" for sign, number in product([":", "=", " : ", " = "], NUMBERS)),
    *(f"{{}}{opening}{number})" for opening, number in product(["(", " ( "], NUMBERS)),
    *(f"{number}{opening}{{}})" for opening, number in product(["(", " ( "], NUMBERS)),
    *(f"{{}}{sign}{number}" for sign, number in product(["@", " @ "], PERCENTS)),
    *(f"{number}{sign}{{}}" for sign, number in product([":", " : "], PERCENTS)),
    "[50]{}[/50]",
    "[50%] {} [/50%]",
]
ITEMS = {
    Range: """
    AA 55 22 76 76s AKo T9 109 1010 55+ QQ+ A2s+ 76+ 77-JJ 55-77 98-65 A5s-A2s AX 7x 7x+ AXs A*s
    Kh*h 7h* 7h6h [Ah,Kd] 15% 0.5% 100% top15% 5%-20% 5-20% 1%-2% 1/2% random any ATC XX * **
""",
    OmahaRange: """
    AA** AAKK 5566 9876 2345 22** 10987 AsKs** AAKKds 5566ss 9876rainbow 9876$ds 9h8h7d6d 7h8*6
    **** random any ATC XX
""",
}


def is_ambiguous(form, item):
    """Whether the text is like `15%:50%` or `15%(50%)`, where each side could be the weight."""
    sides = form.replace(" ", "").rstrip(")").replace("(", ":").split(":")
    return len(sides) == 2 and all(re.fullmatch(r"[0-9./]+%", each.format(item)) for each in sides)


@pytest.mark.few_quick(10)
@pytest.mark.parametrize(
    ("kind", "item"), [(kind, item) for kind, items in ITEMS.items() for item in items.split()]
)
def test_every_weight_works_with_every_item(kind, item):
    first, *_, last = ITEMS[kind].split()
    alone, among = kind({item: HALF}), kind(f"{first}, [50]{item}[/50]; {last}")
    assert {HALF} == set(alone.weights)
    for form in FORMS:
        text = form.format(item)
        if is_ambiguous(form, item):
            with pytest.raises(RangeError, match="either side could be one"):
                kind(text)
        else:
            assert alone == kind(text), text
            assert among == kind(f"{first}, {text}; {last}"), text
