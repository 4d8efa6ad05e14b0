from __future__ import annotations

import io
import json
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, Iterator, Optional

import pytest
import tiercel
from tiercel import records


def _line(stage: int, app: str = "app-1") -> str:
    record = {
        "version": 1,
        "record": "stage",
        "app": app,
        "stage": stage,
        "attempt": 0,
        "name": "count",
        "policy": "tiercel",
        "launched": 1,
        "possible": {"HDD": 1},
        "happened": {"HDD": 1},
        "bestHits": 1,
    }
    return json.dumps(record) + "\n"


class RollingFile:
    """Rolls as the driver does (RollingFile.java): after so many lines the file replaces the older one."""

    def __init__(self, directory: Path, most: int) -> None:
        self.file = directory / "stages-app-1.jsonl"
        self._older = directory / "stages-app-1.1.jsonl"
        self._most = most
        self._next = 0
        self.file.touch()

    def write(self) -> None:
        with self.file.open("a") as file:
            file.write(_line(self._next))
        self._next += 1
        if self._next % self._most == 0:
            self.file.rename(self._older)
            self.file.touch()


def _numbers(directory: Path) -> list[int]:
    return [stage.stage for stage in tiercel.stages(directory)]


def test_reads_rolled_files_whole_and_in_order(tmp_path: Path) -> None:
    file = RollingFile(tmp_path, 4)
    for _ in range(10):
        file.write()
    (tmp_path / "stages-app-2.jsonl").write_text(_line(0, "app-2"))

    assert [(stage.app, stage.stage) for stage in tiercel.stages(tmp_path)] == [
        *(("app-1", stage) for stage in range(4, 10)),
        ("app-2", 0),
    ]


@pytest.mark.parametrize("written", [3, 7], ids=["first roll", "second roll"])
@pytest.mark.parametrize("rolls_after", [0, 1])
def test_misses_nothing_when_a_file_rolls_while_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: int, rolls_after: int
) -> None:
    file = RollingFile(tmp_path, 4)
    for _ in range(written):
        file.write()
    opened: list[Path] = []
    original = records._opened

    def then_roll(path: Path, stack: ExitStack) -> Optional[BinaryIO]:
        lines = original(path, stack)
        if len(opened) == rolls_after:
            file.write()
            file.write()
        opened.append(path)
        return lines

    monkeypatch.setattr(records, "_opened", then_roll)

    assert _numbers(tmp_path) == list(range(written - 3, written + 2))


def test_reads_what_is_older_while_there_is_no_newer_file(tmp_path: Path) -> None:
    file = RollingFile(tmp_path, 2)
    file.write()
    file.write()
    file.file.unlink()

    assert _numbers(tmp_path) == [0, 1]


def test_misses_nothing_while_a_driver_writes(tmp_path: Path) -> None:
    file = RollingFile(tmp_path, 50)
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            file.write()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(200):
            numbers = _numbers(tmp_path)
            assert numbers == [numbers[0] + offset for offset in range(len(numbers))]
    finally:
        stop.set()
        writer.join()


@pytest.mark.parametrize("half", ["{", _line(1)[:-20], '{"name":"caf\u00e9'])
def test_leaves_out_a_line_that_is_being_written(tmp_path: Path, half: str) -> None:
    text = (_line(0) + half).encode()
    (tmp_path / "stages-app-1.jsonl").write_bytes(text if half.isascii() else text[:-1])

    assert _numbers(tmp_path) == [0]


def test_reads_a_last_line_without_an_end(tmp_path: Path) -> None:
    (tmp_path / "stages-app-1.jsonl").write_text(_line(0) + _line(1).rstrip("\n"))

    assert _numbers(tmp_path) == [0, 1]


def test_gives_up_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    RollingFile(tmp_path, 1).write()
    monkeypatch.setattr(records, "_is_still", lambda file, opened: False)

    with pytest.raises(tiercel.InvalidArgumentError, match="it rolls faster than it can be opened"):
        tiercel.stages(tmp_path)


def test_a_line_whose_rest_comes_while_it_is_read_is_left_out(tmp_path: Path) -> None:
    class Growing(io.BytesIO):
        """Gives half a line, and the rest when asked again."""

        def __iter__(self) -> Iterator[bytes]:
            line = _line(1).encode()
            return iter([_line(0).encode(), line[:20], line[20:]])

    assert [stage.stage for stage in records._stages(tmp_path, Growing())] == [0]
