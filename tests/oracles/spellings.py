"""How people write numbers and puzzles, read with patterns: short, slow, and to read first.

The core reads the same strings by hand. Every function returns what is in a string, or raises a
`RefusedError` with the sentence, the position and what the message quotes.
"""

from __future__ import annotations

import re
from fractions import Fraction

BLANKS = " \t\r\n"
SPACES = " \t\n\v\f\r\x1c\x1d\x1e\x1f"  # of ASCII
WHOLE = "(?:0|[1-9][0-9]*)(?![0-9])"
LITERAL = rf"{WHOLE}(?:/{WHOLE}|\.[0-9]+)?"
SIGNED = rf"(?P<brace>\{{)?(?P<number>-?{LITERAL})(?(brace)\}})"
CARD = "(10|[2-9TJQKAtjqka])[CDHScdhs♣♧♦♢♥♡♠♤][\ufe0e\ufe0f]?|([AKQJTakqjt])"
SEPARATOR = f"[{BLANKS}]*,[{BLANKS}]*|[{BLANKS}]+"
FACES = {rank: value for value, rank in enumerate("A23456789TJQK", 1)}
LOOK_ALIKES = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
LOOK_ALIKES |= dict.fromkeys(
    (0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), ord(" ")
)
LOOK_ALIKES |= {0x3001: ord(","), 0x2212: ord("-"), 0x2044: ord("/"), 0x2192: "->"}
# What is next to a number in a string of several, or in the spelling of a puzzle.
EDGES = frozenset(f'{BLANKS},:=>|;()[]{{}}"')
NO_NUMBER = r"(?:^|,)\s*(?=,|[\])]?\s*$)"

ARROW = r"(?:--?|==?)>"
LABEL = r"(?ia)\b(?:(numbers|nums|cards)|(target|goal)|(rules))\b[ \t\r\n]*[:=]?"
# Numbers in brackets, and the rest.
LISTED = rf"(?s)[{BLANKS}]*[(\[]([^()\[\]]*)[)\]]([^\])].*)?"


class RefusedError(Exception):
    """Why a string is not a number or a puzzle: the sentence, the text, the position, the part."""


def to_ascii(text):
    return text.translate(LOOK_ALIKES)


def number(text):
    """The value of a string such as "{-5}", "3/4", "2.5" or "KS"."""
    word = to_ascii(text).strip(BLANKS)
    if signed := re.fullmatch(SIGNED, word):
        literal = signed["number"]
        if literal.endswith("/0"):
            raise RefusedError("the denominator is 0", literal, literal.index("/") + 1, literal)
        return Fraction(literal)
    if card := re.fullmatch(CARD, word):
        return Fraction(FACES[(card[1] or card[2]).upper().replace("10", "T")])
    raise RefusedError("expected a number", text, 0, text)


def numbers(text, digits=0):
    """The values of several numbers in a string, which may be so many digits written together."""
    word = to_ascii(text).strip(BLANKS)
    if len(word) == digits > 1 and re.fullmatch("[0-9]+", word):
        return [*map(Fraction, word)]
    if word[:1] + word[-1:] in ("[]", "()"):
        word = word[1:-1].strip(BLANKS)
    if not word:
        raise RefusedError("there are no numbers", text, None, text)
    found = []
    for item in re.split(SEPARATOR, word):
        try:
            found.append(number(item))
        except RefusedError as refused:
            raise in_whole(refused, text) from None
    return found


def in_whole(refused, whole):
    """The error about a part of a string, as an error about the whole string."""
    sentence, text, position, part = refused.args
    before, place = place_of(part, text), place_of(part, whole)
    if whole == text or before is None or place is None:
        return refused
    return RefusedError(sentence, whole, place + max(position - before, 0), part)


def place_of(part, text):
    """Where a part first is in a string, with nothing but edges next to it."""
    word, flat = to_ascii(part).strip(BLANKS), to_ascii(text.replace("→", ">"))
    if not word:
        found = re.search(NO_NUMBER, flat)
        return found and found.end()
    for place in range(len(flat)):
        around = {*flat[max(place - 1, 0) : place], *flat[place + len(word) :][:1]}
        if flat.startswith(word, place) and around <= EDGES:
            return place
    return None


def puzzle(text, names):
    """The numbers, the target and the rules in a string; None for a part that it does not have."""
    name, _, rest = to_ascii(text).partition(":")
    if name.strip(BLANKS) not in names:
        return parts(to_ascii(text))
    found = parts(rest)
    if found[2] is not None:
        raise RefusedError("the rules are given twice", text, None, text)
    return (*found[:2], name.strip(BLANKS))


def parts(text):
    labels = list(re.finditer(LABEL, text))
    before = text[: labels[0].start()] if labels else ""
    if labels and before.count("(") == before.count(")"):  # not an option of the rules
        return labelled(text, labels)
    listed = re.fullmatch(LISTED, text)
    found, question = (listed[1].strip(SPACES) or "[]", listed[2] or "") if listed else ("", text)
    question, bracket, rest = question.partition("(")
    name, closing, beyond = rest.rpartition(")")
    if bracket and (not closing or beyond.strip(SPACES)):
        place = text.index("(")
        raise RefusedError("expected the rules in brackets at the end", text, place, text)
    rules, question = name if bracket else None, re.sub(ARROW, "=", question)
    if listed:
        target = question.strip(f"{BLANKS}:=,")
        return found, target if target.strip(SPACES) else None, rules
    mark = "=" if "=" in question else ":"
    found, is_marked, target = question.partition(mark)
    counts = [len(re.findall(f"[^{SPACES},]+", side)) for side in (found, target)]
    if is_marked and counts[0] == 1 and counts[1] > 1:
        found, target = target, found
    elif mark == ":" and counts == [1, 1]:
        example = f"{found.strip(SPACES)} -> {target.strip(SPACES)}"
        raise RefusedError(f"two single numbers; write {example!r}", text, len(found), text)
    return found, target if target.strip(SPACES) else None, rules


def labelled(text, labels):
    """The parts of "Target: 98 | Numbers: [44 19 35]", or of "44 19 35, target 98"."""
    before = text[: labels[0].start()].strip(f"{BLANKS}|;,")
    found = {1: before} if before else {}
    ends = [label.start() for label in labels[1:]] + [len(text)]
    for label, end in zip(labels, ends, strict=True):
        is_first = before and found == {1: before}
        if label.lastindex == 1 and is_first and not re.search("[0-9]", before):
            sentence = "expected a puzzle like '8 8 3 3 -> 24', not a sentence"
            raise RefusedError(sentence, text, 0, text)
        if label.lastindex in found:
            raise RefusedError(f"{label[0].strip()!r} is repeated", text, label.start(), text)
        found[label.lastindex] = text[label.end() : end].strip(f"{BLANKS}|;,")
    if not found.get(1):
        raise RefusedError("expected numbers, like 'Numbers: 3 8'", text, len(text), text)
    numbers, target, rules = parts(found[1])
    return numbers, found.get(2, target), found.get(3, rules)
