"""Words that run quotations, each a generator: it yields the code that the machine runs next.

So no quotation runs inside a Python call, and programs may nest as deep as the machine allows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facevalue.stack.failures import no_branch, no_method
from facevalue.stack.printing import SHORT, USUAL, WHOLE, printed
from facevalue.stack.sequences import sorted_by
from facevalue.stack.values import (
    Sequence,
    Word,
    Wrapper,
    array,
    is_quotation,
    items_of,
    like,
    same,
    sequence,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Protocol, TypeAlias

    from facevalue.stack.values import Data

    Code: TypeAlias = tuple[Any, ...]

    class Machine(Protocol):
        """What these words need of the machine."""

        stack: list[Any]

        def push(self, *values: object) -> None:
            """Puts values on the stack."""

        def pop(self, word: str) -> Data:
            """Takes the top of the stack for a word."""

        def write(self, text: str) -> None:
            """Prints a text."""

        def height(self, word: Word) -> int:
            """How many values more than before a word leaves on the stack."""


def _call(_: Machine, quot: Sequence) -> Iterator[Code]:
    yield quot.items


def _execute(_: Machine, word: Data) -> Iterator[Code]:
    if type(word) is not Word:
        raise no_method("execute", "a word", word)
    yield (word,)


def _dip(machine: Machine, x: Data, quot: Sequence) -> Iterator[Code]:
    yield quot.items
    machine.push(x)


def _if(_: Machine, condition: Data, true: Sequence, false: Sequence) -> Iterator[Code]:
    yield false.items if condition is False else true.items


def _each(machine: Machine, seq: Data, quot: Sequence) -> Iterator[Code]:
    for item in items_of(seq):
        machine.push(item)
        yield quot.items


def _each_index(machine: Machine, seq: Data, quot: Sequence) -> Iterator[Code]:
    for place, item in enumerate(items_of(seq)):
        machine.push(item, place)
        yield quot.items


def _map(machine: Machine, seq: Data, quot: Sequence) -> Iterator[Code]:
    made = []
    for item in items_of(seq):
        machine.push(item)
        yield quot.items
        made.append(machine.pop("map"))
    machine.push(like(tuple(made), seq))


def _map_index(machine: Machine, seq: Data, quot: Sequence) -> Iterator[Code]:
    made = []
    for place, item in enumerate(items_of(seq)):
        machine.push(item, place)
        yield quot.items
        made.append(machine.pop("map-index"))
    machine.push(like(tuple(made), seq))


def _pairs(first: Data, second: Data) -> Iterator[tuple[Any, Any]]:
    return zip(items_of(first), items_of(second), strict=False)


def _2each(machine: Machine, first: Data, second: Data, quot: Sequence) -> Iterator[Code]:
    for pair in _pairs(first, second):
        machine.push(*pair)
        yield quot.items


def _2map(machine: Machine, first: Data, second: Data, quot: Sequence) -> Iterator[Code]:
    made = []
    for pair in _pairs(first, second):
        machine.push(*pair)
        yield quot.items
        made.append(machine.pop("2map"))
    machine.push(like(tuple(made), first))


def _partition(machine: Machine, seq: Data, quot: Sequence) -> Iterator[Code]:
    true: list[Any] = []
    false: list[Any] = []
    for item in items_of(seq):
        machine.push(item)
        yield quot.items
        (false if machine.pop("filter") is False else true).append(item)
    machine.push(like(tuple(true), seq), like(tuple(false), seq))


def _find(machine: Machine, seq: Data, quot: Sequence) -> Iterator[Code]:
    for place, item in enumerate(items_of(seq)):
        machine.push(item)
        yield quot.items
        if machine.pop("find") is not False:
            machine.push(place, item)
            return
    machine.push(*[False] * 2)


def _accumulate(machine: Machine, seq: Data, identity: Data, quot: Sequence) -> Iterator[Code]:
    made, total = [], identity
    for item in items_of(seq):
        made.append(total)
        machine.push(total, item)
        yield quot.items
        total = machine.pop("accumulate")
    machine.push(total, like(tuple(made), seq))


def _while(machine: Machine, pred: Sequence, body: Sequence) -> Iterator[Code]:
    yield pred.items
    while machine.pop("while") is not False:
        yield body.items
        yield pred.items


def _sort_with(machine: Machine, seq: Data, quot: Sequence) -> Iterator[Code]:
    keys = []
    for item in items_of(seq):
        machine.push(item)
        yield quot.items
        keys.append(machine.pop("sort-with"))
    machine.push(like(sorted_by(keys, items_of(seq)), seq))


def _is_pair(branch: Data) -> bool:
    return type(branch) is Sequence and len(branch.items) == 2 and is_quotation(branch.items[1])


def _branches(word: str, branches: Data) -> Iterator[tuple[Any, Code]]:
    """The pairs of `case` and `cond`; the quotation of the last may stand alone."""
    for branch in items_of(branches):
        if is_quotation(branch):
            yield None, branch.items
        elif _is_pair(branch):
            yield branch.items[0], branch.items[1].items
        else:
            raise no_method(word, "pairs of a value and a quotation", branch)


def _case(machine: Machine, obj: Data, branches: Data) -> Iterator[Code]:
    for key, code in _branches("case", branches):
        if key is None:
            machine.push(obj)
        elif not same(key.word if type(key) is Wrapper else key, obj):
            continue
        yield code
        return
    raise no_branch("case", obj)


def _cond(machine: Machine, branches: Data) -> Iterator[Code]:
    for key, code in _branches("cond", branches):
        if key is not None:
            yield key.items
            if machine.pop("cond") is False:
                continue
        yield code
        return
    raise no_branch("cond")


def _curried(_: Machine, obj: Data, quot: Sequence) -> Sequence:
    return sequence("quotation", (Wrapper(obj) if type(obj) is Word else obj, *quot.items))


def _composed(_: Machine, first: Sequence, second: Sequence) -> Sequence:
    return sequence("quotation", first.items + second.items)


def _show(machine: Machine, value: Data) -> None:
    machine.write(printed(value, USUAL, machine.height) + "\n")


def _show_inline(machine: Machine, value: Data) -> None:
    machine.write(printed(value, USUAL, machine.height))


def _show_short(machine: Machine, value: Data) -> None:
    machine.write(printed(value, SHORT) + "\n")


def _show_whole(machine: Machine, value: Data) -> None:
    machine.write(printed(value, WHOLE, machine.height) + "\n")


def _show_stack(machine: Machine) -> None:
    for value in tuple(machine.stack):
        machine.write(printed(value, SHORT) + "\n")


def _datastack(machine: Machine) -> Sequence:
    return array(machine.stack)


def _clear(machine: Machine) -> None:
    machine.stack.clear()


def _text(_: Machine, value: Data) -> str:
    return printed(value)


# Name, effect, function of the machine and of what the effect names; see `words`.
COMBINATORS: dict[str, tuple[tuple[str, str, Callable[..., Any]], ...]] = {
    "kernel": (
        ("call", "quot --", _call),
        ("execute", "word --", _execute),
        ("dip", "x quot -- x", _dip),
        ("if", "? quot1 quot2 --", _if),
        ("clear", "--", _clear),
        ("datastack", "-- array", _datastack),
        ("curry", "obj quot -- curry", _curried),
        ("compose", "quot1 quot2 -- compose", _composed),
        ("while", "quot1 quot2 --", _while),
    ),
    "combinators": (
        ("case", "obj seq --", _case),
        ("cond", "seq --", _cond),
    ),
    "sequences": (
        ("each", "seq quot --", _each),
        ("each-index", "seq quot --", _each_index),
        ("map", "seq quot -- newseq", _map),
        ("map-index", "seq quot -- newseq", _map_index),
        ("2each", "seq1 seq2 quot --", _2each),
        ("2map", "seq1 seq2 quot -- newseq", _2map),
        ("partition", "seq quot -- trueseq falseseq", _partition),
        ("find", "seq quot -- i elt", _find),
        ("accumulate", "seq identity quot -- final newseq", _accumulate),
    ),
    "sorting": (("sort-with", "seq quot -- sortedseq", _sort_with),),
    "prettyprint": (
        (".", "obj --", _show),
        ("pprint", "obj --", _show_inline),
        ("short.", "obj --", _show_short),
        ("...", "obj --", _show_whole),
        (".s", "--", _show_stack),
        ("unparse", "obj -- str", _text),
    ),
    "io": (
        ("write", "str --", lambda machine, text: machine.write(text)),
        ("print", "str --", lambda machine, text: machine.write(f"{text}\n")),
        ("nl", "--", lambda machine: machine.write("\n")),
        ("bl", "--", lambda machine: machine.write(" ")),
        ("flush", "--", lambda _: None),
    ),
}
