"""The table of queries, from which every interface is made."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from facevalue.queries.number_queries import NUMBER_QUERIES
from facevalue.queries.poker_queries import POKER_QUERIES
from facevalue.queries.puzzle_queries import JUDGE_QUERIES, MAKE_QUERIES, PLAY_QUERIES
from facevalue.queries.query import Query

# The queries by the section of `facevalue --help` that lists them.
SECTIONS: Mapping[str, tuple[Query, ...]] = MappingProxyType(
    {
        "Solve": NUMBER_QUERIES,
        "Play": PLAY_QUERIES,
        "Judge": JUDGE_QUERIES,
        "Make": MAKE_QUERIES,
        "Poker": POKER_QUERIES,
    }
)
QUERIES: Mapping[str, Query] = MappingProxyType(
    {query.name: query for queries in SECTIONS.values() for query in queries}
)
