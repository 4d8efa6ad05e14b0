package io.tiercel.bench.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * A driver with its executor in one process, logged in from a keytab. It counts the lines of a file at each word of its conductor.
 *
 * <p>Arguments: the conductor's port, the file, principal, keytab, then Spark's keys and values as {@code KEY=VALUE}.
 */
public final class SecureApplication {
    private static final long COMPUTES = 300;

    private SecureApplication() {}

    public static void main(String[] args) throws IOException {
        Configuration hadoop = new Configuration();
        for (int i = 4; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            String key = args[i].substring(0, equals);
            // As spark-submit passes them on. Spark configures Hadoop's logins from these.
            System.setProperty(key, args[i].substring(equals + 1));
            if (key.startsWith("spark.hadoop.")) {
                hadoop.set(key.substring("spark.hadoop.".length()), args[i].substring(equals + 1));
            }
        }
        SparkConf conf = new SparkConf().setMaster("local[2]").setAppName("secure");
        UserGroupInformation.setConfiguration(hadoop);
        UserGroupInformation.loginUserFromKeytab(args[2], args[3]);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                JavaSparkContext spark = new JavaSparkContext(conf)) {
            out.println("ready 0");
            while ("go".equals(in.readLine())) {
                JavaRDD<String> lines = spark.textFile(args[1]);
                try {
                    out.println("result "
                            + lines.mapPartitions(SecureApplication::count).reduce(Long::sum));
                } catch (Exception e) { // HDFS' own exceptions come through Scala, undeclared.
                    out.println("result " + e.toString().lines().findFirst().orElse(""));
                }
            }
        }
    }

    private static Iterator<Long> count(Iterator<String> lines) {
        long count = 0;
        for (; lines.hasNext(); lines.next()) {
            count++;
        }
        Computing.forMillis(COMPUTES);
        return List.of(count).iterator();
    }
}
