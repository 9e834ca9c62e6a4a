"""The tables that the core reads puzzles and answers with: rules, decks, notations and syntaxes."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import attrs

from facevalue import _core
from facevalue.puzzle.model.decks import DECKS, card_values
from facevalue.puzzle.model.rules import RULES
from facevalue.puzzle.model.scoring import SCORINGS
from facevalue.puzzle.notation.notations import NOTATIONS, Notation
from facevalue.puzzle.notation.syntax import FUNCTION_SIGNS, SYNTAXES, Syntax, answer_spellings


@cache
def number_tables() -> _core.Tables:
    """Return the tables for the core."""
    return _core.Tables.read(json.dumps(core_tables()))


def core_tables() -> dict[str, Any]:
    """Return the rules, notations and syntaxes, which the core does not define itself."""
    return {
        "rules": {name: row.as_dict() for name, row in RULES.items()},
        "decks": {name: row.as_dict() for name, row in DECKS.items()},
        "scorings": {name: row.as_dict() for name, row in SCORINGS.items()},
        "function_signs": dict(FUNCTION_SIGNS),
        "syntaxes": {name: _syntax_row(row) for name, row in SYNTAXES.items()},
        "notations": {name: _notation_row(row) for name, row in NOTATIONS.items()},
    }


def _notation_row(row: Notation) -> dict[str, Any]:
    """What writes an expression in a notation; `steps` is not a tree and has only its name."""
    return {
        "name": row.name,
        "summary": row.summary,
        "example": row.example,
        "operators": list(row.operators),
        "functions": dict(row.functions),
        "frame": row.frame,
        "division": row.division,
        "numbers": attrs.asdict(row.numbers),
        "brackets": row.brackets,
        "arrangement": row.arrangement,
        "brackets_all": row.brackets_all,
        "is_tree": row.writer is None,
    }


def _syntax_row(syntax: Syntax) -> dict[str, Any]:
    """The spellings of a syntax and its options."""
    flags = (
        False,
        False,
        syntax.decimals,
        syntax.unary_sign,
        syntax.implicit_multiplication,
        syntax.unicode,
        syntax.typed,
    )
    return {"spellings": answer_spellings(syntax, card_values()), "flags": flags}
