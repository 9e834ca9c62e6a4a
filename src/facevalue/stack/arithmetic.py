"""Arithmetic as Factor does it: exact on whole numbers and ratios, floats and complex numbers too.

This is the one place of facevalue where a float is a number like others, since the language has
them. An operation with a float gives a float; it overflows to infinity and is never an error.
"""

from __future__ import annotations

import cmath
import math
import operator
from fractions import Fraction
from typing import TYPE_CHECKING

from facevalue.errors import LimitError
from facevalue.stack.failures import division_by_zero, no_arithmetic, no_method
from facevalue.stack.values import (
    MOST_DIGITS,
    Complex,
    checked_number,
    is_integer,
    is_number,
    is_real,
    plain,
    same,
)
from facevalue.value import make_trusted

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from facevalue.stack.values import Data

    Operation: TypeAlias = Callable[[Any, Any], Any]

# No number of more bits has at most so many digits.
_MOST_BITS = MOST_DIGITS * 3.33


def as_float(number: Data) -> float:
    """The float nearest to a real number; infinity where that is larger than any float."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _exact_or_float(operation: Operation) -> Operation:
    def on_reals(left: Data, right: Data) -> Data:
        if type(left) is float or type(right) is float:
            return operation(as_float(left), as_float(right))
        return plain(checked_number(operation(left, right)))

    return on_reals


_plus = _exact_or_float(operator.add)
_minus = _exact_or_float(operator.sub)
_times = _exact_or_float(operator.mul)


def _over(left: Data, right: Data) -> Data:
    if type(left) is float or type(right) is float:
        return _float_over(as_float(left), as_float(right))
    if right == 0:
        raise division_by_zero("/", left.numerator)
    return plain(checked_number(Fraction(left) / right))


def _float_over(left: float, right: float) -> float:
    if right != 0:
        return left / right
    if left == 0 or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1, right)


def _parts(number: Data) -> tuple[Any, Any]:
    return (number.real, number.imaginary) if type(number) is Complex else (number, 0)


def rectangular(real: Data, imaginary: Data) -> Data:
    """The number of these two parts; it is real if the imaginary part is exactly 0."""
    return plain(make_trusted(Complex, real=real, imaginary=imaginary))


def _complex_plus(left: Data, right: Data) -> Data:
    (a, b), (c, d) = _parts(left), _parts(right)
    return rectangular(_plus(a, c), _plus(b, d))


def _complex_minus(left: Data, right: Data) -> Data:
    (a, b), (c, d) = _parts(left), _parts(right)
    return rectangular(_minus(a, c), _minus(b, d))


def _complex_times(left: Data, right: Data) -> Data:
    (a, b), (c, d) = _parts(left), _parts(right)
    return rectangular(_minus(_times(a, c), _times(b, d)), _plus(_times(a, d), _times(b, c)))


def _complex_over(left: Data, right: Data) -> Data:
    (a, b), (c, d) = _parts(left), _parts(right)
    size = _plus(_times(c, c), _times(d, d))
    return rectangular(
        _over(_plus(_times(a, c), _times(b, d)), size),
        _over(_minus(_times(b, c), _times(a, d)), size),
    )


def _on_numbers(name: str, on_reals: Operation, on_complex: Operation | None) -> Operation:
    """A word for two numbers; without `on_complex` it takes real ones only."""

    def word(left: Data, right: Data) -> Data:
        if is_real(left) and is_real(right):
            return on_reals(left, right)
        if on_complex is None or not (is_number(left) and is_number(right)):
            raise no_arithmetic(name, left, right)
        return on_complex(left, right)

    return word


plus = _on_numbers("+", _plus, _complex_plus)
minus = _on_numbers("-", _minus, _complex_minus)
times = _on_numbers("*", _times, _complex_times)
over = _on_numbers("/", _over, _complex_over)


def _quotient(left: Data, right: Data) -> Data:
    if type(left) is float or type(right) is float:
        return whole_part(_float_over(as_float(left), as_float(right)))
    if right == 0:
        raise division_by_zero("/i")
    quotient = abs(left) // abs(right)
    return checked_number(quotient if (left < 0) == (right < 0) else -quotient)


def _remainder(left: Data, right: Data) -> Data:
    if type(left) is float or type(right) is float:
        dividend, divisor = as_float(left), as_float(right)
        return math.fmod(dividend, divisor) if divisor and math.isfinite(dividend) else math.nan
    if right == 0:
        raise division_by_zero("mod")
    rest = abs(left) % abs(right)
    return plain(-rest if left < 0 else rest)


def _float_quotient(left: Data, right: Data) -> float:
    if float in (type(left), type(right)) or right == 0:
        return _float_over(as_float(left), as_float(right))
    return as_float(Fraction(left) / right)


def _compare(name: str, operation: Operation) -> Operation:
    return _on_numbers(name, operation, None)


quotient = _on_numbers("/i", _quotient, None)
remainder = _on_numbers("mod", _remainder, None)
float_quotient = _on_numbers("/f", _float_quotient, None)


def is_number_equal(left: Data, right: Data) -> bool:
    """Whether two numbers are equal, of whatever class."""
    return is_number(left) and is_number(right) and _parts(left) == _parts(right)


def quotient_and_remainder(left: Data, right: Data) -> tuple[Any, Any]:
    """Both results of a division."""
    return quotient(left, right), remainder(left, right)


def positive_remainder(left: Data, right: Data) -> Data:
    """The remainder of a division, never negative."""
    divisor = magnitude(right)
    rest = remainder(left, divisor)
    return plus(rest, divisor) if rest < 0 else rest


def power(base: Data, exponent: Data) -> Data:
    """One number to the power of another."""
    if not (is_number(base) and is_number(exponent)):
        raise no_method("^", "numbers", exponent if is_number(base) else base)
    if same(base, 0):
        return _power_of_zero(exponent)
    if type(exponent) is int:
        return _whole_power(base, exponent)
    if is_real(base) and is_real(exponent) and base >= 0:
        return _float_power(as_float(base), as_float(exponent))
    return _with_cmath(lambda z, w: z**w, base, exponent)


def _power_of_zero(exponent: Data) -> Data:
    if not is_real(exponent) or exponent == 0:
        return math.nan
    return math.inf if exponent < 0 else 0


def _float_power(base: float, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return math.inf
    except ValueError:  # 0.0 to a negative power
        return math.inf


def _whole_power(base: Data, exponent: int) -> Data:
    bits = max(_bits(part) for part in _parts(base))
    if bits * abs(exponent) > 2 * _MOST_BITS:
        raise LimitError(f"numbers can have {MOST_DIGITS} digits", MOST_DIGITS)
    result, factor, left = 1, base, abs(exponent)
    while left:
        if left & 1:
            result = times(result, factor)
        left >>= 1
        if left:
            factor = times(factor, factor)
    return over(1, result) if exponent < 0 else result


def _bits(part: Data) -> int:
    """The least number of bits by which each factor makes a power longer."""
    if type(part) is float:
        return 0
    longest = max(abs(part.numerator), part.denominator)
    return int(longest.bit_length()) - 1


def _with_cmath(function: Callable[..., complex], *numbers: Data) -> Data:
    try:
        found = function(*(complex(*map(as_float, _parts(number))) for number in numbers))
    except (ValueError, OverflowError, ZeroDivisionError):
        return math.nan
    return make_trusted(Complex, real=found.real, imaginary=found.imag)


def square_root(number: Data) -> Data:
    """The square root, as a float or a complex number."""
    if not is_number(number):
        raise no_method("sqrt", "a number", number)
    if type(number) is Complex:
        return _with_cmath(cmath.sqrt, number)
    root = as_float(number)
    return Complex(0.0, math.sqrt(-root)) if root < 0 else math.sqrt(root)


def magnitude(number: Data) -> Data:
    """The absolute value."""
    if not is_number(number):
        raise no_method("abs", "a number", number)
    if type(number) is Complex:
        real, imaginary = _parts(number)
        return square_root(_plus(_times(real, real), _times(imaginary, imaginary)))
    return abs(number)


def whole_part(number: Data) -> int:
    """The whole number nearest to a real one, towards 0."""
    if type(number) is float and not math.isfinite(number):
        raise no_method(">integer", "a finite number", number)
    return int(number)


def _rounded(rounding: Callable[[Any], int]) -> Callable[[Any], Any]:
    """A word that rounds: floats stay floats."""

    def word(number: Data) -> Data:
        if type(number) is not float:
            return rounding(number)
        return float(rounding(number)) if math.isfinite(number) else number

    return word


def _half_away(number: Data) -> int:
    whole = math.floor(abs(Fraction(number)) + Fraction(1, 2))
    return whole if number > 0 else -whole


def _real_function(
    function: Callable[[Any], complex], on_reals: Callable[[float], float]
) -> Callable[[Any], Any]:
    """A word such as `exp`, which gives a complex number where there is no real one."""

    def word(number: Data) -> Data:
        if is_real(number):
            try:
                return on_reals(as_float(number))
            except OverflowError:
                return math.inf
            except ValueError:
                pass
        return _with_cmath(function, number)

    return word


def _logarithm(number: float) -> float:
    return -math.inf if number == 0 else math.log(number)


def _shift(number: int, places: int) -> int:
    if number and places + number.bit_length() > _MOST_BITS + 1:
        raise LimitError(f"numbers can have {MOST_DIGITS} digits", MOST_DIGITS)
    checked: int = checked_number(
        number << places if places >= 0 else number >> min(-places, 10**5)
    )
    return checked


def _minimum(left: Data, right: Data) -> Data:
    return left if _is_less("min")(left, right) else right


def _maximum(left: Data, right: Data) -> Data:
    return right if _is_less("max")(left, right) else left


def _is_less(name: str) -> Operation:
    return _compare(name, operator.lt)


def _greatest_divisor(left: int, right: int) -> tuple[int, int]:
    """The greatest common divisor, and what `right` is multiplied by to make it, modulo `left`."""
    before, factor = 0, 1
    while left:
        times, rest = divmod(abs(right), abs(left))
        before, factor = factor, before - times * factor
        left, right = rest, left
    return before, abs(right)


def _least_multiple(left: int, right: int) -> int:
    return checked_number(math.lcm(left, right))  # type: ignore[no-any-return]


# Name, effect, function. The names of an effect say what a word takes; see `words`.
ARITHMETIC: dict[str, tuple[tuple[str, str, Callable[..., Any]], ...]] = {
    "math": (
        ("+", "x y -- z", plus),
        ("-", "x y -- z", minus),
        ("*", "x y -- z", times),
        ("/", "x y -- z", over),
        ("/i", "x y -- z", quotient),
        ("/f", "x y -- z", float_quotient),
        ("mod", "x y -- z", remainder),
        ("/mod", "x y -- z w", quotient_and_remainder),
        ("rem", "x y -- z", positive_remainder),
        ("<", "x y -- ?", _compare("<", operator.lt)),
        (">", "x y -- ?", _compare(">", operator.gt)),
        ("<=", "x y -- ?", _compare("<=", operator.le)),
        (">=", "x y -- ?", _compare(">=", operator.ge)),
        ("number=", "x y -- ?", is_number_equal),
        ("abs", "x -- y", magnitude),
        (">integer", "real -- n", whole_part),
        (">fixnum", "real -- n", whole_part),
        (">bignum", "real -- n", whole_part),
        (">float", "real -- y", as_float),
        ("numerator", "rational -- n", lambda x: x.numerator),
        ("denominator", "rational -- n", lambda x: x.denominator),
        (">fraction", "rational -- m n", lambda x: (x.numerator, x.denominator)),
        ("real-part", "number -- x", lambda z: _parts(z)[0]),
        ("imaginary-part", "number -- y", lambda z: _parts(z)[1]),
        ("bitand", "n n -- n", operator.and_),
        ("bitor", "n n -- n", operator.or_),
        ("bitxor", "n n -- n", operator.xor),
        ("bitnot", "n -- n", operator.inv),
        ("bit?", "n index -- ?", lambda x, place: bool(x >> min(place, 10**5) & 1)),
        ("shift", "n places -- n", _shift),
        ("integer?", "x -- ?", is_integer),
        ("ratio?", "x -- ?", lambda x: type(x) is Fraction),
        ("rational?", "x -- ?", lambda x: type(x) in (int, Fraction)),
        ("float?", "x -- ?", lambda x: type(x) is float),
        ("real?", "x -- ?", is_real),
        ("complex?", "x -- ?", lambda x: type(x) is Complex),
        ("number?", "x -- ?", is_number),
    ),
    "math.functions": (
        ("^", "x y -- z", power),
        ("sqrt", "x -- y", square_root),
        ("rect>", "real real -- z", rectangular),
        (">rect", "number -- x y", _parts),
        ("floor", "real -- y", _rounded(math.floor)),
        ("ceiling", "real -- y", _rounded(math.ceil)),
        ("truncate", "real -- y", _rounded(math.trunc)),
        ("round", "real -- y", _rounded(_half_away)),
        ("exp", "number -- y", _real_function(cmath.exp, math.exp)),
        ("log", "number -- y", _real_function(cmath.log, _logarithm)),
        ("sin", "number -- y", _real_function(cmath.sin, math.sin)),
        ("cos", "number -- y", _real_function(cmath.cos, math.cos)),
        ("tan", "number -- y", _real_function(cmath.tan, math.tan)),
        ("gcd", "n n -- a d", _greatest_divisor),
        ("lcm", "n n -- n", _least_multiple),
    ),
    "math.order": (
        ("min", "x y -- z", _minimum),
        ("max", "x y -- z", _maximum),
    ),
    "math.constants": (
        ("pi", "-- x", lambda: math.pi),
        ("e", "-- x", lambda: math.e),
    ),
}
