"""Amounts read by regular expressions: same results as the core's reader."""

import re
from fractions import Fraction

DECIMAL = re.compile(r"[0-9]{1,18}(\.[0-9]{1,18}|/0*[1-9][0-9]{0,17})?")
# A number with thousands separators, and a word of digits that needs none.
GROUPED = r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?"
BELOW_1000 = r"[0-9]{1,3}(?:\.[0-9]+)?"
# The amounts of a word without spaces: as few as possible, and as many as possible. No amount
# starts with a 0 before two digits.
FEW = re.compile(rf"{GROUPED}(?![^,])|[^,]+")
MANY = re.compile(rf"{GROUPED.replace('[0-9]{3}', '0[0-9]{2}')}(?![^,])|[^,]+")


def exact_number(string):
    """The value of a string; None for others."""
    return Fraction(string) if DECIMAL.fullmatch(string) else None


def split_amounts(string):
    """The amounts of a short string; None if a comma may separate thousands or amounts."""
    words = [word.strip(",") for word in string.split()]
    few, many = (
        [amount.replace(",", "") for word in words for amount in pattern.findall(word)]
        for pattern in (FEW, MANY)
    )
    shape = GROUPED if re.search(r",\s", string) else f"{GROUPED}|{BELOW_1000}"
    if few == many or (len(words) > 1 and all(re.fullmatch(shape, word) for word in words)):
        return few
    return many if len(words) == 1 and many == words[0].split(",") else None
