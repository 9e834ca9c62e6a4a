"""Datasets: certified rows without duplicates, and the same bytes however they are built."""

import json
import random
import re
from math import gcd

import fsspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facevalue as fv
from facevalue import datasets
from facevalue.datasets import Spec
from facevalue.datasets.building.shards import build_shard, plan_shards
from facevalue.datasets.building.splitting import LEFT_OUT, Splitter
from facevalue.errors import FaceValueError, LimitError, RuleError
from tests.datasets.built_sets import HANDS, ROUNDS, contents, rows_of


@pytest.fixture(scope="module")
def hands(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hands")
    return folder, datasets.build(HANDS, folder, workers=1)


def test_there_are_exactly_as_many_rows_as_requested(hands, rounds):
    for spec, (folder, manifest) in ((HANDS, hands), (ROUNDS, rounds)):
        rows = rows_of(folder)
        assert spec.count == len(rows) == manifest.rows == sum(manifest.splits.values())
        assert round(spec.count * spec.unsolvable) == sum(not row["solvable"] for row in rows)


def test_no_puzzle_is_repeated_in_another_order(hands, rounds):
    for folder, _ in (hands, rounds):
        rows = rows_of(folder)
        assert len(rows) == len({(*sorted(row["numbers"]), "->", row["target"]) for row in rows})


def test_every_row_agrees_with_the_solver(hands, rounds):
    for folder, _ in (hands, rounds):
        for row in random.Random(1).sample(rows_of(folder), 300):
            puzzle = fv.Puzzle(row["numbers"], row["target"], row["rules"])
            solutions = puzzle.solve()
            assert (solutions.count() > 0) == row["solvable"]
            assert solutions.count() == row["solution_count"]
            assert puzzle.key == row["key"]
            assert (str(solutions.first) if row["solvable"] else None) == row["solution"]
            hard = puzzle.difficulty
            assert (hard.percentile if hard else None) == row["percentile"]
            whole = row["rules"] == "classic" and row["solvable"] and puzzle.needs_fraction
            assert bool(whole) == row["needs_fraction"]


def test_every_solution_is_correct_by_the_judge(rounds):
    rows = [row for row in rows_of(rounds[0]) if row["solvable"]]
    texts, numbers, targets = (
        [row[name] for row in rows] for name in ("solution", "numbers", "target")
    )
    assert texts
    assert fv.check_many(texts, numbers, targets, rules="countdown", syntax="strict").all()


def test_a_shard_takes_the_first_puzzles_of_its_part_of_the_order(rounds):
    """The slow way: the whole part at once, cut by hand."""
    folder, _ = rounds
    found = {row["key"] for path in folder.glob("*-00002.parquet") for row in rows_of_file(path)}
    size = ROUNDS.query(solvable=True).total
    start = 2 * size // ROUNDS.shards
    expected = set()
    splitter = Splitter(ROUNDS.game, dict(ROUNDS.splits))
    for kind in ROUNDS.quota(2):
        batch = ROUNDS.query(solvable=kind.solvable).batch(ROUNDS.seed, range(start, start + 6000))
        kept = batch[np.flatnonzero(splitter.places(batch) != LEFT_OUT)]
        expected |= {puzzle.key for puzzle in list(kept)[: kind.rows]}
    assert expected == found


def rows_of_file(path):
    return pq.read_table(path).to_pylist()


def test_the_puzzle_alone_decides_its_split(hands, rounds):
    for folder, manifest in (hands, rounds):
        ends = np.cumsum([share for _, share in manifest.spec.splits]) * 2.0**64
        for row in rows_of(folder)[::7]:
            used = row["numbers"]
            if row["rules"] == "countdown" and row["solvable"]:
                used = [int(number) for number in re.findall(r"\d+", row["solution"])]
            factor = gcd(*used, row["target"])
            numbers = [number // factor for number in used]
            rules = fv.RULES[row["rules"]].replace(size=None)
            digest = fv.Puzzle(numbers, row["target"] // factor, rules).digest
            place = int(np.searchsorted(ends, float(digest), side="right"))
            assert manifest.spec.splits[place][0] == row["split"]
        for name, _ in manifest.spec.splits:
            assert {row["split"] for row in rows_of(folder, name)} == {name}


def test_sets_of_other_seeds_do_not_leak_into_each_other(hands, tmp_path):
    datasets.build(HANDS.replace(seed=8), tmp_path)
    trained = {row["key"] for row in rows_of(hands[0], "train")}
    tested = {row["key"] for row in rows_of(tmp_path, "test")}
    assert trained.isdisjoint(tested)
    assert trained & {row["key"] for row in rows_of(tmp_path, "train")}


def test_solvable_and_unsolvable_puzzles_are_mixed(hands):
    solvable = [row["solvable"] for row in rows_of(hands[0], "train")]
    quarters = [sum(solvable[place::4]) for place in range(4)]
    halves = [sum(solvable[:400]), sum(solvable[400:800])]
    assert max(quarters) - min(quarters) < 90
    assert abs(halves[0] - halves[1]) < 60


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("workers", [1, 2, 5])
def test_any_number_of_workers_makes_the_same_bytes(rounds, tmp_path, workers):
    datasets.build(ROUNDS, tmp_path, workers=workers)
    assert contents(rounds[0]) == contents(tmp_path)


def test_a_folder_may_be_anywhere_that_fsspec_reaches(hands):
    datasets.build(HANDS, "memory://hands")
    store = fsspec.filesystem("memory")
    stored = {name.rpartition("/")[2]: store.cat(name) for name in store.ls("/hands", detail=False)}
    assert contents(hands[0]) == stored


def test_the_manifest_lists_every_file(hands):
    folder, manifest = hands
    text = (folder / "manifest.json").read_text(encoding="utf-8")
    assert datasets.Manifest.parse(text) == manifest
    files = {file.name for file in manifest.files}
    assert {"README.md", "croissant.json", "manifest.json", *files} == set(contents(folder))
    assert json.loads(text)["made by"].keys() == {"facevalue", "pyarrow"}
    for file in manifest.files:
        assert file.rows == pq.read_metadata(folder / file.name).num_rows
        assert file.bytes == (folder / file.name).stat().st_size


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("damage", ["missing", "cut", "changed"])
def test_a_damaged_file_is_rebuilt_and_the_others_are_left(hands, tmp_path, damage):
    datasets.build(HANDS, tmp_path)
    path = tmp_path / "train-00001.parquet"
    content = path.read_bytes()
    times = {other: other.stat().st_mtime_ns for other in tmp_path.glob("*.parquet")}
    if damage == "missing":
        path.unlink()
    else:
        changed = content[:1000] + bytes([content[1000] ^ 1]) + content[1001:]
        path.write_bytes(content[:-1] if damage == "cut" else changed)
    datasets.build(HANDS, tmp_path)
    assert contents(hands[0]) == contents(tmp_path)
    anew = {other.name for other, when in times.items() if other.stat().st_mtime_ns != when}
    assert anew == {"train-00001.parquet", "test-00001.parquet"}


def test_a_folder_with_another_dataset_is_refused(hands, tmp_path):
    folder, _ = hands
    before = contents(folder)
    with pytest.raises(FaceValueError, match="choose an empty folder or the same spec"):
        datasets.build(HANDS.replace(seed=1), folder)
    assert contents(folder) == before
    (tmp_path / "mine.parquet").write_bytes(b"mine")
    with pytest.raises(FaceValueError, match=r"'mine.parquet' in .* move it away"):
        datasets.build(HANDS, tmp_path)


def test_shards_of_other_versions_are_rebuilt(hands, tmp_path):
    datasets.build(HANDS, tmp_path)
    path = tmp_path / "manifest.json"
    text = path.read_text(encoding="utf-8").replace(f'"{pa.__version__}"', '"0.1"')
    path.write_text(text, encoding="utf-8")
    (tmp_path / "train-00000.parquet").write_bytes(b"")
    datasets.build(HANDS, tmp_path)
    assert contents(hands[0]) == contents(tmp_path)


@pytest.mark.slow
@given(st.integers(1, 1362), st.integers(1, 700), st.sampled_from([0.0, 0.2]))
@settings(max_examples=8, deadline=None)
def test_scarce_puzzles_are_found_to_the_last_in_any_number_of_shards(count, shard_rows, share):
    spec = Spec("classic", count=count, low=1, high=13, unsolvable=share, shard_rows=shard_rows)
    folder = f"memory://scarce/{count}-{shard_rows}-{share}"
    assert datasets.build(spec, folder).rows == count


def test_all_solvable_hands_are_a_dataset(tmp_path):
    spec = Spec("classic", count=1362, low=1, high=13, shard_rows=100)
    manifest = datasets.build(spec, tmp_path)
    assert len({row["key"] for row in rows_of(tmp_path)}) == 1362
    assert len(manifest.shards) == spec.shards + 1  # what parts were short of
    again = tmp_path / "again"
    datasets.build(spec, again, workers=1)
    assert contents(again) == {
        name: data for name, data in contents(tmp_path).items() if "/" not in name
    }


def test_more_rows_than_there_are_puzzles_are_refused(tmp_path):
    spec = Spec("classic", count=1363, low=1, high=13, shard_rows=100)
    with pytest.raises(LimitError, match="only 1362 puzzles match, 1363 rows"):
        datasets.build(spec, tmp_path)


def test_only_the_kind_that_is_wanted_comes(tmp_path):
    spec = Spec(
        "classic",
        count=60,
        low=1,
        high=20,
        difficulty=(50, 90),
        solution_count=(1, 2),
        unsolvable=0.5,
    )
    datasets.build(spec, tmp_path)
    solvable = [row for row in rows_of(tmp_path) if row["solvable"]]
    assert (60, 30) == (len(rows_of(tmp_path)), len(solvable))
    for row in solvable:
        assert 50 <= row["percentile"] <= 90
        assert 1 <= row["solution_count"] <= 2


def test_progress_counts_up_to_all_rows(tmp_path):
    reports = []
    datasets.build(
        HANDS, tmp_path, progress=lambda what, done, rows: reports.append((what, done, rows))
    )
    assert reports[-1] == ("rows", 4000, 4000)
    assert reports == sorted(reports)
    assert len(reports) == HANDS.shards


def test_a_shard_can_be_stopped_on_its_way():
    with fv.deadline(0), pytest.raises(fv.DeadlineError):
        build_shard(HANDS, next(plan_shards(HANDS)))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"engine": "slurm"}, "unknown engine 'slurm'; choose one of local, ray"),
        ({"workers": 0}, "workers"),
        ({"address": "auto"}, "an address needs the engine ray, not 'local'"),
    ],
)
def test_options_that_make_no_sense_are_refused(tmp_path, options, message):
    with pytest.raises(RuleError, match=message):
        datasets.build(HANDS, tmp_path, **options)
    assert contents(tmp_path) == {}


@pytest.mark.exhaustive
@pytest.mark.parametrize(("rules", "seeds"), [("classic", 10), ("countdown", 2)])
def test_a_million_rows_have_no_duplicate_and_no_leak_with_any_seed(tmp_path, rules, seeds):
    million(tmp_path, rules, count=1_000_000, seeds=range(seeds))


def test_many_rows_have_no_duplicate_and_no_leak_with_any_seed(tmp_path):
    million(tmp_path, "classic", count=20_000, seeds=range(2))


def million(folder, rules, *, count, seeds):
    """Sets of several seeds: no key twice inside a set, none in two splits of any two sets."""
    if rules == "classic":
        spec = Spec(rules, count=count, low=1, high=99, unsolvable=0.5)
    else:
        spec = Spec(rules, count=count, size=4, low=1, high=99, target=(10, 99))
    keys = {"train": set(), "test": set()}
    for seed in seeds:
        out = folder / str(seed)
        manifest = datasets.build(spec.replace(seed=seed), out)
        own = {name: keys_of(out, name) for name in keys}
        assert {name: len(found) for name, found in own.items()} == manifest.splits
        assert manifest.rows == count
        for name, found in own.items():
            keys[name] |= found
    assert keys["train"].isdisjoint(keys["test"])


def keys_of(folder, split):
    paths = sorted(folder.glob(f"{split}-*.parquet"))
    return {
        key for path in paths for key in pq.read_table(path, columns=["key"])["key"].to_pylist()
    }


def test_shards_of_traces_and_pictures_have_fewer_rows():
    forms = ("plain", "traces", "images")
    assert [50_000, 1_000, 1_000] == [Spec(count=1, format=form).shard_rows for form in forms]
