"""The stubs of the packages, which show type checkers the names that load on first use.

`python -m tests.stubs` writes them from the table in `facevalue.names`; a test fails when one of
them is stale.
"""

from __future__ import annotations

from pathlib import Path

from facevalue.names import PUBLIC, public_names

SOURCES = Path(__file__).resolve().parent.parent / "src"


def path_of(package: str) -> Path:
    """The path of the stub of a package."""
    return SOURCES.joinpath(*package.split("."), "__init__.pyi")


def stub(package: str) -> str:
    """The stub of a package: one import for each name."""
    lines = [
        f"from {package} import {name} as {name}"
        if module == f"{package}.{name}"
        else f"from {module} import {name} as {name}"
        for name, module in public_names(package)
    ]
    return "\n".join(["# Written by `python -m tests.stubs`.", *sorted(lines, key=str.lower), ""])


if __name__ == "__main__":
    for each in PUBLIC:
        path_of(each).write_text(stub(each), encoding="utf-8")
