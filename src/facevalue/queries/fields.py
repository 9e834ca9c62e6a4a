"""The keys of all JSON results, each with one JSON Schema and one meaning.

`object_schema` makes the schema of an object from the names of its keys; a question mark after a
name means that the key may be missing. `COMMANDS` lists the keys of commands that are not queries;
the keys of queries are in `table.py`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    Schema = dict[str, Any]


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _many(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _by_name(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


TEXT: Schema = {"type": "string"}
YES: Schema = {"type": "boolean"}
WHOLE: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
PLACE: Schema = {"type": "integer", "minimum": 1}
REAL: Schema = {"type": "number"}
POSITIVE: Schema = {"type": "number", "minimum": 0}
SIZES: Schema = {"type": "array", "items": WHOLE, "minItems": 2, "maxItems": 2}
NUMBER, CARD, EXPRESSION = _reference("number"), _reference("card"), _reference("expression")
SHARE, RATE = _reference("share"), _reference("rate")

# The key, its schema, and its meaning.
_ROWS: tuple[tuple[str, Schema, str], ...] = (
    ("numbers", _many(NUMBER), "the numbers of the puzzle"),
    ("target", NUMBER, "the number to make"),
    ("rules", _reference("rules_name"), "the name of the rules, or the fields of custom rules"),
    ("cards", _many(CARD), "cards such as `Kh`; for a puzzle, the playing cards dealt, or `[]`"),
    ("distinct", {"enum": ["raw", "canonical", "essential"]}, "which solutions are different"),
    (
        "solution_count",
        _or_null(COUNT),
        "how many distinct solutions there are, listed or not; null with `--first`",
    ),
    ("solutions", _many(EXPRESSION), "solutions, the simplest first"),
    ("truncated", YES, "whether the list may leave something out"),
    (
        "candidate_count",
        _or_null(COUNT),
        "how many expressions the rules allow; null if unknown",
    ),
    (
        "distance",
        _or_null(NUMBER),
        "how far the closest values or the answer are from the target; null if unknown",
    ),
    ("closest", _many(EXPRESSION), "the values closest to the target if there is no solution"),
    ("expressions", _many(EXPRESSION), "expressions whose values need not be the target"),
    ("expression", _or_null(TEXT), "an expression in the notation requested"),
    ("value", _or_null(NUMBER), "the exact value; null for a division by zero"),
    ("steps", _or_null(_many(TEXT)), "one operation each, such as `8 / (1/3) = 24`"),
    ("stats", _reference("stats"), "what the search did"),
    (
        "candidates",
        _or_null(COUNT),
        "how many expressions there are to search; null if unknown",
    ),
    ("searched", COUNT, "how many candidates or table entries were looked at"),
    ("handled", _many(COUNT), "how many candidates each worker walked through"),
    ("seconds", _or_null(POSITIVE), "a time; null if nobody was timed"),
    ("level", COUNT, "how much the hint reveals"),
    ("is_last", YES, "whether higher levels reveal no more"),
    ("needs", _many(TEXT), "what every solution has: a fraction, a negative number, a division"),
    ("allowed", _many(TEXT), "which of these the rules allow"),
    ("operation", _or_null(TEXT), "the last operation"),
    ("solution", _or_null(EXPRESSION), "the whole solution, at the last level"),
    ("closest_values", _or_null(_many(NUMBER)), "the closest values; null if unknown"),
    ("lines", _many(TEXT), "the lines that the command prints"),
    ("difficulty", _reference("rating"), "how hard the puzzle is"),
    (
        "percentile",
        {"type": "number", "minimum": 0, "maximum": 100},
        "the percentage of puzzles that are easier",
    ),
    (
        "model",
        {"enum": ["people", "steps", "language-model"]},
        "measured times, the cost of the steps, or answers of language models",
    ),
    ("score", _or_null(REAL), "the number that determines the percentile"),
    ("parts", _by_name(REAL), "the terms that add up to the score"),
    ("low", _or_null(WHOLE), "the first target"),
    ("high", _or_null(WHOLE), "the last target"),
    ("reachable_count", COUNT, "how many targets can be made"),
    ("reachable", _many(WHOLE), "the targets that can be made"),
    ("missing", _many(WHOLE), "the targets that cannot be made"),
    ("value_count", COUNT, "how many different values can be made"),
    ("total", _reference("game_total"), "the whole game"),
    ("by_large", _many(_reference("game_total")), "the same by the number of large tiles"),
    ("large", _or_null(COUNT), "the number of large tiles"),
    ("choices", COUNT, "choices of tiles"),
    ("draws", COUNT, "draws of tiles, counting equal tiles separately"),
    ("pairs", COUNT, "how many targets each choice makes, added up"),
    ("complete", COUNT, "choices that make every target"),
    ("share", SHARE, "the share of the whole, exact and as a decimal"),
    ("choices_by_target", _many(_reference("target_choices")), "how many choices make a target"),
    ("targets", _many(NUMBER), "the targets of a game of several rounds"),
    ("solvable", YES, "whether the puzzle has a solution"),
    ("needs_fraction", YES, "whether every solution has a result that is not whole"),
    ("seed", _or_null(COUNT), "the seed; null if nothing is random"),
    ("answer", _or_null(TEXT), "the answer that was checked"),
    ("correct", YES, "whether the answer is right"),
    ("reason", TEXT, "the name of the reason"),
    ("message", TEXT, "the reason as a sentence"),
    ("id", TEXT, "a name that stays the same"),
    ("completion", TEXT, "what a model wrote"),
    ("why", TEXT, "what is special about the answer"),
    ("position", _or_null(COUNT), "where in the answer or input, counted from 0"),
    ("points", _or_null(COUNT), "the points for the answer in the game"),
    ("still_solvable", _many(_or_null(YES)), "after each step; null for an unreadable step"),
    ("puzzles", _many(_reference("labelled_puzzle")), "the puzzles"),
    ("operators", TEXT, "the operators; in `table`, those between the digits"),
    ("name", TEXT, "the name"),
    ("summary", TEXT, "a sentence that describes it"),
    ("source", TEXT, "where the rules come from, or a file"),
    ("variants", TEXT, "how other sources of the rules differ"),
    ("aliases", _many(TEXT), "other names of a game"),
    ("faces", _or_null(COUNT), "what a jack, a queen and a king count as; null for 11, 12, 13"),
    ("ace", COUNT, "what an ace counts as"),
    ("use", TEXT, "how many of the numbers must be used: `all` or `any`"),
    ("order", TEXT, "whether the numbers keep their order"),
    ("grouping", TEXT, "which brackets are allowed"),
    ("values", TEXT, "what every result must be"),
    ("join", YES, "whether numbers may be joined"),
    ("largest", _or_null(COUNT), "the largest absolute value of a result; null for any"),
    ("functions", TEXT, "which of power, factorial, root and concatenate are allowed besides"),
    ("unary", COUNT, "how many factorials and roots may follow one another"),
    ("size", _or_null(COUNT), "how many numbers a puzzle has; null for any count"),
    (
        "deck",
        {"type": ["string", "integer", "object"]},
        "what is dealt: a name, the fields of a custom deck, or the number of cards",
    ),
    (
        "scoring",
        {"type": ["string", "object"]},
        "how a round is scored: a name, or the fields of custom scoring",
    ),
    ("date", TEXT, "a day, in UTC"),
    ("number", WHOLE, "the number of the day"),
    ("first", TEXT, "the first day"),
    ("classic", _reference("puzzle"), "the 24 puzzle of the day"),
    ("countdown", _reference("puzzle"), "the Countdown round of the day"),
    ("digits", _reference("game"), "the Digits game of the day"),
    ("title", TEXT, "the full name"),
    ("example", TEXT, "an expression in the notation"),
    ("game", TEXT, "the name of the poker game"),
    ("board", _many(CARD), "the cards of the board"),
    (
        "cactus_kev",
        _or_null({"type": "integer", "minimum": 1, "maximum": 7462}),
        "from 1 (a royal flush) to 7462; null in games with another ranking",
    ),
    ("category", TEXT, "the category of the hand, such as `Full House`"),
    (
        "next",
        _by_name(SHARE),
        "the chance of each category after the next card; empty if none comes",
    ),
    ("final", _by_name(SHARE), "the chance of each category when all cards have come"),
    (
        "ahead",
        _or_null(_reference("equity_now")),
        "the result if no more cards were dealt; null without opponents",
    ),
    ("made", _by_name(SHARE), "the share of the range with each made hand, the best first"),
    (
        "draw_parts",
        _by_name(SHARE),
        "the share of the range with each draw; empty on the river",
    ),
    ("by_card", _by_name(_reference("equity_now")), "the result for each possible next card"),
    ("starting_hand", _reference("starting_hand"), "only for two cards of hold'em"),
    ("place", PLACE, "the place among the 169 starting hands, from 1 (the best)"),
    ("description", TEXT, "the hand in words"),
    ("best", _many(CARD), "the cards that play"),
    (
        "low_hand",
        _or_null(_reference("low_hand")),
        "the low half of the hand; null if there is none",
    ),
    ("explanation", _many(TEXT), "the steps of Cactus Kev's evaluator"),
    ("range", TEXT, "the range in its shortest notation"),
    ("hand_size", COUNT, "how many cards a hand of the range has"),
    ("combo_count", COUNT, "how many hands the range contains"),
    ("total_weight", NUMBER, "the sum of the weights"),
    ("combos", _many(_reference("combo")), "every hand of the range with its weight"),
    ("weight", NUMBER, "the weight of the hand"),
    ("equities", _by_name(_reference("share")), "the equity of each hand of the range"),
    (
        "starting_hands",
        _by_name(_reference("share")),
        "the mean equity of the hands of each starting hand",
    ),
    ("grid", _by_name(REAL), "the share of each starting hand that is in the range"),
    (
        "method",
        {"enum": ["exact", "sampled"]},
        "`exact` if all deals were counted, otherwise `sampled`",
    ),
    ("exact", YES, "whether all deals were counted and none sampled"),
    ("deals", COUNT, "how many deals were counted"),
    ("players", _many(_reference("player")), "the result of each player"),
    ("hand", TEXT, "the hand or the range of the player"),
    ("win", COUNT, "deals won"),
    ("tie", COUNT, "deals tied"),
    ("lose", COUNT, "deals lost"),
    ("low_win", _or_null(COUNT), "deals whose low half was won; null without a low half"),
    ("low_tie", _or_null(COUNT), "deals whose low half was tied; null without a low half"),
    ("equity", SHARE, "the average share of the pot, exact and as a decimal"),
    ("standard_error", _or_null(POSITIVE), "null if exact, or for a single prompt"),
    ("pay_table", TEXT, "the name of the pay table"),
    ("holds", _many(_reference("hold")), "all 32 ways to play, the best first"),
    ("held", _many(TEXT), "the cards to hold"),
    ("payout", SHARE, "what is paid on average per coin bet"),
    ("prizes", _many(SHARE), "the prize money that each player can expect"),
    ("stack_size", NUMBER, "the smaller stack in big blinds"),
    ("ante", NUMBER, "the ante of each player in big blinds"),
    ("push", TEXT, "the hands with which the small blind goes all-in"),
    ("push_share", SHARE, "the share of all hands that it pushes"),
    ("call", TEXT, "the hands with which the big blind calls"),
    ("call_share", SHARE, "the share of all hands that it calls with"),
    ("expectation", SHARE, "what the small blind wins per hand, in big blinds"),
    ("exploitability", SHARE, "what the best responses could win, in big blinds per hand"),
    ("ranking", TEXT, "how hands are compared"),
    ("ranks", TEXT, "the ranks of the deck, the lowest first"),
    ("hole", COUNT, "how many hole cards a player gets"),
    ("from_hole", COUNT, "how many hole cards must be used; 0 for any"),
    ("wild", TEXT, "the rank or the cards that are wild; empty for none"),
    ("jokers", COUNT, "how many jokers the deck has"),
    ("hand_count", COUNT, "how many different hands can be dealt"),
    ("hole_sizes", SIZES, "the minimum and maximum number of hole cards"),
    ("hand_sizes", SIZES, "the minimum and maximum number of cards in a hand"),
    (
        "board_sizes",
        _or_null(SIZES),
        "the minimum and maximum number of cards on the board; null without a board",
    ),
    ("has_ranges", YES, "whether ranges can be written for the game"),
    ("has_starting_hands", YES, "whether hands have names such as `AKs`"),
    ("has_explanation", YES, "whether the value of a hand can be explained"),
    ("wins", _many(COUNT), "deals won by each player"),
    ("ties", COUNT, "deals that ended in a tie"),
    ("fraction", {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}, "the exact share"),
    ("decimal", REAL, "the decimal nearest to the share"),
    (
        "mean",
        _or_null({"type": "number", "minimum": 0, "maximum": 1}),
        "the average, 0 to 1; null without prompts",
    ),
    ("k", PLACE, "how many completions are drawn"),
    ("file", TEXT, "the file"),
    ("row", PLACE, "the row in the file, from 1"),
    ("line", _or_null(PLACE), "the line in the file, from 1; null for file types without lines"),
    ("completion_count", COUNT, "how many completions were judged"),
    ("correct_count", COUNT, "how many are right"),
    ("reasons", _by_name(COUNT), "how often each reason was found"),
    ("by", _by_name(_by_name(_reference("graded_part"))), "figures by rules, difficulty or model"),
    ("comparison", _reference("comparison"), "the comparison of two models"),
    ("models", _many(TEXT), "the two models"),
    ("puzzle_count", COUNT, "how many puzzles both models tried"),
    ("better_count", COUNT, "on how many puzzles the first model is better"),
    ("worse_count", COUNT, "on how many puzzles the first model is worse"),
    (
        "rates",
        _or_null(_many(REAL)),
        "the rates of the models on them; null without puzzles",
    ),
    ("difference", _or_null(REAL), "the first rate minus the second; null without puzzles"),
    ("interval", _or_null(_many(REAL)), "from where to where it is with 95 % confidence; or null"),
    ("prompt_count", COUNT, "how many prompts there are"),
    ("average", RATE, "the share of right completions, averaged over prompts"),
    ("pass_at", _many(_reference("pass_rate")), "the chance that one of k completions is right"),
    ("skipped_count", COUNT, "how many rows could not be read"),
    ("skipped", _many(_reference("skipped_row")), "the first rows that could not be read"),
    ("rows", COUNT, "how many rows were read or written"),
    ("files", _many(TEXT), "the files"),
    ("columns", _by_name(TEXT), "the columns that were used, by their role"),
    ("notes", _many(TEXT), "remarks about the file"),
    ("counts", _by_name(COUNT), "how many faults of each kind"),
    (
        "overlaps",
        _by_name(COUNT),
        "how many rows share the target or the numbers of an earlier row in another split",
    ),
    ("faults", _many(_reference("fault")), "the first faults"),
    ("kind", TEXT, "the kind"),
    ("locations", _many(_reference("location")), "where it is"),
    (
        "histograms",
        _by_name(_by_name(COUNT)),
        "how many rows there are of each size, rules, difficulty and split",
    ),
    ("solvable_count", COUNT, "how many rows have a solution"),
    ("needs_fraction_count", COUNT, "how many rows need a fraction"),
    ("left_out", COUNT, "how many puzzles were left out"),
    ("splits", _by_name(COUNT), "how many rows are in each split"),
    ("no_solution", YES, "whether the player claimed that there is no solution"),
    ("hints", COUNT, "how many hints were taken"),
    ("section", TEXT, "the section of the sheet"),
    ("text", TEXT, "the line that was run"),
    ("printed", TEXT, "what it printed"),
    ("stack", _many({"type": ["integer", "string"]}), "the values left on the stack, the top last"),
    ("error", _or_null(TEXT), "the class of the error"),
    ("workers", COUNT, "how many threads were used"),
    ("timings", _many(_reference("timing")), "the time of each part"),
    ("unit", TEXT, "what is counted"),
    ("query_count", COUNT, "how many queries were timed"),
    ("answer_count", COUNT, "how many results they had"),
    ("digest", TEXT, "a hash of the results"),
    ("rate", POSITIVE, "how many per second"),
    ("signature", TEXT, "a hash of all results"),
)
FIELDS: Mapping[str, Schema] = MappingProxyType({name: schema for name, schema, _ in _ROWS})
MEANINGS: Mapping[str, str] = MappingProxyType({name: meaning for name, _, meaning in _ROWS})

# Objects inside results, by the names of their keys.
OBJECTS = {
    "expression": "expression value steps",
    "share": "fraction decimal",
    "rate": "mean standard_error",
    "pass_rate": "k prompt_count mean standard_error",
    "stats": "candidates searched seconds handled",
    "puzzle": "numbers target rules cards",
    "game": "numbers target rules cards targets",
    "labelled_puzzle": "numbers target rules cards solvable solution_count needs_fraction "
    "difficulty",
    "rules_row": "name operators use order grouping values join largest functions unary size "
    "target faces ace deck scoring summary source variants",
    "game_row": "name title summary ranking deck hole board from_hole low wild jokers source "
    "variants aliases ranks hole_sizes hand_sizes board_sizes hand_count has_ranges "
    "has_starting_hands has_explanation",
    "notation_row": "name summary example",
    "vector_row": "id kind numbers target rules completion correct reason why",
    "game_total": "large choices draws pairs complete share",
    "target_choices": "target choices",
    "low_hand": "category description best",
    "combo": "cards weight",
    "hold": "held payout",
    "equity_now": "game method exact deals seed players",
    "starting_hand": "name combo_count place equity win tie lose",
    "player": "hand win tie lose low_win low_tie equity standard_error",
    "graded_part": "completion_count correct_count prompt_count average pass_at",
    "comparison": "models puzzle_count better_count worse_count rates interval difference",
    "skipped_row": "file row line message",
    "fault": "kind locations message",
    "location": "file row",
    "timing": "name unit query_count answer_count seconds digest rate",
    "error": "error message position",
    "percentile_and_seconds": "percentile seconds model",
}
# What the commands that are not queries print, by the names of the keys.
COMMANDS = {
    "deal": "numbers target rules cards",
    "grade": "completion_count correct_count reasons by? comparison? skipped_count skipped? "
    "prompt_count? average? pass_at?",
    "dataset audit": "rows files columns notes counts overlaps faults histograms",
    "dataset label": "rows solvable_count needs_fraction_count skipped_count skipped?",
    "dataset build": "rows left_out splits files",
    "play": "numbers target rules cards answer value no_solution correct hints points seconds",
    "sheet": "section numbers target rules cards distinct solution_count solutions truncated",
    "showdown": "deals wins ties seconds",
    "stack": "text printed stack error message? position?",
    "table": "numbers operators",
    "bench": "workers timings signature",
}
# Keys that mean something else in one kind of object.
_OTHER: dict[str, dict[str, Schema]] = {
    "game_row": {"deck": COUNT, "board": COUNT, "low": _or_null(TEXT)},
}
# Values other than objects with fixed keys.
_VALUES: dict[str, Schema] = {
    "number": {
        "description": "A whole number, or a fraction as a string. A number with more than 4300 "
        "digits is described in words.",
        "anyOf": [
            WHOLE,
            {"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"},
            {"type": "string", "pattern": "^a (number|fraction) of [0-9]+ digit"},
        ],
    },
    "rules_name": {"anyOf": [TEXT, _reference("rules_row")]},
    "card": {"type": "string", "pattern": "^[2-9TJQKA][shdc]$"},
    "rating": _or_null(_reference("percentile_and_seconds")),
}


def object_schema(keys: str, other: Mapping[str, Schema] = MappingProxyType({})) -> Schema:
    """Return the JSON Schema of an object with these keys and no others.

    Args:
        keys: the names; a question mark after a name means that the key may be missing.
        other: schemas of keys that mean something else here.

    >>> object_schema("numbers stats?")["required"]
    ['numbers']
    """
    names = keys.split()
    properties = {name.rstrip("?"): FIELDS[name.rstrip("?")] for name in names}
    return {
        "type": "object",
        "properties": properties | dict(other),
        "required": [name for name in names if not name.endswith("?")],
        "additionalProperties": False,
    }


def definitions() -> dict[str, Schema]:
    """Return the schemas of all objects and values in results, by name."""
    objects = {name: object_schema(keys, _OTHER.get(name, {})) for name, keys in OBJECTS.items()}
    return _VALUES | objects
