"""Why tasks did not read where it is fastest, from the records of ``spark.tiercel.record.dir``."""

from __future__ import annotations

import json
import os
import re
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Iterator, Mapping, Optional, Union

from .errors import InvalidArgumentError

_VERSION = 1
# Files roll after many records, and to open two takes microseconds.
_TRIES = 100


@dataclass(frozen=True)
class StageSummary:
    """Task attempts of one stage by where they read (docs/records.md).

    :ivar possible: their best place, over the nodes where the application had a slot
    :ivar happened: the place where they ran
    :ivar best_hits: how many ran at their best possible place
    """

    app: str
    stage: int
    attempt: int
    name: str
    policy: str
    launched: int
    possible: Mapping[str, int]
    happened: Mapping[str, int]
    best_hits: int

    def reasons(self) -> tuple[str, ...]:
        """Why not all attempts read from memory; empty if they did."""
        lines = []
        unknown = self.possible.get("UNKNOWN", 0)
        in_memory = self.possible.get("MEMORY", 0) + self.possible.get("PROCESS", 0)
        elsewhere = self.launched - in_memory - unknown
        if self.policy == "stock":
            lines.append("Spark's own scheduler decided (spark.tiercel.policy=stock)")
        if unknown:
            lines.append(f"the input of {unknown} of {self.launched} tasks was not located, or not before they were launched")
        if elsewhere:
            lines.append(f"the input of {elsewhere} of {self.launched} tasks was in memory of no node with a slot")
        missed = self.launched - self.best_hits
        if missed:
            lines.append(f"{missed} of {self.launched} tasks ran elsewhere, though a better place was possible")
        return tuple(lines)

    def __str__(self) -> str:
        attempt = f" attempt {self.attempt}" if self.attempt else ""
        return f"{self.app} stage {self.stage}{attempt} ({self.name})"


def stages(directory: Union[str, Path]) -> tuple[StageSummary, ...]:
    """All stages that are recorded in a directory, or in one file ``stages-APP.jsonl``.

    Drivers may write meanwhile. If a file rolls (``spark.tiercel.record.size``), no record is missed or read twice.

    :raises InvalidArgumentError: in one line, if they cannot be read
    """
    place = Path(directory)
    if not place.is_dir():
        with _readable(place), place.open("rb") as lines:
            return tuple(_stages(place, lines))
    # Two lists, since one of a large directory may miss a file that is renamed meanwhile.
    files = {
        file.with_name(re.sub(r"\.1\.jsonl$", ".jsonl", file.name)) for _ in range(2) for file in place.glob("stages-*.jsonl")
    }
    return tuple(stage for file in sorted(files) for stage in _rolling(file))


def _rolling(file: Path) -> list[StageSummary]:
    """The stages of the file that was renamed before, then those of ``file``. An open file stays the same when it is renamed."""
    older = file.with_name(re.sub(r"\.jsonl$", ".1.jsonl", file.name))
    for _ in range(_TRIES):
        with ExitStack() as stack:
            before = _opened(older, stack)
            after = _opened(file, stack)
            # If not, the file rolled meanwhile, and what was between the two may be open nowhere.
            if _is_still(older, before):
                return _stages(older, before) + _stages(file, after)
    raise InvalidArgumentError(f"{file}: expected records of stages, it rolls faster than it can be opened")


def _opened(file: Path, stack: ExitStack) -> Optional[BinaryIO]:
    """None if it is not there."""
    with _readable(file):
        try:
            return stack.enter_context(file.open("rb"))
        except FileNotFoundError:
            return None


def _is_still(file: Path, opened: Optional[BinaryIO]) -> bool:
    with _readable(file):
        try:
            now = os.stat(file)
        except FileNotFoundError:
            return opened is None
        return opened is not None and os.path.samestat(now, os.fstat(opened.fileno()))


def _stages(file: Path, lines: Optional[BinaryIO]) -> list[StageSummary]:
    found: list[StageSummary] = []
    with _readable(file):
        for number, line in enumerate(lines or (), 1):
            if _is_unfinished(line):
                break  # The driver may have written the rest by now: it would be the next line.
            if line.strip():
                found.append(_stage(line, f"{file}, line {number}"))
    return found


def _is_unfinished(line: bytes) -> bool:
    """Whether a driver still writes this line, which is then the last one."""
    if line.endswith(b"\n"):
        return False
    try:
        json.loads(line)
    except ValueError:
        return True
    return False


@contextmanager
def _readable(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as e:
        raise InvalidArgumentError(f"{file}: expected records of stages, they cannot be read: {e}") from e


def explain(directory: Union[str, Path]) -> tuple[str, ...]:
    """Why tasks did not read from memory, a line for each stage and reason.

    :param directory: that of ``spark.tiercel.record.dir``
    :raises InvalidArgumentError: in one line, if it cannot be read
    """
    found = stages(directory)
    if not found:
        return (
            f"{directory}: no stage is recorded. Tiercel was off (the driver's log then says 'Tiercel is off'), or no stage"
            " read files of HDFS or of a cache",
        )
    return tuple(f"{stage}: {reason}" for stage in found for reason in stage.reasons() or ("all tasks read from memory",))


def _stage(line: bytes, where: str) -> StageSummary:
    try:
        record: Any = json.loads(line)
        if record["version"] > _VERSION:
            raise InvalidArgumentError(f"{where}: expected a record of version {_VERSION}, got {record['version']}")
        return StageSummary(
            str(record["app"]),
            int(record["stage"]),
            int(record["attempt"]),
            str(record["name"]),
            str(record["policy"]),
            int(record["launched"]),
            {str(place): int(count) for place, count in record["possible"].items()},
            {str(place): int(count) for place, count in record["happened"].items()},
            int(record["bestHits"]),
        )
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as e:
        raise InvalidArgumentError(f"{where}: expected the record of a stage, got something else") from e
    except ValueError as e:
        if isinstance(e, InvalidArgumentError):
            raise
        raise InvalidArgumentError(f"{where}: expected the record of a stage, got something else") from e
