"""The web server and the export of its pages clean up when they end early."""

import asyncio
import re
from contextlib import contextmanager
from threading import Event

import pytest

pytest.importorskip("uvicorn", reason="the web server is an extra: pip install 'facevalue[web]'")

import facevalue as fv
from facevalue import FaceValueError
from facevalue.cli.main import main
from facevalue.files import atomic_file
from facevalue.web import exporting, serving
from facevalue.web.lanes import SlowLane
from tests.wasm import needs_wasm


def test_a_thread_that_outlives_its_event_loop_notifies_nobody():
    async def start():
        return SlowLane(5)

    lane = asyncio.run(start())
    notified = []
    lane.call_on_loop(notified.append, "an answer")  # no error, though the loop is closed
    lane.close()
    assert notified == []


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

        job = lane.submit(question)
        assert await asyncio.to_thread(begun.wait, 10)
        job.cancel()
        has_ended = await asyncio.to_thread(ended.wait, 10)
        lane.close()
        return has_ended, job.answer.cancelled()

    assert asyncio.run(cancelled()) == (True, True)


def test_the_version_of_a_copy_is_sixteen_digits_that_change_with_any_file():
    found = [
        re.search(rb'^self[.]VERSION = "([0-9a-f]{16})";$', listed, re.MULTILINE)[1]
        for files in ({"a": b"1"}, {"a": b"2"}, {"a": b"1", "b": b""})
        for listed in [exporting._list_of(files)]  # noqa: SLF001
    ]
    assert len(set(found)) == 3


@pytest.fixture
def broken_off(tmp_path, monkeypatch):
    """A folder with the first files of an export that was interrupted."""
    written = []

    @contextmanager
    def writer(path):
        written.append(path)
        if len(written) == 3:
            raise KeyboardInterrupt
        with atomic_file(path) as stream:
            yield stream

    with monkeypatch.context() as patch:
        patch.setattr(exporting, "atomic_file", writer)
        with pytest.raises(KeyboardInterrupt):
            exporting.export(tmp_path)
    return tmp_path


@needs_wasm
def test_an_export_that_was_broken_off_is_finished_by_the_next(broken_off):
    files = exporting.export(broken_off)
    assert files == sorted(
        path.relative_to(broken_off).as_posix() for path in broken_off.rglob("*") if path.is_file()
    )
    assert b"self.FILES" in (broken_off / "files.js").read_bytes()


@needs_wasm
def test_a_folder_without_the_mark_is_not_replaced(broken_off):
    (broken_off / "files.js").unlink()
    with pytest.raises(FaceValueError, match="has other files"):
        exporting.export(broken_off)


def test_an_installation_without_the_core_says_how_to_compile_it(tmp_path, monkeypatch):
    monkeypatch.setattr(exporting, "list_paths", lambda: ["index.html"])
    with pytest.raises(FaceValueError, match=r"run `python js/build\.py js`"):
        exporting.export(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_server_without_the_core_says_that_its_pages_do_not_work(monkeypatch, capfd):
    monkeypatch.setattr(exporting, "list_paths", lambda: ["index.html"])
    monkeypatch.setattr(serving, "serve", lambda *_, on_start, **__: on_start("http://here/"))
    assert main(["serve"]) == 0
    said = capfd.readouterr()
    assert "running at http://here/" in said.out
    assert "the pages do not work" in said.err
    assert "run `python js/build.py js`" in said.err.replace("\n", " ")
