package io.tiercel.coordinator.state;

import java.util.LinkedHashSet;
import java.util.Set;

/** What one caller has not heard yet of a job's progress. Never more than the job has blocks. */
public final class ProgressFeed {
    final JobEntry job;
    final Set<BlockRecord> failures = new LinkedHashSet<>();
    long seen = -1;
    long waitingForRoom;
    boolean ended;

    ProgressFeed(JobEntry job) {
        this.job = job;
        job.blocks.stream().filter(block -> block.phase == Phase.FAILED).forEach(failures::add);
        job.feeds.add(this);
    }

    void failed(BlockRecord block) {
        failures.add(block);
    }

    void end() {
        ended = true;
    }
}
