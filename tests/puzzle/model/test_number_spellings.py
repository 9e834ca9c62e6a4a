"""What people paste for a puzzle: each spelling has one meaning wherever it is read."""

import json
import pickle
import sys

import pytest

import facevalue as fv
from facevalue import datasets
from facevalue.cli.main import main
from tests.js.wasm import call_all, in_javascript, needs_wasm
from tests.oracles.rows import vectors
from tests.paths import VECTORS
from tests.web.http.test_api import ask

ROWS = [json.loads(line) for line in (VECTORS / "number-spellings.jsonl").read_text().splitlines()]
GOOD = [row for row in ROWS if "same_as" in row]
BAD = [row for row in ROWS if "message" in row]


def name(row):
    return row["input"]


def rules_of(row):
    return row.get("rules", "classic")


def in_python(row, text):
    return fv.Puzzle.parse(text, rules=rules_of(row))


def in_a_function(row, text):
    if text.startswith("{"):  # only strings for `Puzzle.parse` may be JSON
        return in_python(row, text)
    solutions = fv.solve(text, rules=rules_of(row))
    return fv.Puzzle(solutions.numbers, solutions.target, solutions.rules)


def in_shell(row, text, capfd):
    code = main(["solve", text, "--rules", rules_of(row), "--json"])
    return code, json.loads(capfd.readouterr().out)


def in_http(row, text):
    reply = ask("solve", numbers=text, rules=rules_of(row))
    return reply.status, reply.json


def in_file(row, text, tmp_path, suffix):
    """The labels of a file whose only column has the puzzle."""
    source, output = tmp_path / f"puzzles{suffix}", tmp_path / "labels.jsonl"
    if suffix == ".csv":
        cell = text.replace('"', '""')
        source.write_text(f'id;puzzle\n7;"{cell}"\n', encoding="utf-8")
    else:
        source.write_text(json.dumps({"numbers": text}) + "\n", encoding="utf-8")
    counts = datasets.label(source, output, rules=rules_of(row))
    labels = json.loads(output.read_text(encoding="utf-8")) if counts.rows else {}
    for given in ("numbers", "puzzle"):
        labels.pop(given, None)
    return labels, [skipped.message for skipped in counts.skipped]


def in_check(row, text, capfd):
    """What `check` reads, in the shell and over HTTP."""
    given = {"answer": "1", "numbers": text, "rules": rules_of(row)}
    options = [f"--{name}={given[name]}" for name in ("numbers", "rules")]
    main(["check", given["answer"], *options, "--json"])
    printed = json.loads(capfd.readouterr().out.replace("(facevalue rules", "(/api/rules"))
    reply = ask("check", **given).json
    assert printed == {name: value for name, value in reply.items() if name != "limit"}
    return {name: reply.get(name) for name in ("numbers", "target", "rules", "message")}


def without_search(found):
    return {key: value for key, value in found.items() if key not in ("seconds", "cards")}


@pytest.mark.parametrize("row", GOOD, ids=name)
def test_a_spelling_means_the_same_everywhere(row, capfd, tmp_path):
    spelled, plain = row["input"], row["same_as"]
    expected = in_python(row, plain)
    assert expected == in_python(row, spelled)
    assert expected == in_a_function(row, spelled)
    code, found = in_shell(row, spelled, capfd)
    same_code, same = in_shell(row, plain, capfd)
    assert (same_code, without_search(same)) == (code, without_search(found))
    status, found = in_http(row, spelled)
    assert (200, without_search(in_http(row, plain)[1])) == (status, without_search(found))
    if not spelled.startswith("{"):
        assert in_check(row, plain, capfd) == in_check(row, spelled, capfd)
        for suffix in (".csv", ".jsonl"):
            labels, problems = in_file(row, spelled, tmp_path, suffix)
            same, _ = in_file(row, plain, tmp_path, suffix)
            assert (same, []) == (labels, problems)


@pytest.mark.parametrize("row", BAD, ids=name)
def test_what_may_mean_two_things_is_refused_everywhere(row, capfd, tmp_path):
    text = row["input"]
    for door in (in_python, in_a_function):
        with pytest.raises(fv.FaceValueError) as caught:
            door(row, text)
        assert row["message"] in str(caught.value)
    code, error = in_shell(row, text, capfd)
    assert 2 == code
    assert row["message"] in error["message"]
    status, error = in_http(row, text)
    assert 422 == status
    assert row["message"] in error["message"]
    assert row["message"] in in_check(row, text, capfd)["message"]
    for suffix in (".csv", ".jsonl"):
        with pytest.raises(fv.FaceValueError) as caught:
            in_file(row, text, tmp_path, suffix)
        assert row["message"] in str(caught.value)


@needs_wasm
def test_javascript_reads_the_same():
    def call(row, text):
        return ["puzzle", "solve", [text, None, rules_of(row)]]

    for row, there in zip(GOOD, call_all([call(row, row["input"]) for row in GOOD]), strict=True):
        here = in_javascript(in_a_function(row, row["same_as"]).solve().as_dict())
        assert here == {name: there[name] for name in here}
    for row, there in zip(BAD, call_all([call(row, row["input"]) for row in BAD]), strict=True):
        with pytest.raises(fv.FaceValueError) as caught:
            in_a_function(row, row["input"])
        assert [type(caught.value).__name__, in_javascript(str(caught.value))] == there


LABELS = {"solvable": True, "solution_count": 1, "solution": "8/(3-8/3)"}


@pytest.mark.parametrize("content", vectors("columns", "separators"))
def test_csv_is_read_whatever_separates_its_cells(content, tmp_path):
    source, output = tmp_path / "puzzles.csv", tmp_path / "labels.jsonl"
    source.write_bytes(content.encode())
    assert 1 == datasets.label(source, output).rows
    assert json.loads(output.read_text(encoding="utf-8")).items() >= LABELS.items()
    assert 1 == datasets.audit(source).rows


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("puzzles.tsv", "rename the file to .csv"),
        ("puzzles.xlsx", "save the sheet as CSV"),
        ("puzzles.txt", "must end with one of jsonl, csv, parquet"),
    ],
)
def test_other_files_are_refused_with_a_remedy(file, message, tmp_path):
    (tmp_path / file).write_text("nums\ttarget\n8,8,3,3\t24\n")
    for read in (datasets.audit, lambda path: datasets.label(path, tmp_path / "out.jsonl")):
        with pytest.raises(fv.FaceValueError) as caught:
            read(tmp_path / file)
        assert message in str(caught.value)


def test_a_file_without_the_names_of_columns_is_refused(tmp_path):
    (tmp_path / "puzzles.csv").write_text("8,9,3,4\n1,2,3,4\n")
    with pytest.raises(fv.FaceValueError, match="no column of numbers"):
        datasets.label(tmp_path / "puzzles.csv", tmp_path / "out.jsonl")


def shell(capfd, *words):
    code = main([*words, "--json"])
    return code, json.loads(capfd.readouterr().out)


def test_digits_may_be_written_together(capfd):
    code, found = shell(capfd, "solve", "4878", "--digits")
    assert (0, [4, 8, 7, 8]) == (code, found["numbers"])
    code, found = shell(capfd, "check", "(7-8/8)*4", "--numbers", "4878", "--digits")
    assert (0, "correct") == (code, found["reason"])
    assert 200 == ask("solve", numbers="4878", digits="true").status
    _, found = shell(capfd, "solve", "48 78", "--digits")
    assert [4, 8, 78] == found["numbers"]
    code, found = shell(capfd, "solve", "K78", "--digits")
    assert (2, True) == (code, "a run of digits" in found["message"])


def test_rules_may_be_changed_in_the_shell_and_in_http(capfd):
    options = ("--rules", "classic, order=given", "--target", "10")
    code, found = shell(capfd, "solve", "6", "3", "2", "5", *options)
    assert (0, "6-3+2+5") == (code, found["solutions"][0]["expression"])
    reply = ask("solve", numbers="6,3,2,5", target=10, rules="classic, order=given")
    assert found["solutions"] == reply.json["solutions"]
    code, found = shell(capfd, "check", "5+2-3+6", "--numbers", "6,3,2,5", *options)
    assert (1, "wrong_numbers") == (code, found["reason"])


@pytest.mark.parametrize("digits", [0, 640])
def test_digits_of_json_stay_a_string_if_there_are_more_than_we_or_python_read(digits):
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(digits)
    try:
        with pytest.raises(fv.LimitError, match="not 9999"):
            fv.solve(f'{{"numbers": [8, 8, 3, {"9" * 5000}]}}')
    finally:
        sys.set_int_max_str_digits(before)


# Where the error is in each string.
PLACES = dict(vectors("columns", "places"))


@pytest.mark.parametrize(("text", "place"), PLACES.items())
def test_the_position_of_an_error_counts_in_the_string_that_was_given(text, place):
    for read in (fv.solve, fv.Puzzle.parse):
        with pytest.raises(fv.NotationError) as caught:
            read(text)
        assert (caught.value.text, caught.value.position) == (text, place)
        assert pickle.loads(pickle.dumps(caught.value)).position == place
    assert ask("solve", numbers=text).json["position"] == place
    assert ask("check", numbers=text, answer="1").json["position"] == place


@pytest.mark.parametrize(("text", "place"), [("4878 = x", 7), ("4878 x", 5)])
def test_the_position_of_an_error_counts_digits_in_a_row_as_they_were_given(text, place):
    assert ask("solve", numbers=text, digits="true").json["position"] == place
    assert ask("check", numbers=text, digits="true", answer="1").json["position"] == place


@needs_wasm
@pytest.mark.parametrize(("text", "place"), PLACES.items())
def test_javascript_counts_the_position_in_the_string_that_was_given(text, place):
    (found,) = call_all([["puzzle", "solve", [text]]], ["error", "text", "position"])
    assert found == ["NotationError", text, place]
