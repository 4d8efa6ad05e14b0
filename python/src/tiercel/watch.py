"""A subscription to the residency of blocks."""

from __future__ import annotations

import queue
import time
from types import TracebackType
from typing import Any, Iterator, Optional, Sequence

import grpc

from . import model
from .channel import AwayError, CoordinatorChannel, Method, RetryBackoff, epoch_of
from .errors import CoordinatorUnavailableError
from .v1 import tiercel_pb2 as pb

_WATCH = Method[pb.WatchRequest, pb.ResidencyEvents]("Residency", "Watch", pb.ResidencyEvents)

# About 300 KB. Coordinators take twice as many.
_BLOCKS_PER_REQUEST = 5_000

_LONGEST_WAIT = 2.0


class Watch(Iterator[model.ResidencyChanges]):
    """Changes of residency, as they come. A broken stream is opened again, at the coordinator that is active then.

    Iterate in one thread. Another one may close it; the iteration then ends. It raises CoordinatorUnavailableError when no coordinator has
    answered for a while, and RefusedError when one refuses.
    """

    def __init__(
        self,
        channel: CoordinatorChannel,
        blocks: Sequence[model.LocatedBlock],
        job: str,
        timeout: Optional[float],
        retry_for: float,
    ) -> None:
        self._channel = channel
        self._blocks = {each.id: each for each in blocks}
        self._job = job
        self._ends = None if timeout is None else time.monotonic() + timeout
        self._retry_for = retry_for
        self._retries = RetryBackoff(_LONGEST_WAIT)
        self._stream: Optional[_Stream] = None
        self._heard_before = False
        self._silent_since = time.monotonic()
        self._closed = False

    @property
    def blocks(self) -> Sequence[model.LocatedBlock]:
        """What is watched."""
        return tuple(self._blocks.values())

    def __iter__(self) -> Watch:
        return self

    def __next__(self) -> model.ResidencyChanges:
        # Nothing was named that has blocks: there is nothing to wait for.
        while self._blocks and not self._is_over():
            try:
                stream = self._stream or self._open()
                return self._changes(stream, stream.next(self._channel))
            except (AwayError, CoordinatorUnavailableError) as e:
                self._break(e)
        raise StopIteration

    def _open(self) -> _Stream:
        remaining = None if self._ends is None else self._ends - time.monotonic()
        self._stream = _Stream(self._channel, self._requests(), remaining)
        return self._stream

    def _requests(self) -> list[pb.WatchRequest]:
        placed = [pb.Placed(block=model.block_id_message(each.id), hosts=each.hosts[:32]) for each in self._blocks.values()]
        parts = (placed[start : start + _BLOCKS_PER_REQUEST] for start in range(0, len(placed), _BLOCKS_PER_REQUEST))
        return [pb.WatchRequest(job=self._job), *(pb.WatchRequest(add_placed=part) for part in parts)]

    def _changes(self, stream: _Stream, message: pb.ResidencyEvents) -> model.ResidencyChanges:
        restarted = not stream.heard and self._heard_before
        stream.heard = self._heard_before = True
        self._silent_since = time.monotonic()
        complete = message.complete and (message.complete_requests <= 0 or message.complete_requests >= stream.added)
        if complete:
            self._retries.succeeded()
        residences = (model.residence(each, self._blocks.get(model.block_id(each.block))) for each in message.events)
        return model.ResidencyChanges(tuple(residences), complete, restarted)

    def _break(self, error: Exception) -> None:
        """Drops the stream, and waits before the next one; raises if that has gone on for too long."""
        stream = self._stream
        self._stream = None
        if stream is not None:
            if stream.heard:
                self._silent_since = time.monotonic()
            stream.cancel()
            self._channel.hand_on(stream.number)
        if self._is_over():
            return
        wait = min(self._retries.next(), self._silent_since + self._retry_for - time.monotonic())
        if wait <= 0:
            self._closed = True
            if isinstance(error, CoordinatorUnavailableError):
                raise error
            raise self._channel.unavailable(f"cannot be reached: {error}")
        time.sleep(wait if self._ends is None else max(0.0, min(wait, self._ends - time.monotonic())))

    def _is_over(self) -> bool:
        return self._closed or (self._ends is not None and time.monotonic() >= self._ends)

    def close(self) -> None:
        self._closed = True
        stream = self._stream
        if stream is not None:
            stream.cancel()

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


class _Stream:
    """One call. Its requests stay open until it is cancelled: their end would end the subscription."""

    def __init__(self, channel: CoordinatorChannel, requests: Sequence[pb.WatchRequest], timeout: Optional[float]) -> None:
        self._requests: queue.SimpleQueue[Optional[pb.WatchRequest]] = queue.SimpleQueue()
        for each in requests:
            self._requests.put(each)
        self.added = len(requests) - 1
        self.heard = False
        self.number, self._call = channel.duplex(_WATCH, iter(self._requests.get, None), timeout)

    def next(self, channel: CoordinatorChannel) -> pb.ResidencyEvents:
        """:raises AwayError: if the stream has broken"""
        call: Any = self._call
        try:
            message: pb.ResidencyEvents = next(call)
        except StopIteration:
            raise AwayError("the coordinator has ended the stream") from None
        except grpc.RpcError as e:
            raise channel.failure(self.number, e) from None
        if not channel.is_current(epoch_of(call.initial_metadata())):
            raise AwayError("another coordinator is active by now")
        return message

    def cancel(self) -> None:
        self._requests.put(None)
        self._call.cancel()
