"""Files of puzzles and of answers to them.

The names are loaded when one of them is first asked for.
"""

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from facevalue.datasets.auditing import audit
    from facevalue.datasets.columns import ROLES
    from facevalue.datasets.faults import FAULTS, Fault
    from facevalue.datasets.report import Audit
    from facevalue.datasets.tracing import OUTCOMES, STRATEGIES, Trace, trace, traces

# The files that the public names stand in.
_PLACES = {
    "Audit": "report",
    "FAULTS": "faults",
    "Fault": "faults",
    "OUTCOMES": "tracing",
    "ROLES": "columns",
    "STRATEGIES": "tracing",
    "Trace": "tracing",
    "audit": "auditing",
    "trace": "tracing",
    "traces": "tracing",
}

__all__ = [
    "FAULTS",
    "OUTCOMES",
    "ROLES",
    "STRATEGIES",
    "Audit",
    "Fault",
    "Trace",
    "audit",
    "trace",
    "traces",
]


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module 'facevalue.datasets' has no attribute {name!r}")
    module = import_module(f"facevalue.datasets.{_PLACES[name]}")
    # Kept here: the next time it is found at once.
    return globals().setdefault(name, getattr(module, name))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
