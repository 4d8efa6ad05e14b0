#!/usr/bin/env bash
# spark-submit on this cluster.
export SPARK_HOME=%s SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_IP=127.0.0.1 JAVA_HOME=%s
export SPARK_CONF_DIR="${SPARK_CONF_DIR:-%s}" HADOOP_CONF_DIR="${HADOOP_CONF_DIR:-%s}"
mapfile -d '' -t words < <(%s -cp "$SPARK_HOME/jars/*" org.apache.spark.launcher.Main \
  org.apache.spark.deploy.SparkSubmit "$@")
command=("${words[@]:1}")
[ ${#command[@]} -gt 0 ] || exit 1
command[0]="${command[0]#$'\n'}"
exec "${command[@]}"
