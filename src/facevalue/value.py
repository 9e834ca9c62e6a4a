"""The base of the small values: `Rules`, `Expression`, `Card` and their like.

Not a dataclass and not attrs: both import `inspect`, which doubles the start-up time of a command.
"""

from __future__ import annotations

from facevalue.errors import unprintable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar, NoReturn, Self


def represented(content: object) -> str:
    """The `repr` of what a value holds; a number too long to print is told by its digits.

    >>> represented("24"), represented(10**5000)
    ("'24'", '<a number of 5001 digits>')
    """
    try:
        return repr(content)
    except (ValueError, RecursionError):
        return f"<{unprintable(content)}>"


class Value:
    """A frozen, slotted, hashable value, compared by the content of its slots.

    A subclass names its `__slots__`, takes them as arguments and stores them with `_set`;
    `_of` makes one of content that is known to be right.
    """

    __slots__: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def _of(cls, **content: object) -> Self:
        made = cls.__new__(cls)
        made._set(**content)  # noqa: SLF001 - it is one of ours
        return made

    def _set(self, **content: object) -> None:
        for name, value in content.items():
            object.__setattr__(self, name, value)

    def _content(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value) or type(self) is not type(other):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        return hash((type(self), self._content()))

    def __repr__(self) -> str:
        named = (f"{name}={represented(getattr(self, name))}" for name in self.__slots__)
        return f"{type(self).__name__}({', '.join(named)})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"expected no change of a frozen {type(self).__name__}: {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"expected no change of a frozen {type(self).__name__}: {name!r}")

    # Copies and pickles would set the slots one by one, which a frozen value refuses.
    def __getstate__(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__}

    def __setstate__(self, content: dict[str, object]) -> None:
        self._set(**content)
