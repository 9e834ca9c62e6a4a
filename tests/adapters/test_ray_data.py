"""Batches of Ray Data get the same verdicts and labels as `grade` and `label` write."""

import importlib.util

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from facevalue import datasets
from facevalue.adapters.ray_data import Grade, Label
from facevalue.errors import FaceValueError

SAID = ["<answer>3*8</answer>", "<answer>3+8</answer>", "no", "<answer>(3*8</answer>"]
ROWS = {
    "id": list(range(40)),
    "completion": SAID * 10,
    "numbers": [[3, 8]] * 40,
    "target": [24] * 40,
}
HAS_RAY = importlib.util.find_spec("ray") is not None


@pytest.fixture
def verdicts(tmp_path):
    pq.write_table(pa.table(ROWS), tmp_path / "rows.parquet")
    datasets.grade(tmp_path / "rows.parquet", output=tmp_path / "verdicts.parquet")
    return pq.read_table(tmp_path / "verdicts.parquet")


def test_a_batch_of_any_kind_gets_the_verdicts_of_a_file(verdicts):
    assert verdicts.equals(Grade()(pa.table(ROWS)))
    arrays = {name: np.array(column) for name, column in ROWS.items()}
    assert verdicts.to_pylist() == Grade()(arrays).to_pylist()


def test_an_empty_batch_has_columns_of_the_same_types(verdicts):
    assert verdicts.schema.equals(Grade()(pa.table(ROWS).slice(0, 0)).schema)


def test_the_options_of_reading_are_the_same_as_in_grade():
    table = pa.table(ROWS).rename_columns(["id", "said", "numbers", "target"])
    with pytest.raises(FaceValueError, match="no column of completions"):
        Grade()(table)
    judged = Grade(columns=datasets.Columns(completion="said"))(table)
    assert [True, False, False, False] * 10 == judged.column("correct").to_pylist()


@pytest.mark.parametrize("work", [Grade, Label])
def test_a_batch_of_which_no_row_can_be_used_is_left_out(work):
    good = pa.table(ROWS).slice(0, 2)
    bad = good.set_column(2, "numbers", pa.array([[], []], good.schema.field("numbers").type))
    assert 0 == work()(bad).num_rows
    assert work()(good).schema.equals(work()(bad).schema)
    with pytest.raises(FaceValueError, match=r"batch.parquet, row 1: there are no numbers"):
        work(strict=True)(bad)
    with pytest.raises(FaceValueError, match="no column of numbers"):
        work()(bad.drop_columns("numbers"))


def test_a_batch_of_any_kind_gets_the_labels_of_a_file(tmp_path):
    table = pa.table({"numbers": [[3, 3, 8, 8], [1, 1, 1, 1]], "rules": ["classic", "countdown"]})
    pq.write_table(table, tmp_path / "rows.parquet")
    datasets.label(tmp_path / "rows.parquet", tmp_path / "labelled.parquet")
    labelled = pq.read_table(tmp_path / "labelled.parquet")
    assert [1, 0] == labelled.column("solution_count").to_pylist()
    assert labelled.equals(Label()(table))
    assert labelled.schema.equals(Label()(table.slice(0, 0)).schema)
    ignored = datasets.Columns(rules=None)
    forced = Label("countdown", columns=ignored)(table).column("solution").to_pylist()
    assert ["3*8", None] == forced
    with pytest.raises(FaceValueError, match="unknown rules 'nope'"):
        Label("nope")


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore::DeprecationWarning:ray")  # Ray reads its settings
@pytest.mark.skipif(not HAS_RAY, reason="ray is not there: pip install 'facevalue[ray]'")
def test_ray_maps_batches_to_the_verdicts_of_a_file(verdicts, tmp_path):
    import ray  # noqa: PLC0415 - slow to import

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        rows = ray.data.read_parquet(str(tmp_path / "rows.parquet"))
        pool = ray.data.ActorPoolStrategy(size=1)
        judged = rows.map_batches(Grade, batch_format="pyarrow", batch_size=10, compute=pool)
        found = sorted(judged.take_all(), key=lambda row: row["id"])
        labelled = rows.map_batches(Label, batch_format="pyarrow", batch_size=10, compute=pool)
        assert {"3*8"} == {row["solution"] for row in labelled.take_all()}
    finally:
        ray.shutdown()
    assert [row["message"] for row in verdicts.to_pylist()] == [row["message"] for row in found]
    assert [row["reason"] for row in verdicts.to_pylist()] == [row["reason"] for row in found]
