"""The parameters of queries, for the command line, HTTP and the docs.

The defaults are in the signatures of the public functions, where `Query` reads them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

import facevalue as fv
from facevalue.budget import USUAL_LIMIT
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import one_of
from facevalue.queries.fields import TEXT, WHOLE, YES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from facevalue.queries.fields import Schema

_LONGEST_NUMBER = 20  # characters: 2^64 and its sign
_YES_OR_NO = {"true": True, "false": False}


@attrs.frozen
class Kind:
    """A kind of parameter.

    Args:
        name: what a value is, in the help.
        what: what a value is, in messages.
        schema: the JSON Schema of a value in the query string of a URL.
        parse: converts a string to a value or raises a `ValueError`; the library checks the rest.
        json_types: the types of JSON values that the body of a request may have.
        body_schema: the JSON Schema of a value in a body; None if it is `schema`.
        takes_empty: whether the command line accepts an empty string.
        parse_list: for a list of numbers or cards, parses a string to its items.
    """

    name: str
    what: str
    schema: Schema
    parse: Callable[[str], Any] = str
    json_types: tuple[type, ...] = (str,)
    body_schema: Schema | None = None
    takes_empty: bool = False
    parse_list: Callable[[str], Sequence[object]] | None = None

    def is_item(self, word: str) -> bool:
        """Return whether a word is one item of a list, maybe with a comma or a bracket."""
        if self.parse_list is None:
            return False
        try:
            return len(self.parse_list(word.strip("[],"))) == 1
        except FaceValueError:
            return False


def _parse_whole(string: str) -> int:
    digits = string.removeprefix("-")
    if len(digits) > _LONGEST_NUMBER or not (digits.isascii() and digits.isdigit()):
        raise ValueError
    return int(string)


def _parse_range(string: str) -> tuple[int, int]:
    """Return the ends of a range such as 10-99; a single number is both ends."""
    first, dash, last = string.strip().partition("-") if string[:1] != "-" else (string, "", "")
    return int(first), int(last if dash else first)


def _row_or_rules(rules: fv.Rules) -> str | fv.Rules:
    return rules.name if fv.RULES.get(rules.name) == rules else rules


_NUMBER_OR_TEXT = {"anyOf": [WHOLE, TEXT]}
STRING = Kind("text", "a string", TEXT, takes_empty=True)
CARD_STRING = Kind("cards", "a string of cards", TEXT, takes_empty=True, parse_list=fv.parse_cards)
RULES_SPELLING = Kind(
    "rules", "the name of rules", TEXT, lambda text: _row_or_rules(fv.puzzle.rules_named(text))
)
GAME_SPELLING = Kind(
    "game", "the name of a game", TEXT, lambda text: fv.poker.game_named(text).name
)
WHOLE_NUMBER = Kind("N", "a whole number", WHOLE, _parse_whole, (int,))
YES_OR_NO = Kind(
    "true or false",
    "true or false",
    YES,
    lambda text: _YES_OR_NO[one_of("value", text, _YES_OR_NO)],
    (bool,),
)
NUMBER_STRING = Kind("number", "a number", TEXT, str, (str, int), _NUMBER_OR_TEXT)
NUMBER_LIST = Kind(
    "numbers",
    "numbers",
    TEXT,
    str,
    (str, int, list),
    {"anyOf": [*_NUMBER_OR_TEXT["anyOf"], {"type": "array", "items": _NUMBER_OR_TEXT}]},
    parse_list=fv.puzzle.parse_numbers,
)
WHOLE_RANGE = Kind(
    "number|range", "a whole number or a range such as 10-99", TEXT, _parse_range, (str, int)
)
DIFFICULTY_STRING = Kind(
    "name|range", "a name or a range such as 90-100", TEXT, str, (str, int, float)
)


@attrs.frozen
class Parameter:
    """A parameter of a query.

    Args:
        name: the name in Python and HTTP; on the command line, dashes replace underscores.
        help: the meaning, in one sentence.
        kind: the kind of its values.
        example: a value for the documentation; a tuple if the parameter may be repeated.
        choices: the words to choose from.
        default: the default of a parameter that only decides how the result is shown.
        repeats: whether it may be repeated; then its value is a tuple.
        limit: the name of the server's limit that applies.
        interfaces: where it exists: "shell", "http" or both.
        flag: the option of the command line without a value that replaces --NAME VALUE.
        flag_value: the value that the flag sets.
        opposite: the option of the command line that sets False.
        written_as: how the command line reads it as the first parameter, without its name: as one
            "word", as several "words" that are joined, or as a "list" of words; "" for an option.
    """

    name: str
    help: str
    kind: Kind = STRING
    example: Any = None
    choices: tuple[str, ...] = ()
    default: Any = None
    repeats: bool = False
    limit: str = ""
    interfaces: tuple[str, ...] = ("shell", "http")
    flag: str = ""
    flag_value: Any = True
    opposite: str = ""
    written_as: str = ""

    @property
    def option(self) -> str:
        """The name on the command line."""
        return self.flag or f"--{self.name.replace('_', '-')}"

    @property
    def is_closed(self) -> bool:
        """True if its value must be one of the choices; options may follow rules and games."""
        return bool(self.choices) and self.kind not in (GAME_SPELLING, RULES_SPELLING)

    @property
    def examples(self) -> tuple[object, ...]:
        """All examples, in a tuple."""
        return self.example if isinstance(self.example, tuple) else (self.example,)

    @property
    def schema(self) -> Schema:
        """The JSON Schema of the value in the query string of a URL."""
        keyword = "enum" if self.is_closed else "examples"
        schema = self.kind.schema | ({keyword: list(self.choices)} if self.choices else {})
        return {"type": "array", "items": schema} if self.repeats else schema

    @property
    def body_schema(self) -> Schema:
        """The JSON Schema of the value in a body."""
        return self.kind.body_schema or self.schema

    def parse(self, string: str) -> Any:  # noqa: ANN401 - by its kind
        """Parse a string.

        Raises:
            RuleError: the string is not a value of this kind, or not one of the choices.
        """
        if self.kind in (GAME_SPELLING, RULES_SPELLING):  # have better error messages
            return self.kind.parse(string)
        if self.choices:
            return one_of(self.name, string, self.choices)
        try:
            return self.kind.parse(string)
        except ValueError:
            message = f"{self.name} must be {self.kind.what}, not {quoted(string)}"
            raise RuleError(message) from None

    def read_json(self, value: object) -> Any:  # noqa: ANN401 - by its kind
        """Convert a JSON value in a body.

        Raises:
            RuleError: it is not a value of this kind.
        """
        if isinstance(value, str) and str in self.kind.json_types:
            return self.parse(value)
        if type(value) not in self.kind.json_types:
            raise RuleError(f"{self.name} must be {self.kind.what}, not {quoted(value)}")
        return str(value) if str in self.kind.json_types and type(value) is int else value


SHELL, HTTP = ("shell",), ("http",)

NUMBERS = Parameter(
    "numbers",
    "The numbers, separated by commas or spaces: whole numbers, fractions like 3/4, or cards.",
    NUMBER_LIST,
    example="8,8,3,3",
    limit="numbers",
    written_as="words",
)
TARGET = Parameter(
    "target",
    "The number to make; default: the target of the rules.",
    NUMBER_STRING,
    example="24",
    limit="size",
)
RULES = Parameter(
    "rules",
    "The rules of the game; options change them: train,values=natural.",
    RULES_SPELLING,
    example="classic",
    choices=tuple(fv.RULES),
)
DIGITS = Parameter(
    "digits", "Read a run of digits as one number per digit: 4878 is 4 8 7 8.", YES_OR_NO
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
WORKERS = Parameter("workers", "The number of threads, 1 to 64.", WHOLE_NUMBER, interfaces=SHELL)
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
    "first", "Show only the simplest solution.", YES_OR_NO, default=False, interfaces=SHELL
)
STATS = Parameter(
    "stats", "Also show statistics of the search.", YES_OR_NO, default=False, interfaces=SHELL
)
LISTED = Parameter(
    "most",
    "List at most this many solutions; all are counted.",
    WHOLE_NUMBER,
    example=20,
    default=None,
    limit="solutions",
)
ONLY_COUNT = Parameter(
    "count", "Show only the number of expressions.", YES_OR_NO, default=False, interfaces=SHELL
)
LEVEL = Parameter(
    "level",
    "How much to reveal: 1 what is needed, 2 the last operation, 3 the first step, and so on.",
    WHOLE_NUMBER,
    example=1,
)
ANSWER = Parameter("answer", "The answer.", example="8/(3-8/3)", written_as="word")
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
)
IS_STEPS = Parameter("steps", "The answer is a list of steps, one per line.", YES_OR_NO)
STEPS = Parameter("steps", "The steps, one per line.", example="8 / 3 = 8/3", written_as="word")
LOW_TARGET = Parameter("low", "The first target.", WHOLE_NUMBER, example=100, limit="size")
HIGH_TARGET = Parameter("high", "The last target.", WHOLE_NUMBER, example=999, limit="size")
LOW_VALUE = attrs.evolve(LOW_TARGET, help="The smallest value; default: any.", kind=NUMBER_STRING)
HIGH_VALUE = attrs.evolve(HIGH_TARGET, help="The largest value; default: any.", kind=NUMBER_STRING)
MISSING = Parameter(
    "missing",
    "Show the targets that cannot be made, one per line.",
    YES_OR_NO,
    default=False,
    interfaces=SHELL,
)
SVG = Parameter("picture", "Print only an SVG picture.", YES_OR_NO, default=False, interfaces=SHELL)
TILES = Parameter(
    "tiles",
    "The tiles, separated by commas or spaces; default: the tiles of Countdown.",
    NUMBER_LIST,
)
TILE_COUNT = Parameter("size", "How many tiles are chosen.", WHOLE_NUMBER)
SEED = Parameter(
    "seed",
    "0 to 2^64 - 1; the same seed gives the same result. Default: random.",
    WHOLE_NUMBER,
    example=24,
)
LARGE = Parameter(
    "large", "How many tiles are large, in Countdown; default: any.", WHOLE_NUMBER, example=2
)
SOLVABLE = Parameter("solvable", "Deal only puzzles with a solution.", YES_OR_NO, example=True)
PUZZLE_COUNT = Parameter(
    "count", "The number of puzzles.", WHOLE_NUMBER, example=3, default=10, limit="generated"
)
ALL = Parameter("all", "Show all matching puzzles.", YES_OR_NO, default=False, interfaces=SHELL)
SIZE = Parameter(
    "size",
    "How many numbers a puzzle has; may be repeated.",
    WHOLE_NUMBER,
    example=(4,),
    repeats=True,
    limit="numbers",
)
LOW = Parameter("low", "The smallest number; default: as in the game.", WHOLE_NUMBER, example=1)
HIGH = Parameter("high", "The largest number; default: as in the game.", WHOLE_NUMBER, example=13)
TARGETS = Parameter("target", "The target, or a range of targets.", WHOLE_RANGE, example="24")
DIFFICULTY = Parameter(
    "difficulty",
    "How hard a puzzle is: a percentile, a range such as 90-100, or easy, medium or hard.",
    DIFFICULTY_STRING,
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
    "solution_count", "How many solutions a puzzle has.", WHOLE_RANGE, example="1"
)
HAS_SOLUTION = Parameter(
    "solvable",
    "Only puzzles with, or only without, a solution.",
    YES_OR_NO,
    example=True,
    opposite="--unsolvable",
)
NEEDS_FRACTION = Parameter(
    "needs_fraction",
    "Only puzzles that need, or do not need, a fraction.",
    YES_OR_NO,
    example=True,
    opposite="--no-fraction",
)
DEALABLE = Parameter(
    "dealable",
    "Only numbers that the game can deal, or any numbers from low to high; default: any if you "
    "set low or high.",
    YES_OR_NO,
    example=True,
    opposite="--free",
)
DATE = Parameter(
    "date", "The day, in UTC; default: today.", example="2026-01-31", written_as="word"
)
LISTED_RULES = attrs.evolve(RULES, written_as="word")
CARDS = Parameter(
    "cards",
    "The cards, each a rank and a suit, such as KS, 10h or Q♦.",
    CARD_STRING,
    example="7H 7S 7D AS AC",
    written_as="words",
)
BOARD = Parameter("board", "The community cards so far.", CARD_STRING, example="2h7d9c")
DEAD = Parameter("dead", "Cards that nobody can have.", CARD_STRING, example="As")
GAME = Parameter(
    "game",
    "The poker game; options change it: holdem,hole=4,low=low-8.",
    GAME_SPELLING,
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
    "against", "The hand or range of the other player.", CARD_STRING, example="QsQd"
)
BOARD_SO_FAR = attrs.evolve(BOARD, help="The board so far.", example="Qh7h2c")
OPPONENTS = Parameter(
    "opponents",
    "The number of opponents, 1 to 9, or the hand or range of one; also shows who is ahead now.",
    CARD_STRING,
    example="QQ+, AK",
)
EXPLAIN = Parameter(
    "explain", "Also show the steps of Cactus Kev's evaluator.", YES_OR_NO, default=False
)
RANGE = Parameter(
    "hands", "The hands of the range.", example="QQ+, AKs", limit="range", written_as="words"
)
HERO = Parameter(
    "hero",
    "The range whose hands are compared.",
    example="QQ+, AKs",
    limit="range",
    written_as="word",
)
VILLAIN = Parameter("villain", "The range of the other player.", example="JJ+", limit="range")
PICTURE = Parameter(
    "picture",
    "Print only the grid, as an SVG picture or an HTML table.",
    choices=("svg", "html"),
    default=None,
    interfaces=SHELL,
)
PLAYERS = Parameter(
    "players",
    "A hand or a range; repeat it for each player.",
    example=("QQ+", "AhKh"),
    repeats=True,
    written_as="list",
    limit="players",
)
SAMPLES = Parameter(
    "samples",
    "Sample this many deals instead of counting all.",
    WHOLE_NUMBER,
    example=100_000,
    limit="samples",
)
PAY_TABLE = Parameter(
    "pay_table",
    "The pay table of the machine.",
    example="jacks-or-better",
    choices=tuple(fv.poker.PAY_TABLES),
)
DRAWN_CARDS = attrs.evolve(
    CARDS, help="Five cards; write joker for a joker.", example="Ah Kh Qh Jh Jc"
)
STACKS = Parameter(
    "stacks",
    "The chips of each player, up to ten.",
    NUMBER_LIST,
    example="5000,3000,2000",
    written_as="words",
)
PAYOUTS = Parameter(
    "payouts", "The prizes, from first place down.", NUMBER_LIST, example="50,30,20"
)
STACK = Parameter(
    "stack",
    "The smaller stack in big blinds, before blinds and antes.",
    NUMBER_STRING,
    example="10",
    written_as="word",
)
ANTE = Parameter("ante", "The ante of each player in big blinds.", NUMBER_STRING, example="0.1")
