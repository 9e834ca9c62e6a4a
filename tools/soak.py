"""Judge billions of generated answers whose correct verdicts are known.

`python -m tools.soak --answers 1_000_000_000 --state soak.json` builds `core/soak` and runs it.
Each answer is written from an expression whose value is known: correct answers in many notations,
answers with one wrong step, malformed and forbidden ones. The core's judge must find the reason and
the position that the answer was made for. An answer depends only on its number and the seed, so an
interrupted run resumes from its state file. If a verdict is wrong, the exit code is 1 and the first
wrong ones are printed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import facevalue as fv
from facevalue.puzzle.model.decks import card_values
from facevalue.puzzle.notation.syntax import answer_spellings

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (*sorted((ROOT / "core" / "soak").iterdir()), ROOT / "core" / "work" / "splitmix.hpp")
CHUNK = 5_000_000  # answers between two writes of the state file
MAX_SHOWN = 10

STRICT, LENIENT, RELAXED = (fv.SYNTAXES[name] for name in ("strict", "lenient", "relaxed"))
OPTIONS = {"unary_sign": True, "implicit_multiplication": True, "decimals": True}
SYNTAXES = {
    "strict": STRICT,
    "strict, all options": STRICT.replace(**OPTIONS),
    "LaTeX": STRICT.replace(latex=True),
    "Unicode, claims": STRICT.replace(unicode=True, claim="must_hold"),
    "brackets, implicit": STRICT.replace(brackets=True, implicit_multiplication=True),
    "lenient": LENIENT,
    "lenient, signs": LENIENT.replace(unary_sign=True),
    "lenient, all options": LENIENT.replace(**OPTIONS),
    "relaxed": RELAXED,
    "relaxed, all options": RELAXED.replace(**OPTIONS),
    "typed": STRICT.replace(typed=True),
}
# The core that makes answers knows no powers, factorials and roots.
PLAIN_RULES = {name: row for name, row in fv.RULES.items() if not row.functions}
RULES = {**PLAIN_RULES, "no division": fv.Rules("no division", operators="+-*", values="integer")}


def rows() -> str:
    """The syntaxes and rules in the format of core/soak/rows.hpp."""
    lines = []
    for name, syntax in SYNTAXES.items():
        options = syntax.as_dict() | {"claim": syntax.claim == "must_hold"}
        lines.append(f"syntax\t{name}\t{''.join(str(int(on)) for on in options.values())}")
        for text, piece, value in answer_spellings(syntax, card_values()):
            lines.append(f"spelling\t{text.encode().hex()}\t{piece}\t{value}")
    for name, rules in RULES.items():
        options = (rules.operators, rules.use, rules.order, rules.grouping, rules.values)
        lines.append("\t".join(("rules", name, *options)))
    return "\n".join(lines) + "\n"


class Soak:
    """The compiled program and its input file."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.program, self.seed = build(folder), seed
        self.rows = folder / f"soak-rows-{digest()}.txt"
        self.rows.write_text(rows(), encoding="utf-8")

    def judge(self, first: int, answers: int, threads: int) -> dict[str, Any]:
        """Judge answers from number `first` on; return seconds, counts and wrong verdicts."""
        return json.loads(self._output(first, answers, threads))

    def show(self, first: int, answers: int) -> list[dict[str, Any]]:
        """The answers with their expected verdicts; nothing is judged."""
        return [json.loads(line) for line in self._output(first, answers, "show").splitlines()]

    def _output(self, first: int, answers: int, how: int | str) -> str:
        command = [self.program, self.rows, self.seed, first, answers, how]
        return subprocess.run(
            list(map(str, command)), stdout=subprocess.PIPE, encoding="ascii", check=True
        ).stdout


def build(folder: Path) -> Path:
    """Build the program in a folder, which may be a build folder of the project."""
    options = ["-DFACEVALUE_SOAK=ON"]
    if not (folder / "CMakeCache.txt").exists():
        options.append("-DFACEVALUE_DEVELOPER=ON")
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, *options], check=True, stdout=sys.__stderr__)
    command = ["cmake", "--build", folder, "--target", "soak", "--parallel"]
    subprocess.run([*command, str(os.cpu_count())], check=True, stdout=sys.__stderr__)
    return folder / "soak"


# --- the state


def digest() -> str:
    """A hash of everything that the generated answers depend on."""
    made = hashlib.sha256(rows().encode())
    for path in SOURCES:
        made.update(path.read_bytes())
    return made.hexdigest()[:16]


def new_state(seed: int) -> dict[str, Any]:
    counts: dict[str, dict[str, int]] = {}
    state = {"seed": seed, "made_by": digest(), "answers": 0, "seconds": 0.0, "disagreed": 0}
    return state | {"counts": counts, "disagreements": []}


def load_state(path: Path | None, seed: int) -> dict[str, Any]:
    """The state from the file, or a new one if there is no file."""
    state = new_state(seed)
    if path is None or not path.exists():
        return state
    kept = json.loads(path.read_text(encoding="ascii"))
    if (kept["seed"], kept["made_by"]) != (state["seed"], state["made_by"]):
        sys.exit(f"{path} is the state of a different run: delete it, or pass another --state FILE")
    return kept


def save_state(state: dict[str, Any], path: Path | None) -> None:
    """Replace the file atomically."""
    if path is None:
        return
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="ascii") as file:
        json.dump(state, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def add(state: dict[str, Any], answers: int, found: dict[str, Any]) -> None:
    state["answers"] += answers
    state["seconds"] += found["seconds"]
    state["disagreed"] += found["disagreed"]
    state["disagreements"] = (state["disagreements"] + found["disagreements"])[:MAX_SHOWN]
    for kind, reasons in found["counts"].items():
        known = state["counts"].setdefault(kind, {})
        for reason, count in reasons.items():
            known[reason] = known.get(reason, 0) + count


# --- reports


def report(state: dict[str, Any]) -> str:
    """Counts by kind of answer and reason, the speed, and the wrong verdicts."""
    totals: dict[str, int] = {}
    lines = []
    for kind, reasons in state["counts"].items():
        shown = ", ".join(f"{reason} {count:,}" for reason, count in most_first(reasons))
        lines.append(f"{kind}: {shown}")
        for reason, count in reasons.items():
            totals[reason] = totals.get(reason, 0) + count
    lines += ["", *(f"{reason:20}{count:>18,}" for reason, count in most_first(totals)), ""]
    lines += [
        described(disagreement) + command(disagreement["number"], state)
        for disagreement in state["disagreements"]
    ]
    speed = state["answers"] / max(state["seconds"], 1e-9)
    lines.append(
        f"{state['answers']:,} answers in {state['seconds']:.1f} s, {speed:,.0f} per second"
    )
    lines.append(
        f"{state['disagreed']:,} verdicts are wrong"
        if state["disagreed"]
        else "all verdicts are right"
    )
    return "\n".join(lines)


def most_first(counts: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda row: -row[1])


def answer_bytes(made: dict[str, Any]) -> bytes | None:
    """The bytes of an answer, which the program prints as Latin-1 characters."""
    return None if made["answer"] is None else made["answer"].encode("latin-1")


def described(made: dict[str, Any]) -> str:
    expected, found = made["expected"], made["found"]
    return (
        f"wrong: {made['kind']}, {made['syntax']}, {made['rules']}, {made['extract']}: "
        f"{answer_bytes(made)!r} for {made['numbers']} -> {made['target']}: "
        f"expected {expected['reason']} at {expected['position']}, "
        f"found {found['reason']} at {found['position']}"
    )


def command(number: int, state: dict[str, Any]) -> str:
    return f" (python -m tools.soak --seed {state['seed']} --show {number})"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("--answers", type=int, default=10_000_000, help="number of answers (total)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument(
        "--state", type=Path, metavar="FILE", help="resume from this file and update it"
    )
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "soak", help="build folder")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="print one answer instead")
    parser.add_argument(
        "--rows", type=Path, metavar="FILE", help="only write the syntaxes and rules to this file"
    )
    options = parser.parse_args(arguments)
    if options.rows:
        options.rows.write_text(rows(), encoding="utf-8")
        return 0
    soak = Soak(options.folder, options.seed)
    if options.show is not None:
        print(json.dumps(soak.show(options.show, 1)[0], indent=1))
        return 0
    state = load_state(options.state, options.seed)
    try:
        judge_all(soak, state, options)
    except KeyboardInterrupt:
        print(report(state))
        print(f"stopped after {state['answers']:,} answers", file=sys.stderr)
        return 130
    print(report(state))
    return 1 if state["disagreed"] else 0


def judge_all(soak: Soak, state: dict[str, Any], options: argparse.Namespace) -> None:
    while state["answers"] < options.answers:
        answers = min(CHUNK, options.answers - state["answers"])
        found = soak.judge(state["answers"], answers, options.threads)
        add(state, answers, found)
        save_state(state, options.state)
        speed = answers / max(found["seconds"], 1e-9)
        print(
            f"{state['answers']:,} answers, {speed:,.0f} per second, {state['disagreed']:,} wrong",
            file=sys.stderr,
        )


if __name__ == "__main__":
    sys.exit(main())
