package io.tiercel.sim.engine;

import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Bytes on their way over one or several resources. Each resource carries them at its own pace, and the transfer is done when all
 * have: its time is that of the resource which takes longest. Exact for one resource; for several an approximation of fluid flow
 * that keeps resources independent of one another (a transfer that is held up at one resource still takes its share of the others,
 * and is through there sooner).
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
     * @param done called once, in the event in which the last resource is through
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

    /** How many of its bytes all resources have carried so far. */
    public long carried() {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < path.length; i++) {
            least = Math.min(least, path[i].carried(shares[i]));
        }
        return (long) least;
    }

    /** Has {@code then} told, if a resource breaks the transfer off, how many bytes were carried by then; without it nobody is. */
    public Transfer ifBroken(LongConsumer then) {
        broken = then;
        return this;
    }

    /** One of its resources is no more: it ends as if abandoned, and who has asked to hears of it. */
    void breaks() {
        if (!over && open > 0) {
            long carried = carried();
            abandon();
            if (broken != null) {
                broken.accept(carried);
            }
        }
    }

    /** Ends the transfer before its time; {@code done} is not called. False if it has ended already. */
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
