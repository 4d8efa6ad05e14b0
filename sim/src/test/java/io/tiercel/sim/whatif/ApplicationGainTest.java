package io.tiercel.sim.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.model.Tier;
import io.tiercel.sim.whatif.ApplicationGain.Obstacle;
import io.tiercel.sim.whatif.LoggedApplication.Facts;
import io.tiercel.sim.whatif.LoggedApplication.StageInput;
import io.tiercel.sim.whatif.LoggedStage.LoggedTask;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** All figures are worked out by hand. */
final class ApplicationGainTest {
    private static final long MB = 1_000_000;
    private static final Set<String> HDFS = Set.of("hdfs://nn:8020/sales");

    private static final Assumptions DISKS = new Assumptions(
            Map.of(Tier.HDD, 1.0), Map.of(Tier.HDD, 100.0 * MB, Tier.MEMORY, 1_000.0 * MB), 50 * MB, 3, 1_000 * MB);

    private static final Stated STATED_DISKS = new Stated(Optional.of(DISKS), false);
    private static final Stated EVEN = new Stated(Optional.empty(), true);

    private static LoggedTask task(String host, String locality, long from, long to, double waited, long bytes) {
        return new LoggedTask(host, locality, from, to, (long) (waited * 1e9), bytes);
    }

    /** A first task, which has loaded code. */
    private static LoggedTask first(String host) {
        return task(host, "NODE_LOCAL", 0, 0, 0, 0);
    }

    private static StageInput stage(int id, Set<String> paths, LoggedTask... tasks) {
        return new StageInput(new LoggedStage(id, "s", List.of(tasks)), "query 0", paths);
    }

    private static ApplicationGain gain(String master, long millis, StageInput... stages) {
        return gain(master, millis, Stated.NOTHING, stages);
    }

    private static ApplicationGain gain(String master, long millis, Stated stated, StageInput... stages) {
        return gain(master, millis, LoggedSlots.UNKNOWN, stated, stages);
    }

    private static ApplicationGain gain(String master, long millis, LoggedSlots slots, StageInput... stages) {
        return gain(master, millis, slots, Stated.NOTHING, stages);
    }

    private static ApplicationGain gain(
            String master, long millis, LoggedSlots slots, Stated stated, StageInput... stages) {
        Facts facts = new Facts("app-1", "a", "4.2.0", 0, millis, true, false, Map.of("spark.master", master));
        return ApplicationGain.of(new LoggedApplication(facts, slots, List.of(stages)), stated);
    }

    private static void isBetween(GainBounds bounds, double least, double most) {
        assertThat(bounds.least()).isEqualTo(least, within(1e-9));
        assertThat(bounds.most()).isEqualTo(most, within(1e-9));
    }

    /** Without waits both tasks end after 3 s in place of 5 and 7. Both start when the query does, so nothing is prefetched for them. */
    @Test
    void atMostAllWaitsOfReadingTasks() {
        ApplicationGain gain = gain(
                "yarn",
                10_000,
                stage(
                        0,
                        HDFS,
                        task("a", "NODE_LOCAL", 0, 5_000, 2, 200 * MB),
                        task("b", "ANY", 0, 7_000, 4, 200 * MB)));

        assertThat(gain.bounds()).containsOnlyKeys(Means.PLACEMENT, Means.MEMORY);
        isBetween(gain.bounds().get(Means.PLACEMENT), 0, 4);
        isBetween(gain.bounds().get(Means.MEMORY), 0, 4);
        isBetween(gain.all(), 0, 4);
        assertThat(gain.obstacle()).isEmpty();
        assertThat(gain.reads().remote()).isEqualTo(0.5);
        assertThat(gain.reads().waited()).isEqualTo(0.5, within(1e-9));
        assertThat(gain.reads().paths()).containsExactly("hdfs://nn:8020/sales");
    }

    /** Spark kept the other slot free for 3 s, because both tasks had their input on node a. At once on both slots they take 2 s, and 1 s without waits. */
    @Test
    void atMostTheSlotsThatSparkKeptFreeToo() {
        ApplicationGain gain = gain(
                "yarn",
                4_000,
                new LoggedSlots(List.of(new LoggedSlots.SlotChange(-1, 2))),
                stage(
                        0,
                        HDFS,
                        task("a", "NODE_LOCAL", 0, 2_000, 1, 200 * MB),
                        task("a", "NODE_LOCAL", 2_000, 4_000, 1, 200 * MB)));

        isBetween(gain.bounds().get(Means.PLACEMENT), 0, 3);
        isBetween(gain.bounds().get(Means.PREFETCH), 0, 1);
    }

    /** In the order of their launches the long task would be last, and the stage end after 1 + 3 s. Any order ends after (3 + 1 + 1) / 2 s, and 3 s at least. */
    @Test
    void atMostWhateverTheOrderOfTasks() {
        ApplicationGain gain = gain(
                "yarn",
                7_000,
                stage(
                        0,
                        HDFS,
                        task("a", "ANY", 0, 2_000, 1, MB),
                        task("b", "ANY", 0, 2_000, 1, MB),
                        task("b", "ANY", 2_000, 7_000, 2, MB)));

        isBetween(gain.bounds().get(Means.PLACEMENT), 0, 4);
    }

    private static StageInput tenLocalTasksAndOneAway(int localTasks) {
        List<LoggedTask> tasks =
                new ArrayList<>(Collections.nCopies(localTasks, task("a", "NODE_LOCAL", 0, 2_000, 1, 100 * MB)));
        tasks.add(first("b"));
        tasks.add(task("b", "RACK_LOCAL", 0, 6_000, 5, 100 * MB));
        return stage(0, HDFS, tasks.toArray(LoggedTask[]::new));
    }

    /** As a local task the one that ran away would have waited for 1 s in place of 5. */
    @Test
    void localTasksShowWhatPlacementSavesAtLeast() {
        isBetween(atLeast(EVEN, 10), 4, 5);
        isBetween(atLeast(EVEN, 9), 0, 5);
    }

    private static GainBounds atLeast(Stated stated, int localTasks) {
        return gain("yarn", 6_000, stated, tenLocalTasksAndOneAway(localTasks))
                .bounds()
                .getOrDefault(Means.PLACEMENT, GainBounds.NONE);
    }

    /** If all blocks lie on node a, the other task had to wait for that or run away: at its input it would have come last. */
    @Test
    void aLogDoesNotTellWhetherEveryTaskCouldHaveRunAtItsInput() {
        isBetween(atLeast(Stated.NOTHING, 10), 0, 5);
    }

    /** Both may have waited for the same thing, or the other stage may be the longer one. */
    @Test
    void besideAnotherStageAStageSavesAtLeastNothing() {
        ApplicationGain gain = gain(
                "yarn",
                9_000,
                EVEN,
                tenLocalTasksAndOneAway(10),
                stage(1, Set.of(), task("c", "ANY", 5_000, 9_000, 0, 0)));

        isBetween(gain.bounds().get(Means.PLACEMENT), 0, 5);
    }

    /** 200 MB from the disk take 2 s, from memory 0.2 s; the task waited for 3 s. */
    @Test
    void statedTiersSayWhatMemorySavesAtLeast() {
        StageInput stage = stage(0, HDFS, first("a"), task("a", "NODE_LOCAL", 0, 5_000, 3, 200 * MB));

        ApplicationGain gain = gain("yarn", 5_000, STATED_DISKS, stage);
        isBetween(gain.bounds().get(Means.MEMORY), 1.8, 3);
        isBetween(gain.bounds().get(Means.PLACEMENT), 0, 3);
        isBetween(gain("yarn", 5_000, stage).bounds().get(Means.MEMORY), 0, 3);
    }

    /** What it waited for beside its input is not known: it loaded code, too. */
    @Test
    void aNodesFirstTaskSavesAtLeastNothing() {
        StageInput stage = stage(0, HDFS, task("a", "NODE_LOCAL", 0, 5_000, 3, 200 * MB));

        isBetween(gain("yarn", 5_000, STATED_DISKS, stage).bounds().get(Means.MEMORY), 0, 3);
    }

    /** The user states where input in HDFS lay. Input without a name may lie elsewhere. */
    @Test
    void statedTiersAreThoseOfHdfs() {
        StageInput unnamed = stage(0, Set.of(), first("a"), task("a", "NODE_LOCAL", 0, 5_000, 3, 200 * MB));

        ApplicationGain gain = gain("yarn", 5_000, STATED_DISKS, unnamed);
        isBetween(gain.bounds().get(Means.MEMORY), 0, 3);
        assertThat(gain.bounds()).containsKey(Means.CACHE);
        assertThat(gain.reads().unnamed()).isOne();
    }

    /** Two stages at a time wait for 4 of the same 5 s: nobody can save 8. */
    @Test
    void atMostTheTimeInWhichStagesRead() {
        ApplicationGain gain = gain(
                "yarn",
                20_000,
                stage(0, HDFS, task("a", "ANY", 0, 5_000, 4, MB)),
                stage(1, HDFS, task("b", "ANY", 0, 5_000, 4, MB)),
                stage(2, HDFS, task("b", "ANY", 10_000, 11_000, 1, MB)));

        assertThat(gain.reads().seconds()).isEqualTo(6, within(1e-9));
        isBetween(gain.all(), 0, 6);
        isBetween(gain.bounds().get(Means.MEMORY), 0, 6);
    }

    /** The second task on the only slot could have been prefetched for. */
    @Test
    void prefetchingComesTooLateForFirstTasks() {
        ApplicationGain gain = gain(
                "yarn",
                8_000,
                stage(0, HDFS, task("a", "ANY", 0, 4_000, 2, MB), task("a", "ANY", 4_000, 8_000, 2, MB)));

        isBetween(gain.bounds().get(Means.PREFETCH), 0, 2);
        isBetween(gain.bounds().get(Means.MEMORY), 0, 4);
    }

    @Test
    void sharedStorageIsForCaches() {
        LoggedTask task = task("a", "ANY", 0, 4_000, 2, MB);

        assertThat(gain("yarn", 4_000, stage(0, Set.of("s3a://b/k"), task)).bounds())
                .containsOnlyKeys(Means.CACHE);
        assertThat(gain("yarn", 4_000, stage(0, Set.of("file:/mnt/nfs/k"), task))
                        .bounds())
                .containsOnlyKeys(Means.CACHE);
        assertThat(gain("yarn", 4_000, stage(0, Set.of("s3a://b/k", "hdfs://nn/k"), task))
                        .bounds())
                .containsOnlyKeys(Means.CACHE, Means.MEMORY, Means.PLACEMENT);
    }

    @Test
    void whyAnApplicationGainsNothing() {
        assertThat(gain("yarn", 9_000).obstacle()).contains(Obstacle.NO_TASKS);
        assertThat(gain("yarn", 9_000, stage(0, HDFS, task("a", "ANY", 0, 9_000, 8, 0)))
                        .obstacle())
                .contains(Obstacle.NO_INPUT);
        assertThat(gain("yarn", 9_000, stage(0, Set.of("gs://b/k"), task("a", "ANY", 0, 9_000, 8, MB)))
                        .obstacle())
                .contains(Obstacle.OTHER_STORAGE);
        assertThat(gain("local[2]", 9_000, stage(0, Set.of("file:/k"), task("a", "ANY", 0, 9_000, 8, MB)))
                        .obstacle())
                .contains(Obstacle.OTHER_STORAGE);
        assertThat(gain("yarn", 10_000, stage(0, HDFS, task("a", "ANY", 0, 10_000, 0.05, MB)))
                        .obstacle())
                .contains(Obstacle.PROCESSOR);
        assertThat(gain("yarn", 100_000, stage(0, HDFS, task("a", "ANY", 0, 1_000, 0.9, MB)))
                        .obstacle())
                .contains(Obstacle.SHORT_READS);
        assertThat(gain(
                                "yarn",
                                10_000,
                                stage(0, HDFS, task("a", "ANY", 0, 10_000, 0, MB), task("b", "ANY", 0, 1_000, 0.9, MB)))
                        .obstacle())
                .contains(Obstacle.OTHER_TASKS);
    }

    @Test
    void inOneProcessThereIsNoOtherPlace() {
        assertThat(gain("local[2]", 4_000, stage(0, HDFS, task("a", "ANY", 0, 4_000, 2, MB)))
                        .bounds())
                .containsOnlyKeys(Means.MEMORY);
    }

    @Test
    void boundsAreInOrder() {
        assertThatThrownBy(() -> new GainBounds(2, 1)).hasMessage("expected 0 <= least <= most, got 2.0 and 1.0");
        assertThatThrownBy(() -> new GainBounds(-1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GainBounds(Double.NaN, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
