"""Words that run quotations or print.

A combinator is a generator that yields the code for the machine to run next. So quotations do not
run inside Python calls, and programs can nest as deep as the machine allows.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import product
from typing import Any, TypeAlias

from facevalue.stack.arithmetic import shift
from facevalue.stack.machine import Machine
from facevalue.stack.printing import SHORT, printed
from facevalue.stack.sequences import check_sequences
from facevalue.stack.values import (
    Data,
    Sequence,
    Word,
    Wrapper,
    array,
    identity,
    is_integer,
    is_quotation,
    items_of,
    like,
    sequence,
)
from facevalue.stack.words import Failure, no_method, word, words

Code: TypeAlias = tuple[Any, ...]


@word("kernel", "dip ( x quot -- x )", is_quick=True)
def dip(machine: Machine, x: Data, quot: Sequence) -> Iterator[Code]:
    """Run a quotation on the stack below a value, then put the value back."""
    yield quot.items
    machine.push(x)


@word("kernel", "while ( quot1 quot2 -- )", is_quick=True)
def repeat(machine: Machine, condition: Sequence, body: Sequence) -> Iterator[Code]:
    """Run the second quotation as long as the first one leaves a true value."""
    yield condition.items
    while machine.pop() is not False:
        yield body.items
        yield condition.items


def literal(value: Data) -> Data:
    """Return code that pushes a value."""
    return Wrapper(value) if type(value) is Word else value


def branches_of(branches: Data) -> Iterator[tuple[Any, Code]]:
    """Yield the pairs of `case` or `cond`; a final quotation without a key has the key None."""
    for branch in items_of(branches):
        if is_quotation(branch):
            yield None, branch.items
        elif type(branch) is Sequence and len(branch.items) == 2 and is_quotation(branch.items[1]):
            yield branch.items[0], branch.items[1].items
        else:
            raise no_method("pairs of a value and a quotation", branch)


@word("combinators", "case ( obj seq -- )")
def case(obj: Data, pairs: Data) -> list[Any]:
    """Run the quotation whose key is equal to the value."""
    target = identity(obj)
    for key, code in branches_of(pairs):
        if key is None:
            return [literal(obj), *code]
        if identity(key.word if type(key) is Wrapper else key) == target:
            return list(code)
    raise Failure("found no branch that fits", "Fall-through in case", object=printed(obj, SHORT))


@word("combinators", "cond ( seq -- )", is_quick=True)
def cond(machine: Machine, pairs: Data) -> Iterator[Code]:
    """Run the quotation of the first condition that leaves a true value."""
    for key, code in branches_of(pairs):
        if key is not None:
            yield key.items
            if machine.pop() is False:
                continue
        yield code
        return
    raise Failure("found no branch that fits", "Fall-through in cond")


def collect(
    machine: Machine, groups: Iterable[Iterable[Any]], quot: Sequence
) -> Generator[Code, None, list[Any]]:
    """Run a quotation on each group of values, and return the values that it leaves on top."""
    results = []
    for values in groups:
        machine.push(*values)
        yield quot.items
        results.append(machine.pop())
    return results


@word("sequences", "each ( seq quot -- )", is_quick=True)
def each(machine: Machine, seq: Data, quot: Sequence) -> Iterator[Code]:
    """Run a quotation on each element."""
    for item in items_of(seq):
        machine.push(item)
        yield quot.items


@word("sequences", "map ( seq quot -- newseq )", is_quick=True)
def map_each(machine: Machine, seq: Data, quot: Sequence) -> Iterator[Code]:
    """The results of running a quotation on each element."""
    results = yield from collect(machine, zip(items_of(seq), strict=True), quot)
    machine.push(like(results, seq))


@word("sequences.product", "product-map ( seq quot -- newseq )")
def map_product(machine: Machine, seqs: Data, quot: Sequence) -> Iterator[Code]:
    """The results of running a quotation on each array of one element from every sequence."""
    lists = [items_of(seq) for seq in check_sequences(seqs)]

    def rows() -> Iterator[tuple[Sequence]]:
        for reverse in product(*reversed(lists)):  # the first sequence varies fastest
            machine.spend(len(lists))
            yield (array(reversed(reverse)),)

    results = yield from collect(machine, rows(), quot)
    machine.push(array(results))


@word("sequences", "filter ( seq quot -- newseq )", is_quick=True)
def filter_each(machine: Machine, seq: Data, quot: Sequence) -> Iterator[Code]:
    """The elements for which a quotation leaves a true value."""
    items = items_of(seq)
    tests = yield from collect(machine, zip(items, strict=True), quot)
    chosen = [item for item, test in zip(items, tests, strict=True) if test is not False]
    machine.push(like(chosen, seq))


@word("sequences", "find ( seq quot -- i elt )")
def find(machine: Machine, seq: Data, quot: Sequence) -> Iterator[Code]:
    """The first element for which a quotation leaves a true value, with its index; or f f."""
    for index, item in enumerate(items_of(seq)):
        machine.push(item)
        yield quot.items
        if machine.pop() is not False:
            machine.push(index, item)
            return
    machine.push(*[False] * 2)


@word("math.bitwise", "bitfield ( seq -- n )")
def bitfield(machine: Machine, parts: Data) -> Iterator[Code]:
    """An integer of bit fields: each is a shift of a stack value, or a pair of word and shift."""
    total = 0
    for part in items_of(parts):
        is_pair = type(part) is Sequence and len(part.items) == 2
        maker, shift_by = part.items if is_pair else ((), part)
        yield (maker,)
        value = machine.pop()
        if not (is_integer(value) and is_integer(shift_by)):
            raise no_method("integers and the places to shift them to", part)
        total |= shift(value, shift_by)
    machine.push(total)


@word("io.files", "file-lines ( str encoding -- seq )")
def read_lines(machine: Machine, path: str, encoding: Data) -> Sequence:
    """The lines of a file that the program may read."""
    if encoding not in (Word("ascii"), Word("utf8")):
        raise no_method("the encoding ascii or utf8", encoding)
    name = path if path in machine.files else path.rpartition("/")[2]
    if name not in machine.files:
        raise Failure(f"may not read {name!r}; name the file with --file, or files= in Python")
    machine.spend(len(machine.files[name]))
    return array(machine.files[name].splitlines())


@word("prettyprint", ".s ( -- )")
def show_stack(machine: Machine) -> None:
    """Print the data stack, one value per line."""
    for value in tuple(machine.stack):
        machine.write(printed(value, SHORT) + "\n")


words(
    {
        "kernel": {
            "call ( quot -- )": lambda quot: list(quot.items),
            "execute ( word -- )": lambda target: [target],
            "if ( ? quot1 quot2 -- )": lambda test, yes, no: list(
                no.items if test is False else yes.items
            ),
        }
    },
    is_quick=True,
)
words(
    {
        "kernel": {
            "curry ( obj quot -- curry )": lambda obj, quot: sequence(
                "quotation", (literal(obj), *quot.items)
            ),
            "compose ( quot1 quot2 -- compose )": lambda first, second: sequence(
                "quotation", first.items + second.items
            ),
            "clear ( -- )": lambda machine: machine.stack.clear(),
            "datastack ( -- array )": lambda machine: array(machine.stack),
        },
        "prettyprint": {
            ". ( obj -- )": lambda machine, value: machine.write(printed(value) + "\n"),
            "pprint ( obj -- )": lambda machine, value: machine.write(printed(value)),
            "unparse ( obj -- str )": printed,
        },
        "io": {
            "write ( str -- )": lambda machine, text: machine.write(text),
            "print ( str -- )": lambda machine, text: machine.write(f"{text}\n"),
            "nl ( -- )": lambda machine: machine.write("\n"),
            "bl ( -- )": lambda machine: machine.write(" "),
            "flush ( -- )": lambda: None,
        },
    }
)
