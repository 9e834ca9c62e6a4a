"""The state of an unfinished build, stored in the hidden folder `.facevalue-build`.

The folder contains a marker of facevalue, the spec, a record of each finished shard, and drafts of
files. A record is written before the files of its shard, so if a build is killed in between, the
next build knows that the files are ours.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress

from facevalue.datasets.building.manifest import ShardRecord, Versions
from facevalue.datasets.building.spec import Spec
from facevalue.datasets.files.storage import WORK, Folder
from facevalue.errors import FaceValueError, quoted

MARKER = f"{WORK}/made-by-facevalue.txt"
_MARK = b"facevalue dataset build"
_NOTE = _MARK + b" keeps its unfinished work here, and removes it when the dataset is finished.\n"
_SPEC = f"{WORK}/spec.json"
_RECORD = re.compile(r"(\d{5,})\.json")
_OWN = re.compile(rf"{_RECORD.pattern}|spec\.json|[0-9a-f]{{32}}\.part")


def check(folder: Folder) -> None:
    """Check that facevalue made the hidden folder, or that it does not exist.

    Raises:
        FaceValueError: something else has this name.
    """
    kind = folder.kind(WORK)
    if kind is None:
        return
    if kind == "directory":
        marker = folder.kind(MARKER)
        if marker is None and not folder.names(WORK):  # a build was killed early
            return
        if marker == "file" and _MARK.startswith((folder.read(MARKER) or b"")[: len(_MARK)]):
            return
    problem = f"{quoted(WORK)} in {quoted(folder.url)} was not made by facevalue"
    raise FaceValueError(f"{problem}; move it away or choose another folder")


def begin(folder: Folder, spec: Spec) -> None:
    """Create the hidden folder, or take over the folder of an interrupted build."""
    if folder.kind(MARKER) is None:
        folder.create(MARKER, _NOTE)
    folder.write(_SPEC, json.dumps({"spec": str(spec)}).encode())


def clear(folder: Folder) -> None:
    """Remove the files of builds, and then the hidden folder if it is empty."""
    names = [f"{WORK}/{name}" for name in folder.names(WORK) if _OWN.fullmatch(name)]
    for name in names:
        folder.remove(name)
    if [f"{WORK}/{name}" for name in folder.names(WORK)] == [MARKER]:
        folder.remove(MARKER)
        folder.remove_empty(WORK)


def unfinished_spec(folder: Folder) -> Spec | None:
    """Return the spec of an interrupted build, or None.

    Raises:
        FaceValueError: its file is damaged.
    """
    content = folder.read(_SPEC)
    if content is None:
        return None
    try:
        return Spec.parse(json.loads(content)["spec"])
    except (ValueError, KeyError, TypeError, AttributeError):
        problem = f"{quoted(_SPEC)} in {quoted(folder.url)} is damaged"
        raise FaceValueError(f"{problem}; build to another folder") from None


def write_record(folder: Folder, record: ShardRecord, made_by: Versions) -> None:
    """Write the record of a shard, which marks its files as ours."""
    entry = {"made by": dict(made_by), **record.as_dict()}
    folder.write(f"{WORK}/{record.number:05}.json", json.dumps(entry).encode())


def recorded_numbers(folder: Folder) -> list[int]:
    """Return the numbers of all shards with a record, including damaged records."""
    matches = map(_RECORD.fullmatch, folder.names(WORK))
    return [int(match[1]) for match in matches if match]


def records(folder: Folder, made_by: Versions) -> list[ShardRecord]:
    """Return the undamaged records of shards that were built with these versions."""
    undamaged = []
    for number in recorded_numbers(folder):
        with suppress(ValueError, KeyError, TypeError):
            entry = json.loads(folder.read(f"{WORK}/{number:05}.json") or b"")
            if entry["made by"] == dict(made_by):
                undamaged.append(ShardRecord.from_dict(entry))
    return undamaged
