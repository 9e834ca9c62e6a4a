"""Rules by name, optionally with changed options: "countdown, use=all"."""

from __future__ import annotations

from functools import lru_cache

from facevalue import _core
from facevalue.options import row_named, spell_options
from facevalue.puzzle.model.rules import RULES, Rules


def rules_named(rules: str | Rules) -> Rules:
    """Return the rules with a name in `RULES`, optionally with changed options.

    A `Rules` is returned unchanged.

    Args:
        rules: rules, a name in `RULES`, or a name and options of `Rules`: "countdown, use=all".
            Options alone change classic.

    Raises:
        RuleError: no rules have that name, or an option is unknown or has a wrong value.

    >>> rules_named("make10").target
    10
    >>> rules_named("train, operators=+-, target=2016").operators
    '+-'
    """
    if isinstance(rules, str) and ("=" in rules or "," in rules):
        return _read_options(rules)
    return rules if isinstance(rules, Rules) else row_named("rules", rules, RULES)


@lru_cache(maxsize=64)
def _read_options(spelling: str) -> Rules:
    """The rules of a spelling such as "train, values=natural", which is also their name."""
    name, changes = _core.read_rules_spelling(spelling)
    row = row_named("rules", name or "classic", RULES)
    return row.replace(**changes, name=spell_options(row.name, changes), summary="", variants="")
