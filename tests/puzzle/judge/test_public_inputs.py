"""What people wrote in public bug reports, files and listings: right, or refused with the reason.

Each row has the start of an input in `public-inputs.jsonl`, a call, and its result or error. The
other doors (shell, HTTP, files, JavaScript) are compared with Python in `test_*_spellings.py`.
"""

import json
import os
from fractions import Fraction
from pathlib import Path

import pytest

import facevalue as fv
from facevalue import datasets, poker
from facevalue.cli.main import main
from facevalue.errors import FaceValueError


def cards(*spellings):
    return ["".join(map(str, poker.parse_cards(spelling))) for spelling in spellings]


def first(numbers, *more, **options):
    return str(fv.solve(numbers, *more, **options).first)


def percent(*players, **options):
    return [f"{100 * share:.4f}" for share in map(float, poker.equity(*players, **options))]


def relaxed(answer, numbers, target):
    return fv.check(answer, numbers, target, syntax="relaxed").reason


def graded(completion, numbers, target):
    return fv.Grader(extract="any", syntax="relaxed").verdict(completion, numbers, target).reason


def steps(*lines, numbers, target):
    return [fv.check_steps(line, numbers, target).reason for line in lines]


def errors(call, *inputs):
    found = []
    for given in inputs:
        with pytest.raises(FaceValueError) as caught:
            call(given)
        found.append(str(caught.value))
    return found


SUIT, RANK = "expected a suit of cdhs", "expected a rank of 23456789TJQKA"
ROWS = [
    # number puzzles
    ("krypto: 23 15 11 10 19", lambda: first("krypto: 23 15 11 10 19 -> 25"), "None"),
    ("krypto: 6 25 7 1 13", lambda: first("krypto: 6 25 7 1 13 -> 18"), "None"),
    (
        "make10: 1199",
        lambda: (first("make10: 1199"), first("4878 -> 24 (make10)")),
        ("(1/9+1)*9", "7*8-4*8"),
    ),
    ("solve '(4,8,7,8)'", lambda: first("(4,8,7,8)"), "7*8-4*8"),
    (
        "1\uff0c5",
        lambda: (first("1\uff0c5\uff0c5\uff0c5"), first("\uff14 \uff18 \uff17 \uff18")),
        ("(5-1/5)*5", "7*8-4*8"),
    ),
    ("156: 15 6", lambda: first("156: 15 6", rules="join=true"), "156"),
    ("6 3 2 5 kept", lambda: first("6 3 2 5", 10, rules="order=given"), "6-3+2+5"),
    ("face cards", lambda: first("K Q 4 A -> 35", rules="faces=10, ace=11"), "4+10+10+11"),
    # answers
    (
        "(100*(3+6))",
        lambda: (
            fv.check("(100*(3+6))+50+2 = 952", "25 50 75 100 3 6", 952, rules="countdown").message
        ),
        "2 is not one of the numbers",
    ),
    (
        "steps '75",
        lambda: (
            steps("75 \u00d7 3 = 225", numbers=[75, 3], target=225)
            + steps("23800 \u00f7 25 = 952", numbers=[23800, 25], target=952)
        ),
        ["correct"] * 2,
    ),
    (
        "'1. 100",
        lambda: steps(
            "1. 100 + 6 = 106",
            "- 100 + 6 = 106",
            "\u2022 100 + 6 = 106",
            "Step 1: 100 + 6 = 106 .",
            numbers=[100, 6],
            target=106,
        ),
        ["correct"] * 4,
    ),
    ("(10-4)", lambda: relaxed("(10-4)*(13-9) = 6*4 = 24", "10 4 13 9", 24), "correct"),
    (
        "(18 &divide; 2)",
        lambda: (
            relaxed("(18 &divide; 2) &times; 3", "18 2 3", 27),
            graded("<answer>Value: 56 + 85</answer>", "56 85", 141),
            graded("<equation>56 + 85</equation>", "56 85", 141),
        ),
        ("correct", "correct", "no_answer"),
    ),
    ("check('6/4'", lambda: fv.check("6/4", [6, 4], 1.5).reason, "correct"),
    # cards
    ("H10 S5", lambda: cards("H10 S5", "DA S10", "c10 hK s5"), ["Th5s", "AdTs", "TcKh5s"]),
    ("[6 c]", lambda: cards("[6 c], [9 d]"), ["6c9d"]),
    (
        "X X D5",
        lambda: len(percent("X X D5", "X X 8h", "- - 3s", game="stud", samples=1000, seed=1)),
        3,
    ),
    (
        "2d, \u0422d",
        lambda: errors(poker.parse_cards, "2d, \u0422d"),
        ["unknown rank '\u0422' (U+0422, not a plain letter): '\u0422d'"],
    ),
    (
        "8Pik",
        lambda: errors(poker.parse_cards, "8Pik", "Kns", "Dd", "Vs", "7p"),
        [f"{SUIT}: '8Pik'", f"{SUIT}: 'Kns'", f"{RANK}: 'Dd'", f"{RANK}: 'Vs'", f"{SUIT}: '7p'"],
    ),
    (
        "9c 5h on",
        lambda: (
            poker.winners("9c 5h", "Qh 4h", board="9s 11c 3c 12c 8h"),
            cards("12C 11C 8H 13H 11D 1C 4C"),
        ),
        ((1,), ["QcJc8hKhJdAc4c"]),
    ),
    (
        "joker",
        lambda: errors(poker.evaluate, "joker 2d 2s ks qd"),
        ["jokers need a game that has them, such as 'five-card,jokers=1': 'joker'"],
    ),
    ("32T3K", lambda: errors(poker.parse_cards, "32T3K 765"), [f"{SUIT}: '32T3K'"]),
    # poker
    (
        "equity '[Kd",
        lambda: percent("[Kd Td 5d Jc]", "[8c Qd 5s Jd]", board="[5h 5c Tc]", game="omaha"),
        ["83.4146", "16.5854"],
    ),
    ("7 Card Stud", lambda: poker.game_named("7 Card Stud Hi/Lo").name, "stud8"),
    (
        "range 'A?'",
        lambda: [str(poker.Range(text)) for text in ("A?", "??", "..")],
        ["AA, A2+", "random", "random"],
    ),
    ("AA@1,KK@2", lambda: str(poker.Range("AA@1,KK@2")), "KK, AA:0.5"),
    ("chance of", lambda: poker.odds("AhKh", board="Qh 7h 2c").final["Flush"], Fraction(377, 1081)),
    ("worth of two", lambda: poker.starting_hand("AhKh").name, "AKs"),
    (
        "Black:",
        lambda: poker.showdown(["Black: 2H 3D 5S 9C KD  White: 2C 3H 4S 8C AH"]).wins,
        (0, 1),
    ),
]


@pytest.mark.parametrize(
    ("call", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_a_public_input_is_right_or_refused_with_the_reason(call, expected):
    assert expected == call()


def test_a_csv_file_of_puzzles_from_the_web_is_labelled(tmp_path):
    """Its column is called Puzzles, and another one has semicolons and a byte order mark."""
    source, output = tmp_path / "24.csv", tmp_path / "labels.jsonl"
    for content in ("Rank,Puzzles\n1,1 1 4 6\n", "\ufeffnums;target\n1 1 4 6;24\n"):
        source.write_text(content, encoding="utf-8")
        datasets.label(source, output)
        (row,) = map(json.loads, output.read_text(encoding="utf-8").splitlines())
        assert fv.count("1 1 4 6") == row["solution_count"]


def test_a_file_with_another_suffix_is_refused_with_the_remedy(tmp_path):
    source = tmp_path / "24.tsv"
    source.write_text("nums\ttarget\n1 1 4 6\t24\n", encoding="utf-8")
    with pytest.raises(FaceValueError, match=r"rename the file to \.csv"):
        datasets.label(source, tmp_path / "labels.jsonl")


def test_wrong_steps_are_shown_as_lines(capfd):
    assert 1 == main(["check", "3 - 1 = 2\n2 * 5 = 11", "--steps", "--numbers", "1 3 5"])
    assert ["  2 * 5 = 11", "          ^"] == capfd.readouterr().out.splitlines()[1:]


def test_an_unknown_word_of_the_stack_language_is_named(capfd):
    assert 2 == main(["stack", "1 2 3 4 makes-24? ."])
    assert "no word named 'makes-24?'" in capfd.readouterr().err


FILES = ("dataset label", "CSV with", "check - --steps", "stack '1 2 3 4")


def test_every_public_input_has_a_row():
    if "FACEVALUE_TEST_DATA" not in os.environ:
        pytest.skip("FACEVALUE_TEST_DATA is not set")
    path = Path(os.environ["FACEVALUE_TEST_DATA"]) / "public-inputs.jsonl"
    inputs = [json.loads(line)["input"] for line in path.read_text(encoding="utf-8").splitlines()]
    starts = [row[0] for row in ROWS] + list(FILES)
    assert len(starts) == len(inputs)
    for given in inputs:
        assert 1 == sum(given.startswith(start) for start in starts), given
