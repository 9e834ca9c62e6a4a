"""Numbers in all common forms: columns of NumPy, pandas, Polars and Arrow, decimals, strings."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import facevalue as fv
from facevalue import poker

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas", reason="pandas is in the extra dev")
pl = pytest.importorskip("polars", reason="Polars is in the extra dev")

pytestmark = pytest.mark.dev

ONE = [6, 6, 5, 2]
NUMBERS = {
    "whole floats": [6.0, 6.0, 5.0, 2.0],
    "decimals": list(map(Decimal, ("6", "6.0", "5.00", "2"))),
    "fractions": list(map(Fraction, ONE)),
    "texts": ["6", "6", "5", "2"],
    "one text": "6 6 5 2",
    "cards": fv.parse_cards("6h 6s 5c 2d"),
    "range and list mixed": (6, 6.0, "5", Decimal(2)),
    "int8": np.array(ONE, np.int8),
    "uint64": np.array(ONE, np.uint64),
    "float16": np.array(ONE, np.float16),
    "float32": np.array(ONE, np.float32),
    "longdouble": np.array(ONE, np.longdouble),
    "object": np.array([6, 6.0, "5", Decimal(2)], object),
    "array of texts": np.array(["6", "6", "5", "2"]),
    "numpy scalars": [np.int8(6), np.float32(6), np.array(5), np.uint8(2)],
    "pandas ints": pd.Series(ONE),
    "pandas floats": pd.Series(ONE, dtype="float64"),
    "pandas nullable": pd.Series(ONE, dtype="Int64"),
    "pandas objects": pd.Series([6, "6", 5.0, Decimal(2)], dtype=object),
    "polars": pl.Series(ONE),
    "polars floats": pl.Series(ONE, dtype=pl.Float32),
    "polars decimals": pl.Series(list(map(Decimal, ONE))),
    "arrow": pa.array(ONE),
    "arrow floats": pa.array(ONE, pa.float64()),
    "arrow decimals": pa.array(list(map(Decimal, ONE))),
    "arrow texts": pa.array(["6", "6", "5", "2"]),
    "arrow chunks": pa.chunked_array([[6, 6], [5, 2]]),
    "arrow scalars": [pa.scalar(number) for number in ONE],
}
TARGETS = [
    *(17.0, "17", Decimal("17.00"), Fraction(17), np.int8(17), np.float32(17), np.array(17)),
    *(pa.scalar(17), pa.scalar(17.0), pa.scalar(Decimal(17)), pl.Series([17])[0]),
]
BOTH = [ONE, [8, 8, 3, 3]]
ROWS = {
    "lists": BOTH,
    "tuples": tuple(map(tuple, BOTH)),
    "iterator": None,
    "texts": ["6 6 5 2", "8, 8, 3, 3"],
    "decimals": [list(map(Decimal, row)) for row in BOTH],
    "texts in rows": [list(map(str, row)) for row in BOTH],
    "int8": np.array(BOTH, np.int8),
    "float32": np.array(BOTH, np.float32),
    "float16": np.array(BOTH, np.float16),
    "object": np.array(BOTH, object),
    "arrays in a list": [np.array(row) for row in BOTH],
    "arrays in a column": pd.Series([np.array(row, float) for row in BOTH]),
    "pandas lists": pd.Series(BOTH),
    "pandas texts": pd.Series(["6 6 5 2", "8 8 3 3"]),
    "pandas table": pd.DataFrame(BOTH, columns=list("abcd")),
    "pandas floats": pd.DataFrame(BOTH, columns=list("abcd"), dtype=float),
    "polars lists": pl.Series(BOTH),
    "polars arrays": pl.Series(BOTH, dtype=pl.Array(pl.Int64, 4)),
    "polars texts": pl.Series(["6 6 5 2", "8 8 3 3"]),
    "polars table": pl.DataFrame(BOTH, schema=list("abcd"), orient="row"),
    "arrow lists": pa.array(BOTH),
    "arrow floats": pa.array(BOTH, pa.list_(pa.float64())),
    "arrow fixed lists": pa.array(BOTH, pa.list_(pa.int64(), 4)),
    "arrow chunks": pa.chunked_array([[BOTH[0]], [BOTH[1]]]),
    "arrow table": pa.table({name: [row[at] for row in BOTH] for at, name in enumerate("abcd")}),
}
GOALS = {
    "list": [17, 24],
    "floats": np.array([17.0, 24.0]),
    "texts": ["17", "24"],
    "decimals": [Decimal(17), Decimal("24.0")],
    "pandas": pd.Series([17, 24], dtype="Int64"),
    "polars": pl.Series([17.0, 24.0]),
    "arrow": pa.chunked_array([[17], [24]]),
}


def rows_named(name):
    return iter(BOTH) if name == "iterator" else ROWS[name]


@pytest.mark.parametrize("name", NUMBERS)
def test_every_function_of_one_puzzle_takes_any_kind_of_numbers(name):
    numbers = NUMBERS[name]
    assert ["(5/6+2)*6"] == [str(each) for each in fv.solve(numbers, 17)]
    assert 1 == fv.count(numbers, 17)
    assert fv.Puzzle("6 6 5 2", 17) == fv.Puzzle(numbers, 17)
    assert fv.check("6*(2+5/6)", numbers, 17).correct
    assert fv.Grader().verdict("<answer>6*(2+5/6)</answer>", numbers, 17).correct
    assert fv.check_steps("5 / 6 = 5/6\n2 + 5/6 = 17/6\n6 * 17/6 = 17", numbers, 17).correct
    assert "fraction" in fv.hint(numbers, 17).needs
    assert fv.values("6 6 5 2") == fv.values(numbers)
    assert 0 == fv.closest(numbers, 17).distance
    # Many functions read strings in a list as rows, one puzzle each.
    one = numbers if "texts" not in name else "6 6 5 2"
    assert [True] == fv.check_many(["6*(2+5/6)"], one, 17).tolist()


@pytest.mark.parametrize("target", TARGETS, ids=repr)
def test_every_function_takes_any_kind_of_target(target):
    assert ["(5/6+2)*6"] == [str(each) for each in fv.solve(ONE, target)]
    assert fv.check("6*(2+5/6)", ONE, target).correct
    assert fv.Puzzle(ONE, 17) == fv.Puzzle(ONE, target)
    assert [True] == fv.check_many(["6*(2+5/6)"], [ONE], target).tolist()
    assert [["(5/6+2)*6"]] == fv.solve_many([ONE], target)


@pytest.mark.parametrize("name", ROWS)
def test_functions_of_many_puzzles_take_any_kind_of_rows(name):
    answers = ["6*(2+5/6)", "8/(3-8/3)"]
    assert [["(5/6+2)*6"], ["8/(3-8/3)"]] == fv.solve_many(rows_named(name), [17, 24])
    assert [1, 1] == fv.count_many(rows_named(name), [17, 24]).tolist()
    assert [True, True] == fv.solvable_many(rows_named(name), [17, 24]).tolist()
    assert [1, 1] == fv.label_many(rows_named(name), [17, 24]).solution_count.tolist()
    assert (2, 900) == fv.reachable_many(rows_named(name)).shape
    assert [True, True] == fv.check_many(answers, rows_named(name), [17, 24]).tolist()
    tagged = [f"<answer>{answer}</answer>" for answer in answers]
    assert [1, 1] == fv.Grader().score_many(tagged, rows_named(name), [17, 24]).tolist()


@pytest.mark.parametrize("name", GOALS)
def test_functions_of_many_puzzles_take_any_kind_of_targets(name):
    assert [["(5/6+2)*6"], ["8/(3-8/3)"]] == fv.solve_many(BOTH, GOALS[name])
    assert [True, True] == fv.check_many(["6*(2+5/6)", "8/(3-8/3)"], BOTH, GOALS[name]).tolist()


@pytest.mark.parametrize("kind", [list, pd.Series, pl.Series, pa.array, np.array, iter])
def test_answers_may_be_in_any_kind_of_column(kind):
    assert [True, False] == fv.check_many(kind(["3*8", "3+8"]), [3, 8]).tolist()
    completions = kind(["<answer>3*8</answer>", "?"])
    assert [1, 0] == fv.Grader().score_many(completions, [3, 8]).tolist()


STRINGS = ["3*8", None, "3+8", "", "3\u00d78", "24", None]
CELLS = {
    "strings": STRINGS,
    "missing": [None, None],
    "integers": [24, None, -3, 2**62],
    "floats": [24.0, None, 0.5],
    "booleans": [True, None, False],
    "bytes": [b"3*8", None, b""],
    "decimals": [Decimal("24.0"), None],
    "dates": [date(2026, 11, 25), None],
    "lists": [[24], None, []],
    "structs": [{"answer": "3*8"}, None],
    "messages": [[{"role": "assistant", "content": "3*8"}], None, [{"role": "user"}]],
}


def run_ends(cells):
    """A run-end-encoded array, in which each value is its own run."""
    return pa.RunEndEncodedArray.from_arrays(list(range(1, len(cells) + 1)), pa.array(cells))


def masked(cells):
    """A masked array with any value under the mask."""
    first = next((cell for cell in cells if cell is not None), 0)
    filled = [first if cell is None else cell for cell in cells]
    array = np.empty(len(cells), object)
    array[:] = filled
    return np.ma.masked_array(array, [cell is None for cell in cells])


def object_array(cells):
    array = np.empty(len(cells), object)
    array[:] = cells
    return array


# Each with the kinds of cells that it can contain, None for all.
ANSWER_COLUMNS = {
    "list": (list, None),
    "tuple": (tuple, None),
    "iterator": (iter, None),
    "generator": (lambda cells: (cell for cell in cells), None),
    "object array": (object_array, None),
    "masked array": (masked, None),
    "pandas objects": (lambda cells: pd.Series(cells, dtype=object), None),
    "pandas": (pd.Series, None),
    "pandas strings": (lambda cells: pd.Series(cells, dtype="string"), "strings missing"),
    "pandas categories": (lambda cells: pd.Series(cells, dtype="category"), "strings integers"),
    "pandas arrow": (
        lambda cells: pd.Series(pd.arrays.ArrowExtensionArray(pa.array(cells))),
        "strings missing integers floats booleans bytes",
    ),
    "pandas index": (lambda cells: pd.Index(cells, dtype=object), "strings missing bytes"),
    "polars": (pl.Series, None),
    "polars categories": (lambda cells: pl.Series(cells, dtype=pl.Categorical), "strings"),
    "arrow": (pa.array, None),
    "arrow chunks": (lambda cells: pa.chunked_array([pa.array(cells[:1]), cells[1:]]), None),
    "arrow slice": (lambda cells: pa.array([*cells, *cells]).slice(len(cells)), None),
    "arrow dictionary": (
        lambda cells: pa.array(cells).dictionary_encode(),
        "strings integers floats booleans bytes dates",
    ),
    "arrow run ends": (run_ends, "strings missing integers floats booleans bytes dates lists"),
    "arrow large": (lambda cells: pa.array(cells, pa.large_string()), "strings missing"),
    "arrow binary": (lambda cells: pa.array(cells, pa.large_binary()), "bytes missing"),
}
if hasattr(pa, "string_view"):  # from pyarrow 16 on
    ANSWER_COLUMNS["arrow views"] = (
        lambda cells: pa.array(cells, pa.string_view()),
        "strings missing",
    )


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        (name, cells)
        for name, (_, kinds) in ANSWER_COLUMNS.items()
        for cells in (CELLS if kinds is None else kinds.split())
    ],
)
def test_a_column_means_the_same_as_its_single_values(name, cells):
    make, _ = ANSWER_COLUMNS[name]
    values = CELLS[cells]
    alone = [fv.check(value, [3, 8]) for value in values]
    assert list(map(bool, alone)) == fv.check_many(make(values), [3, 8]).tolist()
    columns = fv.puzzle.verdict_columns(make(values), [3, 8], columns=["reason"])
    assert [verdict.reason.value for verdict in alone] == columns["reason"]
    columns = fv.puzzle.verdict_columns(make(values), [3, 8])
    assert [verdict.reason.value for verdict in alone] == columns["reason"]
    grader = fv.Grader(extract="whole", format_score=0.5)
    graded = [grader.verdict(value, [3, 8]) for value in values]
    assert list(map(bool, graded)) == grader.check_many(make(values), [3, 8]).tolist()
    scores = [grader.score(value, [3, 8]) for value in values]
    assert scores == grader.score_many(make(values), [3, 8]).tolist()
    columns = grader.verdict_columns(make(values), [3, 8], columns=["reason"])
    assert [verdict.reason.value for verdict in graded] == columns["reason"]
    if cells not in ("lists", "messages"):  # only a grader reads messages
        assert [verdict.reason for verdict in alone] == [verdict.reason for verdict in graded]


@pytest.mark.parametrize("dtype", ["U9", "S9", "i1", "i8", "u8", "f2", "f8", "?", "M8[D]", "c16"])
def test_answers_in_a_typed_array_mean_the_same_as_single_values(dtype):
    array = np.array(["2026-11-25" if dtype[0] == "M" else 24], dtype)
    alone = [fv.check(value, [24]) for value in array.tolist()]
    assert list(map(bool, alone)) == fv.check_many(array, [24]).tolist()
    assert list(map(bool, alone)) == fv.Grader(extract="whole").check_many(array, [24]).tolist()
    assert [dtype == "U9"] == list(map(bool, alone))


@pytest.mark.parametrize("one", [np.array("3*8"), pa.scalar("3*8"), 24, pa.table({"a": ["3*8"]})])
def test_an_invalid_column_is_refused(one):
    for function in (fv.check_many, fv.Grader().check_many, fv.puzzle.verdict_columns):
        with pytest.raises(fv.RuleError, match="must be in a list"):
            function(one, [3, 8])


def test_messages_may_be_columns():
    messages = [{"role": "assistant", "content": "<answer>3*8</answer>"}]
    for kind in (list, pd.Series, pl.Series, pa.array):
        assert [1] == fv.Grader().score_many(kind([messages]), [3, 8]).tolist()


@pytest.mark.parametrize(
    "one", ["3*8", b"3*8", {"3*8": 1}, pd.DataFrame({"answer": ["3*8"]}), None]
)
def test_one_answer_where_many_are_expected_is_an_error(one):
    with pytest.raises(fv.RuleError, match="must be in a list"):
        fv.check_many(one, [3, 8])
    if one is not None:
        with pytest.raises(fv.RuleError, match="must be in a list"):
            fv.Grader().check_many(one, [3, 8])


def test_the_messages_of_one_completion_are_not_many_completions():
    with pytest.raises(fv.RuleError, match="put them into a list of completions"):
        fv.Grader().check_many([{"role": "assistant", "content": "<answer>3*8</answer>"}], [3, 8])


@pytest.mark.parametrize("one", ["6 6 5 2", ONE, np.array(ONE), pl.Series(ONE), 24, {"a": ONE}])
def test_one_puzzle_where_rows_are_expected_is_an_error(one):
    for function in (fv.solve_many, fv.count_many, fv.solvable_many, fv.label_many):
        with pytest.raises(fv.FaceValueError, match="one puzzle per row"):
            function(one)


@pytest.mark.parametrize(
    ("message", "rows"),
    [
        ("expected a number in row 2: 'x'", [["3", "8"], ["3", "x"]]),
        ("expected a number in row 2: '2.'", ["3 8", "2. 4"]),
        (
            "the solver takes numbers up to 9223372036854775807, not 1180591620717411303424",
            [[2**70, 1]],
        ),
        ("expected a number in row 1: 'True'", [[True, "1"]]),
        ("there are no numbers: '' in row 1", [""]),
    ],
)
def test_messages_name_the_row(message, rows):
    with pytest.raises(fv.FaceValueError) as error:
        fv.solve_many(rows)
    assert message == str(error.value)


def test_rows_may_have_different_lengths_and_fractions():
    rows = ["8 8 3 3", [3, 8], ["1/2", 12], [0.5, 48], "24", ["{-5}", 29], [1, 1, 1]]
    for name in ("classic", "countdown"):
        alone = [[str(way) for way in fv.solve(row, 24, name)] for row in rows]
        assert alone == fv.solve_many(rows, rules=name)
        assert list(map(len, alone)) == fv.count_many(rows, rules=name).tolist()
        assert list(map(bool, alone)) == fv.solvable_many(rows, rules=name).tolist()
        labels = fv.label_many(rows, rules=name, simplest=True)
        assert [row[0] if row else None for row in alone] == labels.simplest.tolist()
        assert list(map(len, alone)) == labels.solution_count.tolist()
        for row, label in zip(rows, labels, strict=True):
            rating = fv.difficulty(row, 24, name)
            assert label["percentile"] == (None if rating is None else rating.percentile)
            assert label["needs_fraction"] == fv.Puzzle(row, 24, name).needs_fraction
        reached = fv.reachable_many(rows, name, low=-30, high=60)
        for row, targets in zip(rows, reached, strict=True):
            made = fv.reachable(row, name, low=-30, high=60)
            assert [*made] == [target - 30 for target in targets.nonzero()[0].tolist()]
    with_targets = fv.solve_many([[3, 8], "1/2 3"], [11, "3/2"])
    assert [["3+8"], ["{1/2}*3"]] == with_targets
    with pytest.raises(fv.RuleError, match="2 rows of numbers, but targets of shape"):
        fv.solve_many([[3, 8], [1]], [1, 2, 3])
    for spoiled in ([[3, 8], []], [[3, 8], ["x"]], [[3, 8], None], [[3], 4], [[1 / 3], [1, 2]]):
        with pytest.raises(fv.FaceValueError):
            fv.count_many(spoiled)
    hidden = np.ma.masked_array([[0.5, 48]], [[True, False]])
    with pytest.raises(fv.NotationError, match="masked"):
        fv.count_many(hidden)


def test_numbers_without_an_exact_value_are_refused_in_any_kind():
    third = 1 / 3
    for number in (third, np.float32(0.1), np.longdouble("0.1"), pa.scalar(third), np.array(third)):
        with pytest.raises(fv.NotationError, match="a float is not exact"):
            fv.solve([number, 3])
    for number in (None, pd.NA, float("nan"), np.True_, 1j, np.array([1]), pa.scalar(None)):
        with pytest.raises(fv.NotationError, match="expected a number"):
            fv.solve([number, 3])


def test_endless_iterators_of_numbers_are_refused():
    with pytest.raises(fv.FaceValueError):
        fv.check_many(["3*8"], iter(lambda: [3, 8], 0))


@pytest.mark.parametrize(
    ("is_in", "value"),
    [
        *((True, value) for value in (2.5, "5/2", "{5/2}", Decimal("2.50"), np.float32(2.5), 10)),
        *((False, value) for value in (0.1, "x", None, True, float("inf"), "4", b"10")),
    ],
)
def test_values_accept_every_spelling_of_a_number(is_in, value):
    assert is_in == (value in fv.values("5 2"))
    is_target = value == 10
    assert is_target == (value in fv.reachable("5 2", low=1, high=20))


# Cards --------------------------------------------------------------------------------------------

ROYAL, IDS = ["Ah", "Kh", "Qh", "Jh", "Th"], [50, 46, 42, 38, 34]


@pytest.mark.parametrize(
    "hands",
    [
        *(kind(["AhKhQhJhTh"]) for kind in (list, np.array, pd.Series, pl.Series, pa.array)),
        *(kind([ROYAL]) for kind in (list, np.array, pd.Series, pd.DataFrame, pl.Series, pa.array)),
        *(kind([IDS]) for kind in (list, np.array, pd.Series, pd.DataFrame, pl.Series, pa.array)),
        np.array([IDS], float),
        pd.DataFrame([IDS], dtype=float),
        pa.chunked_array([["AhKhQhJhTh"]]),
        [fv.parse_cards("AhKhQhJhTh")],
        pd.Series([fv.parse_cards("AhKhQhJhTh")]),
        fv.poker.masks(["AhKhQhJhTh"]),
    ],
)
def test_hands_may_be_in_any_kind_of_column(hands):
    assert [1] == fv.poker.evaluate_many(hands).tolist()


@pytest.mark.parametrize("kind", [list, tuple, np.array, pd.Series, pl.Series, pa.array, iter])
def test_cards_may_be_in_any_kind_of_column(kind):
    assert fv.parse_cards("AhKhQhJhTh") == fv.parse_cards(kind(ROYAL)) == fv.parse_cards(kind(IDS))


@pytest.mark.parametrize("number", [50.5, float("nan"), float("inf")])
def test_ids_that_are_not_whole_are_refused(number):
    with pytest.raises(fv.CardError, match="the hands must be ids of shape"):
        fv.poker.evaluate_many([[number, *IDS[1:]]])


@pytest.mark.parametrize("kind", [list, np.array, pd.Series, pl.Series, pa.array])
def test_hands_of_a_range_may_be_in_any_kind_of_column(kind):
    assert fv.poker.Range("QQ, AhKh") == fv.poker.Range(kind(["AhKh", "QQ"]))
    assert fv.poker.OmahaRange("AAKK") == fv.poker.OmahaRange(kind(["AAKK"]))


MASKED = np.ma.array([[3, 8], [4, 6]], mask=[[0, 0], [0, 1]])


@pytest.mark.parametrize(
    "call",
    [
        lambda: fv.solve_many(MASKED),
        lambda: fv.count_many(MASKED),
        lambda: fv.label_many(MASKED),
        lambda: fv.reachable_many(MASKED),
        lambda: fv.check_many(["3*8", "4*6"], MASKED),
        lambda: fv.count_many([[3, 8], [4, 6]], np.ma.array([24, 24], mask=[0, 1])),
        lambda: poker.evaluate_many(np.ma.array([[0, 1, 2, 3, 4]] * 2, mask=[[0] * 5, [1] * 5])),
    ],
)
def test_masked_values_are_missing_and_refused_with_their_row(call):
    with pytest.raises(fv.FaceValueError, match=r"row (1|2)"):
        call()


def test_the_position_of_a_masked_row_is_the_start_of_the_column():
    with pytest.raises(fv.NotationError) as caught:
        fv.reachable_many(MASKED)
    assert 0 == caught.value.position


def test_an_empty_mask_changes_nothing():
    plain = np.ma.array([[3, 8], [4, 6]])
    assert fv.count_many(plain).tolist() == fv.count_many(plain.data).tolist()
