"""What the operators do, without Airflow."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Callable, Mapping, Optional, Sequence, TypeVar, Union

from ..client import Client
from ..errors import CoordinatorUnavailableError, InvalidArgumentError, TiercelError
from ..model import Progress

T = TypeVar("T")


@dataclass(frozen=True)
class Connection:
    """How a task reaches the coordinator; None for the environment of the worker. See :class:`tiercel.Client`.

    :ivar retry_for: seconds to try again while no coordinator answers
    """

    coordinators: Optional[str] = None
    user: Optional[str] = None
    ca_file: Optional[str] = None
    token_file: Optional[str] = None
    token_service: Optional[str] = None
    retry_for: float = 30.0

    def open(self) -> Client:
        return Client(
            self.coordinators or None,
            user=self.user or None,
            ca_file=self.ca_file or None,
            token_file=self.token_file or None,
            token_service=self.token_service or None,
            retry_for=self.retry_for,
        )


@dataclass(frozen=True)
class Steps:
    """Prefetch, wait and release. A failure is a warning, and the DAG goes on; with ``strict`` it is raised.

    :ivar log: the task's logger
    :ivar passed_on: errors that are always raised: those of Airflow itself, which end a task that is killed or out of time
    """

    connection: Connection
    strict: bool
    log: logging.Logger
    passed_on: tuple[type[BaseException], ...] = ()

    def prefetch(self, job: str, paths: Union[str, Sequence[str]], keep: float) -> Mapping[str, Any]:
        """Hints; returns plain values for XCom.

        :param keep: seconds for which the data is kept if nobody releases it
        """

        def hint(client: Client) -> Mapping[str, Any]:
            answer = client.prefetch(job, paths_of(paths), lease=keep)
            for each in answer.skipped:
                self.log.warning("%s", each)
            self.log.info(
                "%s: %d blocks, %d bytes, %d of them in memory already; kept for %s",
                job,
                len(answer.blocks),
                answer.bytes,
                answer.in_memory,
                timedelta(seconds=round(answer.lease.total_seconds())),
            )
            if self.strict and not answer.complete:
                raise TiercelError(f"{answer.skipped[0]}" + (f"; and {len(answer.skipped) - 1} more" if answer.skipped[1:] else ""))
            skipped = [str(each) for each in answer.skipped[:20]]
            return {"job": job, "blocks": len(answer.blocks), "bytes": answer.bytes, "skipped": skipped}

        return self._run("nothing is brought into memory", hint) or {"job": job, "blocks": 0, "bytes": 0, "skipped": []}

    def release(self, job: str) -> Mapping[str, Any]:
        """Gives all of the job's data back; returns plain values for XCom."""

        def give_back(client: Client) -> Mapping[str, Any]:
            answer = client.release(job)
            self.log.info("%s: %d blocks given back, %d bytes that no job refers to any more", job, *_pair(answer))
            return {"job": job, "references": answer.references, "freed_bytes": answer.freed_bytes}

        return self._run("nothing is released; the data goes with its lease", give_back) or {
            "job": job,
            "references": 0,
            "freed_bytes": 0,
        }

    def is_in_memory(self, job: str, share: float) -> bool:
        """Whether to wait no longer: so much of a job's data is in memory, or no more of it will come.

        :param share: of the bytes that the job wants, from 0 to 1
        :raises TiercelError: with ``strict``, if no more will come
        """

        def look(client: Client) -> bool:
            state = next(client.progress(job, timeout=30.0), None)
            if state is None:
                raise CoordinatorUnavailableError("the coordinator answered nothing")
            counts = state.blocks
            self.log.info("%s: %d of %d bytes in memory", job, counts.resident_bytes, counts.wanted_bytes)
            if counts.resident_bytes >= share * counts.wanted_bytes:
                return True
            if _is_on_its_way(state):
                return False
            raise TiercelError(
                f"{job}: {counts.resident_bytes} of {counts.wanted_bytes} bytes are in memory, and no more will come:"
                f" {counts.failed} blocks failed, {state.waiting_for_room} wait for room"
            )

        if not 0.0 <= share <= 1.0:
            raise InvalidArgumentError(f"share: expected a number from 0 to 1, got {share}")
        found = self._run("the DAG does not wait for memory", look)
        return True if found is None else found

    def _run(self, otherwise: str, step: Callable[[Client], T]) -> Optional[T]:
        """The result of a step; None after a failure that is not raised."""
        try:
            with self.connection.open() as client:
                return step(client)
        except self.passed_on:
            raise
        except TiercelError as e:
            if self.strict:
                raise
            self.log.warning("%s (%s)", otherwise, e)
        except Exception as e:  # a defect here must not end a DAG
            if self.strict:
                raise
            self.log.warning("%s (%s: %s)", otherwise, type(e).__name__, e)
        return None


def paths_of(paths: Union[str, Sequence[str]]) -> list[str]:
    """A list of paths, from a list or from text with commas, as a rendered template may be."""
    found = paths.split(",") if isinstance(paths, str) else [str(path) for path in paths]
    return [path.strip() for path in found if path.strip()]


def _pair(answer: Any) -> tuple[int, int]:
    return answer.references, answer.freed_bytes


def _is_on_its_way(state: Progress) -> bool:
    return state.blocks.bound > 0 or state.blocks.pending > state.waiting_for_room
