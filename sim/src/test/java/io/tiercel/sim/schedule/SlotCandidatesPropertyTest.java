package io.tiercel.sim.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.cache.LruPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.job.TaskRun;
import io.tiercel.sim.schedule.SchedulingSpec.LocalityWait;
import io.tiercel.sim.storage.DiskCaches;
import io.tiercel.sim.storage.MemoryRules;
import io.tiercel.sim.storage.Placement;
import io.tiercel.sim.storage.Placement.ReplicaPerTierPlacement;
import io.tiercel.sim.storage.Storage;
import io.tiercel.sim.storage.StorageListener;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredReplica;
import io.tiercel.sim.workload.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever gets a slot of all tasks gets it of the short list too, for every list scheduler, while blocks move about. */
final class SlotCandidatesPropertyTest {
    private static final CostModel COSTS = CostModel.trident();
    private static final long BLOCK = 100 * Specs.MB;
    private static final StorageListener NOBODY = new StorageListener() {
        @Override
        public void stored(int node, Device device, StoredBlock block) {}

        @Override
        public void removed(int node, Device device, StoredBlock block) {}
    };

    @ParameterizedTest
    @ValueSource(strings = {"stock", "quartet", "h-scheduler", "mixapart"})
    void theShortListHasTheOne(String policy) {
        for (int seed = 0; seed < 60; seed++) {
            new World(AssignmentPolicies.named(policy), seed).play();
        }
    }

    private static final class World {
        private final AssignmentPolicy policy;
        private final int seed;
        private final Random random;
        private final int[] rackOf;
        private final Storage storage;
        private final DiskCaches caches;
        private final List<StoredReplica> arriving = new ArrayList<>();
        private final List<StoredBlock> blocks = new ArrayList<>();
        private final JobRun job;

        World(AssignmentPolicy policy, int seed) {
            this.policy = policy;
            this.seed = seed;
            this.random = new Random(seed);
            ClusterSpec spec = Specs.tiered(1 + random.nextInt(4), 2 + random.nextInt(4), 1, 5_000);
            Engine engine = new Engine();
            Cluster cluster = new Cluster(spec, engine);
            this.rackOf = cluster.nodes().stream().mapToInt(node -> node.rack()).toArray();
            Tier[][] tiers = {
                {Tier.MEMORY, Tier.SSD, Tier.HDD}, {Tier.HDD}, {Tier.SSD, Tier.HDD}, {Tier.HDD, Tier.HDD, Tier.HDD}
            };
            Placement placement = new ReplicaPerTierPlacement(List.of(tiers[random.nextInt(tiers.length)]));
            this.storage = new Storage(
                    engine,
                    cluster,
                    placement,
                    new MemoryRules(new LruPolicy(), false, false, false, false),
                    new Random(seed),
                    NOBODY);
            this.caches = new DiskCaches(engine, cluster, NOBODY, new LruPolicy(), Long.MAX_VALUE);
            for (int b = 0; b < 60; b++) {
                blocks.add(seed % 2 == 0 ? storage.place(BLOCK) : storage.elsewhere(BLOCK));
            }
            Job described = new Job("job", 0, Optional.of("in"), 60 * BLOCK, 0, Optional.empty(), 0);
            this.job = new JobRun(0, described, 0, blocks, List.of());
        }

        void play() {
            WaitingJob waiting = new WaitingJob(job, LocalityWait.NONE, 0);
            while (job.waiting() > 0) {
                if (random.nextInt(3) == 0) { // what is in memory changes
                    storage.keepInMemory(blocks.get(random.nextInt(blocks.size())));
                }
                if (random.nextInt(3) == 0) { // so does what is on its way into a cache
                    StoredBlock block = blocks.get(random.nextInt(blocks.size()));
                    arriving.add(caches.begin(block, random.nextInt(rackOf.length)));
                } else if (!arriving.isEmpty() && random.nextInt(3) == 0) {
                    caches.complete(arriving.remove(random.nextInt(arriving.size())));
                }
                int node = random.nextInt(rackOf.length);
                TaskRun wanted = chosen(job.pending(), node);
                List<TaskRun> few = waiting.candidates(node, COSTS, n -> rackOf[n]);
                Assignment assignment = policy.assign(SingleSlotProblem.problem(node, rackOf, prices(few)));
                List<TaskRun> got = new ArrayList<>();
                for (int t = 0; t < few.size(); t++) {
                    if (assignment.nodeOf(t) != Assignment.NONE) {
                        got.add(few.get(t));
                    }
                }
                assertThat(got)
                        .as("seed %d, node %d, %d wait", seed, node, job.waiting())
                        .containsExactly(wanted);
                job.started(wanted);
            }
        }

        private TaskRun chosen(List<TaskRun> all, int node) {
            int[] slots = new int[rackOf.length];
            slots[node] = 1;
            Assignment assignment = policy.assign(new AssignmentProblem(rackOf, slots, prices(all)));
            for (int t = 0; t < all.size(); t++) {
                if (assignment.nodeOf(t) != Assignment.NONE) {
                    return all.get(t);
                }
            }
            throw new AssertionError("nobody gets the slot");
        }

        private List<Preferences> prices(List<TaskRun> tasks) {
            return tasks.stream()
                    .map(task -> task.preferences(COSTS, n -> rackOf[n]))
                    .toList();
        }
    }
}
