package io.tiercel.sim.worlds;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.CostModel;
import io.tiercel.cache.LruPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.fault.Disturbances.Fault;
import io.tiercel.sim.fault.Disturbances.Interference;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.job.TaskSpec.ComputeSpec;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.StorageSpec;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.PlanSpec;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.LocalityWait;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.Workload;
import io.tiercel.stage.HoldRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A cluster and jobs drawn at random, the same for the same number. The cluster has 4 to 1,000 nodes with 1 to 16 slots each, SSDs, and HDDs
 * with and without losses by seeks. Up to half of the blocks are in memory. One job or four have half a task for each slot to eight, with
 * blocks of equal or different length and 0 to 5 s of computing a block.
 */
public final class RandomWorld {
    private static final double MB = 1e6;
    private static final long BLOCK = 128_000_000;
    private static final long ROOM = 1L << 50;
    private static final double TRUE_TOLD_LEAST = 0.5;
    private static final double TRUE_TOLD_MOST = 1.5;
    private static final long OFFERS = Engine.SECOND / 20;
    private static final long WAIT = 3;
    private static final double HDD_SCORE = 20;
    private static final double MEMORY_ONE = 3_200 * MB;
    private static final double MEMORY_ALL = 12_000 * MB;
    private static final int MOST_TASKS = 3_000;
    private static final int MOST_NODES = 1_000;
    private static final int LEAST_NODES = 4;

    private final long number;
    private final SplittableRandom random;
    private final List<String> tags = new ArrayList<>();
    private final ClusterSpec cluster;
    private final boolean isToldExactly;
    private final boolean hasSlowNodes;
    private final boolean hasOtherReaders;
    private final Workload workload;
    private final RandomPlacement placement;
    private final TaskSpec tasks;
    private final double hdd;

    public RandomWorld(long number) {
        this.number = number;
        this.random = new SplittableRandom(number);
        int nodes = (int) Math.round(LEAST_NODES * Math.pow(MOST_NODES / (double) LEAST_NODES, random.nextDouble()));
        int racks = Math.min(nodes, 1 + random.nextInt(3));
        tag("nodes", nodes);
        this.hdd = (80 + random.nextInt(120)) * MB;
        this.cluster = new ClusterSpec(racks(nodes, racks));
        this.isToldExactly = random.nextBoolean();
        this.hasSlowNodes = random.nextInt(10) < 3;
        this.hasOtherReaders = random.nextInt(10) < 3;
        tag("told", isToldExactly ? "exactly" : "wrongly");
        tag("slow", hasSlowNodes);
        tag("others", hasOtherReaders);
        this.workload = workload();
        this.tasks = tasks();
        this.placement = new RandomPlacement(
                random.nextInt(3) == 0 ? Math.max(3, nodes / 4) : 0,
                random.nextInt(3) == 0,
                random.nextInt(10) < 3 ? 0.1 + 0.4 * random.nextDouble() : 0);
        tag("hot", placement.hotNodes());
        tag("fast", placement.onlyFirstIsFast());
        tag("memory", placement.inMemory());
    }

    private void tag(String name, Object value) {
        tags.add(name + "=" + (value instanceof Double number ? String.format(Locale.ROOT, "%.2f", number) : value));
    }

    /** Bandwidths as told, as parts of the true ones. */
    private double[] told(SplittableRandom drawn) {
        double[] told = new double
                [cluster.nodeSpecs().stream()
                        .mapToInt(node -> node.devices().size())
                        .sum()];
        Arrays.setAll(
                told,
                device -> isToldExactly
                        ? 1
                        : 1 / (TRUE_TOLD_LEAST * Math.pow(TRUE_TOLD_MOST / TRUE_TOLD_LEAST, drawn.nextDouble())));
        return told;
    }

    private List<RackSpec> racks(int nodes, int racks) {
        boolean areMixed = random.nextInt(4) == 0;
        int slots = 1 << random.nextInt(5);
        tag("slots", areMixed ? "mixed" : slots);
        double link = (random.nextInt(3) == 0 ? 125 : 1_250) * MB;
        tag("link", (int) (link / MB));
        boolean isHeterogeneous = random.nextBoolean();
        tag("mixed devices", isHeterogeneous);
        double ssd = 250 * MB * Math.pow(8, random.nextDouble());
        double ofOne = 0.4 + 0.6 * random.nextDouble();
        double loss = new double[] {0, 0.3, 0.8}[random.nextInt(3)];
        tag("loss", loss);
        int disks = 1 + random.nextInt(3);
        double oversubscription = 1 + random.nextInt(4);
        List<RackSpec> all = new ArrayList<>();
        for (int rack = 0; rack < racks; rack++) {
            int count = nodes / racks + (rack < nodes % racks ? 1 : 0);
            List<NodeSpec> rackNodes = new ArrayList<>();
            for (int n = 0; n < count; n++) {
                List<DeviceSpec> devices = new ArrayList<>();
                devices.add(new DeviceSpec(Tier.MEMORY, MEMORY_ALL, ROOM, 0, 0, MEMORY_ONE));
                int fast = isHeterogeneous ? random.nextInt(3) : 1;
                int slow = isHeterogeneous ? random.nextInt(5) : disks;
                for (int d = 0; d < fast; d++) {
                    double most = ssd * (isHeterogeneous ? 0.6 + 0.8 * random.nextDouble() : 1);
                    devices.add(new DeviceSpec(Tier.SSD, most, ROOM, 0, 0, most * ofOne));
                }
                for (int d = 0; d < (fast + slow == 0 ? 1 : slow); d++) {
                    double rate = hdd * (isHeterogeneous ? 0.6 + 0.8 * random.nextDouble() : 1);
                    devices.add(new DeviceSpec(Tier.HDD, rate, ROOM, loss));
                }
                rackNodes.add(new NodeSpec(areMixed ? 1 << random.nextInt(5) : slots, devices, link));
            }
            all.add(new RackSpec(rackNodes, link * count / oversubscription));
        }
        return all;
    }

    private Disturbances disturbances(SplittableRandom drawn) {
        int nodes = cluster.nodes();
        List<Fault> faults = new ArrayList<>();
        int first = drawn.nextInt(nodes);
        for (int slow = 0; hasSlowNodes && slow < 1 + nodes / 50; slow++) {
            faults.add(Fault.slow((first + slow) % nodes, 0, Fault.FOREVER, 1.0 / 3, Optional.empty(), true));
        }
        List<Interference> readers = new ArrayList<>();
        for (int node = 0; hasOtherReaders && node < nodes; node++) {
            for (Tier tier : List.of(Tier.SSD, Tier.HDD)) {
                boolean has =
                        cluster.nodeSpecs().get(node).devices().stream().anyMatch(device -> device.tier() == tier);
                if (drawn.nextInt(3) == 0 && has) {
                    long period = (long) ((2 + 12 * drawn.nextDouble()) * Engine.SECOND);
                    readers.add(new Interference(node, tier, 2, period, drawn.nextBoolean()));
                }
            }
        }
        return new Disturbances(faults, Disturbances.USUAL_EXPIRY, readers);
    }

    private Workload workload() {
        double waves = Math.pow(2, random.nextInt(5) - 1);
        int jobs = random.nextBoolean() ? 1 : 4;
        int count = (int) Math.max(2, Math.min(MOST_TASKS, cluster.slots() * waves) / jobs);
        tag("waves", String.format(Locale.ROOT, "%.2f", count * jobs / (double) cluster.slots()));
        tag("jobs", jobs);
        tag("tasks", count * jobs);
        boolean areEqual = random.nextBoolean();
        tag("equal", areEqual);
        double compute = new double[] {0, 0.3, 1, 5}[random.nextInt(4)];
        tag("compute", compute);
        List<InputFile> files = new ArrayList<>();
        List<Job> all = new ArrayList<>();
        long arrival = 0;
        for (int j = 0; j < jobs; j++) {
            List<Long> blocks = new ArrayList<>();
            for (int b = 0; b < count; b++) {
                blocks.add(areEqual ? BLOCK : (8 + random.nextInt(248)) * 1_000_000L);
            }
            long bytes = blocks.stream().mapToLong(block -> block).sum();
            files.add(new InputFile("input " + j, bytes, blocks));
            all.add(new Job(
                    "job " + j, arrival, Optional.of("input " + j), bytes, compute / BLOCK, Optional.empty(), 0));
            arrival += (long) (random.nextDouble() * 5 * Engine.SECOND);
        }
        return new Workload(files, all);
    }

    private TaskSpec tasks() {
        int steps = random.nextBoolean() ? 1 : 4;
        double variation = random.nextInt(2) * 0.6;
        tag("steps", steps);
        tag("variation", variation);
        return new TaskSpec(Engine.SECOND / 50, 0, new ComputeSpec(0, false, 0, steps, variation));
    }

    /** The seed draws where blocks lie, how wrong the bandwidths are told, which nodes are slow, and who else reads. */
    public RunSpec run(String policy, long seed) {
        SplittableRandom drawn = new SplittableRandom(number * 1_000_003 + seed);
        return new RunSpec(
                cluster,
                new StorageSpec(placement, BLOCK, new LruPolicy(), MemoryUse.FIRST_COME, false),
                workload,
                scheduling(policy, told(drawn)),
                tasks,
                disturbances(drawn),
                seed);
    }

    private SchedulingSpec scheduling(String policy, double[] told) {
        AssignmentPolicy assignment = AssignmentPolicies.named(policy);
        boolean plans = assignment.plansStages();
        return new SchedulingSpec(
                assignment,
                CostModel.trident(),
                OfferMode.ALL_SLOTS,
                OFFERS,
                plans ? LocalityWait.NONE : LocalityWait.ofNanos(WAIT * Engine.SECOND),
                true,
                plans ? HoldRule.NEVER : HoldRule.of(assignment.holdScope(), WAIT * 1_000, Math.round(HDD_SCORE * hdd)),
                plans ? Optional.of(new PlanSpec(told)) : Optional.empty());
    }

    @Override
    public String toString() {
        return String.join(" ", tags);
    }
}
