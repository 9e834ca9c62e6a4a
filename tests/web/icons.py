"""Draw the icons of the pages as PNG files from the SVG: `python -m tests.web.icons`."""

from tests.paths import ROOT
from tests.web import browser as web_browser

ART = ROOT / "src" / "facevalue" / "web" / "pages" / "art"
SIZES = (192, 512)
# The picture stays within the circle that systems may cut out of an icon.
PAGE = """<style>
body {{ margin: 0; display: grid; place-items: center; height: 100vh; background: #f5f1e6 }}
svg {{ height: 60vh }}
</style>{}"""


def main():
    """One file for each size."""
    picture = PAGE.format((ART / "icon.svg").read_text(encoding="utf-8"))
    with web_browser.chromium() as browser:
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(picture)
            page.screenshot(path=ART / f"icon-{size}.png")


if __name__ == "__main__":
    main()
