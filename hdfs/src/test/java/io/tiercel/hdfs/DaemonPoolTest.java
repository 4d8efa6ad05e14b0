package io.tiercel.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.BackgroundExecutor.DaemonPool;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class DaemonPoolTest {
    /** A thread that ends with an error would end Hadoop's master. The next task finds the same thread. */
    @Test
    void anErrorDoesNotEndTheThread() throws Exception {
        try (DaemonPool pool = new DaemonPool("test", 1)) {
            CompletableFuture<Thread> first = new CompletableFuture<>();
            CompletableFuture<Thread> second = new CompletableFuture<>();
            pool.run(() -> {
                first.complete(Thread.currentThread());
                throw new NoClassDefFoundError("the test's");
            });
            pool.run(() -> second.complete(Thread.currentThread()));

            assertThat(second.get(30, TimeUnit.SECONDS)).isSameAs(first.get());
        }
    }
}
