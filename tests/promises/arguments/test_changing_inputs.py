"""Lists, arrays and Arrow buffers that change during a call, or have wrong contents.

What a call looks at is what it has copied or checked itself; the process lives, whatever happens to
the original meanwhile.
"""

import threading
import time

import numpy as np
import pyarrow as pa
import pytest

import facevalue as fv
from facevalue.puzzle.judge.judge import judge_for


class Changing:
    """Runs `change` again and again in another thread while the block lasts."""

    def __init__(self, change):
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(change,))

    def _run(self, change):
        while not self._ended.is_set():
            change()

    def __enter__(self):
        self._thread.start()

    def __exit__(self, *_):
        self._ended.set()
        self._thread.join()


def test_lists_that_grow_and_shrink_are_judged_or_refused():
    answers, rows, targets = ["3*8"] * 1000, [[3, 8]] * 1000, [24] * 1000

    def change():
        for each in (answers, rows, targets):
            each.pop()
        for each, more in ((answers, "3*8"), (rows, [3, 8]), (targets, 24)):
            each.append(more)
        time.sleep(0.0005)  # so that some calls meet lists of one length

    judged = 0
    with Changing(change):
        for _ in range(300):
            try:
                right = fv.check_many(answers, rows, targets, workers=2).tolist()
            except fv.RuleError:
                continue
            assert right in ([True] * 999, [True] * 1000)
            judged += 1
    assert judged
    assert fv.check_many(answers, rows, targets).tolist() == [True] * 1000


@pytest.mark.slow
def test_rows_whose_numbers_change_are_judged():
    row = [3, 8]
    answers = ["3*8"] * 20_000

    def change():
        row.append(1)
        row.pop()

    with Changing(change):
        for _ in range(50):
            columns = fv.puzzle.verdict_columns(
                answers, [row] * len(answers), 24, columns=["reason"], workers=2
            )
            assert len(columns["reason"]) == 20_000
            assert {"correct", "wrong_numbers"} >= set(columns["reason"])
    assert fv.check_many(answers, [row] * len(answers), 24).tolist() == [True] * 20_000


def test_the_core_refuses_rows_that_are_not_as_many_as_answers():
    judge = judge_for("classic", "lenient")
    for rows, targets in (([[3, 8]], 24), ([[3, 8]] * 2, [24]), ([[3, 8]] * 3, [24] * 3)):
        with pytest.raises(fv.RuleError, match="lists that nobody changes"):
            judge.check_many(["3*8", "3*8"], rows, targets, 1)


def test_arrow_offsets_outside_the_data_are_refused():
    for offsets in ([0, 100, 6], [0, 5, 2]):
        buffers = [None, pa.py_buffer(np.array(offsets, np.int64)), pa.py_buffer(b"3*83*8")]
        texts = pa.Array.from_buffers(pa.large_string(), 2, buffers)
        with pytest.raises(fv.RuleError, match="offsets"):
            fv.check_many(texts, [3, 8], 24)


@pytest.mark.parametrize(
    "offsets", [[0, 3], [0, 3, 6, 6], [-3, 3, 6], [0, 3, 7], [0, 3, 2**62], [0, -(2**63), 3]]
)
def test_the_core_refuses_offsets_outside_the_data(offsets):
    judge = judge_for("classic", "lenient")
    text, nulls = np.frombuffer(b"3*83*8", np.uint8), np.zeros(2, np.uint8)
    with pytest.raises(fv.RuleError, match="offsets"):
        judge.check_arrow(np.array(offsets), text, nulls, [[3, 8]] * 2, [24, 24], 1)


def test_arrow_strings_that_change_are_judged_somehow():
    text = bytearray(b"3*8" * 10_000)
    offsets = np.arange(0, 30_001, 3)
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(text)]
    texts = pa.Array.from_buffers(pa.large_string(), 10_000, buffers)

    def change():
        for junk in (b"{\\\xff", b"((9", b"999", b"3*8"):
            text[:] = junk * 10_000

    with Changing(change):
        for _ in range(50):
            assert len(fv.check_many(texts, [3, 8], 24, workers=2)) == 10_000
    assert fv.check_many(texts, [3, 8], 24, workers=2).tolist() == [True] * 10_000


def test_arrays_that_change_are_solved_somehow():
    rows = np.full((20_000, 4), 3)
    deck = np.tile(np.arange(7, dtype=np.uint8), (20_000, 1))

    def change():
        rows[:] = np.random.default_rng(1).integers(-9, 99, rows.shape)
        deck[:] = 255
        deck[:] = np.arange(7)

    with Changing(change):
        for _ in range(20):
            assert len(fv.solvable_many(rows, workers=2)) == len(rows)
            assert len(fv.label_many(rows[:500], workers=2)) == 500
            try:
                assert len(fv.poker.evaluate_many(deck, workers=2)) == 20_000
            except fv.CardError:
                continue
    rows[:] = 3
    assert fv.solvable_many(rows, workers=2).all()
    assert fv.label_many(rows, workers=2).solution_count.tolist() == [1] * 20_000
    assert set(fv.poker.evaluate_many(deck, workers=2).tolist()) == {
        fv.poker.evaluate("2c 2d 2h 2s 3c 3d 3h").value
    }


def test_targets_numbers_and_cards_as_bits_that_change_are_answered_somehow():
    rows = np.full((5_000, 4), 3)
    targets = np.full(5_000, 24)
    cards = np.full(20_000, 0b1111111, np.uint64)
    texts = ["3*3*3-3"] * 5_000

    def change():
        random = np.random.default_rng(2)
        rows[:] = random.integers(-9, 99, rows.shape)
        targets[:] = random.integers(-(2**62), 2**62, targets.shape)
        cards[:] = random.integers(0, 2**63, cards.shape, dtype=np.uint64)

    calls = {
        "count_many": lambda: fv.count_many(rows, targets, workers=2),
        "solve_many": lambda: fv.solve_many(rows[:500], targets[:500], workers=2),
        "reachable_many": lambda: fv.reachable_many(rows[:500], workers=2),
        "check_many": lambda: fv.check_many(texts, rows, targets, workers=2),
        "score_many": lambda: fv.Grader(extract="whole").score_many(texts, rows, targets),
        "evaluate_many": lambda: fv.poker.evaluate_many(cards, workers=2),
    }
    ended = dict.fromkeys(calls, 0)
    with Changing(change):
        for _ in range(10):
            for name, call in calls.items():
                try:
                    assert len(call()) in (500, 5_000, 20_000)
                except fv.FaceValueError:
                    continue
                finally:
                    ended[name] += 1
    assert set(ended.values()) == {10}
    rows[:], targets[:], cards[:] = 3, 24, 0b1111111
    assert calls["count_many"]().tolist() == [1] * 5_000
    assert calls["check_many"]().all()
    assert len(set(calls["evaluate_many"]().tolist())) == 1
