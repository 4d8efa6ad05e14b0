"""A Kerberised HDFS: the coordinators take TLS and delegation tokens, and nothing else."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Iterator

import cluster as clusters
import pytest
import tiercel
from cluster import Cluster, until


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with clusters.start("kerberos", tmp_path_factory.mktemp("kerberos")) as started:
        for person in ("alice", "bob"):
            started.ask("token", person)
        started.ask("home", "alice")
        started.write("/user/alice/file", 4 * started.block)
        with client(started, "alice") as hers:
            clusters.until_agents_answer(started, hers)
        yield started


def token_of(secure: Cluster, person: str) -> str:
    return str(Path(secure.ca).with_name(f"{person}.token"))


def client(secure: Cluster, person: str) -> tiercel.Client:
    return tiercel.Client(secure.coordinators, ca_file=secure.ca, token_file=token_of(secure, person), retry_for=30.0)


def test_a_token_says_who_calls(secure: Cluster) -> None:
    with client(secure, "alice") as hers, client(secure, "bob") as his:
        assert len(hers.prefetch("mine", "/user/alice/file").blocks) == 4
        assert hers.wait("mine", timeout=60.0).complete and secure.locked() == 4 * secure.block
        assert [(job.job, job.user) for job in hers.status().jobs] == [("mine", "alice")]
        assert len([each for each in hers.residency("/user/alice/file") if each.state == "PINNED"]) == 4

        assert his.status().jobs == ()
        theft = his.prefetch("theft", "/user/alice/file")
        assert theft.blocks == () and "Permission denied: user=bob" in theft.skipped[0].text
        assert his.release("mine").references == 0
        assert his.residency("/user/alice/file") == ()
        assert hers.release("mine").references == 4
    until(lambda: secure.locked() == 0, "the memory is free")


def test_the_environment_names_the_files(secure: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIERCEL_COORDINATOR", secure.coordinators)
    monkeypatch.setenv("TIERCEL_CA_FILE", secure.ca)
    monkeypatch.setenv("HADOOP_TOKEN_FILE_LOCATION", token_of(secure, "alice"))
    with tiercel.job("by-environment", "/user/alice/file", wait=60.0) as job:
        assert job.problem == ""
    with tiercel.Client(token_service="ha-hdfs:tiercel") as hers:
        assert hers.status().agents
    with pytest.raises(tiercel.InvalidArgumentError, match="HDFS_DELEGATION_TOKEN for 'ha-hdfs:tiercel'"):
        tiercel.Client(token_service="ha-hdfs:other")


def test_another_token_and_another_certificate_are_taken(secure: Cluster) -> None:
    with client(secure, "alice") as hers:
        assert hers.status().agents
        before = Path(token_of(secure, "alice")).read_bytes()
        secure.ask("token", "alice")
        assert Path(token_of(secure, "alice")).read_bytes() != before
        secure.ask("rotate")
        time.sleep(2.0)
        assert hers.status().agents
    with client(secure, "alice") as fresh:
        assert fresh.status().agents


def test_without_tls_or_a_valid_token_nothing_is_answered(secure: Cluster, tmp_path: Path) -> None:
    with tiercel.Client(secure.coordinators, user="alice") as plain:
        with pytest.raises(tiercel.CoordinatorUnavailableError, match="it may expect TLS") as refused:
            plain.status()
        assert "\n" not in str(refused.value)
    # The token's last byte belongs to the name of its service; its password lies before.
    broken = bytearray(Path(token_of(secure, "alice")).read_bytes())
    password = broken.rindex(b"HDFS_DELEGATION_TOKEN") - 2
    broken[password] ^= 1
    file = tmp_path / "broken.token"
    file.write_bytes(broken)
    with tiercel.Client(secure.coordinators, ca_file=secure.ca, token_file=str(file)) as forged:
        with pytest.raises(tiercel.NotAllowedError, match="is not valid"):
            forged.status()


def test_a_failover_is_followed(secure: Cluster) -> None:
    with client(secure, "alice") as hers:
        hers.status()
        first = hers.epoch
        secure.ask("kill", 1)
        secure.ask("fail-over", 2)
        clusters.until_replaced(secure, hers, first)
        assert len(hers.prefetch("later", "/user/alice/file").blocks) == 4
        hers.release("later")
