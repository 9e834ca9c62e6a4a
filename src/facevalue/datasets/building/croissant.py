"""The metadata of a dataset in Croissant 1.0 (JSON-LD), which data search engines and loaders read.

Format: https://docs.mlcommons.org/croissant/docs/croissant-spec.html
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from facevalue.datasets.building.formats import Column, describe_columns
from facevalue.datasets.building.manifest import Manifest
from facevalue.errors import counted
from facevalue.puzzle import rules_named

CROISSANT = "croissant.json"
VERSION = "http://mlcommons.org/croissant/1.0"
_PARQUET = "application/x-parquet"
_TERMS = """citeAs column equivalentProperty extract field fileObject fileProperty fileSet format
includes isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace
samplingRate separator source subField transform"""
_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    **{name: f"cr:{name}" for name in _TERMS.split()},
}


def write_croissant(manifest: Manifest) -> str:
    """Return the contents of croissant.json for a dataset: its files, their hashes, its columns."""
    spec = manifest.spec
    rules = rules_named(spec.rules)
    columns = describe_columns(spec.format, spec.template, spec.difficulty_model)
    files = [
        {
            "@type": "cr:FileObject",
            "@id": file.name,
            "name": file.name,
            "contentUrl": file.name,
            "contentSize": f"{file.bytes} B",
            "encodingFormat": _PARQUET,
            "sha256": file.sha256,
        }
        for file in manifest.files
    ]
    sets = [
        {
            "@type": "cr:FileSet",
            "@id": f"{split}-files",
            "name": f"{split}-files",
            "includes": f"{split}-*.parquet",
            "encodingFormat": _PARQUET,
        }
        for split in manifest.splits
    ]
    content = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": VERSION,
        "name": f"number-puzzles-{sha256(str(spec).encode()).hexdigest()[:12]}",
        "description": f"{manifest.puzzles} number puzzles, each solved by facevalue or proved to "
        f"have no solution. The rules are {rules.name}. {rules.summary}",
        "version": "1.0.0",
        "keywords": ["puzzles", "reasoning", "facevalue"],
        "distribution": files + sets,
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": split,
                "name": split,
                "description": f"{counted(rows, 'row')} of the split {split}",
                "field": [_field(split, name, column) for name, column in columns.items()],
            }
            for split, rows in manifest.splits.items()
        ],
    }
    return json.dumps(content, indent=1) + "\n"


def _field(split: str, name: str, column: Column) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"{split}/{name}",
        "name": name,
        "description": column.summary,
        "dataType": f"sc:{column.kind.title()}",
        **({"repeated": True} if name == "numbers" else {}),
        "source": {"fileSet": {"@id": f"{split}-files"}, "extract": {"column": name}},
    }
