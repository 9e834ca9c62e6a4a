"""Compiles the core to WebAssembly: `python js/build.py FOLDER` writes the .wasm files.

The compiler is Zig's Clang, which the package `ziglang` on PyPI contains. The files in this folder
are part of the repository: .ci/run compiles them again and fails if a byte differs. The bytes
depend on the sources and the version of Zig only, not on the folder, the caches or the user.
"""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from concurrent.futures import Future

ROOT = Path(__file__).parent.parent
POKER = (
    *("core/poker", "core/text", "core/numbers/exact"),
    *("core/query/poker", "core/query/values.cpp"),
)
# The sources of each file; functions that no export needs are left out by the linker.
SOURCES = {
    "values": ("bind/wasm/values.cpp", *POKER),
    "poker": ("bind/wasm/poker.cpp", *POKER),
    "deals": ("bind/wasm/deals.cpp", *POKER),
    "numbers": (
        "bind/wasm/numbers.cpp",
        *("core/numbers", "core/poker/cards/read_cards.cpp", "core/query/numbers"),
        *("core/query/values.cpp", "core/text"),
    ),
}
# Sources for x86-64 only.
OTHER_MACHINES = ("_avx2.cpp", "_avx512.cpp")
MACHINE = "-target wasm32-wasi -msimd128 -mbulk-memory"
COMPILE = (
    f"{MACHINE} -std=c++20 -fno-exceptions -fno-rtti -DNDEBUG "
    "-ffunction-sections -fdata-sections -DFACEVALUE_PORTABLE -Icore -Ibind"
)
LINK = (
    "-target wasm32-wasi -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all "
    "-Wl,-z,stack-size=1048576 -Wl,--max-memory=2147483648"
)
CACHES = "ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"
# The files whose functions are sorted.
SORTED = {"numbers"}
# How the section of a function begins in assembly.
CODE = ("\t.section\t.text.", '\t.section\t".text.')
FAST, SMALL = "-O2", "-Os -Xclang -Oz"  # Zig takes -Oz for -Os, so it is given to Clang itself
# With -Os, numbers.wasm would be 12 % larger, and search hands of 24 in 0.83 of the time. Vectors
# would make it 1 % larger and no faster.
OPTIMIZE = {
    "values": SMALL,
    "poker": FAST,
    "deals": FAST,
    "numbers": f"{SMALL} -fno-vectorize -fno-slp-vectorize",
}
# What takes the time of values.wasm.
EVALUATORS = ("core/poker/evaluate/evaluator.cpp", "core/poker/lanes")


# What reads and prints strings, which takes little time; with -O2 the code would be larger.
READERS = (
    *("core/text", "core/poker/notation", "core/poker/holdem", "core/poker/omaha"),
    *("core/poker/pot", "core/poker/games", "core/numbers/exact"),
    *("core/query", "core/query/numbers", "core/query/poker"),
    *("bind/wasm/poker.cpp", "bind/wasm/deals.cpp", "core/poker/cards/read_cards.cpp"),
    *("core/poker/cards/given_cards.cpp", "core/poker/evaluate/hand_words.cpp"),
    *("core/poker/evaluate/game_cards.cpp", "core/poker/draws/odds.cpp"),
    *("core/poker/draws/breakdown.cpp", "core/poker/draws/percentile.cpp"),
    *("core/poker/video_poker/pay_tables.cpp", "core/poker/video_poker/holds.cpp"),
    "core/poker/video_poker/pay_spellings.cpp",
    *("core/poker/deal/row_checks.cpp", "core/poker/tournaments", "core/poker/push_fold"),
    "core/poker/three_handed/push_fold_three.cpp",
    *("core/poker/equity/matchup_table.cpp", "core/poker/ranges/before_flop.cpp"),
)


def compiler() -> list[str]:
    """The command of the compiler."""
    return [sys.executable, "-m", "ziglang", "c++"]


def sources_of(name: str) -> list[Path]:
    """The C++ sources of a WebAssembly file."""
    found: list[Path] = []
    for place in map(ROOT.joinpath, SOURCES[name]):
        found += [place] if place.is_file() else sorted(place.rglob("*.cpp"))
    return [path for path in found if not path.name.endswith(OTHER_MACHINES)]


def write_united(paths: list[Path], place: Path) -> None:
    """Write a source that includes others; it stays as it is if they are the same as before."""
    lines = "".join(f'#include "{path.relative_to(ROOT / "core").as_posix()}"\n' for path in paths)
    if not place.exists() or place.read_text(encoding="utf-8") != lines:
        place.write_text(lines, encoding="utf-8")


def sort_functions(assembly: str) -> str:
    """Sort the functions by name.

    The instances of a template for several number types are nearly alike. Next to each other, they
    compress a fifth better.
    """
    start, *sections = re.split(r"^(?=\t\.section\t)", assembly, flags=re.MULTILINE)
    functions = [each for each in sections if each.startswith(CODE)]
    others = [each for each in sections if not each.startswith(CODE)]
    return "".join([start, *sorted(functions), *others])


def is_old(made: Path, sources: list[Path]) -> bool:
    """Whether one of the sources of an object, any header or this file is newer than the object."""
    if not made.exists():
        return True
    headers = (path for place in ("core", "bind") for path in (ROOT / place).rglob("*.hpp"))
    written = made.stat().st_mtime
    return any(path.stat().st_mtime > written for path in (*sources, *headers, Path(__file__)))


def linker(output: str, places: Iterable[str]) -> list[str]:
    """The command of the linker in what Zig prints; the places may have spaces in their names."""
    marks = {place: f"\0{number}" for number, place in enumerate(sorted(places, key=len)[::-1])}
    for place, mark in marks.items():
        output = output.replace(place, mark)
    commands = [line.split() for line in output.splitlines() if line.startswith("wasm-ld ")]
    if len(commands) != 1:
        raise SystemExit(f"this version of Zig does not print how it calls wasm-ld:\n{output}")
    (command,) = commands
    for place, mark in marks.items():
        command = [word.replace(mark, place) for word in command]
    return command


def environment_of(folder: Path) -> dict[str, str]:
    """Of the compiler, whose caches are in the folder unless variables name other places."""
    environment = {**os.environ, "ZIG_VERBOSE_LINK": "1"}
    for cache in CACHES:
        environment.setdefault(cache, str(folder / "objects" / "zig"))
    return environment


def optimized(name: str, source: Path | None = None) -> str:
    """How a source of a WebAssembly file is optimized."""
    places = {source, source.parent} if source else set()
    if name == "values" and places & set(map(ROOT.joinpath, EVALUATORS)):
        return FAST
    if OPTIMIZE[name] == FAST and places & set(map(ROOT.joinpath, READERS)):
        return SMALL
    return OPTIMIZE[name]


def run(folder: Path, *arguments: str) -> None:
    """Run the compiler."""
    command = [*compiler(), *arguments]
    subprocess.run(command, check=True, cwd=ROOT, env=environment_of(folder))


def compile_one(options: str, source: Path, made: Path, folder: Path) -> None:
    """Compile a source, unless its object is newer."""
    if is_old(made, [source]):
        run(folder, *options.split(), "-c", str(source), "-o", str(made))


def compile_sorted(options: str, sources: list[Path], made: Path, folder: Path) -> None:
    """Compile sources as one and sort their functions, unless the object is newer."""
    united, assembly = made.with_suffix(".cpp"), made.with_suffix(".s")
    write_united(sources, united)
    if is_old(made, [united, *sources]):
        quiet = "-Wno-unused-command-line-argument"  # Zig adds -c
        run(folder, *options.split(), quiet, "-S", str(united), "-o", str(assembly))
        lines = assembly.read_text(encoding="utf-8")
        assembly.write_text(sort_functions(lines), encoding="utf-8")
        run(folder, *MACHINE.split(), "-c", str(assembly), "-o", str(made))


def link(name: str, objects: Iterable[Path], folder: Path) -> Path:
    """Link with short references, 7 % of the file; Zig does not pass on the option for them."""
    made = folder / f"{name}.wasm"
    environment = environment_of(folder)
    command = [*compiler(), *LINK.split(), *map(str, objects), "-o", str(made)]
    done = subprocess.run(
        command, check=False, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    places = {str(folder), *(environment[cache] for cache in CACHES)}
    _, *arguments = linker(done.stderr, places)
    again = [*compiler()[:-1], "wasm-ld", *arguments, "--compress-relocations"]
    subprocess.run(again, check=True, cwd=ROOT)
    made.chmod(0o644)  # the linker makes programs
    return made


def build(folder: Path) -> list[Path]:
    """Compile all WebAssembly files; objects that are newer than their sources are kept."""
    tasks: dict[Path, Future[None]] = {}  # by object; files with the same options share some
    objects: dict[str, list[Path]] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:

        def start(
            options: str, made: str, compile_it: Callable[..., None], sources: object
        ) -> Path:
            path = folder / "objects" / "".join(options.split()).strip("-") / made
            path.parent.mkdir(parents=True, exist_ok=True)
            if path not in tasks:
                task = pool.submit(compile_it, f"{COMPILE} {options}", sources, path, folder)
                tasks[path] = task
            return path

        def start_one(name: str, source: Path) -> Path:
            made = f"{source.relative_to(ROOT).as_posix().replace('/', '_')}.o"
            return start(optimized(name, source), made, compile_one, source)

        # Sources that are compiled as one take one thread the longest time, so they start first.
        for name in sorted(SOURCES, key=lambda name: name not in SORTED):
            entry, *core = sources_of(name)
            if name in SORTED:
                united = start(optimized(name), f"{name}.o", compile_sorted, core)
                objects[name] = [start_one(name, entry), united]
            else:
                objects[name] = [start_one(name, source) for source in (entry, *core)]
    for task in tasks.values():
        task.result()
    return [link(name, objects[name], folder) for name in SOURCES]


def main() -> None:
    """Build all files and print their sizes."""
    for made in build(Path(sys.argv[1]).resolve()):
        data = made.read_bytes()
        print(f"{made.name}: {len(data):,} bytes, {len(gzip.compress(data, 9)):,} compressed")


if __name__ == "__main__":
    main()
