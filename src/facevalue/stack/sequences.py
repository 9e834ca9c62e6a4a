"""Words for sequences and strings. A string is a sequence of the numbers of its characters."""

from __future__ import annotations

from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from facevalue.errors import FaceValueError, StackError
from facevalue.stack.arithmetic import plus, times
from facevalue.stack.failures import no_arithmetic, no_method, no_slice, out_of_bounds
from facevalue.stack.printing import number_text
from facevalue.stack.reading import number_of
from facevalue.stack.values import (
    Iota,
    NumberRange,
    Sequence,
    Word,
    array,
    checked_size,
    flat,
    identity,
    is_quotation,
    is_real,
    is_sequence,
    items_of,
    like,
    plain,
    sequence,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from facevalue.stack.values import Data


def length(seq: Data) -> int:
    """How many elements it has."""
    if type(seq) is Sequence:
        return len(seq.items)
    if type(seq) is str:
        return len(seq)
    return seq.n if type(seq) is Iota else seq.length


def element(word: str, index: int, seq: Data) -> Data:
    """The element of an index, counted from 0."""
    if not 0 <= index < length(seq):
        raise out_of_bounds(word, index, seq)
    if type(seq) is str:
        return ord(seq[index])
    return plain(seq.start + index * seq.step) if type(seq) is NumberRange else items_of(seq)[index]


def _part(word: str, start: int, end: int, seq: Data) -> Data:
    if not 0 <= start <= end <= length(seq):
        raise no_slice(word, start, end, seq)
    return like(items_of(seq)[start:end], seq)


def _head(seq: Data, n: int) -> Data:
    return _part("head", 0, n, seq)


def _tail(seq: Data, n: int) -> Data:
    return _part("tail", n, length(seq), seq)


def _head_from_end(seq: Data, n: int) -> Data:
    return _part("head*", 0, length(seq) - n, seq)


def _tail_from_end(seq: Data, n: int) -> Data:
    return _part("tail*", length(seq) - n, length(seq), seq)


def _cut(seq: Data, n: int) -> tuple[Any, Any]:
    return _part("cut", 0, n, seq), _part("cut", n, length(seq), seq)


def _appended(*seqs: Data) -> Data:
    checked_size(sum(map(length, seqs)))
    return like(tuple(flat(seqs)), seqs[0])


def _prepended(first: Data, second: Data) -> Data:
    return like(tuple(flat((second, first))), first)


def _index(value: Data, seq: Data) -> Data:
    wanted = identity(value)
    found = (place for place, each in enumerate(items_of(seq)) if identity(each) == wanted)
    return next(found, False)


def _removed(value: Data, seq: Data) -> Data:
    unwanted = identity(value)
    return like(tuple(each for each in items_of(seq) if identity(each) != unwanted), seq)


def _split(seq: Data, separators: Data) -> Sequence:
    parts: list[list[Any]] = [[]]
    ends = frozenset(map(identity, items_of(separators)))
    for each in items_of(seq):
        if identity(each) in ends:
            parts.append([])
        else:
            parts[-1].append(each)
    return array(like(tuple(part), seq) for part in parts)


def _joined(seqs: Data, glue: Data) -> Data:
    parts = items_of(seqs)
    _all_sequences("join", parts)
    between = items_of(glue)
    checked_size(sum(map(length, parts)) + len(parts) * len(between))
    items: list[Any] = []
    for place, part in enumerate(parts):
        items += [*(between if place else ()), *items_of(part)]
    return like(tuple(items), glue)


def _concatenated(seqs: Data) -> Data:
    parts = items_of(seqs)
    _all_sequences("concat", parts)
    checked_size(sum(map(length, parts)))
    return like(tuple(flat(parts)), parts[0] if parts else seqs)


def _all_sequences(word: str, parts: Iterable[Any]) -> None:
    for part in parts:
        if not is_sequence(part):
            raise no_method(word, "a sequence of sequences", part, "length")


def _flipped(seqs: Data) -> Sequence:
    rows = items_of(seqs)
    _all_sequences("flip", rows)
    return array(map(array, zip(*map(items_of, rows), strict=False)))


def order_key(value: Data) -> Data:
    """What Python compares as Factor compares values: numbers, and sequences by their elements.

    Raises:
        StackError: the value has no place in an order.
    """
    if is_real(value):
        return value
    if not is_sequence(value):
        raise no_method("<=>", "a real number or a sequence", value)
    return tuple(map(order_key, items_of(value)))  # at most MOST_DEPTH calls deep


def sorted_by(keys: Iterable[Data], items: Iterable[Data]) -> list[Data]:
    """The items in the order of their keys; items with equal keys stay in their order.

    Raises:
        StackError: the keys have no order.
    """
    pairs = [(order_key(key), item) for key, item in zip(keys, items, strict=True)]
    try:
        return [item for _, item in sorted(pairs, key=itemgetter(0))]
    except TypeError:  # numbers among sequences
        raise StackError("expected only numbers or only sequences to compare", "<=>") from None


_ORDERS = (Word("+eq+"), Word("+gt+"), Word("+lt+"))


def _order(left: Data, right: Data) -> Word:
    keys = order_key(left), order_key(right)
    try:
        return _ORDERS[(keys[0] > keys[1]) - (keys[0] < keys[1])]
    except TypeError:  # a number and a sequence
        raise no_arithmetic("<=>", left, right) from None


def _sorted(seq: Data) -> Data:
    return like(sorted_by(items_of(seq), items_of(seq)), seq)


def _sum(seq: Data) -> Data:
    total: Data = 0
    for each in items_of(seq):
        total = plus(total, each)
    return total


def _product(seq: Data) -> Data:
    total: Data = 1
    for each in items_of(seq):
        total = times(total, each)
    return total


def _range(start: Data, end: Data, step: Data) -> NumberRange:
    if step == 0:
        raise no_method("<range>", "a step that is not 0", step)
    count = max(0, int((end - start) // step) + 1)
    return NumberRange(plain(start), checked_size(count), plain(step))


def _between(start: Data, end: Data) -> NumberRange:
    return _range(start, end, 1 if start <= end else -1)


def _of_class(kind: str) -> Callable[[Any], Any]:
    def word(seq: Data) -> Data:
        return sequence(kind, tuple(items_of(seq)))

    return word


def _is_of(kind: str) -> Callable[[Any], bool]:
    return lambda value: type(value) is Sequence and value.kind == kind


def _array_of(*values: Data) -> Sequence:
    return array(values)


def _repeated(n: int, value: Data) -> Sequence:
    if n < 0:
        raise no_method("<array>", "a number of at least 0", n)
    return array([value] * checked_size(n))


def _iota(n: int) -> Iota:
    if n < 0:
        raise no_method("iota", "a number of at least 0", n)
    return Iota(checked_size(n))


def _number_of(text: str) -> Data:
    try:
        found = number_of(text)
    except FaceValueError:
        return False
    return False if found is None else found


def _text_of(items: Data) -> Data:
    return like(items_of(items), "")


def _character(test: Callable[[str], bool]) -> Callable[[Any], bool]:
    def word(n: int) -> bool:
        return 0 <= n < 128 and test(chr(n))

    return word


# Name, effect, function. The names of an effect say what a word takes; see `words`.
SEQUENCES: dict[str, tuple[tuple[str, str, Callable[..., Any]], ...]] = {
    "sequences": (
        ("length", "seq -- n", length),
        ("nth", "n seq -- elt", lambda n, seq: element("nth", n, seq)),
        ("?nth", "n seq -- elt/f", lambda n, seq: 0 <= n < length(seq) and element("nth", n, seq)),
        ("first", "seq -- elt", lambda seq: element("first", 0, seq)),
        ("second", "seq -- elt", lambda seq: element("second", 1, seq)),
        ("third", "seq -- elt", lambda seq: element("third", 2, seq)),
        ("fourth", "seq -- elt", lambda seq: element("fourth", 3, seq)),
        ("last", "seq -- elt", lambda seq: element("last", length(seq) - 1, seq)),
        ("sum", "seq -- n", _sum),
        ("product", "seq -- n", _product),
        ("reverse", "seq -- newseq", lambda seq: like(items_of(seq)[::-1], seq)),
        ("append", "seq1 seq2 -- newseq", _appended),
        ("3append", "seq1 seq2 seq3 -- newseq", _appended),
        ("prepend", "seq1 seq2 -- newseq", _prepended),
        ("suffix", "seq elt -- newseq", lambda seq, elt: like((*items_of(seq), elt), seq)),
        ("prefix", "seq elt -- newseq", lambda seq, elt: like((elt, *items_of(seq)), seq)),
        ("head", "seq n -- headseq", _head),
        ("tail", "seq n -- tailseq", _tail),
        ("head*", "seq n -- headseq", _head_from_end),
        ("tail*", "seq n -- tailseq", _tail_from_end),
        ("cut", "seq n -- before after", _cut),
        ("subseq", "from to seq -- subseq", lambda i, j, seq: _part("subseq", i, j, seq)),
        ("index", "obj seq -- n/f", _index),
        ("remove", "elt seq -- newseq", _removed),
        ("join", "seq glue -- newseq", _joined),
        ("concat", "seq -- newseq", _concatenated),
        ("flip", "seq -- newseq", _flipped),
        ("iota", "n -- iota", _iota),
        ("sequence?", "obj -- ?", is_sequence),
        ("immutable?", "obj -- ?", lambda obj: type(obj) in (Iota, NumberRange)),
    ),
    "splitting": (("split", "seq separators -- pieces", _split),),
    "sorting": (("natural-sort", "seq -- sortedseq", _sorted),),
    "math.order": (
        ("<=>", "obj1 obj2 -- <=>", _order),
        *((word.name, "-- <=>", partial(Word, word.name)) for word in _ORDERS),
    ),
    "math.ranges": (
        ("<range>", "real real real -- range", _range),
        ("[a,b]", "real real -- range", _between),
    ),
    "arrays": (
        (">array", "seq -- array", _of_class("array")),
        ("<array>", "n elt -- array", _repeated),
        ("1array", "x -- array", _array_of),
        ("2array", "x y -- array", _array_of),
        ("3array", "x y z -- array", _array_of),
        ("4array", "w x y z -- array", _array_of),
        ("array?", "obj -- ?", _is_of("array")),
    ),
    "vectors": (
        (">vector", "seq -- vector", _of_class("vector")),
        ("vector?", "obj -- ?", _is_of("vector")),
    ),
    "quotations": (
        (">quotation", "seq -- quot", _of_class("quotation")),
        ("quotation?", "obj -- ?", is_quotation),
    ),
    "strings": (
        (">string", "seq -- str", _text_of),
        ("string?", "obj -- ?", lambda obj: type(obj) is str),
        ("1string", "n -- str", lambda n: like((n,), "")),
    ),
    "unicode.case": (
        (">upper", "str -- upper", lambda text: text.upper()),
        (">lower", "str -- lower", lambda text: text.lower()),
    ),
    "ascii": (
        ("alpha?", "n -- ?", _character(str.isalpha)),
        ("Letter?", "n -- ?", _character(str.isalpha)),
        ("letter?", "n -- ?", _character(str.islower)),
        ("LETTER?", "n -- ?", _character(str.isupper)),
        ("digit?", "n -- ?", _character(str.isdigit)),
        ("blank?", "n -- ?", _character(lambda each: each in " \t\n\r")),
    ),
    "math.parser": (
        ("number>string", "real -- str", number_text),
        ("string>number", "str -- n/f", _number_of),
    ),
}
