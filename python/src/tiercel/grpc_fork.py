"""Imports gRPC so that a program in which it runs can start other programs.

In a child of a fork, gRPC's core starts its threads again. In recent versions, 1.85 among them, a thread that polls by epoll aborts the child
if the child's files are closed before it becomes another program (grpc/grpc#43055). PySpark starts its JVM in that way: one start in
thirty failed. By ``poll`` this does not happen, and children that go on to use gRPC work as before. Such a child then logs a line of
level INFO, which nobody needs. gRPC reads both variables once, when it is imported. A user's own choice stays.
"""

from __future__ import annotations

import os

_SUPPORT = "GRPC_ENABLE_FORK_SUPPORT"
_STRATEGY = "GRPC_POLL_STRATEGY"
_VERBOSITY = "GRPC_VERBOSITY"


def _import_grpc() -> None:
    ours = {}
    if _STRATEGY not in os.environ and _SUPPORT not in os.environ:
        ours[_STRATEGY] = "poll"
        if _VERBOSITY not in os.environ:
            ours[_VERBOSITY] = "ERROR"
    os.environ.update(ours)
    try:
        import grpc  # noqa: F401
    finally:
        # Programs that are started need not inherit them.
        for name in ours:
            os.environ.pop(name, None)


_import_grpc()
