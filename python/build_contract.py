"""Compiles the coordinator's contract into the package, from the one place where it is written.

In the repository that is ``protocol``; an sdist holds a copy in ``protobuf``. The package gets a descriptor of the contract and the
types of its messages. It gets no generated Python code: that would demand the protobuf library of the day on which it was generated,
and Airflow or Spark often need an older one.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CONTRACT = "tiercel/v1/tiercel.proto"


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        protos = self._protos(root)
        if self.target_name == "sdist":
            build_data["force_include"][str(protos / CONTRACT)] = f"protobuf/{CONTRACT}"
            for name in ("LICENSE", "NOTICE"):
                file = root / name if (root / name).exists() else root.parent / name
                build_data["force_include"][str(file)] = name
        else:
            self._compile(protos, root / "src")

    @staticmethod
    def _protos(root: Path) -> Path:
        places = [root / "protobuf", root.parent / "protocol" / "src" / "main" / "protobuf"]
        for place in places:
            if (place / CONTRACT).exists():
                return place
        raise FileNotFoundError(f"the coordinator's contract: expected {CONTRACT} in {places[0]} or {places[1]}, found neither")

    @staticmethod
    def _compile(protos: Path, out: Path) -> None:
        from grpc_tools import protoc

        arguments = [
            "protoc",
            f"--proto_path={protos}",
            f"--descriptor_set_out={out / 'tiercel' / 'v1' / 'contract.binpb'}",
            f"--pyi_out={out}",
            CONTRACT,
        ]
        if protoc.main(arguments) != 0:
            print("protoc failed: " + " ".join(arguments), file=sys.stderr)
            raise RuntimeError(f"{CONTRACT}: protoc failed, its message stands above")
