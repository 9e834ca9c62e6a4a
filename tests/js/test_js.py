"""The JavaScript package gives the same results and the same errors as Python."""

import datetime as dt
import gzip
import itertools
import json
import random
import re
import subprocess
from functools import partial
from pathlib import Path

import pytest

import facevalue as fv
from facevalue import puzzle
from facevalue.queries.table import QUERIES
from js import rows
from js.build import linker
from tests.js.wasm import ROOT, answer, call_all, needs_wasm
from tests.oracles.rows import HANDS, vectors

README = rows.PLACE.parents[1] / "README.md"


# Where a message says where names are listed.
LISTS = re.compile(r"\((?:fv|facevalue)\.(?:poker\.)?(?=[A-Z]+ lists)")


# JavaScript has no names of characters.
NAME_OF_LETTER = re.compile(r"(?<=U\+[0-9A-F]{4}) [A-Z -]+(?=\))")


def few(items, quick, *, is_long):
    """All items in long runs, a sample in each run."""
    items = list(items)
    return items if is_long else random.Random(1).sample(items, quick)


def compare(calls, expected):
    found = call_all(calls)
    for call, there, here in zip(calls, found, map(in_javascript, expected), strict=True):
        assert (call, shared(there, here)) == (call, here)


def shared(there, here):
    """What JavaScript returns, with only the keys of the object that Python makes.

    JavaScript returns the whole result of a query, which also has the puzzle, for example.
    """
    if isinstance(there, dict) and isinstance(here, dict):
        return {name: content for name, content in there.items() if name in here}
    return there


def in_javascript(content):
    """The same as JavaScript writes it: large numbers are strings; options and lists as there."""
    if isinstance(content, dict):
        return {name: in_javascript(each) for name, each in content.items()}
    if isinstance(content, list | tuple):
        return [in_javascript(each) for each in content]
    if isinstance(content, str):
        content = NAME_OF_LETTER.sub("", LISTS.sub("(", content))
        return content.replace("limit=None", "limit: null")
    is_large = type(content) is int and abs(content) > 2**53 - 1
    return str(content) if is_large else content


both = pytest.mark.parametrize(
    "is_long", [False, pytest.param(True, marks=pytest.mark.exhaustive)], ids=["sample", "all"]
)


RANGES = [
    *("QQ+", "AK", "KsQs", "[Ah Kd]", "A2s+", "77-JJ", "A5s-A2s", "T9s-65s", "AX", "A*s", "Kx+"),
    *("A?", "Kh*h", "Kh*", "15%", "top 15%", "5%-20%", "random", "??", "..", "1010+", "T10s"),
    *("AA:0.5", "AA(0.5)", "0.5(AA, KK)", "AA@50", "50: AQs", "[25]AKs[/25]", "AA@1, KK@2"),
    *("!AKs", "22+, AA:0", "98:50%", "qq+ ako, AKs 2s5s", "AKs:1/3, AQs:12.5%", "AA\u2013KK", "🂡🂮"),
    *("AA@1", "15%:50%", "AA 50%", "", "x", "AA,,KK", "AKQ", "AhAh", "Ah Kd Qs Jc", "AhKhQhJh"),
    *("2x", "22s", "77-A5s", "AKs-", "AA:2", "AA:1/0", "AA:0.0000000000000000001", "[25]AKs[/3]"),
    *("110%", "AA:", "(", "0.5(AA", "50%(AA,KK):0.5", "AA:0.5:0.5", "é", "🂡🂡", "♠A", "a" * 50),
]
ITEMS = [
    *("QQ", "AKs", "T9o", "AhKh", "J5", "77+", "A2s+", "KTo+", "55-22", "JTs-76s", "9x", "Ax+"),
    *("Qh*h", "12.5%", "!55", "K?", "random"),
]
WEIGHTS = ["", "", ":0.5", "@30", ":1/3", "(25%)"]


def made_ranges(count):
    source = random.Random(count)
    for _ in range(count):
        items = [source.choice(ITEMS) + source.choice(WEIGHTS) for _ in range(source.randint(1, 5))]
        yield source.choice([", ", " ", ";"]).join(items)
        yield "".join(source.choices("AKQT92shdc+-:@%.0125()[]/! ,*xX?", k=source.randint(1, 9)))


@needs_wasm
@both
def test_ranges_are_read_and_written_as_in_python(is_long):
    texts = [*RANGES, *made_ranges(250 if is_long else 50)]
    calls = [["poker", "parseRange", [text]] for text in texts]
    compare(calls, [answer(range_json, text) for text in texts])


OMAHA_RANGES = [
    *("AA**", "AsKs**", "AAKK", "AA", "RROO", "RRON", "[AKQJ][AKQJ]**", "[As,Kd]***", "JJ**+"),
    *("JT98+", "JT98-8765", "AAKKds", "AAKK$ds", "random", "****", "AA**$np", "AA:xxyy", "T987"),
    *("AKQJds:0.5", "AA**:0.3, AAK*:0.5", "random,!AA**", "!AA**", "AA**, AA**:0.5", "10 9 8 7"),
    *("As Ah Ks Kh", "[25]AA**[/25]", "[98][98]JT", "0.000000000000000001(AsAhKsKh)", "random:0.5"),
    *("AAAAA", "AA*", "AA***", "A+", "AKQJ+", "JT98-AKQT", "AA:xxy", "", "z", "AA**,,KK**"),
    *("AKQJ-", "RROO:xyxy", "R***", "ronp", "[AK]**", "AA** KK**"),
]


@needs_wasm
@pytest.mark.parametrize(
    "is_long",
    [
        pytest.param(False, marks=pytest.mark.slow),
        pytest.param(True, marks=pytest.mark.exhaustive),
    ],
    ids=["sample", "all"],
)
def test_omaha_ranges_are_read_and_written_as_in_python(is_long):
    games = [(text, "omaha") for text in few(OMAHA_RANGES, 12, is_long=is_long)]
    games += [("AA***", "omaha5"), ("RROON", "omaha5"), ("random", "omaha6"), ("AA", "stud")]
    calls = [["poker", "parseRange", [*game]] for game in games]
    compare(calls, [answer(range_json, *game) for game in games])


@pytest.mark.slow
@needs_wasm
def test_percentages_of_omaha_hands_give_the_same_ranges_as_python():
    message = "percentages of Omaha hands need `await loadOmahaOrder()` first"
    assert message in str(call_all([["poker", "parseRange", ["15%", "omaha"]]]))
    texts = ["15%", "top 15 %ds, AA**@50, !AAA*", "5%-20%", "20% - 5%", "0%", "1/3%", "99.5%"]
    texts += ["100%", "101%", "15%Z", "1/0%", "5%, 5%-20%", "15%$np", "15%:xxyz", "15%:50%"]
    games = [*((text, "omaha") for text in texts), ("1%", "omaha8"), ("15%", "omaha5")]
    calls = [["poker", "loadOmahaOrder", []]]
    calls += [["poker", "parseRange", [*game]] for game in games]
    compare(calls, [None, *(answer(range_json, *game) for game in games)])


@pytest.mark.slow
@needs_wasm
def test_equity_loads_the_order_of_omaha_hands():
    board = "2h7d9cJsQh"
    found = fv.poker.equity("1%", "AsAhKdQd", game="omaha", board=board).as_dict()
    compare([["poker", "equity", [["1%", "AsAhKdQd"], {"game": "omaha", "board": board}]]], [found])
    outs = list(map(str, fv.poker.outs("AsAhKdQd", board[:8], "1%", game="omaha")))
    given = ["AsAhKdQd", board[:8], "1%", {"game": "omaha"}]
    compare([["poker", "outs", given]], [outs])


@needs_wasm
def test_the_best_omaha_hands_are_the_same():
    texts = ["1%", "5%-20%", "17%-17.1%, AA**:0", "99.9%-100%", "3%ds", "15%$np"]
    calls = [["poker", "loadOmahaOrder", []]]
    calls += [["poker", "parseRange", [text, "omaha"]] for text in texts]
    _, *found = call_all(calls)
    assert found == [range_json(text, "omaha") for text in texts]


def range_json(text, game="holdem"):
    return fv.poker.parse_range(text, game).as_dict()


TABLES = vectors("js-calls", "equity")


@needs_wasm
def test_ranges_have_the_same_equity():
    calls = [["poker", "equity", [players, options]] for players, options in TABLES]
    compare(calls, [answer(equity_json, *table) for table in TABLES])


def equity_json(players, options):
    return fv.poker.equity(*players, **options).as_dict()


ODDS = vectors("js-calls", "odds")
OUTS = vectors("js-calls", "outs")


@pytest.mark.slow
@needs_wasm
def test_hands_have_the_same_odds_and_outs():
    calls, expected = [], []
    for cards, options in ODDS:
        calls.append(["poker", "odds", [cards[0], cards[1] if len(cards) > 1 else "", options]])
        expected.append(answer(as_json, fv.poker.odds, cards, options))
    for cards, options in OUTS:
        calls.append(["poker", "outs", [*cards[:2], cards[2] if len(cards) > 2 else None, options]])
        expected.append(answer(outs_json, cards, options))
    compare(calls, expected)


@pytest.mark.slow
@needs_wasm
def test_the_evaluator_of_cactus_kev_is_explained_as_in_python():
    source = random.Random(5)
    hands = [" ".join(map(str, source.sample(list(fv.poker.Deck()), 5))) for _ in range(150)]
    hands += ["AhKhQhJhTh", "7c5d4h3s2c", "AsAhAdAcKc", "7h7s7dAsAc", "5c4c3c2cAc", "2s2h2d2c3c"]
    calls = [["poker", "evaluate", [hand, "holdem", {"explain": True}]] for hand in hands]
    found = [strength["explanation"] for strength in call_all(calls)]
    assert found == [list(fv.poker.cactus.explain(fv.poker.evaluate(hand).best)) for hand in hands]


def outs_json(cards, options):
    return list(map(str, fv.poker.outs(*cards, **options)))


def test_the_tables_equal_the_tables_of_python():
    for place, text in rows.texts().items():
        assert place.read_text(encoding="utf-8") == text


def rated_json(rated):
    return rated and rated.as_dict() | {"score": rated.score, "parts": dict(rated.parts)}


@needs_wasm
@both
def test_hands_of_24_have_the_same_solutions_hints_and_difficulty(is_long):
    hands = few(HANDS, 60, is_long=is_long)
    calls, expected = [], []
    for hand in hands:
        solutions = fv.solve(hand)
        calls += [
            ["puzzle", "solve", [hand]],
            ["puzzle", "count", [hand, 24, "whole"]],
            ["puzzle", "hint", [hand, None, "classic", {"level": 3}]],
            ["puzzle", "difficulty", [hand]],
            ["puzzle", "difficulty", [hand, None, "classic", {"model": "language-model"}]],
            ["puzzle", "closest", [hand, 23]],
        ]
        hint, rated = fv.hint(hand, level=3), fv.difficulty(hand)
        for_models = fv.difficulty(hand, model="language-model")
        expected += [
            solutions.as_dict(),
            fv.count(hand, 24, "whole"),
            hint.as_dict() | {"lines": str(hint).splitlines()},
            rated_json(rated),
            rated_json(for_models),
            fv.closest(hand, 23).as_dict(),
        ]
    compare(calls, expected)


@needs_wasm
@both
def test_rounds_of_countdown_are_the_same(is_long):
    deals = list(itertools.islice(puzzle.deals("countdown", seed=1), 2000 if is_long else 15))
    calls = [
        ["puzzle", "closest", [list(map(int, p.numbers)), int(p.target), "countdown"]]
        for p in deals
    ]
    compare(calls, [each.closest().as_dict() for each in deals])


@needs_wasm
@both
def test_puzzles_are_as_hard_for_language_models(is_long):
    draw = random.Random(7)
    calls, expected = [], []
    for _ in range(300 if is_long else 20):
        numbers = [draw.randint(-3, 60) for _ in range(draw.randint(2, 5))]
        call = numbers, draw.randint(-20, 99), draw.choice(("classic", "countdown", "raku-left"))
        calls.append(["puzzle", "difficulty", [*call, {"model": "language-model"}]])
        expected.append(rated_json(fv.difficulty(*call, model="language-model")))
    calls.append(
        ["puzzle", "difficulty", ["1/2 3 -5 8", "7/2", "classic", {"model": "language-model"}]]
    )
    expected.append(rated_json(fv.difficulty("1/2 3 -5 8", "7/2", model="language-model")))
    compare(calls, expected)


@needs_wasm
@both
def test_deals_and_days_are_the_same(is_long):
    calls, expected = [], []
    for name in fv.RULES:
        for seed in range(100 if is_long else 4):
            options = {"seed": seed, "solvable": seed % 2 == 1}
            calls.append(["puzzle", "deal", [name, options]])
            expected.append(fv.deal(name, **options).as_dict())
    for large in range(5):
        calls.append(["puzzle", "deal", ["countdown", {"seed": 9, "large": large}]])
        expected.append(fv.deal("countdown", seed=9, large=large).as_dict())
    calls.append(["puzzle", "deal", ["classic", {"seed": {"$bigint": str(2**64 - 1)}}]])
    expected.append(fv.deal(seed=2**64 - 1).as_dict())
    for day in range(1000 if is_long else 5):
        date = str(dt.date(2026, 1, 1) + dt.timedelta(days=day))
        calls.append(["puzzle", "daily", [date]])
        expected.append(json.loads(QUERIES["daily"].answer({"date": date}).text))
    compare(calls, expected)


# Answers to 3 3 8 8, most of them wrong in some way.
ANSWERS = vectors("js-calls", "answers")


@needs_wasm
@pytest.mark.parametrize("syntax", ["strict", "lenient", "relaxed"])
def test_verdicts_are_the_same(syntax):
    puzzles = [
        ([3, 3, 8, 8], 24, "classic"),
        ([3, 3, 8, 8], 24, "whole"),
        ([3, 8, 8, 3], 1, "oberon"),
        ([3, 3, 8, 8], 24, "forth"),
        ([3, 3, 8, 8], 24, "raku-left"),
        (["-8", "3/4", 8], "3/4", "classic"),
        (["99999999999999999999", 1], "100000000000000000000", "classic"),
        ([75, 50, 2, 3, 8, 7], 812, "countdown"),
    ]
    calls, expected = [], []
    for numbers, target, rules in puzzles:
        for text in [*ANSWERS, None, 5]:
            calls.append(["puzzle", "check", [text, numbers, target, rules, {"syntax": syntax}]])
            expected.append(fv.check(text, numbers, target, rules, syntax=syntax).as_dict())
    compare(calls, expected)


@needs_wasm
def test_reach_is_the_same():
    spans = [{}, {"low": -5, "high": 60}, {"low": 5, "high": 3}, {"low": "x"}, {"high": 10**8}]
    given = list(itertools.product(("75 50 2 3", "1 2 3 3", "3/4 8 -2"), ("countdown", "classic")))
    calls = [["puzzle", "reachable", [*each, span]] for each in given for span in spans]
    compare(calls, [answer(reach, *each, span) for each in given for span in spans])


def reach(numbers, rules, span):
    return puzzle.reachable(numbers, rules, **span).as_dict()


@needs_wasm
def test_custom_rules_and_other_methods_give_the_same_solutions():
    custom = [
        {"name": "in order", "order": "given"},
        {"name": "sums", "operators": "+-", "use": "any", "values": "integer"},
        {"name": "left", "order": "given", "grouping": "left", "values": "natural"},
    ]
    numbers = [8, 3, 8, 1, 2]
    calls, expected = [], []
    for fields in custom:
        given = puzzle.Rules(**fields)
        calls.append(["puzzle", "count", [numbers, 13, fields]])
        expected.append(fv.count(numbers, 13, given))
        calls.append(["puzzle", "closest", [numbers, 1000, fields]])
        expected.append(fv.closest(numbers, 1000, given).as_dict())
    compare(calls, expected)


@needs_wasm
def test_expressions_are_written_the_same_in_every_notation():
    hands = [[8, 8, 3, 3], [1, 2, 3, 4], [5, 6, 2, 6], ["-5", "3/4", 8, 2], [1, 1, 11, 12]]
    calls, expected = [], []
    for hand, notation in itertools.product(hands, fv.NOTATIONS):
        calls.append(["puzzle", "solve", [hand, 24, "classic", {"notation": notation}]])
        expected.append(fv.solve(hand, 24).as_dict(notation))
    compare(calls, expected)


ODD_PUZZLES = [
    *(["x"], [""], ["1 2", 3, "contdown"], ["1 2", "z"], ["1/0 2"], ["1 2 3", 24, "forth"]),
    *([" ".join(["1"] * 17)], ["9" * 30], ["9" * 5000], [[0.5, 1]], [None], [7]),
    *(["1 2 = 3 (frth)"], ["1 2 = 3", 4], ["1 (2"], ["1 2 = 3 (whole)"], ["[1, 2]", 3]),
    *(["KS QD 3C 3H"], ["{-5} {3/4} 2.5 -1"], ['{"nums": [6, 6, 5, 2], "target": 17}']),
    *(["1,,2"], ["1, 2,"], ["01 2"]),
]
ODD = [
    *(("solve", given) for given in ODD_PUZZLES),
    ("hint", ["1 1 1 1"]),
    ("count", ["1 2 3 4 5", 7, "krypto"]),
    *(("daily", [date]) for date in ("2025-12-31", "2026-02-30", "x")),
    ("deal", ["nothing"]),
]


@needs_wasm
def test_odd_input_gives_the_same_results_and_sentences():
    calls = [["puzzle", name, given] for name, given in ODD]
    compare(calls, [answer(as_json, getattr(puzzle, name), given) for name, given in ODD])


def as_json(function, given, options=None):
    result = function(*given, **(options or {}))
    if isinstance(result, puzzle.Hint):
        return result.as_dict() | {"lines": str(result).splitlines()}
    if isinstance(result, puzzle.Daily):
        return json.loads(QUERIES["daily"].answer({"date": result.date}).text)
    return result.as_dict() if hasattr(result, "as_dict") else result


@pytest.mark.slow
@needs_wasm
def test_the_examples_of_the_readme_print_what_they_say():
    text = README.read_text(encoding="utf-8")
    for block in re.findall(r"```js\n(.*?)```", text, re.DOTALL):
        expected = re.findall(r"console\.log\(.*\); // (.*)", block)
        done = subprocess.run(
            ["node", "--input-type=module"],
            input=block,
            capture_output=True,
            text=True,
            check=False,
            cwd=README.parent,
            encoding="utf-8",
        )
        assert (done.stdout.splitlines(), done.stderr) == (expected, "")


@needs_wasm
def test_the_types_name_every_export_of_the_modules():
    for module in ("puzzle", "poker"):
        shown = "console.log(Object.keys(made).join(' '))"
        listed = f"import * as made from './src/{module}.js'; {shown}"
        done = subprocess.run(
            ["node", "--input-type=module", "--eval", listed],
            capture_output=True,
            text=True,
            check=True,
            cwd=README.parent,
        )
        files = (README.parent / "types" / f"{name}.d.ts" for name in (module, f"{module}_values"))
        types = "".join(file.read_text(encoding="utf-8") for file in files)
        names = done.stdout.split()
        assert {name for name in names if not re.search(rf"\b{name}\b", types)} == set()


PUZZLES_WITH_FUNCTIONS = (
    ("1 1 5 8", None, "make10-plus"),
    ("4 4 4 4", 30, "four-fours"),
    ("2 0 1 9", 17, "year"),
    ("1 2 3 4 5", 100, "digits-in-order"),
    ("1 2 3", 9, "classic, functions=power factorial, largest=1000"),
)
ANSWERS_WITH_FUNCTIONS = (
    "5!/(1+1)-50",
    "(4+4/4)!/4",
    "2^0+1*9",
    "sqrt(9)",
    "3!!",
    "2**3",
    "1||2",
    "",
)


@needs_wasm
def test_rules_with_functions_give_the_same_results():
    calls, expected = [], []
    for numbers, target, rules in PUZZLES_WITH_FUNCTIONS:
        given = [numbers, target, rules]
        others = [["closest", [numbers, 12345, rules]], ["difficulty", given]]
        others += [["hint", [*given, {"level": level}]] for level in (1, 2, 9)]
        others += [["solve", [*given, {"notation": name, "most": 5}]] for name in fv.NOTATIONS]
        others += [["check", [text, *given]] for text in ANSWERS_WITH_FUNCTIONS]
        others += [["checkSteps", ["5 + 5 = 10", *given]]]
        calls += [["puzzle", *call] for call in others]
        expected += [answer(WITH_FUNCTIONS[name], *arguments) for name, arguments in others]
    compare(calls, expected)


def hint_as_json(*puzzle_and_level):
    *puzzle, options = puzzle_and_level
    hint = fv.hint(*puzzle, **options)
    return hint.as_dict() | {"lines": str(hint).splitlines()}


WITH_FUNCTIONS = {
    "closest": lambda *given: fv.closest(*given).as_dict(),
    "difficulty": lambda *given: rated_json(fv.difficulty(*given)),
    "hint": hint_as_json,
    "solve": lambda *given: fv.solve(*given[:-1]).as_dict(given[-1]["notation"], most=5),
    "check": lambda *given: fv.check(*given).as_dict(),
    "checkSteps": lambda *given: fv.check_steps(*given).as_dict(),
}


@pytest.mark.slow
@needs_wasm
def test_bad_input_never_traps_and_memory_is_returned():
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("js_bad_calls.mjs"))],
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert (done.stdout.split(), done.stderr) == (["true", "true"], "")


SPELLED_RULES = vectors("js-calls", "rules")


@needs_wasm
def test_options_change_rules_and_what_cards_count():
    calls, expected = [], []
    for rules in SPELLED_RULES:
        calls.append(["puzzle", "solve", ["A K 2 4", 24, rules]])
        expected.append(answer(lambda named: fv.solve("A K 2 4", 24, named).as_dict(), rules))
        calls.append(["puzzle", "deal", [rules, {"seed": 7}]])
        expected.append(answer(lambda named: fv.deal(named, seed=7).as_dict(), rules))
        options = {"syntax": "relaxed"}
        calls.append(["puzzle", "check", ["K*2+A", "A K 2", 31, rules, options]])
        checked = partial(fv.check, "K*2+A", "A K 2", 31, syntax="relaxed")
        expected.append(answer(lambda named, check=checked: check(named).as_dict(), rules))
        calls.append(["puzzle", "check", ["134*1-2", "A K 4 2", 132, rules]])
        checked = partial(fv.check, "134*1-2", "A K 4 2", 132)
        expected.append(answer(lambda named, check=checked: check(named).as_dict(), rules))
    compare(calls, expected)


@needs_wasm
@pytest.mark.parametrize(
    ("name", "most"), [("poker", 101_000), ("numbers", 304_000), ("deals", 249_000)]
)
def test_a_compressed_core_stays_small(name, most):
    assert len(gzip.compress((ROOT / "js" / f"{name}.wasm").read_bytes(), 9)) <= most


@needs_wasm
def test_a_joker_is_refused_with_the_same_words_as_in_python():
    compare([["poker", "parseCards", ["Joker 2d"]]], [answer(fv.parse_cards, "Joker 2d")])


def test_the_command_of_the_linker_keeps_spaces_in_the_names_of_folders():
    printed = "warning\nwasm-ld -s -o /a b/c.wasm /a b/zig d/libc.a\n"
    words = ["wasm-ld", "-s", "-o", "/a b/c.wasm", "/a b/zig d/libc.a"]
    assert linker(printed, ["/a b", "/a b/zig d"]) == words
    with pytest.raises(SystemExit, match="this version of Zig does not print"):
        linker("nothing", ["/a b"])
