package io.tiercel.coordinator.state;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Changes that one watcher has not received yet. Only that something changed is kept, not what: a slow watcher hears the last state of each block
 * once, and costs at most one entry for each replica that it watches.
 */
public final class ResidencyFeed {
    /** Hosts on which one block is watched at a time, by whomever. HDFS has three replicas of most blocks. */
    public static final int MOST_HOSTS = 32;

    private static final int FEW = 1_000;

    record Touch(WatchedBlock block, AgentSession agent) {}

    /** Whose it is; empty for callers that name nobody. */
    final String user;

    final Set<WatchedBlock> interest = new HashSet<>();
    private final Set<Touch> touched = new LinkedHashSet<>();

    /** With more changes than this, those of blocks watched no more are thrown away. */
    private int mostTouched = FEW;

    private boolean owesComplete;
    private boolean closed;

    /** How many requests, each of which adds blocks, have been added in full. A complete answer is about these. */
    long requests;

    public ResidencyFeed(String user) {
        this.user = user;
    }

    void close() {
        closed = true;
        interest.clear();
    }

    boolean isClosed() {
        return closed;
    }

    void touch(WatchedBlock block, AgentSession agent) {
        touched.add(new Touch(block, agent));
        if (touched.size() > mostTouched) {
            // A watcher that does not read may add and remove blocks without end.
            touched.removeIf(touch -> !interest.contains(touch.block));
            mostTouched = Math.max(FEW, 2 * touched.size());
        }
    }

    void added() {
        owesComplete = true;
    }

    boolean hasNews() {
        return !touched.isEmpty() || owesComplete;
    }

    /** How many changes the watcher has not heard, or need not hear any more. */
    int unheard() {
        return touched.size();
    }

    /** The next touches, those of blocks watched no more left out. */
    List<Touch> take(int most) {
        List<Touch> taken = new ArrayList<>();
        var all = touched.iterator();
        while (taken.size() < most && all.hasNext()) {
            Touch touch = all.next();
            all.remove();
            if (interest.contains(touch.block)) {
                taken.add(touch);
            }
        }
        return taken;
    }

    /** Whether the watcher has received all that was known when it added blocks. True only once, until it adds more. */
    boolean takeComplete() {
        boolean completes = owesComplete && touched.isEmpty();
        owesComplete &= !completes;
        return completes;
    }
}
