"""The base class of the small values: `Rules`, `Puzzle`, `Card`, `Verdict` and the rest.

It works like a frozen, slotted dataclass, and type checkers treat it as one. It is not a dataclass
or attrs class because importing those doubles the start-up time of a command.

    class Point(Value):
        x: int
        y: int = 0
        _: KW_ONLY
        name: str = ""

        def __post_init__(self) -> None:
            self._set(name=checked_name(self.name))

- Each annotation makes a slot. Public annotations are the fields; a class-level value is the
  default; fields after `_: KW_ONLY` are keyword-only. Import `KW_ONLY` from `dataclasses` under
  TYPE_CHECKING only, and start the file with `from __future__ import annotations`.
- `__post_init__` checks the arguments and may convert them with `_set`.
- A class whose arguments have wider types than its fields, as in `Puzzle("6 6 5 2")`, writes its
  own `__init__`, converts there and calls `_set`. It must accept every field by its name.
- A class whose fields are not what it stores (`Verdict` computes some when asked) names them in
  `_fields`. Slots that start with an underscore are not fields, unless `_fields` has the name
  without it: the field `score` of `Grader` is stored as `_score`, since `score` is a method.
- Pickling and `replace` call the constructor, so the checks run there too. A copy is the value
  itself, because values never change.
- `_of(x=1, y=2)` skips the checks, for content that is known to be right. Where values are made by
  the million, set the slots directly, as `Card` and `Verdict` do.
"""

from __future__ import annotations

import sys
from operator import attrgetter

from facevalue import value
from facevalue.errors import RuleError, quoted, unprintable
from facevalue.value import as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from inspect import Signature
    from typing import Any, ClassVar, NoReturn, Self, dataclass_transform
else:

    def dataclass_transform(**_: object) -> Callable[[type], type]:
        """Stands for the decorator of `typing`, which takes too long to import."""
        return lambda cls: cls


def represented(content: object) -> str:
    """The `repr` of what a value holds; a number too long to print is described by its digits.

    >>> represented("24"), represented(10**5000)
    ("'24'", '<a number of 5001 digits>')
    """
    try:
        return repr(content)
    except (ValueError, RecursionError):
        return f"<{unprintable(content)}>"


class _Layout:
    """The fields of a class: their names, defaults and slots, as its constructor needs them."""

    def __init__(self, names: Iterable[str], positional: int, defaults: dict[str, object]) -> None:
        self.names = tuple(names)
        self.positional = positional
        self.defaults = defaults
        self._known = frozenset(self.names)
        self.setters: tuple[Callable[[object, object], None], ...] = ()

    def arranged(
        self, cls: type, values: tuple[object, ...], named: dict[str, object]
    ) -> list[object]:
        """The content of all slots, in order.

        Raises:
            TypeError: an argument is missing, unknown or given twice.
        """
        content = {**self.defaults, **dict(zip(self.names, values, strict=False)), **named}
        is_twice = bool(values) and not named.keys().isdisjoint(self.names[: len(values)])
        if is_twice or len(values) > self.positional or content.keys() != self._known:
            raise TypeError(f"{cls.__name__}() {self._wrong(values, named)}")
        return [content[name] for name in self.names]

    def _wrong(self, values: tuple[object, ...], named: dict[str, object]) -> str:
        """What is wrong with the arguments, in the words of Python."""
        if len(values) > self.positional:
            return f"takes {self.positional} positional arguments, but {len(values)} were given"
        filled = self.names[: len(values)]
        for name in named:
            if name not in self.names:
                return f"got an unexpected keyword argument {name!r}"
            if name in filled:
                return f"got multiple values for argument {name!r}"
        missing = self._known - {*filled, *named, *self.defaults}
        return "missing required arguments: " + ", ".join(n for n in self.names if n in missing)

    def signature(self) -> Signature:
        """What `inspect.signature` and `help` show."""
        from inspect import Parameter, Signature  # noqa: PLC0415 - slow to import

        kinds = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
        return Signature(
            [
                Parameter(
                    name,
                    kinds[place >= self.positional],
                    default=self.defaults.get(name, Parameter.empty),
                )
                for place, name in enumerate(self.names)
            ]
        )


class _Maker(type):
    """Turns the annotations of a class into slots, defaults and a constructor."""

    _layout: _Layout | None
    __slots__ = ()

    def __new__(
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: object
    ) -> _Maker:
        own = [each for each, kind in _annotations(namespace).items() if "ClassVar" not in kind]
        slots = [each for each in own if each != "_"]
        fields = tuple(each for each in slots if not each.startswith("_"))
        has_constructor = "__init__" in namespace or "__new__" in namespace
        if slots and not has_constructor:
            positional = own.index("_") if "_" in own else len(own)
            defaults = {each: namespace.pop(each) for each in slots if each in namespace}
            namespace["_layout"] = _Layout(slots, positional, defaults)
            namespace["__init__"] = _init
            namespace.setdefault("__match_args__", tuple(slots[:positional]))
        elif has_constructor:
            namespace["_layout"] = None
        if fields:
            namespace.setdefault("_fields", fields)
        if namespace.get("_fields"):
            stored = [f"_{each}" if f"_{each}" in slots else each for each in namespace["_fields"]]
            namespace["_read"] = _reader(*stored)
        namespace["__slots__"] = tuple(slots)
        made = super().__new__(mcs, name, bases, namespace, **options)
        if namespace.get("_layout"):
            namespace["_layout"].setters = tuple(made.__dict__[each].__set__ for each in slots)
        return made

    @property
    def __signature__(cls) -> Signature | None:
        return None if cls._layout is None else cls._layout.signature()


def _reader(*names: str) -> staticmethod[[object], tuple[Any, ...]]:
    """The function from a value to its content; it runs for every comparison and hash."""
    read = attrgetter(*names)
    return staticmethod(read if len(names) > 1 else lambda value: (read(value),))


def _annotations(namespace: dict[str, Any]) -> Mapping[str, str]:
    found: Mapping[str, str] | None = namespace.get("__annotations__")
    # From Python 3.14 on they are evaluated on demand, unless the file asks for texts.
    if found is None and sys.version_info >= (3, 14):
        import annotationlib  # noqa: PLC0415

        annotate = annotationlib.get_annotate_from_class_namespace(namespace)
        if annotate is not None:
            form = annotationlib.Format.STRING
            found = annotationlib.call_annotate_function(annotate, form)
    return {name: str(kind) for name, kind in (found or {}).items()}


def _init(self: Value, *values: object, **named: object) -> None:
    """Fills the slots in order; the common case has all arguments positional."""
    layout: _Layout = self._layout  # type: ignore[assignment]
    if named or len(values) != layout.positional or len(values) != len(layout.names):
        values = tuple(layout.arranged(type(self), values, named))
    for put, content in zip(layout.setters, values, strict=True):
        put(self, content)
    self.__post_init__()


@dataclass_transform(frozen_default=True)
class Value(value.Value, metaclass=_Maker):
    """A frozen, slotted, hashable value, compared by its fields. The module says how to use it."""

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]] = ()
    _read: ClassVar[staticmethod[[object], tuple[Any, ...]]] = staticmethod(lambda _: ())
    _layout: ClassVar[_Layout | None] = None

    def __post_init__(self) -> None:
        """Checks the fields, and converts them with `_set`; called by the generated `__init__`."""

    @classmethod
    def _of(cls, **content: object) -> Self:
        """The value with these slots, unchecked."""
        made = cls.__new__(cls)
        made._set(**content)  # noqa: SLF001 - it is one of ours
        return made

    def _set(self, **content: object) -> None:
        for name, each in content.items():
            object.__setattr__(self, name, each)

    def _named(self) -> dict[str, Any]:
        return dict(zip(self._fields, self._read(self), strict=True))

    def _content(self) -> tuple[object, ...]:
        """What decides about `==` and the hash."""
        return self._read(self)

    def replace(self, **changes: Any) -> Self:  # noqa: ANN401 - as for the constructor
        """The same value with other content for some fields, checked like a new one.

        Raises:
            RuleError: a field of that name does not exist.
        """
        unknown = [name for name in changes if name not in self._fields]
        if unknown:
            known = ", ".join(self._fields)
            raise RuleError(f"unknown field {quoted(unknown[0])}: choose one of {known}")
        return type(self)(**(self._named() | changes))

    __replace__ = replace

    def as_dict(self) -> dict[str, Any]:
        """The fields as `json.dumps` writes them; functions are left out."""
        return {name: as_json(each) for name, each in self._named().items() if not callable(each)}

    def as_item(self) -> object:
        """What stands for the value inside another one."""
        return self.as_dict()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value) or type(self) is not type(other):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        return hash((type(self), self._content()))

    def __repr__(self) -> str:
        named = (f"{name}={represented(value)}" for name, value in self._named().items())
        return f"{type(self).__name__}({', '.join(named)})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot change {name!r}: {type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot change {name!r}: {type(self).__name__} is frozen")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _remade, (type(self), self._named())


def _remade(cls: type[Value], content: dict[str, Any]) -> Value:
    return cls(**content)
