"""Rows of tables that tests share."""

from __future__ import annotations

import facevalue as fv

# Labels, steps, generated puzzles and the JavaScript package take no powers, factorials and roots.
PLAIN_RULES = {name: row for name, row in fv.RULES.items() if not row.functions}
