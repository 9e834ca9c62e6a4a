"""The parameters of queries, for the command line, HTTP and the docs.

The defaults are in the signatures of the public functions, where `Query` reads them.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

import attrs

import facevalue as fv
from facevalue.budget import USUAL_LIMIT
from facevalue.queries import kinds
from facevalue.queries.parameter import BARE, LINE, SHELL, Parameter
from facevalue.randomness import random_seed

# Random seeds are short to type and exact in JavaScript. They are larger than the seeds of daily
# puzzles, which are dates such as 20260131.
_SEEDS = range(10**8, 2**32)


def draw_seed() -> int:
    """Return a random seed for a result that can be repeated."""
    return _SEEDS[random_seed() % len(_SEEDS)]


def extend_syntax(name: str, allowed: Iterable[str]) -> fv.Syntax:
    """Return the syntax with this name, extended by some options."""
    return fv.SYNTAXES[name].replace(**dict.fromkeys(allowed, True))


NUMBERS = Parameter(
    "numbers",
    "The numbers, separated by commas or spaces: whole numbers, fractions like 3/4, or cards.",
    kinds.NUMBER_LIST,
    example="8,8,3,3",
    written_as="words",
)
TARGET = Parameter(
    "target",
    "The number to make; default: the target of the rules.",
    kinds.TARGET_STRING,
    example="24",
)
RULES = Parameter(
    "rules",
    "The rules of the game; options change them: train,values=natural.",
    kinds.RULES_SPELLING,
    example="classic",
    choices=tuple(fv.RULES),
)
DIGITS = Parameter(
    "digits", "Read a run of digits as one number per digit: 4878 is 4 8 7 8.", kinds.YES_OR_NO
)
PUZZLE = (NUMBERS, TARGET, RULES, DIGITS)
DISTINCT = Parameter(
    "distinct",
    "Which solutions count as different: raw, all expressions; canonical, regardless of order, "
    "grouping and signs; essential, also regardless of idle steps such as x1 and +0; default: "
    "essential, or canonical where the rules allow functions such as powers.",
    example="essential",
    choices=("raw", "canonical", "essential"),
)
METHOD = Parameter(
    "method",
    "How to solve: search backward from the target, or walk through all expressions.",
    choices=("search", "walk"),
    interfaces=SHELL,
)
WORKERS = Parameter(
    "workers", "The number of threads, 1 to 64.", kinds.WHOLE_NUMBER, interfaces=SHELL
)
LIMIT = Parameter(
    "limit",
    f"Run even if it would take longer than about {USUAL_LIMIT} seconds.",
    interfaces=SHELL,
    flag="--no-limit",
    flag_value=None,
)
NOTATION = Parameter(
    "notation",
    "How expressions are written.",
    example="infix",
    choices=tuple(fv.NOTATIONS),
    default="infix",
)
FIRST = Parameter(
    "first",
    "Show only the simplest solution.",
    kinds.YES_OR_NO,
    default=False,
    interfaces=SHELL,
    layout=BARE,
)
STATS = Parameter(
    "stats", "Also show statistics of the search.", kinds.YES_OR_NO, default=False, interfaces=SHELL
)
LISTED = Parameter(
    "most",
    "List at most this many solutions; all are counted.",
    kinds.SOLUTIONS,
    example=20,
    default=None,
)
ONLY_COUNT = Parameter(
    "count",
    "Show only the number of expressions.",
    kinds.YES_OR_NO,
    default=False,
    interfaces=SHELL,
    layout=LINE,
)
LEVEL = Parameter(
    "level",
    "How much to reveal: 1 what is needed, 2 the last operation, 3 the first step, and so on.",
    kinds.WHOLE_NUMBER,
    example=1,
)
ANSWER = Parameter("answer", "The answer.", example="8/(3-8/3)", written_as="line")
SYNTAX = Parameter(
    "syntax",
    "How an answer may be written: strict, lenient (also LaTeX, Unicode signs and a claim) or "
    "relaxed (also what people type, such as 6 x 4 and K*2).",
    example="lenient",
    choices=tuple(fv.SYNTAXES),
)
ALLOW = Parameter(
    "allow",
    "Also allow this in an answer; may be repeated.",
    example=("unary_sign",),
    choices=("unary_sign", "implicit_multiplication", "decimals"),
    repeats=True,
    amends=("syntax", extend_syntax),
)
IS_STEPS = Parameter(
    "steps",
    "The answer is a list of steps, one per line.",
    kinds.YES_OR_NO,
    takes_all=True,
    calls="check_steps",
)
STEPS = Parameter(
    "steps", "The steps, one per line.", example="8 / 3 = 8/3", written_as="word", takes_all=True
)
LOW_TARGET = Parameter("low", "The first target.", kinds.LOWEST_TARGET, example=100)
HIGH_TARGET = Parameter("high", "The last target.", kinds.HIGHEST_TARGET, example=999)
LOW_VALUE = attrs.evolve(
    LOW_TARGET, help="The smallest value; default: any.", kind=kinds.TARGET_STRING
)
HIGH_VALUE = attrs.evolve(
    HIGH_TARGET, help="The largest value; default: any.", kind=kinds.TARGET_STRING
)
MISSING = Parameter(
    "missing",
    "Show the targets that cannot be made, one per line.",
    kinds.YES_OR_NO,
    interfaces=SHELL,
    flag="--missing",
    flag_value="missing",
    shows=True,
)
SVG = Parameter(
    "picture",
    "Print only an SVG picture.",
    kinds.YES_OR_NO,
    interfaces=SHELL,
    flag="--picture",
    flag_value="svg",
    shows=True,
    layout=BARE,
)
TILES = Parameter(
    "tiles",
    "The tiles, separated by commas or spaces; default: the tiles of Countdown.",
    kinds.NUMBER_LIST,
)
TILE_COUNT = Parameter("size", "How many tiles are chosen.", kinds.WHOLE_NUMBER)
SEED = Parameter(
    "seed",
    "0 to 2^64 - 1; the same seed gives the same result. Default: random.",
    kinds.WHOLE_NUMBER,
    example=24,
)
DRAWN_SEED = attrs.evolve(SEED, draw=draw_seed)
# Of results that show it where deals were sampled.
SHOWN_SEED = attrs.evolve(DRAWN_SEED, is_shown=True)
LARGE = Parameter(
    "large", "How many tiles are large, in Countdown; default: any.", kinds.WHOLE_NUMBER, example=2
)
SOLVABLE = Parameter(
    "solvable", "Deal only puzzles with a solution.", kinds.YES_OR_NO, example=True
)
PUZZLE_COUNT = Parameter("count", "The number of puzzles.", kinds.PUZZLES, example=3, default=10)
ALL = Parameter(
    "all", "Show all matching puzzles.", kinds.YES_OR_NO, default=False, interfaces=SHELL
)
SIZE = Parameter(
    "size",
    "How many numbers a puzzle has; may be repeated.",
    kinds.SIZES,
    example=(4,),
    repeats=True,
)
LOW = Parameter(
    "low", "The smallest number; default: as in the game.", kinds.WHOLE_NUMBER, example=1
)
HIGH = Parameter(
    "high", "The largest number; default: as in the game.", kinds.WHOLE_NUMBER, example=13
)
TARGETS = Parameter("target", "The target, or a range of targets.", kinds.WHOLE_RANGE, example="24")
DIFFICULTY = Parameter(
    "difficulty",
    "How hard a puzzle is: a percentile, a range such as 90-100, or easy, medium or hard.",
    kinds.DIFFICULTY_STRING,
    example="90-100",
)
DIFFICULTY_MODEL = Parameter(
    "difficulty_model",
    "Whom the difficulty is for; for language models, percentiles are within the query.",
    example="language-model",
    choices=fv.puzzle.DIFFICULTY_MODELS,
)
RATED_FOR = Parameter(
    "model",
    "Whom to rate the puzzle for.",
    example="language-model",
    choices=fv.puzzle.DIFFICULTY_MODELS,
)
SOLUTION_COUNT = Parameter(
    "solution_count", "How many solutions a puzzle has.", kinds.WHOLE_RANGE, example="1"
)
HAS_SOLUTION = Parameter(
    "solvable",
    "Only puzzles with, or only without, a solution.",
    kinds.YES_OR_NO,
    example=True,
    opposite="--unsolvable",
)
NEEDS_FRACTION = Parameter(
    "needs_fraction",
    "Only puzzles that need, or do not need, a fraction.",
    kinds.YES_OR_NO,
    example=True,
    opposite="--no-fraction",
)
DEALABLE = Parameter(
    "dealable",
    "Only numbers that the game can deal, or any numbers from low to high; default: any if you "
    "set low or high.",
    kinds.YES_OR_NO,
    example=True,
    opposite="--free",
)
DATE = Parameter(
    "date",
    "The day, in UTC; default: today.",
    example="2026-01-31",
    written_as="word",
    draw=lambda: dt.datetime.now(dt.UTC).date().isoformat(),
    is_shown=True,
)
LISTED_RULES = attrs.evolve(RULES, written_as="word")
CARDS = Parameter(
    "cards",
    "The cards, each a rank and a suit, such as KS, 10h or Q♦.",
    kinds.CARD_STRING,
    example="7H 7S 7D AS AC",
    written_as="words",
)
BOARD = Parameter("board", "The community cards so far.", kinds.CARD_STRING, example="2h7d9c")
DEAD = Parameter("dead", "Cards that nobody can have.", kinds.CARD_STRING, example="As")
GAME = Parameter(
    "game",
    "The poker game; options change it: holdem,hole=4,low=low-8.",
    kinds.GAME_SPELLING,
    example="holdem",
    choices=tuple(fv.poker.GAMES),
)
_RANGED = tuple(name for name, row in fv.poker.GAMES.items() if row.has_ranges)
PUSHED_GAME = attrs.evolve(GAME, choices=("holdem", "shortdeck"))
RANGED_GAME = attrs.evolve(GAME, choices=_RANGED)
LISTED_GAME = attrs.evolve(GAME, written_as="word")
HAND = attrs.evolve(CARDS, name="hand", help="The hand.", example="AhKh")
KNOWN_BOARD = attrs.evolve(BOARD, help="The board, three or four cards.", example="Qh7h2c")
AGAINST = Parameter(
    "against", "The hand or range of the other player.", kinds.HAND_STRING, example="QsQd"
)
BOARD_SO_FAR = attrs.evolve(BOARD, help="The board so far.", example="Qh7h2c")
OPPONENTS = Parameter(
    "opponents",
    "The number of opponents, 1 to 9, or the hand or range of one; also shows who is ahead now.",
    kinds.OPPONENT_STRING,
    example="QQ+, AK",
)
EXPLAIN = Parameter(
    "explain", "Also show the steps of Cactus Kev's evaluator.", kinds.YES_OR_NO, default=False
)
RANGE = Parameter(
    "hands", "The hands of the range.", kinds.RANGE_STRING, example="QQ+, AKs", written_as="words"
)
HERO = Parameter(
    "hero",
    "The range whose hands are compared.",
    kinds.RANGE_STRING,
    example="QQ+, AKs",
    written_as="word",
)
VILLAIN = Parameter("villain", "The range of the other player.", kinds.RANGE_STRING, example="JJ+")
PICTURE = Parameter(
    "picture",
    "Print only the grid, as an SVG picture or an HTML table.",
    choices=("svg", "html"),
    interfaces=SHELL,
    shows=True,
    layout=BARE,
)
PLAYERS = Parameter(
    "players",
    "A hand or a range; repeat it for each player.",
    kinds.PLAYER_STRING,
    example=("QQ+", "AhKh"),
    repeats=True,
    written_as="list",
)
EXACT = Parameter(
    "exact",
    "Count all deals, or else sample; default: count them if that takes at most ten seconds.",
    kinds.YES_OR_NO,
    example=True,
    opposite="--sampled",
)
SAMPLE_COUNT = Parameter(
    "samples",
    "Sample this many deals instead of counting all.",
    kinds.SAMPLES,
    example=100_000,
)
PAY_TABLE = Parameter(
    "pay_table",
    "The pay table of the machine, in any spelling, such as 9/6 or 'Deuces Wild'.",
    kinds.PAY_TABLE_SPELLING,
    example="jacks-or-better",
    choices=tuple(fv.poker.PAY_TABLES),
)
PAYS = Parameter(
    "pays",
    "What hands pay per coin instead, with the deck of the pay table: royal-flush=800,flush=1.5; "
    "or a file with a hand per line or JSON.",
    kinds.PAYS_SPELLING,
    example="royal-flush=800,flush=6",
)
SESSION = Parameter(
    "hands",
    "A file with five cards per line.",
    kinds.HAND_LINES,
    example="Ah Kh Qh Jh Jc",
    written_as="word",
)
DRAWN_CARDS = attrs.evolve(
    CARDS, help="Five cards; write joker for a joker.", example="Ah Kh Qh Jh Jc"
)
STACKS = Parameter(
    "stacks",
    "The chips of each player, up to 20; with names: Ann=5000 Bob=3000.",
    kinds.STACK_LIST,
    example="5000,3000,2000",
    written_as="words",
)
PAYOUTS = Parameter(
    "payouts", "The prizes, from first place down.", kinds.AMOUNT_LIST, example="50,30,20"
)
STACK = Parameter(
    "stack",
    "The stack of both players; or the stacks of the small blind, the big blind and those who "
    "have folded, before blinds and antes.",
    kinds.AMOUNT_LIST,
    example="10",
    written_as="words",
)
STACK_OF_THREE = attrs.evolve(
    STACK,
    help="The stack of all three players; or the stacks of the button, the small blind and the big "
    "blind, before blinds and antes.",
)
ANTE = Parameter("ante", "The ante of each player.", kinds.NUMBER_STRING, example="0.1")
SMALL_BLIND = Parameter(
    "small_blind",
    "The small blind; half the big blind by default.",
    kinds.NUMBER_STRING,
    example="0.5",
)
BIG_BLIND = Parameter("big_blind", "The big blind.", kinds.NUMBER_STRING, example="1")
