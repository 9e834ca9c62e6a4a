"""Every query that facevalue answers, defined once for all interfaces."""

from facevalue.queries.json import schema
from facevalue.queries.query import Query, Result
from facevalue.queries.table import QUERIES

__all__ = ["QUERIES", "Query", "Result", "schema"]
