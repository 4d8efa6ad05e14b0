package io.tiercel.demo.jobs;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The demo's tables as a job sees them.
 *
 * @param root the directory that holds {@code text} and {@code parquet}
 */
public record InputTables(SparkSession spark, String root) {
    Dataset<Row> parquet(String table, String schema) {
        return spark.read().schema(schema).parquet(root + "/parquet/" + table);
    }

    Dataset<Row> text(String table, String schema) {
        return spark.read().schema(schema).option("sep", "|").csv(root + "/text/" + table);
    }

    /** One partition for each block, also where there is only one. */
    JavaRDD<String> lines(String table) {
        return JavaSparkContext.fromSparkContext(spark.sparkContext()).textFile(root + "/text/" + table, 1);
    }

    /** How many partitions a shuffle has: one for each slot. */
    int parallelism() {
        return spark.sparkContext().defaultParallelism();
    }

    /** A query's rows. */
    List<String> sql(String query) {
        return spark.sql(query).collectAsList().stream().map(ResultDigest::text).toList();
    }
}
