package io.tiercel.hdfs;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where and when work is done that the caller does not wait for; tests put their own time here. */
public interface BackgroundExecutor extends AutoCloseable {
    void run(Runnable task);

    void runAfter(long nanos, Runnable task);

    /** Nanoseconds since some moment. */
    long now();

    /** Work that is under way is interrupted, work to come is dropped. */
    @Override
    void close();

    /**
     * A bounded pool of daemon threads, which end when idle. A task that fails costs one line in the log: what threads of Hadoop's
     * daemons and masters do not catch ends their process.
     */
    final class DaemonPool implements BackgroundExecutor {
        private static final Logger LOG = LoggerFactory.getLogger(DaemonPool.class);

        private final ThreadPoolExecutor threads;

        public DaemonPool(String name, int size) {
            AtomicInteger count = new AtomicInteger();
            threads = new ThreadPoolExecutor(size, size, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
                thread.setDaemon(true);
                return thread;
            });
            threads.allowCoreThreadTimeOut(true);
        }

        @Override
        public void run(Runnable task) {
            try {
                threads.execute(() -> runLogged(task));
            } catch (RejectedExecutionException closed) {
                // Closed: the owner has answered all that waited.
            }
        }

        private static void runLogged(Runnable task) {
            try {
                task.run();
            } catch (Throwable e) {
                LOG.error("Tiercel: a task in the background has failed: {}", e.toString(), e);
            }
        }

        @Override
        public void runAfter(long nanos, Runnable task) {
            CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, this::run)
                    .execute(task);
        }

        @Override
        public long now() {
            return System.nanoTime();
        }

        @Override
        public void close() {
            threads.shutdownNow();
        }
    }
}
