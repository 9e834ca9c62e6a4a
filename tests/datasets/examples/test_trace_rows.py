"""Datasets of search traces."""

import pytest

import facevalue as fv
from facevalue import datasets
from facevalue.adapters import trl
from facevalue.cli.main import main
from facevalue.datasets import Spec
from facevalue.datasets.examples import search_traces
from facevalue.datasets.examples.search_traces import judge_trace
from facevalue.errors import FaceValueError, LimitError, RuleError
from facevalue.randomness import mix64
from tests.datasets.built_sets import contents, rows_of

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

LEFT_OUT = 19  # puzzles that come before the others and have longer traces


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
        assert f"make {row['target']} from {' '.join(map(str, row['numbers']))}" == lines[0]
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
    assert traced[1].left_out == LEFT_OUT
    assert datasets.build(Spec("classic", count=5), tmp_path / "plain").left_out == 0
    roomy = datasets.build(TRACED.replace(max_lines=10_000), tmp_path / "roomy")
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
    assert "3*8" == judge_trace(found, solvable=True).expression
    for wrong in (found.replace(steps=("3 + 8 = 24",)), found.replace(outcome="unsolvable")):
        with pytest.raises(FaceValueError, match="the trace with seed 1 is wrong: '3 8 -> 24"):
            judge_trace(wrong, solvable=True)


def test_traces_that_are_all_too_long_are_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(search_traces, "MAX_TOO_LONG", 20)
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
        ({"format": "traces", "rules": "oberon"}, "any order and any grouping"),
    ],
)
def test_useless_options_of_traces_are_refused(options, message):
    with pytest.raises(RuleError, match=message):
        Spec(**{"count": 10, "low": 1, "high": 9, **options})


def test_the_seed_of_a_trace_depends_on_the_dataset_and_the_puzzle():
    rows = next(fv.puzzle.PuzzleQuery("classic", low=1, high=9).batches(7))[:20]
    maker = search_traces.TraceMaker("dfs", seed=7, max_lines=1000)
    maker.choose(rows, 20)
    assert len(maker.traces) > 10
    for digest, (judged,) in maker.traces.items():
        assert judged.trace.seed == mix64(7) ^ digest
