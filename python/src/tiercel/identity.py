"""How a caller shows who it is, as ``io.tiercel.security`` does on the JVM."""

from __future__ import annotations

import getpass
import os
import threading
from pathlib import Path
from typing import Optional, Protocol
from urllib.parse import quote_plus

import grpc

from . import hadoop_tokens
from .errors import InvalidArgumentError

TOKEN_FILE = "HADOOP_TOKEN_FILE_LOCATION"
CA_FILE = "TIERCEL_CA_FILE"

_USER = "tiercel-user"
_TOKEN = "tiercel-token"
_MOST_CHARACTERS = 255


class Identity(Protocol):
    def header(self) -> tuple[str, str]:
        """The metadata entry of the next call.

        :raises InvalidArgumentError: if there is nothing to show
        """


class NamedUser:
    """A name that is believed, as with Hadoop's simple authentication."""

    def __init__(self, user: str) -> None:
        if not user.strip() or len(user) > _MOST_CHARACTERS or any(ord(each) < 32 or 127 <= ord(each) < 160 for each in user):
            raise InvalidArgumentError(f"user: expected a name of 1 to {_MOST_CHARACTERS} characters, without control characters")
        self._header = (_USER, quote_plus(user))

    def header(self) -> tuple[str, str]:
        return self._header


class TokenFile:
    """The HDFS delegation token in a file. The file is read again when it has changed: YARN and cron jobs replace it."""

    def __init__(self, file: str, service: Optional[str]) -> None:
        self._file = Path(file)
        self._service = service
        self._lock = threading.Lock()
        self._read: Optional[tuple[tuple[int, int, int], str]] = None
        self.header()

    def header(self) -> tuple[str, str]:
        try:
            with self._lock:
                stat = self._file.stat()
                version = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
                if self._read is None or self._read[0] != version:
                    tokens = hadoop_tokens.parse(self._file.read_bytes(), str(self._file))
                    token = hadoop_tokens.choose(tokens, self._service, str(self._file))
                    self._read = (version, token.url_string())
                return (_TOKEN, self._read[1])
        except OSError as e:
            raise InvalidArgumentError(f"{self._file}: expected a file of delegation tokens, it cannot be read: {e.strerror}") from e


def user_name() -> str:
    """As Hadoop's simple authentication finds it."""
    named = os.environ.get("HADOOP_USER_NAME", "")
    if named.strip():
        return named
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container's user id without a name
        raise InvalidArgumentError("user: expected a name as an argument or in HADOOP_USER_NAME, the system knows none") from None


def security(
    user: Optional[str], ca_file: Optional[str], token_file: Optional[str], token_service: Optional[str]
) -> tuple[Identity, Optional[grpc.ChannelCredentials]]:
    """Who calls, and how the connection is encrypted; None for not at all.

    A certificate decides: with one there are TLS and a delegation token, without one a name that is believed. A token is a secret, so it is
    never sent without TLS.
    """
    ca_file = ca_file or os.environ.get(CA_FILE) or None
    if ca_file is None:
        if token_file is not None or token_service is not None:
            raise InvalidArgumentError(
                "ca_file: expected a PEM file with the certificate that signs the coordinator's, because a delegation token"
                " is sent over TLS only"
            )
        return NamedUser(user if user is not None else user_name()), None
    if user is not None:
        raise InvalidArgumentError("user: with ca_file the delegation token says who calls; leave one of them out")
    tokens = token_file or os.environ.get(TOKEN_FILE)
    if not tokens:
        raise InvalidArgumentError(
            f"token_file: expected a file with a delegation token, as an argument or in {TOKEN_FILE}. A Kerberos ticket"
            " alone is not supported; fetch a token with: hdfs fetchdt --renewer USER FILE"
        )
    try:
        certificate = Path(ca_file).read_bytes()
    except OSError as e:
        raise InvalidArgumentError(f"ca_file: {ca_file} cannot be read: {e.strerror}") from e
    if b"-----BEGIN CERTIFICATE-----" not in certificate:
        raise InvalidArgumentError(f"ca_file: expected a PEM file with a certificate, got {ca_file}")
    return TokenFile(tokens, token_service), grpc.ssl_channel_credentials(root_certificates=certificate)
