"""The card of a dataset: README.md, for people and for hubs."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from facevalue.datasets import Spec, build
from facevalue.datasets.building.card import CARD, write_card
from facevalue.datasets.building.formats import COLUMNS


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
    page = Path(__file__).parent.parent / "docs" / "datasets.md"
    text = page.read_text(encoding="utf-8").replace("[difficulty](difficulty.md)", "difficulty")
    assert all(f"| `{name}` | {summary} |" in text for name, summary in COLUMNS.items())


def test_hugging_face_finds_the_splits_of_a_folder(tmp_path):
    hub = pytest.importorskip("datasets", reason="datasets is not installed")
    manifest = build(Spec(count=300, splits={"practice": 0.5, "exam": 0.5}), tmp_path / "set")
    loaded = hub.load_dataset(str(tmp_path / "set"), cache_dir=str(tmp_path / "cache"))
    assert manifest.splits == {name: split.num_rows for name, split in loaded.items()}
