"""Every limit at its edge: a call exactly at the limit works, one beyond it is refused."""

import importlib
import re
import subprocess
import sys
from fractions import Fraction
from io import BytesIO
from itertools import islice
from math import comb
from pathlib import Path

import numpy as np
import pytest

import facevalue as fv
from facevalue import stack
from facevalue.adapters.lm_eval import write_task
from facevalue.adapters.shared.puzzle_source import puzzles_for
from facevalue.budget import check_cost
from facevalue.cli.main import main
from facevalue.datasets import Curriculum, Spec, build, grade
from facevalue.datasets.building import shards
from facevalue.poker import Game, PayTable, Range, equity, evaluate_many, icm
from facevalue.poker.cactus import holdem_odds
from facevalue.puzzle import DeckSpec, Scoring
from facevalue.sheets import pdf, sheet

PACKAGE = Path(fv.__file__).parent
LARGEST_INT = 2**63 - 1
LINE = {"rules": fv.Rules("line", order="given", operators="+"), "size": 2, "solvable": None}


def query(**options):
    puzzles = fv.puzzle.PuzzleQuery(**options)
    assert puzzles.total > 0
    return puzzles


def steps_that_add(count):
    """Steps that add this many ones."""
    return "\n".join(f"{done} + 1 = {done + 1}" for done in range(1, count))


def steps_to(digits):
    """A step to a number of this many digits."""
    zeros = "0" * (digits - 2)
    return f"1{zeros}0 + 1 = 1{zeros}1"


def digits_in_all(count):
    """A sum whose numbers have this many digits together."""
    whole, rest = divmod(count, 4000)
    return "+".join(["9" * 4000] * whole + ["9" * rest] * bool(rest))


# The constant, a call of the size that is the limit, and the error one beyond it.
LIMITS = [
    ("options.LARGEST_SEED", lambda n: fv.deal(seed=n), fv.RuleError),
    ("options.LARGEST_SEED", lambda n: next(fv.generate(seed=n)), fv.RuleError),
    ("options.MAX_WORKERS", lambda n: fv.check_many(["24"], [24], workers=n), fv.RuleError),
    ("options.MAX_WORKERS", lambda n: evaluate_many(HOLDINGS, workers=n), fv.RuleError),
    ("stack.values.MAX_DEPTH", lambda n: stack.run("{ " * n + "} " * n), fv.LimitError),
    ("stack.values.MAX_DEPTH", lambda n: stack.run(f"1 {n} [ 1array ] times"), fv.LimitError),
    ("stack.values.MAX_ELEMENTS", lambda n: stack.run(f"{n} 0 <array>"), fv.LimitError),
    ("stack.values.MAX_DIGITS", lambda n: stack.run("9" * n), fv.LimitError),
    ("stack.values.MAX_DIGITS", lambda n: stack.run(f"10 {n - 1} ^ 1 *"), fv.LimitError),
    ("stack.reading.MAX_CHARACTERS", lambda n: stack.run(" " * n), fv.LimitError),
    ("puzzle.model.rules_options.MAX_NUMBERS", lambda n: fv.Rules("many", size=n), fv.RuleError),
    ("puzzle.model.rules_options.MAX_NUMBERS", lambda n: fv.check("1", [1] * n), fv.LimitError),
    (
        "puzzle.model.rules_options.MAX_NUMBERS",
        lambda n: fv.Expression.parse("+".join("1" * n)),
        fv.LimitError,
    ),
    (
        "puzzle.model.rules_options.MAX_NUMBERS",
        lambda n: fv.Expression.parse(" ".join(["1"] * n + ["+"] * (n - 1)), "postfix"),
        fv.LimitError,
    ),
    (
        "puzzle.model.rules_options.MAX_NUMBERS",
        lambda n: fv.Expression.parse(steps_that_add(n), "steps"),
        fv.LimitError,
    ),
    (
        "options.MAX_DIGITS",
        lambda n: fv.Rules("long", target=-(10**n - 1)),
        fv.LimitError,
    ),
    ("options.MAX_DIGITS", lambda n: fv.check("1", ["9" * n]), fv.LimitError),
    ("options.MAX_DIGITS", lambda n: fv.check("1", [f"1/{'9' * n}"]), fv.LimitError),
    ("options.MAX_DIGITS", lambda n: fv.Expression.parse("9" * n), fv.LimitError),
    (
        "options.MAX_DIGITS",
        lambda n: fv.Expression.parse(steps_to(n), "steps"),
        fv.LimitError,
    ),
    ("options.MAX_DIGITS", lambda n: two_factors(n).steps(), fv.LimitError),
    ("options.MAX_DIGITS", lambda n: two_factors(n).to("steps"), fv.LimitError),
    (
        "puzzle.model.rules_options.LARGEST_NUMBER",
        lambda n: fv.RULES["classic"].result(Fraction(n - 1), "+", Fraction(1)),
        fv.LimitError,
    ),
    (
        "puzzle.model.rules_options.LARGEST_NUMBER",
        lambda n: fv.RULES["classic"].result(Fraction(1), "/", Fraction(n)),
        fv.LimitError,
    ),
    ("puzzle.model.numbers.LARGEST_PART", lambda n: fv.Puzzle([-n, 1]), fv.LimitError),
    ("puzzle.model.numbers.LARGEST_PART", lambda n: fv.Puzzle([Fraction(1, n)]), fv.LimitError),
    ("puzzle.model.numbers.LARGEST_FLOAT", lambda n: fv.Puzzle([even_float(n)]), fv.NotationError),
    (
        "puzzle.model.numbers.LARGEST_FLOAT",
        lambda n: fv.label_many(np.array([[even_float(n), 1]])),
        fv.NotationError,
    ),
    (
        "sheets.pdf_pages._MAX_TITLE",
        lambda n: pdf(sheet(count=1, seed=1), title="x" * n),
        fv.RuleError,
    ),
    ("puzzle.model.functions.MAX_LARGEST", lambda n: fv.Rules("large", largest=n), fv.RuleError),
    ("core.MOST_UNARY", lambda n: fv.Rules("some", unary=n), fv.RuleError),
    ("core.HIGHEST_CARD", lambda n: fv.Rules("cards", ace=n), fv.RuleError),
    ("core.HIGHEST_CARD", lambda n: fv.Rules("cards", faces=n), fv.RuleError),
    (
        "puzzle.play.episode.MAX_TURNS",
        lambda n: fv.puzzle.Episode(fv.Puzzle("3 8"), max_turns=n),
        fv.RuleError,
    ),
    ("puzzle.model.scoring.MAX_POINTS", lambda n: Scoring("far", ((n, n),)), fv.RuleError),
    (
        "puzzle.model.decks.LARGEST_TILE",
        lambda n: DeckSpec("large", kind="tiles", small=(n, -n), size=1),
        fv.RuleError,
    ),
    (
        "poker.hands.games.MAX_JOKERS",
        lambda n: PayTable("jokers", {"flush": 1}, jokers=n),
        fv.RuleError,
    ),
    (
        "poker.hands.players.MAX_DECKS",
        lambda n: fv.poker.winners("3s4s5s6s7s", "3s4d5d6d7d", decks=n),
        fv.RuleError,
    ),
    ("poker.tournaments.icm.MAX_STACKS", lambda n: icm(range(1, n + 1), [1]), fv.RuleError),
    (
        "poker.ranges.items.MAX_CHARACTERS",
        lambda n: Range.parse("AA" + " " * (n - 2)),
        fv.LimitError,
    ),
    ("puzzle.notation.notations.MAX_CHARACTERS", lambda n: parsed("1", n), fv.LimitError),
    (
        "puzzle.search.table.MAX_TABLE_NUMBERS",
        lambda n: list(fv.table([1], 5, size=n)),
        fv.RuleError,
    ),
    (
        "core.MOST_TARGETS",
        lambda n: fv.reachable("1 2", low=1, high=n).values,
        fv.LimitError,
    ),
    (
        "core.LARGEST_TARGET",
        lambda n: fv.reachable([2**31, 2**31], low=n, high=n).values,
        fv.LimitError,
    ),
    (
        "core.LARGEST_TARGET",
        lambda n: fv.reachable("1 2", "classic", low=-n, high=-n).values,
        fv.LimitError,
    ),
    ("core.MOST_GENERATED", lambda n: query(size=n, low=1, high=2), fv.RuleError),
    (
        "core.MOST_VALUE",
        lambda n: query(size=2, low=n - 1, high=n),
        fv.LimitError,
    ),
    ("core.MOST_VALUE", lambda n: query(size=2, low=-n, high=-n), fv.LimitError),
    ("core.MOST_VALUE", lambda n: query(target=(-n, 0)), fv.RuleError),
    ("core.MOST_VALUE", lambda n: query(target=(0, n)), fv.RuleError),
    (
        "core.MOST_SOLUTIONS",
        lambda n: list(query(solution_count=(1, n)).puzzles(1, 2)),
        fv.RuleError,
    ),
    ("datasets.building.spec.MAX_ROWS", lambda n: Spec("classic", count=n), fv.RuleError),
    (
        "datasets.building.curriculum.MAX_BANDS",
        lambda n: Curriculum(bands=[(0, 100)] * n, seed=1),
        fv.RuleError,
    ),
    (
        "datasets.building.curriculum.MAX_WINDOW",
        lambda n: Curriculum(window=n, seed=1),
        fv.RuleError,
    ),
    ("datasets.grading.pass_rates.MAX_K", lambda n: grade(BytesIO(b""), k=[n]), fv.RuleError),
    ("adapters.shared.puzzle_source.MAX_COUNT", lambda n: puzzles_for(count=n), fv.RuleError),
    (
        "adapters.lm_eval.MAX_TOKENS",
        lambda n: write_task("tasks", "data.jsonl", name="edge", max_tokens=n),
        fv.RuleError,
    ),
    ("_core.MOST_HOLE_CARDS", lambda n: Game("wide", hole=n, board=5), fv.RuleError),
    (
        "poker.hands.players.MAX_PLAYERS",
        lambda n: equity(*["random"] * n, samples=10, seed=1),
        fv.RuleError,
    ),
    ("cli.verbs.play._MAX_COUNT", lambda n: run_command(f"play --rounds {n} --seed 1"), SystemExit),
    ("cli.verbs.play._LONGEST", lambda n: run_command(f"play --seconds {n} --seed 1"), SystemExit),
]


def puzzles_of_65536_squared(targets):
    """Puzzles of two numbers, in order, of 2^16 values each, and with this many targets."""
    first = -(2**29)
    puzzles = query(**LINE, low=1, high=2**16, target=(first, first + targets - 1))
    assert [puzzles.total % 7] * 3 == [2**32 * targets % 7] * 3
    assert 3 == len({puzzle.key for puzzle in puzzles.puzzles(1, 3)})


HOLDINGS = np.arange(10, dtype=np.uint8).reshape(2, 5)


def two_factors(digits):
    """A product with this many digits."""
    return fv.Expression.parse(f"{10 ** (digits // 2)}*{10 ** (digits - digits // 2 - 1)}")


def even_float(number):
    """The next float from a number up: there are only even ones above 2^53."""
    return float(number + number % 2)


def parsed(text, characters):
    return fv.Expression.parse(text + " " * (characters - len(text)))


def run_command(command):
    if main(command.split()) == 2:
        raise SystemExit


# Limits that the core defines.
CORE = {
    "core.HIGHEST_CARD": 14,
    "core.LARGEST_TARGET": 2**62,
    "core.MOST_GENERATED": 9,
    "core.MOST_SOLUTIONS": 2**63 - 1,
    "core.MOST_TARGETS": 10_000_000,
    "core.MOST_UNARY": 4,
    "core.MOST_VALUE": 10**9,
}


def value_of(constant):
    if constant in CORE:
        return CORE[constant]
    module, name = f"facevalue.{constant}".rsplit(".", 1)
    return getattr(importlib.import_module(module), name)


@pytest.mark.parametrize(
    ("constant", "call", "error"), LIMITS, ids=[f"{row[0]}-{at}" for at, row in enumerate(LIMITS)]
)
def test_the_limit_itself_is_allowed_and_one_beyond_it_is_refused(
    constant, call, error, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    with Path("/dev/null").open(encoding="ascii") as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        limit = value_of(constant)
        call(limit)
        with pytest.raises(error) as refused:
            call(limit + 1)
    if error is fv.LimitError:
        assert refused.value.limit in (limit, 4300)


# Limits too large to reach in a test: the constant, a question, and the limit that it just meets.
SET_LOWER = [
    (
        "datasets.building.build._MAX_SHARDS",
        lambda: build(Spec("classic", count=3, shard_rows=1), "memory://shards"),
        3,
    ),
    ("options.MAX_SAMPLES", lambda: holdem_odds("AhKh", "QsQd", samples=50, seed=1), 50),
    ("stack.machine.MAX_STEPS", lambda: stack.run("1 2 +"), 3),
    ("stack.machine.MAX_FRAMES", lambda: stack.run("[ [ ] call ] call"), 3),
    ("stack.machine.MAX_PRINTED", lambda: stack.run('"abc" write'), 3),
    ("sheets.selection.MAX_PUZZLES", lambda: sheet(count=3, seed=1), 3),
    ("sheets.selection.MAX_NUMBERS", lambda: sheet(count=1, seed=1, low=2, high=12), 11),
    (
        "puzzle.search.reach_batch.MAX_PAIRS",
        lambda: fv.reachable_many([[1, 2], [3, 4]], low=1, high=10),
        20,
    ),
    (
        "puzzle.search.whole_game.MAX_CHOICES",
        lambda: fv.whole_game(tiles=range(1, 6), size=2),
        10,
    ),
]


@pytest.mark.parametrize(
    ("constant", "call", "size"), SET_LOWER, ids=[constant for constant, _, _ in SET_LOWER]
)
def test_a_call_exactly_at_the_limit_is_allowed_and_a_lower_limit_refuses_it(
    constant, call, size, monkeypatch
):
    name = f"facevalue.{constant}"
    assert value_of(constant) > size
    monkeypatch.setattr(name, size)
    call()
    monkeypatch.setattr(name, size - 1 if isinstance(size, int) else np.nextafter(size, 0))
    with pytest.raises((fv.LimitError, fv.RuleError)) as refused:
        call()
    if isinstance(refused.value, fv.LimitError):
        assert size > refused.value.limit


def test_puzzles_are_given_up_after_two_million_without_a_match():
    hopeless = {"size": 2, "low": 1, "target": 10**7}
    with pytest.raises(fv.LimitError, match="none of the 2,485 puzzles matches") as refused:
        list(fv.generate(high=70, **hopeless))
    assert refused.value.limit == 0
    with pytest.raises(fv.LimitError, match="no matching puzzle in 2,000,000 tries") as refused:
        list(fv.generate(high=2100, **hopeless))
    assert refused.value.limit == 2_000_000


def test_a_shard_is_given_up_after_as_many_without_a_match_as_the_limit_says(monkeypatch):
    spec = Spec("classic", count=1, size=2, low=1, high=70, target=10**6)
    (plan,) = shards.plan_shards(spec)
    puzzles = comb(71, 2)
    monkeypatch.setattr(shards, "MAX_FRUITLESS", puzzles + 1)
    assert (0, 0) == shards.build_shard(spec, plan)[0].rows
    monkeypatch.setattr(shards, "MAX_FRUITLESS", puzzles)
    with pytest.raises(fv.LimitError, match=f"no matching puzzle in {puzzles:,} tries") as refused:
        shards.build_shard(spec, plan)
    assert puzzles == refused.value.limit


def test_deals_are_given_up_after_2000_without_a_solution():
    hopeless = fv.Rules("hopeless", size=2, target=10**6)
    with pytest.raises(fv.LimitError, match=r"^2000 deals in a row have no solution; ") as refused:
        fv.deal(hopeless, seed=1, solvable=True)
    assert refused.value.limit == 2000
    *_, last = islice(fv.puzzle.deals(hopeless, seed=1), 2000)
    assert f"the last one was '{last}'" in str(refused.value)


def numbers_once(count, **options):
    """Rules whose deck has each number once."""
    small = tuple(range(1, count + 1))
    deck = fv.puzzle.DeckSpec("once", kind="tiles", small=small, size=2, **options)
    return fv.Rules("once", deck=deck)


# The core's limits of a space of puzzles: the largest that is allowed, and one that is not.
SPACES = {
    10**6: lambda more: query(size=2, low=1, high=10**6 + more),
    2**62: lambda more: puzzles_of_65536_squared(2**30 + more),
    2_000_000: lambda more: query(rules=numbers_once(1999 + more)),  # n (n + 1) / 2 choices
    100_000_000: lambda more: query(rules=numbers_once(585 + more, next_is_target=True)),
}


@pytest.mark.parametrize("limit", SPACES)
def test_a_space_of_puzzles_is_limited(limit):
    SPACES[limit](0)
    with pytest.raises(fv.LimitError) as refused:
        SPACES[limit](1)
    assert limit == refused.value.limit


# The core's limits of a string: one exactly so long, and one that is longer by one.
TEXTS = {
    1_000_000: lambda n: "24" + " " * (n - 4) + "*1",  # `relaxed` removes spaces at the end
    100_000: lambda n: "(" * n + "24" + ")" * n,
    1000: lambda n: "+".join("1" * n),
    20_000: digits_in_all,
    4300: lambda n: "9" * n,
}


@pytest.mark.parametrize("limit", TEXTS)
def test_a_string_at_a_limit_of_the_core_is_judged_and_parsed(limit):
    for syntax in fv.SYNTAXES:
        assert fv.check(TEXTS[limit](limit), [24], syntax=syntax).reason in (
            "correct",
            "wrong_numbers",
        )
        assert "too_long" == fv.check(TEXTS[limit](limit + 1), [24], syntax=syntax).reason
    assert fv.Expression.parse(TEXTS[limit](limit), "infix").value > 0
    with pytest.raises(fv.LimitError) as refused:
        fv.Expression.parse(TEXTS[limit](limit + 1), "infix")
    assert limit == refused.value.limit


def test_step_lists_are_judged_up_to_their_limits():
    judge = fv.check_steps
    assert judge(steps_to(4300).replace(" + 1 ", " + 1 "), ["1" + "0" * 4299, 1], "9").reason == (
        "wrong_value"
    )
    assert judge(steps_to(4301), [1, 1]).reason == "too_long"
    assert judge("8 * 3 = 24" + " " * (1_000_000 - 10), [8, 3]).correct
    assert judge("8 * 3 = 24" + " " * (1_000_001 - 10), [8, 3]).reason == "too_long"


def test_a_canonical_form_is_made_of_numbers_that_fit_639_bits():
    # The product of (numerator + denominator) of all numbers decides.
    wide = [LARGEST_INT] * 10
    for last, is_allowed in ((510, True), (511, False), (512, False)):
        expression = fv.Expression.parse("+".join(map(str, [*wide, last])))
        assert (2**630 * (last + 1) < 2**639) == is_allowed
        if is_allowed:
            assert expression.value == expression.canonical().value
            continue
        with pytest.raises(fv.LimitError, match="the numbers are too large") as refused:
            expression.canonical()
        assert 639 == refused.value.limit


def test_a_deadline_may_be_very_long():
    for seconds in (0, 1e9, 1e9 + 1, 1e300):
        with fv.deadline(seconds) as limit:
            assert (seconds == 0) == limit.is_over
    for seconds in (-1e-300, float("inf"), float("nan")):
        with pytest.raises(fv.RuleError):
            fv.deadline(seconds)


@pytest.mark.parametrize(("typed", "rounds"), [(65_535, 1), (70_000, 2)])
def test_a_line_from_the_keyboard_is_cut_beyond_its_limit(typed, rounds):
    """The rest of a longer line is the next answer."""
    answer = "8*(" + "1" * (typed - 3)
    done = subprocess.run(
        [sys.executable, "-m", "facevalue", "play", "--rounds", "1", "--seed", "1"],
        input=answer + "\n",
        capture_output=True,
        check=False,
        text=True,
    )
    assert rounds == done.stdout.count("\ntoo long: "), done.stdout


# Limits that are not in these tables, and where they are tested, or why there is no limit.
ELSEWHERE = {
    "poker.hands.deals.MAX_DEALS": "test_many",
    "cli.verbs.tables._MAX_SKIPPED_SHOWN": "how many broken rows are shown",
    "datasets.tables.job._MAX_SKIPPED": "how many broken rows are kept to be shown",
    "datasets.grading.grades._MAX_KEPT": "how many bands are remembered",
    "datasets.files.text_lines.MAX_LINE": "test_bombs",
    "datasets.files.text_lines.MAX_AT_ONCE": "how much is worked on at once; test_bombs",
    "datasets.files.text_lines.MAX_MEMORY": "an estimate; test_bombs",
    "datasets.files.text_lines.MAX_LINE_MEMORY": "an estimate; test_bombs",
    "datasets.files.text_lines.MAX_MEMORY_AT_ONCE": "an estimate; test_bombs",
    "datasets.files.json_files._MAX_ARRAY": "test_bombs",
    "datasets.files.csv_files._MAX_COLUMNS": "test_bombs",
    "datasets.files.parquet_files._MAX_LIST_VALUES": "test_bombs",
    "datasets.files.inspect_logs._MAX_MEMBER": "test_logs",
    "datasets.grading.model_comparison._MAX_NAMED": "how many names an error may have",
    "datasets.files.toml_files._MAX_CHARACTERS": "test_templates",
    "datasets.files.toml_files._MAX_DOTS": "test_templates",
    "datasets.tables.puzzle_reader._MAX_NUMBERS": "decides between two ways to the same result",
    "cli.terminal.best_times._MAX_TIMES": "how many times are kept; test_play",
    "cli.terminal.keyboard._LONGEST": "above",
    "cli.verbs.stack._MAX_CHARACTERS": "test_cli_stack",
    "cli.values._MAX_BYTES": "test_poker",
    "poker.draws.video_poker.MAX_SESSION_HANDS": "test_pay_spellings",
    "cli.verb._MAX_COLUMNS": "how wide help is printed",
    "datasets.examples.search_traces.MAX_TOO_LONG": "test_trace_rows",
    "puzzle.notation.expression.MAX_BITS": "above",
    "options.MAX_FRUITLESS": "above",
    "poker.ranges.omaha.MAX_LISTED": "test_omaha_ranges",
    "poker.ranges.omaha.MAX_HANDS": "test_omaha_ranges",
    "poker.ranges.items.MAX_DIGITS": "test_ranges",
    "poker.ranges.items.LARGEST_DENOMINATOR": "test_ranges",
    "poker.tournaments.push_fold.LARGEST_STACK": "test_tournaments",
    "system.files._LONGEST_MARK": "the length of a byte order mark",
    "datasets.auditing.audit.MAX_LISTED": "a default, not a limit",
    "stack.arithmetic._MAX_BITS": "refuses early what MAX_DIGITS would refuse late",
    "datasets.examples.search_traces.MAX_LINES": "a default, not a limit",
    "poker.equities.preflop._LONGEST_WAIT": "test_cache",
    "puzzle.search.whole_game.LARGEST_SMALL": "which tiles are small",
    "queries.kinds._LONGEST_NUMBER": "test_api",
    "web.remembered.MAX_BYTES": "test_remembered",
    "web.serving.MAX_HEADER_BYTES": "test_serving",
}

# The value of each limit, so that no change is overlooked.
VALUES = {
    "adapters.lm_eval.MAX_TOKENS": 10**9,
    "adapters.shared.puzzle_source.MAX_COUNT": 10**12,
    "cli.verbs.tables._MAX_SKIPPED_SHOWN": 10,
    "cli.terminal.best_times._MAX_TIMES": 10,
    "cli.verbs.stack._MAX_CHARACTERS": 1_000_000,
    "cli.verb._MAX_COLUMNS": 80,
    "cli.terminal.keyboard._LONGEST": 65_536,
    "cli.verbs.play._LONGEST": 1_000_000,
    "cli.verbs.play._MAX_COUNT": 10**12,
    "datasets.auditing.audit.MAX_LISTED": 1000,
    "datasets.building.build._MAX_SHARDS": 100_000,
    "datasets.grading.grades._MAX_KEPT": 100_000,
    "datasets.tables.job._MAX_SKIPPED": 100,
    "datasets.grading.pass_rates.MAX_K": 10_000,
    "datasets.tables.puzzle_reader._MAX_NUMBERS": 1000,
    "datasets.files.toml_files._MAX_CHARACTERS": 1_000_000,
    "datasets.files.text_lines.MAX_LINE": 2**24,
    "datasets.files.text_lines.MAX_AT_ONCE": 2**23,
    "datasets.building.curriculum.MAX_BANDS": 100,
    "datasets.building.curriculum.MAX_WINDOW": 10_000,
    "datasets.files.text_lines.MAX_MEMORY": 300_000_000,
    "datasets.files.text_lines.MAX_LINE_MEMORY": 150_000_000,
    "datasets.files.text_lines.MAX_MEMORY_AT_ONCE": 75_000_000,
    "datasets.files.json_files._MAX_ARRAY": 50_000_000,
    "datasets.files.csv_files._MAX_COLUMNS": 10_000,
    "datasets.files.parquet_files._MAX_LIST_VALUES": 3_000_000,
    "datasets.files.inspect_logs._MAX_MEMBER": 50_000_000,
    "datasets.grading.model_comparison._MAX_NAMED": 100,
    "datasets.files.toml_files._MAX_DOTS": 1000,
    "datasets.examples.search_traces.MAX_LINES": 10_000,
    "datasets.examples.search_traces.MAX_TOO_LONG": 2000,
    "options.MAX_FRUITLESS": 2_000_000,
    "datasets.building.spec.MAX_ROWS": 10**12,
    "options.LARGEST_SEED": 2**64 - 1,
    "options.MAX_SAMPLES": 10**12,
    "options.MAX_WORKERS": 64,
    "poker.hands.players.MAX_PLAYERS": 10,
    "poker.ranges.omaha.MAX_LISTED": 50_000,
    "poker.hands.deals.MAX_DEALS": 10**12,
    "poker.hands.players.MAX_DECKS": 10,
    "poker.ranges.omaha.MAX_HANDS": 2_000_000,
    "poker.ranges.items.MAX_CHARACTERS": 1_000_000,
    "poker.ranges.items.MAX_DIGITS": 18,
    "puzzle.play.episode.MAX_TURNS": 1000,
    "puzzle.model.functions.MAX_LARGEST": 10**15,
    "puzzle.model.decks.LARGEST_TILE": 10**9,
    "puzzle.model.numbers.LARGEST_FLOAT": 2.0**53,
    "puzzle.model.numbers.LARGEST_PART": 2**63 - 1,
    "puzzle.model.rules_options.LARGEST_NUMBER": 10**4300 - 1,
    "options.MAX_DIGITS": 4300,
    "puzzle.model.rules_options.MAX_NUMBERS": 1000,
    "puzzle.model.scoring.MAX_POINTS": 10**9,
    "puzzle.notation.expression.MAX_BITS": 639,
    "puzzle.notation.notations.MAX_CHARACTERS": 1_000_000,
    "puzzle.search.reach_batch.MAX_PAIRS": 4_000_000_000,
    "puzzle.search.table.MAX_TABLE_NUMBERS": 9,
    "puzzle.search.whole_game.LARGEST_SMALL": 10,
    "puzzle.search.whole_game.MAX_CHOICES": 1_000_000,
    "poker.equities.preflop._LONGEST_WAIT": 30.0,
    "sheets.pdf_pages._MAX_TITLE": 60,
    "sheets.selection.MAX_NUMBERS": 1000,
    "sheets.selection.MAX_PUZZLES": 1000,
    "stack.arithmetic._MAX_BITS": 13_320.0,
    "stack.machine.MAX_FRAMES": 100_000,
    "stack.machine.MAX_PRINTED": 1_000_000,
    "stack.machine.MAX_STEPS": 1_000_000,
    "stack.reading.MAX_CHARACTERS": 1_000_000,
    "stack.values.MAX_DEPTH": 100,
    "stack.values.MAX_DIGITS": 4000,
    "stack.values.MAX_ELEMENTS": 100_000,
    "queries.kinds._LONGEST_NUMBER": 20,
    "web.remembered.MAX_BYTES": 4 * 2**20,
    "web.serving.MAX_HEADER_BYTES": 32 * 1024,
    "poker.hands.games.MAX_JOKERS": 2,
    "poker.ranges.items.LARGEST_DENOMINATOR": 10**18,
    "cli.values._MAX_BYTES": 16 * 2**20,
    "poker.draws.video_poker.MAX_SESSION_HANDS": 100_000,
    "poker.tournaments.icm.MAX_STACKS": 20,
    "poker.tournaments.push_fold.LARGEST_STACK": 100,
    "system.files._LONGEST_MARK": 4,
}


def named_limits():
    return {
        f"{path.relative_to(PACKAGE).with_suffix('').as_posix().replace('/', '.')}.{name}"
        for path in PACKAGE.rglob("*.py")
        for name in re.findall(
            r"^(_?(?:MOST|MAX|LARGEST|LONGEST)_?\w*) = ",
            path.read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    }


@pytest.mark.parametrize("constant", VALUES)
def test_a_limit_has_the_value_that_is_written_down(constant):
    assert VALUES[constant] == value_of(constant)


def test_every_limit_is_tried_at_its_edge():
    found = named_limits()
    assert VALUES.keys() == found
    tried = {row[0] for row in [*LIMITS, *SET_LOWER]}
    assert set() == found - tried - set(ELSEWHERE)


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("about 599 seconds", 599.4),
        ("about 10 minutes", 600),
        ("about 120 minutes", 7199),
        ("about 2 hours", 7200),
        ("about 2 days", 200_000),
        ("about 301 days", 25_963_300),
        ("about 730 days", 2 * 31_556_952 - 1),
        ("about 2 years", 2 * 31_556_952),
        ("about 999,999 years", 31_556_952 * 999_999),
        ("millions of years", 31_556_952_000_000),
    ],
)
def test_a_time_is_printed_in_a_suitable_unit(words, seconds):
    with pytest.raises(fv.LimitError, match=f"it would take {words};"):
        check_cost("it", seconds, 10)
