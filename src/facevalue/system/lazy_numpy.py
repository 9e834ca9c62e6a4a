"""NumPy as `np`, loaded when a function first uses it, because it is slow to load.

`ArrayLike` and `NDArray` are only for annotations, which are never evaluated.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

__all__ = ["ArrayLike", "NDArray", "np"]

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
else:
    ArrayLike = NDArray = None

    class _NumPy(ModuleType):
        def __getattr__(self, name: str) -> Any:
            import numpy as loaded  # noqa: ICN001, PLC0415 - as the docstring says

            found = getattr(loaded, name)
            setattr(self, name, found)
            return found

    np = _NumPy("numpy")
