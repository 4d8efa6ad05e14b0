package io.tiercel.spark.cache;

import io.tiercel.cachefs.CacheFiller;
import io.tiercel.cachefs.SourceTurns;
import io.tiercel.hdfs.BackgroundExecutor;
import io.tiercel.hdfs.BackgroundExecutor.DaemonPool;
import io.tiercel.spark.cache.CacheMessages.Order;
import io.tiercel.transfer.IsolationQuanta;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
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
    private static final int MOST_THREADS = 2;

    private final Configuration conf;
    private final Optional<IsolationQuanta> quanta;
    private final int pageBytes;
    private final int slots;
    private final BackgroundExecutor threads;
    private final Map<String, FileSystem> stores = new HashMap<>();
    private Map<Long, String> results = new HashMap<>();
    private Set<Long> begun = new HashSet<>();
    private final Set<Long> withdrawn = new HashSet<>();

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
        this.threads = new DaemonPool("tiercel-cache-fetch", Math.min(this.slots, MOST_THREADS));
    }

    /** @param turns who of this executor reads from the source */
    void fetch(Order order, SourceTurns turns) {
        threads.run(() -> {
            String why = "";
            try {
                turns.beginTransfer(slots);
                try {
                    read(order, turns);
                } finally {
                    turns.end();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (Throwable e) { // Whatever it is: the driver waits for the result.
                why = e.toString();
                LOG.debug("{} was not brought into the cache", order.path(), e);
            }
            ended(order.id(), why);
        });
    }

    private void read(Order order, SourceTurns turns) throws IOException, InterruptedException {
        Path path = new Path(order.path());
        try (FSDataInputStream in = awaitOpen(path)) {
            if (!(in.getWrappedStream() instanceof CacheFiller filler)) {
                throw new IOException(path + " is not read through the cache");
            }
            TransferPace pace = new TransferPace(
                    quanta.orElse(IsolationQuanta.ALWAYS), order.rate(), new TransferPace.SystemTime());
            if (quanta.isEmpty()) {
                begin(order);
                filler.fill(order.start(), order.end(), bytes -> {
                    pace.brought(bytes);
                    turns.yieldTransfer(slots);
                });
            } else {
                readInSlices(order, filler, pace);
            }
        }
    }

    /** Page by page. A transfer that pauses must have no page claimed, and no answer under way. */
    private void readInSlices(Order order, CacheFiller filler, TransferPace pace)
            throws IOException, InterruptedException {
        for (long at = order.start(); at < order.end(); ) {
            long next = Math.min(order.end(), (at / pageBytes + 1) * pageBytes);
            pace.awaitSlice();
            if (at == order.start()) {
                begin(order);
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
        String store = CachedLocations.store(path);
        FileSystem files = stores.get(store);
        if (files == null) {
            files = FileSystem.newInstance(path.toUri(), conf);
            stores.put(store, files);
        }
        return files;
    }

    /** @throws IOException if the driver has withdrawn the order */
    synchronized void begin(Order order) throws IOException {
        if (withdrawn.contains(order.id())) {
            throw new IOException("nobody waits for " + order.path() + " any more");
        }
        begun.add(order.id());
    }

    /** Orders that are not carried out unless they have begun. */
    synchronized void withdraw(Set<Long> orders) {
        withdrawn.addAll(orders);
    }

    private synchronized void ended(long id, String why) {
        withdrawn.remove(id);
        results.put(id, why);
    }

    /** Orders that have begun since the last call. */
    synchronized Set<Long> takeBegun() {
        Set<Long> taken = begun;
        begun = new HashSet<>();
        return taken;
    }

    /** Orders that have ended since the last call: empty, or why nothing came. */
    synchronized Map<Long, String> takeResults() {
        Map<Long, String> taken = results;
        results = new HashMap<>();
        return taken;
    }

    /** What the driver has not heard. */
    synchronized void putBack(Set<Long> unheardBegun, Map<Long, String> unheardResults) {
        begun.addAll(unheardBegun);
        results.putAll(unheardResults);
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
