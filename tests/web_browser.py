"""A server with the pages and a Chromium to visit them, for tests/test_web_*.py."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager

import pytest

from tests.web_server import serving

# .ci/run sets this to "required": a missing browser then fails the tests and does not skip them.
IS_REQUIRED = os.environ.get("FACEVALUE_BROWSER") == "required"


def _missing(what):
    if IS_REQUIRED:
        pytest.fail(f"{what} is missing, and FACEVALUE_BROWSER=required")
    pytest.skip(f"{what} is missing")


def chromium_path():
    """Where Debian or another system has put Chromium."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    return _missing("Chromium")


@contextmanager
def chromium():
    """A headless Chromium."""
    try:
        from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415 - not all have it
    except ImportError:
        _missing("playwright")
    expect.set_options(timeout=20_000)  # on a busy machine a page takes its time
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@contextmanager
def site():
    """The address of a running server."""
    for package in ("h11", "starlette", "uvicorn"):
        try:
            __import__(package)
        except ImportError:
            _missing(package)
    with serving() as server:
        yield f"http://127.0.0.1:{server.port}"


def says(page):
    """The line under the table."""
    return page.locator(".says").locator("visible=true")


def button(page, name):
    """The button with this name."""
    return page.get_by_role("button", name=name)


def held(page, pattern):
    """Delay the requests that match; the caller lets them continue.

    Call it before the page is opened: an open page hears of its first route a little later, and a
    request that it sends until then is not delayed.
    """
    waiting = []
    page.route(pattern, lambda each: waiting.append(each))  # noqa: PLW0108 - it gets attributes
    return waiting


def until_held(page, waiting, count):
    """Wait until this many requests are delayed."""
    for _ in range(100):
        if len(waiting) >= count:
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"{len(waiting)} requests, not {count}")


@contextmanager
def watched(browser, **options):
    """A new page; at the end, it has contacted no other host, and nothing was refused or thrown."""
    context = browser.new_context(reduced_motion="reduce", **options)
    page = context.new_page()
    hosts, faults = set(), []
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    yield page
    own = page.url.split("/")[2]
    context.close()
    assert hosts <= {own, ""}, "the pages hosts another host"
    # The server may be too busy to count; the page then samples. Everything else is a fault.
    assert [] == [fault for fault in faults if "503" not in fault]
