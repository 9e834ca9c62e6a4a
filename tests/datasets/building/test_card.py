"""The card of a dataset: README.md and croissant.json, for people and for hubs."""

import hashlib
import json

import pyarrow.parquet as pq
import pytest

from facevalue.datasets import Spec, build
from facevalue.datasets.building.card import CARD, CROISSANT, write_card, write_croissant
from facevalue.datasets.building.formats import COLUMNS, MODEL_PERCENTILE, describe_columns
from tests.paths import DOCS


def test_the_card_shows_the_splits_the_columns_and_how_to_build_the_dataset_again(tmp_path):
    spec = Spec("countdown", count=300, size=4, low=1, high=30, format="verl")
    manifest = build(spec, tmp_path)
    text = (tmp_path / CARD).read_text(encoding="utf-8")
    assert write_card(manifest) == text
    for name, rows in manifest.splits.items():
        assert f"  - split: {name}\n    path: {name}-*.parquet\n" in text
        assert f"| {name} | {rows} | `{name}-*.parquet` |" in text
    table = pq.read_table(tmp_path / "test-00000.parquet")
    assert set(COLUMNS) <= set(table.column_names)
    others = table.column_names[len(COLUMNS) :]
    assert {"extract", "prompt", "reward_model"} < set(others)
    assert all(f"`{name}`" in text for name in (*COLUMNS, *others))
    code = text.split("```")[1].removeprefix("python\n").replace('"puzzles"', "folder")
    again = tmp_path / "again"
    exec(code, {"folder": again})  # noqa: S102 - the code of the card
    assert text == (again / CARD).read_text(encoding="utf-8")


def test_a_card_that_somebody_wrote_or_changed_stays_as_it_is(tmp_path):
    (tmp_path / CARD).write_text("mine", encoding="utf-8")
    for _ in range(2):
        build(Spec(count=10), tmp_path)
        assert "mine" == (tmp_path / CARD).read_text(encoding="utf-8")
    (tmp_path / CARD).unlink()
    build(Spec(count=10), tmp_path)
    assert "# 10 number puzzles" in (tmp_path / CARD).read_text(encoding="utf-8")


def test_the_docs_describe_the_same_columns():
    page = DOCS / "models" / "datasets.md"
    text = page.read_text(encoding="utf-8").replace(
        "[difficulty](../puzzles/difficulty.md)", "difficulty"
    )
    assert all(f"| `{name}` | {column.summary} |" in text for name, column in COLUMNS.items())


def test_hugging_face_finds_the_splits_of_a_folder(tmp_path):
    hub = pytest.importorskip("datasets", reason="datasets is not installed")
    manifest = build(Spec(count=300, splits={"practice": 0.5, "exam": 0.5}), tmp_path / "set")
    loaded = hub.load_dataset(str(tmp_path / "set"), cache_dir=str(tmp_path / "cache"))
    assert manifest.splits == {name: split.num_rows for name, split in loaded.items()}


def test_the_card_names_the_percentile_for_language_models_where_it_is(tmp_path):
    spec = Spec(count=20, difficulty=(50, 100), difficulty_model="language-model")
    build(spec, tmp_path)
    table = pq.read_table(tmp_path / "train-00000.parquet")
    assert table.column_names[-1] == MODEL_PERCENTILE
    assert all(50 <= rank <= 100 for rank in table.column(MODEL_PERCENTILE).to_pylist())
    columns = describe_columns(spec.format, spec.template, spec.difficulty_model)
    summary = columns[MODEL_PERCENTILE].summary
    assert f"| `{MODEL_PERCENTILE}` | {summary} |" in (tmp_path / CARD).read_text(encoding="utf-8")
    assert Spec.parse(str(spec)) == spec


@pytest.mark.parametrize(
    "options",
    [
        {"format": "verl", "splits": {"practice": 0.5, "exam": 0.5}},
        {"difficulty_model": "language-model", "shard_rows": 7},
    ],
)
def test_croissant_names_every_file_and_the_columns_that_all_datasets_have(tmp_path, options):
    spec = Spec(count=30, **options)
    manifest = build(spec, tmp_path)
    text = (tmp_path / CROISSANT).read_text(encoding="utf-8")
    assert text == write_croissant(manifest)
    found = json.loads(text)
    files = [row for row in found["distribution"] if row["@type"] == "cr:FileObject"]
    assert {row["contentUrl"] for row in files} == {
        path.name for path in tmp_path.glob("*.parquet")
    }
    for row in files:
        assert row["@id"] == row["name"] == row["contentUrl"]
        content = (tmp_path / row["contentUrl"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == row["sha256"]
        assert row["contentSize"] == f"{len(content)} B"
    sets = {row["@id"]: row for row in found["distribution"] if row["@type"] == "cr:FileSet"}
    for split, records in zip(manifest.splits, found["recordSet"], strict=True):
        assert records["name"] == split
        names = {field["name"] for field in records["field"]}
        for field in records["field"]:
            source = field["source"]
            assert source["extract"] == {"column": field["name"]}
            pattern = sets[source["fileSet"]["@id"]]["includes"]
            for path in tmp_path.glob(pattern):
                assert names <= set(pq.read_schema(path).names)
        assert set(COLUMNS) <= names
    ids = [row["@id"] for row in [*found["distribution"], *found["recordSet"]]]
    assert len(ids) == len(set(ids))


def test_croissant_is_valid_and_loads_the_rows(tmp_path):
    croissant = pytest.importorskip("mlcroissant", reason="mlcroissant is not installed")
    manifest = build(Spec(count=300, difficulty_model="language-model"), tmp_path)
    loaded = croissant.Dataset(str(tmp_path / CROISSANT))
    assert not loaded.metadata.issues.errors
    for split, rows in manifest.splits.items():
        records = list(loaded.records(split))
        table = pq.read_table(tmp_path / f"{split}-00000.parquet")
        assert [row[f"{split}/target"] for row in records] == table.column("target").to_pylist()
        assert len(records) == rows
