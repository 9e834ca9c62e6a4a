"""Without the packages of the extra `data`, errors say what to install, and the rest works."""

import json
import subprocess
import sys

import pytest

import facevalue as fv
from facevalue import datasets
from facevalue.cli.main import main

PARQUET = "Parquet needs pyarrow: pip install 'facevalue[data]'"
ARROW = "datasets need pyarrow: pip install 'facevalue[data]'"
FSSPEC = "datasets need fsspec: pip install 'facevalue[data]'"
SPEC = datasets.Spec("classic", count=20)
BEFORE = b"what stood there before\n"


def hide(monkeypatch, package):
    """Makes every import of a package fail, as if it was not installed."""
    for name in {package, *(name for name in sys.modules if name.startswith(f"{package}."))}:
        monkeypatch.setitem(sys.modules, name, None)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    arrow = pytest.importorskip("pyarrow")
    rows = [{"nums": [3, 8], "answer": "3*8"}, {"nums": [1, 1], "answer": "1+1"}]
    pytest.importorskip("pyarrow.parquet").write_table(
        arrow.Table.from_pylist(rows), tmp_path / "rows.parquet"
    )
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "rows.jsonl").write_text(lines, encoding="ascii")
    (tmp_path / "rows.csv").write_text("nums,answer\n3 8,3*8\n1 1,1+1\n", encoding="ascii")
    (tmp_path / "verdicts.parquet").write_bytes(BEFORE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


COMMANDS = {
    "dataset audit rows.parquet": PARQUET,
    "dataset audit rows.csv rows.parquet --html page.html": PARQUET,
    "dataset label rows.csv -o new.parquet": PARQUET,
    "grade rows.parquet": PARQUET,
    "grade rows.jsonl --format parquet": PARQUET,
    "grade rows.jsonl -o verdicts.parquet": PARQUET,
    "grade rows.csv -o new.parquet": PARQUET,
    "dataset build -o set --count 20": ARROW,
    "dataset build -o set --count 20 ": FSSPEC,
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_says_in_one_line_what_to_install(folder, monkeypatch, capfd, command):
    hide(monkeypatch, "fsspec" if COMMANDS[command] == FSSPEC else "pyarrow")
    before = sorted(folder.iterdir())
    assert 2 == main(command.split())
    assert ("", f"facevalue: {COMMANDS[command]}\n") == capfd.readouterr()
    assert before == sorted(folder.iterdir())
    assert BEFORE == (folder / "verdicts.parquet").read_bytes()


@pytest.mark.parametrize(
    ("package", "message", "call"),
    [
        ("pyarrow", PARQUET, lambda: datasets.audit("rows.parquet")),
        ("pyarrow", PARQUET, lambda: datasets.grade("rows.parquet")),
        ("pyarrow", PARQUET, lambda: datasets.grade("rows.csv", output="verdicts.parquet")),
        ("pyarrow", ARROW, lambda: datasets.build(SPEC, "set")),
        ("fsspec", FSSPEC, lambda: datasets.build(SPEC, "set")),
    ],
)
def test_a_function_says_what_to_install(folder, monkeypatch, package, message, call):
    hide(monkeypatch, package)
    with pytest.raises(fv.FaceValueError) as error:
        call()
    assert message == str(error.value)
    assert BEFORE == (folder / "verdicts.parquet").read_bytes()


@pytest.mark.parametrize("package", ["pyarrow", "fsspec"])
@pytest.mark.parametrize("name", ["rows.jsonl", "rows.csv"])
def test_other_files_need_no_package(folder, monkeypatch, name, package):
    whole = fv.Grader(extract="whole")
    expected = datasets.audit(name), datasets.grade(name, whole, output="before.csv")
    hide(monkeypatch, package)
    assert expected == (datasets.audit(name), datasets.grade(name, whole, output="after.csv"))
    assert (1, 2) == (expected[1].correct, expected[1].total)
    assert (folder / "before.csv").read_bytes() == (folder / "after.csv").read_bytes()


def test_the_whole_package_loads_without_the_extra():
    code = (
        "import sys; sys.modules['pyarrow'] = sys.modules['fsspec'] = None\n"
        "import facevalue as fv\n"
        "for room in (fv, fv.puzzle, fv.poker, fv.datasets, fv.adapters):\n"
        "    for name in dir(room): getattr(room, name)\n"
        "print(fv.check_many(['3*8', None], [[3, 8]] * 2).tolist())\n"
        "print(fv.label_many([[3, 8]]).solution_count.tolist())\n"
        "print(fv.datasets.Spec('classic', count=5).count)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ("[True, False]\n[1]\n5\n", "") == (done.stdout, done.stderr)
