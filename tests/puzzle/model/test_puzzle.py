"""Puzzles as values: strings in, strings out, and when two of them are equal."""

import json
import pickle
import random
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import facevalue as fv

OWN = (
    fv.Rules("a) (b -> 3 = 4", operators="+-", target=10),
    fv.Rules("classic", use="any"),
    fv.Rules("line", order="given", grouping="left", source="here"),
)
GAMES = tuple(fv.RULES.values())
numbers = st.fractions(-100, 100, max_denominator=9) | st.integers(-(10**18), 10**18)
NAMES = {"Puzzle": fv.Puzzle, "Rules": fv.Rules}


@st.composite
def puzzles(draw, rules=GAMES):
    game = draw(st.sampled_from(rules))
    size = game.size or draw(st.integers(1, 6))
    given_numbers = draw(st.lists(numbers, min_size=size, max_size=size))
    return fv.Puzzle(given_numbers, draw(numbers), game)


@given(puzzles())
@example(fv.Puzzle([0, -1], 0, "oberon"))  # as many characters as the ticket has digits
def test_a_puzzle_is_read_back_from_its_text(puzzle):
    assert fv.Puzzle.parse(str(puzzle)) == puzzle


@given(puzzles((*GAMES, *OWN)))
def test_a_puzzle_is_read_back_from_its_json(puzzle):
    assert fv.Puzzle.parse(json.dumps(puzzle.as_dict())) == puzzle


@given(puzzles((*GAMES, *OWN)))
def test_rules_of_ones_own_are_given_along(puzzle):
    assert fv.Puzzle.parse(str(puzzle), rules=puzzle.rules) == puzzle


@given(puzzles((*GAMES, *OWN)))
def test_a_puzzle_evaluates_back_from_its_repr_and_survives_a_trip(puzzle):
    assert eval(repr(puzzle), NAMES) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert hash(eval(repr(puzzle), NAMES)) == hash(puzzle)


@pytest.mark.parametrize(
    "text",
    [
        "6 6 5 2 -> 17 (forth)",
        "6 6 5 2 = 17 (forth)",
        " 6,6,5,2->17(forth) \n",
        "6 6 5 2 = 34/2 (forth)",
    ],
)
def test_a_puzzle_may_be_written_in_several_ways(text):
    assert fv.Puzzle("6 6 5 2", 17, "forth") == fv.Puzzle.parse(text)


def test_missing_parts_of_a_string_come_from_the_call_and_then_from_the_rules():
    assert fv.Puzzle("8 8 3 3", 24, "classic") == fv.Puzzle.parse("8 8 3 3")
    assert fv.Puzzle("8 8 3 3", 10, "make10") == fv.Puzzle.parse("8 8 3 3 (make10)")
    assert fv.Puzzle("8 8 3 3", 5, "make10") == fv.Puzzle.parse("8 8 3 3 (make10)", target=5)
    assert fv.Puzzle("8 8 3 3", 7, "whole") == fv.Puzzle.parse("8 8 3 3 -> 7", rules="whole")
    assert fv.Puzzle("8 8 3 3", 7) == fv.Puzzle.parse("8 8 3 3 -> 7", target=5)
    assert fv.Puzzle("13 12 3 3") == fv.Puzzle.parse("KS QD 3C 3H ->")


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", fv.RuleError, "there are no numbers"),
        ("x 3", fv.NotationError, "expected a number: 'x'"),
        ("1 2 -> y", fv.NotationError, "expected a number: ' y'"),
        ("1 2 -> 3 -> 4", fv.NotationError, "expected a number"),
        ("1 2 (chess)", fv.RuleError, "unknown rules 'chess'"),
        ("1 2 (classic", fv.NotationError, "expected the rules in brackets at the end"),
        ("1 2 (classic) -> 4", fv.NotationError, "expected the rules in brackets at the end"),
        ("1 2 -> 3 (forth)", fv.RuleError, "the rules 'forth' need 4 numbers, not 2"),
        ("1 " * 17, fv.LimitError, "a search takes at most 16 numbers, not 17"),
    ],
)
def test_an_invalid_puzzle_is_refused(text, error, message):
    with pytest.raises(error) as raised:
        fv.Puzzle.parse(text)
    assert message in str(raised.value)


@given(puzzles(), st.randoms(use_true_random=False))
def test_the_order_of_the_numbers_counts_only_where_the_rules_keep_it(puzzle, source):
    shuffled = source.sample(puzzle.numbers, len(puzzle.numbers))
    other = fv.Puzzle(shuffled, puzzle.target, puzzle.rules)
    is_same = puzzle.rules.order == "any" or tuple(shuffled) == puzzle.numbers
    assert (puzzle.key == other.key) == is_same
    assert (puzzle.digest == other.digest) == is_same


def test_the_largest_result_is_part_of_the_digest_of_a_puzzle():
    rules = [fv.RULES["classic"].replace(largest=largest) for largest in (None, 100, 1000)]
    assert 3 == len({fv.Puzzle("3 3 8 8", 24, each).digest for each in rules})


small = st.builds(
    fv.Puzzle,
    st.lists(st.integers(1, 2), min_size=2, max_size=3),
    st.integers(1, 2),
    st.sampled_from(["classic", "whole", "oberon"]),
)


@given(small, small)
def test_puzzles_with_one_key_are_one_question(one, other):
    numbers, others = one.numbers, other.numbers
    if one.rules.order == "any":
        numbers, others = sorted(numbers), sorted(others)
    is_same = (numbers, one.target, one.rules) == (others, other.target, other.rules)
    assert (one.key == other.key) == is_same
    assert (one.digest == other.digest) == is_same


def test_rules_that_allow_the_same_make_the_same_question():
    keys = {fv.Puzzle("6 6 5 2", 17, name).key for name in ("classic", "apl", "raku", "make10")}
    assert {"2 5 6 6 -> 17 (+-*/ all any any rational)"} == keys
    others = {fv.Puzzle("6 6 5 2", 17, name).key for name in fv.RULES if "krypto" not in name}
    assert len(others) == 11


def folded(words):
    """SplitMix64's finaliser as it was published, word after word."""
    state = 0
    for word in words:
        state = ((state ^ word) + 0x9E3779B97F4A7C15) % 2**64
        state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        state = (state ^ (state >> 27)) * 0x94D049BB133111EB % 2**64
        state ^= state >> 31
    return state


@pytest.mark.parametrize(
    ("puzzle", "digest"),
    [
        (fv.Puzzle("8 8 3 3"), "12ac8c11b45035b0"),
        (fv.Puzzle("2 8 9 1", 143, "oberon"), "d5aa8902ceff783e"),
        (fv.Puzzle("-1/2 3", "2/7"), "86b5508336c89218"),
    ],
    ids=str,
)
def test_a_digest_is_a_hash_of_the_key_and_never_changes(puzzle, digest):
    _, _, rules = puzzle.key[:-1].partition("(")
    text = rules.encode()
    words = [int.from_bytes(text[at : at + 8], "little") for at in range(0, len(text), 8)]
    numbers = puzzle.numbers if puzzle.rules.order == "given" else sorted(puzzle.numbers)
    for value in (*numbers, puzzle.target):
        words += [value.numerator % 2**64, value.denominator]
    assert f"{folded(words):016x}" == digest == f"{puzzle.digest:016x}"


def test_digests_split_the_hands_evenly():
    hands = [fv.Puzzle(sorted(hand)) for hand in random_hands()]
    sizes = [sum(hand.digest % 4 == part for hand in hands) for part in range(4)]
    assert len({hand.digest for hand in hands}) == len(hands) == sum(sizes)
    assert all(0.2 < size / len(hands) < 0.3 for size in sizes)


def random_hands():
    source = random.Random("split")
    return {tuple(sorted(source.choices(range(1, 14), k=4))) for _ in range(1000)}


def test_methods_of_a_puzzle_equal_the_functions():
    puzzle = fv.Puzzle("6 6 5 2", 17)
    assert list(puzzle.solve()) == list(fv.solve("6 6 5 2", 17))
    assert puzzle.solve(distinct="raw").count() == fv.solve("6 6 5 2", 17, distinct="raw").count()
    assert puzzle.closest() == fv.closest("6 6 5 2", 17)
    assert puzzle.hint(2) == fv.hint("6 6 5 2", 17, level=2)
    assert puzzle.is_solvable
    assert puzzle.needs_fraction
    assert not fv.Puzzle("1 1 1 1").is_solvable
    assert not fv.Puzzle("1 1 1 1").needs_fraction


def test_a_puzzle_stays_as_it_is():
    with pytest.raises(AttributeError):
        fv.Puzzle("8 8 3 3").target = Fraction(7)


def test_a_picture_has_a_tile_for_each_number_and_the_target():
    rules = fv.Rules("<b> & more", target=5)
    root = ET.fromstring(fv.Puzzle("10000 -1/2 3", rules=rules)._repr_svg_())  # noqa: S314 - ours
    space = "{http://www.w3.org/2000/svg}"
    tiles = root.findall(f"{space}rect")
    texts = root.findall(f"{space}text")
    assert ["10000", "-1/2", "3", "= 5"] == [text.text for text in texts]
    assert root.findtext(f"{space}title") == "10000 -1/2 3 -> 5 (<b> & more)"
    ends = [int(tile.get("x")) + int(tile.get("width")) for tile in tiles]
    starts = [int(tile.get("x")) for tile in tiles[1:]] + [int(root.get("width"))]
    assert all(end < start for end, start in zip(ends, starts, strict=True))
