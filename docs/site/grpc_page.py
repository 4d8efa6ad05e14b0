#!/usr/bin/env python3
"""Makes docs/grpc.md from the comments of tiercel.proto.

  grpc_page.py          writes the page
  grpc_page.py --check  exit code 1 if the page is not what the contract says
"""

import re
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorSet
from grpc_tools import protoc

HOME = Path(__file__).resolve().parents[2]
SOURCES = HOME / "protocol" / "src" / "main" / "protobuf"
CONTRACT = "tiercel/v1/tiercel.proto"
PAGE = HOME / "docs" / "grpc.md"

# Numbers of fields in descriptor.proto, of which the paths to comments are made.
FILE_MESSAGE, FILE_ENUM, FILE_SERVICE, SYNTAX = 4, 5, 6, 12
MESSAGE_FIELD = 2
ENUM_VALUE = 2
SERVICE_METHOD = 2

BEGINNING = f"""# gRPC

This page is generated from the comments of [`tiercel.proto`](../protocol/src/main/protobuf/{CONTRACT}); do not edit it by hand. How a
program connects, and which client there is: [for programs](operate.md#for-programs).
"""


class ContractError(Exception):
    """The contract cannot be read; the message is for people."""


def parse(sources=SOURCES, name=CONTRACT):
    """The contract with its comments, as protoc reads it."""
    with tempfile.TemporaryDirectory() as directory:
        out = Path(directory) / "contract.bin"
        code = protoc.main(
            [
                "protoc",
                f"--proto_path={sources}",
                f"--proto_path={files('grpc_tools') / '_proto'}",
                "--include_source_info",
                f"--descriptor_set_out={out}",
                name,
            ]
        )
        if code != 0:
            raise ContractError(f"{Path(sources) / name}: protoc does not accept it; it says why above")
        return FileDescriptorSet.FromString(out.read_bytes()).file[0]


def cell(text):
    return escaped(" ".join(text.split())).replace("|", "\\|")


def escaped(text):
    """Text of a comment as Markdown: words such as EVICT_AFTER_READ and <host> stay as they are."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else part.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_") for part in parts
    )


class Page:
    def __init__(self, contract):
        self.contract = contract
        self.comments = {tuple(place.path): place for place in contract.source_code_info.location}
        self.lines = [BEGINNING]
        self.named = {message.name for message in contract.message_type} | {enum.name for enum in contract.enum_type}

    def comment(self, *path):
        place = self.comments.get(path)
        return "" if place is None else (place.leading_comments or place.trailing_comments)

    def paragraphs(self, text):
        for paragraph in re.split(r"\n\s*\n", text.strip()):
            if paragraph.strip():
                self.lines += [escaped(" ".join(paragraph.split())), ""]

    def text(self):
        syntax = self.comments[(SYNTAX,)]
        self.paragraphs(syntax.leading_comments or "\n\n".join(syntax.leading_detached_comments))
        self.lines += ["## Services", ""]
        for i, service in enumerate(self.contract.service):
            self.service(i, service)
        self.lines += ["## Messages", ""]
        for i, message in enumerate(self.contract.message_type):
            self.message(i, message)
        self.lines += ["## Enumerations", ""]
        for i, enum in enumerate(self.contract.enum_type):
            self.enum(i, enum)
        return "\n".join(self.lines).rstrip() + "\n"

    def service(self, i, service):
        self.lines += [f"### {service.name}", ""]
        self.paragraphs(self.comment(FILE_SERVICE, i))
        self.lines += ["| call | takes | answers | meaning |", "| --- | --- | --- | --- |"]
        for j, method in enumerate(service.method):
            takes = ("stream of " if method.client_streaming else "") + self.link(method.input_type)
            answers = ("stream of " if method.server_streaming else "") + self.link(method.output_type)
            meaning = cell(self.comment(FILE_SERVICE, i, SERVICE_METHOD, j))
            self.lines.append(f"| `{method.name}` | {takes} | {answers} | {meaning} |")
        self.lines.append("")

    def message(self, i, message):
        self.lines += [f"### {message.name}", ""]
        self.paragraphs(self.comment(FILE_MESSAGE, i))
        if not message.field:
            self.lines += ["It has no fields.", ""]
            return
        self.lines += ["| field | type | number | meaning |", "| --- | --- | --- | --- |"]
        for j, field in enumerate(message.field):
            meaning = cell(self.comment(FILE_MESSAGE, i, MESSAGE_FIELD, j))
            self.lines.append(f"| `{field.name}` | {self.type(message, field)} | {field.number} | {meaning} |")
        self.lines.append("")

    def enum(self, i, enum):
        self.lines += [f"### {enum.name}", ""]
        self.paragraphs(self.comment(FILE_ENUM, i))
        self.lines += ["| value | number | meaning |", "| --- | --- | --- |"]
        for j, value in enumerate(enum.value):
            self.lines.append(f"| `{value.name}` | {value.number} | {cell(self.comment(FILE_ENUM, i, ENUM_VALUE, j))} |")
        self.lines.append("")

    def link(self, type_name):
        name = type_name.rsplit(".", 1)[-1]
        return f"[`{name}`](#{name.lower()})" if name in self.named else f"`{name}`"

    def type(self, message, field):
        for nested in message.nested_type:
            if nested.options.map_entry and field.type_name.endswith(f".{nested.name}"):
                key, value = nested.field
                return f"map from {self.plain(key)} to {self.plain(value)}"
        if field.label == FieldDescriptorProto.LABEL_REPEATED:
            return "list of " + self.plain(field)
        return self.plain(field) + (", optional" if field.proto3_optional else "")

    def plain(self, field):
        if field.type_name:
            return self.link(field.type_name)
        return "`" + FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower() + "`"


def main(arguments):
    if arguments not in ([], ["--check"]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        text = Page(parse()).text()
    except ContractError as e:
        print(f"grpc_page: {e}", file=sys.stderr)
        return 1
    if not arguments:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print(f"{PAGE.relative_to(HOME)}: expected what {CONTRACT} says; write it anew with docs/site/grpc_page.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
