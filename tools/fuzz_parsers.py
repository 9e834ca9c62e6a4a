"""Fuzz the parsers in Python: cards, ranges, expressions.

`python -m tools.fuzz_parsers --seconds 30` mutates inputs with atheris, libFuzzer for Python
(`pip install atheris`), and keeps those that reach new code. For every input, a parser must quickly
return a value that is equal to the value parsed from its string, or raise a `FaceValueError`. An
input that fails is saved as `crash-...`; `python -m tools.fuzz_parsers FILE` runs it again.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

import facevalue as fv

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_SECONDS = 5.0  # of CPU time for one input: a range may have two million hands of Omaha
MAX_BYTES = 400


def omaha_range(cards: int) -> Callable[[str], Any]:
    return lambda text: fv.poker.OmahaRange.parse(text, cards=cards)


def expression(notation: str) -> tuple[Callable[[str], Any], Callable[[Any], str]]:
    def read(text: str) -> fv.Expression:
        return fv.Expression.parse(text, notation)

    return read, (str if notation == "auto" else lambda found: found.to(notation))


def join_cards(cards: tuple[fv.Card, ...]) -> str:
    return " ".join(map(str, cards))


@cache
def parsers() -> dict[str, tuple[Callable[[str], Any], Callable[[Any], str]]]:
    """Each parser, and the function that writes its value as a string."""
    return {
        "card": (fv.Card.parse, str),
        "cards": (fv.parse_cards, join_cards),
        "range": (fv.poker.Range.parse, str),
        **{f"Omaha range, {cards} cards": (omaha_range(cards), str) for cards in (4, 5, 6)},
        **{f"expression, {name}": expression(name) for name in (*fv.NOTATIONS, "auto")},
    }


SEEDS: dict[str, tuple[str, ...]] = {
    "card": ("As", "10♥", "t♠\ufe0f", " 2c ", "1s", "Kx"),
    "cards": ("[7H 7s],10♦AsAC", "Ah Kd", "2c2d2h2s", "AhAh", "", ",[]"),
    "range": (
        "QQ+, AKs, A5s:0.5, [AhKh]",
        "77-JJ, A5s-A2s, T9s-65s",
        "15%-20%; random:0.25, 22:0",
        "0.5(AA, 25%(KK QQ)) [25]AKs[/25]",
        "AA@50 50%: AQs 1/3(AsKs) 98:55/66",
        "XX AA@1",
    ),
    "Omaha range, 4 cards": (
        "AA**:0.5, KK**",
        "AsKs7d2c",
        "AAxx ds",
        "A2**@25 !AA",
        "15%ds",
        "[AK,]",
    ),
    "expression, auto": ("8/(3-8/3)", "(/ 8 (- 3 (/ 8 3)))", "8 3 8 3 / - /", "8÷3-8÷3"),
}


def parse_quickly(parse: Callable[[str], Any], text: str) -> Any:
    """Return the value of a string, or None if it is refused."""
    start = time.process_time()
    try:
        return parse(text)
    except fv.FaceValueError:
        return None
    finally:
        seconds = time.process_time() - start
        assert seconds <= MAX_SECONDS, f"{seconds:.1f} s for {text!r}"


def check(name: str, text: str) -> None:
    """Parse the string, and parse the string of its value again."""
    parse, write = parsers()[name]
    found = parse_quickly(parse, text)
    if found is None:
        return
    written = write(found)
    again = parse_quickly(parse, written)
    assert found == again, (
        f"{name}: {text!r} is parsed as {written!r}, and {written!r} as {again!r}"
    )


def pack(name: str, text: str) -> bytes:
    """Pack a string and its parser into the bytes that the fuzzer mutates."""
    return bytes([list(parsers()).index(name)]) + text.encode()


def check_packed(data: bytes) -> None:
    names = list(parsers())
    if data:
        check(names[data[0] % len(names)], data[1:].decode(errors="surrogateescape"))


def seeds() -> Iterator[bytes]:
    """Every string for every parser."""
    for name in parsers():
        for strings in SEEDS.values():
            yield from (pack(name, text) for text in strings)


def our_functions() -> list[FunctionType]:
    """The loaded functions of facevalue."""
    functions = [found for found in gc.get_objects() if isinstance(found, FunctionType)]
    return [found for found in functions if str(found.__module__).startswith("facevalue.")]


def fuzz(options: argparse.Namespace) -> None:
    """Never returns: atheris ends the process."""
    import atheris  # noqa: PLC0415 - an extra

    for data in seeds():  # imports every parser
        check_packed(data)
    for function in our_functions():
        atheris.instrument_func(function)
    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(seeds()):
            Path(folder, str(number)).write_bytes(data)
        flags = [f"-max_total_time={options.seconds}", f"-seed={options.seed}", "-verbosity=0"]
        # Under the fuzzer, memory that NumPy has freed is not returned for a while.
        flags += [
            "-rss_limit_mb=4096",
            f"-max_len={MAX_BYTES}",
            "-timeout=20",
            "-print_final_stats=1",
        ]
        atheris.Setup([sys.argv[0], *flags, folder], check_packed)
        atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz_parsers", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="inputs to run instead")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for path in options.files:
        check_packed(path.read_bytes())
    if not options.files:
        fuzz(options)


if __name__ == "__main__":
    main()
