package io.tiercel.demo.jobs;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/** The jobs of the demo: what a night's batch does with TPC-H data, in SQL and on RDDs, over text and Parquet. */
public enum TpchJob implements SparkJob {
    /** TPC-H Q1: eight exact aggregates over nearly all rows of seven narrow columns. Computes much and reads little. */
    Q1("q1", "TPC-H Q1, pricing summary, SQL over Parquet", TpchJob::q1),
    /** TPC-H Q6: one sum over few rows, and so nearly a pure scan. */
    Q6("q6", "TPC-H Q6, revenue change, SQL over text", TpchJob::q6),
    /** TPC-H Q12: both tables, with a shuffle. */
    Q12("q12", "TPC-H Q12, shipping modes, SQL join of text and Parquet", TpchJob::q12),
    /** Looks for two words in the widest column of a columnar file, which Q1 leaves out. */
    COMMENTS("comments", "requests by ship mode, SQL over Parquet", TpchJob::comments),
    /** Counts lines that hold a word. */
    GREP("grep", "lines with a word, RDD over text", TpchJob::grep),
    /** Sums cents by key. */
    REVENUE("revenue", "revenue by supplier, RDD aggregation over text", TpchJob::revenue);

    private final String id;
    private final String title;
    private final Function<InputTables, List<String>> body;

    TpchJob(String id, String title, Function<InputTables, List<String>> body) {
        this.id = id;
        this.title = title;
        this.body = body;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String title() {
        return title;
    }

    /** Those that read more than they compute: the only ones whose time a scheduler of reads can change. */
    public static List<TpchJob> readers() {
        return Arrays.stream(values()).filter(job -> job != Q1).toList();
    }

    public static Optional<TpchJob> named(String id) {
        return Arrays.stream(values()).filter(job -> job.id.equals(id)).findFirst();
    }

    @Override
    public List<String> run(InputTables tables) {
        return body.apply(tables);
    }

    private static List<String> q1(InputTables tables) {
        tables.parquet("lineitem", TpchSchemas.LINEITEM).createOrReplaceTempView("lineitem");
        return tables.sql(
                """
                SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),
                       sum(l_extendedprice * (1 - l_discount)), sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)),
                       avg(l_quantity), avg(l_extendedprice), avg(l_discount), count(*)
                FROM lineitem WHERE l_shipdate <= date '1998-09-02'
                GROUP BY l_returnflag, l_linestatus
                """);
    }

    private static List<String> q6(InputTables tables) {
        tables.text("lineitem", TpchSchemas.LINEITEM_TEXT).createOrReplaceTempView("lineitem");
        return tables.sql(
                """
                SELECT sum(l_extendedprice * l_discount) FROM lineitem
                WHERE l_shipdate >= '1994-01-01' AND l_shipdate < '1995-01-01'
                  AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24
                """);
    }

    private static List<String> q12(InputTables tables) {
        tables.text("lineitem", TpchSchemas.LINEITEM_TEXT).createOrReplaceTempView("lineitem");
        tables.parquet("orders", TpchSchemas.ORDERS).createOrReplaceTempView("orders");
        return tables.sql(
                """
                SELECT l_shipmode,
                       sum(CASE WHEN o_orderpriority IN ('1-URGENT', '2-HIGH') THEN 1 ELSE 0 END),
                       sum(CASE WHEN o_orderpriority NOT IN ('1-URGENT', '2-HIGH') THEN 1 ELSE 0 END)
                FROM orders, lineitem
                WHERE o_orderkey = l_orderkey AND l_shipmode IN ('MAIL', 'SHIP')
                  AND l_commitdate < l_receiptdate AND l_shipdate < l_commitdate
                  AND l_receiptdate >= '1994-01-01' AND l_receiptdate < '1995-01-01'
                GROUP BY l_shipmode
                """);
    }

    /** In the manner of TPC-H Q13, which looks for such words in comments on orders. */
    private static List<String> comments(InputTables tables) {
        tables.parquet("lineitem", TpchSchemas.LINEITEM).createOrReplaceTempView("lineitem");
        return tables.sql(
                """
                SELECT l_shipmode, count(*), sum(length(l_comment)) FROM lineitem
                WHERE l_comment LIKE '%special%requests%' GROUP BY l_shipmode
                """);
    }

    private static List<String> grep(InputTables tables) {
        return List.of(Long.toString(tables.lines("lineitem")
                .filter(line -> line.contains("express"))
                .count()));
    }

    private static List<String> revenue(InputTables tables) {
        JavaPairRDD<String, Long> cents = tables.lines("lineitem").mapToPair(line -> {
            String[] fields = LineItemFields.fields(line, LineItemFields.PRICE);
            return new Tuple2<>(
                    fields[LineItemFields.SUPPLIER], LineItemFields.hundredths(fields[LineItemFields.PRICE]));
        });
        return cents.reduceByKey(Long::sum, tables.parallelism())
                .map(sum -> sum._1() + "|" + sum._2())
                .collect();
    }
}
