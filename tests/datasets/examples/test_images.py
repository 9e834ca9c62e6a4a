"""Pictures of puzzles in datasets: the cards of each row, as PNG."""

from io import BytesIO

import pytest

from facevalue import datasets
from facevalue.datasets.examples.card_images import draw_cards
from facevalue.errors import FaceValueError

PIL = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")


def pixels(file):
    image = PIL.open(BytesIO(file))
    assert image.format == "PNG"
    return image.convert("RGB")


def cards_of(numbers, seed=0):
    """The pictures of the single cards."""
    image = pixels(draw_cards(numbers, seed))
    assert image.size == (108 * len(numbers) + 12, 160)
    boxes = ((12 + 108 * place, 12, 108 + 108 * place, 148) for place in range(len(numbers)))
    return [image.crop(box).tobytes() for box in boxes]


def test_every_rank_and_number_looks_different():
    assert len(set(cards_of([*range(1, 14), 25, 100, -1]))) == 16


def test_four_equal_numbers_are_four_different_cards():
    assert len(set(cards_of([8, 8, 8, 8]))) == 4
    assert len(set(cards_of([25, 25, 25]))) == 1  # they have no suits


def test_the_seed_decides_the_suits():
    assert draw_cards([8, 3], 1) == draw_cards([8, 3], 1)
    assert len({draw_cards([8, 3], seed) for seed in range(20)}) > 2


def test_hearts_and_diamonds_are_red():
    red = [0, 0]
    for seed in range(40):
        colours = {colour for _, colour in pixels(draw_cards([1], seed)).getcolors(10**6)}
        red[any(r > 150 and g < 80 for r, g, _ in colours)] += 1
    assert min(red) > 5


@pytest.mark.slow
def test_rows_have_a_picture_in_place_of_the_numbers(tmp_path):
    spec = datasets.Spec(count=30, format="images", shuffle=True, shard_rows=20)
    for folder in ("one", "other"):
        datasets.build(spec, tmp_path / folder)
    files = sorted((tmp_path / "one").glob("*.parquet"))
    for path in files:
        assert path.read_bytes() == (tmp_path / "other" / path.name).read_bytes()
        for row in parquet.read_table(path).to_pylist():
            [image] = row["images"]
            assert image["path"] == f"{'-'.join(map(str, row['numbers']))}.png"
            assert pixels(image["bytes"]).size == (108 * 4 + 12, 160)
            [message] = row["prompt"]
            assert "Make 24 from the numbers in the picture" in message["content"]


def test_without_pillow_the_remedy_is_said(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "PIL", None)
    with pytest.raises(FaceValueError, match=r"pip install 'facevalue\[images\]'"):
        draw_cards([1], 0)
