"""The benchmarks give right answers; how fast they are is printed, not tested."""

import pytest

from benchmarks import commands, equity, grading, numbers, poker


@pytest.mark.few_quick(1)
@pytest.mark.parametrize(
    "part", [numbers, grading, poker, equity], ids=lambda part: part.__name__.rpartition(".")[2]
)
def test_what_is_measured_is_right(part):
    works = list(part.in_process())
    assert [work.answer(work.call()) for work in works] == [work.expected for work in works]


def test_what_commands_print_is_right():
    works = list(commands.works(bare=1.0))
    assert [work.answer(work.call()) for work in works] == [work.expected for work in works]
