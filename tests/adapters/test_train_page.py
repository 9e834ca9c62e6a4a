"""The page "Train a model on 24 and Countdown", run from top to bottom with a tiny model."""

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys

import pytest

import facevalue as fv
from tests.paths import DOCS

PAGE = DOCS / "models" / "train.md"
NEEDED = ("datasets", "pyarrow", "tokenizers", "torch", "transformers", "trl")
SHORT = (
    "output_dir='trained', max_steps=2, per_device_train_batch_size=2, num_generations=2, "
    "max_completion_length=8, use_cpu=True, report_to=[], logging_steps=1, save_strategy='no'"
)
# Replacements in the page that make it short and avoid downloads.
CHANGES = (
    ("--count 1000000", "--count 300"),
    ('"Qwen/Qwen2.5-1.5B-Instruct"', '"tiny"'),
    ('output_dir="trained"', SHORT),
    ("trainer.train()", "trainer.train(); print(json.dumps(trainer.state.log_history))"),
)
# A model of some thousand random weights, whose tokens are bytes; its chat template has tools.
TINY = """
from pathlib import Path

import trl
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

signs = [*sorted(pre_tokenizers.ByteLevel.alphabet()), "<|end|>", "<|pad|>"]
made = Tokenizer(models.BPE(vocab={sign: place for place, sign in enumerate(signs)}, merges=[]))
made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
made.decoder = decoders.ByteLevel()
tokens = PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<|end|>", pad_token="<|pad|>")
tokens.chat_template = (Path(trl.__file__).parent / "chat_templates/qwen3.jinja").read_text()
tokens.save_pretrained("tiny")
ends = {"eos_token_id": tokens.eos_token_id, "pad_token_id": tokens.pad_token_id}
heads = {"num_attention_heads": 2, "num_key_value_heads": 1, "num_hidden_layers": 1}
sizes = {"vocab_size": len(tokens), "hidden_size": 16, "intermediate_size": 16}
Qwen2ForCausalLM(Qwen2Config(**sizes, **heads, **ends)).save_pretrained("tiny")
"""


def blocks():
    """The code of the page: pairs of a language and a shortened program."""
    text = PAGE.read_text(encoding="utf-8")
    for old, new in CHANGES:
        assert old in text, f"{old!r} stands no longer in the page"
        text = text.replace(old, new)
    return re.findall(r"^```(sh|python)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def run(folder, *command):
    offline = {"HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "home"), "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=os.environ | offline,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def commands(code):
    """The commands of facevalue in a block; pip and verl are not run."""
    lines = code.replace("\\\n", " ").splitlines()
    return [shlex.split(line)[1:] for line in lines if line.startswith("facevalue ")]


@pytest.mark.slow
def test_the_commands_of_the_page_build_and_check_the_data(tmp_path):
    pyarrow = pytest.importorskip("pyarrow.parquet", reason="datasets need pyarrow")
    lines = [words for language, code in blocks() if language == "sh" for words in commands(code)]
    assert ["build", "build", "audit", "build"] == [words[1] for words in lines]
    said = [run(tmp_path, "-m", "facevalue", *words) for words in lines]
    assert "300 rows" in said[0]
    assert (tmp_path / "countdown-verl" / "train-00000.parquet").exists()
    rows = pyarrow.read_table(tmp_path / "tinyzero" / "train-00000.parquet").to_pylist()
    assert {"classic"} == {row["rules"] for row in rows}
    for row in rows[:20]:  # each uses all numbers
        (message,) = row["prompt"]
        assert message["content"].startswith("A conversation between User and Assistant.")
        assert f"Using the numbers [{', '.join(map(str, row['numbers']))}]" in message["content"]
        assert fv.check(row["solution"], row["numbers"], row["target"]).correct


@pytest.mark.slow
def test_the_page_trains_a_model_from_top_to_bottom(tmp_path):
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    run(tmp_path, "-c", TINY)
    script = ["import json"]
    for language, code in blocks():
        if language == "python":
            script.append(code)
            continue
        for words in commands(code):
            run(tmp_path, "-m", "facevalue", *words)
    printed = run(tmp_path, "-c", "\n".join(script))
    histories = [json.loads(line) for line in printed.splitlines() if line.startswith("[{")]
    for history, name in zip(histories, ("reward", "PuzzleTools"), strict=True):
        means = [row.get(f"rewards/{name}/mean") for row in history]
        rewards = [mean for mean in means if mean is not None]
        assert 2 == len(rewards)
        assert all(0 <= each <= 1 for each in rewards)
