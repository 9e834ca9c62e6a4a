"""The notebooks of the docs run, and print what is written in them.

They need the extra `notebooks`.
"""

import pytest

from tests.paths import DOCS

NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))
MAX_BYTES = 100_000


def printed(notebook):
    """The output of the cells as strings; plots are not compared."""
    return [
        output.get("text") or output["data"]["text/plain"]
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
    ]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of Jupyter's own packages
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_reproduces_its_output(path):
    nbformat, nbclient = map(pytest.importorskip, ("nbformat", "nbclient"))
    pytest.importorskip("matplotlib")
    notebook = nbformat.read(path, as_version=4)
    written = printed(notebook)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    assert written == printed(notebook)


def test_there_is_a_notebook_for_each_group_and_all_are_small():
    assert ["judge", "play", "poker", "turns"] == [path.stem for path in NOTEBOOKS]
    assert [] == [path.stem for path in NOTEBOOKS if path.stat().st_size > MAX_BYTES]
