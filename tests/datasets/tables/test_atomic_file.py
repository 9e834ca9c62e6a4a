"""Files are written completely or not at all, by the library and by every command."""

import errno
import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from facevalue.cli.main import main
from facevalue.system.files import atomic_file

BEFORE = b"what stood there before\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "earlier").write_bytes(BEFORE)
    return tmp_path


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def write(path, content=b"new"):
    with atomic_file(path) as stream:
        stream.write(content)


@pytest.mark.parametrize("name", ["earlier", "new"])
def test_a_file_gets_its_name_only_when_all_is_written(folder, name):
    before = BEFORE if name == "earlier" else None
    with atomic_file(folder / name) as stream:
        stream.write(b"half")
        stream.flush()
        assert before == ((folder / name).read_bytes() if (folder / name).exists() else None)
        assert str(folder / name) == stream.name
    assert b"half" == (folder / name).read_bytes()
    assert sorted({"earlier", name}) == names(folder)


def fail(path, error):
    with atomic_file(path) as stream:
        stream.write(b"half" * 100_000)
        raise error


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, BrokenPipeError])
def test_after_an_error_the_earlier_file_is_unchanged_and_no_draft_is_left(folder, error):
    for name in ("earlier", "new"):
        with pytest.raises(error):
            fail(folder / name, error)
    assert (["earlier"], BEFORE) == (names(folder), (folder / "earlier").read_bytes())


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o664, 0o755])
def test_a_file_that_is_replaced_keeps_its_permissions(folder, mode):
    (folder / "earlier").chmod(mode)
    write(folder / "earlier")
    assert mode == stat.S_IMODE((folder / "earlier").stat().st_mode)


def test_a_new_file_has_the_usual_permissions(folder):
    (folder / "usual").write_bytes(b"")
    write(folder / "new")
    assert (folder / "usual").stat().st_mode == (folder / "new").stat().st_mode


def test_a_link_is_followed(folder):
    (folder / "link").symlink_to("earlier")
    (folder / "nowhere").symlink_to("new")
    write(folder / "link")
    write(folder / "nowhere", b"too")
    assert (folder / "link").is_symlink()
    assert b"new" == (folder / "earlier").read_bytes()
    assert b"too" == (folder / "new").read_bytes()


def test_a_device_and_a_pipe_are_written_directly(folder):
    write("/dev/null")
    os.mkfifo(folder / "pipe")
    reader = subprocess.Popen(["cat", str(folder / "pipe")], stdout=subprocess.PIPE)
    write(folder / "pipe")
    assert b"new" == reader.communicate()[0]
    assert stat.S_ISFIFO((folder / "pipe").stat().st_mode)
    assert ["earlier", "pipe"] == names(folder)


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("no/such/folder/file", FileNotFoundError),
        ("earlier/file", NotADirectoryError),
        ("", IsADirectoryError),
        ("x" * 256, OSError),
    ],
)
def test_an_error_names_the_path_as_it_was_given(folder, name, error):
    path = folder / name
    with pytest.raises(error) as caught, atomic_file(path):
        pass
    assert str(path) == str(caught.value.filename)
    assert ["earlier"] == names(folder)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_that_may_not_be_written_is_not_replaced(folder):
    (folder / "earlier").chmod(0o444)
    with pytest.raises(PermissionError) as caught, atomic_file(folder / "earlier"):
        pass
    assert str(folder / "earlier") == str(caught.value.filename)
    assert BEFORE == (folder / "earlier").read_bytes()


# The commands that write a file, with a source that makes them fail after they began, or None.
COMMANDS = {
    "table --target 143 -o": None,
    "sheet --count 1 -o": None,
    "grade good.jsonl -o": "grade bad.jsonl --strict -o",
    "dataset label good.jsonl -o": "dataset label bad.jsonl --strict -o",
    "dataset audit good.jsonl --html": "dataset audit broken.parquet --html",
}


# A process that is killed when all is written but not yet renamed.
KILLED = (
    "import os, signal, sys\n"
    "os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)\n"
    "from facevalue.cli.main import main\n"
    "main(sys.argv[1:])"
)
GOOD = '{"nums": [3, 8], "answer": "<answer>3*8</answer>"}\n'


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("command", COMMANDS)
def test_the_next_run_removes_the_draft_of_one_that_was_killed(folder, command, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "good.jsonl").write_text(GOOD, encoding="ascii")
    file = "file.pdf" if command.startswith("sheet") else "file.jsonl"
    before = names(folder)
    words = [*command.split(), file]
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, *words], check=False, capture_output=True
    )
    assert killed.returncode == -signal.SIGKILL
    [draft] = set(names(folder)) - set(before)
    assert draft.endswith(".part")
    write(folder / "other")
    assert draft in names(folder)  # it belongs to another file
    assert main(words) in {0, 1}
    assert sorted([*before, file, "other"]) == names(folder)


def test_a_draft_that_is_being_written_is_not_removed(folder):
    code = "import sys; from facevalue.system.files import atomic_file\n"
    code += (
        "with atomic_file(sys.argv[1]) as stream: print(flush=True); stream.write(input().encode())"
    )
    command = [sys.executable, "-c", code, str(folder / "new")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as writer:
        assert writer.stdout.readline() == "\n"
        with atomic_file(folder / "new") as stream:
            write(folder / "new", b"in between")
            assert len(names(folder)) == 4  # two drafts
            stream.write(b"here")
        assert b"here" == (folder / "new").read_bytes()
        writer.communicate("there")
    assert b"there" == (folder / "new").read_bytes()
    assert ["earlier", "new"] == names(folder)


def test_a_draft_that_is_removed_before_it_is_locked_is_made_again(folder, monkeypatch):
    removed = []

    def remove_first(*_):
        if not removed:
            removed.extend(name for name in names(folder) if name.endswith(".part"))
            (folder / removed[0]).unlink()

    monkeypatch.setattr("facevalue.system.files.flock", remove_first)
    write(folder / "new")
    assert removed
    assert ["earlier", "new"] == names(folder)


def test_without_locks_no_draft_is_removed(folder, monkeypatch):
    code = "import os, signal, sys; from facevalue.system.files import atomic_file\n"
    code += "with atomic_file(sys.argv[1]): os.kill(os.getpid(), signal.SIGKILL)"
    for _ in range(2):
        subprocess.run([sys.executable, "-c", code, str(folder / "new")], check=False)
    assert 2 == len(names(folder))  # the second removed the draft of the first
    for missing in (None, refuse_locks):
        monkeypatch.setattr("facevalue.system.files.flock", missing)
        write(folder / "new")
        assert 3 == len(names(folder))


def refuse_locks(*_):
    raise OSError(errno.ENOLCK, "no locks available")


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_replaces_its_file_as_a_whole(folder, command, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "good.jsonl").write_text(GOOD, encoding="ascii")
    (folder / "bad.jsonl").write_text(GOOD * 9000 + '{"nums": ["x"]}\n', encoding="ascii")
    (folder / "broken.parquet").write_bytes(b"PAR1")
    file = folder / ("file.pdf" if command.startswith("sheet") else "file.jsonl")
    before = names(folder)
    if COMMANDS[command]:
        assert 2 == main([*COMMANDS[command].split(), str(file)])
        assert before == names(folder)
        file.write_bytes(BEFORE)
        assert 2 == main([*COMMANDS[command].split(), str(file)])
        assert BEFORE == file.read_bytes()
    assert main([*command.split(), str(file)]) in (0, 1)
    assert file.stat().st_size
    assert BEFORE != file.read_bytes()
    assert sorted([*before, file.name]) == names(folder)


def test_a_killed_command_leaves_the_earlier_file(folder):
    code = (
        "import os, signal, sys; from facevalue.system.files import atomic_file\n"
        "with atomic_file(sys.argv[1]) as stream:\n"
        "    stream.write(b'half'); stream.flush(); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(folder / "earlier")], check=False)
    assert (-9, BEFORE) == (done.returncode, (folder / "earlier").read_bytes())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have /dev/full")
def test_an_error_of_a_full_disk_names_the_file():
    with pytest.raises(OSError, match="No space left") as error, atomic_file("/dev/full") as stream:
        stream.write(b"24")
    assert error.value.filename == "/dev/full"


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="only some systems have /dev/stdout")
def test_the_rows_of_grade_may_be_written_to_the_name_of_standard_output():
    row = b'{"completion": "3*8", "numbers": [3, 8]}'
    code = "from facevalue.cli.main import main; main(['grade', '-', '-o', '/dev/stdout'])"
    done = subprocess.run(
        [sys.executable, "-c", code], input=row, capture_output=True, check=True, timeout=60
    )
    assert json.loads(done.stdout.splitlines()[0])["reason"] == "no_answer"
