"""The hands of 24 in the pages: `python -m tests.web.hands` writes them.

The pages deal these hands before the core is loaded.
"""

from __future__ import annotations

import json
from itertools import combinations_with_replacement

import facevalue as fv
from tests.paths import ROOT

PLACE = ROOT / "src/facevalue/web/pages/js/games/hands.json"


def hands_of_24() -> str:
    """Return the contents of the file: the percentile of each hand with a solution."""
    rules = fv.RULES["classic"]
    hands = list(combinations_with_replacement(range(1, 14), 4))
    labels = fv.puzzle.label_many(hands)
    rated = zip(hands, labels.difficulty.tolist(), labels.solvable.tolist(), strict=True)
    content = {
        "rules": rules.name,
        "target": int(rules.target),
        "rules_left": rules.name,
        "limits": {"values": rules.values, "order": rules.order},
        "percentiles": {
            " ".join(map(str, hand)): percentile for hand, percentile, solvable in rated if solvable
        },
    }
    return json.dumps(content, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    PLACE.write_text(hands_of_24(), encoding="utf-8")
