package io.tiercel.transfer;

import org.jspecify.annotations.Nullable;

/** A block of shared storage, who wants it, and how far it is. */
final class WantedBlock {
    enum State {
        /** Somebody wants it, and it may be transferred at any time. */
        PENDING,
        UNDER_WAY,
        CACHED,
        /** It has failed, and waits to be tried again. */
        WAITING,
        /** It has failed too often. */
        GIVEN_UP,
        /** Nobody wants it any more, and it is not cached. */
        DROPPED;

        /** Whether the block counts as cached for the policy {@link TransferPolicy#FAIR}. */
        boolean counts() {
            return this == UNDER_WAY || this == CACHED;
        }
    }

    /** That tasks of one job want a block. */
    static final class Want {
        /** No entry of the job's queue. */
        static final long NOT_QUEUED = Long.MIN_VALUE;

        final JobState job;
        final WantedBlock block;
        /** The job's queue at the block's source. */
        final JobQueue queue;

        int tasks;
        int destination = TransferScheduler.ANY_NODE;
        boolean isWithdrawn;
        /** The key of the newest entry in the queue. */
        long queued = NOT_QUEUED;

        /** The next want of the block, and the one before. */
        @Nullable
        Want next;

        private @Nullable Want previous;

        Want(JobState job, WantedBlock block, JobQueue queue) {
            this.job = job;
            this.block = block;
            this.queue = queue;
        }
    }

    private static final int SEQUENCE_BITS = 40;
    private static final int MOST_DEMAND = (1 << 62 - SEQUENCE_BITS) - 1;

    final long id;
    final long bytes;
    final SourceQueue source;
    private final long sequence;
    /** A list through the wants, of which most blocks have one. */
    private @Nullable Want firstWant;

    private int demand;
    private State state = State.PENDING;
    /** The block's place in a queue of pending ones: lowest first. */
    private long key;

    /** Its entries in the queues are to be written anew, because it is pending since a moment, or wanted more. */
    boolean isRaised;

    int failures;
    double retryAt;
    String failure = "";
    /** Where the block is cached. */
    int node = -1;

    @Nullable
    Transfer transfer;

    /** @param sequence in the order in which blocks were added */
    WantedBlock(long id, long bytes, SourceQueue source, long sequence) {
        this.id = id;
        this.bytes = bytes;
        this.source = source;
        this.sequence = sequence;
        source.addPending(bytes);
        rank();
    }

    State state() {
        return state;
    }

    /** Tasks of all jobs that want the block. */
    int demand() {
        return demand;
    }

    long key() {
        return key;
    }

    /** The first of the block's wants; the others by {@link Want#next}. */
    @Nullable
    Want firstWant() {
        return firstWant;
    }

    boolean isWanted() {
        return firstWant != null;
    }

    void add(Want want) {
        want.next = firstWant;
        if (firstWant != null) {
            firstWant.previous = want;
        }
        firstWant = want;
        if (state.counts()) {
            want.job.unread(1);
        }
    }

    /** Takes the want of one job out, with all its tasks. */
    void remove(Want want) {
        demand(want, -want.tasks);
        want.isWithdrawn = true;
        if (want.previous == null) {
            firstWant = want.next;
        } else {
            want.previous.next = want.next;
        }
        if (want.next != null) {
            want.next.previous = want.previous;
        }
        if (state.counts()) {
            want.job.unread(-1);
        }
    }

    void demand(Want want, int tasks) {
        want.tasks += tasks;
        demand += tasks;
        rank();
    }

    private void rank() {
        key = (long) (MOST_DEMAND - Math.min(demand, MOST_DEMAND)) << SEQUENCE_BITS | sequence;
    }

    void enter(State next) {
        if (next.counts() != state.counts()) {
            for (Want want = firstWant; want != null; want = want.next) {
                want.job.unread(next.counts() ? 1 : -1);
            }
        }
        if (state == State.PENDING && next != State.PENDING) {
            source.removePending();
        }
        if (next == State.PENDING && state != State.PENDING) {
            source.addPending(bytes);
        }
        state = next;
    }
}
