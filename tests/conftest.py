"""What holds for all tests."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from tests import web_browser

# On a busy machine an example may take any time.
settings.register_profile("any time", deadline=None)
settings.load_profile("any time")


@pytest.fixture(autouse=True, scope="session")
def _cache(tmp_path_factory):
    """The table of match-ups is computed once for all tests, and never the user's."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # of all workers
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        yield


@pytest.fixture(scope="module")
def site():
    """The address of a running server with the pages."""
    with web_browser.site() as address:
        yield address


@pytest.fixture(scope="module")
def browser():
    """A headless Chromium."""
    with web_browser.chromium() as opened:
        yield opened


@pytest.fixture
def page(browser):
    """A page that asks no other host and on which nothing is thrown."""
    with web_browser.watched(browser) as opened:
        yield opened
