"""Every call of the client, on real coordinators and a real HDFS. The kernel says what is in memory."""

from __future__ import annotations

import time
from datetime import datetime, timedelta, timezone
from typing import Iterator

import pytest
import tiercel
from cluster import Cluster, until, until_replaced


@pytest.fixture
def alice(cluster: Cluster) -> Iterator[tiercel.Client]:
    with tiercel.Client(cluster.coordinators, user="alice", retry_for=30.0) as client:
        yield client


@pytest.fixture
def path(cluster: Cluster, request: pytest.FixtureRequest) -> Iterator[str]:
    """A directory with a file of three and a half blocks; nothing of it is in memory, before and after."""
    directory = f"/{request.node.name}"
    cluster.write(f"{directory}/file", 3 * cluster.block + cluster.block // 2)
    cluster.ask("evict")
    yield directory
    cluster.ask("delete", directory)
    until(lambda: cluster.locked() == 0, "nothing is locked")


def blocks_of(cluster: Cluster) -> int:
    return 3 * cluster.block + cluster.block // 2


def test_data_comes_in_and_is_given_back(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    size = blocks_of(cluster)
    hint = alice.prefetch("morning", path, lease=timedelta(minutes=10), estimate=True)
    assert hint.complete and len(hint.blocks) == 4 and hint.bytes == size
    assert hint.lease == timedelta(minutes=10)
    assert {block.path for block in hint.blocks} == {f"{path}/file"}
    assert all(block.expected is not None for block in hint.blocks if block.state != "RESIDENT")

    progress = alice.wait("morning", timeout=60.0)
    assert progress.complete and progress.blocks.resident_bytes == size
    assert sum(each.resident_bytes for each in progress.hosts) == size
    assert {each.host for each in progress.hosts if each.resident_bytes} <= set(cluster.hosts)
    assert cluster.locked() == size
    assert alice.prefetch("morning", path).in_memory == 4

    assert alice.release("morning", f"{path}/file") == tiercel.Released(4, size)
    until(lambda: cluster.locked() == 0, "the memory is free")
    assert alice.release("morning") == tiercel.Released(0, 0)


def test_parts_of_a_file_come_in(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    part = tiercel.Selection(f"{path}/file", (tiercel.Range(cluster.block, 1),))
    hint = alice.prefetch("part", part)
    assert [(block.offset, block.length) for block in hint.blocks] == [(cluster.block, cluster.block)]
    assert alice.wait("part").complete and cluster.locked() == cluster.block
    assert alice.release("part", part).references == 1


def test_a_glob_comes_in(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    cluster.write(f"{path}/other", cluster.block)
    assert {block.path for block in alice.prefetch("glob", f"{path}/f*").blocks} == {f"{path}/file"}
    assert alice.wait("glob").complete
    alice.release("glob")


def test_a_plan_says_what_will_be_there_in_time(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    start = datetime.now(timezone.utc) + timedelta(hours=2)
    plan = alice.plan("tonight", path, at=start, keep=timedelta(minutes=30))
    assert plan.complete and plan.needed_by == start
    assert plan.in_memory.blocks + plan.in_time.blocks == 4 and plan.late.blocks == plan.stuck.blocks == 0
    assert abs(plan.kept_until - start - timedelta(minutes=30)) < timedelta(seconds=10)
    assert alice.wait("tonight").complete
    again = alice.plan("tonight", path, after=timedelta(hours=1))
    assert again.in_memory == tiercel.Part(4, blocks_of(cluster)) and again.last_expected is None
    alice.release("tonight")


def test_a_plan_says_what_will_be_late(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    plan = alice.plan("now", path, after=0.001)
    assert not plan.complete and plan.late.blocks > 0
    assert plan.in_memory.blocks + plan.in_time.blocks + plan.late.blocks == 4
    assert plan.problems()[0].startswith(f"not in time: {plan.late}: expected up to ")
    alice.release("now")


def test_what_has_no_room_is_said(cluster: Cluster, alice: tiercel.Client) -> None:
    budget = sum(agent.budget_bytes for agent in alice.status().agents)
    cluster.write("/large", budget + 3 * cluster.block)
    try:
        plan = alice.plan("large", "/large", after=timedelta(days=1))
        assert plan.stuck.blocks == 3
        assert plan.problems() == (f"not in time: 3 blocks, {3 * cluster.block} bytes: no room in memory, or no agent that answers",)
        progress = alice.wait("large", timeout=60.0)
        assert not progress.complete and progress.waiting_for_room == 3
        assert progress.blocks.resident_bytes == budget
    finally:
        alice.release("large")
        cluster.ask("delete", "/large")
    until(lambda: cluster.locked() == 0, "the memory is free")


def test_status_shows_agents_and_jobs(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    before = datetime.now(timezone.utc)
    alice.prefetch("shown", path, lease=600.0)
    alice.wait("shown")
    status = alice.status()
    assert status.started < before and status.version
    assert sorted(agent.host for agent in status.agents) == cluster.hosts
    assert all(agent.alive and agent.budget_bytes == 64 << 20 for agent in status.agents)
    assert all(abs(agent.last_seen - before) < timedelta(minutes=1) for agent in status.agents)
    assert sorted(device.storage_type for device in status.agents[0].devices) == ["DISK", "SSD"]
    (job,) = [job for job in status.jobs if job.job == "shown"]
    assert job.user == "alice" and job.blocks.resident == 4
    assert timedelta(minutes=9) < job.lease_ends - before <= timedelta(minutes=11)

    def pinned() -> int:
        return sum(agent.pinned_bytes for agent in alice.status().agents)

    until(lambda: pinned() == blocks_of(cluster), "agents say what they hold")
    alice.release("shown")


def test_locate_and_tiers_say_where_bytes_are(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    located = alice.locate(path)
    assert not located.skipped
    assert [(block.path, block.offset) for block in located.blocks] == [(f"{path}/file", at * cluster.block) for at in range(4)]
    assert all(sorted(block.hosts) == cluster.hosts for block in located.blocks)
    (file,) = alice.tiers(path).files
    assert (file.path, file.length, file.pinned_bytes) == (f"{path}/file", blocks_of(cluster), 0)
    assert file.stored_bytes == {"SSD": file.length, "DISK": file.length}
    alice.prefetch("tiers", path)
    alice.wait("tiers")
    assert alice.tiers(path).files[0].pinned_bytes == file.length
    alice.release("tiers")
    assert [each.reason for each in alice.locate("/no-such").skipped + alice.tiers("/no-such").skipped] == ["NOT_FOUND"] * 2


def test_residency_is_told_now_and_as_it_changes(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    def pinned() -> dict[int, str]:
        return {each.offset: each.host for each in alice.residency(path) if each.state == "PINNED"}

    assert pinned() == {}
    with alice.watch(path, timeout=60.0) as watch:
        assert next(watch).complete
        alice.prefetch("watched", path)
        last: dict[int, tiercel.Residence] = {}
        for changes in watch:
            last.update({each.offset: each for each in changes.residences})
            if len(last) == 4 and all(each.state == "PINNED" for each in last.values()):
                break
        assert {each.path for each in last.values()} == {f"{path}/file"}
        assert sum(each.resident_bytes for each in last.values()) == blocks_of(cluster)
        assert pinned() == {each.offset: each.host for each in last.values()}
        alice.release("watched")
        gone: set[int] = set()
        for changes in watch:
            gone |= {each.offset for each in changes.residences if each.state != "PINNED"}
            if len(gone) == 4:
                break
    until(lambda: not pinned(), "nothing is resident")


def test_retain_keeps_what_is_in_memory_and_brings_in_nothing(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    assert alice.retain("keeps", path).blocks == ()
    alice.prefetch("brings", tiercel.Selection(f"{path}/file", (tiercel.Range(0, 2 * cluster.block),)))
    alice.wait("brings")
    kept = alice.retain("keeps", path, lease=60.0)
    assert [(block.offset, block.state) for block in kept.blocks] == [(0, "RESIDENT"), (cluster.block, "RESIDENT")]
    assert kept.lease == timedelta(minutes=1)
    assert alice.release("brings") == tiercel.Released(2, 0)
    assert cluster.locked() == 2 * cluster.block
    assert alice.release("keeps").freed_bytes == 2 * cluster.block


def test_a_lease_is_renewed_and_ends(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    assert not alice.renew("leased").known
    alice.prefetch("leased", path, lease=600.0)
    assert alice.renew("leased") == tiercel.Renewed(True, timedelta(minutes=10))
    assert alice.renew("leased", lease=2.0) == tiercel.Renewed(True, timedelta(seconds=2))
    time.sleep(3.0)
    assert not alice.renew("leased").known
    until(lambda: cluster.locked() == 0, "the memory is free")


def test_what_does_not_come_in_is_said(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    cluster.write(f"{path}/secret", cluster.block, "600")
    cluster.write(f"{path}/empty", 0)
    hint = alice.prefetch("refused", [f"{path}/absent", f"{path}/secret", f"{path}/empty"])
    assert hint.blocks == ()
    assert [each.reason for each in hint.skipped] == ["NOT_FOUND", "NOT_READABLE", "EMPTY"]
    assert str(hint.skipped[0]) == f"not brought in: {path}/absent: there is no such file or directory"
    assert "user=alice" in hint.skipped[1].text
    with pytest.raises(tiercel.UnknownError):
        alice.wait("refused", timeout=10.0)


def test_others_neither_see_nor_release_a_job(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    alice.prefetch("hers", path)
    alice.wait("hers")
    with tiercel.Client(cluster.coordinators, user="bob") as bob:
        assert bob.release("hers") == tiercel.Released(0, 0)
        assert not bob.renew("hers").known
        with pytest.raises(tiercel.UnknownError):
            bob.wait("hers", timeout=10.0)
    assert alice.release("hers").references == 4


def test_a_job_holds_its_data_while_it_is_open(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    with tiercel.job("open", path, coordinators=cluster.coordinators, user="alice", wait=60.0) as job:
        assert job.problem == ""
        assert alice.wait("open").complete
        released = job.release(f"{path}/file")
        assert released is not None and released.references == 4
        hint = job.prefetch(path, wait=60.0)
        assert hint is not None and hint.complete
        assert alice.wait("open").complete
    until(lambda: cluster.locked() == 0, "the memory is free")


def test_a_failover_is_followed(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    """The active coordinator is killed. What a job and a hint of a command want stays in memory, and calls go to the other one."""
    cluster.write(f"{path}/command", cluster.block)
    alice.prefetch("command", f"{path}/command", lease=600.0)
    with alice.job("session") as job, alice.watch(path, timeout=120.0) as watch:
        assert job.prefetch(f"{path}/file", wait=60.0) is not None
        alice.wait("session")
        alice.wait("command")
        for changes in watch:
            if sum(each.state == "PINNED" for each in changes.residences) or changes.complete:
                break
        first = alice.epoch
        assert first > 0
        until(lambda: cluster.ask("kept", "command") == "true", "the hint of a command is kept for the next coordinator")
        cluster.ask("kill", 1)
        cluster.ask("fail-over", 2)
        try:
            until_replaced(cluster, alice, first)
            until(lambda: alice.renew("command").known, "the hint of a command is known again")
            until(lambda: alice.renew("session").known, "the job has hinted again")
            assert cluster.locked() == blocks_of(cluster) + cluster.block
            assert any(changes.restarted for changes in watch)
            assert alice.wait("session").complete
        finally:
            cluster.ask("start", 1)
            alice.release("command")
    until(lambda: cluster.locked() == 0, "the memory is free")


def test_a_coordinator_that_wakes_up_is_not_obeyed(cluster: Cluster, alice: tiercel.Client, path: str) -> None:
    """The active NameNode hangs and is replaced. When it wakes up, it takes itself for active until it writes."""
    alice.prefetch("before", path)
    first = alice.epoch
    cluster.ask("signal", 2, "STOP")
    try:
        cluster.ask("fail-over", 1)
        until_replaced(cluster, alice, first)
    finally:
        cluster.ask("signal", 2, "CONT")
    second = alice.epoch
    assert second > first
    for _ in range(20):
        assert alice.prefetch("after", path).complete
        assert alice.epoch == second
    assert alice.wait("after").complete
    alice.release("before")
    alice.release("after")
