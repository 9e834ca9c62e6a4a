"""The engines: threads, and tasks of Ray, mostly with a stand-in for Ray."""

import importlib.util
import json
import pickle
import sys
from io import BytesIO

import attrs
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import facevalue as fv
from facevalue import datasets
from facevalue.cli.main import main
from facevalue.datasets.auditing import true_labels as labels
from facevalue.datasets.files import readers
from facevalue.datasets.tables import engines
from facevalue.errors import FaceValueError, RuleError

HAS_RAY = importlib.util.find_spec("ray") is not None


class TaskError(Exception):
    def __init__(self, cause):
        self.cause = cause


class StandIn:
    """The part of `ray` that the engine uses; a task runs when its result is requested."""

    class exceptions:  # noqa: N801 - its name in Ray
        RayTaskError = TaskError

    def __init__(self, *, is_running=False, processors=2, first=-1):
        self.is_running = is_running
        self.first = first  # the place of the task that ends first
        self.processors = processors
        self.calls = []
        self.most_at_once = 0
        self.puts = 0

    def is_initialized(self):
        return self.is_running

    def init(self, **options):
        self.calls.append(("init", options))

    def shutdown(self):
        self.calls.append("shutdown")

    def cluster_resources(self):
        return {"CPU": float(self.processors)} if self.processors else {}

    def put(self, function):
        self.puts += 1
        return pickle.dumps(function)

    def remote(self, **options):
        assert options == {"max_retries": -1}  # a task whose worker dies runs again
        return Task

    def wait(self, running, timeout):
        print("(raylet) A worker died or was killed")  # noqa: T201 - as Ray does
        assert timeout < 0.1  # a deadline is looked at in between
        self.most_at_once = max(self.most_at_once, len(running))
        done = running[self.first]
        return [done], [each for each in running if each is not done]

    def get(self, task):
        try:
            return pickle.loads(task())
        except (ArithmeticError, FaceValueError) as error:
            raise TaskError(pickle.loads(pickle.dumps(error))) from None

    def cancel(self, task, *, force):
        assert force
        self.calls.append(("cancel", pickle.loads(task())))


class Task:
    """Sends everything to and fro as other processes would get it."""

    def __init__(self, call):
        self.call = call

    def remote(self, function, item):
        sent = pickle.dumps(item)
        return lambda: pickle.dumps(self.call(pickle.loads(function), pickle.loads(sent)))


def square(number):
    return number**2


def inverse(number):
    return 1 // number


@pytest.fixture
def stand_in(monkeypatch):
    """Replace Ray by a stand-in."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)

    def place(**options):
        package = StandIn(**options)
        monkeypatch.setitem(sys.modules, "ray", package)
        monkeypatch.setattr(readers, "_PIECE_ROWS", 100)  # many tasks
        return package

    return place


@pytest.fixture
def ran(stand_in):
    """Call a function with 0, 1, ... on a stand-in, and return the pairs."""

    def run(count=20, workers=None, address=None, function=square, **options):
        package = stand_in(**options)
        with engines.tasks(engines.Run("ray", workers, address)) as on_ray:
            return package, list(on_ray(function, range(count)))

    return run


@pytest.mark.parametrize(
    ("workers", "processors", "most"), [(3, 2, 6), (None, 5, 10), (None, 0, 2)]
)
def test_ray_gets_twice_as_many_tasks_as_it_runs_at_once(ran, workers, processors, most):
    package, found = ran(workers=workers, processors=processors)
    assert [(number, number**2) for number in range(20)] == found  # in order
    assert most == package.most_at_once
    assert package.puts == 1  # the function is sent once


@pytest.mark.parametrize("count", [0, 1])
def test_few_items_are_few_tasks(ran, count):
    package, found = ran(count)
    assert [(0, 0)][:count] == found
    assert count == package.most_at_once


def test_no_more_items_are_taken_than_are_needed(stand_in):
    stand_in()
    taken = []
    items = (taken.append(each) or each for each in range(1000))
    with engines.tasks(engines.Run("ray", 2)) as each:
        first = next(results := each(square, items))
        results.close()
    assert (0, 0) == first
    assert len(taken) <= 4 * 2


def test_the_keywords_of_a_run_are_its_fields():
    fields = attrs.fields(engines.Run)
    assert engines.RunOptions.__annotations__.keys() == {field.name for field in fields}


def test_the_name_of_an_engine_is_read_regardless_of_case():
    rows = BytesIO(b'{"numbers": [3, 8], "completion": "<answer>3*8</answer>"}')
    assert datasets.grade(rows, engine="LOCAL").correct == 1


def test_both_engines_give_the_same(ran):
    with engines.tasks(engines.Run()) as each:
        assert ran()[1] == list(each(square, range(20)))


def test_ray_is_started_on_this_machine_and_ended(ran):
    package, _ = ran(workers=3)
    here = {"address": None, "num_cpus": 3, "include_dashboard": False}
    assert [("init", {**here, "log_to_driver": False, "logging_level": "error"}), "shutdown"] == (
        package.calls
    )


@pytest.mark.parametrize("is_named_by_ray", [False, True])
def test_the_settings_of_the_cluster_are_used(ran, monkeypatch, is_named_by_ray):
    if is_named_by_ray:
        monkeypatch.setenv("RAY_ADDRESS", "10.0.0.1:6379")
    package, _ = ran(workers=3, address=None if is_named_by_ray else "10.0.0.1:6379")
    options = package.calls[0][1]
    assert (None, None) == (options["num_cpus"], options["include_dashboard"])
    assert (None if is_named_by_ray else "10.0.0.1:6379") == options["address"]


def test_the_output_of_ray_is_on_standard_error(stand_in, tables, capsys):
    stand_in()
    assert main(["grade", str(tables / "rows.jsonl"), "--engine", "ray", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["completion_count"] > 0
    assert "(raylet) A worker died" in err


def test_ray_that_does_not_start_is_one_line(stand_in, monkeypatch, tables, capsys):
    def fail(_, **__):
        raise Exception("The current node\ntimed out")  # noqa: TRY002 - what Ray raises

    stand_in()
    monkeypatch.setattr(StandIn, "init", fail)
    assert main(["grade", str(tables / "rows.jsonl"), "--engine", "ray"]) == 3
    assert "facevalue: Ray does not start: The current node timed out\n" == capsys.readouterr().err


def test_a_running_ray_is_neither_started_nor_ended(ran):
    package, _ = ran(is_running=True)
    assert [] == package.calls


def test_an_error_of_a_task_is_raised_and_ends_the_other_tasks(stand_in):
    package = stand_in(first=0)
    with pytest.raises(ZeroDivisionError), engines.tasks(engines.Run("ray", 2)) as each:
        list(each(inverse, [*[1] * 6, 0, *[1] * 50]))
    cancelled = [call for call in package.calls if call[0] == "cancel"]
    assert cancelled
    assert package.calls[-1] == "shutdown"


# --- grade, label and audit


ROWS = [
    {"id": at % 100, "completion": said, "numbers": [3, 8], "target": 24, "rules": rules}
    for at in range(500)
    for said, rules in (
        (["<answer>3*8</answer>", "<answer>3+8</answer>"][at % 2], "countdown"),
        ("no", None),
        (f"<answer>(3*8{')' * (at % 3)}</answer>", ""),
    )
]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The same rows in every format, with a broken line where lines are rows."""
    folder = tmp_path_factory.mktemp("tables")
    lines = [json.dumps(row) for row in ROWS]
    lines[900] = '{"completion": '
    (folder / "rows.jsonl").write_text("\n".join(lines))
    pq.write_table(pa.Table.from_pylist(ROWS), folder / "rows.parquet", row_group_size=400)
    text = [f'{r["id"]},{r["completion"]},"3 8",24,{r["rules"] or ""}' for r in ROWS]
    text[900] = "too few cells"
    (folder / "rows.csv").write_text("id,completion,numbers,target,rules\n" + "\n".join(text))
    (folder / "empty.csv").write_text("completion,numbers,target\n")
    return folder


@pytest.mark.few_quick(4)
@pytest.mark.parametrize("output", ["out.jsonl", "out.csv", "out.parquet"])
@pytest.mark.parametrize("name", ["rows.jsonl", "rows.csv", "rows.parquet", "empty.csv"])
def test_a_file_graded_with_ray_is_the_same_to_the_byte(stand_in, tables, tmp_path, name, output):
    stand_in()
    found = []
    for engine in engines.ENGINES:
        path = tmp_path / f"{engine}-{output}"
        by = ("rules", "difficulty")
        grades = datasets.grade(
            tables / name,
            output=path,
            group_by=None if "empty" in name else "id",
            by=by,
            engine=engine,
        )
        found.append((grades, str(grades), path.read_bytes()))
    assert found[0] == found[1]
    assert found[0][0].total + found[0][0].skipped_count == (0 if "empty" in name else len(ROWS))


def test_several_completions_a_row_and_several_files_are_graded_alike(stand_in, tmp_path):
    stand_in()
    rows = [{"completions": ["3*8", "3+8"] * (at % 3), "numbers": [3, 8]} for at in range(900)]
    (tmp_path / "one.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "two.json").write_text(json.dumps(rows[:100]))
    grader = fv.Grader(extract="whole")
    here, there = (
        datasets.grade(
            [tmp_path / "one.jsonl", tmp_path / "two.json"], grader, engine=engine, k=[1]
        )
        for engine in engines.ENGINES
    )
    assert here == there
    assert here.pass_rates.prompts == 1000


def test_the_first_filter_of_lm_eval_counts_for_the_whole_file(stand_in, tmp_path):
    stand_in()
    row = {"doc": {"numbers": [3, 8], "target": 24}, "resps": [["3*8"]]}
    rows = [{**row, "filter": "strict" if at % 2 else "loose"} for at in range(1001)]
    (tmp_path / "samples.jsonl").write_text("\n".join(map(json.dumps, rows)))
    grader = fv.Grader(extract="whole")
    for engine in engines.ENGINES:
        assert datasets.grade(tmp_path / "samples.jsonl", grader, engine=engine).total == 501


@pytest.mark.few_quick(4)
@pytest.mark.parametrize("output", ["out.jsonl", "out.csv", "out.parquet"])
@pytest.mark.parametrize("name", ["rows.jsonl", "rows.csv", "rows.parquet", "empty.csv"])
def test_a_file_labelled_with_ray_is_the_same_to_the_byte(stand_in, tables, tmp_path, name, output):
    package = stand_in()
    found = []
    for engine in engines.ENGINES:
        path = tmp_path / f"{engine}-{output}"
        counts = datasets.label(tables / name, path, engine=engine)
        found.append((counts, path.read_bytes()))
    assert found[0] == found[1]
    assert found[0][0].rows + found[0][0].skipped_count == (0 if "empty" in name else len(ROWS))
    assert package.puts == 1


VERBS = [datasets.grade, lambda *given, **options: datasets.label(*given, BytesIO(), **options)]


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("name", ["rows.jsonl", "rows.csv"])
def test_a_bad_row_also_stops_strict_work_with_ray(stand_in, tables, name, verb):
    stand_in()
    said = []
    for engine in engines.ENGINES:
        with pytest.raises(FaceValueError) as error:
            verb(tables / name, strict=True, engine=engine)
        said.append(str(error.value))
    assert said[0] == said[1]
    assert f"{name}:90" in said[0]


def test_an_audit_with_ray_is_the_same(stand_in, monkeypatch, tmp_path):
    package = stand_in()
    monkeypatch.setattr(labels, "_PART", 20)
    puzzles = [
        [a, b, c, d] for a in range(1, 14) for b in range(1, a) for c in (1, 9) for d in (2, 7)
    ]
    rows = [{"numbers": each, "target": 24, "solvable": True} for each in puzzles * 20]
    rows[7]["numbers"] = ["3/4", 8, 3, 3]
    rows[9]["numbers"] = [10**17, 3, 3, 10**17 + 1]  # too large to solve
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    here, there = (
        datasets.audit(tmp_path / "rows.jsonl", engine=engine) for engine in engines.ENGINES
    )
    assert here == there
    assert {"wrong_solvable", "duplicate"} <= set(here.counts)
    assert package.puts > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"engine": "dask"}, "unknown engine"),
        ({"address": "auto"}, "an address needs the engine ray"),
        ({"workers": 2}, "workers needs the engine ray"),
        ({"engine": "ray", "workers": 0}, "workers"),
    ],
)
def test_unsupported_options_of_the_engine_are_refused(tables, options, message):
    with pytest.raises(RuleError, match=message):
        datasets.grade(tables / "rows.jsonl", **options)


@pytest.mark.parametrize("verb", [*VERBS, datasets.audit])
def test_without_ray_the_error_says_how_to_install_it(tables, verb, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(FaceValueError, match="needs Ray: pip install"):
        verb(tables / "rows.jsonl", engine="ray")


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore::DeprecationWarning:ray")  # Ray reads its settings
@pytest.mark.skipif(not HAS_RAY, reason="ray is not there: pip install 'facevalue[ray]'")
def test_real_ray_grades_labels_and_audits_as_this_process_does(tables, tmp_path):
    outputs, audits = [], []
    for engine, workers in (("local", None), ("ray", 2)):
        for name in ("rows.jsonl", "rows.csv", "rows.parquet"):
            path = tmp_path / f"{engine}-{name}"
            grades = datasets.grade(
                tables / name, output=path, by=["difficulty"], engine=engine, workers=workers
            )
            outputs.append((grades, path.read_bytes()))
            counts = datasets.label(tables / name, path, engine=engine, workers=workers)
            outputs.append((counts, path.read_bytes()))
        audits.append(datasets.audit(tables / "rows.parquet", engine=engine, workers=workers))
    assert outputs[:6] == outputs[6:]
    assert audits[0] == audits[1]
    with pytest.raises(FaceValueError, match=r"rows.jsonl:901: expected a JSON object"):
        datasets.grade(tables / "rows.jsonl", strict=True, engine="ray", workers=2)


# --- threads


@pytest.mark.parametrize(
    ("workers", "count", "share"), [(8, 2, 4), (8, 3, 2), (2, 9, 1), (1, 1, 1), (3, 0, None)]
)
def test_threads_are_shared_among_few_shards(workers, count, share):
    made = list(engines.threads(lambda plan, workers: (plan, workers), range(count), workers))
    assert {(plan, share) for plan in range(count)} == set(made)
    assert count == len(made)
