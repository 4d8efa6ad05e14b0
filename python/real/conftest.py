from __future__ import annotations

from typing import Iterator

import cluster as clusters
import pytest
import tiercel
from cluster import Cluster


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """With simple authentication: a caller's name is believed."""
    with clusters.start("simple", tmp_path_factory.mktemp("simple")) as started:
        with tiercel.Client(started.coordinators, user="alice") as client:
            clusters.until_agents_answer(started, client)
        yield started
