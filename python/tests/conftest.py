from __future__ import annotations

from typing import Iterator

import pytest
from fake_coordinator import FakeCoordinator


@pytest.fixture
def fake() -> Iterator[FakeCoordinator]:
    with FakeCoordinator() as coordinator:
        yield coordinator


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests do not depend on what whoever runs them has set."""
    for name in (
        "TIERCEL_COORDINATOR",
        "TIERCEL_CA_FILE",
        "TIERCEL_JAR",
        "HADOOP_TOKEN_FILE_LOCATION",
        "HADOOP_USER_NAME",
        "PYSPARK_SUBMIT_ARGS",
        "PYSPARK_GATEWAY_PORT",
        "SPARK_HOME",
        "SPARK_CONF_DIR",
        "SPARK_REMOTE",
        "SPARK_API_MODE",
    ):
        monkeypatch.delenv(name, raising=False)
