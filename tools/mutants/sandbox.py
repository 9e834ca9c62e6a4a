"""The folder of the mutants: a copy of the checkout, and a Python environment that uses it.

    FOLDER/copy             every file of the checkout that git does not ignore
    FOLDER/venv             a Python with the packages of the calling one, which uses the copy
    FOLDER/home             the home folder of the tests, which keeps mutants out of your caches
    FOLDER/build            the C++ code, compiled without link-time optimization
    FOLDER/recorded.json    which tests run which lines

The `.pth` file of an editable install would put the checkout first in the search path, so the
environment lists the folders of the other packages in its own `.pth` file and reads no other.
"""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import NamedTuple

TOOL = Path(__file__).resolve().parent
_COMMAND = """#!{python}
import sys
from {package}.cli.main import main
sys.exit(main())
"""


class Sandbox(NamedTuple):
    """The parts of a folder; `package` is the name of the package under test."""

    folder: Path
    package: str

    @property
    def copy(self) -> Path:
        return self.folder / "copy"

    @property
    def sources(self) -> Path:
        return self.copy / "src" / self.package

    @property
    def python(self) -> Path:
        return self.folder / "venv" / "bin" / "python"

    @property
    def log(self) -> Path:
        """The output of the last tests."""
        return self.folder / "log.txt"

    @property
    def home(self) -> Path:
        return self.folder / "home"

    def renew_home(self, *, empty: bool = False) -> None:
        """Restore the home folder as the recorded tests left it, or an empty one."""
        kept = self.folder / "kept_home"
        shutil.rmtree(self.home, ignore_errors=True)
        if kept.is_dir() and not empty:
            shutil.copytree(kept, self.home)
        else:
            self.home.mkdir()

    @property
    def extension(self) -> Path | None:
        """The compiled core in the copy, if the package has one."""
        return next(self.sources.glob("_core*.so"), None)

    def environment(self) -> dict[str, str]:
        """The environment variables of every process that runs code of the copy."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "XDG_", "VIRTUAL_ENV", "PYTEST"))
        }
        path = os.pathsep.join([str(self.python.parent), os.environ.get("PATH", os.defpath)])
        return {**kept, "PATH": path, "HOME": str(self.home)}


def lock(folder: Path) -> int:
    """Lock the folder until this process ends, and return the descriptor of the lock."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / "lock", os.O_CREAT | os.O_RDWR)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit(f"another run uses {folder}; name a different one with --folder")
    return descriptor


def prepare(root: Path, folder: Path, package: str) -> Sandbox:
    """Update the copy from the checkout, which is not changed."""
    sandbox = Sandbox(folder.resolve(), package)
    _copy(root, sandbox.copy)
    _copy_extension(sandbox)
    _make_environment(sandbox)
    sandbox.renew_home()
    compiled = [sandbox.python, "-m", "compileall", "-q", sandbox.copy / "src"]
    subprocess.run(compiled, check=True, env=sandbox.environment())
    return sandbox


def _copy(root: Path, copy: Path) -> None:
    """Write only changed files, so that nothing else is compiled again."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    names = {name for name in listed.stdout.split("\0") if (root / name).is_file() and name}
    for name in names:
        old, new = root / name, copy / name
        if not new.is_file() or old.read_bytes() != new.read_bytes():
            new.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(old, new)
    for path in copy.rglob("*"):
        is_tracked = path.is_file() and path.suffix not in (".pyc", ".so", ".pyi")
        if is_tracked and path.relative_to(copy).as_posix() not in names:
            path.unlink()


def _copy_extension(sandbox: Sandbox) -> None:
    """Copy the compiled core that the calling Python would import."""
    name = f"{sandbox.package}._core"
    spec = importlib.util.find_spec(name) if importlib.util.find_spec(sandbox.package) else None
    if spec is not None and spec.origin is not None:
        shutil.copy(spec.origin, sandbox.sources)
        stub = Path(spec.origin).with_name("_core.pyi")
        if stub.is_file():
            shutil.copy(stub, sandbox.sources)


def _make_environment(sandbox: Sandbox) -> None:
    if not sandbox.python.exists():
        venv.EnvBuilder(symlinks=True).create(sandbox.python.parent.parent)
    packages = next(sandbox.folder.glob("venv/lib/*/site-packages"))
    shutil.copytree(TOOL, packages / "mutants", dirs_exist_ok=True)
    others = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    lines = [str(sandbox.copy / "src"), *others, "import mutants.startup"]
    (packages / "mutants.pth").write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = sandbox.python.parent / sandbox.package
    command.write_text(
        _COMMAND.format(python=sandbox.python, package=sandbox.package), encoding="utf-8"
    )
    command.chmod(0o755)
