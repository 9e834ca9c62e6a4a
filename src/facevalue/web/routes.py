"""What the API answers: a row for each route, with its parameters, its lane and its answer."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue import json_answers
from facevalue.value import Value
from facevalue.web import answers
from facevalue.web.limits import LIMITS, check_limit, check_numbers, largest_part
from facevalue.web.parameters import Parameter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from dataclasses import KW_ONLY

    Given = dict[str, Any]
    Call = Callable[[], object]

# With so many numbers, of this size, a question about a puzzle is answered on the event loop.
_QUICK_NUMBERS = 4
_QUICK_SIZE = 1000

NUMBERS = Parameter(
    "numbers",
    "The numbers, with commas or blanks between: whole numbers, fractions like 3/4, or cards.",
    kind="numbers",
    example="8,8,3,3",
    is_needed=True,
)
TARGET = Parameter(
    "target",
    "The number to make; default: that of the rules.",
    kind="number_text",
    example="24",
)
RULES = Parameter(
    "rules",
    "The rules, by name; /api/rules lists them.",
    example="classic",
    choices=tuple(fv.RULES),
)
NOTATION = Parameter(
    "notation", "How expressions are written.", example="infix", choices=tuple(fv.NOTATIONS)
)
DISTINCT = Parameter(
    "distinct",
    "Which solutions count as different.",
    example="essential",
    choices=("raw", "canonical", "essential"),
)
SEED = Parameter("seed", "A whole number, for the same answer again.", kind="number", example=24)
GAME = Parameter(
    "game",
    "The poker game; /api/games lists them.",
    example="holdem",
    choices=tuple(fv.poker.GAMES),
)
RANGED_GAME = GAME.replaced(
    choices=tuple(name for name, row in fv.poker.GAMES.items() if row.has_ranges)
)
BOARD = Parameter("board", "The cards on the board.", example="2h7d9c")
DEAD = Parameter("dead", "Cards that nobody can hold.", example="As")
PUZZLE = (NUMBERS, TARGET, RULES)


class Route(Value):
    """A question of the API.

    Args:
        name: the last part of its address, /api/NAME.
        summary: what it answers.
        parameters: what it takes.
        prepare: reads the parameters and returns the call that answers; it checks the limits, and
            what it does must be quick.
        is_quick: whether the call may run on the event loop.
        is_constant: whether the same question has the same answer tomorrow.
        has_body: whether it may be sent with POST, the parameters as a JSON object.
    """

    name: str
    summary: str
    _: KW_ONLY
    parameters: tuple[Parameter, ...]
    prepare: Callable[[Given], Call]
    is_quick: Callable[[Given], bool] = lambda _: True
    is_constant: Callable[[Given], bool] = lambda _: True
    has_body: bool = False


def _few_numbers(given: Given) -> bool:
    """Whether the numbers are few and small; with large fractions the search computes long."""
    numbers = given["numbers"]
    return len(numbers) <= _QUICK_NUMBERS and largest_part(numbers) <= _QUICK_SIZE


def _never(_: Given) -> bool:
    return False


def _puzzle(given: Given) -> fv.Puzzle:
    """The puzzle of a question, its numbers read and within the limits."""
    _numbers(given)
    puzzle = fv.Puzzle(given["numbers"], given.pop("target", None), given.pop("rules", "classic"))
    check_numbers([puzzle.target])
    return puzzle


def _numbers(given: Given) -> None:
    given["numbers"] = fv.puzzle.parse_numbers(given["numbers"])
    check_limit("numbers", len(given["numbers"]))
    check_numbers(given["numbers"])


def _about_puzzle(ask: Callable[..., object], **fixed: object) -> Callable[[Given], Call]:
    """How to prepare a question about a puzzle; the other parameters are options."""

    def prepare(given: Given) -> Call:
        puzzle = _puzzle(given)
        options = {name: value for name, value in given.items() if name != "numbers"}
        return partial(ask, puzzle, **fixed, **options)

    return prepare


def _reach(given: Given) -> Call:
    _numbers(given)
    low, high = given.get("low", 100), given.get("high", 999)
    check_numbers([low, high])
    check_limit("targets", high - low + 1)
    return partial(json_answers.reach, **given)


def _generate(given: Given) -> Call:
    check_limit("generated", given.get("count", 1))
    check_limit("numbers", given.get("size", 0))
    return partial(answers.generate, **given)


def _range(given: Given) -> Call:
    check_limit("range", len(given["range"]))
    return partial(answers.poker_range, given.pop("range"), **given)


def _equity(given: Given) -> Call:
    players = given.pop("players")
    check_limit("players", len(players))
    for player in players:
        check_limit("range", len(player))
    check_limit("samples", given.get("samples", 0))
    return partial(json_answers.equity, *players, **given)


def _plain(ask: Callable[..., object]) -> Callable[[Given], Call]:
    """How to prepare a question whose parameters are the arguments of its answer."""
    return lambda given: partial(ask, **given)


_MOST = LIMITS["solutions"]
_ROWS = (
    Route(
        "solve",
        f"Every distinct solution, the simplest first, of which {_MOST} are listed.",
        parameters=(*PUZZLE, DISTINCT, NOTATION),
        prepare=_about_puzzle(json_answers.solve, most=_MOST),
        is_quick=_few_numbers,
    ),
    Route(
        "count",
        "How many distinct solutions there are.",
        parameters=(*PUZZLE, DISTINCT),
        prepare=_about_puzzle(json_answers.count),
        is_quick=_few_numbers,
    ),
    Route(
        "closest",
        "The values closest to the target, each made with the fewest steps.",
        parameters=(*PUZZLE, NOTATION),
        prepare=_about_puzzle(json_answers.closest),
        is_quick=_few_numbers,
    ),
    Route(
        "hint",
        "A hint that reveals no more than its level allows.",
        parameters=(*PUZZLE, Parameter("level", "How much to reveal.", kind="number", example=1)),
        prepare=_about_puzzle(answers.hint),
        is_quick=_few_numbers,
    ),
    Route(
        "check",
        "Whether an answer is right, and if not, why and where.",
        parameters=(
            Parameter("answer", "The answer.", example="8/(3-8/3)", is_needed=True),
            *PUZZLE,
            Parameter(
                "syntax",
                "What the answer may use.",
                example="lenient",
                choices=tuple(fv.SYNTAXES),
            ),
            Parameter("steps", "Whether it is a list of steps, one a line.", kind="yes"),
        ),
        prepare=_about_puzzle(answers.check),
        has_body=True,
    ),
    Route(
        "still-solvable",
        "After each step, whether the numbers that are left can still make the target.",
        parameters=(
            Parameter("steps", "The steps, one a line.", example="8 / 3 = 8/3", is_needed=True),
            *PUZZLE,
        ),
        prepare=_about_puzzle(answers.still_solvable),
        is_quick=_few_numbers,
    ),
    Route(
        "difficulty",
        "How hard a puzzle is for people: a percentile and, if measured, seconds.",
        parameters=PUZZLE,
        prepare=_about_puzzle(json_answers.difficulty),
        is_quick=_few_numbers,
    ),
    Route(
        "reach",
        "Which targets from low to high the numbers make, and which they do not.",
        parameters=(
            NUMBERS,
            RULES,
            Parameter("low", "The first target; default: 100.", kind="number", example=100),
            Parameter("high", "The last target; default: 999.", kind="number", example=999),
        ),
        prepare=_reach,
        is_quick=_never,
    ),
    Route(
        "deal",
        "A puzzle drawn from the deck of the game; the answer has its seed.",
        parameters=(
            RULES,
            SEED,
            Parameter("large", "In Countdown: how many large tiles.", kind="number", example=2),
            Parameter("solvable", "Whether it must have a solution.", kind="yes", example=True),
        ),
        prepare=_plain(answers.deal),
        is_constant=lambda given: "seed" in given,
    ),
    Route(
        "generate",
        "Puzzles that match filters, each certified and none twice.",
        parameters=(
            RULES,
            SEED,
            Parameter("count", "How many puzzles; default: 1.", kind="number", example=3),
            Parameter("size", "How many numbers.", kind="number", example=4),
            Parameter("low", "The smallest number.", kind="number", example=1),
            Parameter("high", "The largest number.", kind="number", example=13),
            Parameter("target", "The target.", kind="number", example=24),
            Parameter("difficulty", "The percentiles, 0 to 100.", example="90-100"),
            Parameter(
                "needs_fraction",
                "Whether it needs a fraction, or must not.",
                kind="yes",
                example=True,
            ),
        ),
        prepare=_generate,
        is_quick=_never,
    ),
    Route(
        "daily",
        "The puzzles of a day, the same for everybody.",
        parameters=(Parameter("date", "The day, in UTC; default: today.", example="2026-01-31"),),
        prepare=_plain(answers.daily),
        is_constant=lambda given: "date" in given,
    ),
    Route(
        "hand",
        "What a poker hand is worth.",
        parameters=(
            Parameter("cards", "The cards.", example="7H 7S 7D AS AC", is_needed=True),
            BOARD,
            GAME,
            Parameter("explain", "Whether to add the steps of Kev's evaluator.", kind="yes"),
        ),
        prepare=_plain(json_answers.hand),
        # The first explanation makes the tables of Kev's evaluator, which takes a second or more.
        is_quick=lambda given: not given.get("explain"),
    ),
    Route(
        "equity",
        "How much of the pot each player wins on average: exact, or sampled if it says so.",
        parameters=(
            Parameter(
                "players",
                "A hand or a range; repeat it for each player.",
                example=("QQ+", "AhKh"),
                is_needed=True,
                repeats=True,
            ),
            BOARD,
            DEAD,
            GAME,
            Parameter("samples", "How many deals to sample.", kind="number", example=100_000),
            SEED,
        ),
        prepare=_equity,
        is_quick=_never,
    ),
    Route(
        "range",
        "The hands of a range, and the share of each starting hand that is in it.",
        parameters=(
            Parameter("range", "The range.", example="QQ+, AKs", is_needed=True),
            DEAD,
            RANGED_GAME,
        ),
        prepare=_range,
        is_quick=_never,
    ),
    Route(
        "rules",
        "The rules of all games, or of one.",
        parameters=(Parameter("name", "The name of the rules.", example="countdown"),),
        prepare=_plain(answers.rules),
    ),
    Route(
        "games",
        "The poker games: how many cards they have and which of them play.",
        parameters=(),
        prepare=_plain(answers.games),
    ),
    Route(
        "notations",
        "How expressions can be written.",
        parameters=(),
        prepare=_plain(answers.notations),
    ),
)
ROUTES: Mapping[str, Route] = MappingProxyType({f"/api/{row.name}": row for row in _ROWS})
