"""The card of a dataset: a README.md that people read, with the metadata that hubs read."""

from __future__ import annotations

from facevalue.datasets.building.formats import FORMATS, describe_columns
from facevalue.datasets.building.manifest import Manifest
from facevalue.puzzle import rules_named

CARD = "README.md"
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
