"""Where a data set is kept: a fault there is one line, and a manifest names no other files."""

from __future__ import annotations

import json

import fsspec
import pytest
from fsspec.implementations.memory import MemoryFileSystem

from facevalue import datasets
from facevalue.cli.main import main
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
def test_a_manifest_that_names_other_files_is_refused_and_they_stay(tmp_path, name):
    folder = tmp_path / "set"
    datasets.build(SPEC, folder)
    outside = tmp_path / "train-00000.parquet"
    outside.write_bytes(b"mine")
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["shards"][0]["files"][0]["name"] = name
    path.write_text(json.dumps(manifest))
    with pytest.raises(FaceValueError, match=r"is not the manifest of a data set; move it away"):
        datasets.build(SPEC, folder)
    assert outside.read_bytes() == b"mine"


@pytest.mark.parametrize("content", [b"", b"\0" * 500, b"{}", b"[" * 10**5, b"\xff", b"null"])
def test_a_damaged_manifest_is_named_with_the_remedy(tmp_path, content):
    datasets.build(SPEC, tmp_path)
    (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(FaceValueError, match=r"'manifest.json' in .* move it away or build to"):
        datasets.build(SPEC, tmp_path)
    (tmp_path / "manifest.json").unlink()


def test_more_rows_than_there_are_puzzles_are_refused_at_once():
    with pytest.raises(LimitError, match="there are only 1820 puzzles of this kind, 1821 rows"):
        datasets.build(SPEC.replaced(count=1821), "memory://none")
    with pytest.raises(LimitError, match="there are only 1820 puzzles of this kind"):
        datasets.build(SPEC.replaced(count=10**12), "memory://none")


def test_a_data_set_has_at_most_100_000_shards():
    with pytest.raises(LimitError, match="expected at most 100000 shards: 1000000000000 rows in"):
        datasets.build(SPEC.replaced(high=100_000, count=10**12), "memory://none")
