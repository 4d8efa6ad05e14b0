package io.tiercel.bench.demo.jobs;

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
record Tables(SparkSession spark, String root) {
    Dataset<Row> parquet(String table, String schema) {
        return spark.read().schema(schema).parquet(root + "/parquet/" + table);
    }

    Dataset<Row> text(String table, String schema) {
        return spark.read().schema(schema).option("sep", "|").csv(root + "/text/" + table);
    }

    JavaRDD<String> lines(String table) {
        return JavaSparkContext.fromSparkContext(spark.sparkContext()).textFile(root + "/text/" + table);
    }
}
