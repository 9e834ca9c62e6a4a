"""The cards of a dataset: README.md for people and hubs, croissant.json for search engines.

Format: https://docs.mlcommons.org/croissant/docs/croissant-spec.html
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from facevalue.datasets.building.formats import FORMATS, Column, describe_columns
from facevalue.datasets.building.manifest import Manifest
from facevalue.errors import counted
from facevalue.puzzle import rules_named

CARD = "README.md"
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
_SIZES = (
    *((10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M")),
    *((10**7, "1M<n<10M"), (10**8, "10M<n<100M"), (10**9, "100M<n<1B")),
)
_PROMISE = """facevalue solved every puzzle, or proved that it has no solution. No puzzle appears
twice, not even in another split."""
_AGAIN = """`manifest.json` has the versions of the packages and the SHA-256 of each file. With the
same versions, this Python code writes the same files again, byte for byte:"""


def size_category(rows: int) -> str:
    """Return the size category of Hugging Face's hub for a number of rows.

    >>> size_category(999), size_category(1000), size_category(10**9)
    ('n<1K', '1K<n<10K', 'n>1B')
    """
    return next((name for bound, name in _SIZES if rows < bound), "n>1B")


def write_card(manifest: Manifest) -> str:
    """Return the contents of README.md for a dataset.

    The splits are named in its YAML, so `datasets.load_dataset(FOLDER)` finds them.
    """
    spec, splits = manifest.spec, manifest.splits
    rules = rules_named(spec.rules)
    files = [f"  - split: {name}\n    path: {name}-*.parquet" for name in splits]
    table = [f"| {name} | {rows} | `{name}-*.parquet` |" for name, rows in splits.items()]
    described = describe_columns(spec.format, spec.template, spec.difficulty_model)
    columns = [f"| `{name}` | {column.summary} |" for name, column in described.items()]
    if "extract" in described:
        is_plain = spec.format == "plain"
        more = "`prompt`, a string" if is_plain else FORMATS[spec.format].summary
        columns.append(f"| more, for `{spec.format}` | {more} |")
    return "\n".join(
        [
            "---",
            "configs:",
            "- config_name: default",
            "  data_files:",
            *files,
            "size_categories:",
            f"- {size_category(manifest.rows)}",
            "tags:",
            "- facevalue",
            "- puzzles",
            "- reasoning",
            "task_categories:",
            "- text-generation",
            "---",
            "",
            f"# {manifest.puzzles:,} number puzzles",
            "",
            f"The rules are `{rules.name}`. {rules.summary}",
            "",
            _PROMISE,
            "",
            "| split | rows | files |",
            "|---|---|---|",
            *table,
            "",
            "| column | content |",
            "|---|---|",
            *columns,
            "",
            _AGAIN,
            "",
            "```python",
            "from facevalue import datasets",
            "",
            f"spec = datasets.Spec.parse({str(spec)!r})",
            'datasets.build(spec, "puzzles")',
            "```",
            "",
        ]
    )


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
