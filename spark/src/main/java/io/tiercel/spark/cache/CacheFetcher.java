package io.tiercel.spark.cache;

import io.tiercel.cachefs.CacheFiller;
import io.tiercel.spark.cache.CacheMessages.Order;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings input into this node's cache by reading it, as the tasks' user and with their file system: what a task may not read does not come.
 * Thread-safe.
 */
final class CacheFetcher {
    private static final Logger LOG = LoggerFactory.getLogger(CacheFetcher.class);
    private static final int THREADS = 2;

    private final Configuration conf;
    private final ThreadPoolExecutor threads;
    private Map<Long, String> results = new HashMap<>();

    CacheFetcher(Configuration conf) {
        this.conf = conf;
        AtomicInteger count = new AtomicInteger();
        threads = new ThreadPoolExecutor(THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, "tiercel-cache-fetch-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        threads.allowCoreThreadTimeOut(true);
    }

    void fetch(Order order) {
        threads.execute(() -> {
            String why = "";
            try {
                read(order);
            } catch (IOException | RuntimeException | LinkageError e) {
                why = e.toString();
                LOG.debug("{} was not brought into the cache", order.path(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            ended(order.id(), why);
        });
    }

    private void read(Order order) throws IOException, InterruptedException {
        Path path = new Path(order.path());
        try (FSDataInputStream in = path.getFileSystem(conf).open(path)) {
            if (in.getWrappedStream() instanceof CacheFiller filler) {
                long begun = System.nanoTime();
                filler.fill(order.start(), order.end(), bytes -> {
                    if (order.rate() > 0) {
                        long due = begun + (long) (bytes / (double) order.rate() * 1e9);
                        TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
                    }
                });
            }
        }
    }

    private synchronized void ended(long id, String why) {
        results.put(id, why);
    }

    /** Orders that have ended since the last call: empty, or why nothing came. */
    synchronized Map<Long, String> takeResults() {
        Map<Long, String> taken = results;
        results = new HashMap<>();
        return taken;
    }

    void close() {
        threads.shutdownNow();
    }
}
