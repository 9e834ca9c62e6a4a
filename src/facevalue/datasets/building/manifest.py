"""The manifest of a dataset: its spec, the versions that built it, and a hash of each file."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Self, TypeAlias

import attrs

from facevalue.datasets.building.spec import Spec
from facevalue.datasets.files.parquet_files import read_note
from facevalue.datasets.files.storage import Folder
from facevalue.datasets.files.text_lines import check_memory
from facevalue.errors import FaceValueError, quoted
from facevalue.value import Value

Versions: TypeAlias = tuple[tuple[str, str], ...]

MANIFEST = "manifest.json"
_START = b'{"madeby":{'  # without spaces


def file_name(split: str, shard: int) -> str:
    """Return the name of the file with a shard's rows in a split.

    >>> file_name("train", 3)
    'train-00003.parquet'
    """
    return f"{split}-{shard:05}.parquet"


@attrs.frozen
class FileRecord(Value):
    """A file of a dataset.

    Attributes:
        name: the name in the folder.
        rows: how many rows the file has.
        bytes: the size of the file.
        sha256: the SHA-256 of the contents, in hexadecimal.
    """

    name: str
    rows: int = attrs.field(kw_only=True)
    bytes: int = attrs.field(kw_only=True)
    sha256: str = attrs.field(kw_only=True)

    def is_in(self, folder: Folder) -> bool:
        """Return whether the file is in the folder, undamaged."""
        content = folder.read(self.name)
        return content is not None and hashlib.sha256(content).hexdigest() == self.sha256


def record_file(name: str, rows: int, content: bytes) -> FileRecord:
    """Return the record of a file with these contents."""
    digest = hashlib.sha256(content).hexdigest()
    return FileRecord(name, rows=rows, bytes=len(content), sha256=digest)


@attrs.frozen
class ShardRecord(Value):
    """A shard that was built.

    Attributes:
        number: the number of the shard, from 0.
        rows: how many rows of each kind it has, in the order of `Spec.kinds`.
        ends: for each kind, the position in the order of the puzzles where its scan ended.
        files: a `FileRecord` for each split.
        left_out: how many puzzles were left out because their traces are too long.
    """

    number: int
    rows: tuple[int, ...]
    ends: tuple[int, ...]
    files: tuple[FileRecord, ...]
    left_out: int = 0

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Self:
        """Return the record that `as_dict` describes."""
        number = record["number"]
        files = tuple(FileRecord(**fields) for fields in record["files"])
        for file in files:
            # A forged record must not make a build read or replace other files.
            if file.name != file_name(file.name.rpartition("-")[0], number) or "/" in file.name:
                raise ValueError(f"no build writes the file {file.name!r}")
        left_out = record.get("left_out", 0)
        return cls(number, tuple(record["rows"]), tuple(record["ends"]), files, left_out)

    @classmethod
    def recover(
        cls, folder: Folder, spec: Spec, made_by: Versions, number: int
    ) -> ShardRecord | None:
        """Make the record of a shard from the metadata of its files.

        Returns:
            The record, or None if a file is missing, damaged, or belongs to another spec or other
            versions.
        """
        files, notes = [], []
        for split, _ in spec.splits:
            name = file_name(split, number)
            content = folder.read(name)
            noted = None if content is None else read_note(content)
            if content is None or noted is None:
                return None
            note, rows = noted
            notes.append(note)
            files.append(record_file(name, rows, content))
        expected = {"made by": dict(made_by), "spec": str(spec), "number": number}
        is_ours = expected.items() <= notes[0].items() and all(note == notes[0] for note in notes)
        listed = {"files": [file.as_dict() for file in files]}
        try:
            return cls.from_dict(notes[0] | listed) if is_ours else None
        except (ValueError, KeyError, TypeError):
            return None

    def faulty(self, folder: Folder) -> list[str]:
        """Return the names of the files that are missing or damaged."""
        return [file.name for file in self.files if not file.is_in(folder)]


@attrs.frozen
class Manifest(Value):
    """The manifest of a dataset; `str` returns the contents of `manifest.json`.

    Attributes:
        spec: what the dataset contains.
        versions: pairs of a package and its version when the files were built.
        shards: a `ShardRecord` for each shard.

    >>> from tempfile import TemporaryDirectory
    >>> from facevalue import datasets
    >>> with TemporaryDirectory() as folder:
    ...     manifest = datasets.build(datasets.Spec(count=10), folder)
    >>> manifest.rows, Manifest.parse(str(manifest)) == manifest
    (10, True)
    """

    spec: Spec
    versions: Versions
    shards: tuple[ShardRecord, ...]

    @property
    def puzzles(self) -> int:
        """How many puzzles the dataset has."""
        return sum(sum(record.rows) for record in self.shards)

    @property
    def rows(self) -> int:
        """The number of rows: one for each puzzle, or one for each of its traces."""
        return self.puzzles * self.spec.traces_each

    @property
    def left_out(self) -> int:
        """How many puzzles were left out because their traces are too long."""
        return sum(record.left_out for record in self.shards)

    @property
    def files(self) -> tuple[FileRecord, ...]:
        """All files, shard by shard."""
        return tuple(file for record in self.shards for file in record.files)

    @property
    def splits(self) -> dict[str, int]:
        """The number of rows in each split."""
        return {
            name: sum(file.rows for file in self.files if file.name.rpartition("-")[0] == name)
            for name, _ in self.spec.splits
        }

    @classmethod
    def parse(cls, text: str | bytes) -> Self:
        """Parse the contents of `manifest.json`.

        Raises:
            FaceValueError: the input is not a manifest.
        """
        try:
            content = text.encode(errors="replace") if isinstance(text, str) else text
            check_memory(content, "a manifest")
            record = json.loads(text)
            shards = tuple(map(ShardRecord.from_dict, record["shards"]))
            return cls(Spec.parse(record["spec"]), tuple(record["made by"].items()), shards)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise FaceValueError(f"expected the manifest of a dataset: {quoted(text)}") from None

    def __str__(self) -> str:
        content = {
            "made by": dict(self.versions),
            "spec": str(self.spec),
            "rows": self.rows,
            "splits": self.splits,
            "shards": [record.as_dict() for record in self.shards],
        }
        return json.dumps(content, indent=1) + "\n"


def was_manifest(content: bytes) -> bool:
    r"""Return whether a file is a damaged manifest: truncated, zeroed, or changed after its start.

    >>> was_manifest(b'{\n "made by": {"facevalue'), was_manifest(b'{"my": "notes"}')
    (True, False)
    """
    start = b"".join(content[:100].split())[: len(_START)]
    return not content.strip(b"\0") or _START.startswith(start)
