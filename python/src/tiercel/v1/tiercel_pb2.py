"""Makes the contract's message classes from its descriptor. Their types are in the ``.pyi`` beside it.

Both are built by ``build_contract.py``, which says why there is no generated code.
"""

from __future__ import annotations

from pathlib import Path

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.internal import enum_type_wrapper

_pool = descriptor_pool.DescriptorPool()
for _file in descriptor_pb2.FileDescriptorSet.FromString(Path(__file__).with_name("contract.binpb").read_bytes()).file:
    _pool.Add(_file)
DESCRIPTOR = _pool.FindFileByName("tiercel/v1/tiercel.proto")

for _name, _message in DESCRIPTOR.message_types_by_name.items():
    globals()[_name] = message_factory.GetMessageClass(_message)
for _name, _enum in DESCRIPTOR.enum_types_by_name.items():
    globals()[_name] = enum_type_wrapper.EnumTypeWrapper(_enum)
    for _value in _enum.values:
        globals()[_value.name] = _value.number
