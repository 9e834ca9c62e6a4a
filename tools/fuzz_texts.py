"""Fuzzing of what reads texts in Python: cards, ranges, expressions.

`python -m tools.fuzz_texts --seconds 30` changes texts with atheris, libFuzzer for Python
(`pip install atheris`), and keeps those that reach new code. Whatever the text, a reader must
give a value whose own text is read as an equal value, or raise a `FaceValueError`, and soon. A text
that is read otherwise is kept in a file `crash-...`; `python -m tools.fuzz_texts FILE` reads it
again.
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

MOST_SECONDS = 1.0  # of this process, for one text
MOST_BYTES = 400


def omaha_range(cards: int) -> Callable[[str], Any]:
    return lambda text: fv.poker.OmahaRange.parse(text, cards=cards)


def expression(notation: str) -> tuple[Callable[[str], Any], Callable[[Any], str]]:
    def read(text: str) -> fv.Expression:
        return fv.Expression.parse(text, notation)

    return read, (str if notation == "auto" else lambda found: found.to(notation))


def cards_text(cards: tuple[fv.Card, ...]) -> str:
    return " ".join(map(str, cards))


@cache
def readers() -> dict[str, tuple[Callable[[str], Any], Callable[[Any], str]]]:
    """What reads a text, and what writes the value that was read."""
    return {
        "card": (fv.Card.parse, str),
        "cards": (fv.parse_cards, cards_text),
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
    "Omaha range, 4 cards": ("AA**:0.5, KK**", "AsKs7d2c", "AAxx ds", "A2**@25 !AA", "random"),
    "expression, auto": ("8/(3-8/3)", "(/ 8 (- 3 (/ 8 3)))", "8 3 8 3 / - /", "8÷3-8÷3"),
}


def read_soon(read: Callable[[str], Any], text: str) -> Any:
    """The value of a text, or None if it has none."""
    start = time.process_time()
    try:
        return read(text)
    except fv.FaceValueError:
        return None
    finally:
        seconds = time.process_time() - start
        assert seconds <= MOST_SECONDS, f"{seconds:.1f} s for {text!r}"


def check(name: str, text: str) -> None:
    """Reads the text, and what is written for its value."""
    read, write = readers()[name]
    found = read_soon(read, text)
    if found is None:
        return
    written = write(found)
    again = read_soon(read, written)
    assert found == again, f"{name}: {text!r} is read as {written!r}, and that as {again!r}"


def packed(name: str, text: str) -> bytes:
    """A text with its reader, as the fuzzer changes both."""
    return bytes([list(readers()).index(name)]) + text.encode()


def check_packed(data: bytes) -> None:
    names = list(readers())
    if data:
        check(names[data[0] % len(names)], data[1:].decode(errors="surrogateescape"))


def seeds() -> Iterator[bytes]:
    """Every text for every reader."""
    for name in readers():
        for texts in SEEDS.values():
            yield from (packed(name, text) for text in texts)


def our_functions() -> list[FunctionType]:
    """The functions of facevalue that are loaded."""
    functions = [found for found in gc.get_objects() if isinstance(found, FunctionType)]
    return [found for found in functions if str(found.__module__).startswith("facevalue.")]


def fuzz(options: argparse.Namespace) -> None:
    """Never returns: atheris ends the process."""
    import atheris  # noqa: PLC0415 - an extra

    for data in seeds():  # loads all that reads them
        check_packed(data)
    for function in our_functions():
        atheris.instrument_func(function)
    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(seeds()):
            Path(folder, str(number)).write_bytes(data)
        told = [f"-max_total_time={options.seconds}", f"-seed={options.seed}", "-verbosity=0"]
        told += [f"-max_len={MOST_BYTES}", "-timeout=20", "-print_final_stats=1"]
        atheris.Setup([sys.argv[0], *told, folder], check_packed)
        atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz_texts", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="texts to read instead")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for path in options.files:
        check_packed(path.read_bytes())
    if not options.files:
        fuzz(options)


if __name__ == "__main__":
    main()
