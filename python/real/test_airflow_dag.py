"""``airflow dags test`` runs the example DAG against a real coordinator; ``spark-submit`` is a stand-in that looks what is in memory."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cluster import HOME, Cluster, until

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("airflow") is None, reason="Airflow is not installed; python/check-real installs it"
)

DAY = "2026-01-02"
SUBMIT = f"""#!{sys.executable}
import sys, tiercel
print("submitted:", *sys.argv[1:])
with tiercel.Client() as client:
    print("in memory:", client.tiers("/events/{DAY}").files[0].pinned_bytes)
"""


def airflow(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "airflow", *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_example_brings_its_input_in_and_gives_it_back(cluster: Cluster, tmp_path: Path) -> None:
    cluster.write(f"/events/{DAY}/part-0", 2 * cluster.block)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "spark-submit").write_text(SUBMIT)
    (tools / "spark-submit").chmod(0o755)
    dags = tmp_path / "dags"
    dags.mkdir()
    (dags / "nightly.py").symlink_to(HOME / "python" / "examples" / "airflow_dag.py")
    environment = {
        **os.environ,
        "AIRFLOW_HOME": str(tmp_path),
        "AIRFLOW__CORE__DAGS_FOLDER": str(dags),
        "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
        "AIRFLOW__CORE__UNIT_TEST_MODE": "False",
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "TIERCEL_COORDINATOR": cluster.coordinators,
        "HADOOP_USER_NAME": "alice",
    }
    airflow(environment, "db", "migrate")
    said = airflow(environment, "dags", "test", "nightly", DAY)
    assert f"nightly-{DAY}: 2 blocks, {2 * cluster.block} bytes" in said, said
    assert f"submitted: --conf spark.tiercel.job=nightly-{DAY} nightly.py {DAY}" in said, said
    in_memory = int(said.rpartition("in memory: ")[2].split()[0])
    # The sensor waits for 90 % of it: all of two blocks.
    assert in_memory == 2 * cluster.block, said
    assert f"nightly-{DAY}: 2 blocks given back" in said, said
    until(lambda: cluster.locked() == 0, "the memory is free")
