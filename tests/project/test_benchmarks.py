"""The benchmarks give right results; their speed is printed, not tested."""

import pytest

from benchmarks.measure import interleave
from benchmarks.suites import commands, equity, grading, numbers, poker


@pytest.mark.few_quick(1)
@pytest.mark.parametrize(
    "part", [numbers, grading, poker, equity], ids=lambda part: part.__name__.rpartition(".")[2]
)
def test_every_measured_result_is_right(part):
    works = list(part.in_process())
    results = [
        [work.call(question) for question in work.questions[:-1]] if work.questions else work.call()
        for work in works
    ]
    answers = [work.answer(result) for work, result in zip(works, results, strict=True)]
    assert answers == [work.expected for work in works]


@pytest.mark.parametrize("part", [numbers, equity], ids=["numbers", "equity"])
def test_no_call_is_measured_twice(part):
    for work in part.in_process():
        assert len(set(work.questions)) == len(work.questions)


def test_both_packages_get_every_input_once():
    calls = {"theirs": [], "ours": []}
    theirs, ours, answers = interleave(calls["theirs"].append, calls["ours"].append, range(6))
    assert sorted(calls["theirs"]) == sorted(calls["ours"]) == list(range(6))
    assert len(theirs) == len(ours) == len(answers) == 5


@pytest.mark.slow
def test_the_output_of_commands_is_right():
    works = list(commands.works(bare=1.0))
    assert [work.answer(work.call()) for work in works] == [work.expected for work in works]


def test_requests_are_answered():
    for work in commands.requests():
        assert [work.call(question) for question in work.questions[:3]] == [200] * 3
