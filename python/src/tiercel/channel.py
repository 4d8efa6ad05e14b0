"""Connections to all coordinators that may be the active one.

As on the JVM (``CoordinatorChannel``): calls go to the coordinator that answered last. One that is away, or in standby, hands on to the next.
Answers of an earlier epoch are dropped: that coordinator has been replaced and has not noticed it yet.
"""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass
from typing import Any, Generic, Iterator, Optional, Sequence, TypeVar, Union

import grpc

from .endpoints import Endpoint
from .errors import (
    CoordinatorUnavailableError,
    FailedError,
    MalformedError,
    NotAllowedError,
    TiercelError,
    TooMuchError,
    UnknownError,
)
from .identity import Identity

Q = TypeVar("Q")
R = TypeVar("R")

_EPOCH = "tiercel-epoch"
_OUTDATED = "another coordinator is active by now"

# A connection attempt that takes longer has failed: the machine is off, or something there takes connections and says nothing.
_CONNECT_MILLIS = 3_000

_OPTIONS = (
    # One answer that names 100,000 blocks takes about 12 MB.
    ("grpc.max_receive_message_length", 64 << 20),
    # With these a dead connection ends its calls within 15 s. The first timeout alone does not: gRPC 1.60 to 1.85 wait for the second.
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.min_reconnect_backoff_ms", _CONNECT_MILLIS),
    ("grpc.max_reconnect_backoff_ms", _CONNECT_MILLIS),
    # Coordinators are inside the cluster; a proxy is for what is outside.
    ("grpc.enable_http_proxy", 0),
    # Clients do not share connections, nor each other's pauses after failures.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.primary_user_agent", "tiercel-python"),
)


class RetryBackoff:
    """Waits between attempts, in seconds. Each is twice as long as the one before, up to a maximum. After a success they begin anew."""

    def __init__(self, most: float = 16.0) -> None:
        self._most = most
        self._next = most / 16

    def next(self) -> float:
        wait = self._next
        self._next = min(self._most, 2 * wait)
        return wait

    def succeeded(self) -> None:
        self._next = self._most / 16


@dataclass(frozen=True)
class Method(Generic[Q, R]):
    """A method of the contract."""

    service: str
    name: str
    reply: type[R]

    @property
    def path(self) -> str:
        return f"/tiercel.v1.{self.service}/{self.name}"


class AwayError(Exception):
    """This coordinator is not there, or is not the active one."""


Metadata = Sequence[tuple[str, Union[str, bytes]]]


def _serialize(message: Any) -> bytes:
    return bytes(message.SerializeToString())


class CoordinatorChannel:
    """Connects when the first call is made. Thread-safe."""

    def __init__(self, endpoints: Sequence[Endpoint], identity: Identity, credentials: Optional[grpc.ChannelCredentials]) -> None:
        self.address = " or ".join(map(str, endpoints))
        self._identity = identity
        self._channels = [
            grpc.secure_channel(str(each), credentials, options=_OPTIONS)
            if credentials is not None
            else grpc.insecure_channel(str(each), options=_OPTIONS)
            for each in endpoints
        ]
        self._lock = threading.Lock()
        self._current = 0
        self._epoch = 0
        self._closed = False

    @property
    def epoch(self) -> int:
        """The epoch of the newest coordinator that has answered; 0 if it has none."""
        return self._epoch

    @property
    def size(self) -> int:
        return len(self._channels)

    def close(self) -> None:
        """Ends calls that are under way."""
        with self._lock:
            self._closed = True
        for channel in self._channels:
            channel.close()

    def call(self, method: Method[Q, R], request: Q, deadline: float, retry_for: float = 0.0) -> R:
        """Asks the active coordinator.

        :param deadline: seconds for one look at all coordinators
        :param retry_for: for how many seconds to look again while no coordinator answers
        :raises TiercelError: in one line
        """
        retries = RetryBackoff()
        gives_up = time.monotonic() + retry_for
        while True:
            try:
                return self._look(method, request, deadline)
            except CoordinatorUnavailableError:
                wait = min(retries.next(), gives_up - time.monotonic())
                if self._closed or wait <= 0:
                    raise
                time.sleep(wait)

    def _look(self, method: Method[Q, R], request: Q, deadline: float) -> R:
        ends = time.monotonic() + deadline
        attempts = self.size
        while True:
            attempts -= 1
            number = self._current
            try:
                return self._once(number, method, request, max(0.001, ends - time.monotonic()))
            except AwayError as e:
                self.hand_on(number)
                if attempts <= 0:
                    raise self.unavailable(f"cannot be reached: {e}") from None

    def _once(self, number: int, method: Method[Q, R], request: Q, timeout: float) -> R:
        stub = self._open(number).unary_unary(
            method.path,
            request_serializer=_serialize,
            response_deserializer=method.reply.FromString,  # type: ignore[attr-defined]
        )
        try:
            reply, call = stub.with_call(request, timeout=timeout, metadata=(self._identity.header(),))
        except grpc.RpcError as e:
            raise self.failure(number, e) from None
        if not self.is_current(epoch_of(call.initial_metadata())):
            raise AwayError(_OUTDATED)
        answer: R = reply
        return answer

    def stream(self, method: Method[Q, R], request: Q, timeout: float, retry_for: float = 0.0) -> Iterator[R]:
        """Messages of a call that answers with several.

        :param timeout: seconds; then CoordinatorUnavailableError
        :param retry_for: for how many seconds after the last message to ask again if the stream breaks, or no coordinator answers, or the
            one that answers then does not know the job yet; the caller's own time does not count
        """
        retries = RetryBackoff()
        ends = time.monotonic() + timeout
        heard = time.monotonic()
        is_lost = False
        while True:
            try:
                for message in self._one_stream(method, request, max(0.001, ends - time.monotonic())):
                    is_lost = False
                    retries.succeeded()
                    yield message
                    heard = time.monotonic()
                return
            except (CoordinatorUnavailableError, UnknownError) as e:
                # A coordinator that has taken over knows a job again once its hints are made again.
                is_lost = is_lost or isinstance(e, CoordinatorUnavailableError)
                now = time.monotonic()
                wait = min(retries.next(), heard + retry_for - now)
                if not is_lost or self._closed or wait <= 0 or now + wait > ends:
                    raise
                time.sleep(wait)

    def _one_stream(self, method: Method[Q, R], request: Q, timeout: float) -> Iterator[R]:
        """If no coordinator has begun to answer, the next one is asked."""
        attempts = self.size
        while True:
            attempts -= 1
            number = self._current
            try:
                yield from self._messages(number, method, request, timeout)
                return
            except AwayError as e:
                self.hand_on(number)
                if attempts <= 0:
                    raise self.unavailable(f"cannot be reached: {e}") from None

    def _messages(self, number: int, method: Method[Q, R], request: Q, timeout: Optional[float]) -> Iterator[R]:
        call: Any = self._open(number).unary_stream(
            method.path,
            request_serializer=_serialize,
            response_deserializer=method.reply.FromString,  # type: ignore[attr-defined]
        )(request, timeout=timeout, metadata=(self._identity.header(),))
        heard = False
        try:
            for message in call:
                if not self.is_current(epoch_of(call.initial_metadata())):
                    raise AwayError(_OUTDATED) if not heard else self.unavailable(f"cannot be reached: {_OUTDATED}")
                heard = True
                yield message
        except grpc.RpcError as e:
            failure = self.failure(number, e)
            if heard and isinstance(failure, AwayError):
                self.hand_on(number)
                raise self.unavailable(f"cannot be reached: {failure}") from None
            raise failure from None
        finally:
            call.cancel()

    def duplex(self, method: Method[Q, R], requests: Iterator[Q], timeout: Optional[float]) -> tuple[int, Any]:
        """Opens a call of streams both ways at the current coordinator; returns the coordinator's number and the call."""
        number = self._current
        stub = self._open(number).stream_stream(
            method.path,
            request_serializer=_serialize,
            response_deserializer=method.reply.FromString,  # type: ignore[attr-defined]
        )
        return number, stub(requests, timeout=timeout, metadata=(self._identity.header(),))

    def _open(self, number: int) -> grpc.Channel:
        with self._lock:
            if self._closed:
                raise self.unavailable("is not asked: the client is closed")
            return self._channels[number]

    def hand_on(self, number: int) -> None:
        """The next call goes to the coordinator after this one."""
        with self._lock:
            if self._current == number:
                self._current = (number + 1) % len(self._channels)

    def is_current(self, epoch: Optional[int]) -> bool:
        """Whether a coordinator of that epoch is the newest one known, as far as it says."""
        if epoch is None:
            return True
        with self._lock:
            self._epoch = max(self._epoch, epoch)
            return epoch == self._epoch

    def unavailable(self, problem: str) -> CoordinatorUnavailableError:
        return CoordinatorUnavailableError(f"the coordinator at {self.address} {problem}")

    def failure(self, number: int, error: grpc.RpcError) -> Exception:
        """What an error of gRPC means: an :class:`AwayError` if another coordinator should be asked, else what the caller gets."""
        call: Any = error
        code: grpc.StatusCode = call.code()
        text = (call.details() or code.name).strip()
        # An answer without messages may carry the epoch at its end.
        if not all(self.is_current(epoch_of(part)) for part in (call.initial_metadata(), call.trailing_metadata())):
            return AwayError(_OUTDATED)
        if code == grpc.StatusCode.UNAVAILABLE:
            return AwayError(_cause(text))
        if code == grpc.StatusCode.DEADLINE_EXCEEDED:
            self.hand_on(number)
            return self.unavailable("did not answer in time")
        if code in (grpc.StatusCode.CANCELLED, grpc.StatusCode.UNKNOWN):
            return self.unavailable(f"cannot be reached: {_cause(text)}")
        refusal = _REFUSALS.get(code, FailedError)
        return refusal(_first_line(text))


_REFUSALS: dict[grpc.StatusCode, type[TiercelError]] = {
    grpc.StatusCode.INVALID_ARGUMENT: MalformedError,
    grpc.StatusCode.PERMISSION_DENIED: NotAllowedError,
    grpc.StatusCode.UNAUTHENTICATED: NotAllowedError,
    grpc.StatusCode.NOT_FOUND: UnknownError,
    grpc.StatusCode.RESOURCE_EXHAUSTED: TooMuchError,
}


def epoch_of(answer: Optional[Metadata]) -> Optional[int]:
    """The epoch of the coordinator that answers; None if it does not say."""
    for key, value in answer or ():
        if key == _EPOCH:
            try:
                return int(value)
            except ValueError:
                return None
    return None


def _first_line(text: str) -> str:
    return text.splitlines()[0] if text else ""


def _cause(text: str) -> str:
    """The innermost reason of gRPC's text, such as ``connect: Connection refused (111)``."""
    line = _first_line(text)
    match = re.search(r"(?:Failed to connect to remote host|last error): (?:[A-Z]+: )?(?:ipv[46]:\S+: )?(.*)$", line)
    while match:
        line = match.group(1)
        match = re.search(r"Failed to connect to remote host: (?:[A-Z]+: )?(.*)$", line)
    if re.search(r"Socket closed|Connection reset by peer", line):
        return f"{line}; it may expect TLS" if "TLS" not in line else line
    return line
