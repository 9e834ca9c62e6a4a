"""JavaScript and Python give the same results and the same errors for 2,000 drawn calls.

Both are faces of one core: what the core answers is tested in C++ and in Python, and these calls
show that arguments, results and errors reach JavaScript unchanged. `.ci/long` makes many more calls
as the step "JavaScript equal to Python".
"""

import json
import re
from random import Random

import pytest

import facevalue as fv
from facevalue import poker
from facevalue.door import ask_core
from tests.js.wasm import FIELDS, answer, call_all, needs_wasm, signatures
from tests.oracles import policy
from tests.oracles.rows import HANDS, vectors
from tests.paths import VECTORS

pytestmark = needs_wasm


SAMPLED = {"by-next-card", "equity", "odds"}  # they need a seed, which JavaScript draws


def ask(name, given):
    given = ({"seed": 1} if name in SAMPLED else {}) | given
    return json.loads(ask_core(name, given)[0])


def deal_game(given):
    found = ask("deal", {"rules": "digits"} | given)
    targets = found.pop("targets", None)
    return [found | {"target": target} for target in targets] if targets else [found]


def difficulty(given):
    found = ask("difficulty", given)
    rated = found["difficulty"]
    return rated and rated | {"score": found["score"], "parts": found["parts"]}


def generate(given):
    rules = given.get("rules")
    if isinstance(rules, dict):
        given = given | {"rules": fv.Rules(**rules)}
    return [puzzle.as_dict() for puzzle in fv.generate(**given)]


def parse_number(given):
    options = {name: given[name] for name in given if name != "number"}
    (number,) = ask("parse-numbers", {"numbers": [given["number"]], **options})["numbers"]
    return number


def parse_range(given):
    hands, game = given["hands"], given.get("game", "holdem")
    return poker.parse_range(hands, game, dead=given.get("dead", "")).as_dict()


def rules_named(given):
    (rules,) = ask("rules", given)["rules"]
    return rules | {"deck": rules["deck"]["name"], "scoring": rules["scoring"]["name"]}


def spellings(file):
    """What people paste: numbers, or cards, hands and ranges."""
    lines = (VECTORS / f"{file}-spellings.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["input"] for line in lines]


# What Python returns for functions that do more than call a query.
PYTHON = {
    "dealGame": deal_game,
    "difficulty": difficulty,
    "generate": generate,
    "parseNumber": parse_number,
    "parseRange": parse_range,
    "rulesNamed": rules_named,
    "value": lambda given: ask("evaluate", given)["cactus_kev"],
    "winners": lambda given: ask("winners", given)["winners"],
}
# They have tests in test_batches.py, because their results are arrays of bytes.
BATCHES = [("poker", name) for name in ("deals", "showdown", "values")]
# How JavaScript sends queries and parameters that no function of the package has.
ONLY_QUERIES = [
    ("poker/deals", "askDeals", "games", ["game"]),
    ("poker/deals", "askDeals", "hand", ["cards", "game", "board", "explain"]),
    ("puzzle/core", "query", "notations", []),
    ("puzzle/core", "query", "solve", ["numbers", "target", "rules", "digits"]),
    ("puzzle/core", "query", "check", ["answer", "numbers", "digits", "allow", "steps"]),
]

# Why JavaScript refuses some calls that Python answers.
ONLY_IN_PYTHON = "of hands of 5 cards are only in the Python package"
# JavaScript has no 24.0: it is the same number as 24.
ANSWERS = [
    answer
    for answer in vectors("js-calls", "answers") + [row["answer"] for row in policy.ROWS]
    if not isinstance(answer, float)
]
RANGES = [text for _, text in vectors("ranges", "counts")]
WRONG_RANGES = [text for _, text in vectors("ranges", "refusals")]
OMAHA_RANGES = ["15%", "5%-20%", "top 15 %ds, AA**@50, !AAA*", "AAKK:0.5", "JT98-8765"] + [
    text for _, text, cards in vectors("ranges", "omaha counts") if cards == 4
]
ODD_NUMBERS = [*spellings("number"), [], [None], [0.5, 1], ["-8", "3/4", 8], None, 7]
ODD_CARDS = [*spellings("poker"), [51, 50, 3, 2, 1], [52, 0, 1, 2, 3], ["As", 7, "x"], None, 5]
CUSTOM_RULES = [
    {"name": "in order", "order": "given"},
    {"name": "sums", "operators": "+-", "use": "any", "values": "integer"},
    {"name": "left", "order": "given", "grouping": "left", "values": "natural"},
    {"name": "none", "operators": ""},
]
LARGE_STACKS = [10**5 + 7**k for k in range(14)]
PAY_TABLE = {"name": "mine", "pays": {"Flush": 10, "four deuces": 7}, "is_deuces_wild": True}
# Right values of parameters; `draw_puzzle` and `draw_table` have those that must fit each other.
VALUES = {
    "candidates.count": [True, False],
    "stillSolvable.steps": [*ANSWERS, "8 / 3 = 8/3\n3 - 8/3 = 1/3", "8 * 3 = 24"],
    "values.high": ["7/2", 3, 100],
    "values.low": ["-1/3", 0, 1],
    "allow": [["decimals"], ["unary_sign", "implicit_multiplication"], []],
    "ante": [0, "1/8", 0.5],
    "any_size": [True, False],
    "big_blind": [1, "1.5", "9/10"],
    "count": [1, 2, 3, 4, 5],
    "date": ["2026-01-31", "2026-07-04", "2031-12-24"],
    "dealable": [True],
    "decks": [1, 2, 10],
    "difficulty": ["easy", "50-60.5"],
    "difficulty_model": ["people"],
    "digits": [True, False],
    "distinct": ["raw", "canonical", "essential"],
    "explain": [True, False],
    "first": [True, False],
    "high": [13, 20],
    "large": [0, 1, 2, 4],
    "level": [1, 2, 3, 9],
    "limit": [10, 60, None],
    "low": [1, 0, -5, 5],
    "method": ["search", "walk"],
    "model": fv.puzzle.DIFFICULTY_MODELS,
    "most": [0, 1, 5],
    "needs_fraction": [False],
    "notation": list(fv.NOTATIONS),
    "number": ["3/4", -5, 2.5, "1e3", "K", "2½", 10**30],
    "exact": [None, False, None, True],
    "pay_table": [*poker.PAY_TABLES, PAY_TABLE, "9/6", "Not So Ugly Deuces Wild"],
    "pays": ["royal-flush=800, quads=22.5", {"Full House": "3/2", "flush": 0.5}, {"two pair": 1}],
    "videoSession.hands": ["Ah Kh Qh Jh Jc\n2c 2d 7h 8s Ts", ["2c 2d 7h 8s Ts", "3c5d8hJsKd"], []],
    "payouts": ["50", [50, 30, 20], [1, 0.5], "3/7", list(range(13))],
    "samples": [50, 200, 1],
    "seed": [0, 24, 2**53 - 1, 2**53 + 1, 2**64 - 1],
    "size": [3, 4, [3, 4], [2]],
    "small_blind": [0, "1/3", 0.25],
    "solution_count": [[1, 40]],
    "solvable": [True],
    "stack": [10, "7.5", 12.25, 2, [10, 8], "10 8 25", ["7", 12.5, 9, 4]],
    "stacks": [
        [5000, 3000, 2000],
        "5,250 3,125, 2,375",
        [0.1, "3/4", 7],
        [1e-7, 12.25],
        LARGE_STACKS,
    ],
    "pushFoldThree.game": ["shortdeck", "6+"],  # ten times as fast as holdem
    "pushFoldThree.seed": [24],  # the last one is kept
    "pushFoldThree.stack": [10, "7.5", 12.25, [10, 8, 9], "10 8 25", ["5", 12.5, 9]],
    "steps": [True, False],
    "syntax": list(fv.SYNTAXES),
}
# Odd and wrong values.
ODD = {
    "against": ["Qs", "vs", ["AA", "AA"], 5],
    "allow": [["decimal"], "decimals", 5],
    "ante": [-1, "9.5", "x"],
    "answer": [None, 5],
    "any_size": ["x"],
    "big_blind": [0, "1/0", -1, 200],
    "board": ["AhAh", "Qh 7h 2c 3c 4c 5c", "Xx", [1, 2, 3], 5],
    "cards": ODD_CARDS,
    "count": [0, -1, "x"],
    "date": ["2025-12-31", "2026-02-30", "x", 5],
    "dead": ["Qh", "Ah Kd", "x", 52],
    "dealable": [False, "x"],
    "decks": [0, 11, "x"],
    "difficulty": ["hrd", [1, 2, 3], 200],
    "difficulty_model": ["peple"],
    "digits": ["x"],
    "distinct": ["essntial", None],
    "explain": ["x"],
    "first": ["x"],
    "game": [*vectors("js-calls", "games"), "plo", "Omaha Hi/Lo", "holden", "6+", 5],
    "hand": ODD_CARDS,
    "hands": WRONG_RANGES,
    "hands[]": [["AhKh", "AhQd"], ["AhKh", ""], ["AhKh", 5], []],
    "hero": WRONG_RANGES,
    "high": [-10, 10**8, "x"],
    "large": [5, -1, "x"],
    "level": [0, "x"],
    "limit": ["x", -1],
    "low": [10**10, 15, "x"],
    "method": ["wlk"],
    "model": ["langage-model"],
    "most": [-1, "x"],
    "needs_fraction": [0],
    "notation": ["latx", None],
    "number": ["1/0", "x", "9" * 5000, None, ""],
    "numbers": ODD_NUMBERS,
    "opponents": [2, 9, 10, 0, ["Qs", "Qd"], [1, 2], [], True],
    "pay_table": ["bonus-pokr", {"name": "mine", "pays": {}}, 5],
    "payouts": [[3, 2, 1, 1], [], ["x"], 7],
    "pays": ["flash=1", "four deuces=1", "flush=x", "flush=1, FLUSH=2", "", {}, 5, {"flush": -1}],
    "videoSession.hands": ["AhKh", ["AhKhQhJhJc", "AhAhQhJhJc"], 5, [5]],
    "players[]": [["AA"], ["AhKh", "AhQd"], ["AA", "zz"], [], ["AA", 5]],
    "rules": [*vectors("js-calls", "rules"), *CUSTOM_RULES, "clasic", "train, vlues=natural"],
    "exact": [1, "yes", []],
    "samples": [0, 10**12, 2**60, "x"],
    "seed": [-1, 2**64, "x"],
    "size": [0, 10, [], "4", 2.5],
    "solution_count": ["x", [3, 1]],
    "solvable": ["x", False],
    "small_blind": [-1, 2, "x"],
    "stack": [101, "1/2", "x", [], [10, "y"], [9, 0.5], {"a": 1}],
    "stacks": [[1, -2], [], [True], 7, list(range(1, 22))],
    "steps": ["x"],
    "syntax": ["sloppy", None],
    "target": [100, "3/4", -7, 10**30, "x", "24 25"],
    "villain": WRONG_RANGES,
}


def draw_plain(draw):
    """Hands of hold'em and a board as JavaScript itself reads them, without a query."""
    cards = draw.sample([f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"], 9)
    shown = 4 + draw.choice((0, 3, 4, 5))
    return ["".join(cards[:2]), "".join(cards[2:4])], "".join(cards[4:shown])


PLAIN = [draw_plain(Random(number)) for number in range(100)]
# Hands of several decks.
DECKS = [
    (["AhAh", "KhKd"], 2, "2c5d9sTcJd"),
    (["AsAh", "8d9d"], 2, "AsAhAcTdJd"),
    (["AsKd", [0, "2h"]], 10, "Qs9cTh9h2h"),
    (["AcAc2d3h", "AcAs2d3h"], 3, "", "badugi"),
    (["2h2h3h4h7h", "2c3d4h5s7d"], 2, "", "deuce7"),
    (["AhAhAd", "KhKd"], 2, "2c3c4c"),
    (["AhAh3c4c5c", "KhKd3d4d5d"], 2, "", "five-card,wild=2"),
    (["AhAh3c4c5c", "KhKd3d4d5d"], 2, "", "five-card,jokers=1"),
    (["AhAh", [52]], 2),
]
# Whole calls, with values that fit together.
CALLS = {
    "breakdown": [
        *({"hands": hands, "board": "Qh7h6c"} for hands in (["AhKh", "AKQ"], ["AsAh", ""], ["QQ"])),
        *({"hands": "QQ, AK", "board": board} for board in ("AhKh2c3d4s", "8h8d8c8s2c", "AhAdAc")),
    ],
    "byNextCard": [
        {"players": ["AsAh2d3c", "KsKhQdJd"], "board": "4c5d8hTh", "game": "omaha8", "dead": "2c"},
        {"players": ["AhKhQhJh", "QsQd"], "board": "", "game": "stud", "seed": 1},
        {"players": ["AhKh", "QQ+, JTs", "55"], "board": "2h7d9cTs"},
    ],
    "equity": [
        *({"players": hands, "board": board} for hands, board in PLAIN),
        *({"players": who, **more} for who, more in vectors("js-calls", "equity")),
    ],
    "generate": [
        {"seed": 24, "count": 5, **options}
        for section in ("filters", "wrong filters")
        for options in vectors("js-calls", section)
    ],
    "odds": [
        dict(zip(("hand", "board"), cards, strict=False)) | more
        for cards, more in vectors("js-calls", "odds")
    ],
    "outs": [
        dict(zip(("hand", "board", "against"), cards, strict=False)) | more
        for cards, more in vectors("js-calls", "outs")
    ],
    "pushFold": [
        {"stack": 1, "game": "shortdeck"},
        {"stack": 12.25, "ante": 0.5, "game": "six plus"},
        {"stack": [3000, 4500, 2500], "big_blind": 400, "payouts": [50, 30, 20], "game": "6+"},
        {"stack": [3000, 4500, 2500], "payouts": [50, 30, 20, 10]},
        {"stack": [3000, 4500, 2500]},
        {"stack": 10, "game": "omaha"},
        {"stack": "x", "game": "stud, wild=2"},
    ],
    "winners": [
        *({"hands": hands, "board": board} for hands, board in PLAIN),
        *({"hands": hands, "board": board, "decks": 2} for hands, board in PLAIN),
        *(dict(zip(("hands", "decks", "board", "game"), row, strict=False)) for row in DECKS),
    ],
}


MOST, FEW = 5, 3  # numbers of a puzzle; more take too long, or list too many expressions


def draw_puzzle(draw, taken, most):
    """A puzzle that the rules of a game deal, or a hand of 24, and an answer."""
    rules = draw.choice(list(fv.RULES)) if "rules" in taken else "classic"
    puzzle = fv.deal(rules, seed=draw.getrandbits(32))
    numbers = puzzle.numbers if draw.random() < 0.7 else draw.choice(HANDS)
    numbers = list(map(str, numbers[:most]))
    return {
        "answer": draw_answer(draw),
        "numbers": numbers if draw.random() < 0.5 else " ".join(numbers),
        "rules": rules,
        "target": int(puzzle.target),
    }


def draw_answer(draw):
    """A solution of a hand of 24 with small changes, or an odd answer."""
    solution = fv.solve(draw.choice(HANDS)).first
    if solution is None or draw.random() < 0.5:
        return draw.choice(ANSWERS)
    answer = list(draw.choice([f"{solution}", f"{solution} = 24", "\n".join(solution.steps())]))
    for _ in range(draw.choice((0, 1, 2))):
        answer[draw.randrange(len(answer))] = draw.choice("0123456789+-*/()= x.{}\n")
    return "".join(answer)


def draw_table(draw, taken, *, any_game):
    """Hands and ranges of a game, a board and a dead card that fit each other."""
    game = draw.choice([draw.choice(list(poker.GAMES)), "holdem"]) if any_game else "holdem"
    rules = poker.GAMES[game]
    deck = [f"{rank}{suit}" for rank in rules.ranks for suit in "cdhs"]
    draw.shuffle(deck)
    hands = [" ".join(deck.pop() for _ in range(rules.hole)) for _ in range(3)]
    board = "".join(deck.pop() for _ in range(min(rules.board, draw.choice((3, 4, 5, 5)))))
    ranges = hands
    if rules.has_ranges:
        ranges = RANGES if rules.hole == 2 else OMAHA_RANGES
    # With three ranges, JavaScript would sample where Python counts all deals.
    players = [draw.choice([hand, draw.choice(ranges)]) for hand in hands[:2]]
    return {
        "against": draw.choice(players),
        "board": board,
        "cards": hands[0] if "board" in taken else " ".join(deck[: draw.choice((5, 5, 5, 6, 7))]),
        "dead": deck[-1],
        "game": game,
        "hand": hands[0].replace(" ", ""),
        "hands": draw.choice(ranges),
        "hands[]": hands,
        "hero": draw.choice(ranges),
        "opponents": draw.choice([1, players[1], hands[1:]]),
        "players[]": draw.choice([players, players, hands]),
        "villain": players[1],
    }


# Parameters that are always given, because others depend on them or because they would be drawn.
ALWAYS = {"board", "count", "date", "game", "samples", "seed"}
# Functions that take long in other games, where JavaScript also samples sooner.
ONLY_HOLDEM = {"byNextCard", "odds", "percentile", "pushFold"}


def draw_call(draw, name, parameters, options):
    """The arguments of a call: those that it needs and some others, at most one of them odd."""
    if name in CALLS and draw.random() < 0.4:
        return draw.choice(CALLS[name])
    needed = [each for each in parameters if not each.endswith("?")]
    others = [each.removesuffix("?") for each in [*parameters, *options] if each not in needed]
    taken = [*needed, *(each for each in others if each in ALWAYS or draw.random() < 0.4)]
    odd = draw.choice(taken) if taken and draw.random() < 0.3 else None
    any_game = "game" in taken and name not in ONLY_HOLDEM
    is_puzzle = {"numbers", "rules"} & {*needed, *others}
    most = FEW if name in ("candidates", "values") else MOST
    right = (
        draw_puzzle(draw, taken, most) if is_puzzle else draw_table(draw, taken, any_game=any_game)
    )
    return {
        each.removesuffix("[]"): draw.choice(ODD[each])
        if each == odd
        else draw.choice(VALUES[f"{name}.{each}"])
        if f"{name}.{each}" in VALUES
        else right[each]
        if each in right
        else draw.choice(VALUES[each])
        for each in taken
    }


def in_python(call, given):
    if call.name in PYTHON:
        return PYTHON[call.name](given)
    found = ask(call.query, given | dict(call.given))
    return found[call.key] if call.key else found


PRICE = re.compile(r"would take about [0-9,]+ [a-z]+")


def without_price(reply):
    """The reply without the estimated time and the limit, as JavaScript is slower."""
    is_price = isinstance(reply, list) and reply[:1] == ["LimitError"] and PRICE.search(reply[1])
    return [PRICE.sub("would take long", each) for each in reply[:2]] if is_price else reply


def compare(count, seed):
    """Draw this many calls of each function and of each query without one, and compare them."""
    calls, expected = [], []
    for module, call, parameters, options in signatures():
        draw = Random(f"{seed} {call.name}")
        for _ in range(0 if (module, call.name) in BATCHES else count):
            given = draw_call(draw, call.name, parameters, options)
            calls.append([module, call.name, given])
            expected.append(answer(in_python, call, given))
    for module, function, name, options in ONLY_QUERIES:
        draw = Random(f"{seed} {name}")
        for _ in range(count):
            given = draw_call(draw, name, [], options)
            calls.append([module, function, [name, given]])
            expected.append(answer(ask, name, given))
    found = call_all(calls, FIELDS)
    rows = zip(calls, found, expected, strict=True)
    different = [
        row
        for row in rows
        if without_price(row[1]) != without_price(row[2]) and ONLY_IN_PYTHON not in str(row[1])
    ]
    assert [] == different
    return len(calls)


def test_2000_calls_are_the_same():
    assert 2000 <= compare(56, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(2, 12))
def test_50_000_calls_are_the_same(seed):
    compare(140, seed)
