from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Optional

import grpc
import pytest
import tiercel
import trustme
from fake_coordinator import FakeCoordinator
from tiercel import hadoop_tokens
from tiercel.hadoop_tokens import Token

HDFS = Token(b"i" * 200, b"p" * 20, "HDFS_DELEGATION_TOKEN", "ha-hdfs:ns")
OTHER_HDFS = Token(b"j", b"q", "HDFS_DELEGATION_TOKEN", "10.0.0.1:8020")
YARN = Token(b"y", b"z", "YARN_AM_RM_TOKEN", "")

# WritableUtils.writeVInt of Hadoop, by hand from its documentation: one byte to 127, then a byte that says how many follow.
VINTS = {0: "00", 1: "01", 127: "7f", 128: "8f80", 200: "8fc8", 255: "8fff", 256: "8e0100", 65_536: "8d010000"}


def vint(value: int) -> bytes:
    if value <= 127:
        return bytes([value])
    return bytes([0x8F, value]) if value < 256 else bytes([0x8E, value >> 8, value & 0xFF])


def text(content: bytes) -> bytes:
    return vint(len(content)) + content


def writable(*tokens: Token) -> bytes:
    """As ``Credentials.writeTokenStorageToStream`` writes it, and a secret behind the tokens."""
    written = b"".join(
        text(b"alias") + text(each.identifier) + text(each.password) + text(each.kind.encode()) + text(each.service.encode())
        for each in tokens
    )
    return b"HDTS\x00" + vint(len(tokens)) + written + vint(1) + text(b"name") + text(b"secret")


def field(number: int, content: bytes) -> bytes:
    length = bytes([len(content)]) if len(content) < 128 else bytes([len(content) & 0x7F | 0x80, len(content) >> 7])
    return bytes([number << 3 | 2]) + length + content


def protobuf(*tokens: Token) -> bytes:
    """As ``Credentials.writeProto`` writes it."""
    message = b"".join(
        field(
            1,
            field(1, b"alias")
            + field(
                2,
                field(1, each.identifier)
                + field(2, each.password)
                + field(3, each.kind.encode())
                + field(4, each.service.encode()),
            ),
        )
        for each in tokens
    ) + field(2, field(1, b"name") + field(3, b"secret"))
    length = bytes([len(message) & 0x7F | 0x80, len(message) >> 7])
    return b"HDTS\x01" + length + message


@pytest.mark.parametrize(("value", "expected"), VINTS.items())
def test_lengths_are_hadoops(value: int, expected: str) -> None:
    assert hadoop_tokens._vint(value).hex() == expected
    assert hadoop_tokens._Bytes(bytes.fromhex(expected)).vint() == value


@pytest.mark.parametrize("write", [writable, protobuf])
def test_reads_both_forms(write: object) -> None:
    assert callable(write)
    assert hadoop_tokens.parse(write(YARN, HDFS), "file") == [YARN, HDFS]


def test_a_token_is_written_as_hadoop_does() -> None:
    shown = OTHER_HDFS.url_string()
    assert "=" not in shown and "+" not in shown and "/" not in shown
    assert base64.urlsafe_b64decode(shown + "=" * (-len(shown) % 4)) == b"\x01j\x01q\x15HDFS_DELEGATION_TOKEN\x0d10.0.0.1:8020"


@pytest.mark.parametrize("content", [b"", b"HDTS", b"<xml/>", b"HDTS\x07", b"HDTS\x01\x05\x08", b"HDTS\x01\xff\xff"])
def test_says_what_is_no_token_file(content: bytes) -> None:
    with pytest.raises(tiercel.InvalidArgumentError, match="^file: expected "):
        hadoop_tokens.parse(content, "file")


def test_every_broken_file_is_one_clear_error() -> None:
    for whole in (writable(HDFS, YARN), protobuf(HDFS, YARN)):
        for length in range(5, len(whole) - 20):
            try:
                found = hadoop_tokens.parse(whole[:length], "file")
            except tiercel.InvalidArgumentError:
                continue
            # Only secrets, which are not read, may be missing.
            assert found == [HDFS, YARN]


def test_chooses_the_token_of_hdfs() -> None:
    assert hadoop_tokens.choose([YARN, HDFS], None, "file") is HDFS
    assert hadoop_tokens.choose([OTHER_HDFS, HDFS], "ha-hdfs:ns", "file") is HDFS
    twice = Token(HDFS.identifier, HDFS.password, HDFS.kind, "10.0.0.2:8020")
    assert hadoop_tokens.choose([twice, HDFS], None, "file") is twice
    with pytest.raises(tiercel.InvalidArgumentError, match="token_service to choose one; found .*'10.0.0.1:8020'.*'ha-hdfs:ns'"):
        hadoop_tokens.choose([OTHER_HDFS, HDFS], None, "file")
    with pytest.raises(tiercel.InvalidArgumentError, match="expected a token of kind HDFS_DELEGATION_TOKEN, found YARN_AM_RM_TOKEN"):
        hadoop_tokens.choose([YARN], None, "file")
    with pytest.raises(tiercel.InvalidArgumentError, match="for 'ha-hdfs:other'"):
        hadoop_tokens.choose([HDFS], "ha-hdfs:other", "file")


class Cluster:
    """A certificate authority, and a token file."""

    def __init__(self, directory: Path) -> None:
        self._authority = trustme.CA()
        self.ca_file = str(directory / "ca.pem")
        self._authority.cert_pem.write_to_path(self.ca_file)
        self.token_file = directory / "tokens"
        self.token_file.write_bytes(writable(HDFS))

    def serve(self, host: str = "127.0.0.1") -> FakeCoordinator:
        certificate = self._authority.issue_cert(host)
        chain = b"".join(each.bytes() for each in certificate.cert_chain_pems)
        return FakeCoordinator(credentials=grpc.ssl_server_credentials([(certificate.private_key_pem.bytes(), chain)]))


@pytest.fixture
def cluster(tmp_path: Path) -> Cluster:
    return Cluster(tmp_path)


def test_shows_the_token_over_tls(cluster: Cluster) -> None:
    with cluster.serve() as fake, tiercel.Client(
        fake.address, ca_file=cluster.ca_file, token_file=str(cluster.token_file)
    ) as ours:
        ours.status()
        headers = fake.calls[0][2]
    assert headers["tiercel-token"] == HDFS.url_string()
    assert "tiercel-user" not in headers


def test_finds_both_files_in_the_environment(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIERCEL_CA_FILE", cluster.ca_file)
    monkeypatch.setenv("HADOOP_TOKEN_FILE_LOCATION", str(cluster.token_file))
    with cluster.serve() as fake, tiercel.job("nightly", "/a", coordinators=fake.address) as ours:
        assert ours.problem == ""
        assert fake.jobs == {"nightly": {"/a"}}


def test_reads_a_replaced_token(cluster: Cluster) -> None:
    with cluster.serve() as fake, tiercel.Client(
        fake.address, ca_file=cluster.ca_file, token_file=str(cluster.token_file)
    ) as ours:
        ours.status()
        next_file = cluster.token_file.with_name("next")
        next_file.write_bytes(writable(OTHER_HDFS))
        os.replace(next_file, cluster.token_file)
        ours.status()
        cluster.token_file.unlink()
        with pytest.raises(tiercel.InvalidArgumentError, match="it cannot be read: No such file"):
            ours.status()
    assert [headers["tiercel-token"] for _, _, headers in fake.calls] == [HDFS.url_string(), OTHER_HDFS.url_string()]


def test_does_not_speak_to_another_host_or_authority(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = Cluster(tmp_path / "other")
    with cluster.serve("elsewhere.example.org") as wrong_name, other.serve() as wrong_authority:
        for fake in (wrong_name, wrong_authority):
            with tiercel.Client(
                fake.address, ca_file=cluster.ca_file, token_file=str(cluster.token_file), call_deadline=2.0
            ) as ours, pytest.raises(tiercel.CoordinatorUnavailableError):
                ours.status()
            assert fake.calls == []


def test_says_that_the_coordinator_may_expect_tls(cluster: Cluster) -> None:
    with cluster.serve() as fake, tiercel.Client(fake.address, user="ann") as ours:
        with pytest.raises(tiercel.CoordinatorUnavailableError, match="it may expect TLS"):
            ours.status()


def test_says_what_is_missing(cluster: Cluster, tmp_path: Path) -> None:
    def refused(
        ca_file: Optional[str] = None,
        token_file: Optional[str] = None,
        user: Optional[str] = None,
    ) -> str:
        with pytest.raises(tiercel.InvalidArgumentError) as caught:
            tiercel.Client("nn:7411", ca_file=ca_file, token_file=token_file, user=user)
        assert "\n" not in str(caught.value)
        return str(caught.value)

    tokens = str(cluster.token_file)
    assert "A Kerberos ticket alone is not supported" in refused(cluster.ca_file)
    assert refused(None, tokens).startswith("ca_file: expected a PEM file")
    assert refused(cluster.ca_file, tokens, "ann").startswith("user: with ca_file")
    assert "cannot be read" in refused(str(tmp_path / "none"), tokens)
    assert refused(tokens, tokens).startswith("ca_file: expected a PEM file with a certificate")
    assert "it cannot be read" in refused(cluster.ca_file, str(tmp_path / "none"))
