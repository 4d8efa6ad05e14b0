package io.tiercel.sim.engine;

import io.tiercel.model.Preconditions;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that go through one or several resources. Each resource carries them at its own pace, and the transfer ends when all have. This is exact
 * for one resource. For several it approximates fluid flow: a transfer held up at one resource still takes its share of the others.
 */
public final class Transfer {
    private final SharedResource.Share[] shares;
    private final Runnable done;
    private int open;
    private boolean over;
    private @Nullable LongConsumer broken;

    private Transfer(long bytes, List<SharedResource> path, boolean waits, Runnable done) {
        this.done = done;
        this.open = path.size();
        this.shares = new SharedResource.Share[open];
        Arrays.setAll(shares, i -> path.get(i).share(this, bytes, waits));
    }

    /** Begins a transfer that shares each resource with others. */
    public static Transfer begin(long bytes, List<SharedResource> path, Runnable done) {
        return begin(bytes, path, false, done);
    }

    /**
     * Begins a transfer.
     *
     * @param bytes at least 0
     * @param path distinct resources, at least one
     * @param waits whether each resource carries it only while it has nothing else to do
     * @param done called once, when the last resource has carried the bytes
     */
    public static Transfer begin(long bytes, List<SharedResource> path, boolean waits, Runnable done) {
        Preconditions.nonNegative("bytes", bytes);
        if (path.isEmpty()) {
            throw new IllegalArgumentException("path: expected at least one resource, got none");
        }
        Transfer transfer = new Transfer(bytes, path, waits, done);
        for (SharedResource.Share share : transfer.shares) {
            share.begin();
        }
        return transfer;
    }

    /** Bytes that all resources have carried so far. */
    public long carried() {
        double least = Double.POSITIVE_INFINITY;
        for (SharedResource.Share share : shares) {
            least = Math.min(least, share.carried());
        }
        return (long) least;
    }

    /** Calls {@code then} with the carried bytes if a resource breaks the transfer off. */
    public Transfer ifBroken(LongConsumer then) {
        broken = then;
        return this;
    }

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
        for (SharedResource.Share share : shares) {
            share.abandon();
        }
        return underWay;
    }

    void shareEnded() {
        if (--open == 0 && !over) {
            done.run();
        }
    }
}
