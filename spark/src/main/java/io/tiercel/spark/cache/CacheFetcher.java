package io.tiercel.spark.cache;

import io.tiercel.cachefs.CacheFiller;
import io.tiercel.cachefs.SourceTurns;
import io.tiercel.hdfs.BackgroundExecutor;
import io.tiercel.hdfs.BackgroundExecutor.DaemonPool;
import io.tiercel.spark.cache.CacheMessages.Order;
import io.tiercel.transfer.IsolationQuanta;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings input into this node's cache by reading it, as the executor's user. Input that this user may not read does not come.
 * Thread-safe.
 */
final class CacheFetcher {
    private static final Logger LOG = LoggerFactory.getLogger(CacheFetcher.class);

    /** Orders that are read at a time. */
    private static final int MOST_READ = 2;

    /** Who has given the orders. */
    interface Driver {
        /**
         * Asked when nothing else holds the order up: from now on tasks count on it.
         *
         * @return false if nobody waits for it any more
         */
        boolean mayBegin(long order) throws IOException;

        /** An order has ended. */
        void hearResults();
    }

    private final Configuration conf;
    private final Optional<IsolationQuanta> quanta;
    private final int pageBytes;
    private final int slots;

    /** In the order of the orders. */
    private final Semaphore reading;

    private final BackgroundExecutor threads;
    private final Map<String, FileSystem> stores = new HashMap<>();
    private Map<Long, String> results = new HashMap<>();

    /**
     * @param quanta when this node may read, by its clock
     * @param pageBytes of the cache's pages
     * @param slots of this executor: so many streams read at a time, if tasks leave as many
     */
    CacheFetcher(Configuration conf, Optional<IsolationQuanta> quanta, int pageBytes, int slots) {
        this.conf = conf;
        this.quanta = quanta;
        this.pageBytes = pageBytes;
        this.slots = Math.max(1, slots);
        int most = Math.min(this.slots, MOST_READ);
        this.reading = new Semaphore(most, true);
        this.threads = new DaemonPool("tiercel-cache-fetch", most + 1); // One opens the next file meanwhile.
    }

    /** @param turns who of this executor reads from the source */
    void fetch(Order order, SourceTurns turns, Driver driver) {
        threads.run(() -> {
            String why = "";
            try {
                read(order, turns, driver);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (Throwable e) { // Whatever it is: the driver waits for the result.
                why = e.toString();
                LOG.debug("{} was not brought into the cache", order.path(), e);
            }
            ended(order.id(), why);
            driver.hearResults();
        });
    }

    /** The file is opened before its turn: the source's answer to that takes time, but none of the link's bandwidth. */
    private void read(Order order, SourceTurns turns, Driver driver) throws IOException, InterruptedException {
        Path path = new Path(order.path());
        try (FSDataInputStream in = awaitOpen(path)) {
            if (!(in.getWrappedStream() instanceof CacheFiller filler)) {
                throw new IOException(path + " is not read through the cache");
            }
            reading.acquire();
            try {
                turns.beginTransfer(slots);
                try {
                    fill(order, filler, turns, driver);
                } finally {
                    turns.end();
                }
            } finally {
                reading.release();
            }
        }
    }

    private void fill(Order order, CacheFiller filler, SourceTurns turns, Driver driver)
            throws IOException, InterruptedException {
        TransferPace pace =
                new TransferPace(quanta.orElse(IsolationQuanta.ALWAYS), order.rate(), new TransferPace.SystemTime());
        if (quanta.isEmpty()) {
            begin(order, driver);
            filler.fill(order.start(), order.end(), bytes -> {
                pace.brought(bytes);
                turns.yieldTransfer(slots);
            });
        } else {
            readInSlices(order, filler, pace, driver);
        }
    }

    private static void begin(Order order, Driver driver) throws IOException {
        if (!driver.mayBegin(order.id())) {
            throw new IOException("nobody waits for " + order.path() + " any more");
        }
    }

    /** Page by page. A transfer that pauses must have no page claimed, and no answer under way. */
    private void readInSlices(Order order, CacheFiller filler, TransferPace pace, Driver driver)
            throws IOException, InterruptedException {
        for (long at = order.start(); at < order.end(); ) {
            long next = Math.min(order.end(), (at / pageBytes + 1) * pageBytes);
            pace.awaitSlice();
            if (at == order.start()) {
                begin(order, driver);
            }
            filler.fill(at, next, pace::brought);
            at = next;
        }
    }

    /**
     * In sequence: under other policies each page would be a request. With time slices it is to be one: the rest of an answer would come
     * after the slice, as far as buffers have room.
     */
    private FSDataInputStream awaitOpen(Path path) throws IOException, InterruptedException {
        try {
            return files(path)
                    .openFile(path)
                    .opt("fs.option.openfile.read.policy", quanta.isEmpty() ? "sequential" : "random")
                    .build()
                    .get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        }
    }

    /** File systems of its own. Hadoop shares one among all who ask, whatever their configuration: tasks may have other credentials. */
    private synchronized FileSystem files(Path path) throws IOException {
        String store = SharedPaths.fileSystem(path);
        FileSystem files = stores.get(store);
        if (files == null) {
            files = FileSystem.newInstance(path.toUri(), conf);
            stores.put(store, files);
        }
        return files;
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

    /** Results that the driver has not heard. */
    synchronized void putBack(Map<Long, String> unheard) {
        results.putAll(unheard);
    }

    void close() {
        threads.close();
        synchronized (this) {
            for (FileSystem files : stores.values()) {
                try {
                    files.close();
                } catch (IOException e) {
                    LOG.debug("closing {}", files.getUri(), e);
                }
            }
            stores.clear();
        }
    }
}
