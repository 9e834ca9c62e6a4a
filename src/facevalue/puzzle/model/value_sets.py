"""The sets of values that results of operations may have. The core defines them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from facevalue import _core
from facevalue.value import Value


@attrs.frozen
class ValueSet(Value):
    """The set of values that the result of an operation may have."""

    name: str
    whole: bool = attrs.field(kw_only=True)
    least: int | None = attrs.field(kw_only=True)
    summary: str = attrs.field(kw_only=True)


VALUES: Mapping[str, ValueSet] = MappingProxyType(
    {
        name: ValueSet(name, whole=whole, least=least, summary=summary)
        for name, whole, least, summary in _core.value_sets()
    }
)
