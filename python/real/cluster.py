"""A cluster with real daemons for the tests: an HDFS with two NameNodes, a coordinator in each, and two nodes with an agent each."""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Callable, Optional

import pytest
import tiercel

HOME = Path(__file__).resolve().parents[2]

_MAIN = "io.tiercel.cli.ClusterForPython"
_CLASS_PATH = HOME / "cli" / "target" / "test-classpath.txt"
_PATIENCE = 60.0
_END_SECONDS = 30.0


def missing() -> str:
    """What the cluster lacks on this machine; empty if nothing."""
    if not _CLASS_PATH.exists():
        return "the cluster is not built; python/check-real builds it"
    if _java() is None:
        return "no Java: expected a JDK 17 or later in JAVA_HOME or on the PATH"
    return ""


def _java() -> Optional[str]:
    named = os.environ.get("JAVA_HOME")
    places = [Path(named) / "bin"] if named else [Path(each) for each in os.environ.get("PATH", "").split(os.pathsep) if each]
    return next((str(place / "java") for place in places if (place / "java").is_file()), None)


class NoRoomError(Exception):
    """The machine has too little memory for the cluster."""


class Cluster:
    """The program ends with its standard input: so the cluster ends with these tests, also when they are killed.

    :param kind: simple or kerberos
    """

    def __init__(self, kind: str, directory: Path) -> None:
        java = _java()
        assert java is not None
        target = HOME / "cli" / "target"
        class_path = f"{target / 'test-classes'}:{target / 'classes'}:{_CLASS_PATH.read_text().strip()}"
        self.log = directory / "cluster.log"
        work = directory / "cluster"
        work.mkdir()
        with self.log.open("w") as log:
            self._process = subprocess.Popen(
                [java, "-XX:+UseSerialGC", f"-Dtiercel.home={HOME}", "-cp", class_path, _MAIN, kind, str(work)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self._values: dict[str, str] = {}
        try:
            for line in iter(self._line, "ready"):
                key, _, value = line.partition("=")
                self._values[key] = value
        except BaseException:
            self.close()
            raise

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            no_room = re.search("too little memory: .*", self.log.read_text())
            if no_room:
                raise NoRoomError(no_room.group())
            raise RuntimeError(f"the cluster has ended; the last lines of {self.log}:\n" + self.log.read_text()[-2_000:])
        return line.rstrip("\n")

    def ask(self, *words: object) -> str:
        """Has the cluster do something; see ClusterForPython."""
        assert self._process.stdin is not None
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        status, _, value = self._line().partition(" ")
        if status != "ok":
            raise RuntimeError(f"{' '.join(map(str, words))}: {value}")
        return value

    @property
    def coordinators(self) -> str:
        return self._values["coordinators"]

    @property
    def hdfs(self) -> str:
        return self._values["hdfs"]

    @property
    def conf(self) -> str:
        return self._values["conf"]

    @property
    def hosts(self) -> list[str]:
        return self._values["hosts"].split(",")

    @property
    def block(self) -> int:
        return int(self._values["block"])

    @property
    def ca(self) -> str:
        return self._values["ca"]

    def write(self, path: str, size: int, mode: str = "644") -> None:
        self.ask("write", path, size, mode)

    def locked(self) -> int:
        """Bytes that agents have locked in memory, as the kernel says."""
        return int(self.ask("locked"))

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.close()
            self._process.wait(_END_SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


def start(kind: str, directory: Path) -> Cluster:
    """Starts one, or skips the test and says what is missing."""
    reason = missing()
    if reason:
        pytest.skip(reason)
    try:
        return Cluster(kind, directory)
    except NoRoomError as e:
        pytest.skip(str(e))


def until(condition: Callable[[], bool], what: str) -> None:
    """Waits for a condition that comes soon."""
    ends = time.monotonic() + _PATIENCE
    while not condition():
        assert time.monotonic() < ends, f"not within {_PATIENCE:.0f} s: {what}"
        time.sleep(0.1)


def until_agents_answer(cluster: Cluster, client: tiercel.Client) -> None:
    until_replaced(cluster, client, -1)


def until_replaced(cluster: Cluster, client: tiercel.Client, epoch: int) -> None:
    """Waits until a coordinator of a later epoch has heard of all agents."""

    def is_there() -> bool:
        try:
            agents = client.status().agents
        except tiercel.CoordinatorUnavailableError:
            return False
        return client.epoch > epoch and sum(agent.alive for agent in agents) == len(cluster.hosts)

    until(is_there, "another coordinator" if epoch >= 0 else "an agent on each node")
