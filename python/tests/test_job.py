from __future__ import annotations

import logging
import threading
import time
from typing import Any

import grpc
import pytest
import tiercel
from fake_coordinator import DeadPeer, FakeCoordinator, free_port, until
from tiercel.v1 import tiercel_pb2 as pb


def open_job(*coordinators: str) -> tiercel.Job:
    return tiercel.job("nightly", coordinators=",".join(coordinators), user="ann")


def test_holds_data_while_it_is_open(fake: FakeCoordinator) -> None:
    with tiercel.job("nightly", "/a", coordinators=fake.address, user="ann") as ours:
        assert fake.jobs == {"nightly": {"/a"}}
        assert ours.problem == ""
    assert fake.jobs == {}
    assert fake.named("Release")[0].job == "nightly"


def test_the_jobs_own_error_passes_and_the_data_is_released(fake: FakeCoordinator) -> None:
    with pytest.raises(ZeroDivisionError), tiercel.job("nightly", "/a", coordinators=fake.address, user="ann"):
        1 / 0  # noqa: B018
    assert fake.jobs == {}


def test_renews_its_lease_at_a_third(fake: FakeCoordinator) -> None:
    fake.lease_millis = 1_200
    with open_job(fake.address) as ours:
        begun = time.monotonic()
        ours.prefetch("/a")
        until(lambda: len(fake.named("Renew")) >= 4)
        assert time.monotonic() - begun > 1.5
        assert len(fake.named("Prefetch")) == 1, "the lease has never run out"
    count = len(fake.named("Renew"))
    time.sleep(0.6)
    assert len(fake.named("Renew")) == count, "a closed job renews nothing"


def test_numbers_its_hints_in_one_session(fake: FakeCoordinator) -> None:
    with open_job(fake.address) as ours, open_job(fake.address) as other:
        ours.prefetch("/a")
        ours.prefetch("/b")
        other.prefetch("/c")
    first, second, third = fake.named("Prefetch")
    assert first.session == second.session != third.session
    assert 0 not in (first.session, third.session)
    assert (first.hint, second.hint, third.hint) == (1, 2, 1)


def test_a_job_without_hints_calls_nobody(fake: FakeCoordinator) -> None:
    with open_job(fake.address):
        assert fake.calls == []


def test_hints_again_what_a_restarted_coordinator_forgot(fake: FakeCoordinator) -> None:
    fake.lease_millis = 300
    with open_job(fake.address) as ours:
        ours.prefetch("/a")
        ours.prefetch("/b")
        ours.release("/b")
        fake.jobs.clear()
        until(lambda: fake.jobs == {"nightly": {"/a"}})
        # And it goes on to renew.
        count = len(fake.named("Renew"))
        until(lambda: len(fake.named("Renew")) > count + 1)


def test_hints_again_at_another_coordinator() -> None:
    with FakeCoordinator(epoch=1) as old, FakeCoordinator(epoch=2) as new:
        old.lease_millis = new.lease_millis = 300
        with open_job(old.address, new.address) as ours:
            ours.prefetch(["/a", "/b"])
            # It knows the job by a part of its hints only.
            new.jobs["nightly"] = {"/a"}
            old.is_standby = True
            until(lambda: new.jobs.get("nightly") == {"/a", "/b"})


@pytest.mark.parametrize("wait", [float("inf"), 1e300])
def test_waits_as_long_as_a_thread_can(fake: FakeCoordinator, wait: float) -> None:
    with open_job(fake.address) as ours:
        assert ours.prefetch("/a", wait=wait) is not None
        assert ours.release("/a", wait=wait) is not None


@pytest.mark.parametrize("options", [{"needed_in": "5m"}, {"needed_in": float("nan")}, {"needed_in": True}, {"wait": "long"}])
def test_wrong_arguments_are_a_warning(fake: FakeCoordinator, options: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    with tiercel.job("nightly", "/a", coordinators=fake.address, user="ann", **options) as ours:
        assert ours.problem
        assert ours.prefetch("/b") is not None
    assert "nothing is brought into memory" in caplog.text


def test_a_system_without_threads_is_a_warning(
    fake: FakeCoordinator, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def none(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    fake.lease_millis = 300
    ours = open_job(fake.address)
    ours.prefetch("/held")
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", none)
        assert ours.prefetch("/a") is None
        assert ours.release("/held") is None
    assert "can't start new thread" in caplog.text
    assert ours.prefetch("/b") is not None
    until(lambda: fake.jobs == {"nightly": {"/b"}})  # the release is made up for
    ours.close()


def test_hints_once_the_coordinator_is_there() -> None:
    port = free_port()
    with open_job(f"127.0.0.1:{port}") as ours:
        assert ours.prefetch("/a") is None
        assert "Connection refused" in ours.problem
        with FakeCoordinator(port) as fake:
            until(lambda: fake.jobs == {"nightly": {"/a"}}, 20.0)
            until(lambda: ours.problem == "")


def test_hints_again_what_is_left_out_for_a_while(fake: FakeCoordinator) -> None:
    fake.skipped = [pb.Skipped(path="/a", reason=pb.NO_AGENT, text="no agent yet", temporary=True)]
    with open_job(fake.address) as ours:
        ours.prefetch("/a")
        assert fake.jobs == {"nightly": set()}
        fake.skipped = []
        until(lambda: fake.jobs == {"nightly": {"/a"}})


def test_a_refused_hint_is_not_made_again(fake: FakeCoordinator, caplog: pytest.LogCaptureFixture) -> None:
    fake.refusal = (grpc.StatusCode.INVALID_ARGUMENT, "no such range")
    with open_job(fake.address) as ours:
        assert ours.prefetch("/a") is None
        assert ours.problem == "no such range"
    assert "no such range" in caplog.text
    assert len(fake.named("Prefetch")) == 1


def test_a_release_that_was_not_taken_is_sent_again(fake: FakeCoordinator) -> None:
    fake.lease_millis = 300
    with open_job(fake.address) as ours:
        ours.prefetch("/a")
        ours.prefetch("/b")
        fake.is_standby = True
        assert ours.release("/a") is None
        fake.is_standby = False
        until(lambda: fake.jobs == {"nightly": {"/b"}})


def test_a_release_that_was_not_taken_is_sent_again_by_a_job_without_hints(fake: FakeCoordinator) -> None:
    fake.lease_millis = 300
    with open_job(fake.address) as ours:
        ours.prefetch("/a")
        fake.is_standby = True
        assert ours.release("/a") is None
        renewals = len(fake.named("Renew"))
        until(lambda: len(fake.named("Renew")) > renewals + 1)
        fake.is_standby = False
        until(lambda: fake.jobs == {"nightly": set()})


def test_a_release_that_was_not_taken_is_dropped_when_the_data_is_wanted_again(fake: FakeCoordinator) -> None:
    fake.lease_millis = 300
    with open_job(fake.address) as ours:
        ours.prefetch("/dir")
        fake.is_standby = True
        ours.release("/dir")
        fake.is_standby = False
        ours.prefetch("/dir/a")
        renewals = len(fake.named("Renew"))
        until(lambda: len(fake.named("Renew")) > renewals + 2)
        assert "/dir/a" in fake.jobs["nightly"]
        assert [list(each.data)[0].path for each in fake.named("Release") if each.data] == ["/dir"]


def test_of_a_release_that_was_not_taken_the_rest_is_sent_again_when_a_part_is_wanted_again(fake: FakeCoordinator) -> None:
    fake.lease_millis = 300
    with open_job(fake.address) as ours:
        ours.prefetch(["/a", "/b"])
        fake.is_standby = True
        assert ours.release(["/a", "/b"]) is None
        fake.is_standby = False
        ours.prefetch("/a")
        until(lambda: fake.jobs == {"nightly": {"/a"}})


def test_a_release_that_takes_too_long_takes_nothing_that_is_wanted_again(fake: FakeCoordinator) -> None:
    fake.lease_millis = 300
    with tiercel.Client(fake.address, user="ann", call_deadline=2.0) as client, client.job("nightly") as ours:
        ours.prefetch(["/a", "/b"])
        fake.delays["Release"] = 3.0
        assert ours.release(["/a", "/b"], wait=0.01) is None
        until(lambda: fake.named("Release"))
        fake.delays.clear()
        ours.prefetch("/a")
        until(lambda: len(fake.named("Release")) > 1)
        assert all([each.path for each in call.data] == ["/b"] for call in fake.named("Release")[1:])


def test_asks_for_nothing_that_it_could_not_hold(fake: FakeCoordinator, monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start

    def no_lease(thread: threading.Thread) -> None:
        if thread.name == "tiercel-lease":
            raise RuntimeError("can't start new thread")
        start(thread)

    with open_job(fake.address) as ours:
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", no_lease)
            assert ours.prefetch("/a") is None
            assert "can't start new thread" in ours.problem
        assert fake.named("Prefetch") == []
        assert ours.prefetch("/a") is not None


def test_waits_no_longer_than_it_says_for_a_coordinator_that_hangs() -> None:
    with DeadPeer() as dead:
        begun = time.monotonic()
        with open_job(dead.address) as ours:
            assert ours.prefetch("/a", wait=0.2) is None
            assert time.monotonic() - begun < 2.0
        assert time.monotonic() - begun < 8.0


def test_a_hint_that_comes_late_counts(fake: FakeCoordinator) -> None:
    fake.delay = 0.5
    with open_job(fake.address) as ours:
        assert ours.prefetch("/a", wait=0.05) is None
        until(lambda: fake.jobs == {"nightly": {"/a"}})


def test_a_hint_that_is_taken_after_the_end_is_given_back(fake: FakeCoordinator) -> None:
    fake.delays = {"Prefetch": 0.5}
    with open_job(fake.address) as ours:
        assert ours.prefetch("/a", wait=0.1) is None
    until(lambda: len(fake.named("Release")) == 2)
    until(lambda: not fake.jobs.get("nightly"))


def test_an_absent_coordinator_does_not_delay_the_end() -> None:
    with open_job(f"127.0.0.1:{free_port()}") as ours:
        ours.prefetch("/a")
        begun = time.monotonic()
    assert time.monotonic() - begun < 2.0


@pytest.mark.parametrize("coordinators", ["", "nn", "hdfs://ns"])
def test_a_wrong_address_is_one_warning(coordinators: str, caplog: pytest.LogCaptureFixture) -> None:
    with tiercel.job("nightly", "/a", coordinators=coordinators, user="ann") as ours:
        assert ours.prefetch("/a") is None
        assert ours.release("/a") is None
        assert ours.problem.startswith("coordinator: expected") or "hdfs://" in ours.problem
    (record,) = caplog.records
    assert record.levelno == logging.WARNING and record.name == "tiercel"


def test_bad_paths_are_a_warning(fake: FakeCoordinator, caplog: pytest.LogCaptureFixture) -> None:
    with open_job(fake.address) as ours:
        assert ours.prefetch([]) is None
    assert "paths: expected" in caplog.text
    assert [name for name, _, _ in fake.calls] == ["Release"]


def test_threads_do_not_keep_the_program_alive(fake: FakeCoordinator) -> None:
    with open_job(fake.address) as ours:
        ours.prefetch("/a")
        ours_only = [thread for thread in threading.enumerate() if thread.name.startswith("tiercel-")]
        assert ours_only and all(thread.daemon for thread in ours_only)


def test_closing_twice_is_closing_once(fake: FakeCoordinator) -> None:
    ours = open_job(fake.address)
    ours.prefetch("/a")
    ours.close()
    ours.close()
    assert ours.prefetch("/a") is None
    assert len(fake.named("Release")) == 1


def test_a_job_of_a_client_leaves_the_client_open(fake: FakeCoordinator) -> None:
    with tiercel.Client(fake.address, user="ann") as client:
        with client.job("nightly") as ours:
            ours.prefetch("/a")
        client.status()
        with pytest.raises(tiercel.InvalidArgumentError):
            client.job(" ")
