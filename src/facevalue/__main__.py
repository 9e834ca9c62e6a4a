"""Runs the command `facevalue` for `python -m facevalue`."""

import sys

from facevalue.cli.main import main

sys.exit(main())
