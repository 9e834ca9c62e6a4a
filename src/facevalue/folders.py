"""The folders of a user for files that facevalue keeps, where each system has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pathlib import Path


def user_folder(kind: Literal["cache", "data"]) -> Path | None:
    """The folder for files that can be made again, or for those that cannot; it may not exist.

    None for a user without a home. On Linux it is in `$XDG_CACHE_HOME` or `$XDG_DATA_HOME`.
    """
    import platformdirs  # noqa: PLC0415 - few need it

    find = platformdirs.user_cache_path if kind == "cache" else platformdirs.user_data_path
    folder = find("facevalue", appauthor=False)
    return folder if folder.is_absolute() else None
