"""Client of Tiercel's coordinator, which brings data of HDFS into memory before jobs read it.

:class:`Client` makes explicit calls and raises errors. :func:`job` sits in a job: it never raises and never waits for long.
:func:`configure` switches Tiercel on in PySpark. ``tiercel.airflow`` has operators for Airflow.
"""

# Before all that imports gRPC.
from . import grpc_fork  # noqa: F401, I001
from .client import Client
from .errors import (
    CoordinatorUnavailableError,
    FailedError,
    InvalidArgumentError,
    MalformedError,
    NotAllowedError,
    RefusedError,
    TiercelError,
    TooMuchError,
    UnknownError,
)
from .model import (
    Agent,
    Announcement,
    Block,
    BlockCounts,
    BlockId,
    Device,
    FileTiers,
    HostProgress,
    JobState,
    Located,
    LocatedBlock,
    Part,
    Prefetched,
    Progress,
    Range,
    Released,
    Renewed,
    Residence,
    ResidencyChanges,
    Retained,
    Selection,
    Skipped,
    Status,
    Tiers,
)
from .records import StageSummary, explain, stages
from .session import Job, job
from .spark import configure
from .watch import Watch

__all__ = [
    "Agent",
    "Announcement",
    "Block",
    "BlockCounts",
    "BlockId",
    "Client",
    "CoordinatorUnavailableError",
    "Device",
    "FailedError",
    "FileTiers",
    "HostProgress",
    "InvalidArgumentError",
    "Job",
    "JobState",
    "Located",
    "LocatedBlock",
    "MalformedError",
    "NotAllowedError",
    "Part",
    "Prefetched",
    "Progress",
    "Range",
    "RefusedError",
    "Released",
    "Renewed",
    "Residence",
    "ResidencyChanges",
    "Retained",
    "Selection",
    "Skipped",
    "StageSummary",
    "Status",
    "Tiers",
    "TiercelError",
    "TooMuchError",
    "UnknownError",
    "Watch",
    "configure",
    "explain",
    "job",
    "stages",
]
