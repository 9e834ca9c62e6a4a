"""The tables of the core's two models of difficulty for people, and the model `people` itself."""

from __future__ import annotations

from facevalue import _core

_TABLES = _core.difficulty_tables()
STEP_FEATURES = _TABLES["step_features"]
EXTRA_STEP = _TABLES["extra_step"]
NUMBER_FEATURES = _TABLES["number_features"]
PARALLEL_EFFORT = _TABLES["parallel_effort"]
BASE = _TABLES["base"]
CORRECTIONS = _TABLES["corrections"]
PERCENTILES = _TABLES["percentiles"]
# The columns of the percentiles.
PEOPLE, HANDS, ROUNDS, TIME = 1, 2, 3, 4


def people() -> _core.DifficultyModel:
    """The model of people's times, with its percentiles."""
    ranks = {row[PEOPLE]: 100 * row[0] for row in PERCENTILES}
    weights = STEP_FEATURES, 0, NUMBER_FEATURES, PARALLEL_EFFORT, BASE, CORRECTIONS
    return _core.DifficultyModel(*weights, list(ranks.items()))
