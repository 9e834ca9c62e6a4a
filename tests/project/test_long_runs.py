"""The table of long runs: rows are replaced, and failed or old runs are reported."""

from tools.long_runs import (
    BEGIN,
    END,
    HEAD,
    MAX_COMMITS,
    ROOT,
    TESTED,
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


def test_rows_are_in_the_order_of_the_steps_and_rows_of_removed_steps_go():
    first = Run("wheels", "2026-11-25", "def", "passed")
    assert [first, SOAK] == list(runs_in(add_run(PAGE, first, ["wheels", "soak"])).values())
    assert [first] == list(runs_in(add_run(PAGE, first, ["wheels"])).values())


def test_a_step_that_passed_recently_is_accepted():
    assert [] == find_problems({"soak": SOAK}, ["soak"], {"soak": MAX_COMMITS})


def test_a_step_that_is_old_or_failed_is_reported():
    failed = SOAK._replace(step="wheels", result="failed")
    runs = {"soak": SOAK, "wheels": failed}
    assert find_problems(runs, ["soak", "wheels", "laws"], {"soak": MAX_COMMITS + 1}) == [
        f"soak: {MAX_COMMITS + 1} commits ago; at most {MAX_COMMITS}",
        "wheels: failed on 2026-11-01",
    ]


def test_the_script_names_each_step_once():
    steps = steps_of((ROOT / ".ci" / "long").read_text(encoding="utf-8"))
    assert len(steps) == len(set(steps)) > 10
    assert set(TESTED) <= set(steps)
