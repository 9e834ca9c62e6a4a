"""The file of match-ups is complete or computed again, no matter what is in its place."""

import fcntl
import hashlib
import os
import stat
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facevalue import DeadlineError, deadline
from facevalue.poker.equities import preflop


@pytest.fixture(scope="module")
def table():
    return preflop.kept()  # the folder of all tests


@pytest.fixture
def computed(monkeypatch, table):
    """How often the table was computed; that takes seconds, so the same is given each time."""
    times = []

    def matchup_table(workers, progress):
        times.append((workers, progress))
        return table

    monkeypatch.setattr(preflop, "_core", SimpleNamespace(matchup_table=matchup_table))
    return times


@pytest.fixture
def path(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = preflop.cache_path()
    assert path.is_relative_to(tmp_path)
    return path


def test_the_second_process_reads_the_table_of_the_first(computed, path, table):
    assert (preflop.kept() == table).all()
    assert path.stat().st_size == 8 * preflop.MATCHUP_COUNT
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [path] == list(path.parent.iterdir())
    assert (preflop.kept() == table).all()
    assert len(computed) == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda whole: whole[:-1],
        lambda whole: whole + b"\0",
        lambda whole: whole[:-1] + bytes([whole[-1] ^ 1]),
        lambda whole: bytes(len(whole)),
        # Of the first version, which had its own digest.
        lambda whole: hashlib.sha256(bytes(len(whole))).digest() + bytes(len(whole)),
    ],
)
def test_a_file_that_is_not_the_table_is_made_again(computed, path, table, damage):
    preflop.kept()
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert (preflop.kept() == table).all()
    assert whole == path.read_bytes()
    assert len(computed) == 2


@given(st.lists(st.tuples(st.integers(0, 400_000), st.integers(0, 9), st.binary(max_size=9))))
def test_only_a_complete_table_is_read(table, tmp_path_factory, changes):
    """Each change replaces some bytes of the file, from a place on, by others."""
    whole = np.ascontiguousarray(table, "<u4").tobytes()
    data = whole
    for start, size, new in changes:
        data = data[:start] + new + data[start + size :]
    path = tmp_path_factory.mktemp("cache") / "file"
    path.write_bytes(data)
    assert preflop.read(path) == (whole if data == whole else None)


def folder(path):
    path.mkdir()


def full_folder(path):
    path.mkdir()
    (path / "file").write_text("mine")


def link_to_itself(path):
    path.symlink_to(path.name)


@pytest.mark.parametrize("put", [os.mkfifo, folder, full_folder, link_to_itself])
def test_anything_in_the_place_of_the_file_is_tolerated(computed, path, table, put):
    path.parent.mkdir()
    put(path)
    assert (preflop.kept() == table).all()
    assert len(computed) == 1
    assert [path] == list(path.parent.iterdir())  # no draft is left


@pytest.mark.usefixtures("computed")
def test_a_link_in_the_place_of_the_file_is_replaced_and_not_written_through(path, table):
    path.parent.mkdir()
    mine = path.parent.parent / "mine"
    mine.write_text("mine")
    path.symlink_to(mine)
    assert (preflop.kept() == table).all()
    assert mine.read_text() == "mine"
    assert not path.is_symlink()


@pytest.mark.usefixtures("computed")
def test_the_draft_has_an_unpredictable_name(path, monkeypatch):
    names = set()
    replace = os.replace

    def watched(draft, final):
        names.add(draft)
        assert Path(draft).stat().st_nlink == 1
        replace(draft, final)

    monkeypatch.setattr(os, "replace", watched)
    for _ in range(3):
        preflop.kept()
        path.unlink()
    assert len(names) == 3


@pytest.mark.parametrize("where", ["file/below", "x" * 5000])
def test_a_cache_that_cannot_be_made_is_done_without(computed, monkeypatch, tmp_path, table, where):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / where))
    assert (preflop.kept() == table).all()
    assert len(computed) == 1


@pytest.mark.usefixtures("computed")
def test_a_full_disk_leaves_no_draft(path, monkeypatch, table):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert (preflop.kept() == table).all()
    assert not list(path.parent.iterdir())


@pytest.mark.usefixtures("computed")
def test_an_interrupt_while_writing_leaves_no_draft(path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        preflop.kept()
    assert not list(path.parent.iterdir())


@pytest.mark.parametrize(
    ("cache", "home", "expected"),
    [
        ("/c", "/h", "/c/facevalue"),
        ("", "/h", "/h/.cache/facevalue"),
        (None, "/h", "/h/.cache/facevalue"),
        ("relative", "/h", "/h/.cache/facevalue"),
        ("./c", "/h", "/h/.cache/facevalue"),
        ("/c", "", "/c/facevalue"),
    ],
)
def test_the_folder_follows_the_xdg_rules(monkeypatch, cache, home, expected):
    monkeypatch.setenv("HOME", home)
    if cache is None:
        monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    else:
        monkeypatch.setenv("XDG_CACHE_HOME", cache)
    path = preflop.cache_path()
    assert expected == (path and str(path.parent))


def test_a_user_without_a_home_computes_each_time(computed, monkeypatch, table):
    monkeypatch.setattr(preflop, "cache_path", lambda: None)
    assert (preflop.kept() == table).all()
    assert (preflop.kept() == table).all()
    assert len(computed) == 2


FIRST_USE = """
import sys
from facevalue.poker.equities import preflop

sys.stdin.readline()  # all begin at the same time
calls = []
preflop.prepare(lambda done, total: calls.append(done))
print(bool(calls))
"""


@pytest.mark.slow
def test_of_several_processes_one_computes_the_table(path):
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", FIRST_USE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        for _ in range(6)
    ]
    with ExitStack() as stack:
        for process in processes:
            stack.enter_context(process)
        for process in processes:
            process.stdin.write("\n")
            process.stdin.flush()
        outputs = [process.communicate(timeout=60)[0].strip() for process in processes]
    assert sorted(outputs) == ["False"] * 5 + ["True"]
    assert [path] == list(path.parent.iterdir())


@pytest.fixture
def other_process(path):
    """A lock on the folder by another owner; flock counts by descriptor."""
    path.parent.mkdir(parents=True)
    descriptor = os.open(path.parent, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    yield
    os.close(descriptor)


@pytest.mark.usefixtures("other_process")
def test_a_process_that_takes_too_long_is_not_waited_for(computed, monkeypatch, table):
    monkeypatch.setattr(preflop, "_LONGEST_WAIT", 0.2)
    assert (preflop.kept() == table).all()
    assert len(computed) == 1


@pytest.mark.usefixtures("other_process", "computed")
def test_a_call_that_waits_for_another_process_ends_at_its_deadline():
    with pytest.raises(DeadlineError), deadline(0.05):
        preflop.kept()


def test_a_call_that_waits_for_the_table_ends_at_its_deadline(monkeypatch):
    monkeypatch.setattr(preflop, "_SHELF", [])
    is_held, is_over = Event(), Event()

    def hold():
        with preflop._PREPARING:  # noqa: SLF001
            is_held.set()
            is_over.wait(5)

    holder = Thread(target=hold)
    holder.start()
    try:
        is_held.wait()
        with pytest.raises(DeadlineError), deadline(0.05):
            preflop.prepare()
        assert holder.is_alive()
    finally:
        is_over.set()
        holder.join()
