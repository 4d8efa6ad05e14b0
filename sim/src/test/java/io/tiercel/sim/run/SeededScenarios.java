package io.tiercel.sim.run;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.CostModel;
import io.tiercel.cache.EvictionPolicy;
import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.fault.Disturbances.Fault;
import io.tiercel.sim.fault.Disturbances.Interference;
import io.tiercel.sim.job.ReplicaSelector.ReplicaOrder;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.job.TaskSpec.ComputeSpec;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.migrate.PrefetchSpec.AgentSpec;
import io.tiercel.sim.migrate.PrefetchSpec.HdfsCacheSpec;
import io.tiercel.sim.migrate.PrefetchSpec.PlannerSpec;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.PlanSpec;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.LocalityWait;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.storage.Placement.ReplicaPerTierPlacement;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.ReducePhase;
import io.tiercel.sim.workload.Workload;
import io.tiercel.stage.HoldRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Small scenarios of every kind, from a seed. */
public final class SeededScenarios {
    private static final long MB = 1_000_000;
    private static final long BLOCK = 64 * MB;

    private final Random random;

    private SeededScenarios(long seed) {
        this.random = new Random(seed);
    }

    static RunSpec of(long seed) {
        SeededScenarios draw = new SeededScenarios(seed);
        List<String> policies = AssignmentPolicies.names();
        List<String> evictions = EvictionPolicy.names();
        AssignmentPolicy policy = AssignmentPolicies.named(policies.get(draw.random.nextInt(policies.size())));
        OfferMode offer = OfferMode.values()[draw.random.nextInt(OfferMode.values().length)];
        long heartbeat = Engine.SECOND / (1 + draw.random.nextInt(10));
        LocalityWait wait = draw.localityWait();
        boolean shuffles = draw.random.nextBoolean();
        boolean holds = offer == OfferMode.ALL_SLOTS && draw.random.nextBoolean();
        SchedulingSpec scheduling = new SchedulingSpec(
                policy,
                CostModel.trident(),
                offer,
                heartbeat,
                wait,
                shuffles,
                holds ? HoldRule.of(policy.holdScope(), 3_000, 200 * MB) : HoldRule.NEVER,
                policy.plansStages() && offer == OfferMode.ALL_SLOTS ? Optional.of(PlanSpec.EXACT) : Optional.empty());
        Placement placement = draw.random.nextBoolean()
                ? new OneTierPlacement(Tier.HDD, 1 + draw.random.nextInt(4))
                : new ReplicaPerTierPlacement(List.of(Tier.MEMORY, Tier.SSD, Tier.HDD));
        ClusterSpec cluster = draw.cluster();
        EvictionPolicy eviction = EvictionPolicy.named(evictions.get(draw.random.nextInt(evictions.size())));
        Workload workload = draw.workload();
        long start = draw.random.nextInt(3) * Engine.SECOND / 2;
        long end = draw.random.nextInt(2) * Engine.SECOND;
        MemoryUse memory = draw.memory();
        List<Interference> interference = draw.interference(cluster);
        return new RunSpec(
                cluster,
                new StorageSpec(placement, BLOCK, eviction, memory, false),
                workload,
                scheduling,
                new TaskSpec(start, end, draw.computing()),
                Disturbances.of(interference),
                seed);
    }

    /** The same in which nodes fail and are slow, most of them for a while. */
    public static RunSpec faulty(long seed) {
        RunSpec scenario = of(seed);
        Random random = new Random(~seed);
        boolean alone = scenario.tasks().compute().processors() == 0;
        List<Fault> faults = new ArrayList<>();
        for (int f = random.nextInt(6); f >= 0; f--) {
            int node = random.nextInt(scenario.cluster().nodes());
            long at = random.nextInt(60_000) * (Engine.SECOND / 1000);
            long until = random.nextInt(5) == 0 ? Fault.FOREVER : at + 1 + random.nextInt(40) * Engine.SECOND;
            Fault fault = random.nextInt(3) > 0
                    ? Fault.fails(node, at, until)
                    : Fault.slow(
                            node,
                            at,
                            until,
                            (1 + random.nextInt(9)) / 10.0,
                            random.nextBoolean() ? Optional.of(Tier.HDD) : Optional.empty(),
                            alone && random.nextBoolean());
            boolean free = faults.stream()
                    .noneMatch(other -> other.isFailure()
                            && fault.isFailure()
                            && other.node() == fault.node()
                            && other.overlaps(fault));
            if (free) {
                faults.add(fault);
            }
        }
        return RunSpecs.withFaults(scenario, new Disturbances(faults, random.nextInt(30) * Engine.SECOND, List.of()));
    }

    /** Of its own: alone or shared, after reading or meanwhile. */
    private ComputeSpec computing() {
        return random.nextBoolean()
                ? ComputeSpec.AFTER_READING
                : new ComputeSpec(random.nextInt(4), random.nextBoolean(), random.nextInt(3) / 2.0);
    }

    private LocalityWait localityWait() {
        return switch (random.nextInt(4)) {
            case 0 -> LocalityWait.ofOffers(random.nextInt(20));
            case 1 -> LocalityWait.ofNanos(random.nextInt(4) * Engine.SECOND);
            default -> LocalityWait.NONE;
        };
    }

    /** Nothing, a page cache, or migrations by each binder, with budgets that the memory has room for and others. */
    private MemoryUse memory() {
        Optional<PrefetchSpec> prefetching = Optional.empty();
        if (random.nextBoolean()) {
            List<String> binders = MigrationBinder.names();
            prefetching =
                    Optional.of(prefetching(binders.get(random.nextInt(binders.size())), random.nextInt(8) * BLOCK));
        }
        ReplicaOrder[] orders = ReplicaOrder.values();
        return new MemoryUse(
                random.nextBoolean(),
                random.nextInt(3) == 0,
                random.nextBoolean(),
                random.nextInt(8) == 0,
                prefetching,
                orders[random.nextInt(orders.length)]);
    }

    private PrefetchSpec prefetching(String binder, long budget) {
        List<String> planners = new ArrayList<>(PrefetchPlanners.names());
        planners.add(PlannerSpec.ORACLE);
        String planner = planners.get(random.nextInt(planners.size()));
        int maxDelay = random.nextInt(4);
        if (random.nextInt(3) == 0) {
            HdfsCacheSpec cache = new HdfsCacheSpec(1 + random.nextInt(3), random.nextInt(2) * Engine.SECOND);
            return new PrefetchSpec(PlannerSpec.asPublished(planner, 0, maxDelay), cache, budget, false);
        }
        return new PrefetchSpec(
                PlannerSpec.atSubmission(planner, 0, maxDelay), AgentSpec.sharing(binder), budget, false);
    }

    private List<Interference> interference(ClusterSpec cluster) {
        if (random.nextInt(3) > 0) {
            return List.of();
        }
        int node = random.nextInt(cluster.nodes());
        long period = random.nextInt(3) * Engine.SECOND;
        return List.of(
                new Interference(node, Tier.HDD, 1 + random.nextInt(2), period, period > 0 && random.nextBoolean()));
    }

    /** Nodes differ in slots, memory and number of disks; some have no slots, some hardly any memory. */
    private ClusterSpec cluster() {
        List<RackSpec> racks = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int r = 0; r < count; r++) {
            List<NodeSpec> nodes = new ArrayList<>();
            for (int n = random.nextInt(6); n >= 0; n--) {
                nodes.add(node(r == 0 && nodes.isEmpty() ? 1 : 0));
            }
            racks.add(new RackSpec(nodes, (50 + random.nextInt(500)) * MB));
        }
        return new ClusterSpec(racks);
    }

    private NodeSpec node(int fewestSlots) {
        List<DeviceSpec> devices = new ArrayList<>();
        devices.add(new DeviceSpec(Tier.MEMORY, 3_200 * MB, random.nextInt(6) * BLOCK));
        devices.add(new DeviceSpec(Tier.SSD, 400 * MB, random.nextInt(20) * BLOCK));
        for (int d = random.nextInt(3); d >= 0; d--) {
            devices.add(new DeviceSpec(Tier.HDD, 160 * MB, 1_000 * BLOCK, d));
        }
        return new NodeSpec(fewestSlots + random.nextInt(4), devices, 125 * MB);
    }

    private Workload workload() {
        List<InputFile> files = new ArrayList<>();
        for (int f = 1 + random.nextInt(8); f > 0; f--) {
            files.add(new InputFile("file" + f, random.nextInt(10) * BLOCK / 3));
        }
        List<InputFile> readable = new ArrayList<>(files);
        List<Job> jobs = new ArrayList<>();
        long arrival = 0;
        for (int j = random.nextInt(25); j >= 0; j--) {
            arrival += random.nextInt(3) * Engine.SECOND + random.nextInt(1000);
            Job job = job("job" + j, arrival, readable.get(random.nextInt(readable.size())));
            job.output().ifPresent(path -> readable.add(new InputFile(path, job.outputBytes())));
            jobs.add(job);
        }
        return new Workload(files, jobs);
    }

    private Job job(String name, long arrival, InputFile input) {
        boolean reads = random.nextInt(8) > 0;
        boolean writes = random.nextInt(3) > 0;
        Job job = new Job(
                name,
                arrival,
                reads ? Optional.of(input.path()) : Optional.empty(),
                reads ? (random.nextBoolean() ? input.bytes() : input.bytes() / 2) : 0,
                random.nextInt(3) / (64.0 * MB),
                writes ? Optional.of(name + ".out") : Optional.empty(),
                writes ? random.nextInt(8) * BLOCK / 3 : 0);
        Job led = random.nextBoolean() ? job.withLead(random.nextInt(5) * Engine.SECOND) : job;
        int reduces = random.nextInt(3);
        return led.withReduce(new ReducePhase(reduces, reduces * random.nextInt(3) * BLOCK / 2, 1 / (64.0 * MB)));
    }

    /** Runs the scenario of a seed, which stands in what is said if that fails. */
    public static RunResult run(RunSpec scenario, long seed) {
        try {
            return Simulation.run(scenario, 100_000);
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed, e);
        }
    }
}
