"""Write the conda-forge recipe and the Homebrew formula for an sdist, with its version and digest.

python packaging/fill.py dist/facevalue-1.2.3.tar.gz FOLDER
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TEMPLATES = ("conda-forge/recipe.yaml", "homebrew/facevalue.rb")


def fill(sdist: Path, folder: Path) -> list[Path]:
    """Fill in the templates.

    Args:
        sdist: the source distribution, as it is on PyPI.
        folder: where the files go.

    Returns:
        the files.

    Raises:
        ValueError: the file name is not the name of an sdist of facevalue.
    """
    named = re.fullmatch(r"facevalue-(\d.*)\.tar\.gz", sdist.name)
    if named is None:
        raise ValueError(f"expected a file facevalue-VERSION.tar.gz: {sdist.name!r}")
    digest = hashlib.sha256(sdist.read_bytes()).hexdigest()
    written = []
    for name in TEMPLATES:
        text = (HERE / name).read_text(encoding="utf-8")
        path = folder / Path(name).name
        folder.mkdir(parents=True, exist_ok=True)
        filled = text.replace("@VERSION@", named[1]).replace("@SHA256@", digest)
        path.write_text(filled, encoding="utf-8")
        written.append(path)
    return written


if __name__ == "__main__":
    print(*fill(Path(sys.argv[1]), Path(sys.argv[2])), sep="\n")
