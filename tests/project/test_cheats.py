"""What graders accept: facevalue judges each answer right, and hanging graders are stopped."""

import pytest

from benchmarks import cheats

ROWS = cheats.answers()
PAGE = cheats.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.what)
def test_facevalue_does_well_with_every_answer(row):
    assert row.right is cheats.ours(row.answer, row.numbers)


@pytest.mark.parametrize("right", [True, False])
def test_the_page_has_every_answer_and_the_verdict_of_facevalue(right):
    verdict = cheats.ACCEPTS if right else cheats.REFUSES
    found = {"facevalue": [verdict if row.right == right else "" for row in ROWS]}
    _, _, *lines = cheats.lines_of(ROWS, found, right=right)
    assert len(lines) == sum(row.right == right for row in ROWS)
    for line in lines:
        assert line.removesuffix(" |") in PAGE


@pytest.mark.slow
def test_a_grader_that_hangs_is_killed_and_judges_on():
    hanging = next(row for row in ROWS if row.answer.startswith("9**"))
    honest = next(row for row in ROWS if row.answer == "8/(3-8/3)")
    with cheats.Worker("eval", seconds=0.3) as worker:
        assert [cheats.HANGS, cheats.ACCEPTS] == [worker.outcome(row) for row in (hanging, honest)]


def test_an_answer_that_is_run_is_found_out():
    program = next(row for row in ROWS if "import" in row.answer)
    with cheats.Worker("eval") as worker:
        assert cheats.RUNS == worker.outcome(program)
    with cheats.Worker("facevalue") as worker:
        assert cheats.REFUSES == worker.outcome(program)


def test_a_process_that_ends_is_reported():
    with cheats.Worker("eval") as worker:
        ending = cheats.Row("__import__('os')._exit(1)", [], right=False, what="the end")
        assert cheats.ENDS == worker.outcome(ending)
