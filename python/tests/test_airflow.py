"""The core without Airflow; the operators over two small stand-ins for Airflow 2 and 3, and over Airflow itself where it is installed."""

from __future__ import annotations

import importlib
import importlib.util
import logging
import sys
from datetime import timedelta
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Iterator

import grpc
import pytest
import tiercel
from fake_coordinator import BLOCK, FakeCoordinator, free_port
from tiercel.v1 import tiercel_pb2 as pb

LOG = logging.getLogger("task")


@pytest.fixture
def core() -> Iterator[Any]:
    """``tiercel.airflow.core`` by its file: its package needs Airflow."""
    origin = tiercel.__file__
    assert origin is not None
    name = "tiercel.airflow.core"
    spec = importlib.util.spec_from_file_location(name, Path(origin).parent / "airflow" / "core.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[name]


def steps(core: Any, address: str, strict: bool = False) -> Any:
    return core.Steps(core.Connection(coordinators=address, user="ann", retry_for=0.0), strict, LOG)


def progress(**counts: int) -> list[pb.ProgressReply]:
    waiting = counts.pop("waiting", 0)
    return [pb.ProgressReply(blocks=pb.BlockCounts(**counts), waiting_for_room=waiting)]


def test_prefetches_and_releases(core: Any, fake: FakeCoordinator) -> None:
    ours = steps(core, fake.address)
    assert ours.prefetch("nightly", ["/a", "/b"], 60.0) == {"job": "nightly", "blocks": 2, "bytes": 2 * BLOCK, "skipped": []}
    assert fake.named("Prefetch")[0].lease_millis == 60_000
    assert ours.release("nightly") == {"job": "nightly", "references": 2, "freed_bytes": 2 * BLOCK}
    assert fake.jobs == {}


def test_paths_may_be_a_rendered_template(core: Any, fake: FakeCoordinator) -> None:
    steps(core, fake.address).prefetch("nightly", "/a, /b,", 60.0)
    assert [each.path for each in fake.named("Prefetch")[0].data] == ["/a", "/b"]


def test_a_failure_is_a_warning_unless_strict(core: Any, caplog: pytest.LogCaptureFixture) -> None:
    nobody = f"127.0.0.1:{free_port()}"
    assert steps(core, nobody).prefetch("nightly", "/a", 60.0)["blocks"] == 0
    assert steps(core, nobody).release("nightly")["references"] == 0
    assert steps(core, nobody).is_in_memory("nightly", 1.0)
    assert len([record for record in caplog.records if record.levelno == logging.WARNING]) == 3
    strict = steps(core, nobody, strict=True)
    with pytest.raises(tiercel.CoordinatorUnavailableError):
        strict.prefetch("nightly", "/a", 60.0)
    with pytest.raises(tiercel.CoordinatorUnavailableError):
        strict.release("nightly")
    with pytest.raises(tiercel.CoordinatorUnavailableError):
        strict.is_in_memory("nightly", 1.0)


def test_errors_of_airflow_itself_are_raised(core: Any, fake: FakeCoordinator, monkeypatch: pytest.MonkeyPatch) -> None:
    class KilledError(Exception):
        """As Airflow raises it in a task that gets SIGTERM."""

    def killed(*arguments: object, **options: object) -> None:
        raise KilledError

    monkeypatch.setattr(tiercel.Client, "release", killed)
    connection = core.Connection(coordinators=fake.address, user="ann", retry_for=0.0)
    with pytest.raises(KilledError):
        core.Steps(connection, False, LOG, (KilledError,)).release("nightly")
    assert core.Steps(connection, False, LOG).release("nightly")["references"] == 0


def test_data_that_does_not_come_in_fails_if_strict(core: Any, fake: FakeCoordinator) -> None:
    fake.skipped = [pb.Skipped(path="/b", reason=pb.NOT_FOUND, text="no such file")]
    assert steps(core, fake.address).prefetch("nightly", ["/a", "/b"], 60.0)["skipped"] == ["not brought in: /b: no such file"]
    with pytest.raises(tiercel.TiercelError, match="^not brought in: /b: no such file$"):
        steps(core, fake.address, strict=True).prefetch("nightly", ["/a", "/b"], 60.0)


def test_no_address_is_a_warning(core: Any, caplog: pytest.LogCaptureFixture) -> None:
    assert core.Steps(core.Connection(), False, LOG).prefetch("nightly", "/a", 60.0)["blocks"] == 0
    assert "TIERCEL_COORDINATOR" in caplog.text


def test_waits_while_data_is_on_its_way(core: Any, fake: FakeCoordinator) -> None:
    ours = steps(core, fake.address, strict=True)
    fake.progress = progress(wanted=2, bound=1, resident=1, wanted_bytes=2, resident_bytes=1)
    assert not ours.is_in_memory("nightly", 1.0)
    assert ours.is_in_memory("nightly", 0.5)
    fake.progress = progress(wanted=2, pending=2, waiting=1, wanted_bytes=2)
    assert not ours.is_in_memory("nightly", 1.0)
    fake.progress = progress(wanted=2, resident=2, wanted_bytes=2, resident_bytes=2)
    assert ours.is_in_memory("nightly", 1.0)


def test_does_not_wait_for_what_will_not_come(core: Any, fake: FakeCoordinator) -> None:
    fake.progress = progress(wanted=3, pending=1, failed=1, resident=1, waiting=1, wanted_bytes=3, resident_bytes=1)
    assert steps(core, fake.address).is_in_memory("nightly", 1.0)
    with pytest.raises(tiercel.TiercelError, match="1 of 3 bytes are in memory, and no more will come: 1 blocks failed, 1 wait"):
        steps(core, fake.address, strict=True).is_in_memory("nightly", 1.0)
    fake.refusal = (grpc.StatusCode.NOT_FOUND, "no such job")
    assert steps(core, fake.address).is_in_memory("nightly", 1.0)


def test_a_wrong_share_is_an_error(core: Any, fake: FakeCoordinator) -> None:
    with pytest.raises(tiercel.InvalidArgumentError, match="share: expected a number from 0 to 1, got 2"):
        steps(core, fake.address).is_in_memory("nightly", 2)


class AirflowError(Exception):
    """As Airflow's errors begin."""


class SensorTimeout(AirflowError):
    pass


class BaseOperator:
    """What the operators need of Airflow's."""

    def __init__(self, *, task_id: str, trigger_rule: str = "all_success") -> None:
        self.task_id = task_id
        self.trigger_rule = trigger_rule
        self.log = LOG


class BaseSensorOperator(BaseOperator):
    def __init__(self, *, timeout: float, poke_interval: float, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.timeout = timeout
        self.poke_interval = poke_interval

    def poke(self, context: Any) -> bool:
        raise NotImplementedError

    def execute(self, context: Any) -> Any:
        if not self.poke(context):
            raise SensorTimeout("timed out")
        return True


AIRFLOW_2 = {
    "airflow": {},
    "airflow.exceptions": {"AirflowException": AirflowError, "AirflowSensorTimeout": SensorTimeout},
    "airflow.models": {},
    "airflow.models.baseoperator": {"BaseOperator": BaseOperator},
    "airflow.sensors": {},
    "airflow.sensors.base": {"BaseSensorOperator": BaseSensorOperator},
}
AIRFLOW_3 = {
    "airflow": {},
    "airflow.exceptions": {"AirflowException": AirflowError, "AirflowSensorTimeout": SensorTimeout},
    "airflow.sdk": {"BaseOperator": BaseOperator, "BaseSensorOperator": BaseSensorOperator},
}


@pytest.fixture(params=[AIRFLOW_2, AIRFLOW_3], ids=["airflow2", "airflow3"])
def operators(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    for loaded in [name for name in sys.modules if name.split(".")[0] == "airflow" or name.startswith("tiercel.airflow")]:
        monkeypatch.delitem(sys.modules, loaded)
    for name, content in request.param.items():
        module = ModuleType(name)
        module.__dict__.update(content)
        # A package in which there is nothing more to find.
        module.__path__ = []
        monkeypatch.setitem(sys.modules, name, module)
    yield importlib.import_module("tiercel.airflow")
    for loaded in [name for name in sys.modules if name.startswith("tiercel.airflow")]:
        del sys.modules[loaded]


def test_operators_do_the_steps(operators: Any, fake: FakeCoordinator) -> None:
    prefetch = operators.TiercelPrefetchOperator(
        task_id="p", job="nightly", paths=["/a"], keep=timedelta(minutes=1), coordinators=fake.address, user="ann"
    )
    release = operators.TiercelReleaseOperator(task_id="r", job="nightly", coordinators=fake.address, user="ann")
    assert prefetch.execute({})["blocks"] == 1
    assert fake.named("Prefetch")[0].lease_millis == 60_000
    assert release.execute({})["references"] == 1
    assert release.trigger_rule == "all_done"


def test_template_fields_are_attributes(operators: Any) -> None:
    prefetch = operators.TiercelPrefetchOperator(task_id="p", job="j", paths="/a")
    release = operators.TiercelReleaseOperator(task_id="r", job="j")
    sensor = operators.TiercelInMemorySensor(task_id="s", job="j")
    for operator in (prefetch, release, sensor):
        assert {"job", "coordinators"} <= set(operator.template_fields)
        assert all(hasattr(operator, field) for field in operator.template_fields)
    assert "paths" in prefetch.template_fields


def test_the_sensors_timeout_fails_the_task_if_strict(
    operators: Any, fake: FakeCoordinator, caplog: pytest.LogCaptureFixture
) -> None:
    fake.progress = progress(wanted=1, bound=1, wanted_bytes=1)

    def sensor(strict: bool) -> Any:
        return operators.TiercelInMemorySensor(
            task_id="s", job="nightly", coordinators=fake.address, user="ann", strict=strict, retry_for=0.0
        )

    assert sensor(False).execute({}) is None
    assert "does not wait longer" in caplog.text
    with pytest.raises(SensorTimeout):
        sensor(True).execute({})
    fake.progress = progress(wanted=1, resident=1, wanted_bytes=1, resident_bytes=1)
    assert sensor(True).execute({}) is True


HAS_AIRFLOW = importlib.util.find_spec("airflow") is not None


real_airflow = pytest.mark.skipif(not HAS_AIRFLOW, reason="Airflow is not installed; pip install 'tiercel[airflow]' runs this")


@real_airflow
@pytest.mark.filterwarnings("default")
def test_the_sensors_timeout_is_that_of_airflow(fake: FakeCoordinator) -> None:
    ours: Any = importlib.import_module("tiercel.airflow")
    raised = ours.AirflowSensorTimeout
    fake.progress = progress(wanted=1, bound=1, wanted_bytes=1)

    def run(strict: bool) -> Any:
        sensor = ours.TiercelInMemorySensor(
            task_id="s", job="n", coordinators=fake.address, user="ann", strict=strict, timeout=0.3, poke_interval=0.1
        )
        return sensor.execute({"ti": SimpleNamespace(try_number=1), "task": sensor})

    assert run(strict=False) is None
    with pytest.raises(raised):
        run(strict=True)


@real_airflow
@pytest.mark.filterwarnings("default")
def test_the_example_is_a_dag_of_airflow(fake: FakeCoordinator, monkeypatch: pytest.MonkeyPatch) -> None:
    example = Path(__file__).parent.parent / "examples" / "airflow_dag.py"
    spec = importlib.util.spec_from_file_location("example_dag", example)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setenv("TIERCEL_COORDINATOR", fake.address)
    monkeypatch.setenv("HADOOP_USER_NAME", "ann")
    fake.progress = progress(wanted=1, resident=1, wanted_bytes=1, resident_bytes=1)
    for task in (module.prefetch, module.in_memory, module.release):
        task.render_template_fields({"ds": "2026-01-02"})
        task.execute({"ds": "2026-01-02", "ti": SimpleNamespace(try_number=1), "task": task})
    assert [each.job for each in fake.named("Prefetch") + fake.named("Release")] == ["nightly-2026-01-02"] * 2
    assert fake.named("Prefetch")[0].data[0].path == "/events/2026-01-02"
