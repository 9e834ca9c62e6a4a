"""The score of TinyZero: 1.0 for a correct answer, 0.1 for a wrong one, 0.0 for no answer."""

from facevalue.adapters.shared.rewards import tinyzero_score as compute_score

__all__ = ["compute_score"]
