"""Where coordinators may listen."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Optional

from .errors import InvalidArgumentError

ENVIRONMENT = "TIERCEL_COORDINATOR"

_HOST = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?|\[[0-9A-Fa-f:.]+]")
_HIGHEST_PORT = 65_535


@dataclass(frozen=True)
class Endpoint:
    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def parse(text: str) -> tuple[Endpoint, ...]:
    """Endpoints of ``HOST:PORT``, or of several of them separated by commas."""
    if text.strip().startswith("hdfs://"):
        raise InvalidArgumentError(
            f"coordinator: hdfs://NAMESERVICE is for programs on the JVM; expected HOST:PORT of each NameNode,"
            f" separated by commas, got '{printable(text)}'"
        )
    return tuple(_one(each.strip()) for each in text.split(","))


def _one(text: str) -> Endpoint:
    host, _, port = text.rpartition(":")
    is_port = port.isascii() and port.isdigit() and len(port) <= 5 and 1 <= int(port) <= _HIGHEST_PORT
    if not is_port or not _HOST.fullmatch(host):
        raise InvalidArgumentError(f"coordinator: expected HOST:PORT, got '{printable(text)}'")
    return Endpoint(host, int(port))


def named(coordinators: Optional[str]) -> str:
    """The coordinators that are given, or those of the environment."""
    text = coordinators or os.environ.get(ENVIRONMENT, "")
    if not text.strip():
        raise InvalidArgumentError(f"coordinator: expected HOST:PORT as an argument or in {ENVIRONMENT}, got nothing")
    return text


def printable(text: str) -> str:
    """At most 80 characters of a text, without control characters."""
    return "".join(each if each.isprintable() else "?" for each in text[:80])
