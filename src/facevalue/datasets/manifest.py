"""What is told of a data set beside its rows: spec, versions, and a digest of every file."""

from __future__ import annotations

import hashlib
import json
from importlib.metadata import version
from typing import TYPE_CHECKING

from facevalue.datasets.formats import arrow
from facevalue.datasets.spec import Spec
from facevalue.errors import FaceValueError, quoted
from facevalue.value import Value

if TYPE_CHECKING:
    from typing import Self

    from facevalue.datasets.shards import BuiltShard, ShardPlan
    from facevalue.datasets.storage import Folder

MANIFEST = "manifest.json"


def file_name(split: str, shard: int) -> str:
    """The file of a shard's rows in a split.

    >>> file_name("train", 3)
    'train-00003.parquet'
    """
    return f"{split}-{shard:05}.parquet"


class FileRecord(Value):
    """A file: its name, how many rows and bytes it has, and their SHA-256."""

    __slots__ = ("name", "rows", "bytes", "sha256")

    name: str
    rows: int
    bytes: int
    sha256: str

    def __init__(self, name: str, *, rows: int, bytes: int, sha256: str) -> None:  # noqa: A002
        self._set(name=name, rows=rows, bytes=bytes, sha256=sha256)

    def is_in(self, folder: Folder) -> bool:
        """Whether the folder holds it, with these bytes."""
        content = folder.read(self.name)
        return content is not None and hashlib.sha256(content).hexdigest() == self.sha256


class ShardRecord(Value):
    """A shard that is made: its number, its rows and where its scans ended, its files.

    `rows` and `ends` are those of solvable and of unsolvable puzzles.
    """

    __slots__ = ("number", "rows", "ends", "files")

    number: int
    rows: tuple[int, ...]
    ends: tuple[int, ...]
    files: tuple[FileRecord, ...]

    def __init__(
        self,
        number: int,
        rows: tuple[int, ...],
        ends: tuple[int, ...],
        files: tuple[FileRecord, ...],
    ) -> None:
        self._set(number=number, rows=rows, ends=ends, files=files)

    @classmethod
    def of(cls, shard: ShardPlan, made: BuiltShard) -> Self:
        """What is to be told of a shard."""
        files = tuple(
            FileRecord(
                file_name(split, shard.number),
                rows=made.rows_of[split],
                bytes=len(content),
                sha256=hashlib.sha256(content).hexdigest(),
            )
            for split, content in made.files.items()
        )
        return cls(shard.number, tuple(made.rows), tuple(made.ends), files)

    @classmethod
    def read(cls, given: dict[str, object]) -> Self:
        """From JSON."""
        files = tuple(FileRecord(**each) for each in given["files"])  # type: ignore[attr-defined]
        return cls(given["number"], tuple(given["rows"]), tuple(given["ends"]), files)  # type: ignore[arg-type]

    def entry(self) -> dict[str, object]:
        """As JSON."""
        files = [{slot: getattr(file, slot) for slot in file.__slots__} for file in self.files]
        return {"number": self.number, "rows": self.rows, "ends": self.ends, "files": files}

    def is_in(self, folder: Folder) -> bool:
        """Whether the folder holds all its files, undamaged."""
        return all(file.is_in(folder) for file in self.files)


class Manifest(Value):
    """What a data set is: `spec`, `versions` of what made it, and a `ShardRecord` of each shard."""

    __slots__ = ("spec", "versions", "shards")

    spec: Spec
    versions: tuple[tuple[str, str], ...]
    shards: tuple[ShardRecord, ...]

    def __init__(
        self, spec: Spec, versions: tuple[tuple[str, str], ...], shards: tuple[ShardRecord, ...]
    ) -> None:
        self._set(spec=spec, versions=versions, shards=shards)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return sum(sum(record.rows) for record in self.shards)

    @property
    def files(self) -> tuple[FileRecord, ...]:
        """All files, shard by shard."""
        return tuple(file for record in self.shards for file in record.files)

    @property
    def splits(self) -> dict[str, int]:
        """How many rows each split has."""
        return {
            name: sum(file.rows for file in self.files if file.name.rpartition("-")[0] == name)
            for name, _ in self.spec.splits
        }

    @classmethod
    def parse(cls, text: str | bytes) -> Self:
        """The manifest that `str` gives.

        Raises:
            FaceValueError: it is none.
        """
        try:
            given = json.loads(text)
            shards = tuple(map(ShardRecord.read, given["shards"]))
            return cls(Spec.parse(given["spec"]), tuple(given["made by"].items()), shards)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise FaceValueError(f"expected a manifest of a data set: {quoted(text)}") from None

    def __str__(self) -> str:
        content = {
            "made by": dict(self.versions),
            "spec": str(self.spec),
            "rows": self.rows,
            "splits": self.splits,
            "shards": [record.entry() for record in self.shards],
        }
        return json.dumps(content, indent=1) + "\n"


def versions() -> tuple[tuple[str, str], ...]:
    """What decides about the bytes beside the spec: the versions of facevalue and of pyarrow."""
    return (("facevalue", version("facevalue")), ("pyarrow", arrow().__version__))
