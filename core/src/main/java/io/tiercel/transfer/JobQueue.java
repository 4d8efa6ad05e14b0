package io.tiercel.transfer;

import io.tiercel.transfer.WantedBlock.Want;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that one job wants of one source, most demanded first, then in the order of adding. An entry that has become wrong stays until
 * it comes first, and is then dropped or written anew. So a change costs nothing until it matters.
 */
final class JobQueue {
    /** Fewer entries are never looked through for wrong ones. */
    private static final int FEW = 64;

    final JobState job;
    private final SourceQueue source;
    /** Of the job among those of the source; set by the source. */
    int rank;

    private EntryQueue entries = new EntryQueue();
    /** Entries at which those that are wrong are dropped. */
    private int crowded = FEW;

    private boolean hasLeft;

    JobQueue(JobState job, SourceQueue source) {
        this.job = job;
        this.source = source;
    }

    SourceQueue source() {
        return source;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    boolean hasLeft() {
        return hasLeft;
    }

    /** The place of the job among others has changed. */
    void jobChanged() {
        if (!entries.isEmpty()) {
            source.changed(this);
        }
    }

    /** The job has ended. */
    void leave() {
        entries = new EntryQueue();
        hasLeft = true;
        source.left(this);
    }

    /** Adds an entry for the want by the present demand of its block, unless there is one. */
    void push(Want want) {
        if (want.queued == want.block.key()) {
            return;
        }
        if (entries.size() >= crowded) {
            dropWrong();
        }
        want.queued = want.block.key();
        boolean wasEmpty = entries.isEmpty();
        entries.push(want.queued, want);
        if (wasEmpty) {
            source.changed(this);
        }
    }

    /** The want whose block is to be transferred next; null if the job wants nothing more of the source. */
    @Nullable
    Want first() {
        while (!entries.isEmpty()) {
            Want want = entries.first();
            long key = entries.firstKey();
            if (key == want.block.key() && isAlive(want)) {
                return want;
            }
            boolean isNewest = key == want.queued;
            pop();
            if (isNewest && isAlive(want)) {
                push(want);
            }
        }
        return null;
    }

    private static boolean isAlive(Want want) {
        return !want.isWithdrawn && want.block.state() == WantedBlock.State.PENDING;
    }

    /** Takes the first entry out. */
    void pop() {
        Want first = entries.first();
        if (entries.firstKey() == first.queued) {
            first.queued = Want.NOT_QUEUED;
        }
        entries.pop();
    }

    /** So that wrong entries far from the first do not pile up. */
    private void dropWrong() {
        EntryQueue kept = new EntryQueue();
        for (; !entries.isEmpty(); entries.pop()) {
            Want want = entries.first();
            boolean isNewest = entries.firstKey() == want.queued;
            if (isNewest && isAlive(want)) {
                kept.push(want.queued, want);
            } else if (isNewest) {
                want.queued = Want.NOT_QUEUED;
            }
        }
        entries = kept;
        crowded = Math.max(FEW, 2 * kept.size());
    }
}
