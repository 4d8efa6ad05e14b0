"""PySpark with the plugin, on a real HDFS. The kind of PySpark is that of the environment that runs this."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping

import pytest
import tiercel
from cluster import HOME, Cluster, until

pyspark = pytest.importorskip("pyspark", reason="PySpark is not installed; python/check-real installs it")
# Those of PySpark and Py4J are not ours.
pytestmark = pytest.mark.filterwarnings("default")

if TYPE_CHECKING:
    import pandas
else:
    # PySpark looks at annotations, so it stands here and not in a function.
    pandas = pytest.importorskip("pandas", reason="pandas is not installed; python/check-real installs it")

LINES = 400_000
BLOCKS = 5
PLUGIN = "io.tiercel.spark.TiercelPlugin"
OURS = "org.apache.spark.scheduler.TiercelTaskSchedulerImpl"
OLD = pyspark.__version__.startswith("3.")


def scala() -> str:
    """Of this PySpark."""
    (core,) = Path(pyspark.__file__).parent.glob("jars/spark-core_*.jar")
    return core.name.split("_")[1].split("-")[0]


@pytest.fixture(scope="session")
def jars(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with Tiercel's jars for both Scala versions, as in an archive of a release."""
    directory = tmp_path_factory.mktemp("plugins")
    for module in ("bundle", "bundle-2.12"):
        for jar in (HOME / module / "target").glob("tiercel-spark*.jar"):
            (directory / jar.name).symlink_to(jar)
    if len(list(directory.iterdir())) != 2:
        pytest.skip("Tiercel's jars for Spark are not built; python/check-real builds them")
    return directory


@pytest.fixture(scope="session")
def jar(jars: Path) -> Path:
    """That for this PySpark."""
    name = "tiercel-spark_2.12-*.jar" if scala() == "2.12" else "tiercel-spark-*.jar"
    (found,) = jars.glob(name)
    return found


@pytest.fixture(scope="session")
def environment(cluster: Cluster) -> Mapping[str, str]:
    """Of a driver that is on the first node, beside its data."""
    return {
        **os.environ,
        "HADOOP_CONF_DIR": cluster.conf,
        "HADOOP_USER_NAME": "alice",
        "SPARK_LOCAL_HOSTNAME": cluster.hosts[0],
        "SPARK_LOCAL_IP": cluster.hosts[0],
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_DRIVER_PYTHON": sys.executable,
        "TIERCEL_COORDINATOR": cluster.coordinators,
    }


@pytest.fixture(scope="session")
def events(cluster: Cluster) -> str:
    """A directory that alice may write, and in it text of four blocks."""
    cluster.ask("home", "alice")
    cluster.ask("text", "/user/alice/events/part-0", LINES, "alice")
    return f"{cluster.hdfs}/user/alice/events"


def run(environment: Mapping[str, str], *command: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [str(each) for each in command], env=dict(environment), input=stdin, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def test_the_example_counts(cluster: Cluster, environment: Mapping[str, str], jars: Path, events: str) -> None:
    example = HOME / "python" / "examples" / "pyspark_job.py"
    done = run({**environment, "TIERCEL_JAR": str(jars)}, sys.executable, example, events)
    assert done.stdout.split() == [str(LINES)]
    assert "Tiercel is not switched on" not in done.stderr
    assert re.search(r"^local-\d+ stage 0 \(.*\): ", done.stderr, re.MULTILINE), done.stderr
    with tiercel.Client(cluster.coordinators, user="alice") as client:
        assert "count-events" not in [job.job for job in client.status().jobs]


def test_the_example_counts_without_tiercel(environment: Mapping[str, str], events: str) -> None:
    example = HOME / "python" / "examples" / "pyspark_job.py"
    alone = {key: value for key, value in environment.items() if key != "TIERCEL_COORDINATOR"}
    done = run(alone, sys.executable, example, events)
    assert done.stdout.split() == [str(LINES)]
    assert "found none" in done.stderr


class Session:
    """A SparkSession with Tiercel, and the stages that it has recorded."""

    def __init__(self, spark: Any, records: Path) -> None:
        self.spark = spark
        self._records = records

    def stages_of(self, action: Callable[[], Any], result: Any) -> list[tiercel.StageSummary]:
        """What was recorded while an action ran, which must have a result."""
        before = len(tiercel.stages(self._records))
        assert action() == result
        until(lambda: len(tiercel.stages(self._records)) > before, "a stage is recorded")
        return list(tiercel.stages(self._records)[before:])


@pytest.fixture(scope="module")
def session(
    environment: Mapping[str, str], jars: Path, cluster: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Session]:
    from pyspark.sql import SparkSession

    records = tmp_path_factory.mktemp("records")
    with pytest.MonkeyPatch.context() as patch:
        for key, value in environment.items():
            patch.setenv(key, value)
        builder: Any = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        configured = tiercel.configure(builder, jar=jars, policy="trident", job="in-session", record_dir=records)
        spark = configured.getOrCreate()
        try:
            yield Session(spark, records)
        finally:
            spark.stop()


def test_the_plugin_is_on_and_has_its_keys(session: Session, cluster: Cluster) -> None:
    context = session.spark.sparkContext
    assert context._jsc.sc().taskScheduler().getClass().getName() == OURS
    keys = dict(context.getConf().getAll())
    assert keys["spark.plugins"] == PLUGIN
    assert keys["spark.tiercel.policy"] == "trident"
    assert keys["spark.tiercel.job"] == "in-session"
    assert keys["spark.tiercel.coordinator"] == cluster.coordinators


def located(stages: list[tiercel.StageSummary], tasks: int, policy: str = "trident") -> None:
    """The first stage reads files; where all of them lie was known, and the records say so."""
    first = stages[0]
    assert first.policy == policy
    assert first.launched == tasks == sum(first.possible.values()) == sum(first.happened.values())
    assert first.possible["UNKNOWN"] == 0, first


def test_rdds_of_python_are_located(session: Session, events: str) -> None:
    context = session.spark.sparkContext
    text = context.textFile(events, 8)
    tasks = text.getNumPartitions()
    located(session.stages_of(lambda: text.map(len).map(lambda each: each > 0).filter(bool).count(), LINES), tasks)
    # Two stages: rows go to Python, are paired, and shuffled.
    pairs = text.map(lambda line: (line[-1], 1)).reduceByKey(lambda one, other: one + other)
    located(session.stages_of(lambda: sum(count for _, count in pairs.collect()), LINES), tasks)
    both = text.map(len).union(context.textFile(events, 8).map(len))
    located(session.stages_of(both.count, 2 * LINES), 2 * tasks)
    zipped = text.map(len).zip(text.map(len))
    located(session.stages_of(zipped.count, LINES), tasks)
    located(session.stages_of(lambda: text.map(len).coalesce(2).count(), LINES), 2)
    located(session.stages_of(context.wholeTextFiles(events).map(lambda each: each[0]).count, 1), 1)


def test_dataframes_are_located(session: Session, events: str) -> None:
    spark = session.spark
    from pyspark.sql import functions as f

    text = spark.read.text(events)
    tasks = text.rdd.getNumPartitions()
    located(session.stages_of(text.count, LINES), tasks)
    path = events.replace("events", "table")
    text.select(f.length("value").alias("size"), (f.crc32("value") % 10).alias("key")).repartition(3).write.parquet(path)
    table = spark.read.parquet(path)
    files = table.rdd.getNumPartitions()
    located(session.stages_of(lambda: table.groupBy("key").count().agg(f.sum("count")).collect()[0][0], LINES), files)
    located(session.stages_of(lambda: table.toPandas()["key"].size, LINES), files)


def test_udfs_of_python_are_located(session: Session, events: str) -> None:
    from pyspark.sql import functions as f

    text = session.spark.read.text(events)
    tasks = text.rdd.getNumPartitions()
    by_row = f.udf(lambda value: len(value), "int")
    located(session.stages_of(lambda: text.where(by_row("value") > 0).count(), LINES), tasks)

    def lengths(values: pandas.Series) -> pandas.Series:
        return values.str.len()

    by_batch = f.pandas_udf(lengths, "int")

    located(session.stages_of(lambda: text.where(by_batch("value") > 0).count(), LINES), tasks)
    batches = text.mapInPandas(lambda frames: frames, "value string")
    located(session.stages_of(batches.count, LINES), tasks)
    arrow = text.mapInArrow(lambda frames: frames, "value string")
    located(session.stages_of(arrow.count, LINES), tasks)


def test_hinted_input_is_read_from_memory(session: Session, events: str, cluster: Cluster) -> None:
    """Under the application's own name, as a command before it would do."""
    with tiercel.Client(cluster.coordinators, user="alice") as client:
        cluster.ask("evict")
        client.prefetch("in-session", "/user/alice/events")
        assert client.wait("in-session", timeout=60.0).complete
        found = client.residency("/user/alice/events")
        assert len([each for each in found if each.state == "PINNED"]) == BLOCKS, found
        text = session.spark.sparkContext.textFile(events, 4)
        (stage,) = session.stages_of(text.count, LINES)
        located([stage], text.getNumPartitions())
        # Which of the two nodes has a block in memory is the coordinator's choice; the driver is on the first.
        here = sum(each.state == "PINNED" and each.host == cluster.hosts[0] for each in found)
        assert stage.happened["MEMORY"] >= (here > 0), (stage, found)


SHELL = """
spark.range(1)
print("scheduler", sc._jsc.sc().taskScheduler().getClass().getName())
print("lines", sc.textFile("%s").map(len).count())
spark.stop()
import tiercel
for line in tiercel.explain("%s"): print("explained", line)

exit()
"""


def test_the_shell_runs_with_its_options(
    environment: Mapping[str, str], jar: Path, events: str, cluster: Cluster, tmp_path: Path
) -> None:
    shell = Path(sys.executable).with_name("pyspark")
    keys = {
        "spark.plugins": PLUGIN,
        "spark.tiercel.coordinator": cluster.coordinators,
        "spark.tiercel.record.dir": tmp_path,
        "spark.ui.enabled": "false",
    }
    options = [word for key, value in keys.items() for word in ("--conf", f"{key}={value}")]
    # As on a terminal.
    interactive = {**environment, "PYSPARK_DRIVER_PYTHON_OPTS": "-i"}
    done = run(interactive, shell, "--master", "local[2]", "--jars", jar, *options, stdin=SHELL % (events, tmp_path))
    assert f"scheduler {OURS}" in done.stdout, done.stdout + done.stderr
    assert f"lines {LINES}" in done.stdout
    assert re.search(r"^explained local-\d+ stage 0 ", done.stdout, re.MULTILINE), done.stdout


SUBMITTED = """
import sys
import tiercel
from pyspark.sql import SparkSession
spark = tiercel.configure(SparkSession.builder, record_dir=sys.argv[2]).getOrCreate()
print("scheduler", spark.sparkContext._jsc.sc().taskScheduler().getClass().getName())
print("lines", spark.read.text(sys.argv[1]).count())
spark.stop()
"""


def test_configure_under_spark_submit(environment: Mapping[str, str], jar: Path, events: str, tmp_path: Path) -> None:
    """The class path is that of spark-submit: with the jar Tiercel is on, without it the application runs as ever."""
    program = tmp_path / "program.py"
    program.write_text(SUBMITTED)
    submit = [Path(sys.executable).with_name("spark-submit"), "--master", "local[2]", "--conf", "spark.ui.enabled=false"]
    done = run(environment, *submit, "--jars", jar, program, events, tmp_path)
    assert f"scheduler {OURS}" in done.stdout and f"lines {LINES}" in done.stdout, done.stdout + done.stderr
    assert tiercel.stages(tmp_path)
    without = run(environment, *submit, program, events, tmp_path)
    assert OURS not in without.stdout and f"lines {LINES}" in without.stdout
    # spark-submit joins what a program says into one stream.
    assert "give Tiercel's jar to spark-submit: --jars JAR" in without.stdout + without.stderr


def test_the_jar_of_another_scala_is_refused(environment: Mapping[str, str], jars: Path, jar: Path, events: str) -> None:
    (other,) = set(jars.iterdir()) - {jar}
    done = run({**environment, "TIERCEL_JAR": str(other)}, sys.executable, HOME / "python" / "examples" / "pyspark_job.py", events)
    assert done.stdout.split() == [str(LINES)]
    assert f"expected the one for Scala {scala()}" in done.stderr


CONNECT = """
import logging, sys
logging.basicConfig()
import tiercel
from pyspark.sql import SparkSession
spark = tiercel.configure(SparkSession.builder.remote(sys.argv[2]), jar=sys.argv[3], prefetch="cost").getOrCreate()
print("lines", spark.read.text(sys.argv[1]).count())
print(type(spark).__module__)
spark.stop()
"""

connect = pytest.mark.skipif(OLD, reason="PySpark 3.5 fetches the jar of Spark Connect when it starts; from 4.0 on it has it")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "program.py"
    file.write_text(CONNECT)
    return file


def through_connect(environment: Mapping[str, str], program: Path, events: str, remote: str, jar: Path) -> None:
    """The program runs, and Tiercel says once why it does nothing there."""
    done = run(environment, sys.executable, program, events, remote, jar)
    assert f"lines {LINES}" in done.stdout and "pyspark.sql.connect" in done.stdout
    assert done.stderr.count("with Spark Connect the server has the plugin") == 1


@connect
def test_connect_with_a_server_of_its_own(environment: Mapping[str, str], jar: Path, events: str, program: Path) -> None:
    through_connect(environment, program, events, "local[2]", jar)


@connect
def test_connect_with_a_server_that_has_the_plugin(
    environment: Mapping[str, str], jar: Path, events: str, program: Path, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    keys = {
        "spark.connect.grpc.binding.port": port,
        "spark.plugins": PLUGIN,
        "spark.tiercel.record.dir": tmp_path,
        "spark.ui.enabled": "false",
    }
    options = [word for key, value in keys.items() for word in ("--conf", f"{key}={value}")]
    main = "org.apache.spark.sql.connect.service.SparkConnectServer"
    submit = Path(sys.executable).with_name("spark-submit")
    log = tmp_path / "server.log"
    with log.open("w") as out:
        server = subprocess.Popen(
            # The shell ends it when these tests are over, in whatever way.
            ["sh", "-c", '"$@" & read -r line; kill -9 $!', "sh", submit, "--master", "local[2]", "--class", main, "--jars", jar, *options],
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        until(lambda: listens(port), f"a server; {log}")
        through_connect(environment, program, events, f"sc://127.0.0.1:{port}", jar)
        until(lambda: tiercel.stages(tmp_path) != (), "a stage is recorded")
        located(list(tiercel.stages(tmp_path)), 2, policy="tiercel")
    finally:
        assert server.stdin is not None
        server.stdin.close()
        server.wait()


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1.0).close()
        return True
    except OSError:
        return False
