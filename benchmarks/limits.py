"""`python -m benchmarks.limits` measures the worst allowed input of each public call.

Each call runs in a separate process on one thread, without the time and memory of Python and its
imports. With `--write` the table of benchmarks/limits.md is replaced.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).with_suffix(".md")
START, END = "<!-- measured by python -m benchmarks.limits --write -->\n", "<!-- end -->\n"
LONGEST = 600  # seconds

_MEASURE = """
import json, resource, sys, time
import numpy as np
import facevalue as fv
from collections import deque
from io import BytesIO
from itertools import islice
from facevalue import datasets, poker, puzzle, sheets
RNG = np.random.default_rng(1)
def used(items): deque(items, maxlen=0)
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
call = compile(sys.argv[1], "call", "eval")
exec(sys.argv[2])
before, start = peak(), time.process_time()
eval(call)
print(json.dumps([time.process_time() - start, peak() - before]))
"""


class Call(NamedTuple):
    """A call with the worst input that it takes, and what limits it."""

    call: str
    limit: str
    setup: str = ""


PRIMES = "[3, 5, 7, 11, 13, 17, 19, 23, 29]"
CALLS = (
    Call("fv.solve(range(1, 10)).first", "`limit` seconds; 9 different numbers"),
    Call(f"fv.solve({PRIMES}).first", "the same"),
    Call("fv.count(range(1, 10))", "`limit` seconds; 9 different numbers"),
    Call("fv.count([1, 1, 2, 2, 3, 3, 4, 4, 5, 5])", "`limit` seconds; 10 numbers of five kinds"),
    Call("fv.count([1] * 16, 24, 'countdown')", "16 numbers"),
    Call("len(fv.solve('1 2 3 4 5 6', distinct='raw'))", "6 numbers for raw solutions"),
    Call(
        "fv.count('1 2 3 4 5 6', method='walk', workers=1)",
        "`limit` seconds; 10⁸ short or 6·10⁶ long candidates",
    ),
    Call(
        "fv.count([2**62 - k for k in range(5)], method='walk', workers=1)",
        "the same, numbers near 2⁶²",
    ),
    Call(
        "fv.closest([3, 5, 7, 11, 13, 17, 19], 10**9 + 7)", "`limit` seconds; 7 different fractions"
    ),
    Call(
        "fv.closest([3, 5, 7, 11, 13, 17, 19, 23], 10**9 + 7, 'countdown')",
        "`limit` seconds; 8 different whole numbers",
    ),
    Call("fv.hint([3, 5, 7, 11, 13, 17, 19, 23])", "`limit` seconds; 8 different numbers"),
    Call(f"fv.difficulty({PRIMES})", "`limit` seconds; 9 different numbers"),
    Call(
        "fv.reachable(['1/2', '2/3', '3/4', '4/5', '5/6', '6/7', '7/8'], 'classic').marks",
        "`limit` seconds; 7 fractions",
    ),
    Call(
        "fv.reachable([25, 50, 75, 100, 3, 6, 8, 9], 'countdown').marks",
        "`limit` seconds; 8 whole numbers",
    ),
    Call("fv.reachable('1 2', 'classic', low=1, high=10**7).marks", "10⁷ targets"),
    Call("len(fv.values('2 2 2 3 5 7 11'))", "`limit` seconds; about 6·10⁶ values"),
    Call("fv.whole_game()", "`limit` seconds; 10⁶ choices"),
    Call("used(islice(fv.candidates(range(1, 17)), 10**6))", "none; an iterator (10⁶ items here)"),
    Call("used(fv.puzzle.table(range(1, 36), 24))", "`limit` seconds; 10⁸ rows"),
    Call(
        "fv.solve_many(HANDS)",
        "`limit` seconds a row, 8 numbers; 10⁵ rows here",
        "HANDS = RNG.integers(1, 51, (100_000, 4))",
    ),
    Call("fv.count_many(HANDS)", "the same", "HANDS = RNG.integers(1, 51, (100_000, 4))"),
    Call(
        "fv.solvable_many(SIX, 997, 'countdown')",
        "`limit` seconds a row, 9 numbers; 10⁴ rows here",
        "SIX = RNG.integers(1, 101, (10_000, 6))",
    ),
    Call(
        "fv.label_many(SIX, 997, 'countdown')",
        "the same",
        "SIX = RNG.integers(1, 101, (10_000, 6))",
    ),
    Call(
        "fv.check(TEXT, [1] * 1000, 1000)",
        "10⁶ characters, 1000 numbers",
        "TEXT = ' ' * 998_000 + '+'.join('1' * 1000)",
    ),
    Call(
        "fv.check(TEXT, ['9' * 4000] * 5, 1)",
        "4300 digits in a number, 20,000 in all",
        "TEXT = '*'.join(['9' * 4000] * 5)",
    ),
    Call(
        "fv.Expression.parse(TEXT)",
        "10⁵ brackets open at once",
        "TEXT = '(' * 99_999 + '1' + ')' * 99_999",
    ),
    Call(
        "fv.check_steps(STEPS, [1] * 1000, 1000)",
        "1000 numbers",
        "STEPS = '\\n'.join(f'{k}+1={k + 1}' for k in range(1, 1000))",
    ),
    Call(
        "fv.check_many(ANSWERS, [6, 6, 5, 2], 17)",
        "none; 10⁶ answers here",
        "ANSWERS = ['(5/6+2)*6'] * 10**6",
    ),
    Call("used(fv.generate('countdown', count=1000, seed=1))", "2·10⁵ tries without a match"),
    Call(
        "datasets.audit(ROWS)",
        "none; 10⁵ rows here",
        'ROWS = BytesIO(b\'{"numbers": [2, 4, 8, 10], "target": 24}\\n\' * 10**5)',
    ),
    Call(
        "datasets.grade(ROWS)",
        "none; 10⁵ rows here",
        'ROWS = BytesIO(b\'{"completion": "<answer>3*8</answer>", "numbers": [3, 8], "target": 24}\\n\' * 10**5)',
    ),
    Call(
        "datasets.label(ROWS, BytesIO(), rules='countdown')",
        "`limit` seconds a row, 9 numbers; 10⁴ rows here",
        "SIX = RNG.integers(1, 101, (10_000, 6)).tolist()\n"
        "ROWS = BytesIO(b'\\n'.join(b'{\"nums\": %r, \"target\": 997}' % row for row in SIX))",
    ),
    Call("datasets.trace('2 3 5 7 11')", "`max_lines`"),
    Call("sheets.sheet('countdown', count=1000, seed=1)", "1000 puzzles"),
    Call("fv.stack.run('33 [ 9999 iota [ 1 swap ] each ] times')", "10⁶ steps"),
    Call(
        "fv.stack.run('99 [ 840 iota [ . ] each ] times')",
        "the same; a printed string counts as 10",
    ),
    Call("fv.stack.run('3 3600 [ 1/3 * 7 + ] times')", "the same, and 4000 digits"),
    Call("poker.Range(TEXT)", "10⁶ characters", "TEXT = ' '.join(['AA'] * 333_333)"),
    Call("poker.OmahaRange.parse('AA**, KK**:0.5')", "2·10⁶ hands"),
    Call(
        "poker.equity('AhKh', 'QsQd')",
        "`limit` does not apply to exact counts, which take 5 s or are sampled",
    ),
    Call("poker.equity('AsAh', 'QsQh', game='stud')", "the same"),
    Call("poker.equity('AA**', 'KK**', game='omaha', board='2h7d9c')", "the same"),
    Call(
        "poker.equity('AhKh', 'random', samples=10**8)",
        "`limit` seconds; 2.5·10⁸ deals of two hands",
    ),
    Call("poker.range_equities('random', 'random')", "none needed"),
    Call("poker.equity_matrix()", "none needed; the table of match-ups was computed before"),
    Call(
        "poker.evaluate_many(MASKS)",
        "none; 10⁷ hands here",
        "MASKS = np.full(10**7, 0b1111111, np.uint64)",
    ),
    Call("poker.count_categories(7)", "7 cards"),
)


def measure(call: Call) -> tuple[float, float]:
    """CPU time in seconds and memory in megabytes."""
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, call.call, call.setup],
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{call.call}: {done.stderr.strip().splitlines()[-1]}")
    seconds, megabytes = json.loads(done.stdout)
    return seconds, megabytes


def table() -> str:
    """The rows of the page, printed while they are measured."""
    lines = ["| call | limited by | seconds | MB |", "|---|---|---:|---:|"]
    for call in CALLS:
        seconds, megabytes = measure(call)
        lines.append(f"| `{call.call}` | {call.limit} | {seconds:.2f} | {megabytes:.0f} |")
        print(lines[-1], flush=True)
    return "\n".join(lines) + "\n"


def main() -> int:
    """Measure all calls; write the page if --write is given."""
    made = table()
    if "--write" in sys.argv[1:]:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
        _, _, after = rest.partition(END)
        PAGE.write_text(before + START + made + END + after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
