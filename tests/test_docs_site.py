"""The built site of the docs in a real browser: every page, light and dark, wide and narrow.

`FACEVALUE_SITE=site pytest -n0 -m slow tests/test_docs_site.py`, after `python docs/build.py site`.
"""

from __future__ import annotations

import os
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.web_browser import chromium, watched

SITE = Path(os.environ.get("FACEVALUE_SITE", "site"))
PAGES = sorted(
    str(path.parent.relative_to(SITE))
    for path in SITE.rglob("index.html")
    if "FACEVALUE_SITE" in os.environ and "play" not in path.parts
)
SIZES = {"phone": {"width": 320, "height": 640}, "desktop": {"width": 1280, "height": 900}}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not PAGES, reason="FACEVALUE_SITE names no built site"),
]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address():
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


# Only what is asked for is worked out, which takes half the time. The dark page is the same but for
# its colours.
ALL = {"resultTypes": ["violations"]}
COLOURS = ALL | {"runOnly": ["color-contrast", "link-in-text-block"]}
VISITS = [("desktop", "light", ALL), ("desktop", "dark", COLOURS), ("phone", "light", ALL)]
SCHEMES = {"light": "default", "dark": "slate"}


def faults_of(page, options):
    from axe_core_python.sync_playwright import Axe  # noqa: PLC0415 - not all have it

    return [
        (fault["id"], [node["html"][:160] for node in fault["nodes"]][:5])
        for fault in Axe().run(page, options=options)["violations"]
    ]


@pytest.mark.parametrize("visit", VISITS, ids=lambda visit: f"{visit[0]}-{visit[1]}")
@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_fault_of_access_and_asks_no_other_host(address, browser, path, visit):
    size, colours, options = visit
    with watched(browser, color_scheme=colours, viewport=SIZES[size]) as page:
        page.goto(f"{address}/{path}/")
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
        assert SCHEMES[colours] == page.locator("body").get_attribute("data-md-color-scheme")
        assert [] == faults_of(page, options)


def test_the_search_finds_a_word_of_another_page(address, browser):
    expect = pytest.importorskip("playwright.sync_api").expect
    with watched(browser, viewport=SIZES["desktop"]) as page:
        page.goto(f"{address}/hints/", wait_until="networkidle")
        page.get_by_role("button", name="Search").first.click()
        page.wait_for_timeout(1000)  # the dialog opens, and its index is read
        page.keyboard.type("worksheet")
        found = page.get_by_text("One command writes a PDF").first
        expect(found).to_be_visible(timeout=20_000)


def test_the_first_page_lets_you_play(address, browser):
    with watched(browser, viewport=SIZES["desktop"]) as page:
        page.goto(f"{address}/", wait_until="networkidle")
        page.locator("iframe.play").scroll_into_view_if_needed()
        expect = pytest.importorskip("playwright.sync_api").expect
        expect(page.frame_locator("iframe.play").locator(".hand .piece")).to_have_count(4)
