"""Data sets of puzzles, audits of them, search traces, and files of answers.

The names are loaded when one of them is first asked for.
"""

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from facevalue.datasets.auditing import audit
    from facevalue.datasets.building import build
    from facevalue.datasets.columns import ROLES
    from facevalue.datasets.faults import FAULTS, Fault
    from facevalue.datasets.formats import FORMATS, Format
    from facevalue.datasets.manifest import File, Manifest, Record
    from facevalue.datasets.report import Audit
    from facevalue.datasets.spec import Spec
    from facevalue.datasets.templates import TEMPLATES, Template
    from facevalue.datasets.tracing import OUTCOMES, STRATEGIES, Trace, trace, traces

# The files that the public names stand in.
_PLACES = {
    "Audit": "report",
    "FAULTS": "faults",
    "FORMATS": "formats",
    "Fault": "faults",
    "File": "manifest",
    "Format": "formats",
    "Manifest": "manifest",
    "OUTCOMES": "tracing",
    "ROLES": "columns",
    "Record": "manifest",
    "STRATEGIES": "tracing",
    "Spec": "spec",
    "TEMPLATES": "templates",
    "Template": "templates",
    "Trace": "tracing",
    "audit": "auditing",
    "build": "building",
    "trace": "tracing",
    "traces": "tracing",
}

__all__ = [
    "FAULTS",
    "FORMATS",
    "OUTCOMES",
    "ROLES",
    "STRATEGIES",
    "TEMPLATES",
    "Audit",
    "Fault",
    "File",
    "Format",
    "Manifest",
    "Record",
    "Spec",
    "Template",
    "Trace",
    "audit",
    "build",
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
