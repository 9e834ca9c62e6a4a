"""The command `bench`."""

from __future__ import annotations

import click

from facevalue import bench as suite
from facevalue.cli import verb
from facevalue.cli.terminal.lines import FOUND, NOT_FOUND, report, say
from facevalue.queries.json import json_line

_NAMES = [part.name for part in suite.PARTS]


@click.command(
    cls=verb.Verb,
    epilog=verb.examples("bench --repeat 1", "bench --part equity --workers 2", "bench --json"),
)
@click.option(
    "--part",
    "parts",
    multiple=True,
    type=verb.Word("part", _NAMES),
    metavar="NAME",
    help=f"Run only this part; may be repeated. One of {', '.join(_NAMES)}.",
)
@click.option(
    "--workers",
    type=verb.Number(),
    default=1,
    show_default=True,
    metavar="N",
    help="Run on N threads.",
)
@click.option(
    "--repeat",
    type=verb.Number(),
    default=3,
    show_default=True,
    metavar="N",
    help="Run each part N times; the shortest time counts.",
)
@click.option("--expect", metavar="SIGNATURE", help="Exit with 1 if the signature differs.")
@verb.as_json
def bench(
    parts: tuple[str, ...], workers: int, repeat: int, expect: str | None, *, as_json: bool
) -> int:
    """Run the benchmark suite, and print times and a signature.

    The same answers give the same signature on every machine, with any number of threads and with
    vectors of any width (FACEVALUE_LANES=plain, avx2 or avx512).
    """
    timings = []
    for timing in suite.bench(parts, workers=workers, repeat=repeat):
        timings.append(timing)
        if not as_json:
            amount = f"{timing.count:,} {timing.unit}"
            speed = f"{timing.seconds:.6f} s {timing.rate:>15,.0f} per second"
            measured = f"{timing.answers:>9,} answers  {speed}  {timing.digest}"
            say(f"{timing.name:<19}{amount:>18}{measured}")
    signature = suite.signature(timings)
    if as_json:
        entries = [timing.as_dict() for timing in timings]
        say(json_line({"workers": workers, "timings": entries, "signature": signature}))
    else:
        some = "" if len(timings) == len(_NAMES) else f", {len(timings)} of {len(_NAMES)} parts"
        say(f"signature {signature}{some}")
    if expect is not None and expect != signature:
        report(f"facevalue: the signature is {signature}, not {expect!r}")
        return NOT_FOUND
    return FOUND


VERBS = (bench,)
