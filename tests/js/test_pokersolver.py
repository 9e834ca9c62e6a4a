"""The names of pokersolver for hands that the JavaScript package evaluates."""

import pytest

from tests.js.wasm import call_all, needs_wasm
from tests.oracles.rows import vectors
from tests.poker.wild.test_pokersolver import GAMES, solver_name


@needs_wasm
@pytest.mark.parametrize("game", GAMES)
def test_hands_have_the_names_of_pokersolver_in_javascript(game):
    rows = vectors("pokersolver", game)
    calls = [["poker", "evaluate", {"cards": cards, "game": GAMES[game][0]}] for cards, _ in rows]
    found = [
        solver_name(game, cards, hand["category"], hand["description"], hand["best"])
        for (cards, _), hand in zip(rows, call_all(calls), strict=True)
    ]
    assert found == [name for _, name in rows]
