"""What holds for all tests."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

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
