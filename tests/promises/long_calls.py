"""Every public function and every query that may take long, with a call that does."""

import io
from collections import deque
from functools import partial
from itertools import cycle

import numpy as np

import facevalue as fv
from facevalue import datasets, poker, sheets, stack
from facevalue.poker.ranges import omaha_order
from facevalue.queries.table import QUERIES

NINE = range(1, 10)
GREAT = [10**12 + k for k in (39, 61, 63, 91, 121, 163, 169)]
SEVEN_FRACTIONS = ["1/2", "2/3", "3/4", "4/5", "5/6", "6/7", "7/8"]
RNG = np.random.default_rng(1)
HANDS = RNG.integers(1, 51, (2_000_000, 4))
ROUNDS = RNG.integers(1, 101, (200_000, 6))
EIGHT = RNG.integers(1, 14, (200, 8))
SIX = RNG.integers(1, 51, (20_000, 6))
ANSWERS = ["(5/6+2)*6"] * 3_000_000
MASKS = np.uint64(0b1111111) << RNG.integers(0, 46, 2_000_000).astype(np.uint64)
TWELVE = "3 7 11 13 17 19 23 29 31 37 41 43"
LINES = ["5H 5C 6S 7S KD 2C 3S 8S 8D TD"] * 2_000_000
ROWS = b'{"completion": "<answer>3*8</answer>", "numbers": [3, 8], "target": 24}\n' * 200_000


def used(items):
    deque(items, maxlen=0)


LONG = {
    "solve": lambda: fv.solve(NINE, 1_000_003).first,
    "solve, iterated": lambda: used(fv.solve(range(1, 9), 24, distinct="canonical", limit=None)),
    "count": lambda: fv.count(NINE, 1_000_003, limit=None),
    "count, walk": lambda: fv.count("1 2 3 4 5 6", method="walk", workers=1),
    "count, walk of two": lambda: fv.count("1 2 3 4 5 6", method="walk", workers=2),
    "closest": lambda: fv.closest("3 5 7 11 13 17 19 23", 10**9 + 7, "countdown"),
    "count, in order": lambda: fv.count(TWELVE, 1_000_003, "classic, order=given", limit=None),
    "closest, in order": lambda: fv.closest(TWELVE, 10**9 + 7, "classic, order=given", limit=None),
    "count, great numbers": lambda: fv.count(GREAT, 24, limit=None),
    "hint, great numbers": lambda: fv.hint(GREAT, 24, limit=None),
    "closest, great numbers": lambda: fv.closest(GREAT, 24),
    "values, great numbers": lambda: len(fv.values(GREAT[:6], limit=None)),
    "candidates": lambda: used(fv.candidates(range(1, 10))),
    "hint": lambda: fv.hint(NINE, 1_000_003, limit=None),
    "difficulty": lambda: fv.difficulty(NINE, 1_000_003),
    "values": lambda: len(fv.values(SEVEN_FRACTIONS, limit=None)),
    "reachable": lambda: len(fv.reachable(SEVEN_FRACTIONS, "classic")),
    "reachable_many": lambda: fv.reachable_many(ROUNDS),
    "whole_game": lambda: fv.whole_game(high=99_999, limit=None),
    "solve_many": lambda: fv.solve_many(HANDS, 24),
    "count_many": lambda: fv.count_many(HANDS, 24),
    "count_many, two threads": lambda: fv.count_many(HANDS, 24, workers=2),
    "solvable_many": lambda: fv.solvable_many(SIX, 9973, "countdown"),
    "label_many": lambda: fv.label_many(SIX, 997, "countdown"),
    "check_many": lambda: fv.check_many(ANSWERS, [6, 6, 5, 2], 17),
    "Grader.score_many": lambda: fv.Grader(extract="whole").score_many(ANSWERS, [6, 6, 5, 2], 17),
    "Grader.verdict_columns": lambda: fv.Grader(extract="whole").verdict_columns(
        ANSWERS, [6, 6, 5, 2], 17
    ),
    "generate": lambda: used(fv.generate("countdown", size=6)),
    "puzzle.deals": lambda: used(fv.puzzle.deals("countdown", seed=1)),
    "table": lambda: used(fv.table(range(1, 41), 24, limit=None)),
    "datasets.audit": lambda: datasets.audit(io.BytesIO(ROWS)),
    "datasets.grade": lambda: datasets.grade(io.BytesIO(ROWS)),
    "datasets.label": lambda: datasets.label(io.BytesIO(ROWS), io.BytesIO()),
    "datasets.traces": lambda: used(datasets.traces("2 3 5 7 11")),
    "sheets.sheet": lambda: sheets.sheet("countdown", count=1000, seed=1),
    "stack.run": lambda: stack.run("9 [ 9999 iota [ sq ] map sum drop ] times"),
    "count_many of eight, two threads": lambda: fv.count_many(EIGHT, 24, workers=2),
    "solve_many, two threads": lambda: fv.solve_many(HANDS, 24, workers=2),
    "solvable_many, two threads": lambda: fv.solvable_many(SIX, 9973, "countdown", workers=2),
    "label_many, two threads": lambda: fv.label_many(SIX, 997, "countdown", workers=2),
    "reachable_many, two threads": lambda: fv.reachable_many(ROUNDS, workers=2),
    "whole_game, two threads": lambda: fv.whole_game(high=99_999, limit=None, workers=2),
    "check_many, two threads": lambda: fv.check_many(ANSWERS, [6, 6, 5, 2], 17, workers=2),
    "poker.evaluate_many": lambda: poker.evaluate_many(
        MASKS, game=poker.Game("no table", hole=7, board=0, ranking="low-27")
    ),
    "poker.count_categories": lambda: [poker.count_categories(7) for _ in range(20)],
    "poker.deal_many": lambda: poker.deal_many(30_000_000, 9, seed=1, limit=None),
    "poker.showdown_many": lambda: poker.showdown_many(
        *poker.deal_many(300_000, 9, game="badugi", seed=1)[:2], game="badugi"
    ),
    "poker.showdown": lambda: poker.showdown(LINES),
    "poker.equity": lambda: poker.equity("AsAh", "QsQh", game="stud"),
    "poker.equity, sampled": lambda: poker.equity(
        "AhKh", "random", "random", "random", samples=10**9, seed=1, limit=None
    ),
    "poker.odds": lambda: poker.odds(
        "AhKh", "Qh7h2c", opponents=9, samples=10**9, seed=1, limit=None
    ),
    "poker.equity, Omaha": lambda: poker.equity("AA**", "KK**", game="omaha", board="2h7d9c"),
    "poker.OmahaRange": lambda: poker.OmahaRange.parse(", ".join(["RROO"] * 30_000)),
    "poker.range_equities": lambda: poker.range_equities("random", "random", game="shortdeck"),
    "poker.Range": lambda: poker.Range(", ".join(["99%"] * 190_000)),
}


# Queries -----------------------------------------------------------------------------------------

NUMBERS = {"numbers": "1 2 3 4 5 6 7 8 9", "target": 1_000_003, "limit": None}
FRACTIONS = {"numbers": " ".join(SEVEN_FRACTIONS), "rules": "classic", "limit": None}
# 2000 deals without a solution, which then raise another error.
DIFFERENCES = fv.Rules("differences", operators="*-", target=999_983, size=6)
# The arguments of a call that takes long, for each query of the table that may.
LONG_ARGUMENTS = {
    "solve": NUMBERS,
    "count": NUMBERS,
    "hint": NUMBERS,
    "closest": {
        "numbers": "3 5 7 11 13 17 19 23",
        "target": 10**9 + 7,
        "rules": "countdown",
        "limit": None,
    },
    "difficulty": NUMBERS,
    "candidates": {"numbers": "1 2 3 4 5 6 7 8 9"},
    "reach": FRACTIONS,
    "values": FRACTIONS,
    "whole-game": {"high": 99_999, "limit": None},
    "deal": {"rules": DIFFERENCES, "solvable": True},
    "still-solvable": {"steps": "1 + 2 = 3", **NUMBERS},
    "generate": {"rules": "countdown", "all": True, "seed": 1},
    "equity": {"players": ("AsAh", "QsQh"), "game": "stud"},
    "range": {"hands": ", ".join(["RROO"] * 30_000), "game": "omaha"},
    "outs": {
        "hand": "AsKsQdJhTd",
        "board": "Qh7h2c",
        "against": ["A****, K****"],
        "game": "omaha-5",
    },
    "odds": {"hand": "AsKs", "board": "Th9c2d", "opponents": ["random"] * 3},
    "by-next-card": {"players": ("AA**", "KK**"), "board": "Qh7h2c", "game": "omaha"},
    "video-poker": {"cards": "Ah Kh Qh Jh Jc"},
    "video-session": {"hands": "Ah Kh Qh Jh Jc\n" * 20_000},
    "push-fold": {
        "stack": " ".join(f"{10 + k}.{7**k % 997}" for k in range(10)),
        "payouts": " ".join(str(50 - k) for k in range(10)),
        "ante": "0.1",
    },
    "push-fold-three": {"stack": 94, "seed": 24},
    "icm": {
        "stacks": " ".join(str(10**5 + 7**k * 12345 % 899_999) for k in range(12)),
        "payouts": "50 30 20 10 9 8 7 6 5 4 3 2",
    },
}
# No call of the others takes long.
SHORT = sorted(QUERIES.keys() - LONG_ARGUMENTS)
# Tables that a first call makes, and that later calls of the process find.
FIRST = {"range": [omaha_order.core_order]}
# The core keeps the sums of the last few pay tables.
PAY_TABLES = cycle(poker.PAY_TABLES)


def call_query(name):
    for _ in range(20):  # on a fast machine, one call may end before the deadline
        for table in FIRST.get(name, ()):
            table.cache_clear()
        more = {"pay_table": next(PAY_TABLES)} if name.startswith("video-") else {}
        used(QUERIES[name].answer(LONG_ARGUMENTS[name] | more).json_lines())


LONG_QUERIES = {f"{name}, as a query": partial(call_query, name) for name in LONG_ARGUMENTS}
