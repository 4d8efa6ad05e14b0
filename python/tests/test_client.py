from __future__ import annotations

import threading
import time
from datetime import datetime, timedelta, timezone
from typing import Any, Callable

import grpc
import pytest
import tiercel
from fake_coordinator import BLOCK, DeadPeer, FakeCoordinator, FreezableProxy, free_port, until
from tiercel import Client
from tiercel.v1 import tiercel_pb2 as pb


def client(*coordinators: Any, **settings: Any) -> Client:
    return Client(",".join(getattr(each, "address", each) for each in coordinators), user="ann", **settings)


def test_hints_and_releases(fake: FakeCoordinator) -> None:
    fake.resident = {"/b"}
    with client(fake) as ours:
        answer = ours.prefetch("nightly", ["/a", "/b"], lease=timedelta(seconds=30), needed_in=2)
        assert [block.path for block in answer.blocks] == ["/a", "/b"]
        assert (answer.bytes, answer.in_memory, answer.complete) == (2 * BLOCK, 1, True)
        assert answer.lease == timedelta(seconds=30)
        assert ours.release("nightly", "/a") == tiercel.Released(1, BLOCK)
        assert fake.jobs == {"nightly": {"/b"}}
        assert ours.release("nightly") == tiercel.Released(1, BLOCK)
        assert fake.jobs == {}
    request = fake.named("Prefetch")[0]
    assert (request.job, request.lease_millis, request.needed_in_millis) == ("nightly", 30_000, 2_000)
    assert request.eviction == pb.EVICT_ON_RELEASE


def test_says_what_was_skipped(fake: FakeCoordinator) -> None:
    fake.skipped = [pb.Skipped(path="/none", reason=pb.NOT_FOUND, text="no such file")]
    with client(fake) as ours:
        answer = ours.prefetch("nightly", ["/a", "/none"])
    assert not answer.complete
    assert answer.skipped == (tiercel.Skipped("/none", None, "NOT_FOUND", "no such file", False),)
    assert str(answer.skipped[0]) == "not brought in: /none: no such file"


def test_leaves_out_what_is_not_set(fake: FakeCoordinator) -> None:
    with client(fake) as ours:
        ours.prefetch("nightly", tiercel.Selection("/a", (tiercel.Range(5, 7),)), evict_after_read=True)
        ours.renew("nightly")
        ours.renew("nightly", lease=0)
    hint = fake.named("Prefetch")[0]
    assert not hint.HasField("lease_millis") and not hint.HasField("needed_in_millis") and not hint.estimate
    assert hint.eviction == pb.EVICT_AFTER_READ
    assert hint.data[0].ranges[0] == pb.Range(offset=5, length=7)
    first, second = fake.named("Renew")
    assert not first.HasField("lease_millis")
    assert second.HasField("lease_millis") and second.lease_millis == 0


def test_names_the_user_url_encoded(fake: FakeCoordinator) -> None:
    with Client(fake.address, user="ann ä+b") as ours:
        ours.status()
    assert fake.calls[0][2]["tiercel-user"] == "ann+%C3%A4%2Bb"


def test_takes_the_user_and_the_coordinator_of_the_environment(fake: FakeCoordinator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIERCEL_COORDINATOR", fake.address)
    monkeypatch.setenv("HADOOP_USER_NAME", "hugo")
    with Client() as ours:
        ours.status()
    assert fake.calls[0][2]["tiercel-user"] == "hugo"


def test_plans_a_job(fake: FakeCoordinator) -> None:
    at = datetime.now(timezone.utc) + timedelta(hours=2)
    millis = round(at.timestamp() * 1_000)
    fake.resident = {"/memory"}
    fake.estimates = {"/early": millis - 1_000, "/late": millis + 5_000}
    fake.lease_millis = 3 * 3_600_000
    with client(fake) as ours:
        plan = ours.plan("nightly", ["/memory", "/early", "/late", "/stuck"], at=at, keep=timedelta(hours=1))
    one = tiercel.Part(1, BLOCK)
    assert (plan.in_memory, plan.in_time, plan.late, plan.stuck) == (one, one, one, one)
    assert plan.last_expected is not None and abs(plan.last_expected - at - timedelta(seconds=5)) < timedelta(milliseconds=2)
    assert not plan.complete
    assert plan.problems()[0] == f"not in time: 1 block, {BLOCK} bytes: expected up to 5 s later than needed"
    request = fake.named("Prefetch")[0]
    assert request.estimate
    assert abs(request.needed_in_millis - 7_200_000) < 2_000
    assert request.lease_millis - request.needed_in_millis == 3_600_000


def test_a_plan_says_that_the_lease_is_too_short(fake: FakeCoordinator) -> None:
    fake.resident = {"/a"}
    fake.lease_millis = 60_000
    with client(fake) as ours:
        plan = ours.plan("nightly", "/a", after=timedelta(hours=1))
        assert plan.problems() == (
            "not kept until then: the coordinator allows no longer lease (tiercel.coordinator.job.lease.most)",
        )
        fake.lease_millis = 7_200_000
        assert ours.plan("nightly", "/a", after=3_600).complete


def test_shows_the_state(fake: FakeCoordinator) -> None:
    device = pb.DeviceState(storage="s1", storage_type="SSD", bytes_per_second=5e8, queued=1)
    counts = pb.BlockCounts(wanted=3, resident=1, wanted_bytes=3 * BLOCK, resident_bytes=BLOCK)
    fake.status = pb.StatusReply(
        started_millis=1_000,
        version="0.1",
        agents=[pb.AgentState(node="n", host="node1", alive=True, pins=True, budget_bytes=9, devices=[device])],
        jobs=[pb.JobState(job="nightly", user="ann", lease_ends_millis=2_000, blocks=counts)],
        counters={"hints": 4},
    )
    with client(fake) as ours:
        status = ours.status()
        tiers = ours.tiers("/a")
        retained = ours.retain("nightly", "/a")
    assert status.started == datetime(1970, 1, 1, 0, 0, 1, tzinfo=timezone.utc)
    assert status.agents[0].devices[0].storage_type == "SSD"
    assert status.jobs[0].blocks.resident_bytes == BLOCK
    assert status.counters == {"hints": 4}
    assert tiers.files[0].stored_bytes == {"DISK": 2 * BLOCK, "SSD": BLOCK}
    assert retained.blocks == ()


def test_waits_until_all_is_in_memory(fake: FakeCoordinator) -> None:
    def reply(resident: int) -> pb.ProgressReply:
        return pb.ProgressReply(blocks=pb.BlockCounts(wanted=2, resident=resident))

    fake.progress = [reply(0), reply(1), reply(2)]
    with client(fake) as ours:
        assert [each.blocks.resident for each in ours.progress("nightly")] == [0, 1, 2]
        assert ours.wait("nightly").complete
        fake.progress = [reply(1)]
        assert not ours.wait("nightly").complete


def test_follows_a_job_at_the_active_coordinator(fake: FakeCoordinator) -> None:
    fake.progress = [pb.ProgressReply(blocks=pb.BlockCounts(wanted=1, resident=1))]
    with FakeCoordinator() as standby, client(standby, fake) as ours:
        standby.is_standby = True
        assert ours.wait("nightly").complete
        fake.is_standby = True
        with pytest.raises(tiercel.CoordinatorUnavailableError, match="standby: "):
            list(ours.progress("nightly"))


def test_follows_a_job_over_a_failover_for_as_long_as_it_may_retry() -> None:
    port = free_port()
    with tiercel.Client(f"127.0.0.1:{port}", user="ann", retry_for=30.0) as ours:
        last: list[tiercel.Progress] = []
        waiting = threading.Thread(target=lambda: last.append(ours.wait("nightly")))
        waiting.start()
        with FakeCoordinator(port) as late:
            late.progress = [pb.ProgressReply(blocks=pb.BlockCounts(wanted=1, resident=1))]
            waiting.join(30.0)
        assert last and last[0].complete


@pytest.mark.parametrize("method", ["call", "stream"])
def test_tries_again_until_the_last_moment(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    class Clock:
        @staticmethod
        def monotonic() -> float:
            return 100.0 + sum(waits)

        @staticmethod
        def sleep(seconds: float) -> None:
            waits.append(seconds)

    with tiercel.Client(f"127.0.0.1:{free_port()}", user="ann", retry_for=30.0) as ours:
        monkeypatch.setattr("tiercel.channel.time", Clock)
        with pytest.raises(tiercel.CoordinatorUnavailableError, match="Connection refused"):
            ours.status() if method == "call" else ours.wait("nightly")
    assert waits == [1.0, 2.0, 4.0, 8.0, 15.0]


def test_follows_a_job_that_a_new_coordinator_does_not_know_yet(fake: FakeCoordinator) -> None:
    fake.progress = [pb.ProgressReply(blocks=pb.BlockCounts(wanted=1, bound=1))]
    fake.progress_pause = 30.0
    with FakeCoordinator() as late, tiercel.Client(f"{fake.address},{late.address}", user="ann", retry_for=30.0) as ours:
        late.ends_progress = (grpc.StatusCode.NOT_FOUND, "there is no job")
        following = ours.progress("nightly")
        assert next(following).blocks.bound == 1
        fake.stop()
        last: list[tiercel.Progress] = []
        waiting = threading.Thread(target=lambda: last.extend(following))
        waiting.start()
        until(lambda: len(late.named("Progress")) >= 2)
        late.progress = [pb.ProgressReply(blocks=pb.BlockCounts(wanted=1, resident=1))]
        late.ends_progress = None
        waiting.join(30.0)
        assert last and last[-1].complete


def test_a_job_that_ends_while_it_is_followed_is_an_error(fake: FakeCoordinator) -> None:
    fake.progress = [pb.ProgressReply(blocks=pb.BlockCounts(wanted=1, bound=1))]
    fake.ends_progress = (grpc.StatusCode.NOT_FOUND, "the job has ended")
    with client(fake) as ours:
        following = ours.progress("nightly")
        assert next(following).blocks.bound == 1
        with pytest.raises(tiercel.UnknownError, match="the job has ended"):
            next(following)


def test_waits_no_longer_than_it_is_told(fake: FakeCoordinator) -> None:
    fake.progress = [pb.ProgressReply(blocks=pb.BlockCounts(wanted=2, bound=1, resident=1))]
    fake.progress_pause = 5.0
    with client(fake) as ours:
        begun = time.monotonic()
        assert not ours.wait("nightly", timeout=0.3).complete
        assert time.monotonic() - begun < 3.0


REFUSALS: list[tuple[grpc.StatusCode, type[tiercel.RefusedError], bool]] = [
    (grpc.StatusCode.INVALID_ARGUMENT, tiercel.MalformedError, False),
    (grpc.StatusCode.PERMISSION_DENIED, tiercel.NotAllowedError, True),
    (grpc.StatusCode.UNAUTHENTICATED, tiercel.NotAllowedError, True),
    (grpc.StatusCode.NOT_FOUND, tiercel.UnknownError, False),
    (grpc.StatusCode.RESOURCE_EXHAUSTED, tiercel.TooMuchError, True),
    (grpc.StatusCode.INTERNAL, tiercel.FailedError, False),
]


@pytest.mark.parametrize(("code", "kind", "may_pass"), REFUSALS)
def test_a_refusal_is_an_error_with_the_coordinators_line(
    fake: FakeCoordinator, code: grpc.StatusCode, kind: type[tiercel.RefusedError], may_pass: bool
) -> None:
    fake.refusal = (code, "because")
    with client(fake) as ours, pytest.raises(kind, match="^because$") as caught:
        ours.status()
    assert caught.value.may_pass is may_pass
    assert len(fake.calls) == 1


def test_asks_the_next_one_of_a_standby(fake: FakeCoordinator) -> None:
    with FakeCoordinator() as standby:
        standby.is_standby = True
        with client(standby, fake) as ours:
            ours.status()
            ours.status()
    assert len(standby.calls) == 1, "later calls go to the active one at once"
    assert len(fake.calls) == 2


def test_says_why_none_of_several_answers(fake: FakeCoordinator) -> None:
    fake.is_standby = True
    nobody = f"127.0.0.1:{free_port()}"
    expected = f"the coordinator at {nobody} or {fake.address} cannot be reached: standby: "
    with client(nobody, fake) as ours, pytest.raises(tiercel.CoordinatorUnavailableError) as caught:
        ours.status()
    assert str(caught.value).startswith(expected)
    assert "\n" not in str(caught.value)


def test_says_that_nobody_listens() -> None:
    with client(f"127.0.0.1:{free_port()}") as ours, pytest.raises(tiercel.CoordinatorUnavailableError, match="Connection refused"):
        ours.status()


def test_tries_again_while_no_coordinator_is_active(fake: FakeCoordinator) -> None:
    fake.is_standby = True
    with client(fake, retry_for=0.0) as ours, pytest.raises(tiercel.CoordinatorUnavailableError):
        ours.status()
    with client(fake, retry_for=20.0) as ours:
        import threading

        def activate() -> None:
            fake.is_standby = False

        threading.Timer(0.3, activate).start()
        ours.status()
    assert len(fake.calls) >= 3


def test_a_dead_peer_costs_no_more_than_the_time_to_connect(fake: FakeCoordinator) -> None:
    with DeadPeer() as dead, client(dead, fake) as ours:
        begun = time.monotonic()
        ours.status()
        assert time.monotonic() - begun < 4.9, "within the deadline of one call"


def test_a_dead_peer_alone_ends_the_call_at_its_deadline() -> None:
    with DeadPeer() as dead, client(dead, call_deadline=0.5) as ours:
        begun = time.monotonic()
        with pytest.raises(tiercel.CoordinatorUnavailableError, match="did not answer in time"):
            ours.status()
        assert time.monotonic() - begun < 3.0


def test_a_connection_that_died_is_noticed_before_a_long_deadline(fake: FakeCoordinator) -> None:
    with FakeCoordinator() as other, FreezableProxy(other.port) as proxy, client(proxy, fake, hint_deadline=60.0) as ours:
        ours.prefetch("nightly", "/a")
        assert len(other.calls) == 1
        proxy.freeze()
        begun = time.monotonic()
        ours.prefetch("nightly", "/a")
        assert time.monotonic() - begun < 20.0
    assert len(fake.calls) == 1


def test_the_call_after_one_without_answer_goes_to_the_next(fake: FakeCoordinator) -> None:
    with FakeCoordinator() as slow:
        slow.delay = 1.0
        with client(slow, fake, call_deadline=0.2) as ours:
            with pytest.raises(tiercel.CoordinatorUnavailableError, match="did not answer in time"):
                ours.status()
            ours.status()
    assert len(fake.calls) == 1


def test_drops_answers_of_a_replaced_coordinator() -> None:
    with FakeCoordinator(epoch=7) as old, FakeCoordinator(epoch=8) as new:
        with client(old, new) as ours:
            ours.prefetch("nightly", "/a")
            assert ours.epoch == 7
            old.is_standby = True
            ours.prefetch("nightly", "/a")
            assert ours.epoch == 8
            # The old one wakes up and believes that it is active.
            old.is_standby = False
            new.is_standby = True
            with pytest.raises(tiercel.CoordinatorUnavailableError):
                ours.prefetch("nightly", "/a")
            assert ours.epoch == 8


def test_refusals_of_a_replaced_coordinator_do_not_count() -> None:
    with FakeCoordinator(epoch=7) as old, FakeCoordinator(epoch=8) as new:
        with client(new, old) as ours:
            ours.status()
            new.is_standby = True
            old.refusal = (grpc.StatusCode.NOT_FOUND, "no such job")
            with pytest.raises(tiercel.CoordinatorUnavailableError):
                ours.status()


def test_says_that_it_is_closed(fake: FakeCoordinator) -> None:
    ours = client(fake)
    ours.status()
    ours.close()
    with pytest.raises(tiercel.CoordinatorUnavailableError, match="the client is closed"):
        ours.status()


BAD_CALLS: list[tuple[Callable[[Client], Any], str]] = [
    (lambda ours: ours.prefetch("", "/a"), "job: expected a name"),
    (lambda ours: ours.prefetch("nightly", []), "paths: expected at least one"),
    (lambda ours: ours.prefetch("nightly", ["/a", " "]), "paths: expected a file"),
    (lambda ours: ours.prefetch("nightly", tiercel.Selection("/a", (tiercel.Range(0, 0),))), "paths: expected an offset"),
    (lambda ours: ours.prefetch("nightly", "/a", lease=0), "lease: expected more than 0 s"),
    (lambda ours: ours.plan("nightly", "/a"), "plan: expected either"),
    (lambda ours: ours.plan("nightly", "/a", after=-1), "plan: expected a time in the future"),
]


@pytest.mark.parametrize(("call", "expected"), BAD_CALLS)
def test_bad_input_is_one_line_and_is_not_sent(fake: FakeCoordinator, call: Callable[[Client], Any], expected: str) -> None:
    with client(fake) as ours, pytest.raises(tiercel.InvalidArgumentError, match=f"^{expected}") as caught:
        call(ours)
    assert isinstance(caught.value, ValueError)
    assert fake.calls == []


@pytest.mark.parametrize(
    "address", ["", "nn", "nn:", ":7411", "nn:0", "nn:65536", "nn:7411,", "n n:7411", "nn:7a", "nn:-1", "hdfs://ns", "-nn:1"]
)
def test_refuses_bad_addresses(address: str) -> None:
    with pytest.raises(tiercel.InvalidArgumentError, match="^coordinator: "):
        Client(address, user="ann")


@pytest.mark.parametrize("address", ["nn:7411", "10.0.0.1:7411", "[::1]:7411", "nn1:7411, nn2:7411", "a_b.example.org:1"])
def test_takes_good_addresses(address: str) -> None:
    Client(address, user="ann").close()


@pytest.mark.parametrize("user", ["", " ", "a\nb", "x" * 256])
def test_refuses_bad_users(user: str) -> None:
    with pytest.raises(tiercel.InvalidArgumentError, match="^user: "):
        Client("nn:7411", user=user)


@pytest.mark.parametrize("name", ["call_deadline", "hint_deadline"])
def test_every_call_has_a_deadline(name: str) -> None:
    settings: dict[str, Any] = {name: 0}
    with pytest.raises(tiercel.InvalidArgumentError, match=f"^{name}: "):
        Client("nn:7411", user="ann", **settings)
