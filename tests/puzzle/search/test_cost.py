"""Calls that would take long are refused before they start, and `limit` allows them."""

import inspect
import json
import pickle
import random
import re
from itertools import product

import pytest

import facevalue as fv
from facevalue import _core, poker
from facevalue.adapters.shared.labels import Label
from facevalue.adapters.shared.scoring import Scorer
from facevalue.cli.app import NAMES, Verbs
from facevalue.cli.main import main
from facevalue.puzzle.model.core_rules import core_rules
from facevalue.puzzle.model.numbers import parse_numbers
from facevalue.puzzle.search.plan import plan

NINE = range(1, 10)
TEN = range(1, 11)
FAR = 10**9 + 7  # no solution, so that the closest value is looked for
TOO_LONG = r"would take about \d+ (seconds|minutes)( and \d+\.\d GB)?; make the query smaller, or "

IN_ORDER = fv.Rules("in order", order="given")
REFUSED = {
    "count": lambda **limit: fv.count([*NINE, 10], 3, **limit),
    "count of a list": lambda **limit: fv.count(NINE, 3, distinct="canonical", **limit),
    "count with a negative number": lambda **limit: fv.count([-1, *NINE[1:]], 3, **limit),
    "len": lambda **limit: len(fv.solve(NINE, 3, **limit)),
    "list": lambda **limit: list(fv.solve(NINE, 3, **limit)),
    "as_dict": lambda **limit: fv.solve(NINE, 3, **limit).as_dict(),
    "hint": lambda **limit: fv.hint(TEN, 3, **limit),
    "solve": lambda **limit: fv.solve([*NINE, 10], 3, **limit).first,
    "closest": lambda **limit: fv.closest([*NINE, 10], 3, **limit),
    "closest without a solution": lambda **limit: fv.closest(range(1, 10), FAR, **limit),
    "closest, walked": lambda **limit: fv.closest(range(1, 9), FAR, "raku-left", **limit),
    "reachable": lambda **limit: fv.reachable(range(11, 20), **limit).marks,
    "reachable, walked": lambda **limit: fv.reachable(range(1, 9), "raku-left", **limit).marks,
    "reachable_many": lambda **limit: fv.reachable_many([NINE], **limit),
    "values": lambda **limit: len(fv.values(range(1, 9), **limit)),
    "solve_many": lambda **limit: fv.solve_many([NINE], 3, **limit),
    "count_many": lambda **limit: fv.count_many([TEN], 3, **limit),
    "count_many, walked": lambda **limit: fv.count_many([range(1, 9)], 3, "raku-left", **limit),
    **{
        f"{ask.__name__}, in order": lambda ask=ask, **limit: ask([range(14)], 3, IN_ORDER, **limit)
        for ask in (fv.solve_many, fv.count_many, fv.solvable_many, fv.label_many)
    },
    "count, in order": lambda **limit: fv.count(range(14), 3, IN_ORDER, **limit),
    "solvable_many": lambda **limit: fv.solvable_many([TEN], 3, **limit),
    "label_many": lambda **limit: fv.label_many([TEN], 3, **limit),
    "still_solvable": lambda **limit: fv.puzzle.still_solvable(
        "10 + 11 = 21", range(1, 12), 3, **limit
    ),
    "percentile": lambda **limit: poker.percentile("As2s3s4s5s6h7h", game="razz", **limit),
    "odds": lambda **limit: poker.odds("AhKh", "Qh7h2c", opponents=3, samples=10**9, **limit),
    "range_equities": lambda **limit: poker.range_equities("random", "random", dead="2c", **limit),
    "difficulty": lambda **limit: fv.difficulty([*NINE, 10], 3, **limit),
    "Puzzle.hint": lambda **limit: fv.Puzzle(TEN, 3).hint(**limit),
    "Puzzle.solve": lambda **limit: len(fv.Puzzle(NINE, 3).solve(**limit)),
    "Puzzle.closest": lambda **limit: fv.Puzzle([*NINE, 10], 3).closest(**limit),
    "walk": lambda **limit: fv.count(range(1, 8), method="walk", workers=1, **limit),
    "walk of long numbers": lambda **limit: fv.count(
        [2**62 - k for k in range(6)], method="walk", **limit
    ),
    "a walk that the rules need": lambda **limit: fv.count(range(1, 9), 3, "raku-left", **limit),
    "table": lambda **limit: next(fv.table(range(1, 100), 24, **limit)),
    "whole_game": lambda **limit: fv.whole_game("classic", **limit),
    "equity": lambda **limit: poker.equity("AA", "KK", samples=10**9, **limit),
    "equity, Omaha": lambda **limit: poker.equity(
        "AA**", "KK**", game="omaha", samples=10**8, **limit
    ),
    "deal_many": lambda **limit: poker.deal_many(5 * 10**7, 9, **limit),
    "equity, badugi": lambda **limit: poker.equity(
        "As", "Ks", game="badugi", samples=10**8, **limit
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_call_that_would_take_long_is_refused(name):
    with pytest.raises(fv.LimitError, match=TOO_LONG):
        REFUSED[name]()


@pytest.mark.parametrize("name", REFUSED)
def test_without_a_limit_it_starts(name):
    with fv.deadline(0.01), pytest.raises(fv.DeadlineError):
        REFUSED[name](limit=None)


@pytest.mark.parametrize("name", REFUSED)
def test_a_long_limit_also_allows_it(name):
    with fv.deadline(0.01), pytest.raises(fv.DeadlineError):
        REFUSED[name](limit=10**9)


@pytest.mark.parametrize("use", ["all", "any"])
@pytest.mark.parametrize("size", range(4, 11))
def test_a_search_is_allowed_from_a_limit_of_its_estimate_on(size, use):
    rules, numbers = fv.Rules("some or all", use=use), parse_numbers(range(2, size + 2))
    made = plan(numbers, rules, "all", target=24)
    with pytest.raises(fv.LimitError) as caught:
        made.check(0)
    made.check(caught.value.seconds * 1.001)
    with pytest.raises(fv.LimitError):
        made.check(caught.value.seconds * 0.999)


@pytest.mark.parametrize("rules", ["train", "train, join=yes", "train, use=any"])
def test_the_targets_of_nine_numbers_in_order_are_not_refused(rules):
    assert len(fv.reachable(range(1, 10), low=1, high=100, rules=rules)) == 100


def test_a_short_limit_refuses_longer_calls():
    assert fv.count("1 2 3 4 5 6 7", limit=10) == fv.count("1 2 3 4 5 6 7", limit=None)
    with pytest.raises(fv.LimitError, match="about 0 seconds") as error:
        fv.count("1 2 3 4 5 6 7", limit=0.005)
    assert error.value.limit == 1


@pytest.mark.parametrize("limit", ["10", float("nan"), [], b"1"])
def test_a_limit_must_be_a_number(limit):
    with pytest.raises(fv.RuleError, match="limit must be a finite number"):
        fv.solve("8 8 3 3", limit=limit)


def test_the_limit_travels_with_the_solutions():
    with pytest.raises(fv.LimitError):
        fv.solve("8 8 3 3", limit=0).count()
    assert fv.solve(NINE, limit=None).limit is None


@pytest.mark.parametrize(
    ("numbers", "rules"),
    [
        (NINE, "classic"),
        (NINE, "countdown"),
        ([1, 2, 2, 3, 3, 4, 4, 5], "classic"),
        ([1] * 16, "countdown"),
        ([1, 2] * 5 + [1], "classic"),
    ],
)
def test_the_simplest_solution_of_these_is_not_refused(numbers, rules):
    plan(parse_numbers(numbers), fv.RULES[rules], "first", target=24).check(10)


def test_counting_nine_numbers_is_not_refused():
    with fv.deadline(0.01), pytest.raises(fv.DeadlineError):
        fv.count(NINE, 3)


VERBS = {
    "count": "1 2 3 4 5 6 7 8 9 10 --target 3",
    "solve": "1 2 3 4 5 6 7 8 9 10 --target 3",
    "closest": "1 2 3 4 5 6 7 8 9 --target 1000000007",
    "hint": "1 2 3 4 5 6 7 8 9 10 --target 3",
    "difficulty": "1 2 3 4 5 6 7 8 9 10 --target 3",
    "equity": "AA KK --samples 1000000000",
    "odds": "AhKh --board Qh7h2c --opponents 3 --samples 1000000000",
    "range-equities": "random --villain random --dead 2c",
    "table": "--digits 1-99 --target 3",
    "reach": "11 12 13 14 15 16 17 18 19",
    "values": "1 2 3 4 5 6 7 8",
    "whole-game": "--rules classic",
    "still-solvable": "1+2=3 --numbers 1,2,3,4,5,6,7,8,9,10,11 --target 7",
}


@pytest.mark.parametrize(
    ("verb", "as_json"),
    [*product(VERBS, [False]), *product(sorted(VERBS.keys() - {"table", "count"}), [True])],
)
def test_the_command_line_names_its_own_option_and_the_option_works(capsys, verb, as_json):
    arguments = [*verb.split(), *VERBS[verb].split(), *(["--json"] if as_json else [])]
    assert main(arguments) == 2
    printed = capsys.readouterr()
    message = json.loads(printed.out)["message"] if as_json else printed.err
    assert re.search(TOO_LONG + "run it anyway with --no-limit$", message.strip())
    with fv.deadline(0.01):
        assert main([*arguments, "--no-limit"]) == 2
    assert "stopped after 0.01 seconds" in "".join(capsys.readouterr())


def test_every_verb_with_the_option_and_every_function_with_a_limit_is_tried():
    with_option = {
        name
        for name, command in Verbs(NAMES).items()
        if any("--no-limit" in parameter.opts for parameter in command.params)
    }
    assert with_option == {verb.split()[0] for verb in VERBS}
    functions = {
        name
        for package in (fv, fv.puzzle, fv.poker, fv.datasets)
        for name in package.__all__
        if inspect.isfunction(getattr(package, name))
        and "limit" in inspect.signature(getattr(package, name)).parameters
    }
    assert functions == {name.split(",")[0].split()[0] for name in REFUSED} & functions


PROPERTIES = {
    "is_solvable": lambda puzzle: puzzle.is_solvable,
    "needs_fraction": lambda puzzle: puzzle.needs_fraction,
    "difficulty": lambda puzzle: puzzle.difficulty,
}


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_property_names_a_call_that_works_as_typed(name):
    puzzle = fv.Puzzle(TEN, 3)
    with pytest.raises(fv.LimitError, match=TOO_LONG) as refused:
        PROPERTIES[name](puzzle)
    code = str(refused.value).partition("run it anyway with ")[2]
    with fv.deadline(0.01), pytest.raises(fv.DeadlineError):
        eval(code, {"puzzle": puzzle, "facevalue": fv})


@pytest.mark.parametrize(
    "call", [lambda game: game.hint(), lambda game: game.solutions], ids=["hint", "solutions"]
)
def test_a_round_names_a_call_that_works_as_typed(call):
    game = fv.puzzle.Round(fv.Puzzle(TEN, 3))
    with pytest.raises(fv.LimitError, match=TOO_LONG) as refused:
        call(game)
    code = str(refused.value).partition("run it anyway with ")[2]
    with fv.deadline(0.01), pytest.raises(fv.DeadlineError):
        bool(eval(code, {"round": game}))


@pytest.mark.parametrize(
    "call",
    [
        lambda: fv.generate(fv.Rules("left", grouping="left"), size=9, count=1, seed=1),
        lambda: Scorer(no_solution=True).score("<answer>none</answer>", Label([*TEN], 3)),
    ],
)
def test_a_call_that_allows_no_more_does_not_name_an_option(call):
    with pytest.raises(fv.LimitError, match=r"; make the query smaller$"):
        list(call())


def test_http_names_no_option_of_python_or_of_the_command_line():
    replies = pytest.importorskip("facevalue.web.replies", reason="an extra: facevalue[web]")
    with pytest.raises(fv.LimitError) as refused:
        fv.count(TEN, 3)
    reply = replies.reply_for(refused.value, 1)
    message = json.loads(reply.body)["message"]
    assert message.endswith("and 13.9 GB; make the query smaller")
    assert reply.status_code == 413


def test_the_error_has_the_estimate_as_data_and_survives_a_pickle():
    with pytest.raises(fv.LimitError) as refused:
        fv.count(TEN, 3)
    for error in (refused.value, pickle.loads(pickle.dumps(refused.value))):
        assert (error.limit, round(error.seconds), error.allowance) == (10, 297, "limit=None")
        assert round(error.megabytes) == 13935
        assert error.problem.startswith("counting") or error.problem.startswith("solving")


def test_an_expression_of_more_numbers_takes_longer():
    rules = core_rules(fv.RULES["classic"])
    numbers = [(number, 1) for number in range(2, 11)]
    plans = [_core.plan_expressions(numbers[:size], rules, 1) for size in range(1, 10)]
    assert [made.seconds for made in plans] == sorted(made.seconds for made in plans)


@pytest.mark.parametrize("find", ["first", "all", "count"])
def test_no_search_of_few_numbers_is_worth_an_estimate(find):
    numbers = [10**15, 13, 999_999_937, 7]
    for rules in filter(lambda rules: not rules.functions, fv.RULES.values()):
        assert plan(numbers, rules, find, target=24).seconds < 0.01


CHEAP = {
    "values within a bound": lambda: len(fv.values("2 1 1 1 2 2 2 1", "largest=100")),
    "first in order": lambda: fv.solve("1 2 2 1 1 2 1 2 2 1 2 1", 1, "train").first,
    "year": lambda: fv.solve("2 2 1 2 2 2", 0, "year").first,
    "out of reach": lambda: fv.count("7 4 6 6 0 2 8 9 5 6 6 1", FAR),
    "small numbers": lambda: fv.hint("0 3 1 0 2 2 0 0 3 0 2 1", 0, "operators=+-*"),
}


@pytest.mark.parametrize("name", CHEAP)
def test_a_call_that_takes_a_moment_is_not_refused(name):
    CHEAP[name]()


EXPENSIVE = {
    "hint without brackets": ([3, 7, 2, 9, 8, 4, 6, 5, 1, 7, 3, 8, 2, 9], 24, "oberon"),
    "hint of joined runs": ([3, 7, 2, 9, 8, 4, 6, 5, 1, 7, 3], 24, "order=given,use=any,join=yes"),
}


@pytest.mark.parametrize("name", EXPENSIVE)
def test_a_hint_that_takes_long_is_refused(name):
    with pytest.raises(fv.LimitError, match=r"would (take|have to be compared)"):
        fv.hint(*EXPENSIVE[name])


def test_with_functions_nine_numbers_in_any_order_are_refused_at_any_price():
    rules = "largest=9,functions=power"
    assert fv.solve([1] * 8, 1, rules, limit=None).first is not None
    with pytest.raises(fv.LimitError, match=r"at most 8 numbers .* not 9$"):
        fv.solve([1] * 9, 1, rules, limit=None)


@pytest.mark.parametrize("seed", range(20))
def test_candidates_are_counted_without_listing_them(seed):
    source = random.Random(seed)
    rules = fv.Rules(
        "counted",
        operators=source.choice(["+-*/", "+-", "*"]),
        use=source.choice(["all", "any"]),
        order=source.choice(["any", "given"]),
        grouping=source.choice(["any", "orders", "flat", "left"]),
    )
    numbers = [source.randint(1, 3) for _ in range(source.randint(1, 5))]
    candidates = fv.candidates(numbers, rules)
    assert candidates.count() == sum(1 for _ in candidates)
