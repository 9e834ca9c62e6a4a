"""Builds that are killed or interrupted, or that find files of the user."""

import errno
import os
import signal
import subprocess
import sys
import threading
import time

import fsspec
import pytest

from facevalue import datasets
from facevalue.datasets import Spec
from facevalue.datasets.building import build as building
from facevalue.datasets.building.build import ShardBuilder
from facevalue.errors import FaceValueError
from tests.datasets.built_sets import HANDS, contents
from tests.paths import ROOT

BUILD = """
import sys
from facevalue import datasets
datasets.build(datasets.Spec.parse(sys.argv[1]), sys.argv[2])
"""


def killed_and_finished(spec, folder, delays):
    """Kills builds after some delays, then lets one end; how many were killed with work left."""
    command = [sys.executable, "-c", BUILD, str(spec), str(folder)]
    killed = 0
    for delay in delays:
        process = subprocess.Popen(command, start_new_session=True)
        while process.poll() is None and not (folder / WORK).exists():
            time.sleep(0.005)
        time.sleep(delay)
        killed += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
    subprocess.run(command, check=True)
    return killed


@pytest.mark.slow
def test_a_killed_build_resumes_and_ends_with_the_same_bytes(tmp_path):
    spec = HANDS.replace(count=40_000, high=60, shard_rows=1000)
    datasets.build(spec, tmp_path / "whole")
    assert killed_and_finished(spec, tmp_path / "killed", [0.05]) > 0
    assert contents(tmp_path / "whole") == contents(tmp_path / "killed")


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(3, marks=pytest.mark.slow),
        pytest.param(100, marks=pytest.mark.exhaustive),
    ],
)
def test_builds_may_be_killed_at_random_moments(count):
    done = subprocess.run(
        [sys.executable, "-m", "tools.kills", "--count", str(count)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout.startswith(f"{count} builds killed, ")


def test_the_shards_of_an_interrupted_build_are_used_again(tmp_path, monkeypatch):
    spec = HANDS.replace(shard_rows=500)
    make, finished, is_broken = ShardBuilder.__call__, [], []

    def interrupted(self, shard, **options):
        if len(finished) == 3 and not is_broken:
            is_broken.append(shard.number)
            raise KeyboardInterrupt
        record = make(self, shard, **options)
        finished.append(shard.number)
        return record

    monkeypatch.setattr(ShardBuilder, "__call__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        datasets.build(spec, tmp_path, workers=1)
    datasets.build(spec, tmp_path, workers=1)
    assert sorted(finished) == list(range(spec.shards))


# Only files that a build has written are replaced or removed

SMALL = Spec("classic", count=60, low=1, high=20, shard_rows=20)
WORK = ".facevalue-build"
MARKER = "made-by-facevalue.txt"


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    datasets.build(SMALL, folder)
    return contents(folder)


def interrupted(spec, folder, after=1):
    """A build that ends in the middle: some shards are made."""
    make, finished = ShardBuilder.__call__, []

    def call(self, shard, **options):
        if len(finished) == after:
            raise KeyboardInterrupt
        finished.append(shard.number)
        return make(self, shard, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ShardBuilder, "__call__", call)
        with pytest.raises(KeyboardInterrupt):
            datasets.build(spec, folder, workers=1)


OWN = ["unfinished/notes.txt", "notes.tmp", ".hidden", f"x.{'0' * 32}.part", "train.parquet.part"]


def test_files_of_the_user_are_left_alone(small, tmp_path):
    for name in OWN:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("mine", encoding="ascii")
    interrupted(SMALL, tmp_path)
    for _ in range(2):
        datasets.build(SMALL, tmp_path)
        assert small | dict.fromkeys(OWN, b"mine") == contents(tmp_path)


def test_a_build_that_is_interrupted_leaves_a_marked_folder_and_a_finished_one_none(tmp_path):
    interrupted(SMALL, tmp_path)
    assert (tmp_path / WORK / MARKER).read_text(encoding="ascii").startswith("facevalue ")
    datasets.build(SMALL, tmp_path)
    assert not (tmp_path / WORK).exists()


@pytest.mark.parametrize("shards", [0, 1])
def test_an_interrupted_build_resumes_only_with_its_own_spec(tmp_path, shards):
    interrupted(SMALL, tmp_path, shards)
    before = contents(tmp_path)
    with pytest.raises(FaceValueError, match="contains a dataset with another spec"):
        datasets.build(SMALL.replace(seed=8), tmp_path)
    assert before == contents(tmp_path)


def test_links_that_are_called_as_the_working_folder_was_are_not_followed(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine").write_bytes(b"mine")
    out = tmp_path / "out"
    out.mkdir()
    (out / "unfinished").symlink_to(elsewhere)
    datasets.build(SMALL, out)
    assert (out / "unfinished").readlink() == elsewhere
    assert {"mine": b"mine"} == contents(elsewhere)


def as_folder(path, _):
    path.mkdir()
    (path / "mine").write_bytes(b"mine")


def as_file(path, _):
    path.write_bytes(b"mine")


def as_link(path, elsewhere):
    path.symlink_to(elsewhere)


def as_link_to_nothing(path, elsewhere):
    path.symlink_to(elsewhere / "nothing")


def as_link_to_a_working_folder(path, elsewhere):
    (elsewhere / MARKER).write_text("facevalue", encoding="ascii")
    path.symlink_to(elsewhere)


def as_folder_with_a_link_for_a_marker(path, elsewhere):
    path.mkdir()
    (elsewhere / "marker").write_bytes(b"")
    (path / MARKER).symlink_to(elsewhere / "marker")


def as_folder_with_another_marker(path, _):
    path.mkdir()
    (path / MARKER).write_bytes(b"mine")


@pytest.mark.parametrize(
    "put",
    [
        as_folder,
        as_file,
        as_link,
        as_link_to_nothing,
        as_link_to_a_working_folder,
        as_folder_with_a_link_for_a_marker,
        as_folder_with_another_marker,
    ],
)
@pytest.mark.parametrize("is_finished", [False, True])
def test_a_working_folder_without_the_marker_is_refused(tmp_path, put, is_finished):
    elsewhere, out = tmp_path / "elsewhere", tmp_path / "out"
    elsewhere.mkdir()
    out.mkdir()
    if is_finished:
        datasets.build(SMALL, out)
    put(out / WORK, elsewhere)
    before = contents(tmp_path)
    with pytest.raises(FaceValueError, match=r"'\.facevalue-build' in .* move it away") as error:
        datasets.build(SMALL, out)
    assert "\n" not in str(error.value)
    assert before == contents(tmp_path)


def test_an_empty_working_folder_or_an_empty_marker_is_what_a_killed_build_leaves(small, tmp_path):
    (tmp_path / WORK).mkdir()
    datasets.build(SMALL, tmp_path)
    assert small == contents(tmp_path)
    (tmp_path / WORK).mkdir()
    (tmp_path / WORK / MARKER).touch()
    datasets.build(SMALL, tmp_path)
    assert small == contents(tmp_path)


def test_files_of_the_user_in_the_working_folder_are_left_alone(small, tmp_path):
    interrupted(SMALL, tmp_path)
    (tmp_path / WORK / "mine").write_bytes(b"mine")
    for _ in range(2):
        datasets.build(SMALL, tmp_path)
        left = contents(tmp_path)
        assert b"mine" == left.pop(f"{WORK}/mine")
        assert left.pop(f"{WORK}/{MARKER}")
        assert small == left


@pytest.mark.parametrize("name", ["train-00002.parquet", "test-00003.parquet", "manifest.json"])
@pytest.mark.parametrize("is_begun", [False, True])
@pytest.mark.parametrize("put", [as_folder, as_file, as_link_to_nothing])
def test_a_file_called_as_one_of_the_build_is_refused(tmp_path, name, is_begun, put):
    if is_begun:
        interrupted(SMALL, tmp_path)
    put(tmp_path / name, tmp_path)
    before = contents(tmp_path)
    with pytest.raises((FaceValueError, IsADirectoryError), match=name) as error:
        datasets.build(SMALL, tmp_path)
    assert "\n" not in str(error.value)
    assert before == contents(tmp_path)
    assert not (tmp_path / "nothing").exists()


def test_links_in_place_of_files_of_the_set_are_replaced_and_not_followed(small, tmp_path):
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    datasets.build(SMALL, out)
    elsewhere.write_bytes(b"mine")
    (out / "train-00001.parquet").unlink()
    (out / "train-00001.parquet").symlink_to(elsewhere)
    datasets.build(SMALL, out)
    assert small == contents(out)
    assert elsewhere.read_bytes() == b"mine"


def test_shards_of_an_interrupted_build_of_other_versions_are_rebuilt(small, tmp_path, monkeypatch):
    monkeypatch.setattr(building, "versions", lambda: (("facevalue", "0"), ("pyarrow", "0")))
    interrupted(SMALL, tmp_path, after=2)
    monkeypatch.undo()
    interrupted(SMALL, tmp_path, after=1)  # whose other shard is still one of the other versions
    finished = []
    datasets.build(SMALL, tmp_path, progress=lambda _, done, __: finished.append(done))
    assert small == contents(tmp_path)
    assert [20, 40, 60] == finished


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"number": 0}', b"\xff"])
def test_a_damaged_record_is_rebuilt(small, tmp_path, content):
    interrupted(SMALL, tmp_path, after=2)
    (tmp_path / WORK / "00000.json").write_bytes(content)
    datasets.build(SMALL, tmp_path)
    assert small == contents(tmp_path)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b'{"spec": 1}', b"\xff"])
def test_a_damaged_state_file_is_named_with_the_remedy(tmp_path, content):
    interrupted(SMALL, tmp_path)
    (tmp_path / WORK / "spec.json").write_bytes(content)
    before = contents(tmp_path)
    with pytest.raises(FaceValueError, match=r"spec.json.*another folder") as error:
        datasets.build(SMALL, tmp_path)
    assert "\n" not in str(error.value)
    assert before == contents(tmp_path)


def test_of_simultaneous_builds_in_one_folder_one_continues_and_the_others_are_refused(tmp_path):
    alone, shared = tmp_path / "alone", tmp_path / "shared"
    datasets.build(HANDS, alone)
    ends = []

    def build():
        try:
            datasets.build(HANDS, shared, workers=1)
        except FaceValueError as error:
            ends.append(str(error))
        else:
            ends.append("finished")

    threads = [threading.Thread(target=build) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "finished" in ends
    refused = [end for end in ends if end != "finished"]
    assert all(end.startswith("another build is writing to") for end in refused)
    assert contents(alone) == contents(shared)


def test_a_folder_that_another_process_builds_to_is_refused_until_that_one_ends(tmp_path):
    hold = "import sys; from facevalue.locks import lock_folder\n"
    hold += "with lock_folder(sys.argv[1], 0) as is_ours: print(is_ours, flush=True); input()"
    command = [sys.executable, "-c", hold, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"True\n"
        with pytest.raises(FaceValueError, match="another build is writing to"):
            datasets.build(SMALL, tmp_path)
        assert {} == contents(tmp_path)
        other.kill()
    datasets.build(SMALL, tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write to any folder")
def test_a_folder_that_may_not_be_written_to_is_named(tmp_path):
    tmp_path.chmod(0o555)
    with pytest.raises(PermissionError, match=tmp_path.name):
        datasets.build(SMALL, tmp_path)
    with pytest.raises(PermissionError, match="set"):
        datasets.build(SMALL, tmp_path / "set")
    assert [] == list(tmp_path.iterdir())


def test_a_full_disk_leaves_no_draft(small, tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    interrupted(SMALL, tmp_path)
    before = contents(tmp_path)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device"):
        datasets.build(SMALL, tmp_path)
    assert before == contents(tmp_path)
    monkeypatch.undo()
    datasets.build(SMALL, tmp_path)
    assert small == contents(tmp_path)


def test_a_build_at_a_url_may_be_interrupted_or_refused(small):
    store, url = fsspec.filesystem("memory"), "memory://interrupted"
    interrupted(SMALL, url)
    assert store.exists(f"/interrupted/{WORK}/{MARKER}")
    store.pipe_file("/interrupted/unfinished/mine", b"mine")
    store.pipe_file("/interrupted/test-00002.parquet", b"mine")
    with pytest.raises(FaceValueError, match=r"'test-00002\.parquet' in 'memory://interrupted'"):
        datasets.build(SMALL, url)
    store.rm_file("/interrupted/test-00002.parquet")
    datasets.build(SMALL, url)
    left = {name.removeprefix("/interrupted/"): store.cat(name) for name in store.find(url)}
    assert small | {"unfinished/mine": b"mine"} == left
    assert not store.exists(f"/interrupted/{WORK}")
    store.pipe_file(f"/interrupted/{WORK}/mine", b"mine")
    with pytest.raises(FaceValueError, match=WORK):
        datasets.build(SMALL, url)
