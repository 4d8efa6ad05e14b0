package io.tiercel.sim.engine;

import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that go through one or several resources. Each resource carries them at its own pace, and the transfer ends when all have. This is exact
 * for one resource. For several it approximates fluid flow: a transfer held up at one resource still takes its share of the others.
 */
public final class Transfer {
    private final SharedResource[] path;
    private final SharedResource.Share[] shares;
    private final Runnable done;
    private int open;
    private boolean over;
    private @Nullable LongConsumer broken;

    private Transfer(long bytes, List<SharedResource> path, boolean waits, Runnable done) {
        this.path = path.toArray(SharedResource[]::new);
        this.done = done;
        this.open = this.path.length;
        this.shares = new SharedResource.Share[open];
        for (int i = 0; i < open; i++) {
            shares[i] = new SharedResource.Share(this, bytes, waits);
        }
    }

    /**
     * Begins a transfer.
     *
     * @param bytes at least 0
     * @param path distinct resources, at least one
     * @param done called once, when the last resource has carried the bytes
     */
    public static Transfer begin(long bytes, List<SharedResource> path, Runnable done) {
        return begin(bytes, path, false, done);
    }

    /** Begins a transfer that each resource carries only while it has nothing else to do. */
    public static Transfer beginInBackground(long bytes, List<SharedResource> path, Runnable done) {
        return begin(bytes, path, true, done);
    }

    private static Transfer begin(long bytes, List<SharedResource> path, boolean waits, Runnable done) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes: expected at least 0, got " + bytes);
        }
        if (path.isEmpty()) {
            throw new IllegalArgumentException("path: expected at least one resource, got none");
        }
        Transfer transfer = new Transfer(bytes, path, waits, done);
        for (int i = 0; i < transfer.path.length; i++) {
            transfer.path[i].begin(transfer.shares[i]);
        }
        return transfer;
    }

    /** Bytes that all resources have carried so far. */
    public long carried() {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < path.length; i++) {
            least = Math.min(least, path[i].carried(shares[i]));
        }
        return (long) least;
    }

    /** Calls {@code then} with the carried bytes if a resource breaks the transfer off. */
    public Transfer ifBroken(LongConsumer then) {
        broken = then;
        return this;
    }

    /** Ends the transfer since a resource is lost. */
    void breaks() {
        if (!over && open > 0) {
            long carried = carried();
            abandon();
            if (broken != null) {
                broken.accept(carried);
            }
        }
    }

    /** Ends the transfer early, without calling {@code done}. False if it has ended already. */
    public boolean abandon() {
        boolean underWay = !over && open > 0;
        over = true;
        for (int i = 0; i < path.length; i++) {
            path[i].abandon(shares[i]);
        }
        return underWay;
    }

    void shareEnded() {
        if (--open == 0 && !over) {
            done.run();
        }
    }
}
