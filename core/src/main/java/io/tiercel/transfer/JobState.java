package io.tiercel.transfer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A job, what it wants, and the I/O rate of its tasks. */
final class JobState {
    /** Reports after which a learned rate stands: tasks of a job resemble one another (MixApart, section 5). */
    static final int RATE_REPORTS = 4;

    static final long UNKNOWN_RATE = 0;

    final long id;
    final long arrival;
    private final int priority;
    private final long declaredRate;

    /** By block. */
    final Map<Long, WantedBlock.Want> wants = new HashMap<>();

    private final List<JobQueue> queues = new ArrayList<>(1);
    private final boolean isFair;
    private int unread;
    private long reportedSum;
    private int reports;

    JobState(long id, long arrival, int priority, long declaredRate, TransferPolicy policy) {
        this.id = id;
        this.arrival = arrival;
        this.priority = priority;
        this.declaredRate = declaredRate;
        this.isFair = policy == TransferPolicy.FAIR;
    }

    /** Orders jobs, lower first; of equals the one that arrived first. */
    long major() {
        return isFair ? unread : -(long) priority;
    }

    boolean isBefore(JobState other) {
        return major() == other.major() ? arrivedBefore(other) : major() < other.major();
    }

    boolean arrivedBefore(JobState other) {
        return arrival == other.arrival ? id < other.id : arrival < other.arrival;
    }

    /** More or fewer blocks that are cached or on their way, and that a task of the job has still to analyse. */
    void unread(int change) {
        unread += change;
        if (isFair) {
            for (int i = 0; i < queues.size(); i++) {
                queues.get(i).jobChanged();
            }
        }
    }

    JobQueue queueAt(SourceQueue source) {
        for (JobQueue queue : queues) {
            if (queue.source() == source) {
                return queue;
            }
        }
        JobQueue queue = source.queueOf(this);
        queues.add(queue);
        return queue;
    }

    List<JobQueue> queues() {
        return queues;
    }

    void report(long rate) {
        if (reports < RATE_REPORTS) {
            reportedSum = Math.addExact(reportedSum, rate);
            reports++;
        }
    }

    /** Bytes per second: as declared, else the mean of the first reports, else {@code unknown}. */
    long rate(long unknown) {
        if (declaredRate != UNKNOWN_RATE) {
            return declaredRate;
        }
        return reports == 0 ? unknown : reportedSum / reports;
    }
}
