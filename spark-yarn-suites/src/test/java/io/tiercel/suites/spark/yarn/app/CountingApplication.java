package io.tiercel.suites.spark.yarn.app;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkExecutorInfo;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Counts the lines of text files, and prints a line {@code lines <number>} and one {@code executor <host>} for each executor.
 *
 * <p>Arguments: a path; a number of executors; whether to wait for them before the tasks ({@code first}) or after.
 */
public final class CountingApplication {
    private CountingApplication() {}

    public static void main(String[] args) throws InterruptedException {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("count lines"))) {
            int executors = Integer.parseInt(args[1]);
            if (args[2].equals("first")) {
                await(spark, executors);
            }
            System.out.println("lines " + spark.textFile(args[0]).count());
            await(spark, executors);
            System.out.println(
                    "scheduler " + spark.sc().taskScheduler().getClass().getName());
            // No node has the driver's host name.
            String driver = spark.getConf().get("spark.driver.host");
            Arrays.stream(infos(spark))
                    .filter(executor -> !executor.host().equals(driver))
                    .forEach(executor -> System.out.println("executor " + executor.host()));
        }
    }

    private static void await(JavaSparkContext spark, int executors) throws InterruptedException {
        while (infos(spark).length < executors + 1) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** The driver is one of them. */
    private static SparkExecutorInfo[] infos(JavaSparkContext spark) {
        return spark.statusTracker().getExecutorInfos();
    }
}
