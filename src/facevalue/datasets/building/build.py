"""Builds datasets of certified puzzles; an interrupted build can be resumed."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Unpack

import attrs

from facevalue.datasets.building import workspace
from facevalue.datasets.building.card import CARD, CROISSANT, write_card, write_croissant
from facevalue.datasets.building.manifest import (
    MANIFEST,
    Manifest,
    ShardRecord,
    file_name,
    was_manifest,
)
from facevalue.datasets.building.shards import Scan, ShardPlan, build_shard, plan_shards, versions
from facevalue.datasets.building.spec import Spec
from facevalue.datasets.files.storage import Folder
from facevalue.datasets.tables.engines import Run, RunOptions, tasks, threads
from facevalue.errors import FaceValueError, LimitError, counted, quoted
from facevalue.options import of_class
from facevalue.value import Value

_MAX_SHARDS = 100_000  # each takes memory for its plan, and at least one file


def build(
    spec: Spec,
    folder: str | os.PathLike[str],
    *,
    damaged: Callable[[str], None] | None = None,
    **run: Unpack[RunOptions],
) -> Manifest:
    """Write a dataset to a folder and return its manifest.

    Each split of each shard becomes a Parquet file such as `train-00000.parquet`. `manifest.json`
    has the spec, the versions and the SHA-256 of every file. `README.md` describes the dataset for
    people and hubs, and `croissant.json` (Croissant 1.0) for search engines; if one is already
    there, it stays as it is. With the same versions of facevalue and pyarrow, the same spec gives
    the same bytes on any engine and with any number of workers.

    You can interrupt a build at any moment: the same call resumes it, and also replaces missing or
    damaged files. The metadata of each file says which shard of which spec it contains, so even a
    damaged manifest can be written again. While a build runs, a second build to the same local
    folder is refused; object stores have no such lock.

    Args:
        spec: what the dataset contains.
        folder: a path, or a URL that fsspec supports, such as `s3://bucket/set`. With Ray, all
            machines must be able to use it.
        damaged: called with the name of each damaged file, which is written again.
        **run: how it runs: `engine`, `workers` and more, see `RunOptions`.

    Returns:
        The manifest of the finished dataset.

    Raises:
        RuleError: invalid options of the run.
        FaceValueError: the folder contains another dataset, or a file that this build would
            overwrite and did not write; another build is writing to it; a package is missing.
        LimitError: there are fewer matching puzzles than rows.
        OSError: the folder cannot be written, or the system has no more threads.

    >>> from tempfile import TemporaryDirectory
    >>> from facevalue import datasets
    >>> spec = datasets.Spec("classic", count=1000, low=1, high=20)
    >>> with TemporaryDirectory() as folder:
    ...     manifest = datasets.build(spec, folder)
    >>> manifest.splits
    {'train': 915, 'test': 85}
    """
    how = Run(**run)
    _check_count(of_class("spec", spec, Spec))
    builder = ShardBuilder(spec, os.fspath(folder))
    versions()  # report a missing package before a folder is created
    with Folder(builder.folder).lock():
        work = BuildRun(builder, how, damaged or (lambda _: None))
        plans = list(plan_shards(spec))
        work.build(plans)
        # If some shards found too few rows, one more shard takes rows that the others left over.
        scans = []
        for index, kind in enumerate(spec.kinds):
            missing = sum(
                plan.scans[index].rows - work.records[plan.number].rows[index] for plan in plans
            )
            left = tuple(
                (work.records[plan.number].ends[index], plan.scans[index].ranges[0][1])
                for plan in plans
            )
            scans.append(Scan(missing, left, kind))
        if any(scan.rows for scan in scans):
            work.build([ShardPlan(spec.shards, spec.count, tuple(scans))])
        return work.finish()


def _check_count(spec: Spec) -> None:
    rows_of: Counter[int | tuple[int, ...] | None] = Counter()
    for kind in spec.kinds:
        rows_of[kind.size] += kind.rows
    for size, rows in rows_of.items():
        total = spec.query(solvable=True, size=size).total
        if rows > total:
            which = "of this kind" if spec.weights is None else f"with size {size}"
            found = f"there are only {counted(total, 'puzzle')} {which}, {rows} rows requested"
            raise LimitError(f"{found}; lower `count` or widen the range of numbers", total)
    if spec.shards > _MAX_SHARDS:
        problem = f"{spec.count} rows in shards of {spec.shard_rows} are {spec.shards} shards"
        raise LimitError(f"{problem}, more than {_MAX_SHARDS}; raise `shard_rows`", _MAX_SHARDS)


@attrs.frozen
class ShardBuilder(Value):
    """Builds the shards of a spec and writes them to a folder. It can be pickled."""

    spec: Spec
    folder: str

    def __call__(self, plan: ShardPlan, *, workers: int = 1) -> ShardRecord:
        """Build a shard, write its record and then its files, and return the record."""
        record, files = build_shard(self.spec, plan, workers=workers)
        folder = Folder(self.folder)
        workspace.write_record(folder, record, versions())
        for name, content in files.items():
            folder.write(name, content)
        return record


class BuildRun:
    """One run of a build.

    Attributes:
        records: the finished shards of this run and earlier runs, by number.
    """

    def __init__(
        self,
        builder: ShardBuilder,
        run: Run,
        damaged: Callable[[str], None],
    ) -> None:
        self._builder, self._run, self._damaged = builder, run, damaged
        self._folder = Folder(builder.folder)
        self._versions = versions()
        self.records: dict[int, ShardRecord] = {}
        self._earlier = self._earlier_records()
        workspace.begin(self._folder, builder.spec)

    def _earlier_records(self) -> dict[int, ShardRecord]:
        """Return the shards that earlier runs built with the same versions.

        Raises:
            FaceValueError: the folder contains another dataset, or files that no build wrote.
        """
        folder, spec, made_by = self._folder, self._builder.spec, self._versions
        workspace.check(folder)
        manifest, begun = self._manifest(), workspace.unfinished_spec(folder)
        for found in (manifest and manifest.spec, begun):
            if found not in (None, spec):
                problem = f"{quoted(folder.url)} contains a dataset with another spec"
                raise FaceValueError(f"{problem}; choose an empty folder or the same spec")
        written = {MANIFEST, *(file.name for file in manifest.files)} if manifest else set()
        written |= _file_names(spec, workspace.recorded_numbers(folder))
        # Never overwrite foreign files, and never add to a folder with other Parquet files.
        names = {MANIFEST} | _file_names(spec, range(spec.shards + 1))
        is_new = manifest is None and begun is None
        for name in folder.names():
            if name not in written and (name in names or (is_new and name.endswith(".parquet"))):
                problem = f"{quoted(name)} in {quoted(folder.url)} was not written by this build"
                raise FaceValueError(f"{problem}; move it away or build to another folder")
        shards = manifest.shards if manifest and manifest.versions == made_by else ()
        return {record.number: record for record in (*shards, *workspace.records(folder, made_by))}

    def _manifest(self) -> Manifest | None:
        """Return the manifest of an earlier run; make a damaged manifest again from the files.

        Raises:
            FaceValueError: the file with its name is not a manifest, or no file belongs to the
                spec.
        """
        folder, spec = self._folder, self._builder.spec
        content = folder.read(MANIFEST)
        if content is None:
            return None
        try:
            return Manifest.parse(content)
        except FaceValueError:
            problem = f"{quoted(MANIFEST)} in {quoted(folder.url)} is"
            remedy = "move it away or build to another folder"
        if not was_manifest(content):
            raise FaceValueError(f"{problem} not the manifest of a dataset; {remedy}")
        numbers = range(spec.shards + 1)
        recovered = (
            ShardRecord.recover(folder, spec, self._versions, number) for number in numbers
        )
        records = tuple(record for record in recovered if record is not None)
        if not records:
            raise FaceValueError(f"{problem} damaged, as are the files of this spec; {remedy}")
        self._damaged(MANIFEST)
        return Manifest(spec, self._versions, records)

    def build(self, plans: list[ShardPlan]) -> None:
        """Build the shards that are missing or damaged."""
        for plan in plans:
            record = self._earlier.get(plan.number)
            faulty = [] if record is None else record.faulty(self._folder)
            for name in faulty:
                if self._folder.kind(name) is not None:  # do not report missing files
                    self._damaged(name)
            if record is not None and not faulty:
                self._add(record)
        missing = [plan for plan in plans if plan.number not in self.records]
        if not missing:
            return
        if self._run.engine == "local":
            for record in threads(self._builder, missing, self._run.workers):
                self._add(record)
            return
        with tasks(self._run) as each:
            for _, record in each(self._builder, missing):
                self._add(record)

    def _add(self, record: ShardRecord) -> None:
        self.records[record.number] = record
        done = sum(sum(finished.rows) for finished in self.records.values())
        self._run.show("rows", done, self._builder.spec.count)

    def finish(self) -> Manifest:
        """Write the manifest, the card and its Croissant form, and remove the hidden folder.

        Raises:
            LimitError: there are too few rows.
        """
        spec = self._builder.spec
        shards = tuple(self.records[number] for number in sorted(self.records))
        manifest = Manifest(spec, self._versions, shards)
        if manifest.puzzles < spec.count:
            verb = "matches" if manifest.puzzles == 1 else "match"
            found, lower = f"only {counted(manifest.puzzles, 'puzzle')} {verb}", "lower `count` or "
            if not manifest.puzzles:
                found, lower = "no puzzle matches", ""
            remedy = f"{lower}widen the filters" + " or raise `max_lines`" * bool(spec.max_lines)
            raise LimitError(f"{found}, {spec.count} rows requested; {remedy}", manifest.puzzles)
        self._folder.write(MANIFEST, str(manifest).encode())
        for name, write in ((CARD, write_card), (CROISSANT, write_croissant)):
            if self._folder.kind(name) is None:  # never replace a file that somebody has edited
                self._folder.write(name, write(manifest).encode())
        workspace.clear(self._folder)
        return manifest


def _file_names(spec: Spec, shards: Iterable[int]) -> set[str]:
    return {file_name(split, shard) for shard in shards for split, _ in spec.splits}
