"""The command `grade`."""

from __future__ import annotations

from typing import Any

import click

import facevalue as fv
from facevalue.cli import verb
from facevalue.cli.terminal.lines import FOUND
from facevalue.cli.terminal.progress import show_progress
from facevalue.cli.verbs import tables
from facevalue.options import one_of


def _parse_by(string: str) -> tuple[str, ...]:
    words = string.split(",") if string else ()
    return tuple(one_of("by", word.strip(), fv.datasets.GRADED_BY) for word in words)


@click.command(
    cls=verb.Verb,
    epilog=verb.examples(
        "grade completions.jsonl --rules countdown --after-think",
        "grade answers.csv --completions reply --extract whole -o verdicts.csv",
        "grade samples.jsonl --extract any --syntax relaxed --group-by id --k 1,8",
        "grade samples.jsonl --by rules,difficulty",
        "grade logs/*.eval --by model --compare openai/gpt-5 anthropic/claude-opus-5",
        "grade thoughts.jsonl --steps --extract whole",
        "grade batch-output.jsonl --prompts batch-input.jsonl",
        "grade - --json < completions.jsonl",
    ),
)
@tables.files
@tables.column("completions", "completion")
@tables.column("numbers", "numbers")
@tables.column("targets", "target")
@tables.rules_column
@tables.column("models", "model")
@click.option(
    "--extract-column",
    metavar="COLUMN",
    help="The column that says where the answer is; default: extract, if there is one.",
)
@verb.rules
@verb.syntax
@verb.allow
@verb.extract
@click.option("--after-think", is_flag=True, help="Read only what follows </think>.")
@click.option(
    "--no-solution",
    is_flag=True,
    help="Accept answers such as 'no solution' for a puzzle without a solution.",
)
@click.option(
    "--steps",
    is_flag=True,
    help="Judge answers that are lists of steps, such as '8 - 3 = 5', step by step.",
)
@click.option(
    "--step-labels",
    is_flag=True,
    help="With -o, also write whether the target is still reachable after each step.",
)
@click.option(
    "--group-by",
    metavar="COLUMN",
    help="The column that identifies the prompt of each completion, for pass@k.",
)
@click.option(
    "--k",
    type=verb.Parsed("K,...", lambda text: tuple(map(int, text.split(","))), "1,8,64"),
    help="Estimate pass@k for each of these, such as 1,8,64.",
)
@click.option(
    "--by",
    default="",
    type=verb.Parsed("NAME,...", _parse_by, "rules,difficulty"),
    help=f"Also print the figures by {', by '.join(fv.datasets.GRADED_BY)}, or by several.",
)
@click.option(
    "--compare",
    nargs=2,
    metavar="MODEL MODEL",
    help="Print the difference between two models on the puzzles that both tried.",
)
@click.option(
    "--prompts",
    type=click.Path(),
    metavar="FILE",
    help="The input of an OpenAI batch, for the prompts of its output.",
)
@tables.file_type
@tables.output("verdicts")
@tables.strict
@verb.engine("judge", "Run N tasks of Ray at once; default: one per core.")
@verb.as_json
def grade(
    files: tuple[str, ...],
    syntax: str,
    allow: tuple[str, ...],
    file_type: str | None,
    output: str | None,
    *,
    as_json: bool,
    strict: bool,
    by: tuple[str, ...],
    compare: tuple[str, str] | None,
    prompts: str | None,
    completions: str | None,
    numbers: str | None,
    targets: str | None,
    rules_column: str | None,
    extract_column: str | None,
    models: str | None,
    no_solution: bool,
    steps: bool,
    step_labels: bool,
    group_by: str | None,
    k: tuple[int, ...] | None,
    engine: str,
    address: str | None,
    workers: int | None,
    **options: Any,  # noqa: ANN401 - rules, extract and after_think go to the grader
) -> int:
    """Grade the completions in files and count the verdicts.

    A FILE is JSON Lines, a JSON array, CSV or Parquet, optionally compressed with gzip, with a
    completion, numbers and a target in each row; or a log of Inspect AI, lm-eval, OpenAI, TRL,
    verifiers or verl. It may be a folder, a pattern such as 'out/*.jsonl' or a URL such as
    s3://bucket/out.jsonl; - reads stdin. Without numbers, the puzzle is read from the prompt.

    A row without a target uses the default target of its rules. A column can name the rules of each
    row; --rules sets them for all rows. A column named extract can say where the answer is in each
    completion; --extract sets that for all rows.

    If rows have lists of completions for one prompt, the command also prints pass@k and avg@n. Rows
    that cannot be read are skipped and reported on stderr.
    """
    sources = tables.sources(files, output)
    grader = fv.Grader(syntax=verb.syntax_with(syntax, allow), **options)
    columns = tables.chosen(
        completion=completions,
        numbers=numbers,
        target=targets,
        rules=rules_column,
        extract=extract_column,
        model=models,
    )
    with verb.written(output) as stream, show_progress() as advance:
        grades = fv.datasets.grade(
            sources,
            grader,
            columns=columns,
            file_type=file_type,
            output=stream,
            same_rules=verb.is_typed("rules"),
            same_extract=verb.is_typed("extract"),
            no_solution=no_solution,
            steps=steps,
            step_labels=step_labels,
            group_by=group_by,
            k=k,
            by=by,
            compare=compare,
            prompts=prompts,
            strict=strict,
            engine=engine,
            address=address,
            workers=workers,
            progress=advance,
        )
    tables.report_result(grades, output, as_json=as_json)
    return FOUND


VERBS = (grade,)
