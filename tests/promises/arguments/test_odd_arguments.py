"""Every public function, constructor and method, with odd values in place of each argument.

Whatever is given, the answer is a result, an error of facevalue, or an error of plain Python for a
wrong call. No message comes from the compiled core, and no call fails in any other way.
"""

import enum
import inspect
import io
import types
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

import numpy as np
import pytest

import facevalue as fv
from facevalue import datasets, poker, sheets
from facevalue.adapters import lm_eval, openrlhf, reasoning_gym, tinyzero, trl, verl
from tests.adapters.frameworks import framework

HUGE = 10**5000
DEEP = []
for _ in range(10_000):
    DEEP = [DEEP]

# Functions that make each odd value: some values can be used only once.
ODD = {
    "None": lambda: None,
    "object": object,
    "bytes": lambda: b"x",
    "1.5": lambda: 1.5,
    "1.0": lambda: 1.0,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "True": lambda: True,
    "-1": lambda: -1,
    "0": lambda: 0,
    "2**63": lambda: 2**63,
    "-2**63": lambda: -(2**63),
    "2**64": lambda: 2**64,
    "10**30": lambda: 10**30,
    "10**5000": lambda: HUGE,
    "1/10**5000": lambda: Fraction(1, HUGE),
    "half": lambda: Fraction(1, 2),
    "empty": str,
    "text": lambda: "x",
    "surrogate": lambda: "\ud800",
    "nul": lambda: "\x00",
    "braces": lambda: "{} %s \n",
    "digits": lambda: "9" * 5000,
    "long": lambda: "x" * 100_000,
    "[]": list,
    "[None]": lambda: [None],
    "[[]]": lambda: [[]],
    "[nan]": lambda: [float("nan")],
    "[2**64]": lambda: [2**64],
    "[10**5000]": lambda: [HUGE],
    "rows": lambda: [[10**30, 1], [True, None]],
    "uneven rows": lambda: [[1], [1, 2]],
    "a pair of None": lambda: (None, None),
    "a pair of 10**30": lambda: (10**30, 10**30),
    "deep": lambda: DEEP,
    "dict": dict,
    "dict of text": lambda: {"3": "8"},
    "set": lambda: {1.5},
    "long list": lambda: [None] * 100_000,
    "generator": lambda: (each for each in (None, 1.5)),
    "range": lambda: range(3, 0),
    "type": lambda: int,
    "function": lambda: len,
    "array": lambda: np.array([1, 2]),
    "array of nan": lambda: np.array([float("nan"), 1]),
    "masked array": lambda: np.ma.array([1, 2], mask=[0, 1]),
    "list of arrays": lambda: [np.array([1, 2]), np.array([3, 4])],
    "array of float": lambda: np.array([[1.5, 2.5]]),
    "array of no rows": lambda: np.empty((0, 4), np.int64),
    "array of no columns": lambda: np.empty((1, 0), np.int64),
    "array of 0-d": lambda: np.array(5),
    "array of 3-d": lambda: np.zeros((1, 1, 1), np.int64),
    "array of object": lambda: np.array([None, "x"], object),
    "array of bool": lambda: np.array([[True, False]]),
    "array of uint64": lambda: np.array([[2**64 - 1]], np.uint64),
    "array of complex": lambda: np.array([[1j]]),
    "array of text": lambda: np.array(["x"]),
    "array of dates": lambda: np.array(["2020-01-01"], "datetime64[D]"),
    "numpy int": lambda: np.int64(-5),
    "numpy float": lambda: np.float32(1.5),
    "numpy bool": lambda: np.True_,
}

ROWS = [[8, 8, 3, 3], [1, 2, 3, 4]]
LINES = ["5H 5C 6S 7S KD 2C 3S 8S 8D TD"]
TRUTH = {"target": 24, "numbers": [3, 8]}
ANSWER = "<answer>3*8</answer>"
PUZZLES = [fv.Puzzle("3 8")]
SPEC = datasets.Spec(count=10)
FILES = {
    "puzzles.csv": "numbers,target\n3 8,24\n",
    "spec.toml": "count = 10\n",
}
WORDS = poker.cactus.words("7C 5D 4H 3S 2C")


def puzzle_query():
    return fv.puzzle.PuzzleQuery("classic")


def row():
    return next(iter(puzzle_query().batches(1, count=3)))


def call(*args, **names):
    return args, names


# One right call of each; an argument that is not here has a default, and is tried as well.
CALLS = {
    "puzzle.Candidates": call("1 2", fv.RULES["classic"]),
    "puzzle.Spelling.find_rules": call("classic"),
    "puzzle.read_puzzle": call("1 2", None, "classic"),
    "puzzle.read_spelling": call("1 2"),
    "datasets.Curriculum.record": call(1, is_solved=True),
    "datasets.Splitter": call("classic", {"train": 0.9, "test": 0.1}),
    "datasets.Splitter.places": call(fv.puzzle.PuzzleQuery().batch(1, range(3))),
    "fv.Card": call(51),
    "fv.Card.parse": call("As"),
    "fv.Deck": call(1),
    "fv.deadline": call(1),
    "fv.deadline.cancel": call(),
    "fv.Expression.parse": call("1+2"),
    "fv.Expression.from_postfix": call([1, 2, "+"]),
    "fv.Expression.to": call("latex"),
    "fv.Grader.answer": call(ANSWER),
    "fv.Grader.check": call(ANSWER, "3 8", 24),
    "fv.Grader.says_no_solution": call(ANSWER),
    "fv.Grader.check_many": call([ANSWER], [3, 8]),
    "fv.Grader.score": call(ANSWER, [3, 8]),
    "fv.Grader.score_many": call([ANSWER], [3, 8]),
    "fv.Grader.verdict": call(ANSWER, [3, 8]),
    "fv.Grader.verdict_columns": call([ANSWER], [3, 8]),
    "fv.Puzzle": call("8 8 3 3"),
    "fv.Puzzle.parse": call("8 8 3 3"),
    "puzzle.Reachable": call("1 2", fv.RULES["classic"], low=1, high=9),
    "puzzle.Values": call("1 2", fv.RULES["classic"]),
    "puzzle.Daily": call(
        "2026-01-31",
        31,
        1,
        classic=fv.Puzzle("8 8 3 3"),
        countdown=fv.Puzzle("8 8 3 3"),
        digits=(),
    ),
    "puzzle.Episode": call(fv.Puzzle("8 8 3 3")),
    "puzzle.Episode.take": call("8 / 3 = 8/3"),
    "puzzle.Episode.calculate": call("8/3"),
    "puzzle.Round": call(fv.Puzzle("8 8 3 3")),
    "puzzle.Round.answer": call("1+2"),
    "puzzle.PuzzleBatch.splits": call(splits={"train": 0.5, "test": 0.5}),
    "fv.Rules": call("own"),
    "fv.Rules.result": call(Fraction(8), "/", Fraction(3)),
    "fv.Rules.allows": call(Fraction(8)),
    "puzzle.Scoring": call("mine", ((0, 10),)),
    "puzzle.Scoring.points_for": call(Fraction(1)),
    "fv.Solutions": call("1 2", 3, fv.RULES["classic"], distinct="essential"),
    "puzzle.PuzzleQuery.batch": call(1, range(3)),
    "fv.Verdict": call("correct"),
    "fv.candidates": call("1 2"),
    "puzzle.audit_grader": call(lambda _: True),
    "fv.check": call("3*8", [3, 8]),
    "fv.check_many": call(["3*8", "1"], [3, 8]),
    "puzzle.verdict_columns": call(["3*8", "1"], [3, 8]),
    "fv.check_steps": call("3 * 8 = 24", [3, 8]),
    "fv.closest": call("1 2"),
    "fv.count": call("8 8 3 3"),
    "fv.count_many": call(ROWS),
    "fv.difficulty": call("1 2 3 4"),
    "fv.hint": call("8 8 3 3"),
    "fv.label_many": call(ROWS),
    "fv.parse_cards": call("As Kd"),
    "fv.reachable": call("1 2 3"),
    "fv.values": call("1 2 3"),
    "fv.reachable_many": call([[1, 2]]),
    "fv.solvable_many": call(ROWS),
    "fv.solve": call("8 8 3 3"),
    "fv.solve_many": call(ROWS),
    "puzzle.still_solvable": call("3 * 8 = 24", "3 8"),
    "fv.table": call([1, 2], 3, size=2),
    "fv.whole_game": call("countdown", tiles="1 2 3", size=2),
    "puzzle.parse_number": call("3/4"),
    "puzzle.parse_numbers": call("1 2"),
    "puzzle.rules_named": call("classic"),
    "poker.OmahaRange.parse": call("AAKK"),
    "poker.OmahaRange.weight": call("AsAhKsKh"),
    "poker.Range": call(combos={"AsKs": 1}),
    "poker.Range.parse": call("AA"),
    "poker.Range.weight": call("AsAh"),
    "poker.Range.without": call("As"),
    "poker.Ranking.arranged": call(fv.parse_cards("As Kd Qh Jc 9s")),
    "poker.Ranking.category": call(fv.parse_cards("As Kd Qh Jc 9s")),
    "poker.Ranking.category_of": call([1, 2, 3, 4, 6], one_suit=True),
    "poker.Ranking.description": call(fv.parse_cards("As Kd Qh Jc 9s")),
    "poker.count_categories": call(5),
    "poker.equity": call("AhKh", "QsQd", board="2h7d9c"),
    "poker.evaluate": call("7H 7S 7D AS AC"),
    "poker.evaluate_many": call([[51, 47, 43, 39, 35]]),
    "poker.game_named": call("razz"),
    "poker.hand_index": call("2c 2d"),
    "poker.masks": call([[0, 4, 1]]),
    "poker.matchup": call("AhKh", "QsQd"),
    "poker.breakdown": call("QQ+, 98s", "Qh7h6c"),
    "poker.by_next_card": call("AhKh", "QsQd", board="2h7d9cTc"),
    "poker.canonical": call("AhKh", "2h7d9c"),
    "poker.starting_hand": call("AhKh"),
    "poker.deal_many": call(2, seed=1),
    "poker.showdown_many": call([[[0, 1], [2, 3]]], "7h 8h 9h"),
    "poker.odds": call("AhKh", "2h 7d 9c"),
    "poker.outs": call("AhKh", "2h 7d 9c"),
    "poker.PayTable": call("mine", {"flush": 5}),
    "poker.pay_table_named": call("Deuces Wild"),
    "poker.video_poker": call("AhKhQhJhJc"),
    "poker.video_session": call(["AhKhQhJhJc"]),
    "poker.push_fold": call(10),
    "poker.push_fold_three": call(10, game="shortdeck", seed=1),
    "poker.icm": call([5000, 3000], [50, 30]),
    "poker.parse_range": call("AA"),
    "poker.percentile": call("AhKh", board="2h 7d 9c"),
    "poker.range_equities": call("AhKh", "QsQd", board="2h7d9c"),
    "poker.showdown": call(LINES),
    "poker.value": call("7H 7S 7D AS AC"),
    "poker.winners": call("AhKh", "QsQd", board="2h 7d 9c"),
    "cactus.best_hand": call("AS KD JC KH 2D 2S KC"),
    "cactus.bitfield": call("KD"),
    "cactus.card_text": call(134236965),
    "cactus.explain": call("7C 5D 4H 3S 2C"),
    "cactus.find": call(48),
    "cactus.hand_rank": call("7C 5D 4H 3S 2C"),
    "cactus.hand_text": call(WORDS),
    "cactus.hand_value": call("7C 5D 4H 3S 2C"),
    "cactus.hashed_value": call("7C 5D 4H 3S 2C"),
    "cactus.holdem_odds": call("AhKh", "QsQd", samples=2),
    "cactus.holdem_value": call("7C 5D 4H 3S 2C"),
    "cactus.is_flush": call(WORDS),
    "cactus.omaha_value": call("AS KS QH JH", "TS 9S 2S"),
    "cactus.perfect_hash": call(48),
    "cactus.prime_product": call(WORDS),
    "cactus.rank_bits": call(WORDS),
    "cactus.shuffled": call(54),
    "cactus.value_rank": call(7462),
    "cactus.words": call("7C 5D"),
    "datasets.Manifest.parse": call(str(datasets.Manifest(SPEC, (), ()))),
    "datasets.Spec": call(count=10),
    "datasets.Spec.from_dict": call({"count": 10}),
    "datasets.Spec.parse": call("count = 10"),
    "datasets.Spec.quota": call(0),
    "datasets.Spec.replaced": call(seed=3),
    "datasets.Spec.query": call(solvable=True),
    "datasets.Spec.read": call("spec.toml"),
    "datasets.audit": call("puzzles.csv"),
    "datasets.grade": call(io.BytesIO(b'{"completion": "3*8", "numbers": [3, 8]}')),
    "datasets.label": call(io.BytesIO(b'{"numbers": [3, 8]}'), io.BytesIO()),
    "datasets.template_named": call("chat"),
    "datasets.build": call(SPEC, "out"),
    "datasets.trace": call("3 8"),
    "datasets.traces": call("3 8"),
    "sheets.pdf": call(sheets.sheet(count=1, seed=1)),
    "sheets.sheet": call("classic", count=1, seed=1),
    "stack.Complex": call(1, 2),
    "stack.Iota": call(3),
    "stack.Listener": call(fv.stack.Stack()),
    "stack.Listener.feed": call("1 2 +"),
    "stack.Sequence": call("array", [1]),
    "stack.Stack": call([1]),
    "stack.Stack.run": call("2 +"),
    "stack.Word": call("dup"),
    "stack.Wrapper": call(fv.stack.Word("dup")),
    "stack.run": call("1 2 +"),
    "lm_eval.PuzzleTask.doc_to_text": call(TRUTH),
    "lm_eval.PuzzleTask.process_results": call(TRUTH, [ANSWER]),
    "lm_eval.write_task": call("task", "puzzles.jsonl"),
    "lm_eval.process_results": call(TRUTH, [ANSWER]),
    "openrlhf.reward_func": call([f"Q: {ANSWER}"], ["Q:"], [TRUTH]),
    "reasoning_gym.PuzzleDataset": call(PUZZLES),
    "reasoning_gym.PuzzleDataset.score_answer": call(
        "3*8", {"metadata": TRUTH | {"rules": "classic"}}
    ),
    "tinyzero.compute_score": call(f"Assistant: {ANSWER}", TRUTH),
    "trl.reward": call([ANSWER], [24], [[3, 8]]),
    "trl.PuzzleTools": call({}),
    "trl.PuzzleTools.reset": call(numbers=[3, 8]),
    "trl.PuzzleTools.take_step": call("3 * 8 = 24"),
    "trl.PuzzleTools.calculate": call("3 * 8"),
    "trl.PuzzleTools.submit": call("3*8"),
    "trl.reward_for": call("classic"),
    "verl.compute_score": call("a", ANSWER, TRUTH),
}
# The objects that the methods of a class are called on, where its right call makes no good one.
OBJECTS = {
    "puzzle.Candidates": lambda: fv.candidates("1 2"),
    "puzzle.Spelling": lambda: fv.puzzle.read_spelling("1 2"),
    "datasets.Curriculum": lambda: datasets.Curriculum(seed=1),
    "fv.Expression": lambda: fv.Expression.parse("1+2"),
    "puzzle.Reachable": lambda: fv.reachable("1 2", low=1, high=9),
    "puzzle.Values": lambda: fv.values("1 2"),
    "puzzle.Daily": fv.puzzle.daily,
    "trl.PuzzleTools": trl.environment_for(),
    "puzzle.Outlook": lambda: fv.puzzle.Episode(fv.Puzzle("8 8 3 3")).outlook(),
    "puzzle.Turn": lambda: fv.puzzle.Episode(fv.Puzzle("8 8 3 3")).take("8 / 3 = 8/3"),
    "puzzle.NextStep": lambda: fv.puzzle.Episode(fv.Puzzle("8 8 3 3")).next_steps()[0],
    "puzzle.GraderVector": lambda: fv.puzzle.grader_vectors()[0],
    "puzzle.GraderAudit": lambda: fv.puzzle.audit_grader(lambda _: True),
    "puzzle.PuzzleBatch": row,
    "fv.Rules": lambda: fv.RULES["classic"],
    "puzzle.Scoring": lambda: fv.puzzle.SCORINGS["countdown"],
    "fv.Solutions": lambda: fv.solve("1 2", 3),
    "fv.Syntax": lambda: fv.SYNTAXES["strict"],
    "fv.Verdict": lambda: fv.check("3*8", [3, 8]),
    "puzzle.PuzzleQuery": puzzle_query,
    "poker.OmahaRange": lambda: poker.OmahaRange.parse("AAKK"),
    "poker.Range": lambda: poker.Range.parse("AA"),
    "poker.Ranking": lambda: poker.RANKINGS["high"],
    "poker.Hold": lambda: poker.video_poker("AhKhQhJhJc").best,
    "poker.PayTable": lambda: poker.PAY_TABLES["bonus-poker"],
    "poker.RangeEquities": lambda: poker.range_equities("QQ+", "JJ", board="2h7d9c"),
    "poker.Breakdown": lambda: poker.breakdown("QQ+, 98s", "Qh7h6c"),
    "poker.StartingHand": lambda: poker.starting_hand("AhKh"),
    "poker.Icm": lambda: poker.icm([5000, 3000], [50]),
    "poker.Odds": lambda: poker.odds("AhKh", "2h7d9c"),
    "poker.PushFold": lambda: poker.push_fold(10),
    "poker.PushFoldThree": lambda: poker.push_fold_three(10, game="shortdeck", seed=1),
    "poker.VideoPoker": lambda: poker.video_poker("AhKhQhJhJc"),
    "poker.VideoSession": lambda: poker.video_session(["AhKhQhJhJc"]),
    "datasets.Spec": lambda: SPEC,
    "stack.Sequence": lambda: fv.stack.Sequence("array", [1]),
    "stack.Listener": fv.stack.Listener,
    "stack.Stack": lambda: fv.stack.Stack([1]),
}
PLACES = {
    "fv": fv,
    "puzzle": fv.puzzle,
    "poker": poker,
    "cactus": poker.cactus,
    "datasets": datasets,
    "sheets": sheets,
    "stack": fv.stack,
    "lm_eval": lm_eval,
    "openrlhf": openrlhf,
    "reasoning_gym": reasoning_gym,
    "tinyzero": tinyzero,
    "trl": trl,
    "verl": verl,
}
# Made only by facevalue: results and rows of tables, which do not check their arguments.
MADE = {
    *("puzzle.Closest", "puzzle.Difficulty", "puzzle.Generated", "puzzle.Hint", "puzzle.Labels"),
    *("puzzle.NextStep", "puzzle.Outlook", "puzzle.Reward", "puzzle.Turn"),
    *("puzzle.GraderAudit", "puzzle.GraderVector"),
    "puzzle.Spelling",
    *("puzzle.PuzzleBatch", "puzzle.Stats", "puzzle.WholeGameStats", "puzzle.WholeGame"),
    # What adapters read rows with; the batches come from files that facevalue has opened.
    *("datasets.PuzzleReader", "datasets.PuzzleRows"),
    *(
        "poker.Breakdown",
        "poker.RangeEquities",
        "poker.Deals",
        "poker.StartingHand",
        "poker.Hold",
        "poker.Icm",
        "poker.Odds",
        "poker.PushFold",
        "poker.PushFoldThree",
        "poker.VideoPoker",
        "poker.VideoSession",
    ),
    *("poker.Equity", "poker.Game", "poker.ShowdownResult", "poker.Ranking", "poker.Share"),
    *(
        "datasets.Audit",
        "datasets.Grades",
        "datasets.LabelCounts",
        "datasets.PassRates",
        "datasets.GradedPart",
        "datasets.ModelComparison",
        "datasets.Rate",
        "datasets.SkippedRow",
        "datasets.Fault",
        "datasets.FileRecord",
        "datasets.Format",
    ),
    *("datasets.Manifest", "datasets.ShardRecord", "datasets.Template", "datasets.Trace"),
    *("sheets.Sheet", "fv.Expression", "poker.OmahaRange"),
    *("poker.Strength", "puzzle.PuzzleBatch.joined", "puzzle.DeckSpec", "fv.Reason"),
    *("reasoning_gym.Config", "poker.Range.replace", "poker.OmahaRange.replace"),
    "poker.Ranking.replace",
    *("stack.Definition", "stack.Row"),
    *("puzzle.Function", "puzzle.Operation", "puzzle.ValueSet", "puzzle.Notation"),
}
# Functions behind the public door: they take exact numbers, arrays and rules that are checked.
EXACT = {
    *("puzzle.digest", "puzzle.digest_many", "puzzle.number_text", "puzzle.rules_key"),
    *("puzzle.step_mask", "puzzle.step_text", "cactus.card_of"),
    *("puzzle.split_bounds", "puzzle.split_of", "puzzle.splits_of"),
}

# Words of the compiled core, and what Python says of a number that it does not print.
FOREIGN = (
    "incompatible function arguments",
    "Invoked with",
    "_core",
    "std::",
    "nb_type",
    "integer string conversion",
)
# Typed input: every error must be one of ours.
TYPED = {
    *("numbers", "target", "targets", "tiles", "digits", "low", "high", "count", "size", "sizes"),
    *("seed", "workers", "samples", "level", "large", "repeat", "width", "max_listed", "max_lines"),
    *("rules", "notation", "syntax", "extract", "distinct", "game", "strategy", "template"),
    *("cards", "hand", "hands", "hero", "villain", "board", "dead", "players", "word", "words"),
    *(
        "number_range",
        "target_range",
        "solvable",
        "difficulty",
        "solutions",
        "needs_fraction",
        "splits",
        "score",
        "format_score",
    ),
    *("after_think", "simplest", "max_tokens", "method", "paper", "engine", "format", "text"),
    *("unsolvable", "shard_rows", "claim", "unicode", "latex", "answer", "answers", "steps"),
}
# Places where no option may raise an error of NumPy or of plain Python, but a `TypeError`.
STRICT = {"fv", "puzzle", "poker"}
# Of Kev's words, which other functions make, and not of what people type.
WORDED = {"cactus.is_flush", "cactus.prime_product", "cactus.rank_bits"}
# Functions that read and write files: for a bad name the system raises an `OSError`.
FILED = {
    "datasets.audit",
    "datasets.Spec.read",
    "datasets.build",
    "datasets.grade",
    "datasets.label",
}
FILED |= {"lm_eval.write_task"}
# How much of an answer without end is looked at.
FEW = 3


def own(module):
    names = getattr(module, "__all__", None) or vars(module)
    found = ((name, getattr(module, name)) for name in names if not name.startswith("_"))
    is_listed = hasattr(module, "__all__")
    places = (module.__name__, f"{module.__name__}_words")  # cactus and its words
    return {
        name: value
        for name, value in found
        if callable(value) and (is_listed or getattr(value, "__module__", "") in places)
    }


def is_error(value):
    return inspect.isclass(value) and issubclass(value, Exception)


def public_methods(kind):
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("facevalue"):
            for name, value in vars(base).items():
                if not name.startswith("_") and isinstance(
                    value, (types.FunctionType, classmethod)
                ):
                    yield name


def every_name():
    for place, module in PLACES.items():
        for name, value in own(module).items():
            if is_error(value) or (place in ("puzzle", "poker") and name in fv.__all__):
                continue
            full = f"{place}.{name}"
            if full not in MADE | EXACT:
                yield full
            if inspect.isclass(value) and not issubclass(value, enum.Enum):
                methods = [f"{full}.{method}" for method in public_methods(value)]
                is_made = full in MADE and full not in OBJECTS
                yield from (
                    each for each in methods if each in CALLS or not (is_made or each in MADE)
                )


def named(full):
    """The callable of that name; a method is bound to a new object."""
    place, name, *method = full.split(".")
    value = getattr(PLACES[place], name)
    if not method:
        return value
    is_of_class = isinstance(inspect.getattr_static(value, method[0]), classmethod)
    return getattr(value if is_of_class else new_object(f"{place}.{name}"), method[0])


def new_object(full):
    args, names = CALLS.get(full, call())
    return OBJECTS[full]() if full in OBJECTS else named(full)(*args, **names)


def right_call(full):
    """The positional arguments and those by name, with the defaults of all others."""
    args, names = CALLS.get(full, call())
    parameters = inspect.signature(named(full)).parameters.values()
    rest = {p.name: p.default for p in parameters if p.default is not p.empty}
    free = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    taken = [p.name for p in parameters if p.kind in free][: len(args)]
    return args, {name: value for name, value in (rest | names).items() if name not in taken}


def wrong_calls(full):
    """Each argument in turn with an odd value in its place."""
    args, names = right_call(full)
    for odd, make in ODD.items():
        for place in range(len(args)):
            changed = (*args[:place], make(), *args[place + 1 :])
            yield position_name(full, place), odd, changed, names
        for name in names:
            yield name, odd, args, names | {name: make()}


def position_name(full, place):
    parameters = list(inspect.signature(named(full)).parameters)
    return parameters[min(place, len(parameters) - 1)]


def looked_at(value):
    """Uses what comes back: much is found out only then."""
    if isinstance(value, Iterator):
        return [looked_at(each) for each in islice(value, FEW)]
    kind = type(value)
    if kind.__module__.startswith("facevalue"):
        for name in dir(kind):
            if not name.startswith("_") and isinstance(
                inspect.getattr_static(kind, name), property
            ):
                getattr(value, name)
        str(value)
        hash(value) if kind.__hash__ else None
    return None if isinstance(value, int) else repr(value)


def complaint(full, option, args, names):
    """What is wrong with the result or error of a call, if anything."""
    try:
        looked_at(named(full)(*args, **names))
    except fv.FaceValueError as error:
        message = str(error)
        is_good = "\n" not in message and len(message) < 500
    except (TypeError, ValueError, IndexError) as error:
        message = f"{type(error).__name__}: {error}"
        is_typed = option in TYPED and full not in WORDED
        is_ours = isinstance(error, TypeError) or full.partition(".")[0] not in STRICT
        is_good = (
            not is_typed
            and is_ours
            and "\n" not in message
            and (full in FILED or not isinstance(error, UnicodeError))
        )
    except OSError:
        return None if full in FILED else "OSError"
    except Exception as error:  # noqa: BLE001 - any error is reported
        return f"{type(error).__name__}: {str(error)[:200]}"
    else:
        return None
    is_ours = not any(words in message for words in FOREIGN)
    return None if is_good and is_ours else message[:200]


@pytest.mark.few_slow(40)
@pytest.mark.few_quick(20)
@pytest.mark.parametrize("full", sorted(set(every_name())))
def test_a_wrong_argument_is_a_clear_error(full, monkeypatch, tmp_path):
    if full == "reasoning_gym.register":
        framework("reasoning_gym")
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    looked_at(named(full)(*right_call(full)[0], **right_call(full)[1]))
    complaints = {
        f"{option}: {odd}": complaint(full, option, args, names)
        for option, odd, args, names in wrong_calls(full)
    }
    assert {} == {what: said for what, said in complaints.items() if said}
