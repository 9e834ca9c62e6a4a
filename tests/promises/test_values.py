"""Every public value: repr, pickle, copy, comparison and JSON."""

from __future__ import annotations

import copy
import importlib
import inspect
import json
import pickle
import re
from fractions import Fraction
from pathlib import Path

import attrs
import pytest

import facevalue as fv
from facevalue import datasets, poker
from facevalue.names import packages, public_names
from facevalue.value import Value, as_json
from tests.paths import VECTORS

# Without the adapters: most of them need a third-party package.
PACKAGES = [package for package in packages() if package != "facevalue.adapters"]
NAMES = {
    name: getattr(importlib.import_module(package), name)
    for package in PACKAGES
    for name in public_names(package)
}
VALUES = [kind for kind in NAMES.values() if inspect.isclass(kind) and issubclass(kind, Value)]
# Names that a repr may use.
KNOWN = NAMES | {"Fraction": Fraction, "Path": Path}

EQUITY = poker.equity("AhKh", "QsQd", board="2h7d9c")
COUNTDOWN = fv.Puzzle("75 50 2 3 8 7", 812, "countdown")
OWN = fv.Rules("mine", operators="+-", size=3, target=7)
FILE = datasets.FileRecord("train-00000.parquet", rows=5, bytes=100, sha256="0" * 64)
RATE = datasets.Rate(0.5, None)
SHARD = datasets.ShardRecord(0, (5, 0), (1, 2), (FILE,))
SPEC = datasets.Spec("countdown", count=10, low=1, high=50, target=(10, 99))
BATCH = fv.puzzle.PuzzleQuery("classic").batch(1, range(50))


# At least one value of every class.
SAMPLES = {
    "Audit": [lambda: datasets.audit(VECTORS / "grading-policy.jsonl")],
    "Candidates": [
        lambda: fv.candidates("6 6 5 2", "forth"),
        lambda: fv.candidates("1/2 3 4", OWN),
    ],
    "Card": [lambda: fv.Card(51)],
    "Closest": [lambda: fv.closest("1 3 4 6", rules="whole"), lambda: fv.closest("8 8 3 3")],
    "Complex": [lambda: fv.stack.Complex(2, Fraction(1, 2))],
    "NextStep": [lambda: fv.puzzle.Episode(fv.Puzzle("8 8 3 3")).next_steps()[0]],
    "Outlook": [lambda: fv.puzzle.Episode(fv.Puzzle("8 8 3 3")).outlook()],
    "Turn": [
        lambda: fv.puzzle.Episode(fv.Puzzle("8 8 3 3")).take("8 / 3 = 8/3"),
        lambda: fv.puzzle.Episode(fv.Puzzle("8 8 3 3")).take("<answer>8+8+3+3</answer>"),
    ],
    "Daily": [lambda: fv.puzzle.daily("2026-01-31")],
    "DeckSpec": [lambda: fv.RULES["countdown"].deck, lambda: fv.RULES["oberon"].deck],
    "Definition": [lambda: fv.stack.run(": two ( -- x ) 2 ;").definitions[0]],
    "GraderVector": [lambda: fv.puzzle.grader_vectors()[0]],
    "GraderAudit": [lambda: fv.puzzle.audit_grader(lambda _: True)],
    "Difficulty": [lambda: fv.difficulty("8 8 3 3"), lambda: fv.difficulty("1 2", 3, "countdown")],
    "Equity": [
        lambda: poker.equity("AhKh", "QsQd", board="2h7d9c"),
        lambda: poker.equity("Dealt to A [Ah Kh]\nB: shows [Qs Qd]", board="2h7d9c"),
    ],
    "Expression": [
        lambda: fv.Expression.parse("8/(3-8/3)"),
        lambda: fv.Expression.parse("{3/4}"),
        lambda: fv.Expression.parse("1/(2-2)"),
    ],
    "Fault": [lambda: datasets.Fault("leak", (("train.csv", 7), ("test.csv", 2)), "again")],
    "FileRecord": [lambda: FILE],
    "Format": [lambda: datasets.FORMATS["trl"]],
    "Game": [lambda: poker.GAMES["omaha8"]],
    "Grader": [
        fv.Grader,
        lambda: fv.Grader(OWN, fv.Syntax(latex=True), "boxed", after_think=True, score=2),
    ],
    "GradedPart": [
        lambda: datasets.GradedPart(
            by="rules",
            name="classic",
            total=1,
            correct=1,
            rates=datasets.PassRates(prompts=1, average=RATE, pass_at=()),
        )
    ],
    "Columns": [lambda: datasets.Columns(numbers="hand", rules=None)],
    "LabelCounts": [lambda: datasets.LabelCounts(3, solvable_count=2, needs_fraction_count=1)],
    "SkippedRow": [lambda: datasets.SkippedRow("rows.jsonl", 2, 3, "no")],
    "ModelComparison": [
        lambda: datasets.ModelComparison(
            models=("a", "b"),
            puzzle_count=9,
            better_count=2,
            worse_count=1,
            rates=(0.5, 0.4),
            interval=(-0.1, 0.3),
        )
    ],
    "Grades": [lambda: datasets.Grades(3, reasons=(("correct", 2), ("no_answer", 1)))],
    "PassRates": [lambda: datasets.PassRates(prompts=1, average=RATE, pass_at=((1, RATE),))],
    "Rate": [lambda: RATE],
    "Hint": [lambda: fv.hint("8 8 3 3", level=9), lambda: fv.hint("1 1 1 1")],
    "Iota": [lambda: fv.stack.Iota(3)],
    "Manifest": [lambda: datasets.Manifest(SPEC, (("facevalue", "1"),), (SHARD,))],
    "Notation": [lambda: fv.NOTATIONS["infix"], lambda: fv.NOTATIONS["steps"]],
    "OmahaRange": [lambda: poker.OmahaRange.parse("AA**, KQJTds:0.5")],
    "Function": [lambda: fv.puzzle.FUNCTIONS["power"]],
    "Operation": [lambda: fv.puzzle.OPERATIONS["/"]],
    "Puzzle": [
        lambda: COUNTDOWN,
        lambda: fv.Puzzle("1/2 3 -4", "3/4", OWN),
        lambda: next(fv.puzzle.deals(seed=1)),
    ],
    "Range": [lambda: poker.Range.parse("QQ+, AKs:0.5")],
    "Row": [lambda: fv.stack.WORDS["keep"]],
    "Ranking": [lambda: poker.RANKINGS["low-8"]],
    "Reachable": [lambda: fv.reachable("1 2", low=1, high=9)],
    "Rules": [lambda: fv.RULES["countdown"], lambda: OWN],
    "Values": [lambda: fv.values("1 2"), lambda: fv.values("1 2 4", OWN, low="1/2", high=9)],
    "Scoring": [lambda: fv.puzzle.SCORINGS["countdown"]],
    "ShardRecord": [lambda: SHARD],
    "Sequence": [lambda: fv.stack.Sequence("quotation", [1, fv.stack.Word("sq")])],
    "Share": [lambda: poker.equity("AhKh", "QsQd", board="2h7d9c").players[0]],
    "Hold": [lambda: poker.video_poker("AhKhQhJhJc").best],
    "PayTable": [
        lambda: poker.PAY_TABLES["joker-poker"],
        lambda: poker.PayTable("mine", {"flush": 5}, is_deuces_wild=True),
        lambda: poker.PayTable("mine", "flush=1.5, straight=1"),
    ],
    "Odds": [
        lambda: poker.odds("AhKh", "Qh7h2c", opponents="QQ"),
        lambda: poker.odds("AhKhQd", game="stud"),
    ],
    "Breakdown": [lambda: poker.breakdown("QQ+, 98s", "Qh7h6c")],
    "RangeEquities": [lambda: poker.range_equities("QQ+, AK", "JJ", board="Qh7h6c")],
    "StartingHand": [lambda: poker.starting_hand("AhKh")],
    "Icm": [
        lambda: poker.icm([5000, 3000], [50]),
        lambda: poker.icm("Ann=5000 Bob=3000", [50]),
        lambda: poker.icm([10**5 + 7**k for k in range(14)], range(14)),
    ],
    "PushFold": [lambda: poker.push_fold(10), lambda: poker.push_fold(10, game="shortdeck")],
    "VideoSession": [lambda: poker.video_session(["AhKhQhJhJc", "2c 2d 7h 8s Ts"])],
    "PushFoldThree": [
        lambda: poker.push_fold_three(10, game="shortdeck", seed=1),
        lambda: poker.push_fold_three([9, 4, 7], game="shortdeck", seed=1),
    ],
    "VideoPoker": [lambda: poker.video_poker("joker 2d 2s Ks Qd", "joker-poker")],
    "ShowdownResult": [lambda: poker.showdown(["5H 5C 6S 7S KD 2C 3S 8S 8D TD"])],
    "Spec": [lambda: SPEC, lambda: datasets.Spec(OWN, count=5)],
    "Stack": [
        lambda: fv.stack.run(
            ': sq2 ( x -- y ) dup * ; 1/2 sq2 { 1 "a" } [ \\ dup + ] 2.5 t 3 iota .s'
        ),
        fv.stack.Stack,
    ],
    "Stats": [lambda: fv.solve("1 2", 3).stats],
    "Strength": [
        lambda: poker.evaluate("7H 7S 7D AS AC"),
        lambda: poker.evaluate("As 2s Qh Jh", "omaha8", board="3s 4s 8s").low,
    ],
    "Syntax": [fv.Syntax, lambda: fv.SYNTAXES["lenient"]],
    "Template": [lambda: datasets.TEMPLATES["chat"]],
    "Trace": [lambda: datasets.trace("3 8", seed=1)],
    "ValueSet": [lambda: fv.puzzle.VALUES["natural"]],
    "Verdict": [
        lambda: fv.check("8/(3-8/3)", "8 8 3 3"),
        lambda: fv.check("x", "8 8 3 3"),
        lambda: fv.check("9/7", [9, 7]),
    ],
    "Word": [lambda: fv.stack.Word("dup")],
    "Wrapper": [lambda: fv.stack.Wrapper(fv.stack.Word("dup"))],
    "WholeGameStats": [lambda: fv.whole_game("countdown", tiles="1 2 3", size=2).total],
}
VALUES_AND_SAMPLES = [
    pytest.param(NAMES[name], make, id=f"{name}-{place}")
    for name, makers in SAMPLES.items()
    for place, make in enumerate(makers)
    if name in NAMES
]
every_value = pytest.mark.parametrize(("kind", "make"), VALUES_AND_SAMPLES)


def test_every_public_value_class_has_a_sample():
    assert {kind.__name__ for kind in VALUES} == set(SAMPLES)


# The repr of these shows the result; the repr of all others is code that makes the value again.
RESULTS = {
    *(
        "Breakdown",
        "RangeEquities",
        "Closest",
        "Difficulty",
        "Equity",
        "GraderAudit",
        "Hint",
        "Hold",
        "Icm",
        "Odds",
        "PushFold",
        "PushFoldThree",
        "Reachable",
        "Share",
        "StartingHand",
    ),
    *("Strength", "Turn", "Values", "Verdict", "VideoPoker", "VideoSession"),
}


@every_value
def test_the_repr_of_a_value_makes_it_again_or_shows_the_result(kind, make):
    value = make()
    assert type(value) is kind
    if kind.__name__ in RESULTS:
        assert re.fullmatch(rf"<{kind.__name__}: [^\n]{{1,250}}>", repr(value))
    else:
        assert value == eval(repr(value), dict(KNOWN))


@every_value
def test_values_are_equal_when_their_content_is(kind, make):
    value, same = make(), make()
    assert value == same
    assert hash(value) == hash(same)
    assert value != kind.__name__
    assert 1 == len({value, same})


@every_value
def test_a_value_is_the_same_after_pickling_and_copying(kind, make):
    value = make()
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert value == pickle.loads(pickle.dumps(value, protocol))
    assert value == copy.copy(value) == copy.deepcopy(value)
    assert type(copy.copy(value)) is kind


# The other public classes; None for one that cannot be copied.
OTHERS = {
    "Curriculum": lambda: datasets.Curriculum(seed=1),
    "Deals": lambda: poker.deal_many(3, seed=1),
    "Deck": lambda: fv.Deck(seed=1),
    "Episode": lambda: fv.puzzle.Episode(fv.Puzzle("8 8 3 3")),
    "Generated": lambda: fv.generate(seed=1),
    "Labels": lambda: BATCH.labels,
    "Listener": fv.stack.Listener,
    "PuzzleBatch": lambda: BATCH,
    "PuzzleQuery": lambda: fv.puzzle.PuzzleQuery("classic"),
    "PuzzleReader": datasets.PuzzleReader,
    "PuzzleRows": lambda: datasets.PuzzleReader().read({"nums": [[3, 8]]}, 1),
    "Reason": lambda: fv.Reason.CORRECT,
    "Reward": lambda: fv.puzzle.REWARDS["solved"],
    "Round": lambda: fv.puzzle.Round(COUNTDOWN),
    "Solutions": lambda: fv.solve("8 8 3 3"),
    "Spelling": lambda: fv.puzzle.read_spelling("8 8 3 3"),
    "Splitter": lambda: datasets.Splitter("classic", {"train": 0.8, "test": 0.2}),
    "WholeGame": lambda: fv.whole_game("countdown", tiles="1 2 3", size=2),
    "deadline": None,
}


def test_every_other_public_class_has_a_sample_or_refuses_to_be_copied():
    kinds = {
        name
        for name, kind in NAMES.items()
        if inspect.isclass(kind) and kind not in VALUES and not issubclass(kind, BaseException)
    }
    assert kinds == set(OTHERS)


@pytest.mark.parametrize("name", [name for name, make in OTHERS.items() if make])
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_every_other_public_object_can_be_copied_and_pickled(name, duplicate):
    original = OTHERS[name]()
    again = duplicate(original)
    again = pickle.loads(again) if duplicate is pickle.dumps else again
    assert type(again) is type(original) is NAMES[name]
    if "object at" not in repr(original):
        assert repr(again) == repr(original)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_deadline_says_why_it_cannot_be_copied(duplicate):
    with pytest.raises(
        TypeError, match=r"deadline\(5\.0\) cannot be copied or sent .* its time runs"
    ):
        duplicate(fv.deadline(5))


def field_names(kind):
    return kind.FIELDS or [field.name for field in attrs.fields(kind)]


@every_value
def test_a_value_is_frozen(kind, make):
    value = make()
    for name in (*field_names(kind), "nosuch"):
        with pytest.raises(AttributeError):
            setattr(value, name, None)
        with pytest.raises(AttributeError):
            delattr(value, name)
    assert value == make()


@every_value
def test_a_value_is_json_ready(kind, make):  # noqa: ARG001 - the list has both
    content = make().as_dict()
    assert content == json.loads(json.dumps(content, allow_nan=False))


@pytest.mark.parametrize(
    ("value", "old", "new"),
    [
        (OWN, b"+-", b"+^"),
        (fv.Syntax(claim="must_hold"), b"must_hold", b"must_hole"),
        (fv.check("24", "24"), b"correct", b"corrupt"),
        (fv.Expression.parse("1+2"), b"1+2", b"1+("),
        (fv.Grader(extract="boxed"), b"boxed", b"boxes"),
    ],
)
def test_a_pickle_that_was_changed_makes_no_value(value, old, new):
    content = pickle.dumps(value)
    # Some versions of Python pickle a reason by its name, which is in capitals.
    changed = content.replace(old, new).replace(old.upper(), new.upper())
    assert changed != content
    with pytest.raises((fv.FaceValueError, ValueError, AttributeError)):
        pickle.loads(changed)


@attrs.frozen
class Point(Value):
    x: int
    y: int = 0


def test_a_value_can_be_replaced_and_names_unknown_fields():
    assert Point(1) == Point(x=1, y=0) == Point(1, 0)
    assert {"x": 2, "y": 0} == Point(1).replace(x=2).as_dict()
    with pytest.raises(fv.RuleError, match="unknown field 'z'"):
        Point(1).replace(z=2)


def test_a_pickle_with_other_fields_is_refused():
    changed = pickle.dumps(Point(1)).replace(b"\x01y", b"\x01z")
    with pytest.raises(fv.RuleError, match="a pickled Point has different fields"):
        pickle.loads(changed)


def test_json_of_collections_has_strings_for_fractions_at_any_depth():
    nested = {Fraction(1, 2): [range(3), range(0), {"a": Fraction(3)}], 5: (None, True)}
    assert {"1/2": [[0, 2], [], {"a": 3}], "5": [None, True]} == as_json(nested)


def test_a_value_is_matched_by_the_fields_that_may_be_given_by_place():
    match fv.puzzle.SCORINGS["exact"]:
        case fv.puzzle.Scoring(name, points):
            assert (name, points) == ("exact", ((0, 10),))
        case _:
            pytest.fail("no value is matched")


@pytest.mark.parametrize(
    "make",
    [
        lambda: fv.label_many([[3, 3, 8, 8], [1, 1, 1, 1]]),
        lambda: fv.label_many([[3, 3, 8, 8]], simplest=True),
        lambda: fv.whole_game("countdown", tiles="1 2 3", size=2),
        lambda: fv.Deck(seed=7),
    ],
)
def test_a_copy_of_arrays_or_of_a_deck_is_equal_with_every_protocol(make):
    value = make()
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert value == pickle.loads(pickle.dumps(value, protocol))
    assert value == copy.copy(value) == copy.deepcopy(value) == make()
    assert value != 5


def test_decks_with_different_next_cards_are_not_equal():
    deck, other = fv.Deck(seed=7), fv.Deck(seed=7)
    other.deal()
    assert deck != other != fv.Deck(seed=8)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: poker.ShowdownResult(1, (1, 2), 0), "3 wins and 0 ties do not add up to 1 deals"),
        (lambda: poker.ShowdownResult(1, (1, -1), 1), "wins"),
        (lambda: EQUITY.replace(deals=989), "do not add up to 989 deals"),
        (lambda: EQUITY.replace(players=EQUITY.players[:1] * 2), "must add up to 1"),
        (lambda: EQUITY.players[0].replace(equity=Fraction(3, 2)), "from 0 to 1"),
    ],
)
def test_results_that_do_not_add_up_are_refused(make, message):
    with pytest.raises(fv.RuleError, match=message):
        make()


@pytest.mark.parametrize(
    ("kind", "names"),
    [(fv.Rules, "summary source variants"), (fv.puzzle.Daily, "classic countdown digits")],
)
def test_fields_whose_order_nobody_knows_are_given_by_name(kind, names):
    parameters = inspect.signature(kind).parameters
    assert {parameters[name].kind for name in names.split()} == {inspect.Parameter.KEYWORD_ONLY}
