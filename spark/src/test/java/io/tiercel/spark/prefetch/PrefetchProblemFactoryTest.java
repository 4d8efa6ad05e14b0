package io.tiercel.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.config.ConfigException;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.spark.TiercelKeys;
import io.tiercel.spark.input.StageInput.PlacedBlock;
import io.tiercel.spark.memory.ClusterMemory;
import io.tiercel.spark.memory.ClusterMemory.DeviceSpeed;
import io.tiercel.spark.memory.ClusterMemory.NodeMemory;
import io.tiercel.spark.memory.StageMemories;
import io.tiercel.spark.memory.StageMemory;
import io.tiercel.spark.prefetch.PrefetchProblemFactory.Situation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PrefetchProblemFactoryTest {
    private static final double MIB = 1 << 20;

    private final HostRegistry hosts = new HostRegistry();
    private final int n1 = hosts.node("n1");
    private final int n2 = hosts.node("n2");
    private final int stranger = hosts.node("stranger");

    @AfterEach
    void close() {
        hosts.close();
    }

    private PlacedBlock read(long block, long offset, long bytes, Replica... replicas) {
        return new PlacedBlock(
                "/f" + block, offset, new Block(bytes, List.of(replicas), new BlockId("pool", block, 1)));
    }

    private PrefetchProblem problem(
            List<List<PlacedBlock>> reads, Map<Long, Residency> resident, ClusterMemory cluster) {
        return problem(reads, resident, cluster, PrecedingScans.NONE);
    }

    private PrefetchProblem problem(
            List<List<PlacedBlock>> reads,
            Map<Long, Residency> resident,
            ClusterMemory cluster,
            PrecedingScans before) {
        StageBlocks job = new StageBlocks(reads, path -> 1);
        StageMemory memory = StageMemories.of(hosts, reads, n1, resident);
        try {
            TierRates rates = new TierRates(TiercelKeys.ALL.read(Map.of("spark.tiercel.score.unit", "3200m")));
            return new PrefetchProblemFactory(hosts, rates)
                    .create(
                            job,
                            new Situation(cluster, memory, new StageSlots(1, 1, 0, 2), before, ReadScores.TRIDENT),
                            new PrefetchProblemFactory.Predictions(
                                    task -> job.bytes(task) / MIB,
                                    block -> block.id() == 9 ? 0.25 : Double.POSITIVE_INFINITY,
                                    3))
                    .problem();
        } catch (ConfigException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A quarter of the columns is read in a quarter of the time, and the block brought in whole. */
    @Test
    void columnsThatAreLeftOutAreNotRead() {
        StageBlocks job = new StageBlocks(
                List.of(List.of(read(1, 0, 400), read(2, 0, 3))), path -> path.equals("/f1") ? 0.25 : 0.01);

        assertThat(job.parts()).extracting(StageBlocks.Part::bytes).containsExactly(400L, 3L);
        assertThat(job.reads(0)).extracting(StageBlocks.Read::bytes).containsExactly(100L, 1L);
        assertThat(job.bytes(0)).isEqualTo(101);
    }

    @Test
    void agentsSayWhatTheyHave() {
        ClusterMemory cluster = new ClusterMemory(
                List.of(
                        new NodeMemory(
                                n1,
                                1000,
                                List.of(new DeviceSpeed(Tier.SSD, 0, 0), new DeviceSpeed(Tier.HDD, 30 * MIB, 2))),
                        new NodeMemory(n2, 50, List.of(new DeviceSpeed(Tier.HDD, 10 * MIB, 0)))),
                200,
                0.2,
                false);
        PrefetchProblem problem = problem(
                List.of(List.of(read(1, 0, 60, new Replica(n1, Tier.HDD), new Replica(n2, Tier.HDD)))),
                Map.of(),
                cluster);

        assertThat(problem.memoryFree()).as("less a share of what is pending").containsExactly(900L, 0L);
        List<SourceDevice> devices = problem.devices();
        assertThat(devices).extracting(SourceDevice::node).containsExactly(0, 0, 1);
        assertThat(devices)
                .extracting(device -> device.bytesPerSecond() / MIB)
                .as("400 MiB/s: by the scores")
                .containsExactly(400.0, 30.0, 10.0);
        double pending = 200 / (440 * MIB);
        assertThat(devices.get(0).busySeconds()).isCloseTo(pending, within(1e-12));
        assertThat(devices.get(1).busySeconds()).isCloseTo(pending + 2 * 60 / (30 * MIB), within(1e-12));
        assertThat(problem.blocks()).containsExactly(new InputBlock(60, List.of(1, 2), InputBlock.NOT_COMING));
        assertThat(problem.slotsFreeAt()).containsExactly(0.0, 1.5);
        assertThat(problem.times()).isEqualTo(new PlanningTimes(0, 0.01, 0.1));
    }

    /** The slots' tasks of now are among what comes before. */
    @Test
    void aScanThatComesLaterFindsSlotsAndDevicesWhenWhatComesBeforeHasEnded() {
        ClusterMemory cluster = new ClusterMemory(
                List.of(new NodeMemory(n1, 1000, List.of(new DeviceSpeed(Tier.HDD, 30 * MIB, 0)))), 0, 0.2, false);
        PrefetchProblem problem = problem(
                List.of(List.of(read(1, 0, 60, new Replica(n1, Tier.HDD)))),
                Map.of(),
                cluster,
                new PrecedingScans(4.5, 0.5));

        assertThat(problem.slotsFreeAt()).containsExactly(4.5, 4.5);
        assertThat(problem.devices().get(0).busySeconds()).isEqualTo(0.5);
    }

    @Test
    void whatWasNotMeasuredIsAsFastAsWhatWas() {
        ClusterMemory cluster = new ClusterMemory(
                List.of(
                        new NodeMemory(n1, 0, List.of(new DeviceSpeed(Tier.HDD, 8 * MIB, 0))),
                        new NodeMemory(n2, 0, List.of(new DeviceSpeed(Tier.HDD, 0, 0)))),
                0,
                0.2,
                false);
        PrefetchProblem problem =
                problem(List.of(List.of(read(1, 0, 60, new Replica(stranger, Tier.HDD)))), Map.of(), cluster);

        assertThat(problem.devices())
                .extracting(device -> device.bytesPerSecond() / MIB)
                .containsExactly(8.0, 8.0, 8.0);
    }

    /** Measured at 1,000 MiB/s, an SSD of score 8: memory, of score 1, is not the 3,200 MiB/s of the unit. */
    @Test
    void memoryIsFasterThanAnyDevice() {
        ClusterMemory fast = new ClusterMemory(
                List.of(new NodeMemory(
                        n1,
                        0,
                        List.of(new DeviceSpeed(Tier.SSD, 1000 * MIB, 0), new DeviceSpeed(Tier.HDD, 8 * MIB, 0)))),
                0,
                0.2,
                false);
        assertThat(problem(List.of(), Map.of(), fast).rates().memoryBytesPerSecond())
                .isEqualTo(8000 * MIB);
        ClusterMemory slow = new ClusterMemory(
                List.of(new NodeMemory(n1, 0, List.of(new DeviceSpeed(Tier.SSD, MIB, 0)))), 0, 0.2, false);
        assertThat(problem(List.of(), Map.of(), slow).rates().memoryBytesPerSecond())
                .as("by the unit")
                .isEqualTo(3200 * MIB);
    }

    @Test
    void whereThereIsNoAgentThereIsNoMemory() {
        PrefetchProblem problem = problem(
                List.of(
                        List.of(read(1, 0, 60, new Replica(stranger, Tier.HDD))),
                        List.of(read(2, 0, 60, new Replica(n1, Tier.REMOTE)))),
                Map.of(),
                new ClusterMemory(List.of(), 0, 1, false));

        assertThat(problem.memoryFree()).containsExactly(0L);
        assertThat(problem.devices()).containsExactly(new SourceDevice(0, Tier.HDD, 160 * MIB, 0));
        assertThat(problem.blocks().get(1).devices()).isEmpty();
    }

    @Test
    void blocksThatSeveralTasksReadAreOne() {
        Replica replica = new Replica(n1, Tier.HDD);
        PrefetchProblem problem = problem(
                List.of(
                        List.of(read(1, 0, 50, replica), read(2, 0, 7, replica)),
                        List.of(read(1, 50, 30, replica)),
                        List.of(read(1, 50, 30, replica)),
                        List.of()),
                Map.of(),
                new ClusterMemory(List.of(), 0, 1, false));

        assertThat(problem.blocks()).extracting(InputBlock::bytes).containsExactly(80L, 7L);
        assertThat(problem.tasks())
                .extracting(task -> task.reads())
                .containsExactly(
                        List.of(new BlockRead(0, 50), new BlockRead(1, 7)),
                        List.of(new BlockRead(0, 30)),
                        List.of(new BlockRead(0, 30)),
                        List.of());
        assertThat(problem.tasks().get(0).cpuSeconds()).isEqualTo(57 / MIB);
    }

    @Test
    void whatIsInMemoryOrOnItsWayIsSaid() {
        Replica replica = new Replica(n1, Tier.HDD);
        PrefetchProblem problem = problem(
                List.of(
                        List.of(read(1, 0, 160 << 20, replica)),
                        List.of(read(2, 0, 160 << 20, replica)),
                        List.of(read(3, 0, 160 << 20, replica)),
                        List.of(read(9, 0, 160 << 20, replica))),
                Map.of(1L, Residency.FULL, 2L, new Residency(0.5, true), 3L, new Residency(0.5, false)),
                new ClusterMemory(List.of(), 0, 1, false));

        assertThat(problem.blocks().get(0).readyAt()).isZero();
        assertThat(problem.blocks().get(1).readyAt()).isCloseTo(0.5 + 0.5, within(1e-9));
        assertThat(problem.blocks().get(2).readyAt()).isEqualTo(InputBlock.NOT_COMING);
        assertThat(problem.blocks().get(3).readyAt()).as("asked for before").isEqualTo(0.25);
    }
}
