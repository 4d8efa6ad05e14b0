package io.tiercel.sim.schedule;

import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.job.TaskRun;
import io.tiercel.stage.TaskDurations;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/** The stages of jobs whose tasks wait for better slots. Task durations are learnt as if one application ran all jobs. */
final class PluginStages {
    private final SchedulingSpec scheduling;
    private final int[] rackOf;
    private final int[] capacity;
    private final TaskDurations durations = TaskDurations.ofApplication();
    private final Map<JobRun, PluginStage> stages = new IdentityHashMap<>();

    PluginStages(SchedulingSpec scheduling, Cluster cluster) {
        this.scheduling = scheduling;
        this.rackOf = cluster.nodes().stream().mapToInt(Node::rack).toArray();
        this.capacity =
                cluster.nodes().stream().mapToInt(node -> node.slots().count()).toArray();
    }

    /** The stage of a job's waiting tasks; empty if they wait for nothing better. */
    Optional<PluginStage> of(JobRun job) {
        if (scheduling.hold().capMillis() == 0 || job.prefersNothing()) {
            return Optional.empty();
        }
        return Optional.of(stages.computeIfAbsent(
                job, fresh -> new PluginStage(scheduling, job.pending(), rackOf, capacity, durations.ofStage())));
    }

    void freed(int node) {
        stages.values().forEach(stage -> stage.freed(node));
    }

    void ended(TaskRun task, long nanos) {
        PluginStage stage = stages.get(task.job());
        if (stage != null && !task.isReduce()) {
            stage.ended(task, nanos);
        }
    }

    void ended(JobRun job) {
        stages.remove(job);
    }
}
