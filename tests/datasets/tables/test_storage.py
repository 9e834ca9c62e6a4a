"""Storage of datasets: an error there is one line, and a manifest names no other files."""

from __future__ import annotations

import json

import fsspec
import pytest
from fsspec.implementations.memory import MemoryFileSystem

from facevalue import datasets
from facevalue.cli.main import main
from facevalue.datasets.building.build import ShardBuilder
from facevalue.errors import FaceValueError, LimitError

SPEC = datasets.Spec(count=10, low=1, high=13)


class NoKeys(Exception):  # noqa: N818 - as packages for object stores name theirs
    """An error of a package that fsspec knows and facevalue does not."""


class Locked(MemoryFileSystem):
    """An object store without credentials: it opens, and then refuses everything."""

    protocol = "locked"
    store: dict[str, object] = {}  # noqa: RUF012 - fsspec's way

    def refuse(self, *_, **__):
        raise NoKeys("unable to locate\n credentials")

    cat_file = pipe_file = info = ls = makedirs = _open = refuse


@pytest.fixture(autouse=True, scope="module")
def _locked():
    fsspec.register_implementation("locked", Locked, clobber=True)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("nosuch://bucket/set", "Protocol not known: nosuch"),
        ("locked://bucket/set", "unable to locate credentials"),
        ("\x1b]0;title\x07://bucket", "Protocol not known"),
    ],
)
def test_a_url_that_cannot_be_used_is_one_line_with_exit_code_3(capsys, url, reason):
    assert main(["dataset", "build", "--count", "10", "--low", "1", "--high", "13", "-o", url]) == 3
    said = capsys.readouterr().err
    assert said.startswith("facevalue: cannot use ")
    assert reason in said
    assert said.count("\n") == 1
    assert said.rstrip("\n").isprintable()


def test_from_python_it_is_an_os_error_with_its_cause():
    with pytest.raises(
        OSError, match=r"cannot use 'locked://bucket/set': unable to locate cred"
    ) as e:
        datasets.build(SPEC, "locked://bucket/set")
    assert isinstance(e.value.__cause__, NoKeys)


class Buckets(MemoryFileSystem):
    """An object store like in the cloud: making a folder makes its bucket."""

    protocol = "buckets"
    store: dict[str, object] = {}  # noqa: RUF012 - fsspec's way
    pseudo_dirs = [""]  # noqa: RUF012 - fsspec's way
    made: list[str] = []  # noqa: RUF012 - the buckets

    @classmethod
    def _strip_protocol(cls, path):
        return path.removeprefix("buckets://").strip("/")

    def pipe_file(self, path, value, **_):
        if path.split("/")[0] not in self.made:
            raise FileNotFoundError("the specified bucket does not exist")
        self.store[path] = value

    def cat_file(self, path, **_):
        if path not in self.store:
            raise FileNotFoundError(path)
        return self.store[path]

    def info(self, path, **_):
        if path not in self.made and path not in self.store:
            raise FileNotFoundError(path)
        return {"name": path, "type": "file" if path in self.store else "directory", "size": 0}

    def ls(self, path, **_):
        return [name for name in self.store if name.rpartition("/")[0] == path]

    def rm_file(self, path):
        del self.store[path]

    def mkdir(self, path, *, create_parents=True, **_):
        bucket = path.split("/")[0]
        if bucket == path or create_parents:
            self.made.append(bucket)

    def makedirs(self, path, **_):
        self.mkdir(path)


@pytest.fixture
def buckets():
    fsspec.register_implementation("buckets", Buckets, clobber=True)
    Buckets.made[:] = ["ours"]
    Buckets.store.clear()
    return Buckets


def test_a_bucket_is_never_made(buckets, capsys):
    url = "buckets://typo/set"
    assert main(["dataset", "build", "--count", "10", "--low", "1", "--high", "13", "-o", url]) == 3
    said = capsys.readouterr().err
    assert f"facevalue: cannot write to '{url}': there is no 'typo'; create it first\n" == said
    assert ["ours"] == buckets.made
    assert not buckets.store


def test_a_bucket_that_exists_is_written_to(buckets):
    datasets.build(SPEC, "buckets://ours/new/set")
    assert "ours/new/set/manifest.json" in buckets.store
    assert ["ours"] == buckets.made


class Shares(MemoryFileSystem):
    """A store with real folders: nothing can be written to one that does not exist."""

    protocol = "shares"
    store: dict[str, object] = {}  # noqa: RUF012 - fsspec's way
    pseudo_dirs = [""]  # noqa: RUF012 - fsspec's way

    @classmethod
    def _strip_protocol(cls, path):
        return "/" + path.removeprefix("shares://").strip("/")

    def pipe_file(self, path, value, **options):
        if not self.exists(path.rpartition("/")[0]):
            raise FileNotFoundError(path)
        super().pipe_file(path, value, **options)


def test_folders_are_made_where_a_store_has_some():
    fsspec.register_implementation("shares", Shares, clobber=True)
    datasets.build(SPEC, "shares://home/new/set")
    assert "/home/new/set/manifest.json" in Shares.store


@pytest.mark.parametrize(
    "name",
    [
        "../train-00000.parquet",
        "/etc/train-00000.parquet",
        "train-00001.parquet",
        "train",
        "",
        "../x",
    ],
)
def test_a_manifest_that_names_other_files_is_written_again_and_they_stay(tmp_path, name):
    folder = tmp_path / "set"
    built = str(datasets.build(SPEC, folder))
    outside = tmp_path / "train-00000.parquet"
    outside.write_bytes(b"mine")
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["shards"][0]["files"][0]["name"] = name
    path.write_text(json.dumps(manifest))
    assert built == str(datasets.build(SPEC, folder))
    assert built == path.read_text()
    assert outside.read_bytes() == b"mine"


@pytest.mark.parametrize("content", [b"{}", b"[" * 10**5, b"\xff", b"null", b"my notes"])
def test_another_file_called_manifest_is_named_with_the_remedy(tmp_path, content):
    datasets.build(SPEC, tmp_path)
    (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(FaceValueError, match=r"'manifest.json' in .* move it away or build to"):
        datasets.build(SPEC, tmp_path)
    assert content == (tmp_path / "manifest.json").read_bytes()


@pytest.fixture
def shards(tmp_path):
    """A folder with a dataset of three shards, and the bytes of its files."""
    spec = SPEC.replace(count=60, shard_rows=20)
    datasets.build(spec, tmp_path)
    return spec, tmp_path, files_of(tmp_path)


def files_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def built_again(spec, folder, monkeypatch):
    """The names of damaged files, and the numbers of the shards that are built."""
    damaged, numbers, make = [], [], ShardBuilder.__call__

    def call(self, shard, **options):
        numbers.append(shard.number)
        return make(self, shard, **options)

    with monkeypatch.context() as patch:
        patch.setattr(ShardBuilder, "__call__", call)
        datasets.build(spec, folder, damaged=damaged.append)
    return damaged, sorted(numbers)


@pytest.mark.parametrize("kept", [0, 1, 40, 700, -3])
def test_a_damaged_manifest_is_written_again_from_the_shards(shards, monkeypatch, kept):
    spec, folder, before = shards
    path = folder / "manifest.json"
    path.write_bytes(path.read_bytes()[:kept])
    assert (["manifest.json"], []) == built_again(spec, folder, monkeypatch)
    assert before == files_of(folder)


def test_a_manifest_of_zeros_is_written_again(shards, monkeypatch):
    spec, folder, before = shards
    (folder / "manifest.json").write_bytes(b"\0" * 500)
    assert (["manifest.json"], []) == built_again(spec, folder, monkeypatch)
    assert before == files_of(folder)


def test_missing_shards_are_rebuilt_if_the_manifest_is_damaged(shards, monkeypatch):
    spec, folder, before = shards
    (folder / "manifest.json").write_bytes(b"")
    (folder / "train-00001.parquet").unlink()
    (folder / "test-00001.parquet").unlink()
    assert (["manifest.json"], [1]) == built_again(spec, folder, monkeypatch)
    assert before == files_of(folder)


@pytest.mark.parametrize("place", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_a_damaged_shard_is_named_if_the_manifest_is_damaged(shards, place):
    spec, folder, _ = shards
    (folder / "manifest.json").write_bytes(b"")
    path = folder / "train-00001.parquet"
    damaged = bytearray(path.read_bytes())
    damaged[int(place * len(damaged))] ^= 0xFF
    path.write_bytes(damaged)
    before = files_of(folder)
    with pytest.raises(FaceValueError, match=r"00001.parquet' in .* move it away or build to"):
        datasets.build(spec, folder)
    assert before == files_of(folder)


@pytest.mark.parametrize("changed", [{"count": 59}, {"seed": 1}])
def test_a_damaged_manifest_of_another_spec_is_not_replaced(shards, changed):
    spec, folder, _ = shards
    (folder / "manifest.json").write_bytes(b"")
    before = files_of(folder)
    with pytest.raises(FaceValueError, match="is damaged, as are the files of this spec; move it"):
        datasets.build(spec.replace(**changed), folder)
    assert before == files_of(folder)


def test_a_damaged_shard_is_named_and_built_again(shards, monkeypatch, capsys):
    spec, folder, before = shards
    (folder / "train-00001.parquet").write_bytes(b"?")
    assert (["train-00001.parquet"], [1]) == built_again(spec, folder, monkeypatch)
    assert before == files_of(folder)
    (folder / "train-00001.parquet").write_bytes(b"?")
    (folder / "test-00002.parquet").unlink()
    (folder.parent / "spec.toml").write_text(str(spec))
    assert main(["dataset", "build", str(folder.parent / "spec.toml"), "-o", str(folder)]) == 0
    assert capsys.readouterr().err.startswith(
        "facevalue: train-00001.parquet is damaged; writing it again\n"
    )


def test_more_rows_than_there_are_puzzles_are_refused_at_once():
    with pytest.raises(LimitError, match="there are only 1820 puzzles of this kind, 1821 rows"):
        datasets.build(SPEC.replace(count=1821), "memory://none")
    with pytest.raises(LimitError, match="there are only 1820 puzzles of this kind"):
        datasets.build(SPEC.replace(count=10**12), "memory://none")


def test_a_dataset_has_at_most_100_000_shards():
    with pytest.raises(LimitError, match="are 20000000 shards, more than 100000; raise"):
        datasets.build(SPEC.replace(high=100_000, count=10**12), "memory://none")
