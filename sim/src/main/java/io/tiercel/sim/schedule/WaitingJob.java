package io.tiercel.sim.schedule;

import io.tiercel.assign.CostModel;
import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.job.TaskRun;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A job whose maps or reduces wait for slots, and its delay scheduling. */
final class WaitingJob {
    /** With so few tasks all are candidates for a slot. */
    private static final int FEW = 8;

    private final JobRun job;
    private final LocalityWait wait;
    private @Nullable SlotCandidates candidates;
    private int passed;
    private boolean passing;
    private long lastLocal;

    WaitingJob(JobRun job, LocalityWait wait, long now) {
        this.job = job;
        this.wait = wait;
        this.lastLocal = now;
    }

    JobRun job() {
        return job;
    }

    /** Waiting tasks that could get the only slot that a node offers, in their order. */
    List<TaskRun> candidates(int node, CostModel costs, IntUnaryOperator rackOf) {
        if (candidates == null) {
            if (job.waiting() <= FEW) {
                return List.copyOf(job.pending());
            }
            candidates = new SlotCandidates(job.pending(), costs, rackOf);
        }
        return candidates.of(node);
    }

    /** Restarts delay scheduling: a task was started at its input. */
    void startedAtInput(long now) {
        lastLocal = now;
        passed = 0;
    }

    /** Whether delay scheduling still leaves slots without local input to other jobs. */
    boolean passesOver(long now) {
        return wait.goesOn(passed, now - lastLocal);
    }

    /** Whether it left slots to others at its last offer. */
    boolean isPassingOver() {
        return passing;
    }

    void offered(boolean passedOver) {
        passing = passedOver;
        passed += passedOver ? 1 : 0;
    }
}
