package io.tiercel.bench.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/**
 * The driver of a query that joins the distinct lines of two text files, and counts them. It waits for a word before it begins, and for
 * another before it ends.
 *
 * <p>Arguments: the conductor's port, the two files.
 */
public final class JoinApplication {
    private JoinApplication() {}

    public static void main(String[] args) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                SparkSession spark = SparkSession.builder().getOrCreate()) {
            new JavaSparkContext(spark.sparkContext())
                    .parallelize(Collections.nCopies(64, 1), 64)
                    .count();
            out.println("ready 0");
            in.readLine();
            long joined = spark.read()
                    .text(args[1])
                    .distinct()
                    .join(spark.read().text(args[2]).distinct(), "value")
                    .count();
            out.println("result " + joined);
            in.readLine();
        }
    }
}
