package io.tiercel.cli.advise;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An event log of Spark 4 with the events and fields that are read. Times are milliseconds after the application's start. */
final class LogBuilder {
    private static final long START = 1_700_000_000_000L;

    private final List<String> lines = new ArrayList<>();

    LogBuilder(String name, String id, String properties) {
        this(name, id, properties, "");
    }

    /**
     * @param properties of Spark, in JSON
     * @param hadoop properties of Hadoop after {@code fs.defaultFS}, each with a comma before it
     */
    LogBuilder(String name, String id, String properties, String hadoop) {
        lines.add("{\"Event\":\"SparkListenerLogStart\",\"Spark Version\":\"4.2.0\"}");
        lines.add("{\"Event\":\"SparkListenerEnvironmentUpdate\",\"JVM Information\":{},\"Spark Properties\":{"
                + properties + "},\"Hadoop Properties\":{\"fs.defaultFS\":\"hdfs://nn:8020\"" + hadoop + "}}");
        lines.add("{\"Event\":\"SparkListenerApplicationStart\",\"App Name\":\"" + name + "\",\"App ID\":\"" + id
                + "\",\"Timestamp\":" + START + ",\"User\":\"u\"}");
    }

    /** A query that scans a table of files; {@code counter} is one that the scan shares with its stage. */
    LogBuilder scan(int query, String location, int counter) {
        String metric = "{\"name\":\"number of output rows\",\"accumulatorId\":" + counter + ",\"metricType\":\"sum\"}";
        String scan = "{\"nodeName\":\"Scan parquet \",\"children\":[],\"metadata\":{\"Location\":\"" + location
                + "\"},\"metrics\":[" + metric + "]}";
        lines.add("{\"Event\":\"org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart\",\"executionId\":"
                + query + ",\"sparkPlanInfo\":{\"nodeName\":\"AdaptiveSparkPlan\",\"children\":[" + scan
                + "],\"metadata\":{},\"metrics\":[]},\"time\":" + START + "}");
        return this;
    }

    LogBuilder job(int job, int stage, String properties) {
        lines.add("{\"Event\":\"SparkListenerJobStart\",\"Job ID\":" + job + ",\"Submission Time\":" + START
                + ",\"Stage IDs\":[" + stage + "],\"Properties\":{" + properties + "}}");
        return this;
    }

    LogBuilder task(int stage, String host, String locality, long from, long to, long computing, long bytes) {
        String info = "{\"Launch Time\":" + (START + from) + ",\"Host\":\"" + host + "\",\"Locality\":\"" + locality
                + "\",\"Finish Time\":" + (START + to) + ",\"Failed\":false,\"Killed\":false}";
        String metrics = "{\"Executor Run Time\":" + (to - from) + ",\"Executor CPU Time\":" + computing * 1_000_000
                + ",\"JVM GC Time\":0,\"Input Metrics\":{\"Bytes Read\":" + bytes + "}}";
        lines.add("{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":" + stage + ",\"Task Info\":" + info
                + ",\"Task Metrics\":" + metrics + "}");
        return this;
    }

    LogBuilder stage(int stage, String rdd, int counter) {
        lines.add("{\"Event\":\"SparkListenerStageCompleted\",\"Stage Info\":{\"Stage ID\":" + stage
                + ",\"Stage Name\":\"count\",\"RDD Info\":[{\"RDD ID\":0,\"Name\":\"" + rdd
                + "\"}],\"Accumulables\":[{\"ID\":" + counter + ",\"Name\":\"number of output rows\"}]}}");
        return this;
    }

    LogBuilder end(long millis) {
        lines.add("{\"Event\":\"SparkListenerApplicationEnd\",\"Timestamp\":" + (START + millis) + "}");
        return this;
    }

    Path write(Path file) throws IOException {
        return Files.write(file, lines, StandardCharsets.UTF_8);
    }
}
