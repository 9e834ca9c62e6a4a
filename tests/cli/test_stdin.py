"""Many puzzles from stdin: the allowed lines, and one line of JSON for each."""

import json
import re

import pytest

import facevalue as fv
from facevalue.cli.main import main
from facevalue.queries.json import error_as_json
from tests.oracles.rows import vectors

PUZZLES = ["8 8 3 3", "1 1 1 1", "6 6 5 2 -> 17", "x", "3/4 2 -> 2.5", "1 2 (nope)", "[1, 2, 3, 4]"]
PUZZLES += ['{"numbers": [2, 4, 8, 10], "target": 24}', '{"nums": ["1/2", 3]}', '{"nums": []}', "{"]
IS_WRONG = [False, False, False, True, False, True, False, False, False, True, True]
HANDS = ["AhKhQhJhTh", "Ah", "7H 7S 7D AS AC"]
VERBS = {
    **dict.fromkeys(["solve", "hint", "closest", "count", "difficulty", "candidates"], PUZZLES),
    "reach": [*PUZZLES[:3], "x", *PUZZLES[4:]],
    "hand": HANDS,
    "range": ["QQ+", "Q", "15%"],
    "equity": ["AhKh QsQd 2c2d", "AhKh", "'"],
}
OPTIONS = {
    "equity": ["--samples", "1000", "--seed", "1"],
    "candidates": ["--count"],
    "reach": ["--high", "120"],
}


@pytest.fixture
def piped(monkeypatch, capfd, tmp_path):
    """Runs a command with these bytes on stdin: its exit code, its lines and its messages."""

    def run(data, *arguments):
        file = tmp_path / "stdin"
        file.write_bytes(data)
        with file.open(encoding="utf-8") as stdin:
            monkeypatch.setattr("sys.stdin", stdin)
            code = main([*arguments])
        out, err = capfd.readouterr()
        return code, out.splitlines(), err.splitlines()

    return run


@pytest.mark.parametrize("verb", VERBS)
def test_with_json_every_line_gives_one_line_in_order(verb, piped):
    lines = VERBS[verb]
    data = "".join(f"{line}\n" for line in lines).encode()
    code, out, err = piped(data, verb, "-", "--json", *OPTIONS.get(verb, ()))
    answers = [json.loads(line) for line in out]
    assert (2, len(lines), []) == (code, len(answers), err)
    wrong = IS_WRONG if lines[0] == PUZZLES[0] else [False, True, verb == "equity"]
    assert wrong == ["error" in answer for answer in answers]
    for line, answer in zip(lines, answers, strict=True):
        if "error" in answer:
            assert set(answer) == {"error", "message", "position"}
        elif lines is PUZZLES:
            assert answer["numbers"] == fv.Puzzle.parse(line).as_dict()["numbers"]


@pytest.mark.parametrize("verb", VERBS)
def test_empty_lines_and_comments_give_no_line(verb, piped):
    first, last = VERBS[verb][0], VERBS[verb][2]
    plain = piped(f"{first}\n{last}\n".encode(), verb, "-", "--json", *OPTIONS.get(verb, ()))
    assert 2 == len(plain[1])
    noisy = f"# a remark\n\n  {first}  # here too\r\n \t\n#\n{last}\t# and here".encode()
    assert plain == piped(noisy, verb, "-", "--json", *OPTIONS.get(verb, ()))


@pytest.mark.parametrize("verb", VERBS)
def test_a_byte_order_mark_is_skipped(verb, piped):
    line = VERBS[verb][0].encode()
    options = OPTIONS.get(verb, ())
    plain = piped(line, verb, "-", *options)
    assert plain[0] in (0, 1)
    assert plain == piped(b"\xef\xbb\xbf" + line, verb, "-", *options)
    assert 2 == piped(line + b"\n\xef\xbb\xbf" + line, verb, "-", *options)[0]


@pytest.mark.parametrize("command", [["check", "--numbers", "3 8"], ["stack"]])
def test_answers_and_programs_may_start_with_a_byte_order_mark(command, piped):
    text = b"3*8" if command[0] == "check" else b"3 8 * ."
    plain = piped(text, *command, "-")
    assert 0 == plain[0]
    assert plain == piped(b"\xef\xbb\xbf" + text, *command, "-")


def test_every_line_is_an_answer_to_check_even_an_empty_one(piped):
    code, out, _ = piped(b"3*8\n\n# 24\n8*3", "check", "-", "--numbers", "3 8", "--json")
    found = [json.loads(line) for line in out]
    assert (1, [True, False, False, True]) == (code, [answer["correct"] for answer in found])
    assert ["3*8", "", "# 24", "8*3"] == [answer["answer"] for answer in found]


@pytest.mark.parametrize(
    ("line", "puzzle"),
    [
        ("[6, 6, 5, 2]", fv.Puzzle("6 6 5 2")),
        ("[6,6,5,2] -> 17", fv.Puzzle("6 6 5 2", 17)),
        ("[KS, 3/4] = 5 (whole)", fv.Puzzle("KS 3/4", 5, "whole")),
        ('{"numbers": [6, 6, 5, 2], "target": 17}', fv.Puzzle("6 6 5 2", 17)),
        (' {"nums": [6, 6, 5, 2], "target": 17, "id": "#3"}', fv.Puzzle("6 6 5 2", 17)),
        ('{"nums": "6 6 5 2", "target": null, "rules": null}', fv.Puzzle("6 6 5 2")),
        ('{"numbers": ["3/4", 2.5, 2.0], "target": "5/2"}', fv.Puzzle("3/4 5/2 2", "5/2")),
        ('{"numbers": [0.1, 1e1], "rules": "Countdown"}', fv.Puzzle("1/10 10", None, "countdown")),
        ('{"numbers": [1, 2], "nums": [3, 4]}', fv.Puzzle("1 2")),
        ('{"numbers": null, "nums": [1, 2]}', fv.Puzzle("1 2")),
        ('{"numbers": [1, 2], "cards": null}', fv.Puzzle("1 2")),
    ],
)
def test_a_line_may_be_a_list_or_an_object(line, puzzle):
    assert puzzle == fv.Puzzle.parse(line)


@pytest.mark.parametrize(("line", "message", "position"), vectors("columns", "wrong objects"))
def test_a_wrong_object_is_an_error_that_says_what_is_wrong(line, message, position):
    with pytest.raises(fv.FaceValueError) as caught:
        fv.Puzzle.parse(line)
    answer = error_as_json(caught.value)
    assert message in (None, answer["message"])
    assert position == answer["position"]
    assert answer["error"] == ("RuleError" if position is None else "NotationError")


@pytest.mark.parametrize(
    "cards",
    ["[1, 2]", '["Ah", null]', '{"Ah": 1}', "{}", "5", "true", '["Ah", "x"]', '["Ah", "Ah"]'],
)
def test_wrong_cards_of_an_object_are_refused(cards):
    with pytest.raises(fv.CardError):
        fv.Puzzle.parse(f'{{"numbers": [1, 2], "cards": {cards}}}')


@pytest.mark.parametrize("cards", ['["Ah", "2c"]', '"Ah 2c"'])
def test_the_cards_of_an_object_are_kept(cards):
    found = fv.Puzzle.parse(f'{{"numbers": [1, 2], "cards": {cards}}}')
    assert fv.parse_cards("Ah 2c") == found.cards


@pytest.mark.parametrize("exponent", [10**22, -(10**22), 10**6])
def test_a_number_with_an_exponent_of_any_size_is_an_error_of_its_line(exponent):
    for fields in (f'"numbers": [1e{exponent}, 2]', f'"nums": [1, 2], "target": 1e{exponent}'):
        with pytest.raises(fv.FaceValueError):
            fv.Puzzle.parse(f"{{{fields}}}")


@pytest.mark.parametrize("digits", [100, 5_000, 100_000])
def test_a_number_too_long_for_python_is_an_error_of_its_line(digits):
    with pytest.raises(fv.LimitError):
        fv.Puzzle.parse(f'{{"numbers": [{"9" * digits}, 2]}}')


def test_a_puzzle_comes_back_from_its_json():
    own = fv.RULES["classic"].replace(name="sums", operators="+-", size=2)
    for puzzle in (fv.Puzzle("1/2 3", "7/4", "whole"), fv.Puzzle("1 2", 3, own), fv.deal(seed=24)):
        again = fv.Puzzle.parse(json.dumps(puzzle.as_dict()))
        assert (puzzle, puzzle.cards) == (again, again.cards)


@pytest.mark.parametrize("maker", [["deal", "--seed", "8"], ["generate", "--seed", "8"]])
@pytest.mark.parametrize("rules", ["classic", "countdown"])
def test_puzzles_go_from_one_command_to_the_next_as_json(maker, rules, piped):
    made = [*maker, "--count", "3", "--rules", rules]
    text, objects = piped(b"", *made)[1], piped(b"", *made, "--json")[1]
    answers = piped("\n".join(objects).encode(), "count", "-", "--json")
    from_text = piped("\n".join(text).encode(), "count", "-", "--json", "--rules", rules)
    assert 3 == len(answers[1])
    assert answers == from_text


def test_options_are_defaults_for_missing_parts_of_a_line(piped):
    data = b'{"numbers": [1, 2]}\n{"numbers": [1, 2], "target": 2, "rules": "whole"}\n1 2'
    _, out, _ = piped(data, "count", "-", "--target", "3", "--rules", "oberon", "--json")
    found = [(answer["target"], answer["rules"]) for answer in map(json.loads, out)]
    assert [(3, "oberon"), (2, "whole"), (3, "oberon")] == found


def test_counts_of_many_puzzles_are_next_to_them(piped):
    data = b'2 4 8 10 # eleven\n{"nums": [6, 6, 5, 2], "target": 17}\n1 1 1 1'
    assert (0, ["2 4 8 10: 11", "6 6 5 2 -> 17: 1", "1 1 1 1: 0"], []) == piped(data, "count", "-")


def test_hints_of_many_puzzles_are_below_them(piped):
    hints = [str(fv.hint(numbers)).splitlines() for numbers in ("2 4 8 10", "6 6 5 2")]
    code, out, _ = piped(b"2 4 8 10\n6 6 5 2\n", "hint", "-")
    assert (0, ["2 4 8 10:", *hints[0], "", "6 6 5 2:", *hints[1]]) == (code, out)


def test_candidates_of_many_puzzles_are_below_them(piped):
    expected = ["1 2:", "1+2", "1-2", "1*2", "1/2", "", "3 4 -> 5:"]
    code, out, _ = piped(b"1 2\n3 4 -> 5\n", "candidates", "-", "--rules", "oberon")
    assert (0, expected) == (code, out[:7])
    assert 11 == len(out)
    code, out, _ = piped(b"1 2\n3 4 5\n", "candidates", "-", "--rules", "oberon", "--count")
    assert (0, ["1 2: 4", "3 4 5: 16"]) == (code, out)


@pytest.mark.parametrize(
    ("lines", "code"),
    [("8 8 3 3", 0), ("8 8 3 3\n1 1 1 1", 1), ("1 1 1 1\nx\n8 8 3 3", 2), ("", 0), ("# x", 0)],
)
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_the_exit_code_is_the_gravest_of_all_lines(lines, code, options, piped):
    assert code == piped(lines.encode(), "solve", "-", *options)[0]


def test_wrong_lines_are_reported_by_number_without_json(piped):
    code, out, err = piped(b"# x\n8 8 3 3\n\nx\n[1, 2\n1 2 3 4", "solve", "-", "--first")
    assert (2, ["8/(3-8/3)", "1*2*3*4"]) == (code, out)
    assert ["line 4", "line 5"] == [line.split(": ")[1] for line in err]


def test_bytes_that_are_not_utf_8_are_an_error_of_their_line(piped):
    code, out, _ = piped(b"8 8 3 \xff\n8 8 3 3\n", "count", "-", "--json")
    assert (2, ["NotationError", None]) == (code, [json.loads(line).get("error") for line in out])


def test_a_list_of_steps_on_stdin_is_one_answer(piped):
    steps, numbers = ["8 - 5 = 3", "3 * 8 = 24"], ("--numbers", "8 8 5 1")
    code, out, _ = piped("\n".join(steps).encode(), "still-solvable", "-", *numbers, "--json")
    assert (0, [{"still_solvable": [True, True]}]) == (code, list(map(json.loads, out)))
    code, out, _ = piped("\n".join(steps).encode(), "check", "-", *numbers, "--steps", "--json")
    assert (1, ["wrong_numbers"]) == (code, [json.loads(line)["reason"] for line in out])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("8 8 3 3\r\n# ♠\r\nK Q 4 4 -> 24\r\n", ("solve", "-", "--json")),
        ("8/(3-8/3)\n\n8 × 3\n", ("check", "-", "--numbers", "3,3,8,8")),
        (
            "8 / 3 = 8/3\n3 - 8/3 = 1/3\n8 ÷ (1/3) = 24",
            ("check", "-", "--numbers=3,3,8,8", "--steps"),
        ),
        ("Black: 2H 3D 5S 9C KD White: 2C 3H 4S 8C AH\n", ("showdown", "-")),
        ("1 2 + .\n", ("stack", "-")),
    ],
)
def test_text_with_a_byte_order_mark_is_read_as_text_in_utf_8(text, arguments, encoding, piped):
    def without_seconds(printed):
        return re.sub(r"[0-9.]+ s$|\"seconds\": [0-9.e-]+", "", "\n".join(printed))

    code, out, err = piped(text.encode(encoding), *arguments)
    same_code, same, _ = piped(text.encode(), *arguments)
    assert (same_code, without_seconds(same)) == (code, without_seconds(out))
    assert [] == [line for line in err if "facevalue:" in line]


def test_text_in_utf_16_without_a_byte_order_mark_is_refused(piped):
    code, _, err = piped("8 8 3 3\n".encode("utf-16-le"), "solve", "-")
    assert 2 == code
    assert "without a byte order mark; save it as UTF-8" in err[0]


def test_workers_are_counted_from_one(piped):
    _, _, notes = piped(
        b"", "solve", "1", "2", "3", "4", "--method", "walk", "--workers", "2", "--stats"
    )
    assert [note.partition(" handled ")[0] for note in notes[-2:]] == ["worker 1", "worker 2"]
