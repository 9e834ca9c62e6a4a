"""Joins a JavaScript module of the pages, and all modules that it imports, in one file.

With a file for each module, a browser on a slow network waits for the latency of six rounds of
requests. Each module becomes a function that runs once and returns what the module exports:

    const js_shared_dom = await (async () => {
    const { t } = js_shared_language;
    ...
    return { byId, make };
    })();

A module that awaits something makes all modules after it wait, not only those that import it.

Only the forms of `import` and `export` that our modules use are known, each on its own line. Any
other form, a name that the other module does not export and a circle of imports raise an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from posixpath import dirname, join, normpath, relpath

from attrs import frozen

_PATH = r'"(\.{1,2}/[\w./-]+\.js)"'
_NAMES = re.compile(rf"import \{{ ([\w, ]+) \}} from {_PATH};")
_DEFAULT = re.compile(rf"import (\w+) from {_PATH};")
_EFFECTS = re.compile(rf"import {_PATH};")
_PASSED_ON = re.compile(rf"export \{{ ([\w, ]+) \}} from {_PATH};")
_EXPORT_DEFAULT = re.compile(r"export default (.*)")
_EXPORT = re.compile(r"export ((?:const|class|(?:async )?function\*?) (\w+)\b.*)")
# Other modules that are loaded on demand, and the address of a module.
_ON_DEMAND = re.compile(rf"\bimport\({_PATH}\)")
_AT_ADDRESS = re.compile(rf"new URL\({_PATH}, import\.meta\.url\)")
_ADDRESS = "import.meta.url"
# What must not be left over: another form of the statements above.
_STATEMENT = re.compile(r"(?:^|;)\s*(?:import|export)\b(?!\()|\bimport\.meta\b(?!\.url)")


class BundlingError(ValueError):
    """A module has a form of import or export that cannot be joined."""


@frozen
class _Module:
    """A module as the body of a function.

    Attributes:
        lines: the lines of the body, without comments; addresses in them are as in the module.
        imports: the path of each imported module and the names that are taken from it.
        exports: the names of the exports, and the expression for each.
        on_demand: the paths of modules and workers that are loaded later.
    """

    lines: tuple[str, ...]
    imports: tuple[tuple[str, tuple[str, ...]], ...]
    exports: dict[str, str]
    on_demand: tuple[str, ...]


def bundle(entry: str, read: Callable[[str], str]) -> tuple[bytes, frozenset[str]]:
    """Join a module and the modules that it imports.

    Args:
        entry: the path of the module; the result is for the same path.
        read: returns the source of the module at a path.

    Returns:
        A file that a browser can load, and the paths of the modules that it loads on demand.

    Raises:
        BundlingError: a module has an unknown form of import or export, or they are a circle.
    """
    modules: dict[str, _Module] = {}
    _collect(entry, read, modules, above=())
    if len(modules) == 1:
        return read(entry).encode(), frozenset(modules[entry].on_demand)
    lines = [f"// {entry} and the modules that it imports, joined by facevalue."]
    for path, module in modules.items():
        lines += _function(path, module, entry)
    names = sorted(modules[entry].exports)
    if names:
        lines.append(f"export const {{ {', '.join(names)} }} = {_name(entry)};")
    on_demand = frozenset(each for module in modules.values() for each in module.on_demand)
    return "\n".join(lines).encode() + b"\n", on_demand - modules.keys()


def _collect(
    path: str, read: Callable[[str], str], modules: dict[str, _Module], above: Sequence[str]
) -> None:
    """Add a module after the ones that it imports, the order in which a browser runs them."""
    if path in above:
        raise BundlingError(f"modules import each other: {' -> '.join((*above, path))}")
    if path in modules:
        return
    module = _parse(path, read(path))
    for other, names in module.imports:
        _collect(other, read, modules, (*above, path))
        missing = set(names) - modules[other].exports.keys()
        if missing:
            raise BundlingError(f"{other} does not export {', '.join(missing)}: {path}")
    modules[path] = module


def _name(path: str) -> str:
    """Return the name of the variable for a module."""
    return re.sub(r"\W", "_", path.removesuffix(".js"))


def _function(path: str, module: _Module, entry: str) -> list[str]:
    """Return the lines that run a module, with addresses that are relative to the bundle."""

    def relative(target: str) -> str:
        found = relpath(target, dirname(entry))
        return found if found.startswith("..") else f"./{found}"

    address = f'new URL("{relative(path)}", {_ADDRESS})'
    body = [
        _ON_DEMAND.sub(lambda found: f'import("{relative(_resolve(path, found[1]))}")', line)
        for line in (line.replace(_ADDRESS, address) for line in module.lines)
    ]
    exports = ", ".join(
        name if name == value else f"{name}: {value}" for name, value in module.exports.items()
    )
    begin = f"const {_name(path)} = await (async () => {{"
    return [begin, *body, f"return {{ {exports} }};", "})();"]


def _resolve(path: str, link: str) -> str:
    return normpath(join(dirname(path), link))


def _code(path: str, source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines without comments on their own lines, which are a sixth of the bytes."""
    is_comment = False
    for number, line in enumerate(source.splitlines(), 1):
        words = line.strip()
        is_comment = is_comment or words.startswith("/*")
        if is_comment:
            is_comment = "*/" not in words
            if not is_comment and not words.endswith("*/"):
                raise BundlingError(f"{path}, line {number}: code after a comment")
        elif words and not words.startswith("//"):
            if line.count("`") % 2:  # its other lines might look like statements or comments
                raise BundlingError(f"{path}, line {number}: a template of several lines")
            yield number, line


@lru_cache(maxsize=256)
def _parse(path: str, source: str) -> _Module:
    lines: list[str] = []
    imports: list[tuple[str, tuple[str, ...]]] = []
    exports: dict[str, str] = {}
    on_demand: list[str] = []
    for number, line in _code(path, source):
        if found := _NAMES.fullmatch(line):
            taken = [each.partition(" as ") for each in found[1].split(", ")]
            other = _resolve(path, found[2])
            imports.append((other, tuple(name for name, _, _ in taken)))
            parts = (f"{name}: {own}" if own else name for name, _, own in taken)
            lines.append(f"const {{ {', '.join(parts)} }} = {_name(other)};")
        elif found := _DEFAULT.fullmatch(line):
            other = _resolve(path, found[2])
            imports.append((other, ("default",)))
            lines.append(f"const {found[1]} = {_name(other)}.default;")
        elif found := _EFFECTS.fullmatch(line):
            imports.append((_resolve(path, found[1]), ()))
        elif found := _PASSED_ON.fullmatch(line):
            names, other = found[1].split(", "), _resolve(path, found[2])
            imports.append((other, tuple(names)))
            exports |= {name: f"{_name(other)}.{name}" for name in names}
        elif found := _EXPORT_DEFAULT.fullmatch(line):
            exports["default"] = "defaultExport"
            lines.append(f"const defaultExport = {found[1]}")
        elif found := _EXPORT.fullmatch(line):
            exports[found[2]] = found[2]
            lines.append(found[1])
        elif _STATEMENT.search(line):
            raise BundlingError(f"{path}, line {number}: an unknown form: {line.strip()[:80]}")
        else:
            on_demand += [_resolve(path, link) for link in _ON_DEMAND.findall(line)]
            lines.append(line)
    on_demand += [_resolve(path, link) for link in _AT_ADDRESS.findall(source)]
    return _Module(tuple(lines), tuple(imports), exports, tuple(on_demand))
