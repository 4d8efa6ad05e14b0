"""Reads delegation tokens from the files in which Hadoop keeps them.

Both forms of ``org.apache.hadoop.security.Credentials`` are read: Writable (version 0; YARN and ``hdfs fetchdt`` write it) and protocol
buffers (version 1; ``hadoop dtutil`` writes it).
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Iterator, Optional

from .errors import InvalidArgumentError

KIND = "HDFS_DELEGATION_TOKEN"

_MAGIC = b"HDTS"
_WRITABLE, _PROTOBUF = 0, 1


@dataclass(frozen=True)
class Token:
    identifier: bytes
    password: bytes
    kind: str
    service: str

    def url_string(self) -> str:
        """As Hadoop's ``Token.encodeToUrlString`` writes it."""
        parts = (self.identifier, self.password, self.kind.encode(), self.service.encode())
        written = b"".join(_vint(len(part)) + part for part in parts)
        return base64.urlsafe_b64encode(written).rstrip(b"=").decode("ascii")


class _TruncatedError(Exception):
    pass


class _Bytes:
    """Reads from front to back."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def is_at_end(self) -> bool:
        return self._at >= len(self._content)

    def take(self, count: int) -> bytes:
        if count < 0 or self._at + count > len(self._content):
            raise _TruncatedError
        taken = self._content[self._at : self._at + count]
        self._at += count
        return taken

    def vint(self) -> int:
        """An integer as Hadoop's ``WritableUtils.writeVLong`` writes it."""
        first = int.from_bytes(self.take(1), "big", signed=True)
        if first >= -112:
            return first
        if first < -120:
            raise _TruncatedError  # negative: no length is
        return int.from_bytes(self.take(-112 - first), "big")

    def varint(self) -> int:
        """An integer of protocol buffers."""
        value = 0
        for shift in range(0, 70, 7):
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise _TruncatedError

    def fields(self) -> Iterator[tuple[int, bytes]]:
        """The length-delimited fields of a message of protocol buffers. Credentials have no others."""
        while not self.is_at_end():
            tag = self.varint()
            if tag & 7 != 2:
                raise _TruncatedError
            yield tag >> 3, self.take(self.varint())


def _vint(value: int) -> bytes:
    if value <= 127:
        return bytes([value])
    payload = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return (-112 - len(payload)).to_bytes(1, "big", signed=True) + payload


def parse(content: bytes, file: str) -> list[Token]:
    """All tokens of a file.

    :param file: its name, for messages
    :raises InvalidArgumentError: if it is no such file
    """
    if content[:4] != _MAGIC or len(content) < 5:
        raise InvalidArgumentError(f"{file}: expected a file of Hadoop's delegation tokens, got something else")
    version = content[4]
    read = {_WRITABLE: _writable, _PROTOBUF: _protobuf}.get(version)
    if read is None:
        raise InvalidArgumentError(f"{file}: expected Hadoop's token file of version 0 or 1, got version {version}")
    try:
        return read(_Bytes(content[5:]))
    except (_TruncatedError, UnicodeDecodeError):
        raise InvalidArgumentError(f"{file}: expected a whole file of Hadoop's delegation tokens, got a broken one") from None


def _writable(content: _Bytes) -> list[Token]:
    tokens = []
    for _ in range(content.vint()):
        content.take(content.vint())  # the alias
        identifier, password, kind, service = (content.take(content.vint()) for _ in range(4))
        tokens.append(Token(identifier, password, kind.decode(), service.decode()))
    return tokens


def _protobuf(content: _Bytes) -> list[Token]:
    message = _Bytes(content.take(content.varint()))
    tokens = []
    for number, entry in message.fields():
        parts = dict(_Bytes(entry).fields()) if number == 1 else {}
        if 2 in parts:
            token = dict(_Bytes(parts[2]).fields())
            identifier, password, kind, service = (token.get(part, b"") for part in (1, 2, 3, 4))
            tokens.append(Token(identifier, password, kind.decode(), service.decode()))
    return tokens


def choose(tokens: list[Token], service: Optional[str], file: str) -> Token:
    """The token of an HDFS.

    :param service: which of several HDFS; None if the file has a token of one only
    """
    ours = [token for token in tokens if token.kind == KIND]
    if service is not None:
        ours = [token for token in ours if token.service == service]
        if not ours:
            raise InvalidArgumentError(f"{file}: expected a token of kind {KIND} for '{service}', found {_services(tokens)}")
    if not ours:
        raise InvalidArgumentError(f"{file}: expected a token of kind {KIND}, found {_services(tokens)}")
    # With two NameNodes a file may hold the same token once for each address.
    if len({token.identifier for token in ours}) > 1:
        raise InvalidArgumentError(f"{file}: expected one HDFS, or token_service to choose one; found {_services(ours)}")
    return ours[0]


def _services(tokens: list[Token]) -> str:
    return ", ".join(f"{token.kind} for '{token.service}'" for token in tokens) or "none"
