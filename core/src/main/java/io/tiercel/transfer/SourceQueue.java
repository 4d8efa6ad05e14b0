package io.tiercel.transfer;

import io.tiercel.transfer.WantedBlock.Want;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The pending blocks of one source: a heap of jobs, and for each job a heap of blocks. A block is in the queue of each job that wants it. An
 * entry that has become wrong stays until it comes first, and is then dropped or written anew. So a change costs nothing until it matters.
 */
final class SourceQueue {
    /** The least part of its rate at which a transfer starts. Below it would take too long to be of use. */
    private static final int LEAST_PART = 4;

    /** The blocks that one job wants of the source, most demanded first, then in the order of adding. */
    final class JobQueue extends IndexedHeap.Entry {
        final JobState job;
        private long[] keys = new long[8];
        private @Nullable Want[] entries = new Want[8];
        private int size;
        /** Entries at which the next compaction is tried. */
        private int crowded = 64;

        private JobQueue(JobState job) {
            super(job.major(), job.arrival, job.id);
            this.job = job;
        }

        SourceQueue source() {
            return SourceQueue.this;
        }

        void jobChanged() {
            major(job.major());
            if (isQueued()) {
                jobs.changed(this);
            }
        }

        void leave() {
            if (isQueued()) {
                jobs.remove(this);
            }
        }

        /** Adds an entry for the want by the present demand of its block, unless there is one. */
        void push(Want want) {
            if (want.queued == want.block.key()) {
                return;
            }
            if (size >= crowded) {
                compact();
            }
            want.queued = want.block.key();
            insert(want.queued, want);
            if (!isQueued()) {
                jobs.add(this);
            }
        }

        /** The want whose block is to be transferred next; null if the job wants nothing more of the source. */
        private @Nullable Want first() {
            while (size > 0) {
                Want want = at(0);
                if (keys[0] == want.block.key() && isAlive(want)) {
                    return want;
                }
                boolean isNewest = keys[0] == want.queued;
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
            Want first = at(0);
            if (keys[0] == first.queued) {
                first.queued = Want.NOT_QUEUED;
            }
            long key = keys[--size];
            Want moved = at(size);
            entries[size] = null;
            if (size > 0) {
                down(key, moved);
            }
        }

        private void insert(long key, Want want) {
            if (size == keys.length) {
                keys = Arrays.copyOf(keys, 2 * size);
                entries = Arrays.copyOf(entries, 2 * size);
            }
            int position = size++;
            while (position > 0 && keys[(position - 1) / 2] > key) {
                int parent = (position - 1) / 2;
                keys[position] = keys[parent];
                entries[position] = entries[parent];
                position = parent;
            }
            keys[position] = key;
            entries[position] = want;
        }

        private void down(long key, Want want) {
            int position = 0;
            for (int child = 1; child < size; child = 2 * position + 1) {
                if (child + 1 < size && keys[child + 1] < keys[child]) {
                    child++;
                }
                if (key <= keys[child]) {
                    break;
                }
                keys[position] = keys[child];
                entries[position] = entries[child];
                position = child;
            }
            keys[position] = key;
            entries[position] = want;
        }

        /** Drops the entries that are wrong, so that those deep in the heap do not pile up. */
        private void compact() {
            long[] oldKeys = keys;
            @Nullable Want[] old = entries;
            int count = size;
            keys = new long[Math.max(8, count)];
            entries = new Want[Math.max(8, count)];
            size = 0;
            for (int i = 0; i < count; i++) {
                Want want = old[i];
                if (want == null || oldKeys[i] != want.queued) {
                    continue;
                }
                if (isAlive(want)) {
                    insert(oldKeys[i], want);
                } else {
                    want.queued = Want.NOT_QUEUED;
                }
            }
            crowded = Math.max(64, 2 * size);
        }

        @SuppressWarnings("NullAway")
        private Want at(int position) {
            return entries[position];
        }
    }

    final int number;
    final SourceBandwidth bandwidth;
    final IsolationQuanta quanta;
    private final IndexedHeap<JobQueue> jobs = new IndexedHeap<>();
    /** Pending blocks. */
    private int pending;
    /** No pending block has fewer bytes. */
    private long smallest = Long.MAX_VALUE;

    private long underWay;
    /** Whether the present call may start transfers of this source. */
    boolean isOpen;

    SourceQueue(int number, SourceBandwidth bandwidth, IsolationQuanta quanta) {
        this.number = number;
        this.bandwidth = bandwidth;
        this.quanta = quanta;
    }

    JobQueue queueOf(JobState job) {
        return new JobQueue(job);
    }

    void addPending(long bytes) {
        pending++;
        smallest = Math.min(smallest, bytes);
    }

    void removePending() {
        pending--;
    }

    boolean hasPending() {
        return pending > 0;
    }

    /** No pending block has fewer bytes. */
    long smallest() {
        return smallest;
    }

    void smallest(long bytes) {
        smallest = bytes;
    }

    /** The first block of the first job; null if nothing is pending. */
    @Nullable
    Want first() {
        for (JobQueue queue = jobs.first(); queue != null; queue = jobs.first()) {
            Want want = queue.first();
            if (want != null) {
                return want;
            }
            jobs.remove(queue);
        }
        return null;
    }

    /** Bytes per second that transfers under way take. */
    long underWay() {
        return underWay;
    }

    boolean hasBandwidth() {
        return underWay < bandwidth.limit();
    }

    void take(long rate) {
        underWay += rate;
    }

    void giveBack(long rate) {
        underWay -= rate;
    }

    /**
     * Bytes per second for one more transfer: the rate, or what is left of the limit; 0 if that is less than a quarter of the rate. A rate
     * above the limit counts as the limit.
     */
    long grant(long rate) {
        long limit = bandwidth.limit();
        long asked = Math.min(rate, limit);
        long left = limit - underWay;
        return left <= 0 || left < asked / LEAST_PART ? 0 : Math.min(asked, left);
    }
}
