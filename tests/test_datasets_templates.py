"""Custom prompt templates, in Python, in a spec and in a file."""

from __future__ import annotations

import pyarrow.parquet as pq
import pytest

import facevalue as fv
from facevalue import datasets
from facevalue.cli.main import main
from facevalue.datasets import Spec, Template

MINE = Template(
    "mine",
    [("system", "You are terse."), ("user", "{task}\nFor example {example}. Box it.")],
    extract="boxed",
)
FILE = """
name = "mine"
extract = "boxed"
messages = [["system", "You are terse."], ["user", "{task}\\nFor example {example}. Box it."]]
"""


def prompts(folder):
    return pq.read_table(next(folder.glob("train-*.parquet"))).to_pylist()


def test_a_dataset_has_the_prompts_of_a_custom_template(tmp_path):
    datasets.build(Spec(count=20, format="trl", template=MINE), tmp_path)
    for row in prompts(tmp_path):
        puzzle = fv.Puzzle(row["numbers"])
        assert row["prompt"] == MINE.chat(puzzle)
        assert row["extract"] == "boxed"


def test_a_spec_with_a_custom_template_is_read_again():
    spec = Spec(count=20, format="trl", template=MINE)
    assert Spec.parse(str(spec)) == spec
    assert Spec(count=20, template=MINE.as_dict()).template == MINE
    assert Spec(count=20, template=datasets.TEMPLATES["boxed"]).template == "boxed"


def test_the_command_line_reads_a_template_from_a_file(tmp_path, capsys):
    file = tmp_path / "mine.toml"
    file.write_text("\ufeff" + FILE, encoding="utf-8")
    assert Template.read(file) == MINE
    build = ["dataset", "build", "--count", "20", "--format", "trl", "-o"]
    assert main([*build, str(tmp_path / "one"), "--template", str(file)]) == 0
    datasets.build(Spec(count=20, format="trl", template=MINE), tmp_path / "two")
    assert prompts(tmp_path / "one") == prompts(tmp_path / "two")
    capsys.readouterr()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"messages": []}, "messages must be pairs"),
        ({"messages": [["user"]]}, "messages must be pairs"),
        ({"messages": [["robot", "{task}"]]}, "unknown role 'robot'"),
        ({"messages": [["user", 5]]}, "content"),
        ({"messages": [["user", "Hello"]]}, "must contain {task}, or {numbers} and {target}"),
        ({"extract": "nowhere"}, "unknown extract 'nowhere'"),
        ({"is_text": 1}, "is_text"),
        ({"name": ""}, "name"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_wrong_template_is_refused_with_the_reason(changes, message):
    with pytest.raises(fv.RuleError) as refused:
        Template.from_dict(MINE.as_dict() | changes)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [("a" + ".a" * 10**5 + " = 1", "too many dots"), ("#" * 10**6 + "\n", "too large")],
)
def test_toml_that_would_take_long_is_refused(text, message, tmp_path, capsys):
    file = tmp_path / "spec.toml"
    file.write_text(text)
    with pytest.raises(fv.FaceValueError, match=message):
        Spec.read(file)
    assert main(["dataset", "build", str(file), "-o", str(tmp_path / "out")]) == 2
    assert message in capsys.readouterr().err


def test_a_spec_with_a_byte_order_mark_is_read(tmp_path):
    file = tmp_path / "spec.toml"
    file.write_text("\ufeffcount = 100", encoding="utf-8")
    assert Spec.read(file).count == 100
