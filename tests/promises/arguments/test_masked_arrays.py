"""A masked value of NumPy is missing: no public function reads what is under a mask.

Every argument of every public function that accepts an array gets one with masked values. The
outcome does not depend on what they hide, and a function that takes arrays refuses them.
"""

import inspect
import re

import numpy as np
import pytest

import facevalue as fv
from tests.promises.arguments import test_odd_arguments as odd

# Arrays that are tried in place of every argument: numbers, cards, puzzles, hands and answers.
ARRAYS = (
    np.array(5),
    np.array([8, 3]),
    np.array([0, 4, 9]),
    np.array([[8, 3], [1, 2]]),
    np.array([[0, 4, 9, 13, 17], [1, 5, 8, 12, 16]]),
    np.array(["3*8", "1"]),
)
# Right calls of the functions that the tests of odd arguments leave out.
CHECKED = {
    "puzzle.digest_many": odd.call(
        np.array([[8, 3], [1, 2]]), np.array([24, 24]), fv.RULES["classic"]
    ),
    "puzzle.splits_of": odd.call(np.array([8, 3], np.uint64), {"train": 0.5, "test": 0.5}),
    "poker.evaluate_many": odd.call(
        [[0, 4, 9, 13, 17], [1, 5, 8, 12, 16]], out=np.zeros(2, np.uint16)
    ),
    "poker.showdown_many": odd.call(np.array([[[0, 1], [2, 3]]]), [[25, 30, 35]]),
}
TAKES_ARRAYS = re.compile("ArrayLike|NDArray|RowsLike|TargetsLike|PuzzlesLike")


def every_function():
    return sorted({*odd.every_name(), *(full for full in odd.EXACT if takes_arrays(full))})


def takes_arrays(full):
    """The parameters that take arrays, by their annotations."""
    parameters = inspect.signature(odd.named(full)).parameters.values()
    return {p.name for p in parameters if TAKES_ARRAYS.search(str(p.annotation))}


def right_call(full):
    args, names = CHECKED[full] if full in CHECKED else odd.right_call(full)
    if "seed" in inspect.signature(odd.named(full)).parameters and "seed" not in names:
        names = names | {"seed": 1}
    return args, {name: 1 if name == "seed" else value for name, value in names.items()}


def outcome(full, args, names):
    try:
        found = odd.named(full)(*args, **names)
        shown = odd.looked_at(found)
    except Exception as error:  # noqa: BLE001 - any refusal is compared
        return error
    return found if shown is None else shown


def alike(one, other):
    return type(one) is type(other) and str(one) == str(other)


def masked(array, hide):
    """The array with its last row masked; `hide` changes what is under the mask."""
    at = slice(-1, None) if array.ndim else ()
    values, mask = array.copy(), np.zeros(array.shape, np.bool_)
    values[at], mask[at] = hide(values[at]), True
    return np.ma.array(values, mask=mask)


def other(values):
    return values[..., ::-1] if values.dtype.kind == "U" else values + 1


def with_arrays(args, names):
    """Each argument in turn with each array in its place, as a function of the array."""
    for place, value in [*enumerate(args), *names.items()]:
        is_rows = isinstance(value, np.ndarray) or (
            isinstance(value, list) and not isinstance(value[0], (str, dict))
        )

        def call(given, place=place):
            if isinstance(place, str):
                return args, names | {place: given}
            return (*args[:place], given, *args[place + 1 :]), names

        for array in (*([np.array(value)] if is_rows else []), *ARRAYS):
            if array.dtype != object:
                yield place, array, call


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in odd.FILES.items():
        (tmp_path / name).write_text(text)


def arguments_that_accept(full, needed=frozenset()):
    """The arguments that accept an array, and what a masked array does where it fails.

    The arguments in `needed` must refuse it.
    """
    accepted, read = set(), {}
    for place, array, call in with_arrays(*right_call(full)):
        if isinstance(outcome(full, *call(array)), Exception):
            continue
        name = place if isinstance(place, str) else odd.position_name(full, place)
        accepted.add(name)
        takes_lists = array.ndim and full not in odd.EXACT
        for form in (np.asanyarray, list) if takes_lists else (np.asanyarray,):
            same, changed = (form(masked(array, hide)) for hide in (np.copy, other))
            found = outcome(full, *call(same))
            is_refused = isinstance(found, fv.FaceValueError) or name not in needed
            if not is_refused or not alike(found, outcome(full, *call(changed))):
                read[name] = f"{form.__name__} of {array!r}: {found!r}"[:200]
    return accepted, read


@pytest.mark.parametrize("full", [full for full in every_function() if takes_arrays(full)])
def test_a_function_that_takes_arrays_refuses_masked_values(full):
    accepted, read = arguments_that_accept(full, takes_arrays(full))
    assert {} == read
    assert takes_arrays(full) <= accepted


@pytest.mark.few_slow(40)
@pytest.mark.few_quick(20)
@pytest.mark.parametrize("full", [full for full in every_function() if not takes_arrays(full)])
def test_a_masked_value_is_not_read(full):
    _, read = arguments_that_accept(full)
    assert {} == read
