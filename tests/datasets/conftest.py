"""Fixtures of the tests of datasets."""

import pytest

from facevalue import datasets
from tests.datasets.built_sets import ROUNDS


@pytest.fixture(scope="module")
def rounds(tmp_path_factory):
    """The folder and the manifest of a built dataset of Countdown."""
    folder = tmp_path_factory.mktemp("rounds")
    return folder, datasets.build(ROUNDS, folder, workers=2)
