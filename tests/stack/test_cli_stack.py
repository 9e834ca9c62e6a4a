"""`facevalue stack`: a program as an argument, a file, a pipe, and a person at a terminal."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time

import pytest

from facevalue.cli.main import main

COMMAND = [sys.executable, "-m", "facevalue", "stack"]


def piped(lines, *options):
    return subprocess.run(
        [*COMMAND, *options], input=lines, capture_output=True, check=False, timeout=60
    )


def test_a_program_prints_and_shows_the_stack(capfd):
    assert 0 == main(["stack", "5 6 / 2 + 6 * .", "1"])
    assert "17\n\n--- Data stack:\n1\n" == capfd.readouterr().out


def test_a_program_that_writes_a_line_gets_its_result_before_the_next_line():
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        shown = b""
        lines = {b'"no end of line" write\n': b"line", b"5 6 +\n": b"11\n", b"2 *\n": b"22\n"}
        for line, expected in lines.items():
            process.stdin.write(line)
            process.stdin.flush()
            while not shown.endswith(expected):
                assert select.select([process.stdout], [], [], 30)[0], shown
                shown += os.read(process.stdout.fileno(), 4096)
        process.stdin.close()


def test_errors_can_be_shown_as_factor_shows_them(capfd):
    assert 2 == main(["stack", "--factor-errors", "5 { 1 2 } nth"])
    assert capfd.readouterr().out.startswith("Sequence index out of bounds\nindex 5\n")


def test_a_negative_number_is_not_an_option(capfd):
    assert 0 == main(["stack", "-7 2 / ."])
    assert "-3-1/2\n" == capfd.readouterr().out


def test_a_file_runs_line_by_line(tmp_path, capfd):
    file = tmp_path / "program.factor"
    file.write_text(": double ( x -- y )\n  2 * ;\n21 double .\n", encoding="utf-8")
    assert 0 == main(["stack", str(file)])
    assert "42\n" == capfd.readouterr().out


def test_a_failing_line_is_reported_with_its_number_and_the_next_one_runs():
    done = piped(b"1 2\n+ +\n+ .\n")
    assert b"\n--- Data stack:\n1\n2\n3\n" == done.stdout
    assert b"facevalue: line 2: '+' needs 2 values, but the stack has only 1\n" == done.stderr
    assert 2 == done.returncode


def test_an_unclosed_quotation_at_the_end_is_an_error():
    done = piped(b"[ 1\n2\n")
    assert b"facevalue: line 2: expected ] before the end of the program\n" == done.stderr
    assert 2 == done.returncode


def test_control_characters_are_shown_escaped():
    assert b"\x1b" not in piped(b'"\\e[31m" dup print\n').stdout


def test_bytes_that_are_not_utf_8_are_an_error_of_one_line():
    done = piped(bytes(range(128, 256)))
    assert 1 == len(done.stderr.splitlines())
    assert 2 == done.returncode


def test_json_has_each_line_with_its_error(capfd):
    assert 2 == main(["stack", "--json", "1/2 dup .\n+"])
    first, second = map(json.loads, capfd.readouterr().out.splitlines())
    assert {"text": "1/2 dup .", "printed": "1/2\n", "stack": ["1/2"], "error": None} == first
    assert "'+' needs 2 values, but the stack has only 1" == second["message"]
    assert ["1/2"] == second["stack"]


class Terminal:
    """A listener on a separate terminal."""

    def __enter__(self):
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "dumb"
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell may have ignored it
            os.execv(sys.executable, COMMAND)  # noqa: S606 - the program under test
        self.seen = ""
        return self

    def __exit__(self, *_):
        os.close(self.screen)
        os.waitpid(self.pid, 0)

    def wait_for(self, text):
        """The output up to and including a string."""
        end = time.monotonic() + 30
        while text not in self.seen and self.has_output(end - time.monotonic()):
            self.seen += os.read(self.screen, 1000).decode()
        before, found, self.seen = self.seen.partition(text)
        assert found == text, before
        return before

    def has_output(self, seconds):
        return select.select([self.screen], [], [], max(0, seconds))[0]

    def type(self, text):
        os.write(self.screen, text.encode())


def test_lines_are_typed_until_the_end(monkeypatch, capfd):
    prompts, lines = [], iter(["1 2", "[ 3", "+ ] call .", KeyboardInterrupt, "4 .", EOFError])

    def typed(prompt):
        prompts.append(prompt)
        line = next(lines)
        if isinstance(line, str):
            return line
        raise line

    monkeypatch.setattr("builtins.input", typed)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert main(["stack"]) == 0
    assert [prompt.strip() for prompt in prompts] == ["(scratchpad)"] * 2 + ["..."] + [
        "(scratchpad)"
    ] * 3
    out = capfd.readouterr().out
    assert "\n5\n" in out
    assert out.endswith("4\n\n--- Data stack:\n1\n\n")


@pytest.mark.slow
def test_a_listener_has_a_prompt_a_history_and_the_stack():
    with Terminal() as terminal:
        terminal.wait_for("(scratchpad) ")
        terminal.type("20 1 +\n")
        terminal.wait_for("--- Data stack:\r\n21\r\n")
        terminal.wait_for("(scratchpad) ")
        terminal.type("[ 2\n")
        terminal.wait_for("... ")
        terminal.type("* ] call .\n")
        terminal.wait_for("42\r\n")
        terminal.wait_for("(scratchpad) ")
        terminal.type("1 2 + .\n")
        terminal.wait_for("3\r\n(scratchpad) ")
        terminal.type("\x1b[A\n")  # the line before, once more
        terminal.wait_for("3\r\n(scratchpad) ")
        terminal.type("\x04")


@pytest.mark.slow
def test_ctrl_c_ends_a_line_and_keeps_the_stack():
    with Terminal() as terminal:
        terminal.wait_for("(scratchpad) ")
        terminal.type("1\n")
        terminal.wait_for("(scratchpad) ")
        for _ in range(20):
            # It ends by itself after a million steps. On a busy machine that may come first.
            terminal.type("[ t ] [ 1 drop ] while\n")
            terminal.wait_for("\r\n")
            time.sleep(0.1)
            os.kill(terminal.pid, signal.SIGINT)
            shown = terminal.wait_for("(scratchpad) ")
            if "interrupted; the stack is as before the line\r\n" in shown:
                break
        else:
            pytest.fail(shown)
        terminal.type("2 + .\n")
        terminal.wait_for("3\r\n")
        terminal.type("\x04")


def test_only_files_that_were_named_are_read(tmp_path, capfd):
    file = tmp_path / "hands.txt"
    file.write_bytes(b"one\r\ntwo \xff\n")
    assert 0 == main(["stack", "--file", str(file), '"x/hands.txt" ascii file-lines .'])
    assert '{ "one" "two \ufffd" }\n' == capfd.readouterr().out
    assert 0 == main(
        ["stack", "--file", f"poker.txt={file}", '"poker.txt" utf8 file-lines length .']
    )
    assert "2\n" == capfd.readouterr().out
    assert 2 == main(["stack", f'"{file}" ascii file-lines .'])
    assert "may not read 'hands.txt'; name the file with --file" in capfd.readouterr().err


def test_a_file_with_too_many_characters_is_refused(tmp_path, capfd):
    file = tmp_path / "long.txt"
    file.write_text("x" * 1_000_001, encoding="ascii")
    assert 2 == main(["stack", "--file", str(file), "1"])
    assert "has more than 1000000 characters" in capfd.readouterr().err


def test_an_error_in_a_definition_of_several_lines_is_printed_once():
    done = piped(b"1 .\n: two ( -- x )\n bogus\n bogus 2 ;\n3 .\ntwo\n: four ( -- x )\nbogus\n")
    assert b"1\n3\n" == done.stdout
    assert [b"3", b"6", b"8"] == [line.split()[2][:-1] for line in done.stderr.splitlines()]
    assert 2 == done.returncode
