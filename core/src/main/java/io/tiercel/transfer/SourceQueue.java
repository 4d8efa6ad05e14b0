package io.tiercel.transfer;

import io.tiercel.transfer.WantedBlock.Want;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pending blocks of one source, by job. A block is in the queue of each job that wants it. */
final class SourceQueue {
    /** The least part of its rate at which a transfer starts. Below it would take too long to be of use. */
    private static final int LEAST_PART = 4;

    final int number;
    final SourceBandwidth bandwidth;
    final IsolationQuanta quanta;
    /** In the order of arrival, with some that have left: the rank is the place here. */
    private final List<JobQueue> queues = new ArrayList<>();
    /** The jobs with entries, by rank. */
    private Tournament jobs = new Tournament();

    private int left;
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
        JobQueue queue = new JobQueue(job, this);
        int rank = queues.size();
        while (rank > 0 && job.arrivedBefore(queues.get(rank - 1).job)) {
            rank--;
        }
        queues.add(rank, queue);
        queue.rank = rank;
        if (rank < queues.size() - 1) {
            rankAnew();
        }
        return queue;
    }

    /** The order of a job has changed, or whether its queue has entries. */
    void changed(JobQueue queue) {
        jobs.set(queue.rank, queue.isEmpty() ? Tournament.ABSENT : queue.job.major());
    }

    /** The job of a queue has ended. */
    void left(JobQueue queue) {
        changed(queue);
        left++;
        if (left > queues.size() / 2) {
            queues.removeIf(JobQueue::hasLeft);
            rankAnew();
            left = 0;
        }
    }

    private void rankAnew() {
        jobs = new Tournament();
        for (int rank = 0; rank < queues.size(); rank++) {
            queues.get(rank).rank = rank;
            changed(queues.get(rank));
        }
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
        for (int rank = jobs.first(); rank >= 0; rank = jobs.first()) {
            JobQueue queue = queues.get(rank);
            Want want = queue.first();
            if (want != null) {
                return want;
            }
            changed(queue);
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
