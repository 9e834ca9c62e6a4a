"""Frameworks needed only by tests of adapters: `pip install 'facevalue[adapters-test]'`."""

import importlib
import os

import pytest

# .ci/run sets this to "required": a missing framework then fails the tests and does not skip them.
IS_REQUIRED = os.environ.get("FACEVALUE_FRAMEWORKS") == "required"


def framework(name):
    """The module of a framework; without it the test is skipped, or fails where it is required."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        reason = f"{name} is not installed: pip install 'facevalue[adapters-test]'"
        if IS_REQUIRED:
            pytest.fail(f"{reason} ({error})")
        pytest.skip(reason)
