"""Make the pictures of docs/pictures/web: `python -m tests.web.screenshots [ADDRESS]`."""

import io
import sys
from contextlib import nullcontext

from PIL import Image

from tests.paths import DOCS
from tests.web import browser as web_browser

FOLDER = DOCS / "pictures" / "web"
HEIGHT = 480  # of a picture, in pixels
GAP = 8
COLOURS = 256  # of the palette, for small files
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
# A page, the query in its address, and the keys that are pressed on it.
PAGES = {
    "play": ("?cards=Ks,7d,2h,Qc", "1-2"),
    "daily": ("daily?date=2026-03-01", "2*"),
    "challenge": ("challenge?seed=7&hands=5", "n1+2"),
    "countdown": ("countdown?seed=7&large=2", "n1+2"),
    "digits": ("digits?seed=24", "1*2"),
    "solve": ("solve?numbers=1,3,5,7,25,50&target=765&rules=countdown", ""),
    "judge": ("judge?answer=6*6-5*3&numbers=6,6,5,2", ""),
    "poker": ("poker?players=AhKh&players=22%2B,A2s%2B,KQs:0.5&board=2h7d9c", ""),
}


def screenshot(browser, address, keys, size, colours):
    """A picture of a page, as high as the others."""
    width, height = SIZES[size]
    options = {"viewport": {"width": width, "height": height}, "color_scheme": colours}
    context = browser.new_context(reduced_motion="reduce", is_mobile=size == "phone", **options)
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_timeout(300)
    page.wait_for_timeout(700)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    context.close()
    return picture.resize((width * HEIGHT // height, HEIGHT), Image.Resampling.LANCZOS)


def side_by_side(pictures):
    """The pictures in a row, with few colours."""
    width = sum(picture.width for picture in pictures) + GAP * (len(pictures) - 1)
    row = Image.new("RGB", (width, HEIGHT), "#808080")
    left = 0
    for picture in pictures:
        row.paste(picture, (left, 0))
        left += picture.width + GAP
    # This method also keeps rare colours, such as the red of hearts; k-means corrects the others.
    return row.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)


def main():
    """Desktop and phone, light and dark, in one picture for each page."""
    FOLDER.mkdir(exist_ok=True)
    site = nullcontext(sys.argv[1]) if len(sys.argv) > 1 else web_browser.site()
    with site as address, web_browser.chromium() as browser:
        for name, (query, keys) in PAGES.items():
            pictures = [
                screenshot(browser, f"{address}/{query}", keys, size, colours)
                for colours in ("light", "dark")
                for size in ("desktop", "phone")
            ]
            side_by_side(pictures).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
