"""The web server and the export of its pages clean up when they end early."""

import asyncio
import errno
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from threading import Event

import pytest

pytest.importorskip("uvicorn", reason="the web server is an extra: pip install 'facevalue[web]'")

import facevalue as fv
from facevalue import FaceValueError, locks
from facevalue.locks import lock_folder
from facevalue.system.files import atomic_file
from facevalue.web import exporting
from facevalue.web.lanes import THREADS, SlowLane


def test_a_thread_that_outlives_its_event_loop_notifies_nobody(caplog):
    begun, going = Event(), Event()

    def question():
        begun.set()
        going.wait(10)

    async def start():
        lane = SlowLane(5)
        running = asyncio.ensure_future(lane.run(question))
        assert await asyncio.to_thread(begun.wait, 10)
        running.cancel()
        return lane

    lane = asyncio.run(start())
    lane.close()
    going.set()  # no error, though the loop is closed
    lane._pool.shutdown()  # noqa: SLF001 - waits for the thread
    assert caplog.records == []


def test_a_request_that_waits_too_long_is_never_called():
    async def waiting():
        lane, going, called = SlowLane(0.2), Event(), Event()
        running = [asyncio.ensure_future(lane.run(lambda: going.wait(10))) for _ in range(THREADS)]
        await asyncio.sleep(0)
        with pytest.raises(fv.DeadlineError, match=r"stopped after 0\.2 seconds"):
            await lane.run(called.set)
        going.set()
        await asyncio.gather(*running, return_exceptions=True)
        lane.close()
        return called.is_set()

    assert not asyncio.run(waiting())


def test_an_abandoned_request_ends():
    async def cancelled():
        lane = SlowLane(60)
        begun, ended = Event(), Event()

        def question():
            try:
                begun.set()
                while True:
                    fv.count("1 2 3 4 5 6 7")
            except fv.DeadlineError:
                ended.set()
                raise

        running = asyncio.ensure_future(lane.run(question))
        assert await asyncio.to_thread(begun.wait, 10)
        running.cancel()
        has_ended = await asyncio.to_thread(ended.wait, 10)
        lane.close()
        return has_ended, running.cancelled()

    assert asyncio.run(cancelled()) == (True, True)


def test_the_version_of_a_copy_is_sixteen_digits_that_change_with_any_file():
    found = [
        re.search(rb'^self[.]VERSION = "([0-9a-f]{16})";$', listed, re.MULTILINE)[1]
        for files in ({"a": b"1"}, {"a": b"2"}, {"a": b"1", "b": b""})
        for listed in [exporting._list_of(files)]  # noqa: SLF001
    ]
    assert len(set(found)) == 3


@pytest.mark.parametrize("core", ["numbers", "deals"])
def test_the_pages_contain_the_core_that_answers_in_them(core):
    assert exporting.site_files()[f"facevalue/{core}.wasm"].startswith(b"\0asm")


def test_the_service_worker_imports_a_list_with_the_version_in_its_name():
    files = exporting.site_files()
    name = f"files.js?{exporting.version_of(files)}"
    assert f'importScripts("{name}");'.encode() in files["service-worker.js"]
    assert f'VERSION = "{exporting.version_of(files)}"'.encode() in files["files.js"]


def files_in(folder):
    """The contents of all files of a folder, also hidden ones."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


@pytest.fixture(params=["new", "empty", "earlier"])
def place(request, tmp_path):
    """A folder to export to, alone in another folder: it is new, empty or an earlier export."""
    folder = tmp_path / "site"
    if request.param != "new":
        folder.mkdir()
    if request.param == "earlier":
        exporting.export(folder)
        (folder / "js/play.js").write_text("earlier")
        (folder / "CNAME").write_text("play.example.org")  # of the user
    return folder


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left"), KeyboardInterrupt()])
def test_an_export_that_fails_changes_nothing(place, monkeypatch, error):
    before, existed = files_in(place.parent), place.exists()
    written = []

    @contextmanager
    def writer(path):
        written.append(path)
        if len(written) == 30:
            raise error
        with atomic_file(path) as stream:
            yield stream

    with monkeypatch.context() as patch:
        patch.setattr(exporting, "atomic_file", writer)
        with pytest.raises(type(error)) as caught:
            exporting.export(place)
    assert (files_in(place.parent), place.exists()) == (before, existed)
    if isinstance(error, OSError):
        assert caught.value.filename.startswith(f"{place}/")
        assert ".facevalue-export" not in caught.value.filename
    assert exporting.export(place) == sorted(files_in(place).keys() - {"CNAME"})


_KILLED = """
import os, signal, sys
from facevalue.web import exporting

count = int(sys.argv[2])
def counting(function):
    def call(*given):
        global count
        count -= 1
        if not count:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*given)
    return call
exporting._write = counting(exporting._write)
exporting.Path.replace = counting(exporting.Path.replace)
exporting.Path.rename = counting(exporting.Path.rename)
exporting.export(sys.argv[1])
"""


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 20, 87, 110])
def test_an_export_that_is_killed_is_finished_by_the_next_without_a_trace(place, count):
    before = files_in(place)
    command = [sys.executable, "-c", _KILLED, str(place), str(count)]
    code = subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode
    assert code in (-signal.SIGKILL, 0)  # not all have so many steps
    seen = {name: content for name, content in files_in(place).items() if "facevalue-e" not in name}
    if code and not before and "files.js" in seen:
        assert b"self.FILES" in seen["files.js"]
    files = exporting.export(place)
    assert {*files} == files_in(place).keys() - {"CNAME"}
    assert [path.name for path in place.parent.iterdir()] == [place.name]
    assert files_in(place)["js/play.js"] == exporting.site_files()["js/play.js"]


def test_a_folder_with_other_files_is_not_touched(tmp_path):
    (tmp_path / "index.html").write_text("mine")
    before = files_in(tmp_path)
    with pytest.raises(FaceValueError, match="has other files"):
        exporting.export(tmp_path)
    assert files_in(tmp_path) == before


def test_two_exports_to_one_folder_do_not_disturb_each_other(tmp_path):
    draft = tmp_path / ".facevalue-export"
    draft.mkdir()
    with lock_folder(draft, 0), pytest.raises(FaceValueError, match="is running"):
        exporting.export(tmp_path)
    exporting.export(tmp_path)
    assert not draft.exists()
    assert locks._LOCKED == set()  # noqa: SLF001 - a process that forks would close them
