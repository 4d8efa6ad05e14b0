"""The notebook is executed, with and without a coordinator."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Mapping

import pytest
from cluster import HOME
from test_pyspark import LINES, environment, events, jars  # noqa: F401  (fixtures)

nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed; python/check-real installs it")

NOTEBOOK = HOME / "python" / "examples" / "tiercel.ipynb"

# Libraries of Jupyter warn of one another.
pytestmark = pytest.mark.filterwarnings("default")


def execute(variables: Mapping[str, str], directory: Path) -> str:
    """What the cells print."""
    import nbformat

    notebook: Any = nbformat.read(NOTEBOOK, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(directory)}})
    client.execute(env=dict(variables))
    return "".join(
        output.get("text", "")
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if output.get("name") == "stdout"
    )


def test_it_reads_from_memory_with_a_coordinator(
    environment: Mapping[str, str], jars: Path, events: str, tmp_path: Path  # noqa: F811
) -> None:
    said = execute({**environment, "TIERCEL_JAR": str(jars), "EVENTS": events}, tmp_path)
    assert f"{LINES} lines" in said
    assert f"{LINES * 11} of {LINES * 11} bytes in memory" in said, said
    assert "possible: {" in said and "happened: {" in said, said
    assert "http://" in said
    assert "5 blocks given back" in said, said


def test_it_runs_without_a_coordinator(
    environment: Mapping[str, str], jars: Path, events: str, tmp_path: Path  # noqa: F811
) -> None:
    alone = {key: value for key, value in environment.items() if key != "TIERCEL_COORDINATOR"}
    said = execute({**alone, "TIERCEL_JAR": str(jars), "EVENTS": events}, tmp_path)
    assert f"{LINES} lines" in said and "no coordinator" in said and "happened: {" in said, said


def test_it_is_kept_without_results() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)
