"""Words for sequences and strings. A string is a sequence of the numbers of its characters."""

from __future__ import annotations

from functools import cmp_to_key

from facevalue.errors import FaceValueError
from facevalue.stack.arithmetic import plus, times
from facevalue.stack.failures import no_arithmetic, no_method, no_slice, out_of_bounds
from facevalue.stack.printing import number_text
from facevalue.stack.reading import number_of
from facevalue.stack.values import (
    Iota,
    NumberRange,
    Sequence,
    array,
    checked_size,
    flat,
    is_quotation,
    is_real,
    is_sequence,
    items_of,
    like,
    plain,
    same,
    sequence,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any


def length(seq: Any) -> int:  # noqa: ANN401 - a sequence
    """How many elements it has."""
    if type(seq) is Sequence:
        return len(seq.items)
    if type(seq) is str:
        return len(seq)
    return seq.n if type(seq) is Iota else seq.length


def element(word: str, index: int, seq: Any) -> Any:  # noqa: ANN401 - a sequence and its element
    """The element of an index, counted from 0."""
    if not 0 <= index < length(seq):
        raise out_of_bounds(word, index, seq)
    if type(seq) is str:
        return ord(seq[index])
    return plain(seq.start + index * seq.step) if type(seq) is NumberRange else items_of(seq)[index]


def _part(word: str, start: int, end: int, seq: Any) -> Any:  # noqa: ANN401 - a sequence
    if not 0 <= start <= end <= length(seq):
        raise no_slice(word, start, end, seq)
    return like(items_of(seq)[start:end], seq)


def _head(seq: Any, n: int) -> Any:  # noqa: ANN401
    return _part("head", 0, n, seq)


def _tail(seq: Any, n: int) -> Any:  # noqa: ANN401
    return _part("tail", n, length(seq), seq)


def _head_from_end(seq: Any, n: int) -> Any:  # noqa: ANN401
    return _part("head*", 0, length(seq) - n, seq)


def _tail_from_end(seq: Any, n: int) -> Any:  # noqa: ANN401
    return _part("tail*", length(seq) - n, length(seq), seq)


def _cut(seq: Any, n: int) -> tuple[Any, Any]:  # noqa: ANN401
    return _part("cut", 0, n, seq), _part("cut", n, length(seq), seq)


def _appended(*seqs: Any) -> Any:  # noqa: ANN401
    checked_size(sum(map(length, seqs)))
    return like(tuple(flat(seqs)), seqs[0])


def _prepended(first: Any, second: Any) -> Any:  # noqa: ANN401
    return like(tuple(flat((second, first))), first)


def _index(value: Any, seq: Any) -> Any:  # noqa: ANN401
    found = (place for place, each in enumerate(items_of(seq)) if same(each, value))
    return next(found, False)


def _removed(value: Any, seq: Any) -> Any:  # noqa: ANN401
    return like(tuple(each for each in items_of(seq) if not same(each, value)), seq)


def _split(seq: Any, separators: Any) -> Sequence:  # noqa: ANN401
    parts: list[list[Any]] = [[]]
    for each in items_of(seq):
        if any(same(each, separator) for separator in items_of(separators)):
            parts.append([])
        else:
            parts[-1].append(each)
    return array(like(tuple(part), seq) for part in parts)


def _joined(seqs: Any, glue: Any) -> Any:  # noqa: ANN401
    parts = items_of(seqs)
    _all_sequences("join", parts)
    between = items_of(glue)
    checked_size(sum(map(length, parts)) + len(parts) * len(between))
    items: list[Any] = []
    for place, part in enumerate(parts):
        items += [*(between if place else ()), *items_of(part)]
    return like(tuple(items), glue)


def _concatenated(seqs: Any) -> Any:  # noqa: ANN401
    parts = items_of(seqs)
    _all_sequences("concat", parts)
    checked_size(sum(map(length, parts)))
    return like(tuple(flat(parts)), parts[0] if parts else seqs)


def _all_sequences(word: str, parts: Iterable[Any]) -> None:
    for part in parts:
        if not is_sequence(part):
            raise no_method(word, "a sequence of sequences", part, "length")


def _flipped(seqs: Any) -> Sequence:  # noqa: ANN401
    rows = items_of(seqs)
    _all_sequences("flip", rows)
    return array(map(array, zip(*map(items_of, rows), strict=False)))


def compared(left: Any, right: Any) -> int:  # noqa: ANN401 - any values
    """Which value comes first: numbers by size, sequences by their first different element.

    Raises:
        StackError: the values have no order.
    """
    if is_real(left) and is_real(right):
        return int(left > right) - int(left < right)
    if not (is_sequence(left) and is_sequence(right)):
        raise no_arithmetic("<=>", left, right)
    for one, other in zip(items_of(left), items_of(right), strict=False):
        if order := compared(one, other):
            return order
    return (length(left) > length(right)) - (length(left) < length(right))


_key = cmp_to_key(compared)


def _sorted(seq: Any) -> Any:  # noqa: ANN401
    return like(tuple(sorted(items_of(seq), key=_key)), seq)


def _sum(seq: Any) -> Any:  # noqa: ANN401
    total: Any = 0
    for each in items_of(seq):
        total = plus(total, each)
    return total


def _product(seq: Any) -> Any:  # noqa: ANN401
    total: Any = 1
    for each in items_of(seq):
        total = times(total, each)
    return total


def _range(start: Any, end: Any, step: Any) -> NumberRange:  # noqa: ANN401 - real numbers
    if step == 0:
        raise no_method("<range>", "a step that is not 0", step)
    count = max(0, int((end - start) // step) + 1)
    return NumberRange(plain(start), checked_size(count), plain(step))


def _between(start: Any, end: Any) -> NumberRange:  # noqa: ANN401 - real numbers
    return _range(start, end, 1 if start <= end else -1)


def _of_class(kind: str) -> Callable[[Any], Any]:
    def word(seq: Any) -> Any:  # noqa: ANN401
        return sequence(kind, tuple(items_of(seq)))

    return word


def _is_of(kind: str) -> Callable[[Any], bool]:
    return lambda value: type(value) is Sequence and value.kind == kind


def _array_of(*values: Any) -> Sequence:  # noqa: ANN401
    return array(values)


def _repeated(n: int, value: Any) -> Sequence:  # noqa: ANN401
    if n < 0:
        raise no_method("<array>", "a number of at least 0", n)
    return array([value] * checked_size(n))


def _iota(n: int) -> Iota:
    if n < 0:
        raise no_method("iota", "a number of at least 0", n)
    return Iota(checked_size(n))


def _number_of(text: str) -> Any:  # noqa: ANN401 - a number or False
    try:
        found = number_of(text)
    except FaceValueError:
        return False
    return False if found is None else found


def _text_of(items: Any) -> Any:  # noqa: ANN401
    return like(items_of(items), "")


def _character(test: Callable[[str], bool]) -> Callable[[Any], bool]:
    def word(n: int) -> bool:
        return 0 <= n < 128 and test(chr(n))  # noqa: PLR2004 - Factor's words are for ASCII

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
    "math.order": (("compare-order", "obj1 obj2 -- n", compared),),
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
