"""Classifies arguments without importing click, which takes longer than solving a puzzle."""

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


_RANKS, _SUITS = "AKQJT", "cdhs♣♦♥♠"


def begins_puzzle(argument: str) -> bool:
    """Whether a first argument is a number or a card, so that the command is `solve`.

    >>> [begins_puzzle(argument) for argument in ("6", "-3", "6 6 5 2", "KS", "q", "slove", "")]
    [True, True, True, True, True, False, False]
    """
    words = argument.replace(",", " ").split()
    if not words:
        return False
    word = words[0]
    # A list in brackets, a fraction in braces, a decimal without its zero, a negative number.
    if word.lstrip("-.[{")[:1].isdigit():
        return True
    is_card = len(word) == 1 or (len(word) == len("KS") and word[1].lower() in _SUITS)
    return word[0].upper() in _RANKS and is_card


def split_target(text: str) -> tuple[str, str | None]:
    """The numbers and the target of `NUMBERS = TARGET` or `NUMBERS -> TARGET`.

    >>> split_target("6 6 5 2 = 17"), split_target("6 6 5 2")
    (('6 6 5 2 ', ' 17'), ('6 6 5 2', None))
    """
    numbers, sign, goal = text.replace("->", "=").partition("=")
    return numbers, goal if sign else None


def plain_question(arguments: Sequence[str]) -> tuple[str, str | None] | None:
    """The numbers and the target of `[solve] NUMBERS... [= T]`; None for any other command.

    The target may also be an option, `--target T`.

    >>> plain_question(["6", "6", "5", "2", "=", "17"])
    ('6 6 5 2 ', ' 17')
    >>> plain_question(["solve", "6", "6", "5", "2", "--target", "17"])
    ('6 6 5 2', '17')
    >>> plain_question(["solve", "8", "8", "3", "3", "--first"])
    """
    if arguments[:1] != ["solve"] and not begins_puzzle("".join(arguments[:1])):
        return None
    numbers: list[str] = []
    targets: list[str] = []
    words = iter(arguments[1:] if arguments[0] == "solve" else arguments)
    for word in words:
        name, equals, value = word.partition("=")
        if name == "--target":
            targets.append(value if equals else next(words, "--"))
        else:
            numbers.append(word)
    if not all(map(is_number_like, numbers + targets)) or any("(" in word for word in numbers):
        return None
    text, goal = split_target(" ".join(numbers))
    targets += [] if goal is None else [goal]
    return (text, targets[0] if targets else None) if len(targets) <= 1 else None


# The verbs that can be answered without click, each with the options that it then takes.
PLAIN_OPTIONS = {
    "check": ("numbers", "target"),
    "deal": ("seed",),
    "equity": ("board", "dead"),
    "hand": ("board",),
    "hint": ("target",),
}


def plain_verb(arguments: Sequence[str]) -> tuple[str, list[str], dict[str, str]] | None:
    """The verb, words and options of an everyday question; None for any other command.

    >>> plain_verb(["hand", "AsKs", "--board", "Ts 9s 2s"])
    ('hand', ['AsKs'], {'board': 'Ts 9s 2s'})
    >>> plain_verb(["hand", "AsKs", "--json"])
    """
    verb = arguments[0] if arguments else ""
    known = PLAIN_OPTIONS.get(verb)
    if known is None:
        return None
    words: list[str] = []
    options: dict[str, str] = {}
    rest = iter(arguments[1:])
    for word in rest:
        if word[:1] != "-":
            words.append(word)
            continue
        name, equals, value = word.partition("=")
        value = value if equals else next(rest, "-")
        option = name.removeprefix("--")
        if option not in known or option in options or name[:2] != "--" or value[:1] == "-":
            return None
        options[option] = value
    return verb, words, options


# How wide a help text is on a terminal of 80 columns, and on a wide one.
HELP_WIDTHS = (80, 100)


def is_overview(arguments: Sequence[str]) -> bool:
    """Whether all commands are asked for.

    >>> is_overview(["--help"]), is_overview(["solve", "--help"])
    (True, False)
    """
    return list(arguments) in ([], ["help"], ["--help"], ["-h"])
