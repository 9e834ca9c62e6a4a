"""Judges texts by the billion whose verdicts are known before they are written.

`python -m tools.soak --texts 1_000_000_000 --state soak.json` builds `core/soak` and runs it. Each
text is made from an expression whose value is known without reading it: right answers in many
spellings, answers wrong by one step, malformed and forbidden ones. The core's judge must give each
the reason and the position that it was made for. A text depends on its number and the seed only, so
a run that was stopped goes on where the file of its state says. Exits with 1 if a verdict is wrong,
and shows the first texts.
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
from facevalue.puzzle.notation.syntax import answer_spellings

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (*sorted((ROOT / "core" / "soak").iterdir()), ROOT / "core" / "work" / "splitmix.hpp")
CHUNK = 5_000_000  # texts after which the state is kept
MOST_SHOWN = 10

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
RULES = {**fv.RULES, "no division": fv.Rules("no division", operators="+-*", values="integer")}


def rows() -> str:
    """The syntaxes and rules as core/soak/rows.hpp reads them."""
    lines = []
    for name, syntax in SYNTAXES.items():
        options = syntax.as_dict() | {"claim": syntax.claim == "must_hold"}
        lines.append(f"syntax\t{name}\t{''.join(str(int(on)) for on in options.values())}")
        for text, piece, value in answer_spellings(syntax):
            lines.append(f"spelling\t{text.encode().hex()}\t{piece}\t{value}")
    for name, rules in RULES.items():
        options = (rules.operators, rules.use, rules.order, rules.grouping, rules.values)
        lines.append("\t".join(("rules", name, *options)))
    return "\n".join(lines) + "\n"


class Soak:
    """The program, built in a folder, and the rows that it reads."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.program, self.seed = build(folder), seed
        self.rows = folder / f"soak-rows-{digest()}.txt"
        self.rows.write_text(rows(), encoding="utf-8")

    def judge(self, first: int, texts: int, threads: int) -> dict[str, Any]:
        """The seconds, counts and disagreements for this many texts, from the number `first` on."""
        return json.loads(self._output(first, texts, threads))

    def show(self, first: int, texts: int) -> list[dict[str, Any]]:
        """The texts with what is expected of them, without judging them."""
        return [json.loads(line) for line in self._output(first, texts, "show").splitlines()]

    def _output(self, first: int, texts: int, how: int | str) -> str:
        command = [self.program, self.rows, self.seed, first, texts, how]
        return subprocess.run(
            list(map(str, command)), stdout=subprocess.PIPE, encoding="ascii", check=True
        ).stdout


def build(folder: Path) -> Path:
    """Builds the program in a folder, which may hold another build of the project."""
    options = ["-DFACEVALUE_SOAK=ON"]
    if not (folder / "CMakeCache.txt").exists():
        options.append("-DFACEVALUE_DEVELOPER=ON")
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, *options], check=True, stdout=sys.__stderr__)
    command = ["cmake", "--build", folder, "--target", "soak", "--parallel"]
    subprocess.run([*command, str(os.cpu_count())], check=True, stdout=sys.__stderr__)
    return folder / "soak"


# --- the state


def digest() -> str:
    """Of everything that decides which texts there are."""
    made = hashlib.sha256(rows().encode())
    for path in SOURCES:
        made.update(path.read_bytes())
    return made.hexdigest()[:16]


def new_state(seed: int) -> dict[str, Any]:
    counts: dict[str, dict[str, int]] = {}
    state = {"seed": seed, "made_by": digest(), "texts": 0, "seconds": 0.0, "disagreed": 0}
    return state | {"counts": counts, "disagreements": []}


def load_state(path: Path | None, seed: int) -> dict[str, Any]:
    """The state kept in the file, or a new one if there is none."""
    state = new_state(seed)
    if path is None or not path.exists():
        return state
    kept = json.loads(path.read_text(encoding="ascii"))
    if (kept["seed"], kept["made_by"]) != (state["seed"], state["made_by"]):
        sys.exit(f"{path} counts other texts: remove it, or name another file")
    return kept


def save_state(state: dict[str, Any], path: Path | None) -> None:
    """Replaces the file in one step, so that it is never half written."""
    if path is None:
        return
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="ascii") as file:
        json.dump(state, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def add(state: dict[str, Any], texts: int, found: dict[str, Any]) -> None:
    state["texts"] += texts
    state["seconds"] += found["seconds"]
    state["disagreed"] += found["disagreed"]
    state["disagreements"] = (state["disagreements"] + found["disagreements"])[:MOST_SHOWN]
    for kind, reasons in found["counts"].items():
        known = state["counts"].setdefault(kind, {})
        for reason, count in reasons.items():
            known[reason] = known.get(reason, 0) + count


# --- reports


def report(state: dict[str, Any]) -> str:
    """Counts by kind of text and reason, the speed, and what disagreed."""
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
    speed = state["texts"] / max(state["seconds"], 1e-9)
    lines.append(f"{state['texts']:,} texts in {state['seconds']:.1f} s, {speed:,.0f} a second")
    lines.append(
        f"{state['disagreed']:,} verdicts are wrong" if state["disagreed"] else "all agree"
    )
    return "\n".join(lines)


def most_first(counts: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda row: -row[1])


def answer_bytes(made: dict[str, Any]) -> bytes | None:
    """The text of a made answer: the program writes its bytes as characters of Latin-1."""
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
    parser.add_argument("--texts", type=int, default=10_000_000, help="how many in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--state", type=Path, metavar="FILE", help="goes on from this file")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "soak", help="to build in")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="shows one text instead")
    options = parser.parse_args(arguments)
    soak = Soak(options.folder, options.seed)
    if options.show is not None:
        print(json.dumps(soak.show(options.show, 1)[0], indent=1))
        return 0
    state = load_state(options.state, options.seed)
    try:
        judge_all(soak, state, options)
    except KeyboardInterrupt:
        print(report(state))
        print(f"stopped after {state['texts']:,} texts", file=sys.stderr)
        return 130
    print(report(state))
    return 1 if state["disagreed"] else 0


def judge_all(soak: Soak, state: dict[str, Any], options: argparse.Namespace) -> None:
    while state["texts"] < options.texts:
        texts = min(CHUNK, options.texts - state["texts"])
        found = soak.judge(state["texts"], texts, options.threads)
        add(state, texts, found)
        save_state(state, options.state)
        speed = texts / max(found["seconds"], 1e-9)
        print(
            f"{state['texts']:,} texts, {speed:,.0f} a second, {state['disagreed']:,} wrong",
            file=sys.stderr,
        )


if __name__ == "__main__":
    sys.exit(main())
