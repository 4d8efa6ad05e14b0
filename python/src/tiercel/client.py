"""The explicit client: every failure is an exception, in one line. For helpers that never raise see :func:`tiercel.job`."""

from __future__ import annotations

import time
from datetime import datetime, timedelta, timezone
from types import TracebackType
from typing import TYPE_CHECKING, Iterator, Optional

from . import endpoints, identity, model
from .channel import CoordinatorChannel, Method
from .errors import CoordinatorUnavailableError, InvalidArgumentError
from .model import Duration, Paths
from .v1 import tiercel_pb2 as pb
from .watch import Watch

if TYPE_CHECKING:
    from .session import Job

_PREFETCH = Method[pb.PrefetchRequest, pb.PrefetchReply]("Hints", "Prefetch", pb.PrefetchReply)
_RETAIN = Method[pb.RetainRequest, pb.RetainReply]("Hints", "Retain", pb.RetainReply)
_RELEASE = Method[pb.ReleaseRequest, pb.ReleaseReply]("Hints", "Release", pb.ReleaseReply)
_RENEW = Method[pb.RenewRequest, pb.RenewReply]("Hints", "Renew", pb.RenewReply)
_LOCATE = Method[pb.LocateRequest, pb.LocateReply]("Residency", "Locate", pb.LocateReply)
_STATUS = Method[pb.StatusRequest, pb.StatusReply]("State", "Status", pb.StatusReply)
_TIERS = Method[pb.TiersRequest, pb.TiersReply]("State", "Tiers", pb.TiersReply)
_PROGRESS = Method[pb.ProgressRequest, pb.ProgressReply]("State", "Progress", pb.ProgressReply)


class Client:
    """A client of the coordinator. Making one connects to nothing. Thread-safe; close it, or use it in a ``with``.

    :param coordinators: ``HOST:PORT``, or several separated by commas, of which one is active; default: ``TIERCEL_COORDINATOR``
    :param user: on whose behalf calls are made, where Hadoop has simple authentication; default: ``HADOOP_USER_NAME``, then who runs this
    :param ca_file: where Hadoop has Kerberos: a PEM file with the certificate that signs the coordinator's; switches TLS on. Default:
        ``TIERCEL_CA_FILE``
    :param token_file: with ``ca_file``: a file with an HDFS delegation token; default: ``HADOOP_TOKEN_FILE_LOCATION``
    :param token_service: which token, if the file has those of several HDFS
    :param call_deadline: seconds for calls that the coordinator answers from memory
    :param hint_deadline: seconds for calls that make it ask HDFS
    :param retry_for: for how many seconds a call is tried again while no coordinator answers, as during a failover
    :raises InvalidArgumentError: if one of these is not what is expected
    """

    def __init__(
        self,
        coordinators: Optional[str] = None,
        *,
        user: Optional[str] = None,
        ca_file: Optional[str] = None,
        token_file: Optional[str] = None,
        token_service: Optional[str] = None,
        call_deadline: float = 5.0,
        hint_deadline: float = 60.0,
        retry_for: float = 0.0,
    ) -> None:
        for name, seconds in (("call_deadline", call_deadline), ("hint_deadline", hint_deadline)):
            if not seconds > 0:
                raise InvalidArgumentError(f"{name}: expected more than 0 s, got {seconds}")
        found = endpoints.parse(endpoints.named(coordinators))
        who, credentials = identity.security(user, ca_file, token_file, token_service)
        self._channel = CoordinatorChannel(found, who, credentials)
        self._call_deadline = call_deadline
        self._hint_deadline = hint_deadline
        self._retry_for = retry_for

    @property
    def epoch(self) -> int:
        """Grows with each failover between NameNodes; 0 before the first answer, and without NameNodes."""
        return self._channel.epoch

    def prefetch(
        self,
        job: str,
        paths: Paths,
        *,
        needed_in: Optional[Duration] = None,
        lease: Optional[Duration] = None,
        evict_after_read: bool = False,
        estimate: bool = False,
    ) -> model.Prefetched:
        """Asks that data be in memory. Returns when it is queued, not when it is in memory: see :meth:`wait`.

        :param job: the owner of the data, for :meth:`release`; a Spark application with ``spark.tiercel.job`` of that name takes it over
        :param needed_in: earlier needs are served first; default: as if it were needed in five minutes
        :param lease: how long the data is kept without :meth:`renew`; default: the coordinator's
        :param evict_after_read: a block goes once the job has read it
        :param estimate: say when each block is expected; takes the coordinator longer
        """
        request = pb.PrefetchRequest(
            job=model.job_name(job),
            data=map(model.selection_message, model.selections_of(paths)),
            eviction=pb.EVICT_AFTER_READ if evict_after_read else pb.EVICT_ON_RELEASE,
            needed_in_millis=None if needed_in is None else max(0, model.millis(needed_in)),
            lease_millis=model.positive_millis("lease", lease),
            estimate=estimate,
        )
        return self._hint(request)

    def hint_of_session(
        self, job: str, paths: Paths, needed_in: Optional[Duration], session: int, number: int
    ) -> model.Prefetched:
        """As :meth:`prefetch`, of a session that hints again by itself. For :class:`tiercel.Job`.

        The coordinator does not keep such hints for the next coordinator.
        """
        request = pb.PrefetchRequest(
            job=model.job_name(job),
            data=map(model.selection_message, model.selections_of(paths)),
            eviction=pb.EVICT_ON_RELEASE,
            needed_in_millis=None if needed_in is None else max(0, model.millis(needed_in)),
            session=session,
            hint=number,
        )
        return self._hint(request)

    def _hint(self, request: pb.PrefetchRequest) -> model.Prefetched:
        return model.prefetched(self._channel.call(_PREFETCH, request, self._hint_deadline, self._retry_for))

    def plan(
        self,
        job: str,
        paths: Paths,
        *,
        at: Optional[datetime] = None,
        after: Optional[Duration] = None,
        keep: Duration = 3600.0,
    ) -> model.Announcement:
        """Announces what a job to come will read, and when; says whether it can be in memory by then.

        :param at: when the job will read; a time without a zone is local
        :param after: the time until then, in place of ``at``
        :param keep: how long after that time the data is kept if the job has not started
        """
        now = datetime.now(timezone.utc)
        if (at is None) == (after is None):
            raise InvalidArgumentError("plan: expected either at or after")
        needed_by = at.astimezone(timezone.utc) if at is not None else now + timedelta(seconds=model.seconds_of(after or 0.0))
        until = needed_by - now
        if until <= timedelta(0):
            raise InvalidArgumentError(f"plan: expected a time in the future, got {at if at is not None else after}")
        request = pb.PrefetchRequest(
            job=model.job_name(job),
            data=map(model.selection_message, model.selections_of(paths)),
            needed_in_millis=model.millis(until),
            lease_millis=model.positive_millis("keep", until + timedelta(seconds=model.seconds_of(keep))),
            estimate=True,
        )
        reply = self._channel.call(_PREFETCH, request, self._hint_deadline, self._retry_for)
        return model.announcement(needed_by, datetime.now(timezone.utc), reply)

    def retain(self, job: str, paths: Paths, *, lease: Optional[Duration] = None) -> model.Retained:
        """Keeps what is in memory already, without bringing anything in."""
        request = pb.RetainRequest(
            job=model.job_name(job),
            data=map(model.selection_message, model.selections_of(paths)),
            lease_millis=model.positive_millis("lease", lease),
        )
        return model.retained(self._channel.call(_RETAIN, request, self._hint_deadline, self._retry_for))

    def release(self, job: str, paths: Paths = ()) -> model.Released:
        """Gives a job's data back: all of it, or files at or below some paths."""
        data = map(model.selection_message, model.selections_of(paths, least=0))
        request = pb.ReleaseRequest(job=model.job_name(job), data=data)
        reply = self._channel.call(_RELEASE, request, self._call_deadline, self._retry_for)
        return model.Released(reply.references, reply.freed_bytes)

    def renew(self, job: str, *, lease: Optional[Duration] = None) -> model.Renewed:
        """Keeps a job's data for one lease more.

        :param lease: the lease from now on; 0: the coordinator's default; None: as before
        """
        lease_millis = None if lease is None else max(0, model.millis(lease))
        request = pb.RenewRequest(job=model.job_name(job), lease_millis=lease_millis)
        reply = self._channel.call(_RENEW, request, self._call_deadline, self._retry_for)
        return model.Renewed(reply.known, model.duration_of(reply.lease_millis))

    def status(self) -> model.Status:
        """Agents, and the jobs that the caller may see."""
        return model.status(self._channel.call(_STATUS, pb.StatusRequest(), self._call_deadline, self._retry_for))

    def tiers(self, path: str) -> model.Tiers:
        """Where the bytes of files are, as ``tiercel ls`` shows it."""
        request = pb.TiersRequest(path=model.selections_of(path)[0].path)
        return model.tiers(self._channel.call(_TIERS, request, self._hint_deadline, self._retry_for))

    def progress(self, job: str, *, timeout: float = 3600.0) -> Iterator[model.Progress]:
        """How far a job's data has come: at once, and at each change, until nothing of it is on its way any more.

        :param timeout: seconds; then CoordinatorUnavailableError
        """
        request = pb.ProgressRequest(job=model.job_name(job))
        return map(model.progress, self._channel.stream(_PROGRESS, request, timeout, self._retry_for))

    def wait(self, job: str, *, timeout: float = 3600.0) -> model.Progress:
        """Waits until nothing of a job's data is on its way any more; ``complete`` says whether all of it is in memory.

        :param timeout: seconds; when they are over, the answer is how far it has come
        """
        ends = time.monotonic() + timeout
        last: Optional[model.Progress] = None
        try:
            for last in self.progress(job, timeout=timeout):
                pass
        except CoordinatorUnavailableError:
            if last is None or time.monotonic() < ends:
                raise
        if last is None:
            raise CoordinatorUnavailableError(f"the coordinator at {self._channel.address} answered nothing")
        return last

    def locate(self, paths: Paths) -> model.Located:
        """Which blocks files have, and on which hosts."""
        request = pb.LocateRequest(data=map(model.selection_message, model.selections_of(paths)))
        return model.located(self._channel.call(_LOCATE, request, self._hint_deadline, self._retry_for))

    def watch(self, paths: Paths, *, job: str = "", timeout: Optional[float] = 3600.0) -> Watch:
        """Follows which blocks of files are in memory, and where. Iterate over it; close it, or use it in a ``with``.

        :param job: a name for the coordinator's log
        :param timeout: seconds after which the iteration ends; None: until it is closed
        """
        return Watch(self._channel, self.locate(paths).blocks, job, timeout, max(self._retry_for, 30.0))

    def residency(self, paths: Paths, *, timeout: float = 10.0) -> tuple[model.Residence, ...]:
        """Which blocks of files are in memory or on their way now, and where. Files that the caller may not read have none; see :meth:`locate`.

        :param timeout: seconds until the coordinator must have said all that it knows
        """
        found: dict[tuple[model.BlockId, str], model.Residence] = {}
        with self.watch(paths, timeout=timeout) as watch:
            if not watch.blocks:
                return ()
            for changes in watch:
                if changes.restarted:
                    found.clear()
                found.update({(each.id, each.host): each for each in changes.residences})
                if changes.complete:
                    return tuple(each for each in found.values() if each.state != "GONE")
        raise CoordinatorUnavailableError(f"the coordinator at {self._channel.address} did not answer in time")

    def job(self, name: str) -> Job:
        """A job whose lease is renewed while it is open: see :class:`tiercel.Job`. It does not close this client."""
        from .session import Job

        return Job(self, model.job_name(name))

    def close(self) -> None:
        """Ends calls that are under way."""
        self._channel.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()
