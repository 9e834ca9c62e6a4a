"""The built site of the docs in a real browser: every page, light and dark, wide and narrow.

`FACEVALUE_SITE=site pytest -n0 -m slow tests/docs/test_docs_site.py`, after `python docs/build.py
site`.
"""

import os
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.web.browser import chromium, watched

SITE = Path(os.environ.get("FACEVALUE_SITE", "site"))
PAGES = sorted(
    str(path.parent.relative_to(SITE))
    for path in SITE.rglob("index.html")
    if "FACEVALUE_SITE" in os.environ and "play" not in path.parts
)
SIZES = {"phone": {"width": 320, "height": 640}, "desktop": {"width": 1280, "height": 900}}

pytestmark = pytest.mark.skipif(not PAGES, reason="FACEVALUE_SITE names no built site")


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


# The rules of axe; reporting only violations is twice as fast. In dark colours a
# page is the same but for them.
ALL = {"resultTypes": ["violations"]}
COLOURS = ALL | {"runOnly": ["color-contrast", "link-in-text-block"]}


def faults_of(page, options):
    from axe_core_python.sync_playwright import Axe  # noqa: PLC0415 - not all have it

    return [
        (fault["id"], [node["html"][:160] for node in fault["nodes"]][:5])
        for fault in Axe().run(page, options=options)["violations"]
    ]


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.few_slow(8)
@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_and_contacts_no_other_host(address, browser, path):
    for colours, scheme, options in (("light", "default", ALL), ("dark", "slate", COLOURS)):
        with watched(browser, color_scheme=colours, viewport=SIZES["desktop"]) as page:
            page.goto(f"{address}/{path}/")
            assert scheme == page.locator("body").get_attribute("data-md-color-scheme")
            assert [] == faults_of(page, options)
            for size in SIZES.values():
                page.set_viewport_size(size)
                assert fits(page)


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_fault_of_access_on_a_phone(address, browser, path):
    with watched(browser, viewport=SIZES["phone"]) as page:
        page.goto(f"{address}/{path}/")
        assert fits(page)
        assert [] == faults_of(page, ALL)


FOUND = {
    "worksheet": "One command writes a PDF",
    "install": "Until the first release, install facevalue from a checkout",
    "changelog": "What is new in each release",
    "verl": "To use the reward function in verl",
}


@pytest.mark.slow
@pytest.mark.parametrize("word", FOUND)
def test_the_search_finds_a_word_of_another_page(word, address, browser):
    expect = pytest.importorskip("playwright.sync_api").expect
    with watched(browser, viewport=SIZES["desktop"]) as page:
        page.goto(f"{address}/puzzles/hints/", wait_until="networkidle")
        page.get_by_role("button", name="Search").first.click()
        page.wait_for_timeout(1000)  # the dialog opens, and its index is read
        page.keyboard.type(word)
        found = page.get_by_text(FOUND[word]).first
        expect(found).to_be_visible(timeout=20_000)


@pytest.mark.slow
def test_the_first_page_lets_you_play(address, browser):
    with watched(browser, viewport=SIZES["desktop"]) as page:
        page.goto(f"{address}/", wait_until="networkidle")
        page.locator("iframe.play").scroll_into_view_if_needed()
        expect = pytest.importorskip("playwright.sync_api").expect
        expect(page.frame_locator("iframe.play").locator(".hand .piece")).to_have_count(4)
