import grpc_page
import pytest
from grpc_page import ContractError, Page, parse

CONTRACT = """// What all of it is about.
syntax = "proto3";
package x;

// Fetches.
service Fetch {
  // Gets <one> a_b.
  rpc Get(Ask) returns (stream Reply);
}

// A question.
message Ask {
  // Which | one.
  string name = 1;
  optional int64 since = 3;
  repeated Kind kinds = 4;
}

message Reply {
  // By name.
  map<string, int64> counts = 1;
}

message Nothing {}

enum Kind {
  KIND_UNSPECIFIED = 0;
  // The first.
  FIRST = 1;
}
"""


def test_the_page_has_all_of_a_contract(tmp_path):
    (tmp_path / "x.proto").write_text(CONTRACT)
    lines = Page(parse(tmp_path, "x.proto")).text().splitlines()
    for expected in (
        "What all of it is about.",
        "### Fetch",
        "| `Get` | [`Ask`](#ask) | stream of [`Reply`](#reply) | Gets &lt;one> a\\_b. |",
        "A question.",
        "| `name` | `string` | 1 | Which \\| one. |",
        "| `since` | `int64`, optional | 3 |  |",
        "| `kinds` | list of [`Kind`](#kind) | 4 |  |",
        "| `counts` | map from `string` to `int64` | 1 | By name. |",
        "It has no fields.",
        "| `FIRST` | 1 | The first. |",
    ):
        assert expected in lines


def test_a_broken_contract_is_one_line(tmp_path, capfd):
    (tmp_path / "x.proto").write_text("message {")
    with pytest.raises(ContractError, match="x.proto: protoc does not accept it"):
        parse(tmp_path, "x.proto")
    capfd.readouterr()


def test_the_page_says_what_the_contract_says():
    assert grpc_page.main(["--check"]) == 0


def test_a_stale_page_is_told(tmp_path, monkeypatch, capsys):
    stale = tmp_path / "grpc.md"
    stale.write_text("# gRPC\n")
    monkeypatch.setattr(grpc_page, "PAGE", stale)
    monkeypatch.setattr(grpc_page, "HOME", tmp_path)
    monkeypatch.setattr(grpc_page, "SOURCES", grpc_page.SOURCES)
    assert grpc_page.main(["--check"]) == 1
    assert "write it anew with docs/site/grpc_page.py" in capsys.readouterr().err
