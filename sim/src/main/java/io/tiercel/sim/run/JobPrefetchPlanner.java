package io.tiercel.sim.run;

import io.tiercel.migrate.status.AgentStatus;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadRates;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.plan.BlockDecision;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchPlanner;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.prefetch.plan.PrefetchReason;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.job.TaskRun;
import io.tiercel.sim.migrate.MigrationService;
import io.tiercel.sim.migrate.PrefetchSpec.PlannerSpec;
import io.tiercel.sim.storage.StoredBlock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plans the prefetching of a job with {@code core}'s planner. It knows what a client knows: the agents' queues and estimates, free slots, and how
 * long tasks have taken so far.
 */
final class JobPrefetchPlanner {
    /** A task's duration until the first one has ended. */
    private static final double UNKNOWN_TASK_SECONDS = 10;

    private static final double SOON = 1e-3;

    private final RunSpec spec;
    private final Cluster cluster;
    private final MigrationService migrations;
    private final PrefetchPlanner planner;
    private final Map<Device, Integer> numbers = new IdentityHashMap<>();
    private final List<Device> numbered = new ArrayList<>();
    private long tasks;
    private long taskNanos;

    JobPrefetchPlanner(RunSpec spec, PlannerSpec planner, Cluster cluster, MigrationService migrations) {
        this.spec = spec;
        this.cluster = cluster;
        this.migrations = migrations;
        this.planner = PrefetchPlanners.named(planner.name(), planner.settings(), spec.seed());
        for (Node node : cluster.nodes()) {
            for (Device device : node.devices()) {
                if (device.tier() != Tier.MEMORY) {
                    numbers.put(device, numbered.size());
                    numbered.add(device);
                }
            }
        }
    }

    void taskEnded(long nanos) {
        tasks++;
        taskNanos += nanos;
    }

    /**
     * A plan for a job that is submitted now.
     *
     * @param waiting tasks of other jobs that wait for slots and go first
     * @param leadSeconds until its tasks could ask for slots
     */
    PrefetchPlan plan(JobRun job, int waiting, double leadSeconds) {
        List<SourceDevice> devices = new ArrayList<>();
        List<Long> memoryFree = new ArrayList<>();
        List<AgentStatus> agents = migrations.agents();
        for (Node node : cluster.nodes()) {
            AgentStatus agent = agents.get(node.index());
            memoryFree.add(Math.max(0, agent.limit() - agent.pinned() - agent.reserved()));
            int d = 0;
            for (Device device : node.devices()) {
                if (device.tier() != Tier.MEMORY) {
                    AgentStatus.DeviceStatus status = agent.devices().get(d++);
                    double busy = status.queued() * (double) spec.storage().blockBytes() / status.bytesPerSecond();
                    devices.add(new SourceDevice(node.index(), device.tier(), status.bytesPerSecond(), busy));
                }
            }
        }
        return planner.plan(new PrefetchProblem(
                devices,
                memoryFree,
                slotsFreeAt(waiting),
                blocks(job),
                tasks(job),
                rates(),
                new PlanningTimes(
                        leadSeconds,
                        (spec.scheduling().heartbeat()
                                        + crowding() * spec.tasks().start())
                                / (double) Engine.SECOND,
                        migrations.secondsToBegin()),
                ReadScores.TRIDENT));
    }

    /** The requests of a plan. Where jobs share requests, they include blocks that others have requested. */
    List<MigrationService.Request> requests(JobRun job, PrefetchPlan plan) {
        List<MigrationService.Request> requests = new ArrayList<>();
        for (int b : plan.taken()) {
            BlockDecision decision = plan.blocks().get(b);
            requests.add(new MigrationService.Request(
                    job.input().get(b), Optional.of(numbered.get(decision.device())), decision.readyAt()));
        }
        for (int b = 0; b < plan.blocks().size() && migrations.shares(); b++) {
            PrefetchReason choice = plan.blocks().get(b).choice();
            if (choice == PrefetchReason.IN_MEMORY || choice == PrefetchReason.ON_ITS_WAY) {
                requests.add(new MigrationService.Request(job.input().get(b), Optional.empty(), 0));
            }
        }
        return requests;
    }

    private List<InputBlock> blocks(JobRun job) {
        List<Double> expected = migrations.expectedIn(job.input());
        List<InputBlock> blocks = new ArrayList<>();
        for (int b = 0; b < job.input().size(); b++) {
            StoredBlock block = job.input().get(b);
            boolean there = block.replicas().stream()
                    .anyMatch(replica -> replica.isListed() && replica.readTier() == Tier.MEMORY);
            blocks.add(new InputBlock(
                    block.bytes(),
                    migrations.sources(block).stream()
                            .filter(numbers::containsKey)
                            .map(numbers::get)
                            .toList(),
                    there ? 0 : Math.max(SOON, expected.get(b))));
        }
        return blocks;
    }

    private List<JobTask> tasks(JobRun job) {
        List<JobTask> all = new ArrayList<>();
        for (TaskRun task : job.pending()) {
            double cpu = crowding() * task.bytes() * job.job().cpuSecondsPerByte()
                    + spec.tasks().end() / (double) Engine.SECOND;
            all.add(new JobTask(
                    task.block() == null ? List.of() : List.of(new BlockRead(task.index(), task.bytes())), cpu));
        }
        return all;
    }

    /** By how much longer a task computes while all slots share the processors. */
    private double crowding() {
        int processors = spec.tasks().compute().processors();
        return processors == 0 ? 1 : Math.max(1, (double) spec.cluster().slots() / processors);
    }

    private ReadRates rates() {
        double memory = cluster.nodes().stream()
                .flatMap(node -> node.devices().stream())
                .filter(device -> device.tier() == Tier.MEMORY)
                .mapToDouble(device -> device.bandwidth().bytesPerSecond())
                .max()
                .orElseThrow(() -> new IllegalStateException("no node has memory"));
        return new ReadRates(memory, cluster.node(0).in().bytesPerSecond());
    }

    /** A running task has half of its time left; waiting tasks share the slots. */
    private List<Double> slotsFreeAt(int waiting) {
        double typical = tasks == 0 ? UNKNOWN_TASK_SECONDS : taskNanos / (double) Engine.SECOND / tasks;
        List<Double> free = new ArrayList<>();
        for (Node node : cluster.nodes()) {
            for (int slot = 0; slot < node.slots().count() && node.presence().isListed(); slot++) {
                free.add(slot < node.slots().free() ? 0 : typical / 2);
            }
        }
        if (free.isEmpty()) { // all nodes with slots are away
            free.add(typical);
        }
        Collections.sort(free);
        for (int slot = 0; slot < free.size(); slot++) {
            int before = waiting / free.size() + (slot < waiting % free.size() ? 1 : 0);
            free.set(slot, free.get(slot) + before * typical);
        }
        return free;
    }
}
