package io.tiercel.suites.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * An ordinary application: it sums numbers out of text and CSV files, writes them as Parquet and sums them again, through
 * RDDs of either Hadoop API and through DataFrames of either source version. It prints a line {@code answer <what> <value>}
 * for each, and how many stages its own web UI shows on our tab.
 *
 * <p>Arguments: a folder with the folders {@code text} (a number a line) and {@code csv} (columns id, amount); a folder to write to.
 */
public final class ReadingApplication {
    private static final String V1_SOURCES = "spark.sql.sources.useV1SourceList";

    private ReadingApplication() {}

    public static void main(String[] args) throws IOException {
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            System.out.println("answer version " + spark.version());
            System.out.println("answer scheduler "
                    + spark.sparkContext().taskScheduler().getClass().getName());
            results(spark, args[0], args[1]).forEach((what, sum) -> System.out.println("answer " + what + " " + sum));
            System.out.println("answer tab " + stagesOnTheTab(spark.sparkContext()));
        }
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
        sums.put("text", context.textFile(input + "/text").map(Long::valueOf).reduce(Long::sum));
        sums.put("text-new-api", sumByNewApi(context, input + "/text"));
        Dataset<Row> csv = spark.read()
                .option("header", true)
                .schema("id BIGINT, amount BIGINT")
                .csv(input + "/csv");
        csv.repartition(4).write().parquet(output + "/parquet");
        for (String version : new String[] {"v1", "v2"}) {
            spark.conf().set(V1_SOURCES, version.equals("v1") ? "csv,parquet" : "");
            sums.put(
                    "csv-" + version,
                    sum(spark.read().schema(csv.schema()).option("header", true).csv(input + "/csv")));
            sums.put("parquet-" + version, sum(spark.read().parquet(output + "/parquet")));
        }
        return sums;
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
