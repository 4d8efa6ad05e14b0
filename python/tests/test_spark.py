from __future__ import annotations

import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import tiercel

PLUGIN = "io.tiercel.spark.TiercelPlugin"


class Builder:
    """As SparkSession.builder keeps what it is given."""

    def __init__(self, **options: str) -> None:
        self._options = {key.replace("_", "."): value for key, value in options.items()}

    def config(self, key: str, value: str) -> Builder:
        self._options[key] = value
        return self


def make_jar(file: Path) -> Path:
    with zipfile.ZipFile(file, "w") as files:
        files.writestr("io/tiercel/spark/TiercelPlugin.class", "")
    return file


@pytest.fixture
def jar(tmp_path: Path) -> Path:
    return make_jar(tmp_path / "tiercel-spark-0.1.0.jar")


@pytest.fixture(autouse=True)
def _no_pyspark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delitem(sys.modules, "pyspark", raising=False)
    monkeypatch.setenv("SPARK_HOME", str(tmp_path / "spark"))


def test_sets_the_keys_that_are_given(jar: Path) -> None:
    builder = Builder()
    assert tiercel.configure(builder, jar=jar, coordinator="nn:7411", prefetch="cost", policy="trident", job="n") is builder
    assert builder._options == {
        "spark.jars": str(jar),
        "spark.plugins": PLUGIN,
        "spark.tiercel.coordinator": "nn:7411",
        "spark.tiercel.prefetch": "cost",
        "spark.tiercel.policy": "trident",
        "spark.tiercel.job": "n",
    }


def test_adds_to_lists_and_keeps_what_the_user_has_set(jar: Path) -> None:
    builder = Builder(spark_plugins="org.Other", spark_jars="a.jar, b.jar", spark_tiercel_policy="stock")
    tiercel.configure(builder, jar=jar, policy="trident")
    assert builder._options["spark.plugins"] == f"org.Other,{PLUGIN}"
    assert builder._options["spark.jars"] == f"a.jar,b.jar,{jar}"
    assert builder._options["spark.tiercel.policy"] == "stock"


def test_doing_it_twice_is_doing_it_once(jar: Path) -> None:
    builder = tiercel.configure(Builder(), jar=jar)
    before = dict(builder._options)
    assert tiercel.configure(builder, jar=jar)._options == before


def test_takes_the_jar_and_the_coordinator_of_the_environment(jar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIERCEL_JAR", str(jar))
    monkeypatch.setenv("TIERCEL_COORDINATOR", "nn:7411")
    options = tiercel.configure(Builder())._options
    assert options["spark.jars"] == str(jar)
    assert options["spark.tiercel.coordinator"] == "nn:7411"


def test_respects_the_users_defaults(jar: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
    (tmp_path / "spark-defaults.conf").write_text(
        "# a comment\nspark.plugins   org.Default\nspark.jars=c.jar\nspark.tiercel.prefetch: none\n"
    )
    options = tiercel.configure(Builder(), jar=jar, prefetch="cost")._options
    assert options["spark.plugins"] == f"org.Default,{PLUGIN}"
    assert options["spark.jars"] == f"c.jar,{jar}"
    assert "spark.tiercel.prefetch" not in options


def test_respects_pyspark_submit_args(jar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "PYSPARK_SUBMIT_ARGS", "--master local --conf spark.plugins=org.Submit -c 'spark.tiercel.policy=stock' pyspark-shell"
    )
    options = tiercel.configure(Builder(), jar=jar, policy="trident")._options
    assert options["spark.plugins"] == f"org.Submit,{PLUGIN}"
    assert "spark.tiercel.policy" not in options


def test_adds_no_second_jar(jar: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert "spark.jars" in tiercel.configure(Builder(), jar=jar)._options
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", "--jars x.jar,/lib/tiercel-spark-0.1.0.jar pyspark-shell")
    options = tiercel.configure(Builder(), jar=jar)._options
    assert "spark.jars" not in options and options["spark.plugins"] == PLUGIN
    monkeypatch.delenv("PYSPARK_SUBMIT_ARGS")
    for key in ("spark_jars", "spark_driver_extraClassPath"):
        before = {key: "/lib/tiercel-spark-0.1.0.jar"}
        assert tiercel.configure(Builder(**before), jar=jar)._options.get("spark.plugins") == PLUGIN
    for package in ("io.tiercel:tiercel-bundle:0.1.0", "org.other:one:1, io.tiercel:tiercel-bundle-2.12:0.1.0"):
        of_maven = tiercel.configure(Builder(spark_jars_packages=package), jar=jar)._options
        assert "spark.jars" not in of_maven and of_maven["spark.plugins"] == PLUGIN
    jars = tmp_path / "spark" / "jars"
    jars.mkdir(parents=True)
    (jars / "tiercel-spark-0.1.0.jar").touch()
    assert tiercel.configure(Builder())._options == {"spark.plugins": PLUGIN}


@pytest.fixture(params=["2.12", "2.13"])
def scala(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of the Spark that is found."""
    jars = tmp_path / "spark" / "jars"
    jars.mkdir(parents=True)
    (jars / f"spark-core_{request.param}-9.9.jar").touch()
    return str(request.param)


NAMES = {"2.12": "tiercel-spark_2.12-0.1.0.jar", "2.13": "tiercel-spark-0.1.0.jar"}


def test_takes_the_jar_for_its_scala_from_a_directory(scala: str, tmp_path: Path) -> None:
    plugins = tmp_path / "plugins"
    plugins.mkdir()
    for name in [*NAMES.values(), "tiercel-yarn-0.1.0.jar", "original-tiercel-spark-0.1.0.jar"]:
        make_jar(plugins / name)
    assert tiercel.configure(Builder(), jar=plugins)._options["spark.jars"] == str(plugins / NAMES[scala])


def test_refuses_the_jar_for_another_scala(scala: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for each, name in NAMES.items():
        make_jar(tmp_path / name)
        is_on = "spark.plugins" in tiercel.configure(Builder(), jar=tmp_path / name)._options
        assert is_on == (each == scala)
    (record,) = caplog.records
    assert f"jar: expected the one for Scala {scala}, tiercel-spark" in record.getMessage()


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut off"])
def test_refuses_a_jar_that_is_damaged(content: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    damaged = tmp_path / "tiercel-spark-0.1.0.jar"
    damaged.write_bytes(content)
    assert tiercel.configure(Builder(), jar=damaged)._options == {}
    assert tiercel.configure(Builder(), jar=tmp_path)._options == {}
    assert f"jar: expected Tiercel's jar for Spark, got {damaged}, which has no class {PLUGIN}" in caplog.text


def test_refuses_the_jar_of_another_library(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    other = tmp_path / "other.jar"
    with zipfile.ZipFile(other, "w") as files:
        files.writestr("org/Other.class", "")
    assert tiercel.configure(Builder(), jar=other)._options == {}
    assert "which has no class" in caplog.text


def test_a_directory_must_leave_no_choice(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert tiercel.configure(Builder(), jar=tmp_path)._options == {}
    assert "for this Spark's Scala in" in caplog.text and "found none" in caplog.text


@pytest.mark.parametrize(
    ("arguments", "environment", "reason"),
    [
        ({}, {}, "expected Tiercel's jar for Spark as an argument, in TIERCEL_JAR or in spark.jars, found none"),
        ({"jar": "none.jar"}, {}, "jar: expected a file, got none.jar"),
        ({"jar": "hdfs://nn/t.jar"}, {"PYSPARK_SUBMIT_ARGS": "--jars x.jar pyspark-shell"}, "hides spark.jars"),
        ({"jar": "hdfs://nn/t.jar"}, {"SPARK_REMOTE": "sc://host"}, "with Spark Connect"),
        ({"jar": "hdfs://nn/t.jar"}, {"SPARK_API_MODE": "connect"}, "with Spark Connect"),
    ],
)
def test_an_application_that_would_not_start_is_left_as_it_is(
    arguments: dict[str, Any],
    environment: dict[str, str],
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    assert tiercel.configure(Builder(spark_app_name="a"), coordinator="nn:7411", **arguments)._options == {"spark.app.name": "a"}
    (record,) = caplog.records
    assert reason in record.getMessage() and record.getMessage().startswith("Tiercel is not switched on: ")


class FakeContext:
    """As much of PySpark's SparkContext as a running JVM shows."""

    _active_spark_context: Any = None
    _gateway: Any = object()
    _jvm: Any = None
    has_class = True

    @classmethod
    def _ensure_initialized(cls) -> None:
        def load(name: str) -> None:
            if name != PLUGIN or not cls.has_class:
                raise RuntimeError("java.lang.ClassNotFoundException")

        loader = SimpleNamespace(loadClass=load)
        thread = SimpleNamespace(getContextClassLoader=lambda: loader)
        cls._jvm = SimpleNamespace(java=SimpleNamespace(lang=SimpleNamespace(Thread=SimpleNamespace(currentThread=lambda: thread))))


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> type[FakeContext]:
    context = type("Context", (FakeContext,), {})
    conf = SimpleNamespace(getAll=lambda: [("spark.plugins", "org.Submitted"), ("spark.jars", "t.jar")])
    monkeypatch.setitem(sys.modules, "pyspark", SimpleNamespace(SparkContext=context, SparkConf=lambda: conf))
    return context


def test_under_spark_submit_the_class_must_be_there(running: type[FakeContext], jar: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert tiercel.configure(Builder(), jar=jar)._options == {"spark.plugins": f"org.Submitted,{PLUGIN}"}
    running.has_class = False
    assert tiercel.configure(Builder(), jar=jar)._options == {}
    assert "give Tiercel's jar to spark-submit: --jars JAR" in caplog.text


def test_a_running_session_is_left_as_it_is(running: type[FakeContext], jar: Path, caplog: pytest.LogCaptureFixture) -> None:
    running._active_spark_context = object()
    assert tiercel.configure(Builder(), jar=jar)._options == {}
    assert "Spark runs already" in caplog.text


def test_a_pyspark_that_does_not_fit_does_not_end_the_application(
    monkeypatch: pytest.MonkeyPatch, jar: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", SimpleNamespace(SparkContext=object()))
    assert tiercel.configure(Builder(), jar=jar)._options == {}
    assert "this PySpark does not fit" in caplog.text


STAGE = (
    '{"version":1,"record":"stage","app":"app-1","stage":3,"attempt":0,"name":"count","policy":"tiercel","tasks":10,"launched":10,'
    '"possible":{"MEMORY":6,"HDD":3,"UNKNOWN":1},"happened":{"MEMORY":4,"RACK":2,"HDD":3,"UNKNOWN":1},"bestHits":8}\n'
)


def test_explains_records(tmp_path: Path) -> None:
    (tmp_path / "stages-app-1.jsonl").write_text(STAGE)
    (stage,) = tiercel.stages(tmp_path)
    assert (stage.launched, stage.possible["MEMORY"], stage.best_hits) == (10, 6, 8)
    assert tiercel.explain(tmp_path) == (
        "app-1 stage 3 (count): the input of 1 of 10 tasks was not located, or not before they were launched",
        "app-1 stage 3 (count): the input of 3 of 10 tasks was in memory of no node with a slot",
        "app-1 stage 3 (count): 2 of 10 tasks ran elsewhere, though a better place was possible",
    )


def test_says_that_there_are_no_records(tmp_path: Path) -> None:
    (line,) = tiercel.explain(tmp_path)
    assert "no stage is recorded" in line
    with pytest.raises(tiercel.InvalidArgumentError, match="they cannot be read"):
        tiercel.stages(tmp_path / "none")


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"version":1}', STAGE.replace('"launched":10', '"launched":"x"'), STAGE[:-5]])
def test_says_which_line_is_no_record(tmp_path: Path, line: str) -> None:
    file = tmp_path / "stages-a.jsonl"
    file.write_text(STAGE + line.rstrip("\n") + "\n")
    with pytest.raises(tiercel.InvalidArgumentError, match="stages-a.jsonl, line 2: expected the record of a stage"):
        tiercel.stages(file)


def test_refuses_newer_records(tmp_path: Path) -> None:
    file = tmp_path / "stages-a.jsonl"
    file.write_text(STAGE.replace('"version":1', '"version":2'))
    with pytest.raises(tiercel.InvalidArgumentError, match="expected a record of version 1, got 2"):
        tiercel.stages(file)
