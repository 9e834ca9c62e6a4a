"""Build the site: `python docs/build.py [FOLDER]`, by default the folder `site`.

Zensical makes the pages from mkdocs.yml and stops at every fault, such as a broken link. Play 24,
which the first page shows, is added to them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from facevalue.web.exporting import export

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "site"  # where Zensical writes


def build(folder: Path) -> None:
    """Write the site to a folder, which is replaced."""
    shutil.rmtree(SITE, ignore_errors=True)
    subprocess.run(["zensical", "build", "--clean", "--strict"], cwd=ROOT, check=True)  # noqa: S607 - of this environment
    export(SITE / "play")
    if folder != SITE:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(SITE, folder)


if __name__ == "__main__":
    build(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else SITE)
