"""What the coordinator is asked for and answers with.

Sizes and offsets are bytes. Times are of this machine's clock, in UTC. Names of states and reasons are those of the contract
(``protocol/src/main/protobuf/tiercel/v1/tiercel.proto``); a newer coordinator may know more of them. None is unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from math import isfinite
from numbers import Real
from typing import Any, Iterable, Mapping, Optional, Protocol, Union

from .errors import InvalidArgumentError
from .v1 import tiercel_pb2 as pb

Duration = Union[float, timedelta]
"""Seconds, or a timedelta."""


@dataclass(frozen=True)
class Range:
    offset: int
    length: int


@dataclass(frozen=True)
class Selection:
    """A file, a directory (all files below it) or a glob; with ranges, parts of one file."""

    path: str
    ranges: tuple[Range, ...] = ()


Paths = Union[str, Selection, Iterable[Union[str, Selection]]]


@dataclass(frozen=True)
class BlockId:
    pool: str
    block: int
    generation: int


@dataclass(frozen=True)
class Block:
    """A block that was hinted, and what came of it.

    :ivar state: PENDING, BOUND (on its way to ``host``), RESIDENT (in memory of ``host``) or FAILED (``reason`` says why)
    :ivar expected: when it is expected in memory, where that was asked for; None if nothing brings it in now
    """

    id: BlockId
    path: str
    offset: int
    length: int
    state: str
    host: str
    reason: str
    expected: Optional[datetime]


@dataclass(frozen=True)
class Skipped:
    """Data that does not come in.

    :ivar range: None for the whole file or directory
    :ivar reason: such as NOT_FOUND, NOT_READABLE, NO_AGENT or LIMIT_REACHED
    :ivar text: for people: what, and what would help
    :ivar temporary: the hint should be made again
    """

    path: str
    range: Optional[Range]
    reason: str
    text: str
    temporary: bool

    def __str__(self) -> str:
        return f"not brought in: {self.path}: {self.text}"


@dataclass(frozen=True)
class Prefetched:
    """The answer to a hint: its blocks are queued, not in memory yet.

    :ivar lease: for how long the data is kept, unless the lease is renewed
    """

    blocks: tuple[Block, ...]
    skipped: tuple[Skipped, ...]
    lease: timedelta

    @property
    def bytes(self) -> int:
        return sum(block.length for block in self.blocks)

    @property
    def in_memory(self) -> int:
        """How many of the blocks are in memory already."""
        return sum(block.state == "RESIDENT" for block in self.blocks)

    @property
    def complete(self) -> bool:
        """Whether all that was named comes in."""
        return not self.skipped


@dataclass(frozen=True)
class Part:
    """Some blocks, and their bytes."""

    blocks: int
    bytes: int

    def __str__(self) -> str:
        return f"{self.blocks} block{'' if self.blocks == 1 else 's'}, {self.bytes} bytes"


@dataclass(frozen=True)
class Announcement:
    """How much of a coming job's input will be in memory in time.

    :ivar in_memory: what is there already
    :ivar in_time: what is expected by ``needed_by``
    :ivar late: what is expected later
    :ivar stuck: what nothing brings in now: there is no room, or no agent that answers. It stays asked for
    :ivar last_expected: when the last of what is on its way is expected; None if nothing is
    :ivar kept_until: when the data goes if the job has not taken it over
    """

    needed_by: datetime
    in_memory: Part
    in_time: Part
    late: Part
    stuck: Part
    last_expected: Optional[datetime]
    kept_until: datetime
    skipped: tuple[Skipped, ...]

    @property
    def complete(self) -> bool:
        """Whether all that was named is expected in memory when it is needed, and is kept until then."""
        return not self.problems()

    def problems(self) -> tuple[str, ...]:
        """Why not all of it will be in memory then, a line each."""
        lines = [str(each) for each in self.skipped]
        if self.late.blocks and self.last_expected is not None:
            by = (self.last_expected - self.needed_by).total_seconds()
            lines.append(f"not in time: {self.late}: expected up to {by:.0f} s later than needed")
        if self.stuck.blocks:
            lines.append(f"not in time: {self.stuck}: no room in memory, or no agent that answers")
        if self.kept_until < self.needed_by:
            lines.append("not kept until then: the coordinator allows no longer lease (tiercel.coordinator.job.lease.most)")
        return tuple(lines)


@dataclass(frozen=True)
class Retained:
    """Blocks in memory or on their way that the job refers to now."""

    blocks: tuple[Block, ...]
    skipped: tuple[Skipped, ...]
    lease: timedelta


@dataclass(frozen=True)
class Released:
    """:ivar freed_bytes: to which no job refers any more"""

    references: int
    freed_bytes: int


@dataclass(frozen=True)
class Renewed:
    """:ivar known: False if the coordinator knows no such job: it restarted, or the lease ran out. Hint again what is still wanted"""

    known: bool
    lease: timedelta


@dataclass(frozen=True)
class BlockCounts:
    wanted: int
    pending: int
    bound: int
    resident: int
    failed: int
    wanted_bytes: int
    resident_bytes: int


@dataclass(frozen=True)
class JobState:
    job: str
    user: str
    lease_ends: datetime
    blocks: BlockCounts


@dataclass(frozen=True)
class Device:
    """:ivar bytes_per_second: what one migration is expected to get now"""

    storage: str
    storage_type: str
    bytes_per_second: float
    queued: int
    migrated_blocks: int
    migrated_bytes: int


@dataclass(frozen=True)
class Agent:
    """:ivar pins: False if it has no right to lock memory, and fills the page cache instead"""

    node: str
    host: str
    alive: bool
    pins: bool
    budget_bytes: int
    pinned_bytes: int
    devices: tuple[Device, ...]
    last_seen: datetime


@dataclass(frozen=True)
class Status:
    """:ivar counters: by the names of the coordinator's metrics; for administrators, else empty"""

    started: datetime
    version: str
    agents: tuple[Agent, ...]
    jobs: tuple[JobState, ...]
    pending_migrations: int
    pending_bytes: int
    counters: Mapping[str, int]


@dataclass(frozen=True)
class HostProgress:
    host: str
    resident_bytes: int
    bound_bytes: int


@dataclass(frozen=True)
class Progress:
    """How far a job's data has come.

    :ivar failures: blocks that will not come in, since the last message
    :ivar waiting_for_room: blocks that wait until somebody gives memory back
    """

    blocks: BlockCounts
    hosts: tuple[HostProgress, ...]
    failures: tuple[Block, ...]
    waiting_for_room: int

    @property
    def complete(self) -> bool:
        """Whether all that the job wants is in memory."""
        return self.blocks.resident == self.blocks.wanted


@dataclass(frozen=True)
class FileTiers:
    """Where the bytes of a file are.

    :ivar stored_bytes: of its replicas, by HDFS' names of storage types
    """

    path: str
    length: int
    stored_bytes: Mapping[str, int]
    pinned_bytes: int
    cached_bytes: int
    arriving_bytes: int


@dataclass(frozen=True)
class Tiers:
    files: tuple[FileTiers, ...]
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True)
class LocatedBlock:
    id: BlockId
    path: str
    offset: int
    length: int
    hosts: tuple[str, ...]


@dataclass(frozen=True)
class Located:
    blocks: tuple[LocatedBlock, ...]
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True)
class Residence:
    """One block on one node.

    :ivar state: PINNED (locked in memory), CACHED (in the page cache, at least in part), ARRIVING or GONE
    :ivar resident_bytes: in memory now
    :ivar expected: when it is expected in memory; ARRIVING only
    :ivar cached_for: for how long the coordinator has known of it; CACHED only
    """

    id: BlockId
    path: str
    offset: int
    length: int
    host: str
    state: str
    resident_bytes: int
    expected: Optional[datetime]
    cached_for: Optional[timedelta]


@dataclass(frozen=True)
class ResidencyChanges:
    """Changes of one moment.

    :ivar complete: all that is known of the watched blocks has been said
    :ivar restarted: forget what was said before: the coordinator was lost, and begins anew with these
    """

    residences: tuple[Residence, ...]
    complete: bool
    restarted: bool


# ---- To and from the contract ----


class _WithNames(Protocol):
    def Name(self, number: Any) -> str: ...


def _name(enum: _WithNames, number: int) -> str:
    try:
        return enum.Name(number)
    except ValueError:  # of a newer coordinator
        return str(number)


def millis(duration: Duration) -> int:
    return round(seconds_of(duration) * 1_000)


def seconds_of(duration: Duration) -> float:
    """:raises InvalidArgumentError: unless it is a timedelta or a finite number"""
    if isinstance(duration, timedelta):
        return duration.total_seconds()
    given: Any = duration  # whatever the caller has named
    if isinstance(given, bool) or not isinstance(given, Real) or not isfinite(given):
        raise InvalidArgumentError(f"expected seconds as a number, or a timedelta, got {given!r}")
    return float(given)


def positive_millis(name: str, duration: Optional[Duration]) -> Optional[int]:
    if duration is None:
        return None
    found = millis(duration)
    if found <= 0:
        raise InvalidArgumentError(f"{name}: expected more than 0 s, got {duration}")
    return found


def time_of(epoch_millis: int) -> datetime:
    try:
        return datetime.fromtimestamp(epoch_millis / 1_000, timezone.utc)
    except (OverflowError, OSError, ValueError):
        return datetime.max.replace(tzinfo=timezone.utc)


def duration_of(lease_millis: int) -> timedelta:
    try:
        return timedelta(milliseconds=lease_millis)
    except OverflowError:
        return timedelta.max


def job_name(job: str) -> str:
    if not isinstance(job, str) or not job.strip():
        raise InvalidArgumentError(f"job: expected a name, got {job!r}")
    return job


def selections_of(paths: Paths, least: int = 1) -> tuple[Selection, ...]:
    some: Iterable[Union[str, Selection]] = [paths] if isinstance(paths, (str, Selection)) else paths
    found = tuple(Selection(each) if isinstance(each, str) else each for each in some)
    if len(found) < least:
        raise InvalidArgumentError("paths: expected at least one file, directory or glob, got none")
    for each in found:
        if not isinstance(each, Selection) or not each.path.strip():
            raise InvalidArgumentError(f"paths: expected a file, directory or glob, got {each!r}")
        for part in each.ranges:
            if part.offset < 0 or part.length <= 0:
                raise InvalidArgumentError(f"paths: expected an offset from 0 and a length above 0, got {part} of {each.path}")
    return found


def selection_message(selection: Selection) -> pb.Selection:
    ranges = [pb.Range(offset=each.offset, length=each.length) for each in selection.ranges]
    return pb.Selection(path=selection.path, ranges=ranges)


def block_id(message: pb.BlockId) -> BlockId:
    return BlockId(message.pool, message.block, message.generation)


def block_id_message(block: BlockId) -> pb.BlockId:
    return pb.BlockId(pool=block.pool, block=block.block, generation=block.generation)


def block(message: pb.BlockState) -> Block:
    expected = time_of(message.expected_millis) if message.HasField("expected_millis") else None
    state = _name(pb.MigrationState, message.state)
    return Block(
        block_id(message.block), message.path, message.offset, message.length, state, message.host, message.reason, expected
    )


def skipped(message: pb.Skipped) -> Skipped:
    part = Range(message.range.offset, message.range.length) if message.HasField("range") else None
    return Skipped(message.path, part, _name(pb.SkipReason, message.reason), message.text, message.temporary)


def prefetched(reply: pb.PrefetchReply) -> Prefetched:
    return Prefetched(tuple(map(block, reply.blocks)), tuple(map(skipped, reply.skipped)), duration_of(reply.lease_millis))


def retained(reply: pb.RetainReply) -> Retained:
    return Retained(tuple(map(block, reply.blocks)), tuple(map(skipped, reply.skipped)), duration_of(reply.lease_millis))


def announcement(needed_by: datetime, now: datetime, reply: pb.PrefetchReply) -> Announcement:
    parts: dict[str, list[int]] = {"in_memory": [], "in_time": [], "late": [], "stuck": []}
    expected = []
    for each in map(block, reply.blocks):
        if each.state == "RESIDENT":
            part = "in_memory"
        elif each.expected is None:
            part = "stuck"
        else:
            expected.append(each.expected)
            part = "late" if each.expected > needed_by else "in_time"
        parts[part].append(each.length)
    kept_until = time_of(millis(now.timestamp()) + reply.lease_millis)
    counted = {name: Part(len(lengths), sum(lengths)) for name, lengths in parts.items()}
    return Announcement(
        needed_by=needed_by,
        last_expected=max(expected, default=None),
        kept_until=kept_until,
        skipped=tuple(map(skipped, reply.skipped)),
        **counted,
    )


def block_counts(message: pb.BlockCounts) -> BlockCounts:
    return BlockCounts(
        message.wanted,
        message.pending,
        message.bound,
        message.resident,
        message.failed,
        message.wanted_bytes,
        message.resident_bytes,
    )


def job_state(message: pb.JobState) -> JobState:
    return JobState(message.job, message.user, time_of(message.lease_ends_millis), block_counts(message.blocks))


def _device(message: pb.DeviceState) -> Device:
    return Device(
        message.storage,
        message.storage_type,
        message.bytes_per_second,
        message.queued,
        message.migrated_blocks,
        message.migrated_bytes,
    )


def _agent(message: pb.AgentState) -> Agent:
    return Agent(
        message.node,
        message.host,
        message.alive,
        message.pins,
        message.budget_bytes,
        message.pinned_bytes,
        tuple(map(_device, message.devices)),
        time_of(message.last_seen_millis),
    )


def status(reply: pb.StatusReply) -> Status:
    return Status(
        time_of(reply.started_millis),
        reply.version,
        tuple(map(_agent, reply.agents)),
        tuple(map(job_state, reply.jobs)),
        reply.pending_migrations,
        reply.pending_bytes,
        dict(reply.counters),
    )


def progress(reply: pb.ProgressReply) -> Progress:
    hosts = tuple(HostProgress(each.host, each.resident_bytes, each.bound_bytes) for each in reply.hosts)
    return Progress(block_counts(reply.blocks), hosts, tuple(map(block, reply.failures)), reply.waiting_for_room)


def tiers(reply: pb.TiersReply) -> Tiers:
    files = tuple(
        FileTiers(
            each.path, each.length, dict(each.stored_bytes), each.pinned_bytes, each.cached_bytes, each.arriving_bytes
        )
        for each in reply.files
    )
    return Tiers(files, tuple(map(skipped, reply.skipped)))


def located(reply: pb.LocateReply) -> Located:
    blocks = tuple(
        LocatedBlock(block_id(each.block), each.path, each.offset, each.length, tuple(each.hosts)) for each in reply.blocks
    )
    return Located(blocks, tuple(map(skipped, reply.skipped)))


def residence(message: pb.Residence, where: Optional[LocatedBlock]) -> Residence:
    return Residence(
        id=block_id(message.block),
        path=where.path if where else "",
        offset=where.offset if where else 0,
        length=where.length if where else message.length,
        host=message.host,
        state=_name(pb.ResidenceState, message.state),
        resident_bytes=message.resident_bytes,
        expected=time_of(message.expected_millis) if message.HasField("expected_millis") else None,
        cached_for=duration_of(message.cached_for_millis) if message.HasField("cached_for_millis") else None,
    )
