"""Audits from the command line: exit codes, JSON, a page, and a bar only on a terminal."""

import json

import pytest

from facevalue import datasets
from facevalue.cli.main import main


@pytest.fixture
def rows(tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text('{"nums": [3, 8]}\n{"nums": [1, 1]}\n', encoding="utf-8")
    return file


def test_json_agrees_with_the_library(rows, capsys):
    assert main(["dataset", "audit", str(rows), "--json"]) == 1
    out, err = capsys.readouterr()
    assert out == datasets.audit(rows).json + "\n"
    assert json.loads(out)["counts"] == {"unmarked_unsolvable": 1}
    assert err == ""


def test_ignored_columns_are_not_a_fault(rows, capsys):
    assert main(["dataset", "audit", str(rows), "--ignore", "unmarked_unsolvable"]) == 0
    assert capsys.readouterr().out.startswith("2 rows in 1 file: no faults\n")


def test_the_page_is_written(rows, tmp_path, capsys):
    page = tmp_path / "report.html"
    assert main(["dataset", "audit", str(rows), "--html", str(page)]) == 1
    assert page.read_text(encoding="utf-8") == datasets.audit(rows).html
    assert capsys.readouterr().out == f"{datasets.audit(rows)}\n"


# A title for the window, a colour, the one-byte form of an escape, text from right to left.
STEERING = "\x1b]0;title\x07 \x1b[31mred \x9b2J \u202egnp.exe \U000e0041"


def test_a_description_that_is_not_there_is_bad_usage(tmp_path, capfd):
    assert main(["dataset", "build", str(tmp_path / "no.toml"), "-o", str(tmp_path / "out")]) == 2
    assert f"facevalue: no such file: '{tmp_path}/no.toml'\n" == capfd.readouterr().err


def test_data_and_file_names_do_not_steer_the_terminal(tmp_path, capfd):
    source = tmp_path / f"{STEERING.replace('/', '')}.jsonl"
    rows = [
        {"numbers": [3, 3, 8, 8], "split": STEERING, "answer": STEERING},
        {"numbers": [8, 8, 3, 3], "split": "two\nlines", "rules": STEERING, "answer": "8/(3-8/3)"},
    ]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for command in (
        ["dataset", "audit", str(source)],
        ["dataset", "audit", str(source), str(source)],
        ["dataset", "audit", str(source), "--json"],
        ["dataset", "audit", str(tmp_path / STEERING)],
        ["grade", str(tmp_path / STEERING)],
        ["grade", str(source)],
        ["check", STEERING, "--numbers", "3 8"],
        ["solve", STEERING],
        ["hand", STEERING],
        ["range", STEERING],
        ["solve", "--rules", STEERING, "1", "2"],
        [STEERING],
    ):
        main(command)
        out, err = capfd.readouterr()
        assert out + err
        for line in (out + err).splitlines():
            assert line.isprintable(), command
    main(["dataset", "audit", str(source), "--json"])
    entry = json.loads(capfd.readouterr().out)
    assert entry["rows"] == 2
