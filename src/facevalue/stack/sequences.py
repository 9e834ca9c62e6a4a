"""Words for sequences and strings. A string is a sequence of character codes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import chain
from typing import Any

from facevalue.errors import FaceValueError
from facevalue.randomness import random_seed, shuffled, split_mix64
from facevalue.stack.numerals import parse_number
from facevalue.stack.printing import SHORT, number_text, printed
from facevalue.stack.values import (
    Data,
    Iota,
    Sequence,
    Word,
    array,
    as_value,
    check_size,
    class_of,
    identity,
    is_quotation,
    is_real,
    is_sequence,
    items_of,
    like,
    same,
    sequence,
)
from facevalue.stack.words import Failure, no_method, shown, word, words


def length(seq: Data) -> int:
    """Return how many elements a sequence has."""
    return len(seq if type(seq) in (str, range) else items_of(seq))


def element(index: int, seq: Data) -> Data:
    """Return an element of a sequence; the first one has the index 0."""
    if not 0 <= index < length(seq):
        slots = {"index": str(index), "seq": printed(seq, SHORT)}
        problem = f"found no element {shown(index)} in {shown(seq)}"
        raise Failure(problem, "Sequence index out of bounds", **slots)
    return ord(seq[index]) if type(seq) is str else items_of(seq)[index]


def part(start: int, end: int, seq: Data) -> Data:
    """Return the elements of a sequence from one index up to another one."""
    if not 0 <= start <= end <= length(seq):
        reason = "start < 0" if start < 0 else "end > sequence" if start <= end else "start > end"
        slots = {"from": str(start), "to": str(end), "seq": printed(seq, SHORT)}
        problem = f"found no elements {shown(start)} to {shown(end)} in {shown(seq)}"
        raise Failure(problem, "Cannot create slice", **slots, reason=f'"{reason}"')
    return seq[start:end] if type(seq) is str else like(items_of(seq)[start:end], seq)


def cut(seq: Data, index: int) -> tuple[Data, Data]:
    """The elements before an index, and the others."""
    return part(0, index, seq), part(index, length(seq), seq)


def append(*seqs: Data) -> Data:
    """Return the elements of all sequences in one sequence, of the kind of the first."""
    check_size(sum(map(length, seqs)))
    return like(chain.from_iterable(map(items_of, seqs)), seqs[0])


@word("sequences", "index ( obj seq -- n/f )")
def find_index(value: Data, seq: Data) -> Data:
    """The index of the first element that is equal to a value, or f."""
    target = identity(value)
    indices = (index for index, item in enumerate(items_of(seq)) if identity(item) == target)
    return next(indices, False)


@word("splitting", "split ( seq1 seq2 -- parts )")
def split(seq: Data, separators: Data) -> Sequence:
    """The parts of a sequence, split at every separator."""
    parts: list[list[Any]] = [[]]
    ends = frozenset(map(identity, items_of(separators)))
    for item in items_of(seq):
        if identity(item) in ends:
            parts.append([])
        else:
            parts[-1].append(item)
    return array(like(part, seq) for part in parts)


def check_sequences(seqs: Data) -> Data:
    """Return the elements of a sequence, which must all be sequences."""
    for item in items_of(seqs):
        if not is_sequence(item):
            raise no_method("a sequence of sequences", item, "length")
    return items_of(seqs)


@word("sequences", "concat ( seq -- newseq )")
def concatenate(seqs: Data) -> Data:
    """All sequences in a sequence joined into one, of the kind of the first."""
    parts = check_sequences(seqs)
    return append(*parts) if parts else like((), seqs)


@word("sequences", "join ( seq1 seq2 -- newseq )")
def join(seqs: Data, glue: Data) -> Data:
    """All sequences in a sequence joined into one, with another sequence between them."""
    glued = [part for item in check_sequences(seqs) for part in (glue, item)]
    return append(like((), glue), *glued[1:])


def order_key(value: Data) -> Data:
    """Return a key that orders values like Factor; numbers come before sequences."""
    if is_real(value):
        return 0, value
    if not is_sequence(value):
        raise no_method("real numbers or sequences", value)
    return 1, tuple(map(order_key, items_of(value)))  # at most MAX_DEPTH calls deep


@word("math.order", "<=> ( obj1 obj2 -- <=> )")
def compare(left: Data, right: Data) -> Word:
    """The order of two numbers or two sequences: +lt+, +eq+ or +gt+."""
    first, second = order_key(left), order_key(right)
    return Word("+lt+" if first < second else "+gt+" if first > second else "+eq+")


@word("binary-search", "sorted-index ( real seq -- i/f )", is_quick=True)
def find_sorted(value: Data, seq: Data) -> Data:
    """The index of a number, or of the nearest lower one, in a sorted sequence; f if empty."""

    def number_at(index: int) -> Data:
        number = element(index, seq)
        if not is_real(number):
            raise no_method("a sequence of real numbers", number)
        return number

    index = bisect_right(range(length(seq)), value, key=number_at)
    return length(seq) > 0 and max(0, index - 1)


@word("math.ranges", "<range> ( n n n -- range )")
def make_range(start: int, end: int, step: int) -> range:
    """The integers from a start to an end, a fixed step apart."""
    if step == 0:
        raise no_method("a step that is not 0", step)
    return as_value(range(start, end + (1 if step > 0 else -1), step))  # type: ignore[no-any-return]


@word("math.parser", "string>number ( str -- n/f )")
def read_number(string: str) -> Data:
    """The number that a string contains, or f."""
    try:
        number = parse_number(string)
    except FaceValueError:
        return False
    return False if number is None else number


def is_character(test: Callable[[str], bool]) -> Callable[[Any], bool]:
    """Make a word that tests an ASCII character."""
    return lambda n: 0 <= n < 128 and test(chr(n))


words(
    {
        "sequences": {
            "length ( seq -- n )": length,
            "nth ( n seq -- elt )": element,
            "?nth ( n seq -- elt/f )": lambda n, seq: 0 <= n < length(seq) and element(n, seq),
            "first ( seq -- elt )": lambda seq: element(0, seq),
            "second ( seq -- elt )": lambda seq: element(1, seq),
            "third ( seq -- elt )": lambda seq: element(2, seq),
            "fourth ( seq -- elt )": lambda seq: element(3, seq),
            "last ( seq -- elt )": lambda seq: element(length(seq) - 1, seq),
        },
    },
    is_quick=True,
)
words(
    {
        "sequences": {
            "sequence? ( obj -- ? )": is_sequence,
            "reverse ( seq -- newseq )": lambda seq: like(items_of(seq)[::-1], seq),
            "append ( seq1 seq2 -- newseq )": append,
            "3append ( seq1 seq2 seq3 -- newseq )": append,
            "suffix ( seq elt -- newseq )": lambda seq, elt: like((*items_of(seq), elt), seq),
            "prefix ( seq elt -- newseq )": lambda seq, elt: like((elt, *items_of(seq)), seq),
            "subseq ( n n seq -- subseq )": part,
            "head ( seq n -- headseq )": lambda seq, n: part(0, n, seq),
            "tail ( seq n -- tailseq )": lambda seq, n: part(n, length(seq), seq),
            "head* ( seq n -- headseq )": lambda seq, n: part(0, length(seq) - n, seq),
            "tail* ( seq n -- tailseq )": lambda seq, n: part(length(seq) - n, length(seq), seq),
            "cut ( seq n -- before after )": cut,
            "iota ( size -- iota )": lambda n: Iota(check_size(n)),
        },
        "kernel": {
            "= ( obj1 obj2 -- ? )": same,
            "eq? ( obj1 obj2 -- ? )": lambda item, other: (
                item is other or (class_of(item) == "fixnum" and same(item, other))
            ),
        },
        "arrays": {
            ">array ( seq -- array )": lambda seq: array(items_of(seq)),
            "<array> ( size elt -- array )": lambda n, elt: array([elt] * check_size(n)),
            "1array ( x -- array )": lambda *values: array(values),
            "2array ( x y -- array )": lambda *values: array(values),
            "3array ( x y z -- array )": lambda *values: array(values),
            "4array ( w x y z -- array )": lambda *values: array(values),
            "array? ( obj -- ? )": lambda obj: type(obj) is Sequence and obj.kind == "array",
        },
        "assocs": {
            "zip ( seq1 seq2 -- newseq )": lambda first, second: array(
                map(array, zip(items_of(first), items_of(second), strict=False))
            ),
        },
        "vectors": {
            ">vector ( seq -- vector )": lambda seq: sequence("vector", tuple(items_of(seq)))
        },
        "quotations": {"quotation? ( obj -- ? )": is_quotation},
        "words": {"word? ( obj -- ? )": lambda obj: type(obj) is Word},
        "sorting": {
            "natural-sort ( seq -- newseq )": lambda seq: like(
                sorted(items_of(seq), key=order_key), seq
            ),
        },
        "random": {
            "randomize ( seq -- newseq )": lambda seq: like(
                shuffled(items_of(seq), split_mix64(random_seed())), seq
            ),
        },
        "strings": {
            ">string ( seq -- str )": lambda seq: like(items_of(seq), ""),
            "1string ( n -- str )": lambda n: like((n,), ""),
            "string? ( obj -- ? )": lambda obj: type(obj) is str,
        },
        "unicode.case": {
            ">upper ( str -- upper )": str.upper,
            ">lower ( str -- lower )": str.lower,
        },
        "ascii": {
            "alpha? ( n -- ? )": is_character(str.isalnum),
            "Letter? ( n -- ? )": is_character(str.isalpha),
            "letter? ( n -- ? )": is_character(str.islower),
            "LETTER? ( n -- ? )": is_character(str.isupper),
            "digit? ( n -- ? )": is_character(str.isdigit),
        },
        "math.parser": {"number>string ( real -- str )": number_text},
    }
)
