"""The table of the long runs: what is written, and what is found to be too old."""

from tools.long_runs import (
    BEGIN,
    END,
    HEAD,
    MOST_COMMITS,
    ROOT,
    Run,
    add_run,
    find_problems,
    runs_in,
    steps_of,
)

PAGE = f"# Reliability\n\n{BEGIN}{HEAD}| soak | 2026-11-01 | abc | passed |\n{END}\nThe rest.\n"
SOAK = Run("soak", "2026-11-01", "abc", "passed")


def test_a_row_replaces_the_older_one_and_leaves_the_rest_of_the_page_alone():
    new = Run("soak", "2026-11-25", "def", "failed")
    page = add_run(PAGE, new, ["soak"])
    assert PAGE.replace("2026-11-01 | abc | passed", "2026-11-25 | def | failed") == page


def test_rows_stand_in_the_order_of_the_steps_and_those_of_old_steps_go():
    first = Run("wheels", "2026-11-25", "def", "passed")
    assert [first, SOAK] == list(runs_in(add_run(PAGE, first, ["wheels", "soak"])).values())
    assert [first] == list(runs_in(add_run(PAGE, first, ["wheels"])).values())


def test_a_step_that_passed_not_long_ago_is_no_problem():
    assert [] == find_problems({"soak": SOAK}, ["soak"], {"abc": MOST_COMMITS})


def test_a_step_that_is_too_old_or_failed_is_a_problem():
    failed = SOAK._replace(step="wheels", result="failed")
    runs = {"soak": SOAK, "wheels": failed}
    assert find_problems(runs, ["soak", "wheels", "laws"], {"abc": MOST_COMMITS + 1}) == [
        "soak: 201 commits ago; at most 200",
        "wheels: failed on 2026-11-01",
    ]


def test_the_script_names_each_step_once():
    steps = steps_of((ROOT / ".ci" / "long").read_text(encoding="utf-8"))
    assert len(steps) == len(set(steps)) > 10
