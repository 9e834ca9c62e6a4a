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
    from facevalue.datasets.manifest import FileRecord, Manifest, ShardRecord
    from facevalue.datasets.report import Audit
    from facevalue.datasets.search_traces import OUTCOMES, STRATEGIES, Trace, trace, traces
    from facevalue.datasets.spec import Spec
    from facevalue.datasets.templates import TEMPLATES, Template

# The files that the public names stand in.
_PLACES = {
    "Audit": "report",
    "FAULTS": "faults",
    "FORMATS": "formats",
    "Fault": "faults",
    "FileRecord": "manifest",
    "Format": "formats",
    "Manifest": "manifest",
    "OUTCOMES": "search_traces",
    "ROLES": "columns",
    "ShardRecord": "manifest",
    "STRATEGIES": "search_traces",
    "Spec": "spec",
    "TEMPLATES": "templates",
    "Template": "templates",
    "Trace": "search_traces",
    "audit": "auditing",
    "build": "building",
    "trace": "search_traces",
    "traces": "search_traces",
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
    "FileRecord",
    "Format",
    "Manifest",
    "ShardRecord",
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
