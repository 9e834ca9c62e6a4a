"""Data sets of certified puzzles: the same spec gives the same bytes, however they are made."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING

from facevalue.datasets import engines
from facevalue.datasets.folder import Folder
from facevalue.datasets.manifest import MANIFEST, RECORDS, Manifest, Record, versions
from facevalue.datasets.shard import Shard, Walk, made, planned
from facevalue.errors import FaceValueError, LimitError, RuleError, quoted
from facevalue.puzzle.solve import check_workers
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from facevalue.datasets.spec import Spec

_SPEC = f"{RECORDS}/spec.json"
_PART = re.compile(r"\.[0-9a-f]{32}\.part$")


def build(
    spec: Spec,
    out: str | os.PathLike[str],
    *,
    engine: str = "local",
    workers: int | None = None,
    address: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Manifest:
    """Writes a data set and returns its manifest.

    For each shard and split there is a Parquet file, `train-00000.parquet`; `manifest.json` tells
    spec, versions and the SHA-256 of every file. The same spec gives the same bytes with the same
    versions of facevalue and pyarrow, on any engine and any number of workers. Ended at any moment
    and started again, it goes on where it was; files that are missing or damaged are made anew.
    One build at a time writes to a folder.

    Args:
        spec: what the data set is made of.
        out: the folder, or a URL that fsspec knows, such as `s3://bucket/set`; with Ray all
            machines must reach it by that name.
        engine: "local", threads of this process; or "ray".
        workers: how many shards are made at once, 1 to 64; None for one on each core.
        address: with Ray, that of the cluster; None for `RAY_ADDRESS`, or else this machine.
        progress: called with the rows that are done and the rows of all, after each shard.

    Raises:
        RuleError: an engine that is none, or no number of workers.
        FaceValueError: the folder holds something else; a package is missing.
        LimitError: there are fewer such puzzles than rows.
        OSError: the folder cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> from facevalue import datasets
    >>> spec = datasets.Spec("classic", count=1000, low=1, high=20)
    >>> with TemporaryDirectory() as folder:
    ...     manifest = datasets.build(spec, folder)
    >>> manifest.splits
    {'train': 910, 'test': 90}
    """
    _check(engine, workers, address)
    job = Job(spec, os.fspath(out))
    run = Run(job, progress)
    run.make(list(planned(spec)), engine, workers, address)
    run.make(_extra(spec, run.records), engine, workers, address)
    return run.finished()


def _check(engine: object, workers: int | None, address: str | None) -> None:
    if engine not in engines.ENGINES:
        known = ", ".join(engines.ENGINES)
        raise RuleError(f"expected an engine, one of {known}: {quoted(engine)}")
    if workers is not None:
        check_workers(workers)
    if address is not None and engine != "ray":
        raise RuleError(f"expected the engine ray with an address: {quoted(engine)}")


class Job(Value):
    """What makes the shards of a spec in a folder, wherever it is sent."""

    __slots__ = ("spec", "out")

    spec: Spec
    out: str

    def __init__(self, spec: Spec, out: str) -> None:
        self._set(spec=spec, out=out)

    def __call__(
        self, shard: Shard, *, workers: int = 1, is_stopped: Callable[[], bool] = lambda: False
    ) -> Record:
        """Makes a shard: its files, and then what is told of them."""
        done = made(self.spec, shard, workers=workers, is_stopped=is_stopped)
        record = Record.of(shard, done)
        folder = Folder(self.out)
        for file, content in zip(record.files, done.files.values(), strict=True):
            folder.write(file.name, content)
        folder.write(_record_name(shard.number), json.dumps(record.entry()).encode())
        return record


def _record_name(shard: int) -> str:
    return f"{RECORDS}/{shard:05}.json"


class Run:
    """A build on its way: which shards are made, those of an earlier run included."""

    def __init__(self, job: Job, progress: Callable[[int, int], None] | None) -> None:
        self._job, self._progress = job, progress
        self._folder = Folder(job.out)
        self._versions = versions()
        self.records: dict[int, Record] = {}
        self._earlier = _earlier(self._folder, job.spec, self._versions)
        self._folder.write(_SPEC, _head(job.spec, self._versions))

    def make(
        self, shards: list[Shard], engine: str, workers: int | None, address: str | None
    ) -> None:
        """Makes those of the shards that are not there yet, or damaged."""
        for shard in shards:
            record = self._earlier.get(shard.number)
            if record is not None and record.is_in(self._folder):
                self._add(record)
        missing = [shard for shard in shards if shard.number not in self.records]
        if not missing:
            return
        if engine == "ray":
            made_by = engines.ray(self._job, missing, workers, address)
        else:
            made_by = engines.local(self._job, missing, workers)
        for record in made_by:
            self._add(record)

    def _add(self, record: Record) -> None:
        self.records[record.number] = record
        done = sum(sum(each.rows) for each in self.records.values())
        if self._progress:
            self._progress(done, self._job.spec.count)

    def finished(self) -> Manifest:
        """Writes the manifest, and takes away what only a build on its way needs."""
        spec = self._job.spec
        shards = tuple(self.records[number] for number in sorted(self.records))
        manifest = Manifest(spec, self._versions, shards)
        if manifest.rows < spec.count:
            fewer = f"expected no more rows than there are puzzles, {manifest.rows}: {spec.count}"
            raise LimitError(fewer, manifest.rows)
        self._folder.write(MANIFEST, str(manifest).encode())
        self._folder.remove(RECORDS)
        for name in self._folder.names():
            if _PART.search(name):
                self._folder.remove(name)
        return manifest


def _head(spec: Spec, made_by: tuple[tuple[str, str], ...]) -> bytes:
    return json.dumps({"made by": dict(made_by), "spec": str(spec)}).encode()


def _earlier(folder: Folder, spec: Spec, made_by: tuple[tuple[str, str], ...]) -> dict[int, Record]:
    """The shards that earlier runs have told of; none if other versions have made them.

    Raises:
        FaceValueError: the folder holds another data set, or what may be one.
    """
    manifest, head = folder.read(MANIFEST), folder.read(_SPEC)
    if manifest is None and head is None:
        if any(name.endswith(".parquet") for name in folder.names()):
            raise FaceValueError(f"expected an empty folder: {quoted(folder.url)}")
        return {}
    if manifest is not None:
        told = Manifest.parse(manifest)
        _check_same(told.spec, spec, folder)
        return {each.number: each for each in told.shards} if told.versions == made_by else {}
    given = json.loads(head or b"{}")
    _check_same(type(spec).parse(given["spec"]), spec, folder)
    if given["made by"] != dict(made_by):
        folder.remove(RECORDS)
        return {}
    return {record.number: record for record in _records(folder)}


def _check_same(told: Spec, spec: Spec, folder: Folder) -> None:
    if told != spec:
        remedy = "expected an empty folder, or one with a data set of the same spec"
        raise FaceValueError(f"{remedy}: {quoted(folder.url)}")


def _records(folder: Folder) -> Iterator[Record]:
    for name in folder.names(RECORDS):
        content = folder.read(f"{RECORDS}/{name}") if re.fullmatch(r"\d+\.json", name) else None
        if content:
            yield Record.read(json.loads(content))


def _extra(spec: Spec, records: dict[int, Record]) -> list[Shard]:
    """The shard of what parts with too few puzzles are short of, out of what the others left."""
    shards = list(planned(spec))
    walks = []
    for kind, solvable in enumerate((True, False)):
        missing = sum(shard.walks[kind].rows - records[shard.number].rows[kind] for shard in shards)
        left = tuple(
            (records[shard.number].ends[kind], shard.walks[kind].parts[0][1]) for shard in shards
        )
        walks.append(Walk(solvable=solvable, rows=missing, parts=left))
    is_short = any(walk.rows for walk in walks)
    return [Shard(spec.shards, spec.count, tuple(walks))] if is_short else []
