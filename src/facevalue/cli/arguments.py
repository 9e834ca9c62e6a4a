"""What an argument is, told without click, which takes longer to load than a puzzle to solve."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def is_number_like(argument: str) -> bool:
    """Whether an argument stands for itself, be it a negative number, and is no option.

    >>> [is_number_like(argument) for argument in ("KS", "-3", "-.5", "-", "-o", "--first")]
    [True, True, True, False, False, False]
    """
    return argument[:1] != "-" or argument[1:2].isdigit() or argument[1:2] == "."


def plain_question(arguments: Sequence[str]) -> tuple[str, str | None] | None:
    """The numbers and the target of `solve NUMBERS... [--target T]`; None for any other command.

    >>> plain_question(["solve", "6", "6", "5", "2", "--target", "17"])
    ('6 6 5 2', '17')
    >>> plain_question(["solve", "8", "8", "3", "3", "--first"])
    """
    if arguments[:1] != ["solve"]:
        return None
    numbers: list[str] = []
    targets: list[str] = []
    words = iter(arguments[1:])
    for word in words:
        name, equals, value = word.partition("=")
        if name == "--target":
            targets.append(value if equals else next(words, "--"))
        else:
            numbers.append(word)
    if len(targets) > 1 or not all(map(is_number_like, numbers + targets)):
        return None
    return " ".join(numbers), targets[0] if targets else None
