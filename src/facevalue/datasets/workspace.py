"""The hidden folder where a build keeps its unfinished work: `.facevalue-build`.

It holds a marker, which says that facevalue made the folder; the spec; a record of each shard that
is made or about to be written; and drafts of files. A record is written before the files of its
shard, so a file of that name belongs to the build even if the build is killed in between.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from facevalue.datasets.manifest import ShardRecord
from facevalue.datasets.spec import Spec
from facevalue.datasets.storage import WORK
from facevalue.errors import FaceValueError, quoted

if TYPE_CHECKING:
    from facevalue.datasets.storage import Folder

MARKER = f"{WORK}/made-by-facevalue.txt"
_MARK = b"facevalue dataset build"
_NOTE = _MARK + b" keeps its unfinished work here, and removes it when the data set is finished.\n"
_SPEC = f"{WORK}/spec.json"
_RECORD = re.compile(r"(\d{5,})\.json")
_OWN = re.compile(rf"{_RECORD.pattern}|spec\.json|[0-9a-f]{{32}}\.part")


def check(folder: Folder) -> None:
    """Refuses a file, a link or a folder that is called as ours and was not made by facevalue.

    Raises:
        FaceValueError: there is one.
    """
    kind = folder.kind(WORK)
    if kind is None or (kind == "directory" and _is_ours(folder)):
        return
    problem = f"{quoted(WORK)} in {quoted(folder.url)} was not made by facevalue"
    raise FaceValueError(f"{problem}; move it away or choose another folder")


def _is_ours(folder: Folder) -> bool:
    """Whether it holds the marker; a build that was killed early leaves it empty, or no file."""
    kind = folder.kind(MARKER)
    if kind is None:
        return not folder.names(WORK)
    return kind == "file" and _MARK.startswith((folder.read(MARKER) or b"")[: len(_MARK)])


def begin(folder: Folder, spec: Spec) -> None:
    """Makes the workspace, or takes over the one of an interrupted build."""
    if folder.kind(MARKER) is None:
        folder.create(MARKER, _NOTE)
    folder.write(_SPEC, json.dumps({"spec": str(spec)}).encode())


def clear(folder: Folder) -> None:
    """Removes what builds have written there, and then the folder if nothing else is in it."""
    names = [f"{WORK}/{name}" for name in folder.names(WORK) if _OWN.fullmatch(name)]
    for name in names:
        folder.remove(name)
    if [f"{WORK}/{name}" for name in folder.names(WORK)] == [MARKER]:
        folder.remove(MARKER)
        folder.remove_empty(WORK)


def begun_spec(folder: Folder) -> Spec | None:
    """The spec of the build that was interrupted; None if there was none.

    Raises:
        FaceValueError: the file is damaged.
    """
    content = folder.read(_SPEC)
    if content is None:
        return None
    try:
        return Spec.parse(json.loads(content)["spec"])
    except (ValueError, KeyError, TypeError, AttributeError):
        problem = f"{quoted(_SPEC)} in {quoted(folder.url)} is damaged"
        raise FaceValueError(f"{problem}; build to another folder") from None


def write_record(folder: Folder, record: ShardRecord, made_by: tuple[tuple[str, str], ...]) -> None:
    """Keeps what is known of a shard, and that its files belong to the build."""
    entry = {"made by": dict(made_by), **record.entry()}
    folder.write(f"{WORK}/{record.number:05}.json", json.dumps(entry).encode())


def recorded_numbers(folder: Folder) -> list[int]:
    """The numbers of the shards that have a record, whole or damaged."""
    found = map(_RECORD.fullmatch, folder.names(WORK))
    return [int(match[1]) for match in found if match]


def records(folder: Folder, made_by: tuple[tuple[str, str], ...]) -> list[ShardRecord]:
    """The records of shards that these versions have made; damaged ones are left out."""
    found = (_record(folder, number, made_by) for number in recorded_numbers(folder))
    return [record for record in found if record is not None]


def _record(
    folder: Folder, number: int, made_by: tuple[tuple[str, str], ...]
) -> ShardRecord | None:
    try:
        given = json.loads(folder.read(f"{WORK}/{number:05}.json") or b"")
        return ShardRecord.read(given) if given["made by"] == dict(made_by) else None
    except (ValueError, KeyError, TypeError):
        return None
