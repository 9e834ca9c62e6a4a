"""Reads the samples of Inspect AI's logs: ZIP files with the suffix `.eval`, or one JSON object.

In an archive, each sample is a JSON file in the folder `samples`. Newer versions of Inspect
compress with Zstandard, which pyarrow reads, because Python can do it only from 3.14 on.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, BinaryIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from facevalue.budget import check_deadline
from facevalue.datasets.files.json_rows import as_columns
from facevalue.datasets.files.piece import Piece
from facevalue.datasets.files.text_lines import (
    MAX_AT_ONCE,
    MAX_MEMORY_AT_ONCE,
    check_memory,
)
from facevalue.errors import NOT_AN_OBJECT, FaceValueError, quoted
from facevalue.system.extras import import_extra

_ZSTANDARD = 93  # the number of the compression in an archive
_MAX_MEMBER = 50_000_000  # bytes of a sample
_HEADER = struct.Struct("<4s22xHH")  # of a file in an archive, up to its name
_DAMAGED = (BadZipFile, EOFError, OSError, RuntimeError, ValueError, struct.error, zlib.error)
# Long records of what happened in a sample, which are not needed to judge it.
_LEFT_OUT = ("events", "events_data", "attachments", "store")


def read_eval(stream: BinaryIO, max_rows: int) -> Iterator[Piece]:
    """Read a log; each sample is a row. A piece has up to `max_rows` or about 8 MB.

    Each row has the additional field `model`, the model of the evaluation. The events are left out.

    Raises:
        FaceValueError: it is not such a log, or a pipe, which cannot be read twice.
    """
    if not stream.seekable():
        raise FaceValueError("a log of Inspect cannot be read from a pipe; pass the .eval file")
    try:
        archive = ZipFile(stream)
    except (BadZipFile, NotImplementedError, ValueError) as error:
        raise FaceValueError(f"expected a log of Inspect: {quoted(str(error))}") from None
    members = {member.filename: member for member in archive.infolist()}
    model: object = None
    for name in ("header.json", "_journal/start.json"):  # a log of a stopped run has no header
        if name in members and model is None:
            header, _ = _read_json(archive, stream, members[name])
            model = _model_of(header)
    rows: list[dict[str, Any]] = []
    unreadable: dict[int, str] = {}
    first, size, memory = 1, 0, 0
    for name, member in members.items():
        if not (name.startswith("samples/") and name.endswith(".json")):
            continue
        check_deadline()
        try:
            sample, needed = _read_json(archive, stream, member)
            rows.append(_as_row(sample, model))
            memory += needed
        except FaceValueError as error:
            unreadable[len(rows)] = str(error)
            rows.append({})
        size += member.file_size
        if len(rows) == max_rows or size > MAX_AT_ONCE or memory > MAX_MEMORY_AT_ONCE:
            yield Piece(as_columns(rows), len(rows), first, unreadable=unreadable)
            first += len(rows)
            rows, unreadable, size, memory = [], {}, 0, 0
    if rows or first == 1:
        yield Piece(as_columns(rows), len(rows), first, unreadable=unreadable)


def samples_in(log: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the samples of a log that is one JSON object; None if it is another object.

    >>> samples_in({"eval": {"model": "m"}, "samples": [{"id": 1, "events": []}]})
    [{'id': 1, 'model': 'm'}]
    """
    samples = log.get("samples") if "eval" in log else None
    if not isinstance(samples, list) or not all(isinstance(each, dict) for each in samples):
        return None
    return [_as_row(sample, _model_of(log)) for sample in samples]


def _model_of(header: dict[str, Any]) -> object:
    with suppress(KeyError, TypeError):
        return header["eval"]["model"]
    return None


def _as_row(sample: dict[str, Any], model: object) -> dict[str, Any]:
    return {key: sample[key] for key in sample if key not in _LEFT_OUT} | {"model": model}


def _read_json(archive: ZipFile, stream: BinaryIO, member: ZipInfo) -> tuple[dict[str, Any], int]:
    """Read an object from a file of the archive; return also how much memory it takes at most.

    Raises:
        FaceValueError: it is damaged, too large, or not an object.
    """
    name = quoted(member.filename)
    if member.file_size > _MAX_MEMBER:
        raise FaceValueError(f"a sample may have up to {_MAX_MEMBER // 10**6} MB: {name}")
    try:
        if member.compress_type == _ZSTANDARD:
            content = _read_zstandard(stream, member)
        else:
            with archive.open(member) as file:
                content = file.read(_MAX_MEMBER)
        needed = check_memory(content, name)
        value = json.loads(content)
    except FaceValueError:
        raise
    except (*_DAMAGED, RecursionError) as error:
        raise FaceValueError(f"{name} cannot be read: {quoted(str(error))}") from None
    if not isinstance(value, dict):
        raise FaceValueError(f"{NOT_AN_OBJECT}: {name}")
    return value, needed


def _read_zstandard(stream: BinaryIO, member: ZipInfo) -> bytes:
    """Decompress a file of an archive.

    Raises:
        PackageError: pyarrow is not installed.
        OSError: the file is damaged.
    """
    pa = import_extra("pyarrow", "logs of Inspect need pyarrow")
    stream.seek(member.header_offset)
    mark, *lengths = _HEADER.unpack(stream.read(_HEADER.size))
    if mark != b"PK\x03\x04":
        raise OSError("its place in the archive is wrong")
    stream.seek(sum(lengths), 1)
    packed = pa.BufferReader(stream.read(member.compress_size))
    with pa.CompressedInputStream(packed, "zstd") as file:
        content: bytes = file.read(member.file_size)
    if zlib.crc32(content) != member.CRC:
        raise OSError("the checksum is wrong")
    return content
