package io.tiercel.coordinator.state;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A job, and what it claims. */
final class JobEntry {
    final String name;

    /** Who hinted first; nobody else may speak for the job. */
    final String user;

    final Set<BlockRecord> blocks = new LinkedHashSet<>();
    final List<ProgressFeed> feeds = new ArrayList<>();

    private final long[] counts = new long[Phase.values().length];
    private final long[] bytes = new long[Phase.values().length];

    /** Nanoseconds. */
    long lease;

    long leaseEnds;

    /** Hints that are being taken. */
    int opening;

    /** Grows with each change of the counts. */
    long changes;

    JobEntry(String name, String user) {
        this.name = name;
        this.user = user;
    }

    void renew(long now) {
        leaseEnds = now + lease;
    }

    boolean add(BlockRecord block) {
        if (!blocks.add(block)) {
            return false;
        }
        block.jobs.add(this);
        count(block.phase, 1, block.length);
        return true;
    }

    boolean remove(BlockRecord block) {
        if (!blocks.remove(block)) {
            return false;
        }
        block.jobs.remove(this);
        count(block.phase, -1, -block.length);
        return true;
    }

    void moved(BlockRecord block, Phase from) {
        count(from, -1, -block.length);
        count(block.phase, 1, block.length);
        if (block.phase == Phase.FAILED) {
            feeds.forEach(feed -> feed.failed(block));
        }
    }

    private void count(Phase phase, int blocksMore, long bytesMore) {
        counts[phase.ordinal()] += blocksMore;
        bytes[phase.ordinal()] += bytesMore;
        changes++;
    }

    long count(Phase phase) {
        return counts[phase.ordinal()];
    }

    long bytes(Phase phase) {
        return bytes[phase.ordinal()];
    }

    /** Whether nothing of it is on its way any more. */
    boolean settled() {
        return count(Phase.PENDING) == 0 && count(Phase.BOUND) == 0;
    }
}
