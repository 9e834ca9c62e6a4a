"""Data sets: certified rows, none twice, the same bytes however they are made or interrupted."""

from __future__ import annotations

import errno
import importlib.util
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import fsspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facevalue as fv
from facevalue import datasets
from facevalue.adapters import openrlhf, trl, verl
from facevalue.cli.main import main
from facevalue.datasets import Spec, building, trace_rows
from facevalue.datasets.building import ShardBuilder
from facevalue.datasets.shards import build_shard, plan_shards
from facevalue.datasets.trace_rows import judged_trace
from facevalue.errors import FaceValueError, LimitError, RuleError

HANDS = Spec("classic", count=4000, seed=7, low=1, high=40, unsolvable=0.25, shard_rows=900)
ROUNDS = Spec(
    "countdown",
    count=3000,
    seed=3,
    size=(3, 4),
    low=1,
    high=99,
    target=(10, 99),
    unsolvable=0.1,
    splits={"train": 0.8, "valid": 0.1, "test": 0.1},
    shard_rows=700,
)
HAS_RAY = importlib.util.find_spec("ray") is not None


def contents(folder):
    """Every file below a folder, with its bytes."""
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def rows_of(folder, split="*"):
    tables = [pq.read_table(path) for path in sorted(Path(folder).glob(f"{split}-*.parquet"))]
    return pa.concat_tables(tables).to_pylist()


@pytest.fixture(scope="module")
def hands(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hands")
    return folder, datasets.build(HANDS, folder, workers=1)


@pytest.fixture(scope="module")
def rounds(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rounds")
    return folder, datasets.build(ROUNDS, folder, workers=2)


def test_there_are_as_many_rows_as_asked_for_to_the_row(hands, rounds):
    for spec, (folder, manifest) in ((HANDS, hands), (ROUNDS, rounds)):
        rows = rows_of(folder)
        assert spec.count == len(rows) == manifest.rows == sum(manifest.splits.values())
        assert round(spec.count * spec.unsolvable) == sum(not row["solvable"] for row in rows)


def test_no_puzzle_comes_twice_whatever_the_order_of_its_numbers(hands, rounds):
    for folder, _ in (hands, rounds):
        rows = rows_of(folder)
        assert len(rows) == len({(*sorted(row["numbers"]), "->", row["target"]) for row in rows})


def test_every_row_says_of_its_puzzle_what_the_solver_says(hands, rounds):
    for folder, _ in (hands, rounds):
        for row in random.Random(1).sample(rows_of(folder), 300):
            puzzle = fv.Puzzle(row["numbers"], row["target"], row["rules"])
            solutions = puzzle.solve()
            assert (solutions.count() > 0) == row["solvable"]
            assert solutions.count() == row["solution_count"]
            assert puzzle.key == row["key"]
            assert (str(solutions.first) if row["solvable"] else None) == row["solution"]
            hard = puzzle.difficulty
            assert (hard.percentile if hard else None) == row["percentile"]
            whole = row["rules"] == "classic" and row["solvable"] and puzzle.needs_fraction
            assert bool(whole) == row["needs_fraction"]


def test_every_solution_is_correct_by_the_judge(rounds):
    rows = [row for row in rows_of(rounds[0]) if row["solvable"]]
    texts, numbers, targets = (
        [row[name] for row in rows] for name in ("solution", "numbers", "target")
    )
    reasons = fv.check_many(texts, numbers, targets, rules="countdown", syntax="strict")
    assert [list(fv.Reason)[code] for code in set(reasons.tolist())] == [fv.Reason.CORRECT]


def test_a_shard_takes_the_first_puzzles_of_its_part_of_the_order(rounds):
    """The slow way: the whole part at once, cut by hand."""
    folder, _ = rounds
    found = {row["key"] for path in folder.glob("*-00002.parquet") for row in rows_of_file(path)}
    size = ROUNDS.query(solvable=True).total
    start = 2 * size // ROUNDS.shards
    expected = set()
    for kind in ROUNDS.quota(2):
        wanted = ROUNDS.query(solvable=kind.solvable)
        puzzles = list(wanted.batch(ROUNDS.seed, range(start, start + 6000)))
        expected |= {puzzle.key for puzzle in puzzles[: kind.rows]}
    assert expected == found


def rows_of_file(path):
    return pq.read_table(path).to_pylist()


def test_the_puzzle_alone_decides_its_split(hands, rounds):
    for folder, manifest in (hands, rounds):
        ends = np.cumsum([share for _, share in manifest.spec.splits]) * 2.0**64
        for row in rows_of(folder)[::7]:
            digest = fv.Puzzle(row["numbers"], row["target"], row["rules"]).digest
            place = int(np.searchsorted(ends, float(digest), side="right"))
            assert manifest.spec.splits[place][0] == row["split"]
        for name, _ in manifest.spec.splits:
            assert {row["split"] for row in rows_of(folder, name)} == {name}


def test_sets_of_other_seeds_do_not_leak_into_each_other(hands, tmp_path):
    datasets.build(HANDS.replaced(seed=8), tmp_path)
    trained = {row["key"] for row in rows_of(hands[0], "train")}
    tested = {row["key"] for row in rows_of(tmp_path, "test")}
    assert trained.isdisjoint(tested)
    assert trained & {row["key"] for row in rows_of(tmp_path, "train")}


def test_solvable_and_unsolvable_puzzles_are_mixed(hands):
    solvable = [row["solvable"] for row in rows_of(hands[0], "train")]
    quarters = [sum(solvable[place::4]) for place in range(4)]
    halves = [sum(solvable[:400]), sum(solvable[400:800])]
    assert max(quarters) - min(quarters) < 90
    assert abs(halves[0] - halves[1]) < 60


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("workers", [1, 2, 5])
def test_any_number_of_workers_makes_the_same_bytes(rounds, tmp_path, workers):
    datasets.build(ROUNDS, tmp_path, workers=workers)
    assert contents(rounds[0]) == contents(tmp_path)


def test_a_folder_may_be_anywhere_that_fsspec_reaches(hands):
    datasets.build(HANDS, "memory://hands")
    store = fsspec.filesystem("memory")
    stored = {name.rpartition("/")[2]: store.cat(name) for name in store.ls("/hands", detail=False)}
    assert contents(hands[0]) == stored


def test_the_manifest_tells_every_file(hands):
    folder, manifest = hands
    text = (folder / "manifest.json").read_text(encoding="utf-8")
    assert datasets.Manifest.parse(text) == manifest
    assert {"manifest.json", *(file.name for file in manifest.files)} == set(contents(folder))
    assert json.loads(text)["made by"].keys() == {"facevalue", "pyarrow"}
    for file in manifest.files:
        assert file.rows == pq.read_metadata(folder / file.name).num_rows
        assert file.bytes == (folder / file.name).stat().st_size


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("damage", ["missing", "cut", "changed"])
def test_a_damaged_file_is_made_anew_and_the_others_are_left(hands, tmp_path, damage):
    datasets.build(HANDS, tmp_path)
    path = tmp_path / "train-00001.parquet"
    content = path.read_bytes()
    times = {other: other.stat().st_mtime_ns for other in tmp_path.glob("*.parquet")}
    if damage == "missing":
        path.unlink()
    else:
        changed = content[:1000] + bytes([content[1000] ^ 1]) + content[1001:]
        path.write_bytes(content[:-1] if damage == "cut" else changed)
    datasets.build(HANDS, tmp_path)
    assert contents(hands[0]) == contents(tmp_path)
    anew = {other.name for other, when in times.items() if other.stat().st_mtime_ns != when}
    assert anew == {"train-00001.parquet", "test-00001.parquet"}


def test_a_folder_with_another_data_set_is_refused(hands, tmp_path):
    folder, _ = hands
    before = contents(folder)
    with pytest.raises(FaceValueError, match="choose an empty folder or the same spec"):
        datasets.build(HANDS.replaced(seed=1), folder)
    assert contents(folder) == before
    (tmp_path / "mine.parquet").write_bytes(b"mine")
    with pytest.raises(FaceValueError, match=r"'mine.parquet' in .* move it away"):
        datasets.build(HANDS, tmp_path)


def test_shards_of_other_versions_are_made_anew(hands, tmp_path):
    datasets.build(HANDS, tmp_path)
    path = tmp_path / "manifest.json"
    text = path.read_text(encoding="utf-8").replace(f'"{pa.__version__}"', '"0.1"')
    path.write_text(text, encoding="utf-8")
    (tmp_path / "train-00000.parquet").write_bytes(b"")
    datasets.build(HANDS, tmp_path)
    assert contents(hands[0]) == contents(tmp_path)


@pytest.mark.slow
@given(st.integers(1, 1362), st.integers(1, 700), st.sampled_from([0.0, 0.2]))
@settings(max_examples=8, deadline=None)
def test_scarce_puzzles_are_found_to_the_last_in_any_number_of_shards(count, shard_rows, share):
    spec = Spec("classic", count=count, low=1, high=13, unsolvable=share, shard_rows=shard_rows)
    folder = f"memory://scarce/{count}-{shard_rows}-{share}"
    assert datasets.build(spec, folder).rows == count


def test_all_hands_that_can_be_solved_are_a_data_set(tmp_path):
    spec = Spec("classic", count=1362, low=1, high=13, shard_rows=100)
    manifest = datasets.build(spec, tmp_path)
    assert len({row["key"] for row in rows_of(tmp_path)}) == 1362
    assert len(manifest.shards) == spec.shards + 1  # what parts were short of
    again = tmp_path / "again"
    datasets.build(spec, again, workers=1)
    assert contents(again) == {
        name: data for name, data in contents(tmp_path).items() if "/" not in name
    }


def test_more_rows_than_there_are_puzzles_are_refused(tmp_path):
    spec = Spec("classic", count=1363, low=1, high=13, shard_rows=100)
    with pytest.raises(LimitError, match="only 1362 puzzles match, 1363 rows"):
        datasets.build(spec, tmp_path)


def test_only_the_kind_that_is_wanted_comes(tmp_path):
    spec = Spec(
        "classic",
        count=60,
        low=1,
        high=20,
        difficulty=(50, 90),
        solution_count=(1, 2),
        unsolvable=0.5,
    )
    datasets.build(spec, tmp_path)
    solvable = [row for row in rows_of(tmp_path) if row["solvable"]]
    assert (60, 30) == (len(rows_of(tmp_path)), len(solvable))
    for row in solvable:
        assert 50 <= row["percentile"] <= 90
        assert 1 <= row["solution_count"] <= 2


WEIGHTED = Spec(
    "countdown",
    count=1000,
    weights={3: 0.5, 4: 1},
    low=1,
    high=30,
    target=(100, 199),
    unsolvable=0.1,
    shard_rows=400,
)


def test_weights_decide_how_many_puzzles_of_each_size_there_are(tmp_path):
    datasets.build(WEIGHTED, tmp_path)
    rows = rows_of(tmp_path)
    counts = Counter((len(row["numbers"]), row["solvable"]) for row in rows)
    solvable = {3: 300, 4: 600}
    unsolvable = {3: 33, 4: 67}
    expected = {(size, True): count for size, count in solvable.items()}
    assert expected | {(size, False): count for size, count in unsolvable.items()} == counts
    assert len({row["key"] for row in rows}) == 1000
    datasets.build(WEIGHTED, tmp_path / "again", workers=1)
    assert contents(tmp_path / "again").items() <= contents(tmp_path).items()


@settings(max_examples=20, deadline=None)
@given(
    st.integers(1, 100),
    st.integers(5, 60),
    st.sampled_from([0.0, 0.1, 0.37, 1.0]),
    st.lists(st.sampled_from([1, 2, 5, 0.1]), min_size=1, max_size=4),
)
def test_the_shards_hold_all_rows_in_the_proportion_of_the_weights(count, shard, share, weights):
    sizes = dict(enumerate(weights, 2))
    spec = Spec(count=count, weights=sizes, low=1, high=9, unsolvable=share, shard_rows=shard)
    kinds = [spec.quota(number) for number in range(spec.shards)]
    assert all(kind.rows >= 0 for kind_of in kinds for kind in kind_of)
    assert count == sum(kind.rows for kind_of in kinds for kind in kind_of)
    for place, kind in enumerate(spec.kinds):
        assert kind.rows == sum(kind_of[place].rows for kind_of in kinds)
        total = sum(each.rows for each in spec.kinds if each.solvable == kind.solvable)
        fair = total * sizes[kind.size] / sum(weights)
        assert abs(kind.rows - fair) < 2


def test_a_size_with_too_few_puzzles_is_named(tmp_path):
    spec = Spec(count=100, weights={1: 1, 4: 1}, low=1, high=13)
    message = "there are only 13 puzzles of 1 numbers, 50 rows were asked for"
    with pytest.raises(LimitError, match=message):
        datasets.build(spec, tmp_path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"weights": {3: 1}, "size": (3, 4)}, r"weights must name each size once \(3, 4\)"),
        ({"weights": {3: 0, 4: 1}}, "numbers above 0"),
        ({"weights": {3: float("nan")}}, "numbers above 0"),
        ({"weights": {"x": 1}}, "numbers above 0"),
        ({"weights": 3}, "numbers above 0"),
        ({"weights": {}}, "weights must name each size once"),
        ({"shuffle": "yes"}, "shuffle"),
        ({"shuffle": True, "rules": "oberon"}, "'oberon' fixes the order of the numbers"),
    ],
)
def test_weights_and_orders_that_mean_nothing_are_refused(options, message):
    with pytest.raises(RuleError, match=message):
        Spec(**{"count": 10, "low": 1, "high": 9, **options})


def test_weights_and_shuffle_stand_in_the_text_of_a_spec():
    spec = WEIGHTED.replaced(shuffle=True)
    assert "weights = { 3 = 0.5, 4 = 1 }\n" in str(spec)
    assert spec == Spec.parse(str(spec))
    assert str(spec) == str(spec.replaced(weights={3: 0.5, 4: 1.0}))


def test_shuffled_numbers_are_the_same_puzzles_in_an_order_that_the_seed_decides(tmp_path):
    spec = WEIGHTED.replaced(format="verl")
    builds = {}
    for name, options in {"sorted": {}, "one": {"shuffle": True}, "two": {"shuffle": True}}.items():
        datasets.build(spec.replaced(**options), tmp_path / name)
        builds[name] = sorted(rows_of(tmp_path / name), key=lambda row: row["key"])
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    is_sorted = []
    for row, shuffled in zip(builds["sorted"], builds["one"], strict=True):
        assert row["numbers"] == sorted(shuffled["numbers"])
        written = ", ".join(map(str, shuffled["numbers"]))
        assert f"from the numbers {written}." in shuffled["prompt"][0]["content"]
        assert shuffled["numbers"] == shuffled["reward_model"]["ground_truth"]["numbers"]
        same = ("key", "solution", "target", "split", "solution_count")
        assert [row[name] for name in same] == [shuffled[name] for name in same]
        is_sorted.append(row["numbers"] == shuffled["numbers"])
    # One in 6 and 24 orders of 3 and 4 different numbers: 83 in all, more with repeats.
    assert 60 < sum(is_sorted) < 160


def test_every_place_of_a_shuffled_puzzle_is_as_often_the_smallest(tmp_path):
    datasets.build(Spec(count=1000, low=1, high=99, shuffle=True), tmp_path)
    smallest = Counter(row["numbers"].index(min(row["numbers"])) for row in rows_of(tmp_path))
    assert all(200 < smallest[place] < 300 for place in range(4))


TRACED = Spec(
    "countdown",
    count=40,
    weights={2: 1, 3: 2},
    low=1,
    high=20,
    target=(10, 20),
    unsolvable=0.25,
    format="traces",
    max_lines=60,
    shard_rows=15,
)


@pytest.fixture(scope="module")
def traced(tmp_path_factory):
    folder = tmp_path_factory.mktemp("traced")
    return folder, datasets.build(TRACED, folder)


def test_rows_of_traces_show_a_search_that_ends_with_its_own_answer(traced):
    rows = rows_of(traced[0])
    assert (40, 10) == (len(rows), sum(not row["solvable"] for row in rows))
    reward = trl.reward_for("countdown", no_solution=True)
    for row in rows:
        puzzle = fv.Puzzle(row["numbers"], row["target"], "countdown")
        *lines, last = row["trace"].splitlines()
        assert len(lines) < 60
        assert f"make {row['target']} of {' '.join(map(str, row['numbers']))}" == lines[0]
        reply = row["messages"][-1]["content"]
        assert reply.startswith(f"<think>\n{row['trace']}\n</think>\n<answer>")
        columns = {name: [row[name]] for name in ("numbers", "target", "solvable")}
        assert [1.0] == reward([reply], **columns)
        if row["solvable"]:
            steps = "\n".join(row["steps"])
            assert f"{row['target']} is made" == last
            verdict = fv.check_steps(steps, puzzle.numbers, puzzle.target, "countdown")
            is_given = row["target"] in row["numbers"]  # then there is nothing to search
            assert verdict.correct != is_given
            assert f"<answer>{row['target'] if is_given else verdict.expression}</answer>" in reply
        else:
            assert ([], f"nothing makes {row['target']}") == (row["steps"], last)


def test_puzzles_with_long_traces_are_left_out_and_counted(traced, tmp_path, capsys):
    assert traced[1].left_out > 0
    roomy = datasets.build(TRACED.replaced(max_lines=10_000), tmp_path / "roomy")
    assert roomy.left_out == 0
    command = [
        "dataset",
        "build",
        "-o",
        str(tmp_path / "set"),
        "--format",
        "traces",
        "--count",
        "5",
    ]
    assert main([*command, "--size", "3", "--max-lines", "40", "--low", "1", "--high", "13"]) == 0
    left_out = datasets.Manifest.parse((tmp_path / "set/manifest.json").read_bytes()).left_out
    said = capsys.readouterr().out.splitlines()[-1]
    assert f"{left_out} puzzles with traces longer than 40 lines were left out" == said


def test_traces_are_the_same_bytes_with_any_number_of_workers(traced, tmp_path):
    datasets.build(TRACED, tmp_path, workers=1)
    assert contents(traced[0]) == contents(tmp_path)


def test_a_wrong_trace_stops_the_build():
    found = datasets.trace("3 8", seed=1)
    assert "3*8" == judged_trace(found, solvable=True).expression
    for wrong in (found.replaced(steps=("3 + 8 = 24",)), found.replaced(outcome="unsolvable")):
        with pytest.raises(FaceValueError, match="the trace with the seed 1 is wrong: '3 8 -> 24"):
            judged_trace(wrong, solvable=True)


def test_traces_that_are_all_too_long_are_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(trace_rows, "MOST_TOO_LONG", 20)
    spec = Spec(count=5, low=1, high=99, format="traces", max_lines=4)
    with pytest.raises(
        LimitError, match="traces of 20 puzzles in a row are too long; raise `max_l"
    ):
        datasets.build(spec, tmp_path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_lines": 100}, "strategy and max_lines need the format traces"),
        ({"strategy": "bfs"}, "strategy and max_lines need the format traces"),
        ({"format": "traces", "strategy": "bsf"}, "unknown strategy 'bsf'"),
        ({"format": "traces", "max_lines": 3}, "max_lines"),
        ({"format": "traces", "rules": "oberon"}, "traces need rules that take any two numbers"),
    ],
)
def test_options_of_traces_that_mean_nothing_are_refused(options, message):
    with pytest.raises(RuleError, match=message):
        Spec(**{"count": 10, "low": 1, "high": 9, **options})


def test_progress_counts_up_to_all_rows(tmp_path):
    told = []
    datasets.build(HANDS, tmp_path, progress=lambda done, rows: told.append((done, rows)))
    assert told[-1] == (4000, 4000)
    assert told == sorted(told)
    assert len(told) == HANDS.shards


def test_a_shard_can_be_stopped_on_its_way():
    with fv.deadline(0), pytest.raises(fv.DeadlineError):
        build_shard(HANDS, next(plan_shards(HANDS)))


@pytest.mark.few_slow(10)
@pytest.mark.few_quick(8)
@pytest.mark.parametrize("form", datasets.FORMATS)
@pytest.mark.parametrize("template", [None, *datasets.TEMPLATES])
def test_a_framework_finds_its_columns(tmp_path, form, template):
    if form == "traces" and template == "plain":
        with pytest.raises(RuleError, match="the whole reply is the answer"):
            ROUNDS.replaced(format=form, template=template)
        return
    spec = ROUNDS.replaced(count=30, format=form, template=template, shard_rows=100)
    datasets.build(spec, tmp_path)
    assert 30 == len(rows_of(tmp_path))
    for row in rows_of(tmp_path):
        texts = said(row, form, template)
        assert texts or (form, template) == ("plain", None)
        numbers = ", ".join(map(str, row["numbers"]))
        for text in texts:
            assert f"Make {row['target']} from the numbers {numbers}.\nRules: use every" in text
            assert not set(re.findall(r"{\w+}", text))


ANSWERS = {"plain": "{}", "boxed": r"\boxed{{{}}}"}


def said(row, form, template):
    """The texts that put the puzzle; the rest of a format is looked at on the way."""
    if form == "plain":
        assert ("prompt" in row) == (template is not None)
        return [row["prompt"]] if template else []
    if form == "reasoning-gym":
        assert (row["answer"], row["metadata"]["numbers"]) == (row["solution"], row["numbers"])
        return [row["question"]]
    assert (row["extract"]) == datasets.TEMPLATES[template or "chat"].extract
    labels = {name: row[name] for name in ("target", "numbers", "rules", "extract", "solvable")}
    if form == "messages":
        solution = row["solution"] or "There is no solution."
        answer = ANSWERS.get(template, "<answer>{}</answer>").format(solution)
        role, content = row["messages"][-1].values()
        assert (role, content.endswith(answer)) == ("assistant", True)
        assert content == answer or template in {"r1", "tinyzero"}
    if form in {"messages", "traces"}:
        return [each["content"] for each in row["messages"] if each["role"] == "user"]
    if form == "openrlhf":
        assert json.loads(row["label"]) == labels
    if form == "verl":
        assert row["reward_model"] == {"style": "rule", "ground_truth": labels}
        assert row["extra_info"]["split"] == row["split"]
        assert row["ability"] == "math"
    if isinstance(row["prompt"], str):
        return [row["prompt"]]
    return [each["content"] for each in row["prompt"] if each["role"] == "user"]


@pytest.mark.few_quick(2)
@pytest.mark.parametrize("rules", ["classic", "countdown", "whole", "oberon"])
def test_what_is_built_is_rewarded_by_the_adapters(tmp_path, rules):
    datasets.build(Spec(rules, count=40, format="verl"), tmp_path)
    rows = rows_of(tmp_path)
    said = [f"<answer>{row['solution']}</answer>" for row in rows]
    columns = {name: [row[name] for row in rows] for name in ("numbers", "target", "rules")}
    assert [1.0] * 40 == trl.reward(said, **columns)
    truths = [row["reward_model"]["ground_truth"] for row in rows]
    for shift, score in ((0, 1.0), (1, 0.0)):
        pairs = zip(said[shift:] + said[:shift], truths, strict=True)
        assert {score} == {verl.compute_score("", *pair)["score"] for pair in pairs}


@pytest.mark.parametrize("template", datasets.TEMPLATES)
def test_rows_for_fine_tuning_follow_their_prompts_and_are_rewarded(tmp_path, template):
    spec = ROUNDS.replaced(count=30, format="messages", template=template, unsolvable=0.3)
    datasets.build(spec, tmp_path)
    rows = rows_of(tmp_path)
    for row in rows:
        *asked, reply = (message["content"] for message in row["messages"])
        opened = asked[-1].endswith("<think>") or "<think>" in reply
        assert opened == datasets.TEMPLATES[template].ends_in_think == ("</think>" in reply)
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    options = {"after_think": datasets.TEMPLATES[template].ends_in_think, "no_solution": True}
    replies = [row["messages"][-1:] for row in rows]
    assert [1.0] * 30 == trl.reward_for(**options)(replies, **columns)


@pytest.mark.few_slow(5)
@pytest.mark.few_quick(2)
@pytest.mark.parametrize("template", datasets.TEMPLATES)
@pytest.mark.parametrize("form", ["trl", "openrlhf", "verl"])
def test_a_reward_looks_where_the_prompt_asks_for_the_answer(tmp_path, form, template):
    datasets.build(Spec("countdown", count=20, format=form, template=template), tmp_path)
    rows = rows_of(tmp_path)
    said = [ANSWERS.get(template, "<answer>{}</answer>").format(row["solution"]) for row in rows]
    if form == "trl":
        columns = {name: [row[name] for row in rows] for name in rows[0]}
        rewards = trl.reward(said, **columns)
    elif form == "openrlhf":
        prompts = [str(row["prompt"]) for row in rows]
        queries = [f"{prompt} {text}" for prompt, text in zip(prompts, said, strict=True)]
        rewards = openrlhf.reward_func(queries, prompts, [row["label"] for row in rows])["rewards"]
    else:
        truths = [row["reward_model"]["ground_truth"] for row in rows]
        rewards = [
            verl.compute_score("", *pair)["score"] for pair in zip(said, truths, strict=True)
        ]
    assert [1.0] * 20 == rewards


def test_the_numbers_of_verl_rows_are_those_of_the_whole_set(tmp_path):
    datasets.build(ROUNDS.replaced(format="verl"), tmp_path)
    assert set(range(3000)) == {row["extra_info"]["index"] for row in rows_of(tmp_path)}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"engine": "slurm"}, "unknown engine 'slurm'; choose one of local, ray"),
        ({"workers": 0}, "workers"),
        ({"address": "auto"}, "an address needs the engine ray, not 'local'"),
    ],
)
def test_options_that_make_no_sense_are_refused(tmp_path, options, message):
    with pytest.raises(RuleError, match=message):
        datasets.build(HANDS, tmp_path, **options)
    assert contents(tmp_path) == {}


BUILD = """
import sys
from facevalue import datasets
datasets.build(datasets.Spec.parse(sys.argv[1]), sys.argv[2])
"""


def killed_and_finished(spec, folder, delays):
    """Kills builds after some delays, then lets one end; how many were killed with work left."""
    command = [sys.executable, "-c", BUILD, str(spec), str(folder)]
    killed = 0
    for delay in delays:
        process = subprocess.Popen(command, start_new_session=True)
        while process.poll() is None and not (folder / WORK).exists():
            time.sleep(0.005)
        time.sleep(delay)
        killed += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
    subprocess.run(command, check=True)
    return killed


@pytest.mark.slow
def test_a_build_that_is_killed_goes_on_and_ends_with_the_same_bytes(tmp_path):
    spec = HANDS.replaced(count=40_000, high=60, shard_rows=1000)
    datasets.build(spec, tmp_path / "whole")
    assert killed_and_finished(spec, tmp_path / "killed", [0.05]) > 0
    assert contents(tmp_path / "whole") == contents(tmp_path / "killed")


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(10, marks=pytest.mark.slow),
        pytest.param(100, marks=pytest.mark.exhaustive),
    ],
)
def test_builds_may_be_killed_at_random_moments(count):
    done = subprocess.run(
        [sys.executable, "-m", "tests.kills", "--count", str(count)],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout.startswith(f"{count} builds killed, ")


def test_what_an_interrupted_build_has_made_is_not_made_again(tmp_path, monkeypatch):
    spec = HANDS.replaced(shard_rows=500)
    make, finished, is_broken = ShardBuilder.__call__, [], []

    def interrupted(self, shard, **options):
        if len(finished) == 3 and not is_broken:
            is_broken.append(shard.number)
            raise KeyboardInterrupt
        record = make(self, shard, **options)
        finished.append(shard.number)
        return record

    monkeypatch.setattr(ShardBuilder, "__call__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        datasets.build(spec, tmp_path, workers=1)
    datasets.build(spec, tmp_path, workers=1)
    assert sorted(finished) == list(range(spec.shards))


# Only files that a build has written are replaced or removed

SMALL = Spec("classic", count=60, low=1, high=20, shard_rows=20)
WORK = ".facevalue-build"
MARKER = "made-by-facevalue.txt"


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    datasets.build(SMALL, folder)
    return contents(folder)


def interrupted(spec, folder, after=1):
    """A build that ends in the middle: some shards are made."""
    make, finished = ShardBuilder.__call__, []

    def call(self, shard, **options):
        if len(finished) == after:
            raise KeyboardInterrupt
        finished.append(shard.number)
        return make(self, shard, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ShardBuilder, "__call__", call)
        with pytest.raises(KeyboardInterrupt):
            datasets.build(spec, folder, workers=1)


OWN = ["unfinished/notes.txt", "notes.tmp", ".hidden", f"x.{'0' * 32}.part", "train.parquet.part"]


def test_files_of_the_user_are_left_whatever_their_names(small, tmp_path):
    for name in OWN:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("mine", encoding="ascii")
    interrupted(SMALL, tmp_path)
    for _ in range(2):
        datasets.build(SMALL, tmp_path)
        assert small | dict.fromkeys(OWN, b"mine") == contents(tmp_path)


def test_a_build_that_is_interrupted_leaves_a_marked_folder_and_a_finished_one_none(tmp_path):
    interrupted(SMALL, tmp_path)
    assert (tmp_path / WORK / MARKER).read_text(encoding="ascii").startswith("facevalue ")
    datasets.build(SMALL, tmp_path)
    assert not (tmp_path / WORK).exists()


@pytest.mark.parametrize("shards", [0, 1])
def test_an_interrupted_build_goes_on_with_its_own_spec_only(tmp_path, shards):
    interrupted(SMALL, tmp_path, shards)
    before = contents(tmp_path)
    with pytest.raises(FaceValueError, match="holds a data set with another spec"):
        datasets.build(SMALL.replaced(seed=8), tmp_path)
    assert before == contents(tmp_path)


def test_links_that_are_called_as_the_working_folder_was_are_not_followed(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine").write_bytes(b"mine")
    out = tmp_path / "out"
    out.mkdir()
    (out / "unfinished").symlink_to(elsewhere)
    datasets.build(SMALL, out)
    assert (out / "unfinished").readlink() == elsewhere
    assert {"mine": b"mine"} == contents(elsewhere)


def as_folder(path, _):
    path.mkdir()
    (path / "mine").write_bytes(b"mine")


def as_file(path, _):
    path.write_bytes(b"mine")


def as_link(path, elsewhere):
    path.symlink_to(elsewhere)


def as_link_to_nothing(path, elsewhere):
    path.symlink_to(elsewhere / "nothing")


def as_link_to_a_working_folder(path, elsewhere):
    (elsewhere / MARKER).write_text("facevalue", encoding="ascii")
    path.symlink_to(elsewhere)


def as_folder_with_a_link_for_a_marker(path, elsewhere):
    path.mkdir()
    (elsewhere / "marker").write_bytes(b"")
    (path / MARKER).symlink_to(elsewhere / "marker")


def as_folder_with_another_marker(path, _):
    path.mkdir()
    (path / MARKER).write_bytes(b"mine")


@pytest.mark.parametrize(
    "put",
    [
        as_folder,
        as_file,
        as_link,
        as_link_to_nothing,
        as_link_to_a_working_folder,
        as_folder_with_a_link_for_a_marker,
        as_folder_with_another_marker,
    ],
)
@pytest.mark.parametrize("is_finished", [False, True])
def test_a_working_folder_without_the_marker_is_refused(tmp_path, put, is_finished):
    elsewhere, out = tmp_path / "elsewhere", tmp_path / "out"
    elsewhere.mkdir()
    out.mkdir()
    if is_finished:
        datasets.build(SMALL, out)
    put(out / WORK, elsewhere)
    before = contents(tmp_path)
    with pytest.raises(FaceValueError, match=r"'\.facevalue-build' in .* move it away") as error:
        datasets.build(SMALL, out)
    assert "\n" not in str(error.value)
    assert before == contents(tmp_path)


def test_an_empty_working_folder_or_an_empty_marker_is_what_a_killed_build_leaves(small, tmp_path):
    (tmp_path / WORK).mkdir()
    datasets.build(SMALL, tmp_path)
    assert small == contents(tmp_path)
    (tmp_path / WORK).mkdir()
    (tmp_path / WORK / MARKER).touch()
    datasets.build(SMALL, tmp_path)
    assert small == contents(tmp_path)


def test_what_the_user_puts_in_the_working_folder_is_left(small, tmp_path):
    interrupted(SMALL, tmp_path)
    (tmp_path / WORK / "mine").write_bytes(b"mine")
    for _ in range(2):
        datasets.build(SMALL, tmp_path)
        left = contents(tmp_path)
        assert b"mine" == left.pop(f"{WORK}/mine")
        assert left.pop(f"{WORK}/{MARKER}")
        assert small == left


@pytest.mark.parametrize("name", ["train-00002.parquet", "test-00003.parquet", "manifest.json"])
@pytest.mark.parametrize("is_begun", [False, True])
@pytest.mark.parametrize("put", [as_folder, as_file, as_link_to_nothing])
def test_a_file_called_as_one_of_the_build_is_refused(tmp_path, name, is_begun, put):
    if is_begun:
        interrupted(SMALL, tmp_path)
    put(tmp_path / name, tmp_path)
    before = contents(tmp_path)
    with pytest.raises((FaceValueError, IsADirectoryError), match=name) as error:
        datasets.build(SMALL, tmp_path)
    assert "\n" not in str(error.value)
    assert before == contents(tmp_path)
    assert not (tmp_path / "nothing").exists()


def test_links_in_place_of_files_of_the_set_are_replaced_and_not_followed(small, tmp_path):
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    datasets.build(SMALL, out)
    elsewhere.write_bytes(b"mine")
    (out / "train-00001.parquet").unlink()
    (out / "train-00001.parquet").symlink_to(elsewhere)
    datasets.build(SMALL, out)
    assert small == contents(out)
    assert elsewhere.read_bytes() == b"mine"


def test_shards_of_an_interrupted_build_of_other_versions_are_made_anew(
    small, tmp_path, monkeypatch
):
    monkeypatch.setattr(building, "versions", lambda: (("facevalue", "0"), ("pyarrow", "0")))
    interrupted(SMALL, tmp_path, after=2)
    monkeypatch.undo()
    interrupted(SMALL, tmp_path, after=1)  # whose other shard is still one of the other versions
    finished = []
    datasets.build(SMALL, tmp_path, progress=lambda done, _: finished.append(done))
    assert small == contents(tmp_path)
    assert [20, 40, 60] == finished


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"number": 0}', b"\xff"])
def test_a_damaged_record_is_made_anew(small, tmp_path, content):
    interrupted(SMALL, tmp_path, after=2)
    (tmp_path / WORK / "00000.json").write_bytes(content)
    datasets.build(SMALL, tmp_path)
    assert small == contents(tmp_path)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b'{"spec": 1}', b"\xff"])
def test_a_damaged_state_file_is_named_with_the_remedy(tmp_path, content):
    interrupted(SMALL, tmp_path)
    (tmp_path / WORK / "spec.json").write_bytes(content)
    before = contents(tmp_path)
    with pytest.raises(FaceValueError, match=r"spec.json.*another folder") as error:
        datasets.build(SMALL, tmp_path)
    assert "\n" not in str(error.value)
    assert before == contents(tmp_path)


def test_a_full_disk_leaves_no_draft(small, tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    interrupted(SMALL, tmp_path)
    before = contents(tmp_path)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device"):
        datasets.build(SMALL, tmp_path)
    assert before == contents(tmp_path)
    monkeypatch.undo()
    datasets.build(SMALL, tmp_path)
    assert small == contents(tmp_path)


def test_a_build_at_a_url_may_be_interrupted_and_refused_too(small):
    store, url = fsspec.filesystem("memory"), "memory://interrupted"
    interrupted(SMALL, url)
    assert store.exists(f"/interrupted/{WORK}/{MARKER}")
    store.pipe_file("/interrupted/unfinished/mine", b"mine")
    store.pipe_file("/interrupted/test-00002.parquet", b"mine")
    with pytest.raises(FaceValueError, match=r"'test-00002\.parquet' in 'memory://interrupted'"):
        datasets.build(SMALL, url)
    store.rm_file("/interrupted/test-00002.parquet")
    datasets.build(SMALL, url)
    left = {name.removeprefix("/interrupted/"): store.cat(name) for name in store.find(url)}
    assert small | {"unfinished/mine": b"mine"} == left
    assert not store.exists(f"/interrupted/{WORK}")
    store.pipe_file(f"/interrupted/{WORK}/mine", b"mine")
    with pytest.raises(FaceValueError, match=WORK):
        datasets.build(SMALL, url)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("rules", "seeds"), [("classic", 10), ("countdown", 2)])
def test_a_million_rows_have_no_duplicate_and_no_leak_whatever_the_seed(tmp_path, rules, seeds):
    million(tmp_path, rules, count=1_000_000, seeds=range(seeds))


def test_many_rows_have_no_duplicate_and_no_leak_whatever_the_seed(tmp_path):
    million(tmp_path, "classic", count=20_000, seeds=range(2))


def million(folder, rules, *, count, seeds):
    """Sets of several seeds: no key twice inside a set, none in two splits of any two sets."""
    if rules == "classic":
        spec = Spec(rules, count=count, low=1, high=99, unsolvable=0.5)
    else:
        spec = Spec(rules, count=count, size=4, low=1, high=99, target=(10, 99))
    keys = {"train": set(), "test": set()}
    for seed in seeds:
        out = folder / str(seed)
        manifest = datasets.build(spec.replaced(seed=seed), out)
        own = {name: keys_of(out, name) for name in keys}
        assert {name: len(found) for name, found in own.items()} == manifest.splits
        assert manifest.rows == count
        for name, found in own.items():
            keys[name] |= found
    assert keys["train"].isdisjoint(keys["test"])


def keys_of(folder, split):
    paths = sorted(folder.glob(f"{split}-*.parquet"))
    return {
        key for path in paths for key in pq.read_table(path, columns=["key"])["key"].to_pylist()
    }


# A worker of Ray that is killed: once before its shard, once in the middle of it, once after it.
RAY = """
import os, signal, sys
from pathlib import Path
from facevalue import datasets
from facevalue.datasets import engines, shards

class Dying:
    def __init__(self, make):
        self.make, self.marks = make, Path(sys.argv[3])

    def die_once(self, name):
        if not (self.marks / name).exists():
            (self.marks / name).touch()
            os.kill(os.getpid(), signal.SIGKILL)

    def __call__(self, shard):
        if shard.number == 0:
            self.die_once("before")
        if shard.number == 1:
            shards.check_deadline = lambda: self.die_once("in the middle")
        record = self.make(shard)
        if shard.number == 2:
            self.die_once("after")
        return record

ray = engines._ray_results
engines._ray_results = lambda package, count, make, plans: ray(package, count, Dying(make), plans)
datasets.build(datasets.Spec.parse(sys.argv[1]), sys.argv[2], engine="ray", workers=2)
"""


@pytest.mark.exhaustive
@pytest.mark.skipif(not HAS_RAY, reason="ray is not there: pip install 'facevalue[ray]'")
def test_a_worker_of_ray_that_is_killed_loses_nothing(rounds, tmp_path):
    out, marks = tmp_path / "out", tmp_path / "marks"
    marks.mkdir()
    subprocess.run([sys.executable, "-c", RAY, str(ROUNDS), str(out), str(marks)], check=True)
    assert {"before", "in the middle", "after"} == {path.name for path in marks.iterdir()}
    assert contents(rounds[0]) == contents(out)


@pytest.mark.exhaustive
@pytest.mark.skipif(not HAS_RAY, reason="ray is not there: pip install 'facevalue[ray]'")
def test_an_error_in_a_worker_of_ray_is_ours(tmp_path):
    code = (
        "from facevalue import datasets; datasets.build(datasets.Spec.parse(%r), %r, engine='ray')"
    )
    spec = Spec("classic", count=10, low=1, high=20, size=1, target=10**6)
    command = [sys.executable, "-c", code % (str(spec), str(tmp_path))]
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")
    assert "LimitError: only 0 puzzles match, 10 rows" in done.stderr


@pytest.mark.exhaustive
@pytest.mark.skipif(not HAS_RAY, reason="ray is not there: pip install 'facevalue[ray]'")
def test_a_build_with_ray_ends_at_its_deadline(tmp_path):
    code = """if True:
        import sys, facevalue as fv
        from facevalue import datasets
        spec = datasets.Spec("countdown", count=2_000_000, size=6, low=1, high=100)
        with fv.deadline(20):
            datasets.build(spec, sys.argv[1], engine="ray", workers=2)
    """
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8", timeout=120)
    assert "DeadlineError: stopped after 20 seconds" in done.stderr


@pytest.mark.skipif(HAS_RAY, reason="ray is there")
def test_ray_is_asked_for_where_it_is_not_there(tmp_path):
    with pytest.raises(FaceValueError, match="needs Ray: pip install"):
        datasets.build(HANDS, tmp_path, engine="ray")
