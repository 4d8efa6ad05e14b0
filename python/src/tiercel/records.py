"""Why tasks did not read where it is fastest, from the records of ``spark.tiercel.record.dir``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Mapping, Union

from .errors import InvalidArgumentError

_VERSION = 1


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

    :raises InvalidArgumentError: in one line, if they cannot be read
    """
    place = Path(directory)
    files = sorted(place.glob("stages-*.jsonl")) if place.is_dir() else [place]
    found: list[StageSummary] = []
    for file in files:
        try:
            with file.open(encoding="utf-8") as lines:
                found.extend(_stage(line, f"{file}, line {number}") for number, line in enumerate(lines, 1) if line.strip())
        except (OSError, UnicodeDecodeError) as e:
            raise InvalidArgumentError(f"{file}: expected records of stages, they cannot be read: {e}") from e
    return tuple(found)


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


def _stage(line: str, where: str) -> StageSummary:
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
