"""The compiled module has the usual protections of compiler and linker."""

import shutil
import subprocess
import sys

import pytest

from facevalue import _core


@pytest.mark.skipif(sys.platform != "linux", reason="the module of another system is no ELF file")
@pytest.mark.skipif(shutil.which("readelf") is None, reason="readelf is not installed")
@pytest.mark.parametrize(
    ("option", "fact"),
    [
        ("-d", "BIND_NOW"),  # all functions are found at load,
        ("-l", "GNU_RELRO"),  # after which the table of them is read-only
        ("--dyn-syms", "__stack_chk_fail"),  # the stack protector is in use
    ],
)
def test_the_module_is_hardened(option, fact):
    done = subprocess.run(
        ["readelf", "-W", option, _core.__file__], capture_output=True, text=True, check=True
    )
    assert fact in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="the module of another system is no ELF file")
@pytest.mark.skipif(shutil.which("readelf") is None, reason="readelf is not installed")
def test_the_stack_of_the_module_cannot_be_executed():
    done = subprocess.run(
        ["readelf", "-W", "-l", _core.__file__], capture_output=True, text=True, check=True
    )
    [stack] = [line for line in done.stdout.splitlines() if "GNU_STACK" in line]
    assert "RWE" not in stack
