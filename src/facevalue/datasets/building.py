"""Data sets of certified puzzles: the same spec gives the same bytes, however they are made."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from facevalue.datasets import engines, workspace
from facevalue.datasets.manifest import MANIFEST, Manifest, ShardRecord, file_name, versions
from facevalue.datasets.shards import Scan, ShardPlan, build_shard, plan_shards
from facevalue.datasets.storage import Folder
from facevalue.errors import FaceValueError, LimitError, RuleError, quoted
from facevalue.options import one_of, worker_count
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from facevalue.datasets.spec import Spec


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
        FaceValueError: the folder holds another data set, or a file that this build would overwrite
            and has not written; a package is missing.
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
    job = ShardBuilder(spec, os.fspath(out))
    run = BuildRun(job, progress)
    run.make(list(plan_shards(spec)), engine, workers, address)
    run.make(_extra(spec, run.records), engine, workers, address)
    return run.finished()


def _check(engine: object, workers: int | None, address: str | None) -> None:
    one_of("an engine", engine, engines.ENGINES)
    if workers is not None:
        worker_count(workers)
    if address is not None and engine != "ray":
        raise RuleError(f"expected the engine ray with an address: {quoted(engine)}")


class ShardBuilder(Value):
    """What makes the shards of a spec in a folder, wherever it is sent."""

    __slots__ = ("spec", "out")

    spec: Spec
    out: str

    def __init__(self, spec: Spec, out: str) -> None:
        self._set(spec=spec, out=out)

    def __call__(
        self, shard: ShardPlan, *, workers: int = 1, is_stopped: Callable[[], bool] = lambda: False
    ) -> ShardRecord:
        """Makes a shard: its record, which claims the names of its files, and then the files."""
        done = build_shard(self.spec, shard, workers=workers, is_stopped=is_stopped)
        record = ShardRecord.of(shard, done)
        folder = Folder(self.out)
        workspace.write_record(folder, record, versions())
        for file, content in zip(record.files, done.files.values(), strict=True):
            folder.write(file.name, content)
        return record


class BuildRun:
    """A build on its way: which shards are made, those of an earlier run included."""

    def __init__(self, job: ShardBuilder, progress: Callable[[int, int], None] | None) -> None:
        self._job, self._progress = job, progress
        self._folder = Folder(job.out)
        self._versions = versions()
        self.records: dict[int, ShardRecord] = {}
        self._earlier = _earlier(self._folder, job.spec, self._versions)
        workspace.begin(self._folder, job.spec)

    def make(
        self, shards: list[ShardPlan], engine: str, workers: int | None, address: str | None
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

    def _add(self, record: ShardRecord) -> None:
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
        workspace.clear(self._folder)
        return manifest


def _earlier(
    folder: Folder, spec: Spec, made_by: tuple[tuple[str, str], ...]
) -> dict[int, ShardRecord]:
    """The shards that these versions have made in earlier runs.

    Raises:
        FaceValueError: the folder holds another data set, or files that no build has written.
    """
    workspace.check(folder)
    manifest, begun = _manifest(folder), workspace.begun_spec(folder)
    for told in (manifest and manifest.spec, begun):
        if told not in (None, spec):
            remedy = "expected an empty folder, or one with a data set of the same spec"
            raise FaceValueError(f"{remedy}: {quoted(folder.url)}")
    own = _own_names(folder, spec, manifest)
    _check_free(folder, spec, own, is_new=manifest is None and begun is None)
    shards = manifest.shards if manifest and manifest.versions == made_by else ()
    return {record.number: record for record in (*shards, *workspace.records(folder, made_by))}


def _manifest(folder: Folder) -> Manifest | None:
    content = folder.read(MANIFEST)
    if content is None:
        return None
    try:
        return Manifest.parse(content)
    except FaceValueError:
        problem = f"{quoted(MANIFEST)} in {quoted(folder.url)} is not the manifest of a data set"
        raise FaceValueError(f"{problem}; move it away or build to another folder") from None


def _own_names(folder: Folder, spec: Spec, manifest: Manifest | None) -> set[str]:
    """The files that earlier runs have written: those of the manifest and of the records."""
    own = {MANIFEST, *(file.name for file in manifest.files)} if manifest else set()
    return own | _file_names(spec, workspace.recorded_numbers(folder))


def _file_names(spec: Spec, shards: Iterable[int]) -> set[str]:
    return {file_name(split, shard) for shard in shards for split, _ in spec.splits}


def _check_free(folder: Folder, spec: Spec, own: set[str], *, is_new: bool) -> None:
    """Refuses files of others that the build would overwrite, and at its start any Parquet file.

    Raises:
        FaceValueError: there is one.
    """
    wanted = {MANIFEST} | _file_names(spec, range(spec.shards + 1))
    for name in folder.names():
        if name not in own and (name in wanted or (is_new and name.endswith(".parquet"))):
            problem = f"{quoted(name)} in {quoted(folder.url)} was not written by this build"
            raise FaceValueError(f"{problem}; move it away or build to another folder")


def _extra(spec: Spec, records: dict[int, ShardRecord]) -> list[ShardPlan]:
    """The shard of what parts with too few puzzles are short of, out of what the others left."""
    shards = list(plan_shards(spec))
    scans = []
    for kind, solvable in enumerate((True, False)):
        missing = sum(shard.scans[kind].rows - records[shard.number].rows[kind] for shard in shards)
        left = tuple(
            (records[shard.number].ends[kind], shard.scans[kind].parts[0][1]) for shard in shards
        )
        scans.append(Scan(solvable=solvable, rows=missing, parts=left))
    is_short = any(scan.rows for scan in scans)
    return [ShardPlan(spec.shards, spec.count, tuple(scans))] if is_short else []
