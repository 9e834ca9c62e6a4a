"""What others made and facevalue contains, from third_party.toml: NOTICE and the SBOM of a wheel.

`python packaging/third_party.py notice` prints NOTICE. `python packaging/third_party.py sbom
NANOBIND` prints a software bill of materials in CycloneDX 1.6; the build puts it into the wheel
(PEP 770). NANOBIND is the folder of the package nanobind that the build uses.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from textwrap import dedent
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PARTS = tomllib.loads((ROOT / "packaging" / "third_party.toml").read_text(encoding="utf-8"))
HEAD = """\
facevalue contains code and data that others made. This file lists them with their licences and
sources; the folder packaging/licenses contains the licences in full. NOASSERTION means that no
licence is stated. Everything else is facevalue's own, under the licence in LICENSE.

No font is included: printed sheets and pictures of cards use the package font-source-sans-pro
(Source Sans Pro, OFL-1.1) if it is installed.
"""


def notice() -> str:
    """The contents of NOTICE."""
    blocks = [HEAD]
    for title, kind in (("Code", "code"), ("Data", "data")):
        blocks.append(f"{title}\n{'=' * len(title)}\n")
        for part in PARTS[kind]:
            lines = [
                " ".join(filter(None, (part["name"], part.get("version")))),
                *dedent(part.get("copyright", "")).strip().splitlines(),
                f"Licence: {part['license']}",
                f"Source: {part['source']}",
                *([part["what"]] if "what" in part else []),
                "Compiled into:" if kind == "code" else "Files:",
                *(f"  {name}" for name in part["compiled_into" if kind == "code" else "files"]),
            ]
            blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def sbom(nanobind: Path) -> dict[str, Any]:
    """What a wheel consists of and depends on, as CycloneDX 1.6."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name = project["name"]
    this = f"pkg:pypi/{name}@{project['version']}"
    parts = [_component(part, nanobind) for part in PARTS["code"]]
    data = [
        {
            "type": "data",
            "bom-ref": f"data:{part['name']}",
            "name": part["name"],
            "licenses": _licenses(part),
            "description": f"{part['what']} Source: {part['source']}",
        }
        for part in PARTS["data"]
    ]
    needs = [_requirement(each) for each in project["dependencies"]]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "bom-ref": this,
                "name": name,
                "version": project["version"],
                "licenses": [{"expression": project["license"]}],
                "purl": this,
            }
        },
        "components": [*parts, *data, *needs],
        "dependencies": [
            {"ref": this, "dependsOn": [each["bom-ref"] for each in (*parts, *data, *needs)]}
        ],
    }


def _component(part: dict[str, Any], nanobind: Path) -> dict[str, Any]:
    """A part that is compiled in."""
    version = _version_of(nanobind) if part["name"] == "nanobind" else part.get("version")
    return {
        "type": "library",
        "bom-ref": f"code:{part['name']}",
        "name": part["name"],
        **({"version": version} if version else {}),
        "licenses": _licenses(part),
        "copyright": dedent(part["copyright"]).strip(),
        "externalReferences": [{"type": "website", "url": part["source"]}],
        "properties": [
            {"name": "facevalue:compiled_into", "value": place} for place in part["compiled_into"]
        ],
    }


def _licenses(part: dict[str, Any]) -> list[dict[str, Any]]:
    known = part["license"] != "NOASSERTION"
    return [{"expression": part["license"]}] if known else []


def _requirement(requirement: str) -> dict[str, Any]:
    """A package that pip installs next to facevalue."""
    name, bound = re.fullmatch(r"([\w-]+)(.*)", requirement).groups()
    return {
        "type": "library",
        "bom-ref": f"pkg:pypi/{name}",
        "name": name,
        "purl": f"pkg:pypi/{name}",
        "scope": "required",
        "description": f"installed by pip: {name}{bound}",
    }


def _version_of(nanobind: Path) -> str:
    header = (nanobind / "include" / "nanobind" / "nanobind.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define NB_VERSION_(?:MAJOR|MINOR|PATCH)\s+(\d+)", header))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["notice"]:
            printed = notice()
        case ["sbom", folder]:
            printed = json.dumps(sbom(Path(folder)), indent=2) + "\n"
        case _:
            sys.exit("usage: python packaging/third_party.py notice | sbom NANOBIND")
    sys.stdout.buffer.write(printed.encode())
