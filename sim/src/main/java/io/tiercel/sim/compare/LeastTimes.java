package io.tiercel.sim.compare;

import io.tiercel.plan.LoadProblem;
import io.tiercel.plan.LoadSolver;
import io.tiercel.plan.dispatch.Throughput;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.job.RunListener;
import io.tiercel.sim.job.TaskRun;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.storage.StoredReplica;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long each job takes at least, under any policy: a lower bound on the time of its maps, if it had the whole cluster to itself, no
 * node were slow and nobody else read. Reduces count as nothing.
 *
 * <p>Each map reads one replica, on the replica's node or over its node's link. Devices give their best bandwidth, nodes and links
 * theirs, and no slot is ever idle. So this relaxes what every policy has to keep, and the prices of {@link LoadSolver} prove the bound.
 */
public final class LeastTimes implements RunListener {
    private static final LoadSolver SOLVER = new LoadSolver();

    private final List<NodeSpec> nodes;
    private final int slots;
    private final TaskSpec tasks;
    /** Seconds by the names of the jobs. */
    private final Map<String, Double> seconds = new LinkedHashMap<>();

    /** @throws IllegalArgumentException if blocks are copied into memory: a job may then find some that are not there as it begins */
    public LeastTimes(RunSpec spec) {
        if (spec.storage().memory().copiesBlocks()) {
            throw new IllegalArgumentException(
                    "memory: expected no copies of blocks, which may come after a job begins");
        }
        this.nodes = spec.cluster().nodeSpecs();
        this.slots = spec.cluster().slots();
        this.tasks = spec.tasks();
    }

    @Override
    public void jobBegins(long time, JobRun job) {
        seconds.put(job.job().name(), new Program(job).bound());
    }

    /** Seconds that a job takes at least. */
    public double of(String job) {
        Double least = seconds.get(job);
        if (least == null) {
            throw new IllegalArgumentException("job: expected one that has begun, got '" + job + "'");
        }
        return least;
    }

    /** The mean over the jobs, in seconds; 0 without jobs. */
    public double mean() {
        return seconds.values().stream().mapToDouble(each -> each).average().orElse(0);
    }

    /** The least bound, in seconds, that this share of all does not exceed; 0 without jobs. */
    public double quantile(double share) {
        return Metric.quantile(
                seconds.values().stream().mapToDouble(each -> each).sorted().toArray(), share);
    }

    /** The maps of a job share these. */
    private enum Kind {
        SLOTS,
        DEVICE,
        NODE,
        LINK
    }

    private record Resource(Kind kind, int number) {}

    /** The linear program of a job. */
    private final class Program {
        private static final Resource ALL_SLOTS = new Resource(Kind.SLOTS, 0);

        private final List<TaskRun> maps;
        private final String job;
        private final Map<Resource, Integer> numbers = new HashMap<>();

        Program(JobRun run) {
            this.maps = new ArrayList<>(run.pending());
            this.job = run.job().name();
        }

        double bound() {
            number(ALL_SLOTS);
            for (TaskRun map : maps) {
                for (StoredReplica replica : replicas(map)) {
                    number(new Resource(Kind.DEVICE, replica.readFrom().number()));
                    number(new Resource(Kind.NODE, replica.node()));
                    number(new Resource(Kind.LINK, replica.node()));
                }
            }
            LoadProblem.Builder builder = new LoadProblem.Builder(new double[numbers.size()]);
            maps.forEach(map -> add(builder, map));
            return SOLVER.solve(builder.build()).bound();
        }

        private void number(Resource resource) {
            numbers.putIfAbsent(resource, numbers.size());
        }

        private int of(Kind kind, int number) {
            return numbers.get(new Resource(kind, number));
        }

        private void add(LoadProblem.Builder builder, TaskRun map) {
            builder.task();
            double computing = map.bytes()
                    * map.job().job().cpuSecondsPerByte()
                    * tasks.compute().factor(job, map.index());
            List<StoredReplica> replicas = replicas(map);
            if (replicas.isEmpty()) {
                occupySlot(builder, alone(0, computing));
            }
            for (StoredReplica replica : replicas) {
                read(builder, replica, map.bytes(), computing);
            }
        }

        private static List<StoredReplica> replicas(TaskRun map) {
            return map.block() == null ? List.of() : map.block().replicas();
        }

        private void read(LoadProblem.Builder builder, StoredReplica replica, double all, double computing) {
            DeviceSpec device = replica.readFrom().spec();
            NodeSpec node = nodes.get(replica.node());
            double bytes = Math.max(0, all - device.ahead());
            double most = device.bytesPerSecond();
            Throughput throughput = new Throughput(Math.min(most, device.mostEach()), most, device.seekLoss());
            int deviceNumber = of(Kind.DEVICE, replica.readFrom().number());
            if (node.slots() > 0) {
                double here = alone(bytes / throughput.one(), computing);
                occupySlot(builder, here);
                builder.use(deviceNumber, bytes / throughput.best());
                builder.use(of(Kind.NODE, replica.node()), here / node.slots());
            }
            double link = node.linkBytesPerSecond();
            occupySlot(builder, alone(bytes / Math.min(link, throughput.one()), computing));
            builder.use(deviceNumber, bytes / throughput.best());
            builder.use(of(Kind.LINK, replica.node()), bytes / link);
        }

        private void occupySlot(LoadProblem.Builder builder, double time) {
            builder.option(time);
            builder.use(of(ALL_SLOTS.kind(), ALL_SLOTS.number()), time / slots);
        }

        /** Seconds in its slot, had it all devices for itself. */
        private double alone(double reading, double computing) {
            double overheads = (tasks.start() * (1 - tasks.compute().spread()) + tasks.end()) / Engine.SECOND;
            return overheads + (tasks.compute().whileReading() ? Math.max(reading, computing) : reading + computing);
        }
    }
}
