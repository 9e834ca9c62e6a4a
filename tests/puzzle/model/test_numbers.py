"""Numbers as arguments: the accepted forms, and messages for the others."""

import copy
import pickle
from decimal import Decimal
from fractions import Fraction
from unicodedata import category, normalize

import numpy as np
import pytest

import facevalue as fv
from facevalue.errors import CardError, LimitError, NotationError, RangeError, RuleError, quoted
from facevalue.puzzle.model.numbers import parse_number, parse_numbers

LARGEST = 9223372036854775807


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (Fraction(6), 6),
        (Fraction(-6), -6),
        (Fraction(3, 4), Fraction(3, 4)),
        (Fraction(5, 2), Decimal("2.5")),
        (Fraction(1, 10), "0.1"),
        (Fraction(3, 4), "6/8"),
        (Fraction(-3), "-3"),
        (Fraction(7), " 7 "),
        (Fraction(-5), "{-5}"),
        (Fraction(-3, 4), " {-3/4} "),
        (Fraction(5), "{5}"),
        (Fraction(LARGEST), str(LARGEST)),
        (Fraction(1, LARGEST), f"1/{LARGEST}"),
        (Fraction(1), "A"),
        (Fraction(10), "T"),
        (Fraction(10), "10h"),
        (Fraction(11), "J♠"),
        (Fraction(12), "qd"),
        (Fraction(13), "KS"),
        (Fraction(3), "3C"),
    ],
)
def test_numbers_and_cards_have_exact_values(value, number):
    assert value == parse_number(number)


def test_the_numbers_of_an_expression_can_be_solved_as_it_writes_them():
    numbers = parse_numbers("{-5} 3,{3/4}")
    assert (-5, 3, Fraction(3, 4)) == numbers
    solution = fv.solve("{-5} {3/4}", "{-23/4}")[0]
    assert "{-5}-{3/4}" == str(solution)
    assert str(solution) == str(fv.solve(numbers[::2], solution.value)[0])


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ("expected a number: 'x'", "x"),
        ("expected a number: ''", ""),
        ("expected a number: '06'", "06"),
        ("expected a number: '1_0'", "1_0"),
        ("expected a number: '1e3'", "1e3"),
        ("expected a number: '+5'", "+5"),
        ("expected a number: '2.'", "2."),
        ("expected a number: '{5'", "{5"),
        ("expected a number: '5}'", "5}"),
        ("expected a number: '{{5}}'", "{{5}}"),
        ("expected a number: '{KS}'", "{KS}"),
        ("expected a number: '1h'", "1h"),
        ("expected a number: '٣'", "٣"),
        ("expected a number: 'K'", "\N{KELVIN SIGN}"),
        ("expected a number: 'nan'", float("nan")),
        ("expected a number: 'True'", True),
        ("expected a number: 'None'", None),
        ("the denominator is 0: '1/0'", "1/0"),
        ("expected a finite number: 'Infinity'", Decimal("inf")),
        ("a float is not exact; pass \"1e-07\" as a string, or a Fraction: '1e-07'", 1e-7),
        ("a float is not exact; pass \"1e+17\" as a string, or a Fraction: '1e+17'", 1e17),
    ],
)
def test_an_invalid_number_is_refused(message, number):
    with pytest.raises(NotationError) as error:
        parse_number(number)
    assert message.replace("K'", "\N{KELVIN SIGN}'") == str(error.value)
    assert 0 == error.value.position or isinstance(number, str)


@pytest.mark.parametrize(
    "number",
    [
        LARGEST + 1,
        -LARGEST - 1,
        Fraction(1, LARGEST + 1),
        "9" * 10_000,
        "1/" + "9" * 10_000,
        "0." + "1" * 10_000,
        10**10_000,
        Decimal("1e999999999"),
        Decimal("1e-999999999"),
    ],
    ids=range(9),
)
def test_numbers_beyond_64_bits_are_refused_at_once(number):
    with pytest.raises(
        LimitError, match=rf"^the solver takes numbers up to {LARGEST}, not "
    ) as error:
        parse_number(number)
    assert LARGEST == error.value.limit
    assert len(str(error.value)) < 130


@pytest.mark.parametrize(
    "numbers",
    ["6 6 5 2", "6,6,5,2", " 6, 6\t5 ,2\n", [6, 6, 5, 2], (n for n in "6652"), ["6", 6, "5C", 2]],
    ids=range(6),
)
def test_numbers_may_be_a_string_or_a_list(numbers):
    assert (6, 6, 5, 2) == parse_numbers(numbers)


def test_numpy_numbers_are_numbers():
    numpy = pytest.importorskip("numpy")
    assert (6, 5) == parse_numbers(numpy.array([6, 5], dtype=numpy.uint8))


@pytest.mark.parametrize("numbers", ["", "  ", [], ()])
def test_no_number_is_refused(numbers):
    with pytest.raises(RuleError, match=r"^there are no numbers: '"):
        parse_numbers(numbers)


def test_missing_numbers_are_reported():
    with pytest.raises(RuleError, match=r"^the numbers are missing$"):
        parse_numbers(None)


@pytest.mark.parametrize("numbers", [b"66", 5, 2.5])
def test_objects_without_numbers_are_refused(numbers):
    with pytest.raises(NotationError, match=r"^numbers must be a string "):
        parse_numbers(numbers)


@pytest.mark.parametrize("numbers", ["6,,5", "6,", "6;5"])
def test_numbers_are_separated_by_single_commas(numbers):
    with pytest.raises(NotationError, match=r"^expected a number: "):
        parse_numbers(numbers)


def test_a_thousand_numbers_are_taken_and_no_more():
    assert 1000 == len(parse_numbers("1 " * 1000))
    with pytest.raises(LimitError) as error:
        parse_numbers(iter(lambda: 1, 0))
    assert 1000 == error.value.limit


@pytest.mark.parametrize(
    "error",
    [
        NotationError("expected a number", "x", 0),
        RangeError("expected two ranks", "Q", 1),
        LimitError("expected less", 5),
        RuleError("expected rules"),
        CardError("expected a card"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_survive_the_trip_between_processes(error):
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert str(error) == str(twin)
        assert vars(error) == vars(twin)


def test_messages_quote_on_one_line_and_cut_long_input():
    assert r"'a\nb'" == quoted("a\nb")
    assert f"'{'x' * 40}...'" == quoted("x" * 100)
    assert "a number with 5001 digits" == quoted(10**5000)


def test_floats_are_the_decimals_that_are_printed():
    assert (Fraction(5, 2), Fraction(1, 10), Fraction(-1, 1000)) == parse_numbers([2.5, 0.1, -1e-3])
    assert fv.check("6/4", [6, 4], 1.5).correct
    assert [["{1/2}*48"]] == fv.solve_many([[48, 0.5]])
    for computed in (0.1 + 0.2, 1 / 3, 2 / 3, 1e-7):
        with pytest.raises(NotationError, match="a float is not exact"):
            parse_number(computed)


def test_whole_floats_are_numbers():
    whole = [8.0, np.float64(8), 3.0, -0.0]
    assert (8, 8, 3, 0) == parse_numbers(whole)
    assert ["8/(3-8/3)"] == [str(each) for each in fv.solve([8.0, 8, 3.0, 3], 24.0)]
    assert [["8/(3-8/3)"]] == fv.solve_many([[8.0, 8, 3, 3]], 24.0)
    assert fv.check("8/(3-8/3)", [8.0, 8, 3, 3], 24.0).correct
    assert [True] == fv.check_many(["8/(3-8/3)"], [8.0, 8, 3, 3], 24.0).tolist()
    for broken in ([[1 / 3, 8, 3, 3]], [[float("nan"), 8, 3, 3]], [[1e17, 8, 3, 3]]):
        with pytest.raises(fv.NotationError):
            fv.solve_many(broken)


def test_every_space_of_unicode_separates_numbers():
    spaces = [sign for sign in map(chr, range(2**16)) if category(sign) == "Zs"]
    assert len(spaces) == 17
    for space in spaces:
        assert parse_numbers(f"3{space}8") == (3, 8)


def test_full_width_signs_are_read_as_their_ascii_forms():
    signs = {normalize("NFKC", sign): sign for sign in map(chr, range(0xFF01, 0xFF5F))}
    assert len(signs) == 94
    text = "3,8 1/2 -5 0.25 {-1/3} KH Q"
    assert parse_numbers(text) == parse_numbers("".join(signs.get(sign, sign) for sign in text))


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (1e-05, Fraction(1, 100_000)),
        (2.5e-3, Fraction(1, 400)),
        (2.0**53, Fraction(2**53)),
        (-0.0, Fraction(0)),
    ],
)
def test_a_float_is_the_decimal_that_python_prints(number, value):
    assert value == parse_number(number)


def test_a_number_of_json_may_have_an_exponent():
    solutions = fv.solve('{"numbers": [1e1, 25e-1, 4], "target": 1E+2}')
    assert (solutions.numbers, solutions.target) == ((10, Fraction(5, 2), 4), 100)


def test_large_integers_and_fractions_are_read_exactly():
    largest = 10**4300 - 1
    for value in (largest, -largest, 2**63, -(2**63), 16**3000):
        for number in (value, Fraction(value, 7), Fraction(7, abs(value))):
            assert (Fraction(number),) == fv.puzzle.parse_numbers([number], any_size=True)
    for number in (largest + 1, -largest - 1, Fraction(1, largest + 1)):
        with pytest.raises(LimitError, match="at most 4300 digits"):
            parse_number(number, any_size=True)


def test_no_more_numbers_are_read_than_a_puzzle_may_have():
    with pytest.raises(LimitError, match="at most 1000 numbers"):
        fv.puzzle.parse_numbers([1] * 1001 + [object()])
    with pytest.raises(LimitError, match="at most 1000 numbers"):
        fv.puzzle.parse_numbers(iter(lambda: 1, 0))
