"""`Value`, the base class of all values: `replace`, `as_dict`, copies, pickles, JSON and HTML.

A value class is a frozen attrs class that inherits from `Value`:

    @attrs.frozen
    class Point(Value):
        x: int
        y: int = 0

`Card`, `Verdict` and other classes with millions of values are not attrs classes: they set their
slots directly. If the arguments of the constructor differ from the stored fields, `FIELDS` names
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from html import escape
from types import MappingProxyType
from typing import Any, ClassVar, NoReturn, Self, TypeVar

import attrs

from facevalue.errors import RuleError, unprintable
from facevalue.options import unknown_word

Kind = TypeVar("Kind")
# Python can always print integers of up to this many bits.
_EVERYDAY_BITS = 64


class Value:
    """A frozen, slotted, hashable value, compared by its fields."""

    __slots__ = ()
    # The arguments of the constructor, if they are not the attrs fields.
    FIELDS: ClassVar[tuple[str, ...]] = ()

    def _by_name(self) -> dict[str, Any]:
        """The arguments that make this value again."""
        if self.FIELDS:
            return {name: getattr(self, name) for name in self.FIELDS}
        kind: Any = type(self)  # an attrs class
        fields = (field for field in attrs.fields(kind) if field.init)
        return {field.alias: getattr(self, field.name) for field in fields}

    def replace(self, **changes: Any) -> Self:
        """Return a value with changed fields, which are checked as in the constructor.

        Args:
            **changes: new contents by the name of their field.

        Raises:
            RuleError: a field does not exist.
        """
        fields = self._by_name()
        unknown = [name for name in changes if name not in fields]
        if unknown:
            raise unknown_word("field", unknown[0], fields)
        return type(self)(**(fields | changes))

    __replace__ = replace

    def as_dict(self) -> dict[str, Any]:
        """Return the fields for JSON, without functions."""
        named = self._by_name().items()
        return {name: as_json(content) for name, content in named if not callable(content)}

    def as_item(self) -> object:
        """Return this value as JSON for use inside another value."""
        return self.as_dict()

    def __repr__(self) -> str:
        named = (f"{name}={represent(content)}" for name, content in self._by_name().items())
        return f"{type(self).__name__}({', '.join(named)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value) or type(self) is not type(other):
            return NotImplemented
        return self._by_name() == other._by_name()

    def __hash__(self) -> int:
        return hash((type(self), *self._by_name().values()))

    def __setattr__(self, _name: str, _value: object) -> NoReturn:
        raise attrs.exceptions.FrozenInstanceError

    def __delattr__(self, _name: str) -> NoReturn:
        raise attrs.exceptions.FrozenInstanceError

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        named = self._by_name().items()
        frozen = MappingProxyType  # which cannot be pickled
        content = {name: dict(part) if isinstance(part, frozen) else part for name, part in named}
        return make_again, (type(self), content)


def checked(check: Callable[..., object], *bounds: Any, **options: Any) -> Any:
    """Return a validator of attrs for a field that keeps what `check` makes of its content.

    `check` is called with the name of the field, its content, and the other arguments; it raises an
    error, or returns a plain `int` for an integer of NumPy, for example.

    >>> from facevalue.options import whole_number
    >>> @attrs.frozen
    ... class Die(Value):
    ...     sides: int = attrs.field(default=6, validator=checked(whole_number, 2))
    >>> Die(sides=1)
    Traceback (most recent call last):
    facevalue.errors.RuleError: sides must be a whole number of at least 2, not 1
    """

    def validate(value: Value, field: attrs.Attribute[Any], content: object) -> None:
        keep(value, **{field.name: check(field.alias, content, *bounds, **options)})

    return validate


def freeze(mapping: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Return a copy of a mapping that cannot be changed; a converter of attrs."""
    return MappingProxyType(dict(mapping))


def spelled(default: str) -> Any:
    """Return a default that the converter of its field reads, such as the name of a row."""
    return default


def make_again(kind: type[Value], named: dict[str, Any]) -> Value:
    """Make a value from a pickle with its constructor, which checks the fields.

    Raises:
        RuleError: the class has different fields.
        FaceValueError: the contents of a field are not allowed.
    """
    try:
        return kind(**named)
    except TypeError as error:  # a field is missing or unknown
        raise RuleError(f"a pickled {kind.__name__} has different fields: {error}") from None


def represent(content: object) -> str:
    """Return the `repr`, or a description of a number that is too long to print.

    >>> represent("24"), represent(10**5000)
    ("'24'", '<a number with 5001 digits>')
    """
    try:
        return repr(content)
    except (ValueError, RecursionError):
        return f"<{unprintable(content)}>"


def as_json(content: Any) -> Any:  # noqa: PLR0911 - one return per kind of content
    """Convert the contents of a field for JSON.

    Integers stay numbers; fractions become strings, so that no reader converts them to floats.

    >>> from fractions import Fraction
    >>> as_json((Fraction(24), Fraction(3, 4), range(101, 1000), None))
    [24, '3/4', [101, 999], None]
    """
    if content is None or isinstance(content, (bool, float)) or type(content) is str:
        return content
    if isinstance(content, str):
        return str(content)  # members of an enumeration become plain strings
    if isinstance(content, Value):
        return content.as_item()
    if hasattr(content, "denominator"):
        is_whole, numerator = content.denominator == 1, int(content.numerator)
        if is_whole and numerator.bit_length() <= _EVERYDAY_BITS:
            return numerator
        try:
            digits = str(content)
        except ValueError:  # more than 4300 digits
            return unprintable(content)
        return numerator if is_whole else digits
    if hasattr(content, "items"):
        return {str(key): as_json(value) for key, value in content.items()}
    if isinstance(content, range):
        return [content[0], content[-1]] if content else []
    return [as_json(item) for item in content]


def as_share(share: Fraction) -> dict[str, str | float]:
    """Return an exact share as a fraction, and as the nearest decimal.

    JSON:
        fraction (fraction): the exact share.
        decimal (real): the decimal nearest to the share.

    >>> from fractions import Fraction
    >>> as_share(Fraction(1, 8))
    {'fraction': '1/8', 'decimal': 0.125}
    """
    return {"fraction": str(share), "decimal": float(share)}


def make_trusted(kind: type[Kind], /, **slots: object) -> Kind:
    """Make a value from the contents of its slots without checking them."""
    made = object.__new__(kind)
    keep(made, **slots)
    return made


def keep(value: object, /, **slots: object) -> None:
    """Set slots of a frozen value, while it is made or because a lazy result is known now."""
    for name, content in slots.items():
        object.__setattr__(value, name, content)


def paragraph(content: object, *, is_bold: bool = False) -> str:
    """Return a paragraph of HTML, for notebooks; the content is escaped.

    >>> paragraph("3<8", is_bold=True)
    '<p><strong>3&lt;8</strong></p>'
    """
    shown = escape(str(content))
    return f"<p><strong>{shown}</strong></p>" if is_bold else f"<p>{shown}</p>"


def table(rows: Iterable[Iterable[object]], header: Iterable[object] = ()) -> str:
    """Return a table of HTML, for notebooks; all cells are escaped.

    Without a header, the first cell of each row is its heading.

    >>> table([("1/3", "a&b")])
    '<table><tr><th>1/3</th><td>a&amp;b</td></tr></table>'
    >>> table([(1, 2)], ("x", "y"))
    '<table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>2</td></tr></table>'
    """
    names = list(header)
    lines = ["".join(f"<th>{escape(str(name))}</th>" for name in names)] if names else []
    for row in rows:
        cells = [escape(str(cell)) for cell in row]
        headings = 0 if names else 1
        lines.append(
            "".join(f"<th>{cell}</th>" for cell in cells[:headings])
            + "".join(f"<td>{cell}</td>" for cell in cells[headings:])
        )
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"
