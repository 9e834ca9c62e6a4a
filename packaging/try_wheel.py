"""Make one call of each kind with an installed facevalue and compare with known results.

It needs no other package than facevalue's own, and fails where facevalue comes from a checkout.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import facevalue as fv
from facevalue import poker


def expect(expected: object, found: object) -> None:
    """End the program with a message unless both are equal."""
    if expected != found:
        sys.exit(f"expected {expected!r}, got {found!r}")


def command(*words: str) -> str:
    """The output of the command line, run outside of any checkout."""
    done = subprocess.run(
        [sys.executable, "-m", "facevalue", *words],
        check=True,
        capture_output=True,
        encoding="utf-8",
        cwd=sysconfig.get_path("scripts"),
    )
    return done.stdout.strip()


def main() -> None:
    """Make all calls."""
    places = [Path(sysconfig.get_path(name)).resolve() for name in ("platlib", "purelib")]
    core = Path(fv.__file__).resolve().parent
    if not any(place in core.parents for place in places):
        sys.exit(f"facevalue is not an installed package: {core}")
    expect("8/(3-8/3)", str(fv.solve("8 8 3 3")[0]))
    expect(11, fv.count("2 4 8 10"))
    expect([True, False], [bool(fv.check(text, "8 8 3 3")) for text in ("8/(3-8/3)", "8+8+3+3")])
    grader = fv.Grader("countdown", extract="boxed")
    expect([1.0], grader.score_many([r"so \boxed{3*8}"], [3, 8, 5], 24).tolist())
    expect([251], poker.evaluate_many(["7h 7s 7d As Ac"]).tolist())
    shares = poker.equity("AhKh", "QsQd").as_dict()["players"]
    expect("197833/428076", shares[0]["equity"]["fraction"])
    expect([11, 1], np.asarray(fv.count_many([[2, 4, 8, 10], [8, 8, 3, 3]])).tolist())
    expect("8/(3-8/3)", command("solve", "8", "8", "3", "3"))
    installed = {path.name for path in metadata.files("facevalue") or []}
    expect(set(), {"LICENSE", "NOTICE", "MIT.txt", "facevalue.cdx.json"} - installed)
    with TemporaryDirectory() as folder:
        command("serve", "--export", folder)
        cores = sorted(path.name for path in Path(folder, "facevalue").glob("*.wasm"))
    expect(["deals.wasm", "numbers.wasm"], cores)
    print(f"facevalue {fv.__version__} on Python {sys.version.split()[0]} answers from {core}")


if __name__ == "__main__":
    main()
