"""The benchmark suite: its signature, its parts, and the command."""

import json
import os
import subprocess
import sys

import pytest
from signature import expected, measured

from facevalue.bench import PARTS, Timing, bench, signature
from facevalue.cli.main import main
from facevalue.errors import RuleError


@pytest.mark.slow
def test_the_suite_gives_the_signature_of_the_repository():
    assert expected() == measured(workers=2)


@pytest.mark.exhaustive  # .ci/run tries the plain ones with the command
@pytest.mark.parametrize("lanes", ["plain", "avx2", "avx512"])
def test_vectors_of_any_width_give_the_same_signature(lanes):
    done = subprocess.run(
        [sys.executable, "-m", "facevalue", "bench", "--json", "--repeat", "1"],
        env=os.environ | {"FACEVALUE_LANES": lanes},
        capture_output=True,
        check=True,
    )
    assert expected()[1] == json.loads(done.stdout)["signature"]


@pytest.mark.parametrize("lanes", ["avx3", "Plain", " plain", "\x1b]0;x", "plain,avx2"])
def test_an_unknown_vector_width_is_ignored_with_a_warning(lanes):
    done = subprocess.run(
        [sys.executable, "-m", "facevalue", "solve", "8", "8", "3", "3"],
        env=os.environ | {"FACEVALUE_LANES": lanes},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "8/(3-8/3)\n"
    warning = f"RuntimeWarning: FACEVALUE_LANES is {lanes!r}, which is ignored: this machine runs "
    assert warning in done.stderr
    assert done.stderr.rstrip().endswith("plain")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("lanes", ["", "plain"])
def test_a_known_vector_width_is_used_without_a_word(lanes):
    done = subprocess.run(
        [sys.executable, "-m", "facevalue", "solve", "8", "8", "3", "3"],
        env=os.environ | {"FACEVALUE_LANES": lanes},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""


def test_another_answer_gives_another_signature():
    one, other = (
        Timing("part", "hands", count=1, answers=1, seconds=1.0, digest=digest)
        for digest in ("0" * 16, "1" * 16)
    )
    assert signature([one]) != signature([other])
    assert signature([one, other]) != signature([other, one])


def test_known_answers_are_counted():
    found = {each.name: (each.count, each.answers) for each in bench(["24 game", "judge"])}
    assert found["24 game"] == (1820, 3017)
    assert found["judge"][0] == found["judge"][1]


def test_every_part_has_a_unique_name():
    names = [part.name for part in PARTS]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"parts": ["chess"]}, "unknown part 'chess'; choose one of 24 game, "),
        ({"workers": 0}, "workers must be a whole number from 1 to 64, not 0"),
        ({"repeat": True}, "repeat must be a whole number from 1 to 100, not True"),
    ],
)
def test_invalid_options_of_the_suite_are_refused(options, message):
    with pytest.raises(RuleError) as error:
        bench(**options)
    assert str(error.value).startswith(message)


def test_the_command_compares_with_the_signature_expected(capfd):
    command = ["bench", "--part", "24 game", "--repeat", "1"]
    right = signature(bench(["24 game"]))
    assert main([*command, "--expect", right]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    assert f"signature {right}, 1 of {len(PARTS)} parts\n" in out
    assert main([*command, "--expect", "0" * 16]) == 1
    out, err = capfd.readouterr()
    assert err == f"facevalue: the signature is {right}, not '{'0' * 16}'\n"


def test_json_has_a_part_each(capfd):
    assert main(["bench", "--part", "24 game", "--repeat", "2", "--workers", "2", "--json"]) == 0
    answer = json.loads(capfd.readouterr().out)
    (part,) = answer["timings"]
    assert answer["workers"] == 2
    assert (part["name"], part["unit"], part["query_count"]) == ("24 game", "hands", 1820)
    assert part["rate"] == pytest.approx(part["query_count"] / part["seconds"])
