"""The core's space of puzzles, for tests of its order: core/numbers/deal/puzzle_space.hpp."""

from facevalue import _core
from facevalue.puzzle.model.core_rules import core_deck


class PuzzleSpace:
    """All puzzles of the given sizes, with targets from a range."""

    def __init__(self, rules, sizes, span, targets):
        is_ordered = rules.order == "given"
        self._core = _core.PuzzleSpace(core_deck(rules), sizes, span, targets, None, is_ordered)
        self.count = self._core.count

    def puzzles(self, seed, positions):
        """The positions, numbers and targets of the puzzles at some positions, for each size."""
        return self._core.rows(seed, positions.start, positions.stop)
