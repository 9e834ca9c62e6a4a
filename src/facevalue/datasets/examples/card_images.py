"""Pictures of puzzles as playing cards, for models that see."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from facevalue.budget import check_deadline
from facevalue.cards import RANKS
from facevalue.randomness import mix64
from facevalue.system.extras import import_extra

_WIDTH, _HEIGHT, _GAP = 96, 136, 12  # pixels
_SCALE = 3  # it is drawn this much larger, for smooth edges
_COLOURS = 32
_TABLE, _CARD, _RED, _BLACK = "#1b6b3a", "#ffffff", "#c01c28", "#1c1c1c"
_ACE_LOW = (RANKS[-1], *RANKS[:-1])  # the ranks of 1 to 13
_STEM = ((-0.3, 1), (0, 0), (0.3, 1))
# The parts of a suit, one unit high and wide to each side: circles (x, y, radius), and polygons.
_SUITS: dict[str, tuple[tuple[tuple[float, float, float], ...], tuple[Any, ...]]] = {
    "c": (((0, -0.5, 0.45), (-0.5, 0.2, 0.45), (0.5, 0.2, 0.45), (0, 0, 0.3)), (_STEM,)),
    "d": ((), (((0, -1), (0.75, 0), (0, 1), (-0.75, 0)),)),
    "h": (((-0.42, -0.4, 0.48), (0.42, -0.4, 0.48)), (((-0.84, -0.17), (0, 1), (0.84, -0.17)),)),
    "s": (
        ((-0.42, 0.2, 0.45), (0.42, 0.2, 0.45)),
        (((-0.84, 0.02), (0, -1), (0.84, 0.02)), _STEM),
    ),
}


def draw_cards(numbers: Sequence[int], seed: int) -> bytes:
    """Draw numbers as cards in a row, as a PNG file.

    Args:
        numbers: 1 to 13 are drawn as playing cards from ace to king, others without a suit.
        seed: decides the suits. Equal numbers have different ones, if there are at most four.

    Returns:
        The file. It depends only on the arguments and the version of Pillow.

    Raises:
        DeadlineError: a deadline passed.
        FaceValueError: Pillow is not installed.

    >>> draw_cards([8, 8, 3, 3], seed=1)[1:4]
    b'PNG'
    """
    import_extra("PIL", "pictures of cards need Pillow", "images")
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - an extra, which is installed

    across, down = len(numbers) * (_WIDTH + _GAP) + _GAP, _HEIGHT + 2 * _GAP
    image = Image.new("RGB", (_SCALE * across, _SCALE * down), _TABLE)
    pen = ImageDraw.Draw(image)
    for place, number in enumerate(numbers):
        check_deadline()
        left = _GAP + place * (_WIDTH + _GAP)
        corners = [_SCALE * each for each in (left, _GAP, left + _WIDTH, _GAP + _HEIGHT)]
        pen.rounded_rectangle(corners, _SCALE * 8, _CARD)
        middle, is_card = _SCALE * (left + _WIDTH / 2), 1 <= number <= len(_ACE_LOW)
        suit = "cdhs"[(mix64(seed ^ number) + [*numbers[:place]].count(number)) % 4]
        colour = _RED if is_card and suit in "dh" else _BLACK
        words = _ACE_LOW[number - 1].replace("T", "10") if is_card else str(number)
        font = ImageFont.load_default(_SCALE * min(52, 150 // len(words)))
        height = _GAP + _HEIGHT * (0.33 if is_card else 0.5)
        pen.text((middle, _SCALE * height), words, colour, font, anchor="mm")
        circles, polygons = _SUITS[suit] if is_card else ((), ())
        y, size = _SCALE * (_GAP + 0.7 * _HEIGHT), _SCALE * 24
        for dx, dy, radius in circles:
            pen.circle((middle + dx * size, y + dy * size), radius * size, colour)
        for polygon in polygons:
            pen.polygon([(middle + dx * size, y + dy * size) for dx, dy in polygon], colour)
    file = BytesIO()
    check_deadline()
    smooth = image.resize((across, down), Image.Resampling.LANCZOS)
    check_deadline()
    smooth.quantize(_COLOURS).save(file, "PNG")
    return file.getvalue()
