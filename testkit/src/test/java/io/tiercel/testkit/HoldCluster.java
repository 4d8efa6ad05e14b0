package io.tiercel.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;

/** A process with a cluster of one node, on which an application runs, that would last for ever. */
public final class HoldCluster {
    private HoldCluster() {}

    /** Prints READY as soon as a task runs. */
    public static void main(String[] args) throws InterruptedException {
        try (TieredCluster cluster = TieredCluster.builder()
                .nodes(1)
                .racks(1)
                .replication(1)
                .executorMemory(512)
                .start()) {
            RunningSparkApp app = cluster.submit(SparkApp.of(
                    Endless.class.getName(), Path.of("target/test-classes").toAbsolutePath()));
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> Files.readString(app.log())
                    .contains("Starting task 0.0"));
            System.out.println("READY");
            new CountDownLatch(1).await();
        }
    }
}
