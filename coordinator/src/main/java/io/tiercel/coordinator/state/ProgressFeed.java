package io.tiercel.coordinator.state;

import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.status.JobLook;
import io.tiercel.migrate.status.JobStatus;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.ProgressReply;
import java.util.HashSet;
import java.util.Set;

/** The progress of a job as one caller knows it. */
public final class ProgressFeed {
    /** What has changed. The job is settled if nothing of it is on its way, or if all that is left waits for room. */
    public record Progress(ProgressReply message, boolean settled) {}

    private final JobStatus job;
    private long seen = -1;
    private long waitingForRoom;

    /** Blocks whose failure was told. One look names few: a follower must not keep the ids of a million blocks. */
    private final Set<BlockId> failures = new HashSet<>();

    ProgressFeed(JobStatus job) {
        this.job = job;
    }

    JobId job() {
        return job.id();
    }

    /** Whether this is the job that is followed, and not another one of its name. */
    boolean follows(JobStatus other) {
        return job.number() == other.number();
    }

    /** Whether a look at all blocks of the job could bring news. */
    boolean mayBeNews(JobStatus now) {
        return hasChanged(now) || JobLook.mayWait(now);
    }

    /** Else there is news only if all that is on its way has come to wait for room. */
    boolean hasChanged(JobStatus now) {
        return seen != now.changes() || waitingForRoom > 0;
    }

    /** Whether this is news; it is none the next time. */
    boolean isNews(JobStatus now, long waiting) {
        boolean news = seen != now.changes() || waitingForRoom != waiting;
        seen = now.changes();
        waitingForRoom = waiting;
        return news;
    }

    /** The caller sees these failures and no others. Says which of them are news. */
    Set<BlockId> tell(Set<BlockId> failed) {
        Set<BlockId> news = new HashSet<>(failed);
        news.removeAll(failures);
        failures.clear();
        failures.addAll(failed);
        return news;
    }
}
