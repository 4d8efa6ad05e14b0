package io.tiercel.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/** A Spark application: each of some tasks reads a whole file, and it is printed how many bytes each host has read. */
public final class ReadAlone {
    private ReadAlone() {}

    /** Arguments: the file and the number of tasks. */
    public static void main(String[] args) {
        String file = args[0];
        int tasks = Integer.parseInt(args[1]);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("read alone"))) {
            Map<String, Long> bytesByHost = spark.parallelize(
                            IntStream.range(0, tasks).boxed().toList(), tasks)
                    .mapToPair(unused -> new Tuple2<>(host(), read(file)))
                    .reduceByKey(Long::sum)
                    .collectAsMap();
            System.out.println("RESULT " + new TreeMap<>(bytesByHost));
            System.out.println("TOTAL "
                    + bytesByHost.values().stream().mapToLong(Long::longValue).sum());
        }
    }

    private static String host() {
        return SparkEnv.get().blockManager().blockManagerId().host();
    }

    private static long read(String file) throws IOException {
        try (FileSystem fileSystem = FileSystem.newInstance(URI.create(file), new Configuration());
                FSDataInputStream in = fileSystem.open(new Path(file))) {
            return in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
