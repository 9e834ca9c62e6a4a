"""Imported whenever the Python of the mutants starts.

The golden sessions run commands without HOME, and Python would then ask the system for the home
folder of the user, into whose cache no mutant may write.
"""

import atexit
import os

from . import tracing

os.environ.setdefault("HOME", str(tracing.FOLDER / "home"))

if tracing.WANTED.is_dir():
    _tracer = tracing.Tracer()
    _tracer.start()
    atexit.register(tracing.written, _tracer)
