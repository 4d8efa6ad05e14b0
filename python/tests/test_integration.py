"""Talks to a coordinator that runs. TIERCEL_TEST_COORDINATOR names it, TIERCEL_TEST_PATH a file of its HDFS that the user may read."""

from __future__ import annotations

import os
import uuid

import pytest
import tiercel

COORDINATOR = os.environ.get("TIERCEL_TEST_COORDINATOR", "")
PATH = os.environ.get("TIERCEL_TEST_PATH", "")

pytestmark = pytest.mark.skipif(
    not COORDINATOR, reason="TIERCEL_TEST_COORDINATOR names no coordinator; HOST:PORT of one that runs is expected"
)


@pytest.fixture
def user(monkeypatch: pytest.MonkeyPatch) -> None:
    named = os.environ.get("TIERCEL_TEST_USER")
    if named:
        monkeypatch.setenv("HADOOP_USER_NAME", named)


@pytest.mark.usefixtures("user")
def test_the_coordinator_understands_every_call() -> None:
    job = f"python-test-{uuid.uuid4().hex}"
    with tiercel.Client(COORDINATOR, retry_for=10.0) as client:
        assert client.status().started.year >= 2024
        assert not client.renew(job).known
        missing = client.prefetch(job, "/tiercel-no-such-file")
        assert [each.reason for each in missing.skipped] == ["NOT_FOUND"]
        assert client.release(job).references == 0
        with pytest.raises(tiercel.TiercelError):
            list(client.progress(job, timeout=10.0))


@pytest.mark.usefixtures("user")
@pytest.mark.skipif(not PATH, reason="TIERCEL_TEST_PATH names no file of the coordinator's HDFS")
def test_a_file_is_hinted_kept_and_released() -> None:
    job = f"python-test-{uuid.uuid4().hex}"
    with tiercel.Client(COORDINATOR, retry_for=10.0) as client:
        (file,) = client.tiers(PATH).files
        assert file.length > 0 and file.stored_bytes
        blocks = client.locate(PATH).blocks
        assert blocks and all(block.hosts for block in blocks)
        try:
            plan = client.plan(job, PATH, after=600.0)
            assert plan.in_memory.blocks + plan.in_time.blocks + plan.late.blocks + plan.stuck.blocks == len(blocks) or plan.skipped
            assert job in [each.job for each in client.status().jobs] or plan.skipped
            assert client.renew(job).known or plan.skipped
        finally:
            client.release(job)
        assert not client.renew(job).known
        client.residency(PATH)
        with client.job(job) as session:
            answer = session.prefetch(PATH, wait=60.0)
            assert answer is not None, session.problem
            if answer.complete:
                assert client.wait(job, timeout=60.0).blocks.wanted == len(blocks)
        assert not client.renew(job).known
