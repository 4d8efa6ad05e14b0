package io.tiercel.suites.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;

/**
 * Several sessions of one Spark Connect server, whose address is in {@code SPARK_REMOTE}. It prints a line {@code answer <what> <value>}
 * for each result.
 *
 * <ol>
 *   <li>Two sessions read at once. One of them has a class of its own on the server, the other sets a key of Tiercel's.
 *   <li>A third is ended while its query runs.
 *   <li>The first two end, and a fourth reads.
 * </ol>
 *
 * <p>Arguments: a folder with the folders {@code text} (a number a line) and {@code csv} (columns id, amount), as the server sees it; a jar
 * with this package; a file that does not exist, where client and server see it; {@code functions}, or {@code plain} to use no function of
 * this package, and so to interrupt nothing: they need the server's Scala.
 */
public final class ConnectClient {
    private static final long LIMIT_NANOS = 60_000_000_000L;

    private final String input;
    private final String jar;
    private final Path mark;
    private final boolean usesFunctions;

    private ConnectClient(String input, String jar, Path mark, boolean usesFunctions) {
        this.input = input;
        this.jar = jar;
        this.mark = mark;
        this.usesFunctions = usesFunctions;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        answer("plugin", isThere("io.tiercel.spark.TiercelPlugin") ? "there" : "absent");
        new ConnectClient(args[0], args[1], Path.of(args[2]), args[3].equals("functions")).run();
    }

    private void run() throws IOException, InterruptedException {
        SparkSession one = SparkSession.builder().create();
        SparkSession two = SparkSession.builder().create();
        answer("version", one.version());
        one.addArtifact(jar);
        two.conf().set("spark.tiercel.policy", "stock");
        var text = CompletableFuture.supplyAsync(() -> sumOfLines(one));
        var csv = CompletableFuture.supplyAsync(() -> sumOfColumn(two));
        answer("text", text.join());
        answer("csv", csv.join());
        if (usesFunctions) interrupt();
        one.close();
        two.close();
        SparkSession last = SparkSession.builder().create();
        answer("csv-after", sumOfColumn(last));
        last.close();
    }

    private void interrupt() throws IOException, InterruptedException {
        SparkSession ended = SparkSession.builder().create();
        ended.addArtifact(jar);
        ended.udf().register("long_wait", new LongWait(), DataTypes.LongType);
        String query = "sum(long_wait(value, '" + mark + "'))";
        var waiting = CompletableFuture.supplyAsync(() ->
                ended.read().text(input + "/text").selectExpr(query).head().getLong(0));
        awaitMark();
        answer("interrupted", ended.interruptAll().length() == 0 ? "nothing" : "a query");
        answer(
                "its-result",
                waiting.handle((value, failure) -> failure == null ? "a value" : "none")
                        .join());
        ended.close();
    }

    private void awaitMark() throws InterruptedException {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (!Files.exists(mark)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("expected a task that makes " + mark);
            }
            Thread.sleep(20);
        }
    }

    private long sumOfLines(SparkSession spark) {
        String value = "CAST(value AS BIGINT)";
        if (usesFunctions) {
            spark.udf().register("line_value", new LineValue(), DataTypes.LongType);
            value = "line_value(value)";
        }
        return spark.read()
                .text(input + "/text")
                .selectExpr("sum(" + value + ")")
                .head()
                .getLong(0);
    }

    private long sumOfColumn(SparkSession spark) {
        Dataset<Row> csv = spark.read()
                .schema("id BIGINT, amount BIGINT")
                .option("header", true)
                .csv(input + "/csv");
        return csv.groupBy("id")
                .sum("amount")
                .agg(Map.of("sum(amount)", "sum"))
                .head()
                .getLong(0);
    }

    private static boolean isThere(String name) {
        try {
            Class.forName(name);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static void answer(String what, Object value) {
        System.out.println("answer " + what + " " + value);
    }
}
