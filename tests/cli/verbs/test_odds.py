"""Long equity calculations: a bar only on a terminal, and Ctrl-C ends them at once."""

import os
import pty
import signal
import subprocess
import threading

import pytest

from facevalue.poker import equity
from tests.cli.started import started

# These ranges of three players take seconds; this number of samples takes minutes.
WALK = ("20%", "25%", "30%")
SAMPLES = ("AhKh", "random", "random", "--no-limit", "--samples", "1000000000")


def interrupted(call):
    """The result of Ctrl-C during the work, also if the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        call()
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"samples": 10**12}, {"samples": 10**12, "workers": 2}])
def test_ctrl_c_ends_long_walks_and_simulations(options):
    with pytest.raises(KeyboardInterrupt):
        interrupted(lambda: equity(*WALK, limit=None, **options))


def screen_of(process, screen, word):
    """The output until a word appears."""
    drawn = ""
    while word not in drawn and process.poll() is None:
        drawn += os.read(screen, 65536).decode(errors="replace")
    return drawn


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [(*WALK, "--no-limit"), SAMPLES], ids=["a walk", "a simulation"]
)
def test_long_work_draws_a_bar_on_a_terminal_and_ctrl_c_ends_it_at_once(arguments):
    screen, writer = pty.openpty()
    with started("equity", *arguments, stderr=writer) as process:
        os.close(writer)
        assert "deals" in screen_of(process, screen, "deals")
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == ""
        assert process.wait(10) == 130
    os.close(screen)


@pytest.mark.slow
def test_the_table_of_match_ups_is_said_to_be_computed(tmp_path):
    screen, writer = pty.openpty()
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    with started("equity", "22+, A2s+", "random", stderr=writer, env=environment) as process:
        os.close(writer)
        assert "match-ups" in screen_of(process, screen, "match-ups")
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
    os.close(screen)
    assert not list(tmp_path.rglob("matchups*"))


@pytest.mark.slow
def test_bars_are_drawn_only_on_a_terminal():
    with started("equity", *SAMPLES[:-1], "20000000", stderr=subprocess.PIPE) as process:
        said, talk = process.communicate()
    assert (0, "") == (process.returncode, talk)
    assert "sampled, 20000000 deals" in said
