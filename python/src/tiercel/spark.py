"""Switches Tiercel on in a PySpark application, beside what its user has set. PySpark is not imported unless the application has done so."""

from __future__ import annotations

import importlib.util
import logging
import os
import re
import shlex
import sys
import zipfile
from pathlib import Path
from typing import Any, Mapping, Optional, TypeVar, Union

LOG = logging.getLogger("tiercel")

PLUGIN = "io.tiercel.spark.TiercelPlugin"
JAR = "TIERCEL_JAR"

_JARS = "spark.jars"
_PLUGINS = "spark.plugins"
_JAR_NAME = re.compile(r"(^|[/:,])tiercel-spark[-\w.]*\.jar\b")
_NAME_OF_SCALA = {"2.12": "tiercel-spark_2.12-VERSION.jar", "2.13": "tiercel-spark-VERSION.jar"}
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
_PACKAGE = re.compile(r"(^|,)\s*io\.tiercel:tiercel-bundle(-2\.12)?:")

Builder = TypeVar("Builder")


class _OffError(Exception):
    """Why Tiercel is not switched on, in one line."""


def configure(
    builder: Builder,
    *,
    jar: Union[str, Path, None] = None,
    coordinator: Optional[str] = None,
    prefetch: Optional[str] = None,
    policy: Optional[str] = None,
    job: Optional[str] = None,
    record_dir: Union[str, Path, None] = None,
) -> Builder:
    """Sets Tiercel's keys on a builder of SparkSession, before ``getOrCreate``. A key that the user has set stays.

    ::

        spark = tiercel.configure(SparkSession.builder, jar="tiercel-spark.jar", coordinator="nn:7411").getOrCreate()

    An application does not start if its plugin's class is missing. So if no jar is found that fits, the builder stays as it is, the
    reason is logged, and the application runs as on stock Spark. It never raises.

    :param jar: Tiercel's jar for Spark, or a directory that has it, of which the one for this Spark's Scala is taken; default:
        ``TIERCEL_JAR``, then one that Spark has already
    :param coordinator: ``spark.tiercel.coordinator``; default: ``TIERCEL_COORDINATOR``
    :param prefetch: ``spark.tiercel.prefetch``
    :param policy: ``spark.tiercel.policy``
    :param job: ``spark.tiercel.job``: the name under which others hint for this application
    :param record_dir: ``spark.tiercel.record.dir``
    :return: the builder
    """
    keys = {
        "spark.tiercel.coordinator": coordinator or os.environ.get("TIERCEL_COORDINATOR"),
        "spark.tiercel.prefetch": prefetch,
        "spark.tiercel.policy": policy,
        "spark.tiercel.job": job,
        "spark.tiercel.record.dir": None if record_dir is None else str(record_dir),
    }
    try:
        options = _options(builder, str(jar) if jar else os.environ.get(JAR))
        user = options.user
        new = {key: value for key, value in keys.items() if value and not user.get(key)}
        new[_PLUGINS] = _with(user.get(_PLUGINS, ""), PLUGIN)
        if options.jar is not None:
            new[_JARS] = _with(user.get(_JARS, ""), options.jar)
        target: Any = builder
        for key, value in new.items():
            target.config(key, value)
    except _OffError as e:
        LOG.warning("Tiercel is not switched on: %s", e)
    except Exception as e:  # a PySpark that does not fit must not end the application
        LOG.warning("Tiercel is not switched on: this PySpark does not fit (%s: %s)", type(e).__name__, e)
    return builder


class _Options:
    """What the user has set, and the jar to add; None if Spark has one."""

    def __init__(self, user: Mapping[str, str], jar: Optional[str]) -> None:
        self.user = user
        self.jar = jar


def _options(builder: object, jar: Optional[str]) -> _Options:
    own: dict[str, str] = {str(key): str(value) for key, value in getattr(builder, "_options", {}).items()}
    mode = own.get("spark.api.mode", os.environ.get("SPARK_API_MODE", ""))
    if "SPARK_REMOTE" in os.environ or "spark.remote" in own or mode.lower() == "connect":
        raise _OffError("with Spark Connect the server has the plugin; set spark.plugins there")
    if jar is not None and not _URI.match(jar):
        jar = _for_this_scala(Path(jar))
    pyspark: Any = sys.modules.get("pyspark")
    context = getattr(pyspark, "SparkContext", None)
    if context is not None and context._active_spark_context is not None:
        raise _OffError("Spark runs already; call configure before the session is made")
    if "PYSPARK_GATEWAY_PORT" in os.environ or (context is not None and context._gateway is not None):
        return _of_running_jvm(own)
    return _before_the_jvm(own, jar)


def _for_this_scala(place: Path) -> str:
    """The jar for the Scala with which Spark was built: a jar, or one of a directory."""
    scala = _scala()
    if place.is_dir():
        found = sorted(jar for jar in place.glob("tiercel-spark*.jar") if scala in (None, _scala_of(jar)))
        if len(found) != 1:
            names = ", ".join(jar.name for jar in found) or "none"
            which = f"Scala {scala}" if scala else "this Spark's Scala"
            raise _OffError(f"jar: expected one Spark jar of Tiercel for {which} in {place}, found {names}")
        return _checked(found[0])
    if not place.is_file():
        raise _OffError(f"jar: expected a file, got {place}")
    if _JAR_NAME.search(place.name) and scala not in (None, _scala_of(place)):
        name = _NAME_OF_SCALA.get(str(scala), "of which there is none")
        raise _OffError(f"jar: expected the one for Scala {scala}, {name}, got {place.name}")
    return _checked(place)


def _checked(jar: Path) -> str:
    """A file that is damaged, or another one, would keep the application from starting."""
    try:
        with zipfile.ZipFile(jar) as files:
            files.getinfo(PLUGIN.replace(".", "/") + ".class")
    except (OSError, zipfile.BadZipFile, KeyError):
        raise _OffError(f"jar: expected Tiercel's jar for Spark, got {jar}, which has no class {PLUGIN}") from None
    return str(jar)


def _scala_of(jar: Path) -> str:
    """By its name."""
    return "2.12" if jar.name.startswith("tiercel-spark_2.12-") else "2.13"


def _scala() -> Optional[str]:
    """Of the Spark that PySpark will start; None if it cannot be told."""
    for home in _homes():
        for core in home.glob("jars/spark-core_*.jar"):
            return core.name[len("spark-core_") :].partition("-")[0]
    return None


def _of_running_jvm(own: Mapping[str, str]) -> _Options:
    """The JVM of ``spark-submit`` runs already, so its class path is fixed. It knows what the user has set."""
    from pyspark import SparkConf, SparkContext

    SparkContext._ensure_initialized()
    jvm: Any = SparkContext._jvm
    try:
        jvm.java.lang.Thread.currentThread().getContextClassLoader().loadClass(PLUGIN)
    except Exception as e:  # py4j's error of a ClassNotFoundException
        raise _OffError(f"the driver has no class {PLUGIN}; give Tiercel's jar to spark-submit: --jars JAR") from e
    return _Options({**dict(SparkConf().getAll()), **own}, None)


def _before_the_jvm(own: Mapping[str, str], jar: Optional[str]) -> _Options:
    """PySpark will start a JVM with the builder's options, after which come those of ``PYSPARK_SUBMIT_ARGS``."""
    arguments = _submit_arguments()
    user = {**_defaults(), **arguments, **own}
    option = arguments.get("--jars")
    has_jar = any(_JAR_NAME.search(user.get(key, "")) for key in ("--jars", _JARS, "spark.driver.extraClassPath"))
    has_jar = has_jar or any(_PACKAGE.search(user.get(key, "")) for key in ("--packages", "spark.jars.packages"))
    has_jar = has_jar or any(any(home.glob("jars/tiercel-spark*.jar")) for home in _homes())
    if option is not None and not has_jar:
        raise _OffError("--jars in PYSPARK_SUBMIT_ARGS hides spark.jars; add Tiercel's jar there")
    if has_jar:
        # A second copy would be loaded beside the first.
        return _Options(user, None)
    if jar is None:
        raise _OffError(f"jar: expected Tiercel's jar for Spark as an argument, in {JAR} or in spark.jars, found none")
    return _Options(user, jar)


def _submit_arguments() -> dict[str, str]:
    """Keys of ``--conf`` in PYSPARK_SUBMIT_ARGS, and other options under their names."""
    found: dict[str, str] = {}
    words = shlex.split(os.environ.get("PYSPARK_SUBMIT_ARGS", ""))
    at = 0
    while at < len(words):
        option, equals, value = words[at].partition("=")
        at += 1
        if not option.startswith("-"):
            continue
        if not equals and at < len(words) and not words[at].startswith("-"):
            value = words[at]
            at += 1
        if option in ("--conf", "-c"):
            key, _, value = value.partition("=")
            found[key] = value
        else:
            found[option] = value
    return found


def _homes() -> list[Path]:
    """Where Spark is, as PySpark finds it."""
    named = os.environ.get("SPARK_HOME")
    if named:
        return [Path(named)]
    try:
        found = importlib.util.find_spec("pyspark")
    except (ImportError, ValueError):
        return []
    return [Path(each) for each in (found.submodule_search_locations or ())] if found is not None else []


def _defaults() -> dict[str, str]:
    """The entries of ``spark-defaults.conf``."""
    named = os.environ.get("SPARK_CONF_DIR")
    directories = [Path(named)] if named else [home / "conf" for home in _homes()]
    found: dict[str, str] = {}
    for directory in directories:
        file = directory / "spark-defaults.conf"
        if not file.is_file():
            continue
        for line in file.read_text(encoding="utf-8").splitlines():
            match = re.fullmatch(r"\s*([^#!\s:=][^\s:=]*)\s*[\s:=]\s*(.*?)\s*", line)
            if match:
                found[match.group(1)] = match.group(2)
    return found


def _with(values: str, one: str) -> str:
    """A list with commas, and one value that is in it."""
    found = [value.strip() for value in values.split(",") if value.strip()]
    return ",".join(found if one in found else [*found, one])
