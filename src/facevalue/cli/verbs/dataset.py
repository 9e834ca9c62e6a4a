"""The commands for datasets: dataset build, dataset audit, dataset label."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import click

import facevalue as fv
from facevalue import datasets
from facevalue.cli import shared, values, verb
from facevalue.cli.terminal.lines import FOUND, NOT_FOUND, report, say
from facevalue.cli.terminal.progress import show_progress
from facevalue.cli.verbs import command, flag, listed, named, tables
from facevalue.datasets import Manifest
from facevalue.door import json_line
from facevalue.errors import RuleError, counted
from facevalue.options import one_of
from facevalue.queries import parameters
from facevalue.system.files import refuse_to_overwrite


def _parse_numbers(separator: str, kind: Callable[[str], float]) -> Callable[[str], Any]:
    """Return a function that parses a number, or several with a separator."""

    def parse(string: str) -> float | tuple[float, ...]:
        numbers = tuple(kind(part) for part in string.split(separator))
        return numbers if len(numbers) > 1 else numbers[0]

    return parse


def _parse_split(string: str) -> tuple[str, float]:
    name, _, share = string.partition("=")
    return name, float(share)


def _parse_weights(string: str) -> dict[int, float]:
    weights: dict[int, float] = {}
    for part in string.split(","):
        size, weight = part.split(":")
        if int(size) in weights:
            raise RuleError(f"`weights` has size {int(size)} twice; keep one of them")
        weights[int(size)] = float(weight)
    return weights


def _parse_column(string: str) -> tuple[str, str | None]:
    """Parse a role and its column; an empty column ignores the role."""
    role, equals, name = string.partition("=")
    if not equals:
        raise ValueError
    return one_of("role", role, datasets.ROLES), name or None


def _parse_template(string: str) -> str | datasets.Template:
    """Parse the name of a template, or read the template in a TOML file."""
    if string.endswith(".toml"):
        return datasets.Template.read(string)
    return one_of("template", string, datasets.TEMPLATES)


_RANGE = values.Parsed("LOW-HIGH", _parse_numbers("-", int), "look like 24 or 10-99")
_PERCENTILES = values.Parsed("LOW-HIGH", _parse_numbers("-", float), "look like 50-100")
_SIZES = values.Parsed("N,N", _parse_numbers(",", int), "look like 4 or 3,4")


@click.group(cls=verb.Family)
def dataset() -> None:
    """Build, label and audit datasets to train and test models."""


_rules_of_rows = named(
    "--rules",
    words=fv.RULES,
    help="The rules of all rows; default: the rules that each row names, or classic.",
)
_solver = shared.engine(
    "solve", "The number of threads, by default 1, or of Ray tasks, by default one per core."
)


@command(
    "dataset audit puzzles.parquet",
    "dataset audit train.jsonl test.jsonl --rules countdown --html report.html",
    "dataset audit rows.csv --column numbers=hand --column difficulty= --number-range 1 13",
    of=dataset,
)
@click.argument("files", nargs=-1, required=True, type=click.Path())
@_rules_of_rows
@click.option(
    "--column",
    "columns",
    multiple=True,
    type=values.Parsed("ROLE=COLUMN", _parse_column, "look like numbers=hand"),
    callback=values.as_dict,
    help="The column for a role; an empty COLUMN ignores the role. May be repeated. "
    f"ROLE is one of {', '.join(datasets.ROLES)}.",
)
@shared.number(
    "--number-range",
    help="The smallest and the largest allowed number; default: estimated from the rows.",
    nargs=2,
    metavar="LOW HIGH",
)
@shared.number(
    "--target-range",
    help="The smallest and the largest allowed target; default: estimated from the rows.",
    nargs=2,
    metavar="LOW HIGH",
)
@shared.extract
@shared.syntax
@shared.allow
@shared.word(
    "--ignore",
    words=datasets.FAULTS,
    help="Do not report this kind of fault, such as duplicate; may be repeated.",
    what="fault",
    multiple=True,
    metavar="KIND",
)
@shared.number("--max-listed", help="The number of faults of each kind to list.", default=1000)
@tables.file_type
@_solver
@click.option(
    "--html",
    "page",
    type=values.OUTPUT_FILE,
    help="Write an HTML page with charts to this file.",
)
@shared.as_json
def audit(
    files: tuple[str, ...],
    page: str | None,
    *,
    syntax: str,
    allow: tuple[str, ...],
    columns: dict[str, str | None],
    run: dict[str, Any],
    as_json: bool,
    **options: Any,
) -> int:
    """Find faulty rows in files of puzzles, and summarise the files.

    FILES are JSON Lines, CSV or Parquet, folders of them, patterns such as 'data/*.jsonl' or URLs
    such as s3://bucket/train.parquet; - reads JSON Lines from stdin. The audit solves every puzzle,
    checks every label and answer, and finds every repeated puzzle. Without a column for the
    split, each file is one split. Exit code: 0 no faults, 1 faults, 2 bad usage.
    """
    sources = [sys.stdin.buffer if file == values.STDIN else file for file in files]
    refuse_to_overwrite(page, sources)
    with values.written(page) as stream:
        with show_progress() as progress:
            if not shared.is_typed("extract"):
                options["extract"] = None  # rows may name their own
            options["columns"] = datasets.Columns(**columns)
            options["syntax"] = parameters.extend_syntax(syntax, allow)
            result = datasets.audit(sources, progress=progress, **run, **options)
        if stream:
            stream.write(result.html.encode())
    say(result.json if as_json else str(result))
    return FOUND if result.is_clean else NOT_FOUND


@command(
    "dataset label puzzles.jsonl -o labelled.parquet",
    "dataset label hands.csv --numbers hand --rules countdown -o -",
    "dataset label 's3://bucket/*.parquet' -o labelled.parquet --engine ray",
    of=dataset,
)
@tables.files
@tables.output("labels", required=True)
@tables.columns("numbers", "target", "rules")
@_rules_of_rows
@tables.file_type
@tables.strict
@_solver
@shared.as_json
def label(**options: Any) -> int:
    """Solve the puzzles in files, and add their labels.

    The labels are columns as in 'dataset build': solvable, solution_count, needs_fraction,
    percentile (how hard the puzzle is) and solution (the simplest one). A row keeps its own
    columns; a column with the name of a label is renamed, for example to input_solution.

    A FILE is JSON Lines, a JSON array, CSV or Parquet, optionally compressed with gzip. Each row
    has the numbers of a puzzle and optionally a target. It may be a folder, a pattern such as
    'out/*.jsonl' or a URL such as s3://bucket/out.jsonl; - reads stdin.

    A row without a target uses the default target of its rules. A column can name the rules of each
    row; --rules sets them for all rows. Rows that cannot be read and puzzles that are too large to
    solve are skipped and reported on stderr.
    """
    return tables.run_job(datasets.label, **options)


@command(
    "dataset build spec.toml -o countdown",
    "dataset build -o easy24 --count 1000 --difficulty 0-50 --format trl",
    "dataset build -o countdown --rules countdown --size 3,4 --low 1 --high 99 "
    "--target 10-99 --unsolvable 0.1 --count 1000000",
    of=dataset,
)
@click.argument("file", required=False, type=click.Path())
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FOLDER",
    help="The folder to write to, a path or a URL.",
)
@named(
    "--rules",
    words=fv.RULES,
    help=f"The rules: one of {', '.join(fv.RULES)}; default: classic.",
)
@shared.number("--count", help="The number of rows.")
@shared.number("--seed", help="0 to 2^64 - 1; default: 0.")
@listed("--size", type=_SIZES, help="How many numbers a puzzle has, such as 4 or 3,4.")
@listed(
    "--weights",
    type=values.Parsed("N:WEIGHT,...", _parse_weights, "look like 3:1,4:2"),
    help="The proportions of the sizes, such as 3:1,4:2; default: all puzzles are equally likely.",
)
@shared.option(parameters.LOW)
@shared.option(parameters.HIGH)
@click.option("--target", type=_RANGE, help="The target or targets, such as 24 or 10-99.")
@shared.number(
    "--unsolvable",
    help="The share of puzzles without a solution, such as 0.1.",
    within=(0, 1),
    kind=float,
    metavar="SHARE",
)
@click.option(
    "--difficulty", type=_PERCENTILES, help="The percentiles of difficulty, such as 50-100."
)
@shared.option(parameters.DIFFICULTY_MODEL)
@click.option("--solution-count", type=_RANGE, help="How many solutions a puzzle has: 1, or 1-3.")
@flag("--shuffle", default=None, help="Write the numbers of each puzzle in a random order.")
@click.option(
    "--split",
    "splits",
    multiple=True,
    type=values.Parsed("NAME=SHARE", _parse_split, "look like train=1"),
    callback=lambda *given: values.as_dict(*given) or None,
    help="A split and its share; may be repeated. Default: train=0.9 and test=0.1.",
)
@named(
    "--split-by",
    words=datasets.SPLIT_BY,
    help="What the split depends on: puzzle, target or numbers; default: puzzle.",
)
@click.option(
    "--template",
    type=values.Parsed("NAME|FILE", _parse_template, "look like tinyzero"),
    help=f"The prompt template: {', '.join(datasets.TEMPLATES)}; or a TOML file with one.",
)
@named(
    "--format",
    words=datasets.FORMATS,
    help=f"The columns to add: {', '.join(datasets.FORMATS)}.",
)
@named(
    "--strategy",
    words=datasets.STRATEGIES,
    help=f"How traces search: {', '.join(datasets.STRATEGIES)}; default: dfs.",
)
@shared.number("--max-lines", help="Leave out puzzles whose traces have more lines; default: 500.")
@shared.number("--traces", help="How many traces each puzzle has; default: 1. Each trace is a row.")
@shared.number(
    "--shard-rows", help="Rows in each shard; default: 50000, or 1000 with traces or pictures."
)
@shared.engine("build", "Build N shards at once; default: one per core.")
@shared.as_json
def build(
    file: str | None, output: str, run: dict[str, Any], *, as_json: bool, **fields: Any
) -> int:
    """Build a dataset of certified puzzles as Parquet files.

    No puzzle appears twice.

    FILE is a spec in TOML; its keys are the names of the options. Options override its values. The
    same spec gives the same files, byte for byte. To resume an interrupted build, run the same
    command again.
    """
    chosen = {name: value for name, value in fields.items() if value is not None}
    spec = datasets.Spec.read(file, **chosen) if file else datasets.Spec.from_dict(chosen)
    with show_progress() as progress:
        manifest = datasets.build(
            spec,
            output,
            progress=progress,
            damaged=lambda name: report(f"facevalue: {name} is damaged; writing it again"),
            **run,
        )
    if as_json:
        counts = {"rows": manifest.rows, "left_out": manifest.left_out, "splits": manifest.splits}
        say(json_line(counts | {"files": [file.name for file in manifest.files]}))
    else:
        for line in _describe(manifest):
            say(line)
    return FOUND


def _describe(manifest: Manifest) -> Iterator[str]:
    yield f"{counted(manifest.rows, 'row')} in {counted(len(manifest.shards), 'shard')}"
    width = max(map(len, manifest.splits))
    for name, rows in manifest.splits.items():
        yield f"{name:<{width}}  {rows:>{len(str(manifest.rows))}}  {name}-*.parquet"
    if manifest.spec.max_lines:
        longer = f"traces longer than {counted(manifest.spec.max_lines, 'line')}"
        were = "was" if manifest.left_out == 1 else "were"
        yield f"{counted(manifest.left_out, 'puzzle')} with {longer} {were} left out"


VERBS = (dataset,)
