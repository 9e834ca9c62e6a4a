"""Fixtures and options of all tests."""

import os
from collections import defaultdict

import pytest
from hypothesis import settings

from tests.web import browser as web_browser

# On a busy machine an example may take any time. Laws are tried on few examples each time, and on
# many before a release, with --hypothesis-profile=many.
settings.register_profile("few", deadline=None, max_examples=40)
settings.register_profile("many", deadline=None, max_examples=2000)
settings.load_profile("few")


def pytest_ignore_collect(collection_path, config):
    """Skip collecting the files of slow tests if no slow tests are selected."""
    if collection_path.name == "test_schemathesis.py" and "not slow" in config.option.markexpr:
        return True
    return None


# Which marks keep some cases of a test for the runs of one kind, and which runs have the others.
FEW = {"few_quick": (None, "slow"), "few_slow": ("slow", "exhaustive")}


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by marks
def pytest_collection_modifyitems(items):
    """Of a test with `few_quick(n)`, n cases spread over all stay quick and the others are slow.

    Of one with `few_slow(n)`, n stay slow and the others are exhaustive.
    """
    for few, (kind, later) in FEW.items():
        cases = defaultdict(list)
        for item in items:
            marker = item.get_closest_marker(few)
            if marker and kind_of(item) == kind:
                cases[item.nodeid.partition("[")[0], marker.args[0]].append(item)
        for (_, count), group in cases.items():
            kept = {place * len(group) // count for place in range(count)}
            for place, item in enumerate(group):
                if place not in kept:
                    assert kind in (None, *(mark.name for mark in item.own_markers)), item.nodeid
                    item.own_markers[:] = [mark for mark in item.own_markers if mark.name != kind]
                    item.add_marker(later)


def kind_of(item):
    """None for a quick test."""
    kinds = (kind for kind in ("exhaustive", "slow") if item.get_closest_marker(kind))
    return next(kinds, None)


@pytest.fixture(autouse=True, scope="session")
def _cache(tmp_path_factory):
    """The table of match-ups is computed once for all tests, and never the user's."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # of all workers
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        yield


@pytest.fixture(scope="session")
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
    """A page that contacts no other host and throws no errors."""
    with web_browser.watched(browser) as opened:
        yield opened
