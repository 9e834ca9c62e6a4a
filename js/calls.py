"""The functions of the JavaScript package, one row each.

A function has the arguments of Python's function of the same name: those before the star have a
place; the others, and those that only the query of the core has, are options. `python -m js.rows`
writes the modules, the types and the table in the README from the rows.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

import attrs

import facevalue as fv
from facevalue import _core, poker, puzzle
from facevalue.queries.query import Query
from facevalue.queries.table import QUERIES

_ARGUMENTS = _core.query_parameters() | _core.poker_query_parameters()
# WebAssembly has no threads and no clock, and an interface gives these itself.
LEFT_OUT = {"workers", "stats", "progress", "place", "steps", "combos"}
# The queries of the core behind other queries, which Python's table does not list.
BEHIND = {
    "deal-puzzle": "deal",
    "next-puzzles": "generate",
    "evaluate": "hand",
    "is-solvable": "count",
}


def _with_dashes(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", name)


@attrs.frozen(slots=False)
class Call:
    """A function of the package.

    Args:
        name: its name.
        query: the query of the core; by default the same name with dashes.
        key: the key of the result that it returns, or "" for all of it.
        given: arguments that it always gives.
        is_exact: whether numbers in the result are fractions.
        is_async: whether it returns a promise.
        own: how a function that does more than call its query gets the arguments: "named" or
            "placed"; "" for others.
        more: further options of such a function.
        function: Python's function; by default the one of the same name.
        says: what it does, if Python's function does something else with the same arguments.
        returns: the type of the result, if the query has no schema of its own.
        types: the types of arguments that are other than elsewhere.
        file: the module that has it, so that bundlers can leave out the others.
    """

    name: str
    query: str = attrs.field(
        default=attrs.Factory(lambda call: _with_dashes(call.name), takes_self=True)
    )
    key: str = ""
    given: Mapping[str, Any] = MappingProxyType({})
    is_exact: bool = True
    is_async: bool = False
    own: str = ""
    more: tuple[str, ...] = ()
    function: Callable[..., Any] | None = None
    says: str = ""
    returns: str = ""
    types: Mapping[str, str] = MappingProxyType({})
    file: str = "functions"

    @property
    def row(self) -> Query | None:
        """The query of that name in Python's table."""
        return QUERIES.get(BEHIND.get(self.query, self.query))

    @cached_property
    def _function(self) -> Callable[..., Any]:
        name = _with_dashes(self.name).replace("-", "_")
        places = (fv, puzzle, poker)
        found = (getattr(each, name, None) for each in places)
        return self.function or next(filter(callable, found))

    @cached_property
    def _declared(self) -> Mapping[str, inspect.Parameter]:
        return inspect.signature(self._function).parameters

    @property
    def summary(self) -> str:
        """What it does: the first sentence of the docstring of Python's function."""
        if self.says:
            return self.says
        paragraph = inspect.cleandoc(self._function.__doc__ or "").partition("\n\n")[0]
        return " ".join(paragraph.split())

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The arguments that have a place."""
        kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
        return tuple(name for name, each in self._declared.items() if each.kind in kinds)

    @cached_property
    def options(self) -> tuple[str, ...]:
        """The arguments that are options."""
        left_out = LEFT_OUT.union(self.places, self.given)
        names = dict.fromkeys((*self._declared, *self.more))
        if not self.own:
            taken = _ARGUMENTS[self.query]
            names = dict.fromkeys([*filter(taken.__contains__, names), *taken])
        return tuple(name for name in names if name not in left_out)

    def is_list(self, name: str) -> bool:
        """Return whether an argument is a list, which Python takes as several arguments."""
        return self._declared[name].kind is inspect.Parameter.VAR_POSITIONAL

    def is_needed(self, name: str) -> bool:
        """Return whether a call needs an argument."""
        declared = self._declared.get(name)
        return declared is not None and declared.default is inspect.Parameter.empty

    def takes_null(self, name: str) -> bool:
        """Return whether null has a meaning of its own."""
        declared = self._declared.get(name)
        return name == "limit" or (declared is not None and declared.default is None)

    @property
    def signature(self) -> str:
        """How the function is called, such as "solve(numbers, target?, { most })"."""
        listed = [
            f"{name}[]" if self.is_list(name) else name if self.is_needed(name) else f"{name}?"
            for name in self.places
        ]
        options = [*self.options, *["signal"] * self.is_async]
        if options:
            listed.append(f"{{ {', '.join(options)} }}")
        return f"{self.name}({', '.join(listed)})"


def _values(rows: object, size: object = 7) -> None:
    """Return Cactus Kev's values of many hands, which are rows of 5, 6 or 7 ids."""


def _showdown(
    hands: object,
    board: object = "",
    *,
    players: object = 2,
    game: object = "holdem",
    decks: object = 1,
) -> None:
    """Return how many chips of the pot, `POT`, each player wins in each deal."""


PUZZLE_CALLS = (
    Call("candidates", types={"count": "boolean"}),
    Call("check"),
    Call("checkSteps", query="check", given={"steps": True}),
    Call("closest"),
    Call("count", key="solution_count", is_exact=False),
    Call("daily", is_exact=False),
    Call("deal", query="deal-puzzle", is_exact=False),
    Call("dealGame", own="named", is_exact=False, returns="Deal[]"),
    Call(
        "difficulty",
        own="named",
        more=("digits",),
        returns="(PercentileAndSeconds & { score: number; parts: Record<string, number> }) | null",
    ),
    Call(
        "generate",
        query="next-puzzles",
        own="named",
        is_exact=False,
        returns="IterableIterator<Puzzle> & { seed: number | bigint }",
        types={
            "size": "number | number[]",
            "target": "number | [number, number]",
            "difficulty": 'DifficultyName | "90-100" | (string & {}) | number | [number, number]',
            "solution_count": "number | [number, number]",
        },
    ),
    Call("hint"),
    Call(
        "isSolvable",
        key="solvable",
        is_exact=False,
        function=fv.count,
        says="Return whether a puzzle has a solution.",
        returns="boolean",
    ),
    Call("parseNumber", own="named", returns="Fraction"),
    Call("parseNumbers", key="numbers", returns="Fraction[]"),
    Call("reachable", query="reach"),
    Call("rulesNamed", own="placed", returns="Required<Rules>"),
    Call("solve"),
    Call("stillSolvable", key="still_solvable"),
    Call("values", types={"low": "NumberLike", "high": "NumberLike"}),
)
POKER_CALLS = (
    Call("breakdown", is_async=True),
    Call("byNextCard", is_async=True, key="by_card"),
    Call("canonical"),
    Call(
        "deals",
        is_async=True,
        own="named",
        function=poker.deal_many,
        returns="{ hands: Uint8Array; board: Uint8Array; seed: number | bigint }",
        types={"players": "number"},
    ),
    Call("equity", is_async=True, own="placed"),
    Call("evaluate", returns="Strength & { score: number }"),
    Call("icm", is_async=True),
    Call("odds", is_async=True),
    Call("outs", is_async=True, key="cards"),
    Call("parseCards", key="ids", returns="number[]"),
    Call("parseRange", own="named", returns="Range | OmahaRange", types={"hands": "string"}),
    Call("percentile", is_async=True, key="percentile", returns="Share"),
    Call("pushFold", is_async=True),
    Call("pushFoldThree", is_async=True),
    Call("rangeEquities", is_async=True),
    Call(
        "showdown",
        is_async=True,
        own="named",
        function=_showdown,
        returns="Uint16Array",
        types={"hands": "Uint8Array", "board": "Uint8Array | CardsLike", "players": "number"},
    ),
    Call("value", own="placed", returns="number", file="values"),
    Call("values", own="placed", function=_values, returns="Uint16Array", file="values"),
    Call("videoPoker", is_async=True),
    Call("videoSession", is_async=True, types={"hands": "string | CardsLike[]"}),
    Call("winners", own="placed", returns="number[]", types={"hands": "CardsLike[]"}),
)
CALLS = {"puzzle": PUZZLE_CALLS, "poker": POKER_CALLS}
