"""Data frames and columns of pandas and Polars, which only the extra `dev` installs."""

import json

import numpy as np
import pytest

import facevalue as fv
from facevalue import datasets
from facevalue.adapters.ray_data import Grade, Label

pd = pytest.importorskip("pandas", reason="pandas is in the extra dev")
pl = pytest.importorskip("polars", reason="Polars is in the extra dev")

pytestmark = pytest.mark.dev

HANDS = [[8, 8, 3, 3], [1, 1, 1, 1]]
ROWS = {"id": [1, 2, 3], "nums": [[8, 8, 3, 3], [1, 1], None], "solvable": [True, True, None]}


def test_labels_make_a_data_frame():
    frame = pd.DataFrame(fv.label_many(HANDS))
    assert ["solvable", "solution_count", "needs_fraction", "percentile"] == list(frame.columns)
    assert [1, 0] == frame["solution_count"].tolist()


def test_labels_make_a_polars_frame():
    frame = pl.DataFrame(fv.label_many(HANDS).as_dict())
    assert [True, False] == frame["solvable"].to_list()


@pytest.mark.parametrize(
    "frame", [pd.DataFrame(ROWS), pl.DataFrame(ROWS)], ids=["pandas", "polars"]
)
def test_a_data_frame_is_labelled_as_its_file_is(frame, tmp_path):
    labelled = datasets.label(frame)
    assert type(labelled) is type(frame)
    assert list(ROWS) == list(frame.columns)
    source, output = tmp_path / "rows.jsonl", tmp_path / "labelled.jsonl"
    rows = [dict(zip(ROWS, row, strict=True)) for row in zip(*ROWS.values(), strict=True)]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    datasets.label(source, output)
    expected = [json.loads(line) for line in output.read_text().splitlines()]
    assert list(expected[0]) == list(labelled.columns)
    records = (
        labelled.to_dicts() if isinstance(frame, pl.DataFrame) else labelled.to_dict("records")
    )
    for name in ("id", "solvable", "solution_count", "percentile", "solution", "input_solvable"):
        made = [record[name] for record in records]
        made = [None if pd.isna(cell) else cell for cell in made]
        assert [row[name] for row in expected] == made[:2], name
        assert name in ("id", "input_solvable") or made[2] is None
    with pytest.raises(fv.FaceValueError, match="leave out `output`"):
        datasets.label(frame, output)
    with pytest.raises(fv.FaceValueError, match="no column of numbers"):
        datasets.label(frame[["id"]])


@pytest.mark.parametrize(
    "call",
    [
        lambda: datasets.audit(pd.DataFrame(ROWS)),
        lambda: datasets.grade(pl.DataFrame(ROWS)),
    ],
)
def test_other_functions_of_files_refuse_a_data_frame(call):
    with pytest.raises(fv.FaceValueError, match="only label takes a data"):
        call()


def test_a_batch_of_pandas_gets_the_verdicts_and_labels_of_a_batch_of_arrow():
    arrow = pytest.importorskip("pyarrow")
    columns = {"completion": ["<answer>3*8</answer>", None], "numbers": [[3, 8]] * 2}
    table = arrow.table({**columns, "rules": ["classic", "countdown"]})
    for work in (Grade(), Label()):
        assert work(table).to_pylist() == work(table.to_pandas()).to_pylist()


@pytest.mark.parametrize("kind", ["<u8", ">u8", "<i8", ">i8"])
def test_masks_of_hands_may_be_a_series(kind):
    masks = fv.poker.masks([[51, 47, 43, 39, 35, 31, 27], [0, 1, 2, 3, 4, 5, 6]])
    found = fv.poker.evaluate_many(pd.Series(masks.astype(kind)))
    assert fv.poker.evaluate_many(masks).tolist() == found.tolist()


def test_columns_of_a_data_frame_may_have_missing_numbers():
    frame = pd.DataFrame({"a": [3, 1], "b": [8, np.nan]})
    with pytest.raises(fv.FaceValueError, match="row 2"):
        fv.count_many(frame)
