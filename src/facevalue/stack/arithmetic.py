"""Arithmetic as in Factor: exact on integers and ratios, and also on floats and complex numbers.

This is the only part of facevalue that calculates with floats, because the language has them. An
operation with a float returns a float; overflow is infinity, not an error.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from facevalue.errors import LimitError
from facevalue.stack.values import (
    MAX_DIGITS,
    Complex,
    Data,
    check_digits,
    is_integer,
    is_number,
    is_real,
    plain,
    same,
)
from facevalue.stack.words import Failure, no_arithmetic, no_method, word, words
from facevalue.value import make_trusted

Operation: TypeAlias = Callable[..., Any]

_MAX_BITS = MAX_DIGITS * 3.33  # numbers of more bits have more than MAX_DIGITS digits
_ALL_PLACES = 10**5  # more bits than any number has


def as_float(number: Data) -> float:
    """Return the float nearest to a real number; infinity if it is larger than any float."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def as_complex(real: Data, imaginary: Data) -> Data:
    """Return the number with these parts; it is real if the imaginary part is an exact 0."""
    return plain(make_trusted(Complex, real=real, imaginary=imaginary))


def parts_of(number: Data) -> tuple[Any, Any]:
    """Return the real and the imaginary part of a number."""
    return (number.real, number.imaginary) if type(number) is Complex else (number, 0)


def on_numbers(
    exact: Operation, on_floats: Operation, on_complex: Operation | None = None
) -> Operation:
    """Make a word for two numbers; without `on_complex`, for two real numbers."""

    def calculate(left: Data, right: Data) -> Data:
        if is_real(left) and is_real(right):
            if float in (type(left), type(right)):
                return on_floats(as_float(left), as_float(right))
            return plain(check_digits(exact(left, right)))
        if on_complex is None or not (is_number(left) and is_number(right)):
            raise no_arithmetic(left, right)
        return on_complex(*parts_of(left), *parts_of(right))

    return calculate


def divide_floats(left: float, right: float) -> float:
    """Divide; by 0.0, the result is infinity or not a number."""
    if right != 0:
        return left / right
    if left == 0 or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1, right)


def divide_exactly(left: Data, right: Data) -> Fraction:
    """Divide two exact numbers."""
    if right == 0:
        raise Failure("divides by zero", "Division by zero", x=str(left.numerator))
    return Fraction(left, right)


def divide_complex(a: Data, b: Data, c: Data, d: Data) -> Data:
    """Divide a + bi by c + di."""
    size = plus(times(c, c), times(d, d))
    real, imaginary = plus(times(a, c), times(b, d)), minus(times(b, c), times(a, d))
    return as_complex(over(real, size), over(imaginary, size))


def find_quotient(left: Data, right: Data) -> int:
    """Divide two exact numbers and drop the fraction."""
    if right == 0:
        raise Failure("divides by zero", "Division by zero")
    return math.trunc(Fraction(left, right))


plus: Operation = on_numbers(
    operator.add, operator.add, lambda a, b, c, d: as_complex(plus(a, c), plus(b, d))
)
minus: Operation = on_numbers(
    operator.sub, operator.sub, lambda a, b, c, d: as_complex(minus(a, c), minus(b, d))
)
times: Operation = on_numbers(
    operator.mul,
    operator.mul,
    lambda a, b, c, d: as_complex(minus(times(a, c), times(b, d)), plus(times(a, d), times(b, c))),
)
over: Operation = on_numbers(divide_exactly, divide_floats, divide_complex)


@word("math", ">integer ( real -- n )")
def truncate(number: Data) -> Data:
    """A real number rounded towards 0."""
    if type(number) is float and not math.isfinite(number):
        raise no_method("a finite number", number)
    return math.trunc(number)


@word("math", "shift ( n n -- n )")
def shift(number: int, bits: int) -> Data:
    """A number with its bits shifted to the left, or to the right by a negative count."""
    if bits < 0:
        return number >> min(-bits, _ALL_PLACES)
    return check_digits(number << min(bits, _ALL_PLACES))


@word("math", "abs ( number -- y )")
def magnitude(number: Data) -> Data:
    """The absolute value."""
    real, imaginary = parts_of(number)
    if is_real(number):
        return abs(real)
    return square_root(plus(times(real, real), times(imaginary, imaginary)))


@word("math.functions", "sqrt ( real -- y )")
def square_root(number: Data) -> Data:
    """The square root, as a float or a complex number."""
    root = as_float(number)
    return as_complex(0.0, math.sqrt(-root)) if root < 0 else math.sqrt(root)


@word("math.functions", "^ ( real real -- z )")
def power(base: Data, exponent: Data) -> Data:
    """A number to the power of another: exact for an exact base and an integer exponent."""
    if same(base, 0):
        return math.nan if exponent == 0 else 0 if exponent > 0 else math.inf
    if type(exponent) is int and type(base) is not float:
        bits = max(abs(base.numerator), base.denominator).bit_length() - 1
        if bits * abs(exponent) > 2 * _MAX_BITS:
            raise LimitError(f"numbers can have at most {MAX_DIGITS} digits", MAX_DIGITS)
        return plain(check_digits(Fraction(base) ** exponent))
    try:
        result = as_float(base) ** as_float(exponent)
    except (OverflowError, ZeroDivisionError):
        return math.inf
    return as_complex(result.real, result.imag) if isinstance(result, complex) else result


words(
    {
        "math": {
            "+ ( x y -- sum )": plus,
            "- ( x y -- difference )": minus,
            "* ( x y -- product )": times,
            "/ ( x y -- quotient )": over,
            "/i ( x y -- integer )": on_numbers(
                find_quotient, lambda x, y: truncate(divide_floats(x, y))
            ),
            "/f ( x y -- float )": on_numbers(
                lambda x, y: as_float(Fraction(x, y)) if y else divide_floats(x, 0.0), divide_floats
            ),
            "mod ( x y -- remainder )": on_numbers(
                lambda x, y: x - y * find_quotient(x, y),
                lambda x, y: math.fmod(x, y) if y and math.isfinite(x) else math.nan,
            ),
            "< ( x y -- ? )": on_numbers(operator.lt, operator.lt),
            "> ( x y -- ? )": on_numbers(operator.gt, operator.gt),
            "<= ( x y -- ? )": on_numbers(operator.le, operator.le),
            ">= ( x y -- ? )": on_numbers(operator.ge, operator.ge),
            "number= ( x y -- ? )": lambda x, y: (
                is_number(x) and is_number(y) and parts_of(x) == parts_of(y)
            ),
            ">float ( real -- y )": as_float,
            "numerator ( rational -- numerator )": lambda x: x.numerator,
            "denominator ( rational -- denominator )": lambda x: x.denominator,
            "real-part ( number -- real )": lambda z: parts_of(z)[0],
            "imaginary-part ( number -- real )": lambda z: parts_of(z)[1],
            "bitand ( n n -- n )": operator.and_,
            "bitor ( n n -- n )": operator.or_,
            "bitxor ( n n -- n )": operator.xor,
            "bitnot ( n -- n )": operator.inv,
            "bit? ( n n -- ? )": lambda n, index: (
                index >= 0 and bool(n >> min(index, _ALL_PLACES) & 1)
            ),
            "integer? ( x -- ? )": is_integer,
            "number? ( x -- ? )": is_number,
        },
        "math.functions": {
            "rect> ( real real -- number )": as_complex,
            ">rect ( number -- real imaginary )": parts_of,
        },
    }
)
