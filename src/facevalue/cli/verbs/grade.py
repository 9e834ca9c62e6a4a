"""The command `grade`."""

from __future__ import annotations

from typing import Any

import click

import facevalue as fv
from facevalue.cli import shared, values
from facevalue.cli.verbs import command, flag, listed, tables
from facevalue.options import one_of
from facevalue.queries import parameters


def _parse_by(string: str) -> tuple[str, ...]:
    words = string.split(",") if string else ()
    return tuple(one_of("by", word.strip(), fv.datasets.GRADED_BY) for word in words)


@command(
    "grade completions.jsonl --rules countdown --after-think",
    "grade answers.csv --completions reply --extract whole -o verdicts.csv",
    "grade samples.jsonl --extract any --syntax relaxed --group-by id --k 1,8",
    "grade samples.jsonl --by rules,difficulty",
    "grade logs/*.eval --by model --compare openai/gpt-5 anthropic/claude-opus-5",
    "grade thoughts.jsonl --steps --extract whole",
    "grade batch-output.jsonl --prompts batch-input.jsonl",
    "grade - --json < completions.jsonl",
)
@tables.files
@tables.columns("completion", "numbers", "target", "rules", "model", "extract")
@shared.rules
@shared.syntax
@shared.allow
@shared.extract
@flag("--after-think", help="Read only what follows </think>.")
@flag("--no-solution", help="Accept answers such as 'no solution' for a puzzle without a solution.")
@flag("--steps", help="Judge answers that are lists of steps, such as '8 - 3 = 5', step by step.")
@flag(
    "--step-labels",
    help="With -o, also write whether the target is still reachable after each step.",
)
@click.option(
    "--group-by",
    metavar="COLUMN",
    help="The column that identifies the prompt of each completion, for pass@k.",
)
@listed(
    "--k",
    type=values.Parsed("K,...", lambda text: tuple(map(int, text.split(","))), "look like 1,8,64"),
    help="Estimate pass@k for each of these, such as 1,8,64.",
)
@listed(
    "--by",
    default="",
    type=values.Parsed("NAME,...", _parse_by, "look like rules,difficulty"),
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
@shared.engine("judge", "Run N tasks of Ray at once; default: one per core.")
@shared.as_json
def grade(
    rules: fv.Rules,
    syntax: str,
    allow: tuple[str, ...],
    extract: str,
    columns: fv.datasets.Columns,
    *,
    after_think: bool,
    **options: Any,
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
    spelling = parameters.extend_syntax(syntax, allow)
    grader = fv.Grader(rules, spelling, extract, after_think=after_think)
    ignored = [role for role in ("rules", "extract") if shared.is_typed(role)]
    columns = columns.replace(**dict.fromkeys(ignored))
    return tables.run_job(fv.datasets.grade, grader=grader, columns=columns, **options)


VERBS = (grade,)
