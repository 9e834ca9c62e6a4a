"""The core answers queries with the same JSON and the same errors as Python."""

import json
import random

import pytest

import facevalue as fv
from facevalue import _core
from facevalue.door import CORE_QUERIES, ask_core
from facevalue.puzzle.notation.tables import core_tables
from facevalue.queries.table import QUERIES
from tests.queries.query_results import RESULTS

TABLES = _core.Tables.read(json.dumps(core_tables()))

PUZZLES = [
    {"numbers": "8 8 3 3"},
    {"numbers": "1/2 3", "target": "7/4"},
    {"numbers": [1, 1, 1, 1]},
    {"numbers": "6 6 5 2 = 17 (forth)"},
    {"numbers": "75 50 2 3 8 7", "target": 812, "rules": "countdown"},
    {"numbers": "4 4 4", "target": 10, "rules": "four-fours"},
    {"numbers": "5 5 5 5", "rules": "Train, values = natural"},
    {"numbers": '{"nums": [6, 6, 5, 2], "target": 17}'},
    {"numbers": "KS QD 3C 3H"},
    {"numbers": "10♥ 11s 2d, Ah -> 25"},
    {"numbers": "Ks Ks 2d 2h"},
    {"numbers": '{"numbers": [13, 1], "target": 13, "cards": ["Ks", "Ad"]}'},
    {"numbers": "1199", "rules": "make10"},
    {"numbers": ["-5", "3/4", 8, 2.5], "target": -3},
    {"numbers": " 4878 = 24 (make10)", "digits": True},
    {"numbers": "8833", "digits": False, "target": 8833},
    {"numbers": [1, 2], "digits": True},
]
WRONG_PUZZLES = [
    *(
        {"numbers": text}
        for text in ("", "1 2 x", "1 2 = 3 (frth)", "1 (2", "99999999999999999999")
    ),
    *({"numbers": numbers} for numbers in ([], [None], [0.1234567], [1] * 17, "1 2 = 3 = 4", "{}")),
    *({"numbers": [1, float(name)]} for name in ("nan", "inf", "-inf")),
    {"numbers": "1 2 = 3", "target": 4},
    {"numbers": "1 2 3", "rules": "forth"},
    {"numbers": '{"numbers": [13, 2], "cards": ["Ks", "Ad"]}'},
    {"numbers": '{"numbers": [13, 2], "cards": [5]}'},
    {"numbers": "1 2 3", "rules": "clasic"},
    {"numbers": "1 2 3", "rules": "train, vlues=natural"},
    {"numbers": "1 2 3", "rules": "train, join=yes, grouping=left"},
    {"numbers": "1 2 3", "target": "x"},
    {"numbers": "1 2 3 4 5 6 7 8 9", "target": 1000003},
    *({"numbers": text, "digits": True} for text in ("12x", "", " ")),
]
ANSWERS = "8/(3-8/3)", "8/(3-8/3", "8*3", "8**3", "$8/(3-8/3)=24$", "3x8+8-8", "", "0/0"
NO_TARGETS = [
    {name: value for name, value in puzzle.items() if name != "target"}
    for puzzle in PUZZLES + WRONG_PUZZLES
    if not any(sign in puzzle["numbers"] for sign in ("=", "->", "nums", "target", "5 6 7 8 9"))
    and puzzle.get("rules") != "countdown"
]
STEPS = (
    "8 / 3 = 8/3\n3 - 8/3 = 1/3\n8 / (1/3) = 24",
    "8 - 3 = 5\n5 + 8 = 13",
    "Steps:\n1. 8 ÷ 3 = 8/3\n2. 2 ** 3 = 8",
    "",
)
SEEDS = random.Random(7)
CALLS = [
    *(("solve", puzzle | {"most": 3}) for puzzle in PUZZLES + WRONG_PUZZLES),
    *(("solve", PUZZLES[0] | {"notation": name}) for name in fv.NOTATIONS),
    ("solve", {"numbers": "2 4 8 10"}),
    ("solve", {"numbers": "2 4 8 10", "first": True}),
    ("solve", {"numbers": "1 1 1 1", "first": True}),
    ("solve", {"numbers": "2 4 8 10", "distinct": "raw", "most": 0}),
    ("solve", {"numbers": "2 4 8 10", "most": -1}),
    *(("solve", {"numbers": "1 2 3", "method": "walk", "workers": n}) for n in (1, 2, 0, 65)),
    ("count", {"numbers": "1 2 3", "workers": "2"}),
    ("solve", {"numbers": "4 4 4 4 4 4 4", "rules": "four-fours"}),
    *(("count", puzzle) for puzzle in PUZZLES + WRONG_PUZZLES),
    ("count", {"numbers": "1 2 3 4 5 6 7 8", "distinct": "raw"}),
    ("count", {"numbers": "1 2 3", "distinct": "essntial"}),
    ("count", {"numbers": "4 4 4 4", "rules": "four-fours", "distinct": "essential"}),
    *(("closest", puzzle | {"notation": "unicode"}) for puzzle in PUZZLES + WRONG_PUZZLES),
    *(("hint", puzzle | {"level": level}) for puzzle in PUZZLES for level in (1, 3, 9)),
    ("hint", {"numbers": "1 2", "level": 0}),
    *(("difficulty", puzzle) for puzzle in PUZZLES + WRONG_PUZZLES),
    *(("difficulty", puzzle | {"model": "language-model"}) for puzzle in PUZZLES),
    ("difficulty", {"numbers": "1 2 3 4 5 6 7", "model": "language-model"}),
    ("reach", {"numbers": "75 50 2 3"}),
    ("reach", {"numbers": "1 2 3/4", "rules": "classic", "low": -5, "high": 20}),
    ("reach", {"numbers": "1 2", "low": 5, "high": 3}),
    ("reach", {"numbers": "1 2", "low": 1, "high": 10**8}),
    *(("candidates", {"numbers": "1/2 3", "notation": name}) for name in fv.NOTATIONS),
    *(("candidates", puzzle | {"count": True}) for puzzle in NO_TARGETS),
    ("candidates", {"numbers": "1 2 3", "rules": "raku"}),
    ("candidates", {"numbers": list(range(1, 17)), "rules": "raku", "count": True}),
    *(("values", {"numbers": "1/2 3", "notation": name}) for name in fv.NOTATIONS),
    *(("values", puzzle | {"low": 20, "high": "51/2"}) for puzzle in NO_TARGETS),
    *(("values", {"numbers": "1 2", "low": low, "high": 1}) for low in (1, 2, "x", None, "1/3")),
    ("values", {"numbers": "1 2", "low": 100}),
    ("values", {"numbers": "1 2 3 4", "limit": 0.001}),
    ("values", {"numbers": [2**62, 2**61 - 1, 5]}),
    *(
        ("still-solvable", puzzle | {"steps": steps})
        for puzzle in PUZZLES + WRONG_PUZZLES
        for steps in STEPS
    ),
    ("still-solvable", {"numbers": "1 2 3", "rules": "train, join=yes", "steps": ""}),
    ("still-solvable", {"numbers": "1 2 3 4 5 6 7 8", "steps": "1+2=3", "limit": 0}),
    *(
        ("check", PUZZLES[0] | {"answer": answer, "syntax": syntax})
        for answer in ANSWERS
        for syntax in ("strict", "lenient", "relaxed")
    ),
    *(
        ("check", {"answer": answer, "numbers": "8 3", "allow": ["decimals", "unary_sign"]})
        for answer in ("8.0*3", "--8*3", "8(3)")
    ),
    ("check", {"answer": "2.5*4=10", "numbers": "5/2 4", "steps": True, "allow": ["decimals"]}),
    ("check", {"answer": "9" * 30, "numbers": ["9" * 30], "target": "1/3"}),
    ("check", {"answer": "3*8=24", "numbers": "3 8", "steps": True}),
    ("check", {"answer": "3+8=12", "numbers": "3 8", "steps": True}),
    ("check", {"answer": "sqrt(4)+4!", "numbers": "4 4", "target": 26, "rules": "four-fours"}),
    ("check", {"answer": "75*10", "numbers": "75 10", "target": 755, "rules": "countdown"}),
    *(("deal", {"rules": name, "seed": SEEDS.getrandbits(32)}) for name in fv.RULES),
    *(("deal", {"rules": name, "seed": 3, "solvable": True}) for name in ("classic", "digits")),
    ("deal", {"rules": "countdown", "seed": 2**64 - 1, "large": 4}),
    ("deal", {"rules": "countdown", "seed": 1, "large": 5}),
    ("deal", {"rules": "classic", "seed": 1, "large": 1}),
    ("deal", {"rules": "classic", "seed": -1}),
    *(("daily", {"date": date}) for date in ("2026-01-31", "2025-12-31", "2026-02-30", "x")),
    ("rules", {}),
    ("rules", {"rules": "make10, target=12"}),
    ("notations", {}),
]


def in_the_core(name, arguments):
    try:
        found, is_found = TABLES.query(name, json.dumps(arguments))
        return json.loads(found), is_found
    except fv.FaceValueError as error:
        return error_of(error)


def in_python(name, arguments):
    try:
        result = QUERIES[name].call(arguments)
        return json.loads(json.dumps(RESULTS[name](result))), result.is_found
    except fv.FaceValueError as error:
        return error_of(error)


def error_of(error):
    return (
        type(error).__name__,
        str(error),
        getattr(error, "position", None),
        getattr(error, "text", None),
    )


@pytest.mark.parametrize(("name", "arguments"), CALLS)
def test_a_query_has_the_same_result(name, arguments):
    here, there = in_python(name, arguments), in_the_core(name, arguments)
    assert here == there
    assert list(here[0]) == list(there[0])


@pytest.mark.parametrize(
    ("numbers", "position"), [("12 y", 3), (" 12 = x", 6), ("12 é -> x", 8), ("12 12x4", 3)]
)
def test_an_error_after_split_digits_is_about_the_string_that_was_given(numbers, position):
    with pytest.raises(fv.NotationError) as caught:
        TABLES.query("count", json.dumps({"numbers": numbers, "digits": True}))
    assert (caught.value.text, caught.value.position) == (numbers, position)


def test_a_result_is_utf_8():
    answer = "é😀\ud800\x07"
    found, _ = TABLES.query("check", json.dumps({"numbers": "1", "answer": answer}))
    assert json.loads(found.encode())["answer"] == answer
    assert '"answer": "é😀\\ud800\\u0007"' in found


def test_each_query_of_the_core_has_calls():
    assert {name for name, _ in CALLS} == QUERIES.keys() & _core.query_parameters().keys()


@pytest.mark.parametrize("name", sorted(CORE_QUERIES & QUERIES.keys()))
def test_the_core_knows_the_parameters_of_the_table(name):
    parameters = {row.name: None for row in QUERIES[name].parameters if not row.shows}
    try:
        ask_core(name, parameters)
    except fv.FaceValueError as error:
        assert "unknown parameter" not in str(error)  # noqa: PT017 - there may be another error


def test_an_unknown_query_or_argument_is_refused():
    for name, arguments, message in [
        ("slove", {}, "unknown query 'slove'; did you mean 'solve'?"),
        ("solve", {"numbres": "1"}, "unknown parameter 'numbres'; did you mean 'numbers'?"),
    ]:
        with pytest.raises(fv.RuleError) as caught:
            TABLES.query(name, json.dumps(arguments))
        assert message == str(caught.value)


@pytest.mark.parametrize("name", ["solve", "count", "closest", "hint", "difficulty"])
def test_a_target_of_rules_that_is_too_large_to_search_is_refused(name):
    rules = {"name": "large", "target": 10**30}
    with pytest.raises(fv.LimitError, match="the solver takes numbers up to"):
        TABLES.query(name, json.dumps({"numbers": "1 2", "rules": rules}))
    judged = {"numbers": "1 2", "rules": rules, "answer": "1+2"}
    assert json.loads(TABLES.query("check", json.dumps(judged))[0])["reason"] == "wrong_value"


def test_a_deadline_ends_a_query():
    long = {"numbers": "1 2 3 4 5 6 7 8 9", "target": 1000003, "limit": None}
    with fv.deadline(0.05), pytest.raises(fv.DeadlineError):
        TABLES.query("count", json.dumps(long))
