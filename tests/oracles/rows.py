"""Rows of tables that tests share, and of the files of tests/vectors."""

import json
from itertools import combinations_with_replacement

import facevalue as fv
from tests.paths import VECTORS

# Labels, steps, generated puzzles and the JavaScript package take no powers, factorials and roots.
PLAIN_RULES = {name: row for name, row in fv.RULES.items() if not row.functions}
HANDS = list(combinations_with_replacement(range(1, 14), 4))
# 4nums.com: the hands that make 24 only with a fraction as an intermediate result.
FRACTION_HANDS = """1 3 4 6, 1 4 5 6, 1 5 5 5, 1 6 6 8, 1 8 12 12, 2 2 11 11, 2 2 13 13, 2 3 5 12,
    2 4 10 10, 2 5 5 10, 2 7 7 10, 3 3 7 7, 3 3 8 8, 4 4 7 7, 5 5 7 11, 5 7 7 11"""


def vectors(file, section):
    """The rows below `[section: what they say]` in a file of vectors: values of JSON on each line.

    A row of one value is that value.
    """
    text = (VECTORS / f"{file}.txt").read_text(encoding="utf-8")
    (lines,) = (part for part in text.split("\n\n[")[1:] if part.startswith(f"{section}: "))
    rows = [json.loads(f"[{line}]") for line in lines.splitlines()[1:]]
    return [row[0] if len(row) == 1 else row for row in rows]
