package io.tiercel.demo.jobs;

import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** The demo's tables as a job sees them, in directories {@code text} and {@code parquet} below {@code root}. */
public record InputTables(SparkSession spark, String root) {
    /** The tables' columns, so that no job begins with a look into the files. */
    public static final Map<String, String> COLUMNS = Map.of(
            "lineitem",
            """
            l_orderkey bigint, l_partkey bigint, l_suppkey bigint, l_linenumber int, l_quantity decimal(12,2), \
            l_extendedprice decimal(12,2), l_discount decimal(12,2), l_tax decimal(12,2), l_returnflag string, \
            l_linestatus string, l_shipdate date, l_commitdate date, l_receiptdate date, l_shipinstruct string, \
            l_shipmode string, l_comment string""",
            "orders",
            """
            o_orderkey bigint, o_custkey bigint, o_orderstatus string, o_totalprice decimal(12,2), o_orderdate date, \
            o_orderpriority string, o_clerk string, o_shippriority int, o_comment string""");

    void parquet(String table) {
        spark.read()
                .schema(COLUMNS.get(table))
                .parquet(root + "/parquet/" + table)
                .createOrReplaceTempView(table);
    }

    /**
     * Names a table in text, for queries. Dates stay text: written year first they compare alike, and nobody who scans a table for a
     * range of dates would parse each of them.
     */
    void text(String table) {
        spark.read()
                .schema(COLUMNS.get(table).replace(" date", " string"))
                .option("sep", "|")
                .csv(root + "/text/" + table)
                .createOrReplaceTempView(table);
    }

    /** One partition for each block, also where there is only one. */
    JavaRDD<String> lines(String table) {
        return JavaSparkContext.fromSparkContext(spark.sparkContext()).textFile(root + "/text/" + table, 1);
    }

    /** How many partitions a shuffle has: one for each slot. */
    int parallelism() {
        return spark.sparkContext().defaultParallelism();
    }

    List<String> sql(String query) {
        return spark.sql(query).collectAsList().stream().map(ResultDigest::text).toList();
    }
}
