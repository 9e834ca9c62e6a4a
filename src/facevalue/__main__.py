"""`python -m facevalue` is the command `facevalue`."""

import sys

from facevalue.cli.main import main

sys.exit(main())
