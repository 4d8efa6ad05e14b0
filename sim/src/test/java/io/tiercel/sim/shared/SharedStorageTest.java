package io.tiercel.sim.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.cache.LruPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.job.RunListener;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.job.TaskSpec.ComputeSpec;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.run.StorageSpec;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.shared.SharedStorageSpec.CacheFill;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two nodes with two slots each, a link of 10 MB/s, and blocks of 100 MB: a block takes 10 s alone. */
final class SharedStorageTest {
    private static final long MB = 1_000_000;
    private static final long BLOCK = 100 * MB;
    private static final long LINK = 10 * MB;

    private static RunSpec scenario(CacheFill fill, String policy, long cache, long seed, Workload workload) {
        NodeSpec node = new NodeSpec(2, List.of(new DeviceSpec(Tier.HDD, 1_000 * MB, 100_000 * MB)), 1_000 * MB);
        return new RunSpec(
                new ClusterSpec(List.of(RackSpec.of(2, node, 1_000 * MB))),
                new StorageSpec(
                        new OneTierPlacement(Tier.HDD, 1),
                        BLOCK,
                        new LruPolicy(),
                        MemoryUse.NONE,
                        false,
                        Optional.of(new SharedStorageSpec(LINK, fill, cache, new LruPolicy()))),
                workload,
                new SchedulingSpec(
                        AssignmentPolicies.named(policy),
                        CostModel.trident(),
                        OfferMode.ALL_SLOTS_OF_A_NODE,
                        Engine.SECOND / 100),
                new TaskSpec(0, 0, new ComputeSpec(0, true, 0)),
                Disturbances.NONE,
                seed);
    }

    /** @param rate bytes per second that a task computes */
    private static Job job(String name, double arrival, String file, int blocks, double rate) {
        return new Job(name, (long) (arrival * 1e9), Optional.of(file), blocks * BLOCK, 1 / rate, Optional.empty(), 0);
    }

    private static double[] seconds(RunResult run) {
        return run.jobs().stream().mapToDouble(job -> job.duration() / 1e9).toArray();
    }

    private static RunResult run(CacheFill fill, List<Job> jobs, InputFile... files) {
        String policy = fill.isByTransfers() ? "mixapart" : "stock";
        return Simulation.run(scenario(fill, policy, 10_000 * MB, 1, new Workload(List.of(files), jobs)), 0);
    }

    @Test
    void allReadersShareTheLink() {
        RunResult run = run(
                CacheFill.NOBODY,
                List.of(job("one", 0, "a", 2, 1e9), job("again", 100, "a", 2, 1e9)),
                new InputFile("a", 2 * BLOCK));

        assertThat(seconds(run)).satisfies(each -> {
            assertThat(each[0]).isCloseTo(20, within(0.1));
            assertThat(each[1]).as("nothing is cached").isCloseTo(20, within(0.1));
        });
        assertThat(run.jobs().get(1).reads()).isEqualTo(Map.of(Locality.ELSEWHERE, 2));
    }

    @ParameterizedTest
    @EnumSource(names = "NOBODY", mode = EnumSource.Mode.EXCLUDE)
    void whatIsCachedIsReadFromTheDisk(CacheFill fill) {
        List<Long> moved = new ArrayList<>();
        Workload workload = new Workload(
                List.of(new InputFile("a", 2 * BLOCK)),
                List.of(job("one", 0, "a", 2, 1e9), job("again", 100, "a", 2, 1e9)));
        RunResult run = Simulation.run(scenario(fill, "mixapart", 10_000 * MB, 1, workload), 0, new RunListener() {
            @Override
            public void sharedReadEnds(long time, long bytesPerSecond, long bytes) {
                moved.add(bytes);
            }
        });

        assertThat(seconds(run)[0]).isCloseTo(20, within(0.1));
        assertThat(seconds(run)[1]).isLessThan(0.5);
        assertThat(moved).containsExactly(BLOCK, BLOCK);
    }

    @Test
    void aTaskFollowsTheTransferOfItsInputAtTheRateOfItsJob() {
        // Four tasks that read 2.5 MB/s fill the link: each transfer takes 40 s, as computing does.
        RunResult run =
                run(CacheFill.FIFO_TRANSFERS, List.of(job("one", 0, "a", 4, 2.5e6)), new InputFile("a", 4 * BLOCK));

        assertThat(seconds(run)[0]).isCloseTo(40, within(0.1));
    }

    @Test
    void inputComesWhileSlotsAreBusy() {
        // Four tasks compute for 60 s. Meanwhile the next job's four blocks come in, and its tasks find them.
        RunResult run = run(
                CacheFill.FIFO_TRANSFERS,
                List.of(
                        job("warming", 0, "a", 4, 1e9),
                        job("one", 100, "a", 4, 100e6 / 60),
                        job("next", 101, "b", 4, 1e9)),
                new InputFile("a", 4 * BLOCK),
                new InputFile("b", 4 * BLOCK));

        assertThat(seconds(run)[2]).as("59 s until slots are free").isCloseTo(59.1, within(0.3));
        assertThat(run.jobs().get(2).reads().keySet()).doesNotContain(Locality.ELSEWHERE);
    }

    @Test
    void slotsThatOneJobCannotUseGoToTheNext() {
        // Algorithm 1 crosses jobs: "cold" awaits its input for 40 s, "warm" comes later and has all of it.
        RunResult run = run(
                CacheFill.FIFO_TRANSFERS,
                List.of(job("warming", 0, "a", 2, 1e9), job("cold", 100, "b", 4, 1e9), job("warm", 101, "a", 2, 1e9)),
                new InputFile("a", 2 * BLOCK),
                new InputFile("b", 4 * BLOCK));

        assertThat(run.jobs()).extracting(each -> each.job().name()).containsExactly("warming", "warm", "cold");
        assertThat(seconds(run)[1]).isLessThan(0.5);
        assertThat(seconds(run)[2]).isCloseTo(40, within(0.2));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void neverTakesMoreThanTheLinkHasAndEndsAlsoWithSmallCaches(int seed) {
        Random random = new Random(seed);
        List<InputFile> files = new ArrayList<>();
        List<Job> jobs = new ArrayList<>();
        double time = 0;
        for (int f = 0; f < 5; f++) {
            files.add(new InputFile("f" + f, (1 + random.nextInt(6)) * BLOCK));
        }
        for (int j = 0; j < 12; j++) {
            InputFile file = files.get(random.nextInt(files.size()));
            time += random.nextInt(40);
            jobs.add(job("j" + j, time, file.path(), (int) (file.bytes() / BLOCK), 1e6 * (1 + random.nextInt(8))));
        }
        CacheFill fill = CacheFill.values()[1 + random.nextInt(3)];
        long[] granted = {0};
        RunResult run = Simulation.run(
                scenario(fill, "mixapart", 600 * MB, seed, new Workload(files, jobs)), 0, new RunListener() {
                    @Override
                    public void sharedReadBegins(long at, long bytesPerSecond) {
                        granted[0] += bytesPerSecond;
                        assertThat(granted[0]).isLessThanOrEqualTo(LINK);
                    }

                    @Override
                    public void sharedReadEnds(long at, long bytesPerSecond, long bytes) {
                        granted[0] -= bytesPerSecond;
                    }
                });

        assertThat(run.jobs()).hasSize(12).extracting(JobResult::failure).containsOnly(Optional.empty());
    }

    @Test
    void offersOfAllSlotsAreRejected() {
        RunSpec good = scenario(CacheFill.NOBODY, "stock", 0, 1, new Workload(List.of(), List.of()));
        SchedulingSpec all = new SchedulingSpec(
                AssignmentPolicies.named("stock"), CostModel.trident(), OfferMode.ALL_SLOTS, Engine.SECOND);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunSpec(
                        good.cluster(), good.storage(), good.workload(), all, good.tasks(), Disturbances.NONE, 1))
                .withMessageContaining("expected slots of one node with shared storage, got ALL_SLOTS");
    }
}
