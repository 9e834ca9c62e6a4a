"""The benchmarks give right answers; how fast they are is printed, not tested."""

import pytest

from benchmarks import equity, grading, numbers, poker

WORKS = [
    *numbers.in_process(),
    *grading.in_process(),
    *poker.in_process(),
    *equity.in_process(),
]


@pytest.mark.parametrize("work", WORKS, ids=lambda work: work.name)
def test_what_is_measured_is_right(work):
    assert work.expected == work.answer(work.call())
