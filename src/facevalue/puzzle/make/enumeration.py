"""All puzzles of a kind, in an order that depends on a seed: a view of the core's."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

from facevalue import _core
from facevalue.puzzle.model.core_rules import core_deck
from facevalue.puzzle.model.rules import Rules
from facevalue.system.lazy_numpy import NDArray, np

Wholes: TypeAlias = "NDArray[np.int64]"


class PuzzleSpace:
    """All puzzles of the given sizes, with targets from a range.

    If the order of the numbers does not matter, they are ascending, so that no puzzle appears
    twice. Puzzles are dealable or free. The numbers of a dealable puzzle are cards or tiles of the
    deck of the game, with no more copies than the deck has; if the next card is the target, it is
    one of the remaining cards. A free puzzle has any numbers from low to high, and any target.
    core/numbers/deal/puzzle_space.hpp describes how they are numbered.
    """

    def __init__(
        self,
        rules: Rules,
        sizes: tuple[int, ...],
        span: tuple[int, int] | None,
        targets: tuple[int, int],
        *,
        dealable: bool | None = None,
    ) -> None:
        self._made_from = (rules, sizes, span, targets), dealable
        self.targets = range(targets[0], targets[1] + 1)
        is_ordered = rules.order == "given"
        self._core = _core.PuzzleSpace(core_deck(rules), sizes, span, targets, dealable, is_ordered)

    def __reduce__(self) -> tuple[object, ...]:
        arguments, dealable = self._made_from
        return partial(PuzzleSpace, dealable=dealable), arguments

    @property
    def count(self) -> int:
        """How many puzzles there are."""
        return self._core.count

    def puzzles(self, seed: int, positions: range) -> list[tuple[Wholes, Wholes, Wholes]]:
        """Return the puzzles at some positions of the order, an item for each size.

        An item has the positions, shape (N,), the numbers, shape (N, k), and the targets, (N,).
        """
        return self._core.rows(seed, positions.start, positions.stop)
