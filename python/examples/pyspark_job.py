"""Counts events with PySpark. Their files come into memory while Spark starts; Spark's tasks go there.

    TIERCEL_COORDINATOR=namenode:7411 TIERCEL_JAR=tiercel-spark.jar python pyspark_job.py hdfs:///events/today

Without a coordinator or a jar it runs as on stock Spark.
"""

from __future__ import annotations

import sys
import tempfile

import tiercel
from pyspark.sql import SparkSession


def main(path: str) -> None:
    with tiercel.job("count-events", path), tempfile.TemporaryDirectory() as records:
        builder = tiercel.configure(SparkSession.builder.appName("count-events"), prefetch="cost", record_dir=records)
        spark = builder.getOrCreate()
        print(spark.read.text(path).count())
        spark.stop()
        for line in tiercel.explain(records):
            print(line, file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1])
