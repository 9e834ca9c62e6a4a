"""Adapters through the command lines of their frameworks, with a model on this machine."""

import json
import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from facevalue.adapters import lm_eval
from facevalue.datasets import grade
from tests.adapters import fake_openai
from tests.adapters.test_train_page import TINY
from tests.paths import DOCS

PAGES = DOCS
PAGE = (PAGES / "adapters" / "environments.md").read_text(encoding="utf-8")
pytestmark = pytest.mark.slow


def needs(package):
    """Skip without a package of this version, such as "verifiers 0.4"; a longer version is fine."""
    name, _, required = package.partition(" ")
    try:
        found = version(name)
    except PackageNotFoundError:
        pytest.skip(f"{name} is not installed")
    if not f"{found}.".startswith(f"{required}."):
        pytest.skip(f"{name} {found} is installed, not {required}")


def run(folder, command, **environment):
    """The output of a command of this Python's environment."""
    program, *arguments = shlex.split(command)
    programs = Path(sys.executable).parent
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    offline = {"PATH": path, "HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "home")}
    done = subprocess.run(
        [programs / program, *arguments],
        cwd=folder,
        env=os.environ | offline | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout + done.stderr


def graded(path):
    """How many completions `grade` finds in a log, and how many of them are right."""
    grades = grade(path)
    assert 0 == grades.skipped_count
    return grades.total, grades.correct


def graded_by_model(path):
    """The same, after the name of the only model."""
    (part,) = grade(path, by=["model"]).parts
    return part.name, *graded(path)


def roles(model):
    """The roles of the messages in each request."""
    return [[said["role"] for said in body["messages"]] for body in model.requests]


def test_verifiers_chats_without_tools_or_a_system_message(tmp_path):
    needs("verifiers 0.4")
    (code,) = re.findall(r"```python\n(from facevalue\.adapters\.verifiers.*?)```", PAGE, re.DOTALL)
    (tmp_path / "countdown_mine.py").write_text(code, encoding="utf-8")
    with fake_openai.serve("countdown") as (model, address):
        run(
            tmp_path,
            f"vf-eval countdown-mine -m fake --client.base-url {address} -n 4 --rich None",
            PYTHONPATH=str(tmp_path),
        )
    assert [["user"]] * 4 == roles(model)
    assert not any("tools" in body for body in model.requests)
    (path,) = tmp_path.glob("outputs/*/**/traces.jsonl")
    traces = path.read_text(encoding="utf-8")
    rewards = re.findall(r'"correct_answer": *\{"score": *([0-9.]+)', traces)
    assert ["0.0", "0.0", "1.0", "1.0"] == sorted(rewards)
    assert ("fake", 4, 2) == graded_by_model(path)


def test_verifiers_0_1_scores_an_environment(tmp_path):
    needs("verifiers 0.1")
    code = "from facevalue.adapters.verifiers import load_environment\n"
    (tmp_path / "countdown_mine.py").write_text(code, encoding="utf-8")
    with fake_openai.serve() as (model, address):
        printed = run(
            tmp_path,
            f"vf-eval countdown-mine -m fake -b {address} -k FAKE_API_KEY -n 4 -r 1 -s "
            "--disable-tui",
            PYTHONPATH=str(tmp_path),
            FAKE_API_KEY="none",
        )
    assert [["user"]] * 4 == roles(model)
    (path,) = tmp_path.glob("outputs/evals/*/*/results.jsonl")
    assert (4, 2) == graded(path)
    assert re.search(r"correct_answer: avg - 0\.500", printed), printed[-2000:]


def test_verifiers_0_1_plays_turn_by_turn_as_on_the_page(tmp_path):
    needs("verifiers 0.1")
    page = (PAGES / "models" / "train.md").read_text(encoding="utf-8")
    write, command = re.findall(r"```sh\n(echo .*)\n(.*)\n```", page)[0]
    subprocess.run(["bash", "-c", write], cwd=tmp_path, check=True)
    path, _, evaluate = command.partition(" ")
    assert "PYTHONPATH=." == path
    with fake_openai.serve() as (model, address):
        printed = run(
            tmp_path,
            f"{evaluate.replace('-n 20', '-n 4')} -b {address} -k FAKE_API_KEY -s --disable-tui",
            PYTHONPATH=str(tmp_path),
            FAKE_API_KEY="none",
        )
    assert len(model.requests) >= 4
    assert re.search(r"total: avg - 0\.500", printed), printed[-2000:]
    (path,) = tmp_path.glob("outputs/evals/*/*/results.jsonl")
    assert (4, 2) == graded(path)


def test_inspect_finds_and_scores_the_tasks(tmp_path):
    needs("inspect_ai 0.3")
    needs("openai 3")
    with fake_openai.serve() as (model, address):
        printed = run(
            tmp_path,
            "inspect eval facevalue/game24 -T count=4 -T seed=1 --model openai-api/fake/fake "
            "--display plain",
            FAKE_BASE_URL=address,
            FAKE_API_KEY="none",
        )
    assert 4 == len(model.requests)
    assert re.search(r"accuracy +0\.500", printed), printed[-2000:]
    (path,) = tmp_path.glob("logs/*.eval")
    assert ("openai-api/fake/fake", 4, 2) == graded_by_model(path)


def test_lm_eval_runs_a_written_task(tmp_path):
    needs("lm_eval 0.4")
    rows = ({"nums": [3, 8], "target": 24}, {"nums": [4, 6], "target": 24})
    data = tmp_path / "puzzles.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    lm_eval.write_task(tmp_path / "tasks", data, name="countdown")
    with fake_openai.serve() as (model, address):
        printed = run(
            tmp_path,
            "lm_eval --include_path tasks --tasks countdown --model local-chat-completions "
            f"--model_args model=fake,base_url={address}/chat/completions --apply_chat_template "
            "--log_samples --output_path out",
        )
    assert 2 == len(model.requests)
    (path,) = tmp_path.glob("out/*/samples_*.jsonl")
    assert (2, 1) == graded(path)
    assert re.search(r"\|acc +\|↑ +\| *0\.5", printed), printed[-2000:]


def test_trl_imports_the_reward_by_its_name(tmp_path):
    needs("trl 1")
    (tmp_path / "tiny.py").write_text(TINY, encoding="utf-8")
    run(tmp_path, "python tiny.py")
    run(tmp_path, "facevalue dataset build -o countdown --size 3 --count 40 --format trl")
    printed = run(
        tmp_path,
        "trl grpo --model_name_or_path tiny --dataset_name countdown "
        "--reward_funcs facevalue.adapters.trl.reward --output_dir trained --max_steps 2 "
        "--per_device_train_batch_size 2 --num_generations 2 --max_completion_length 8 "
        "--use_cpu --report_to none --logging_steps 1 --log_completions",
        CUDA_VISIBLE_DEVICES="",
    )
    assert "rewards/reward/mean" in printed
    assert (4, 0) == graded(tmp_path / "trained" / "completions")  # the puzzle is in the prompt
