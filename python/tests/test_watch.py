from __future__ import annotations

import threading
import time

import grpc
import pytest
import tiercel
from fake_coordinator import BLOCK, FakeCoordinator
from tiercel import Client
from tiercel.v1 import tiercel_pb2 as pb


def pinned(path: str, host: str = "node1") -> pb.Residence:
    return pb.Residence(
        block=FakeCoordinator.id_of(path), host=host, state=pb.PINNED, resident_bytes=BLOCK, length=BLOCK, draws_readers=True
    )


def test_says_what_is_in_memory_and_where(fake: FakeCoordinator) -> None:
    fake.files = ["/a", "/b"]
    fake.watch_events = [pinned("/a")]
    with Client(fake.address, user="ann") as ours:
        (found,) = ours.residency(["/a", "/b"])
    assert (found.path, found.host, found.state, found.resident_bytes) == ("/a", "node1", "PINNED", BLOCK)
    first, second = fake.watches[0]
    assert not first.add_placed
    assert [list(each.hosts) for each in second.add_placed] == [["node1", "node2"]] * 2


def test_nothing_is_known_of_no_blocks(fake: FakeCoordinator) -> None:
    fake.files = []
    with Client(fake.address, user="ann") as ours:
        assert list(ours.watch("/empty")) == []
        assert ours.residency("/empty") == ()
    assert fake.watches == []


def test_opens_a_broken_stream_again_at_the_active_coordinator(fake: FakeCoordinator) -> None:
    with FakeCoordinator() as next_one:
        fake.watch_events = [pinned("/a")]
        next_one.watch_events = [pinned("/a", "node2")]
        next_one.is_standby = True
        with Client(f"{fake.address},{next_one.address}", user="ann") as ours, ours.watch("/a") as watch:
            before = next(watch)
            assert (before.complete, before.restarted) == (True, False)
            next_one.is_standby = False
            fake.stop()
            after = next(watch)
            assert (after.complete, after.restarted) == (True, True)
            assert after.residences[0].host == "node2"


def test_ends_after_its_time(fake: FakeCoordinator) -> None:
    with Client(fake.address, user="ann") as ours:
        begun = time.monotonic()
        assert len(list(ours.watch("/a", timeout=0.5))) == 1
        assert 0.4 < time.monotonic() - begun < 4.0


def test_ends_when_another_thread_closes_it(fake: FakeCoordinator) -> None:
    with Client(fake.address, user="ann") as ours:
        watch = ours.watch("/a", timeout=None)
        next(watch)
        threading.Timer(0.2, watch.close).start()
        assert list(watch) == []


def test_a_refusal_is_an_error(fake: FakeCoordinator) -> None:
    with Client(fake.address, user="ann") as ours:
        watch = ours.watch("/a")
        fake.refusal = (grpc.StatusCode.RESOURCE_EXHAUSTED, "too many blocks are watched")
        with pytest.raises(tiercel.TooMuchError, match="too many blocks"):
            next(watch)


def test_many_blocks_are_named_in_several_requests(fake: FakeCoordinator) -> None:
    fake.files = [f"/{number}" for number in range(5_001)]
    with Client(fake.address, user="ann") as ours, ours.watch("/many") as watch:
        assert [next(watch).complete, next(watch).complete] == [False, True]
    assert [len(each.add_placed) for each in fake.watches[0]] == [0, 5_000, 1]
