package io.tiercel.sim.schedule;

import io.tiercel.assign.Reason;
import io.tiercel.model.Tier;
import io.tiercel.plan.dispatch.ClusterLoad;
import io.tiercel.plan.dispatch.ClusterModel;
import io.tiercel.plan.dispatch.Dispatch;
import io.tiercel.plan.dispatch.PlannedStage;
import io.tiercel.plan.dispatch.StageInputs;
import io.tiercel.plan.dispatch.Throughput;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.job.TaskExecution;
import io.tiercel.sim.job.TaskRun;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredReplica;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The stages of jobs whose reads are planned. All jobs are of one application, which knows what runs. */
final class PlannedStages implements EngineStages {
    /** {@code spark.locality.wait}, in seconds. */
    private static final double LOCALITY_WAIT = 3;

    private final Cluster cluster;
    private final boolean readsMemoryFirst;
    private final List<Device> devices;
    private final ClusterLoad load;
    private final Map<JobRun, MapStage> stages = new IdentityHashMap<>();
    private final int[] readers;
    private long countedAt = -1;

    /** @param readsMemoryFirst whether readers on any node are sent to a replica in memory */
    PlannedStages(PlanSpec plan, Cluster cluster, boolean readsMemoryFirst) {
        this.cluster = cluster;
        this.readsMemoryFirst = readsMemoryFirst;
        this.devices = cluster.nodes().stream()
                .flatMap(node -> node.devices().stream())
                .toList();
        Throughput[] told = devices.stream()
                .map(device -> told(device, plan.told(device.number())))
                .toArray(Throughput[]::new);
        ClusterModel model = new ClusterModel(
                devices.stream().mapToInt(Device::node).toArray(),
                told,
                cluster.nodes().stream().mapToInt(Node::rack).toArray(),
                cluster.node(0).out().bytesPerSecond());
        this.load = new ClusterLoad(model, slots());
        this.readers = new int[devices.size()];
    }

    private static Throughput told(Device device, double factor) {
        double most = device.spec().bytesPerSecond();
        double one = Math.min(most, device.spec().mostEach());
        return new Throughput(factor * one, factor * most, device.spec().seekLoss());
    }

    private int[] slots() {
        int[] slots = new int[cluster.nodes().size()];
        for (Node node : cluster.nodes()) {
            slots[node.index()] = node.presence().isListed() ? node.slots().count() : 0;
        }
        return slots;
    }

    /** As agents count them; once for all stages that are asked at a time. */
    private int[] readers(long now) {
        if (now != countedAt) {
            countedAt = now;
            for (int device = 0; device < readers.length; device++) {
                readers[device] = devices.get(device).bandwidth().active();
            }
        }
        return readers;
    }

    @Override
    public Optional<EngineStage> of(JobRun job, long now) {
        return job.prefersNothing()
                ? Optional.empty()
                : Optional.of(stages.computeIfAbsent(job, fresh -> new MapStage(job.pending(), now)));
    }

    @Override
    public void freed(int node) {
        stages.values().forEach(stage -> stage.refused.clear(node));
    }

    @Override
    public void ended(TaskExecution execution) {
        MapStage stage = stages.get(execution.task().job());
        if (stage != null && !execution.task().isReduce()) {
            stage.plan.ended(
                    execution.task().index(),
                    seconds(execution.now()),
                    seconds(execution.readNanos()),
                    seconds(execution.computedNanos()),
                    1);
        }
    }

    @Override
    public void ended(JobRun job, long now) {
        MapStage stage = stages.remove(job);
        if (stage != null) {
            stage.plan.close(seconds(now));
        }
    }

    private static double seconds(long nanos) {
        return nanos / (double) Engine.SECOND;
    }

    private StageInputs reads(TaskRun[] tasks) {
        StageInputs.Builder reads = new StageInputs.Builder();
        for (TaskRun task : tasks) {
            reads.task(task.bytes(), task.job().job().cpuSecondsPerByte() * task.bytes());
            if (task.block() != null) {
                Map<Integer, StoredReplica> best = best(task.block());
                Optional<StoredReplica> inMemory = readsMemoryFirst
                        ? best.values().stream()
                                .filter(replica -> replica.readTier() == Tier.MEMORY)
                                .findFirst()
                        : Optional.empty();
                // Readers on the nodes of the other replicas are sent to that in memory too.
                best.forEach((node, replica) -> {
                    if (inMemory.isEmpty() || replica.readTier() == Tier.MEMORY) {
                        reads.option(node).reads(replica.readFrom().number(), task.bytes());
                    }
                });
                inMemory.ifPresent(replica -> reads.readsFar(replica.readFrom().number(), task.bytes()));
            }
        }
        return reads.build();
    }

    /** The replica of a block that each node would read: of several the one on the fastest tier. */
    private static Map<Integer, StoredReplica> best(StoredBlock block) {
        Map<Integer, StoredReplica> best = new LinkedHashMap<>();
        for (StoredReplica replica : block.replicas()) {
            if (replica.isListed()) {
                best.merge(
                        replica.node(),
                        replica,
                        (one, other) -> one.readTier().compareTo(other.readTier()) <= 0 ? one : other);
            }
        }
        return best;
    }

    /** The maps of a job. */
    private final class MapStage implements EngineStage {
        /** {@code spark.scheduler.revive.interval}. */
        private static final long REVIVAL = Engine.SECOND;

        /** The shortest interval between two looks at where input is. */
        private static final long NEWS = Engine.SECOND / 2;

        /** By number. A task that runs again is another object. */
        private final TaskRun[] tasks;

        private final int[] versions;
        private final BitSet started = new BitSet();
        /** Nodes where a slot was left free, and none has become free since. */
        private final BitSet refused = new BitSet();

        private final PlannedStage plan;
        private long nextRevival;
        private long nextNews;
        private double nextDeadline = Double.POSITIVE_INFINITY;
        private boolean decided;

        /** @param all maps of a job, none of them started */
        MapStage(List<TaskRun> all, long now) {
            this.tasks = all.toArray(TaskRun[]::new);
            this.versions = all.stream().mapToInt(TaskRun::version).toArray();
            this.plan = new PlannedStage(reads(tasks), load, LOCALITY_WAIT, seconds(now));
            this.plan.awaits(this::isAwaited);
        }

        @Override
        public List<Start> round(List<TaskRun> pending, int[] free, int[] order, Reason last, long now) {
            load.slots(slots());
            pending.forEach(task -> waits(task, now));
            boolean news = takesNews(now);
            if (news || now >= nextRevival || seconds(now) >= nextDeadline) {
                nextRevival = now + REVIVAL;
                refused.clear();
            }
            int[] left = free.clone();
            List<Start> starts = new ArrayList<>();
            decided = IntStream.range(0, left.length).anyMatch(node -> left[node] > 0 && !refused.get(node));
            if (!decided) {
                return starts;
            }
            Dispatch dispatch = plan.round(left, node -> !refused.get(node), readers(now), seconds(now));
            boolean more = true;
            while (more) { // slot by slot, as Spark offers them
                more = false;
                for (int node : order) {
                    Dispatch.Start start = dispatch.start(node, task -> tasks[task].isWaiting());
                    if (start != null) {
                        starts.add(new Start(tasks[start.task()], node, start.reason()));
                        started.set(start.task());
                        more = true;
                    }
                }
            }
            for (int node = 0; node < left.length; node++) {
                refused.set(node, left[node] > 0);
            }
            nextDeadline = dispatch.nextDeadline();
            return starts;
        }

        private boolean isAwaited(int index) {
            TaskRun task = tasks[index];
            return task.block() != null && task.job().isComing(task.block());
        }

        private void waits(TaskRun task, long now) {
            int index = task.index();
            tasks[index] = task;
            if (started.get(index)) {
                started.clear(index);
                plan.lost(index, seconds(now));
                plan.pending(index);
            }
        }

        /** Looks from time to time whether input of waiting tasks has moved. */
        private boolean takesNews(long now) {
            if (now < nextNews) {
                return false;
            }
            boolean moved = false;
            for (int task = 0; task < versions.length; task++) {
                int version = tasks[task].version();
                if (version != versions[task] && tasks[task].isWaiting()) {
                    versions[task] = version;
                    moved = true;
                }
            }
            if (moved) {
                nextNews = now + NEWS;
                plan.moved(reads(tasks));
            }
            return moved;
        }

        @Override
        public boolean hasDecided() {
            return decided;
        }

        @Override
        public boolean isDelayed() {
            return false;
        }

        @Override
        public boolean isHolding() {
            return !refused.isEmpty();
        }
    }
}
