"""A coordinator for tests: it keeps hints in memory, and can be away, in standby, slow or forgetful."""

from __future__ import annotations

import socket
import threading
import time
import zlib
from concurrent import futures
from contextlib import suppress
from types import TracebackType
from typing import Any, Callable, Iterator, Optional

import grpc
from tiercel.v1 import tiercel_pb2 as pb

BLOCK = 1 << 20


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def until(condition: Callable[[], Any], seconds: float = 10.0) -> None:
    """Waits for a condition; fails if it does not come true."""
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "not true within %s s" % seconds
        time.sleep(0.01)


class FakeCoordinator:
    """Serves one block for each path. Calls are recorded with their metadata."""

    def __init__(self, port: int = 0, epoch: Optional[int] = None, credentials: Optional[grpc.ServerCredentials] = None) -> None:
        self.epoch = epoch
        self.lease_millis = 60_000
        self.is_standby = False
        self.refusal: Optional[tuple[grpc.StatusCode, str]] = None
        self.delay = 0.0
        self.delays: dict[str, float] = {}
        self.leases_end: dict[str, float] = {}
        self.skipped: list[pb.Skipped] = []
        self.estimates: dict[str, int] = {}
        self.resident: set[str] = set()
        self.progress: list[pb.ProgressReply] = []
        self.ends_progress: Optional[tuple[grpc.StatusCode, str]] = None
        self.progress_pause = 0.0
        self.status = pb.StatusReply()
        self.files = ["/a"]
        self.jobs: dict[str, set[str]] = {}
        self.calls: list[tuple[str, Any, dict[str, Any]]] = []
        self.watches: list[list[pb.WatchRequest]] = []
        self.watch_events: list[pb.Residence] = []
        self._server = grpc.server(futures.ThreadPoolExecutor(16), options=(("grpc.so_reuseport", 0),))
        self._server.add_generic_rpc_handlers((_Handlers(self),))
        address = f"127.0.0.1:{port}"
        if credentials is None:
            self.port = self._server.add_insecure_port(address)
        else:
            self.port = self._server.add_secure_port(address, credentials)
        self._server.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def named(self, method: str) -> list[Any]:
        """The requests of a method so far."""
        return [request for name, request, _ in list(self.calls) if name == method]

    def stop(self) -> None:
        self._server.stop(0).wait()

    def __enter__(self) -> FakeCoordinator:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()

    # ---- The contract ----

    def begin(self, method: str, request: Any, context: grpc.ServicerContext) -> None:
        self.calls.append((method, request, dict(context.invocation_metadata())))
        if self.is_standby:
            context.abort(grpc.StatusCode.UNAVAILABLE, "standby: the coordinator of the active NameNode answers")
        if self.epoch is not None:
            context.send_initial_metadata((("tiercel-epoch", str(self.epoch)),))
        time.sleep(self.delays.get(method, self.delay))
        if self.refusal is not None:
            context.abort(*self.refusal)

    def block(self, path: str) -> pb.BlockState:
        state = pb.RESIDENT if path in self.resident else pb.PENDING
        found = pb.BlockState(block=self.id_of(path), path=path, length=BLOCK, state=state)
        if path in self.estimates:
            found.expected_millis = self.estimates[path]
        return found

    @staticmethod
    def id_of(path: str) -> pb.BlockId:
        return pb.BlockId(pool="pool", block=zlib.crc32(path.encode()), generation=1)

    def Prefetch(self, request: pb.PrefetchRequest) -> pb.PrefetchReply:
        left_out = {each.path for each in self.skipped}
        named = [each.path for each in request.data if each.path not in left_out]
        self.jobs.setdefault(request.job, set()).update(named)
        self.leases_end[request.job] = time.monotonic() + self.lease_millis / 1_000
        lease = min(self.lease_millis, request.lease_millis) if request.HasField("lease_millis") else self.lease_millis
        return pb.PrefetchReply(blocks=map(self.block, named), skipped=self.skipped, lease_millis=lease)

    def Retain(self, request: pb.RetainRequest) -> pb.RetainReply:
        named = [each.path for each in request.data if each.path in self.resident]
        self.jobs.setdefault(request.job, set()).update(named)
        return pb.RetainReply(blocks=map(self.block, named), lease_millis=self.lease_millis)

    def Release(self, request: pb.ReleaseRequest) -> pb.ReleaseReply:
        held = self.jobs.get(request.job, set())
        given = {each.path for each in request.data} & held if request.data else set(held)
        held -= given
        if not request.data:
            self.jobs.pop(request.job, None)
        return pb.ReleaseReply(references=len(given), freed_bytes=len(given) * BLOCK)

    def Renew(self, request: pb.RenewRequest) -> pb.RenewReply:
        now = time.monotonic()
        known = request.job in self.jobs and now < self.leases_end.get(request.job, now + 1.0)
        self.leases_end[request.job] = now + self.lease_millis / 1_000
        return pb.RenewReply(known=known, lease_millis=self.lease_millis if known else 0)

    def Status(self, request: pb.StatusRequest) -> pb.StatusReply:
        return self.status

    def Tiers(self, request: pb.TiersRequest) -> pb.TiersReply:
        file = pb.FileTiers(path=request.path, length=BLOCK, stored_bytes={"DISK": 2 * BLOCK, "SSD": BLOCK}, pinned_bytes=BLOCK)
        return pb.TiersReply(files=[file])

    def Locate(self, request: pb.LocateRequest) -> pb.LocateReply:
        return pb.LocateReply(
            blocks=[
                pb.LocatedBlock(block=self.id_of(path), path=path, length=BLOCK, hosts=["node1", "node2"]) for path in self.files
            ]
        )

    def Progress(self, request: pb.ProgressRequest) -> Iterator[pb.ProgressReply]:
        yield from self.progress

    def watch(self, requests: Iterator[pb.WatchRequest], context: grpc.ServicerContext) -> Iterator[pb.ResidencyEvents]:
        self.begin("Watch", None, context)
        received: list[pb.WatchRequest] = []
        self.watches.append(received)
        added = 0
        for request in requests:
            received.append(request)
            if request.add_placed:
                added += 1
                yield pb.ResidencyEvents(events=self.watch_events, complete=True, complete_requests=added)


class _Handlers(grpc.GenericRpcHandler):
    def __init__(self, fake: FakeCoordinator) -> None:
        self._fake = fake

    def service(self, details: grpc.HandlerCallDetails) -> Optional[grpc.RpcMethodHandler[Any, Any]]:
        name = details.method.rsplit("/", 1)[1]
        if name == "Watch":
            return grpc.stream_stream_rpc_method_handler(
                self._fake.watch,
                request_deserializer=pb.WatchRequest.FromString,
                response_serializer=lambda message: message.SerializeToString(),
            )
        method = getattr(self._fake, name)
        deserializer = getattr(pb, name + "Request").FromString
        if name == "Progress":

            def stream(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
                self._fake.begin(name, request, context)
                yield from method(request)
                ends = time.monotonic() + self._fake.progress_pause
                while context.is_active() and time.monotonic() < ends:
                    time.sleep(0.01)
                if self._fake.ends_progress is not None:
                    context.abort(*self._fake.ends_progress)

            return grpc.unary_stream_rpc_method_handler(
                stream, request_deserializer=deserializer, response_serializer=lambda message: message.SerializeToString()
            )

        def unary(request: Any, context: grpc.ServicerContext) -> Any:
            self._fake.begin(name, request, context)
            return method(request)

        return grpc.unary_unary_rpc_method_handler(
            unary, request_deserializer=deserializer, response_serializer=lambda message: message.SerializeToString()
        )


class DeadPeer:
    """Takes connections and says nothing."""

    def __init__(self) -> None:
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self._socket.listen(16)
        self.address = "127.0.0.1:%d" % self._socket.getsockname()[1]

    def __enter__(self) -> DeadPeer:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._socket.close()


class FreezableProxy:
    """Passes bytes on to a coordinator until it is frozen: then the connection stays open, and nothing moves, as with a machine that is off."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._frozen = threading.Event()
        self._sockets = [socket.socket()]
        self._sockets[0].bind(("127.0.0.1", 0))
        self._sockets[0].listen(16)
        self.address = "127.0.0.1:%d" % self._sockets[0].getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def freeze(self) -> None:
        self._frozen.set()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client = self._sockets[0].accept()[0]
                server = socket.create_connection(("127.0.0.1", self._port))
                self._sockets += [client, server]
                for source, target in ((client, server), (server, client)):
                    threading.Thread(target=self._pass, args=(source, target), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while True:
                content = source.recv(65_536)
                if not content:
                    return
                if not self._frozen.is_set():
                    target.sendall(content)

    def __enter__(self) -> FreezableProxy:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        for each in self._sockets:
            each.close()
