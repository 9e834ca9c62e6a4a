"""Custom prompt templates, in Python, in a spec and in a file."""

from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facevalue as fv
from facevalue import datasets
from facevalue.cli.main import main
from facevalue.datasets import Spec, Template
from facevalue.datasets.building.arrow_puzzles import ArrowPuzzles
from facevalue.datasets.building.formats import IN_THE_PICTURE, all_columns
from tests.oracles.rows import vectors

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
        assert row["prompt"] == MINE.chat(fv.Puzzle(row["numbers"]))
        assert row["extract"] == "boxed"


BRACES = ("{", "}", "{}", "{{", "}}", "{a}", "{0}", "{task", "numbers}", "{ target }", "{Target}")
FILLED = ("{task}", "{numbers}", "{target}", "{example}", "{{task}}", "{{numbers}}", "{{{target}}}")
OTHERS = (r"\boxed{}", r"\frac{a}{b}", '{"answer": "{example}"}', "%s", "$1", "\\1", "\n", "é")
PIECES = st.sampled_from([*BRACES, *FILLED, *OTHERS])
CONTENTS = st.lists(PIECES, max_size=8).map("".join)
TEMPLATES_WITH_BRACES = st.builds(
    lambda before, contents, is_text: Template(
        "any",
        [
            *(("system", content) for content in contents),
            ("user", f"{before}{{target}}{before}{{numbers}}"),
        ],
        extract="boxed",
        is_text=is_text,
    ),
    CONTENTS,
    st.lists(CONTENTS, max_size=2),
    st.booleans(),
)


def prompt_of(row):
    """The prompt in a row of any format, as one string."""
    prompt = next(row[name] for name in ("prompt", "question", "messages") if name in row)
    if isinstance(prompt, str):
        return prompt
    return "\n".join(message["content"] for message in prompt)


ROWS = Spec("countdown", count=2, size=3).query(solvable=True).batch(0, range(200), simplest=True)
TRACE = SimpleNamespace(trace=SimpleNamespace(text="", steps=[]), expression="")
PUZZLES = ArrowPuzzles(
    ROWS,
    np.zeros(len(ROWS), np.intp),
    ("train",),
    0,
    traces={digest: [TRACE] for digest in ROWS.digests.tolist()},
)


@pytest.mark.parametrize("form", datasets.FORMATS)
@settings(max_examples=30)
@given(template=TEMPLATES_WITH_BRACES)
def test_every_format_has_the_prompt_that_the_template_writes(form, template):
    rows = pa.table(all_columns(PUZZLES, form, template)).to_pylist()
    assert len(rows) == len(ROWS) > 1
    for row in rows:
        numbers = row["numbers"]
        prompt = template.text(fv.Puzzle(numbers, row["target"], "countdown"))
        if form == "images":
            prompt = prompt.replace(", ".join(map(str, numbers)), IN_THE_PICTURE)
        assert prompt in prompt_of(row)


def test_a_template_keeps_its_other_braces():
    mine = Template("mine", [("user", r"{{task}} \boxed{\frac{a}{b}} {x}")], extract="boxed")
    task, rules = mine.text(fv.Puzzle("8 8 3 3")).split("\n")
    assert task == "{Make 24 from the numbers 8, 8, 3, 3."
    assert rules.endswith(r"} \boxed{\frac{a}{b}} {x}")


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


def test_the_rules_are_stated_in_plain_sentences():
    prompt = datasets.TEMPLATES["plain"].text(fv.Puzzle("75 50 2 3 8 7", 812, "countdown"))
    assert (
        "Use each number at most once, in any order. You may use parentheses and the operators "
        "+, -, * and /. Every intermediate result must be a positive integer."
    ) == prompt.splitlines()[1]
    sums = fv.Rules("sums", operators="+", order="given", grouping="left", values="nonnegative")
    assert (
        "Use every number exactly once, in the given order. You may use the operator +, but no "
        "parentheses. Operations are done strictly from left to right, without precedence. Every "
        "intermediate result must be a non-negative rational number."
    ) == datasets.TEMPLATES["plain"].text(fv.Puzzle("1 2 3", 6, sums)).splitlines()[1]


# The output of the programs of these projects for the numbers 44, 19, 35 and the target 98.
TINYZERO = (
    "Using the numbers [44, 19, 35], create an equation that equals 98. You can use basic "
    "arithmetic operations (+, -, *, /) and each number can only be used once. Show your work in "
    "<think> </think> tags. And return the final answer in <answer> </answer> tags, for example "
    "<answer> (1 + 2) / 3 </answer>."
)
REASONING_GYM = """

Final answer format instructions:
1. Provide your solution as a arithmetic expression (no '=' sign).
2. Do not include the target number in the expression.
3. Use '*' for multiplication.
4. Use '/' for division.
5. Do not include any other text or formatting.
"""
PUBLISHED = {
    "tinyzero": "A conversation between User and Assistant. The user asks a question, and the "
    "Assistant solves it. The assistant first thinks about the reasoning process in the mind and "
    f"then provides the user with the answer.\nUser: {TINYZERO}\nAssistant: Let me solve this step "
    "by step.\n<think>",
    "tinyzero-instruct": "<|im_start|>system\nYou are a helpful assistant. You first thinks about "
    "the reasoning process in the mind and then provides the user with the answer.<|im_end|>\n"
    f"<|im_start|>user\n {TINYZERO}<|im_end|>\n<|im_start|>assistant\nLet me solve this step by "
    "step.\n<think>",
    "stream-of-search": "Current State: 98:[44, 19, 35], Operations: []",
    "reasoning-gym-1": "Using all the numbers 44, 19, 35, create an expression that equals 98.\n"
    f"You can only use each number once.{REASONING_GYM}",
    "reasoning-gym-2": "Find a way to make 98 using all of these numbers: 44, 19, 35.\n"
    f"Each number can only be used once.{REASONING_GYM}",
    "reasoning-gym-3": "Calculate 98 using all of these numbers: 44, 19, 35.\n"
    f"Each number may be used at most once.{REASONING_GYM}",
}


def test_published_prompts_are_exact():
    puzzle = fv.Puzzle("44 19 35", 98)
    published = {name: row for name, row in datasets.TEMPLATES.items() if row.source}
    assert set(PUBLISHED) == set(published)
    for name, template in published.items():
        if name == "tinyzero-instruct":  # the chat template of Qwen
            turns = (
                f"<|im_start|>{row['role']}\n{row['content']}" for row in template.chat(puzzle)
            )
            prompt = "<|im_end|>\n".join(turns)
        else:
            prompt = template.text(puzzle)
        assert PUBLISHED[name] == prompt
        assert "https://" in template.source


@pytest.mark.parametrize(("changes", "message"), vectors("datasets", "templates"))
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
