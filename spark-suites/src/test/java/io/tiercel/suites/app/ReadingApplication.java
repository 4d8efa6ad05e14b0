package io.tiercel.suites.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/**
 * An ordinary application: it sums the same numbers out of files of every kind that Spark itself reads, through RDDs of either Hadoop
 * API and through DataFrames of either source version. It prints a line {@code answer <what> <value>} for each, and how many stages
 * its own web UI shows on our tab.
 *
 * <p>Arguments: a folder with the folders {@code text} (a number a line) and {@code csv} (columns id, amount); a folder to write to; if there is
 * a third, a folder such as {@code text} on shared storage, which is read twice.
 */
public final class ReadingApplication {
    /** Sums that it prints: of six RDDs, and of each format of DataFrames by either version. */
    public static final int SUMS = 16;

    /** Its stages that read files: one for each sum, and one for each folder that it writes. */
    public static final int STAGES = SUMS + 5;

    /** Sums, and stages, of shared storage. */
    public static final int SHARED = 2;

    private static final String V1_SOURCES = "spark.sql.sources.useV1SourceList";
    private static final List<String> FORMATS = List.of("csv", "json", "orc", "parquet", "text");

    private ReadingApplication() {}

    public static void main(String[] args) throws IOException {
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            System.out.println("answer version " + spark.version());
            System.out.println("answer scheduler "
                    + spark.sparkContext().taskScheduler().getClass().getName());
            print(results(spark, args[0], args[1]));
            if (args.length > 2) print(sumsOfSharedStorage(spark, args[2]));
            System.out.println("answer tab " + stagesOnTheTab(spark.sparkContext()));
        }
    }

    private static void print(Map<String, Long> sums) {
        sums.forEach((what, sum) -> System.out.println("answer " + what + " " + sum));
    }

    /** How many stages the tab in the web UI links to; what it answers, if that is no page. */
    private static String stagesOnTheTab(SparkContext context) throws IOException {
        try {
            context.listenerBus().waitUntilEmpty();
            var page = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(context.uiWebUrl().get() + "/tiercel/"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            return page.statusCode() == 200
                    ? String.valueOf(page.body().split("/tiercel/stage/[?]id=", -1).length - 1)
                    : "answers " + page.statusCode();
        } catch (InterruptedException | TimeoutException e) {
            throw new IOException(e);
        }
    }

    private static Map<String, Long> results(SparkSession spark, String input, String output) {
        var sums = new TreeMap<String, Long>();
        var context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        JavaRDD<String> lines = context.textFile(input + "/text");
        sums.put("text", sum(lines));
        write(lines, output);
        sums.put("new-api-text", sumByNewApi(context, input + "/text"));
        sums.put("object", sum(context.objectFile(output + "/object")));
        sums.put(
                "sequence",
                context.sequenceFile(output + "/sequence", NullWritable.class, LongWritable.class)
                        .map(pair -> pair._2().get())
                        .reduce(Long::sum));
        sums.put(
                "binary",
                sum(context.binaryFiles(input + "/text")
                        .flatMap(file -> linesOf(file._2().toArray()))));
        sums.put("whole-text", sum(context.wholeTextFiles(input + "/text").flatMap(file -> file._2()
                .lines()
                .iterator())));
        sums.putAll(sumsOfDataFrames(spark, input, output));
        return sums;
    }

    private static Iterator<String> linesOf(byte[] file) {
        return new String(file, StandardCharsets.UTF_8).lines().iterator();
    }

    private static void write(JavaRDD<String> lines, String output) {
        lines.saveAsObjectFile(output + "/object");
        lines.mapToPair(line -> new Tuple2<>(NullWritable.get(), new LongWritable(Long.parseLong(line))))
                .saveAsHadoopFile(
                        output + "/sequence", NullWritable.class, LongWritable.class, SequenceFileOutputFormat.class);
    }

    private static Map<String, Long> sumsOfDataFrames(SparkSession spark, String input, String output) {
        var sums = new TreeMap<String, Long>();
        Dataset<Row> rows = spark.read()
                .schema("id BIGINT, amount BIGINT")
                .option("header", true)
                .csv(input + "/csv");
        for (String format : List.of("json", "orc", "parquet")) {
            rows.write().format(format).save(output + "/" + format);
        }
        for (String version : List.of("v1", "v2")) {
            spark.conf().set(V1_SOURCES, version.equals("v1") ? String.join(",", FORMATS) : "");
            for (String format : FORMATS) {
                String from = List.of("csv", "text").contains(format) ? input : output;
                var reader = spark.read().format(format).option("header", true);
                Dataset<Row> read = format.equals("text")
                        ? reader.load(from + "/text").selectExpr("0 AS id", "CAST(value AS BIGINT) AS amount")
                        : reader.schema(rows.schema()).load(from + "/" + format);
                sums.put(format + "-" + version, sum(read));
            }
        }
        return sums;
    }

    private static Map<String, Long> sumsOfSharedStorage(SparkSession spark, String folder) {
        var sums = new TreeMap<String, Long>();
        var context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        sums.put("shared-rdd", sum(context.textFile(folder)));
        sums.put("shared-sql", sum(spark.read().text(folder).selectExpr("0 AS id", "CAST(value AS BIGINT) AS amount")));
        return sums;
    }

    private static long sum(JavaRDD<String> numbers) {
        return numbers.map(Long::valueOf).reduce(Long::sum);
    }

    private static long sumByNewApi(JavaSparkContext context, String folder) {
        return context.newAPIHadoopFile(
                        folder, TextInputFormat.class, LongWritable.class, Text.class, context.hadoopConfiguration())
                .map(line -> Long.valueOf(line._2().toString()))
                .reduce(Long::sum);
    }

    private static long sum(Dataset<Row> rows) {
        return rows.groupBy("id")
                .sum("amount")
                .agg(Map.of("sum(amount)", "sum"))
                .head()
                .getLong(0);
    }
}
