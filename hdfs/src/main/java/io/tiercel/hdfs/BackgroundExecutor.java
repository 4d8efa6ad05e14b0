package io.tiercel.hdfs;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Where and when work is done that the caller does not wait for; tests put their own time here. */
public interface BackgroundExecutor extends AutoCloseable {
    void run(Runnable task);

    void runAfter(long nanos, Runnable task);

    /** Nanoseconds since some moment. */
    long now();

    /** Work that is under way is interrupted, work to come is dropped. */
    @Override
    void close();

    /** A bounded pool of daemon threads, which end when idle. */
    final class DaemonPool implements BackgroundExecutor {
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
                threads.execute(task);
            } catch (RejectedExecutionException closed) {
                // Closed: the owner has answered all that waited.
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
