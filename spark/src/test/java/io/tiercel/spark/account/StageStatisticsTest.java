package io.tiercel.spark.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import io.tiercel.spark.event.StageReads;
import io.tiercel.stage.StagePrices;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two places in one rack: each task's block is on place 0's SSD and on place 1's HDD. */
final class StageStatisticsTest {
    private static final int[] RACKS = {0, 0};
    private static final int TASKS = 3;

    private final StageStatistics account =
            new StageStatistics("app", new StageStatistics.Stage(4, 1, "count"), "trident");

    private static StagePrices prices() {
        Preferences[] lists = new Preferences[TASKS];
        long[] bytes = new long[TASKS];
        boolean[] known = new boolean[TASKS];
        Arrays.setAll(lists, task -> list(Tier.SSD));
        Arrays.fill(bytes, 10);
        Arrays.fill(known, true);
        return new StagePrices(lists, bytes, known, RACKS);
    }

    private static Preferences list(Tier onPlace0) {
        Block block = new Block(10, List.of(new Replica(0, onPlace0), new Replica(1, Tier.HDD)));
        return CostModel.trident().price(Task.reading(block), node -> RACKS[node]);
    }

    @Test
    void tellsWhereTasksReadOverTime() {
        account.launched(0, 0, null, 5_000);
        account.launched(1, 1, null, 7_200);
        StageReads first = account.soFar(prices(), RACKS);
        account.launched(2, 0, list(Tier.MEMORY), 7_900);
        StageReads second = account.soFar(prices(), RACKS);

        assertThat(first.summary().reads().launched()).isEqualTo(2);
        assertThat(first.over()).isFalse();
        assertThat(first.happened().total("SSD")).isEqualTo(1);
        assertThat(first.happened().total("HDD")).isEqualTo(1);
        assertThat(first.possible().total("SSD")).isEqualTo(2);
        assertThat(second.summary().reads().launched()).isEqualTo(3);
        assertThat(second.summary().reads().bestHits()).isEqualTo(2);
        assertThat(second.happened().startMillis()).isEqualTo(5_000);
        assertThat(second.happened().series())
                .filteredOn(series -> series.name().equals("MEMORY"))
                .singleElement()
                .satisfies(memory -> assertThat(memory.counts()).containsExactly(0, 0, 1));
    }

    /** What was told on the way was by what was known then; the end has the last word, and the summary says the same. */
    @Test
    void theEndIsCountedAnew() {
        account.launched(0, 1, null, 5_000);
        account.soFar(prices(), RACKS);
        account.available(0);
        account.round(120_000);
        StageReads reads = account.atEnd(prices(), RACKS, 7);
        StageSummary summary = reads.summary();

        assertThat(reads.over()).isTrue();
        assertThat(summary.reads().bestHits()).isZero();
        assertThat(reads.possible().total("SSD")).isEqualTo(1);
        assertThat(summary.reads().possible()).containsEntry(ReadPlace.SSD, 1);
        assertThat(summary.reads().happened()).containsEntry(ReadPlace.HDD, 1);
        assertThat(summary.tasks()).isEqualTo(TASKS);
        assertThat(summary.text())
                .isEqualTo("stage 4 attempt 1 (count) under trident: 0 of 1 task attempts read at their best place"
                        + " (possible: SSD 1; happened: HDD 1); scheduling took 120 \u00b5s in the median of 1 rounds,"
                        + " 120 \u00b5s at most; slots held for 7 ms");
    }

    @Test
    void inputThatLiesOnNoNodeIsRemoteAndOtherInputWithoutAPlaceUnknown() {
        Preferences nowhere = CostModel.trident()
                .price(Task.reading(new Block(10, List.of(), null, "s3a://bucket")), node -> RACKS[node]);
        StagePrices prices = new StagePrices(
                new Preferences[] {nowhere, nowhere}, new long[] {10, 10}, new boolean[] {true, false}, RACKS);
        account.launched(0, 0, null, 5_000);
        account.launched(1, 0, null, 5_000);
        StageSummary.Reads reads = account.soFar(prices, RACKS).summary().reads();
        assertThat(reads.possible())
                .isEqualTo(reads.happened())
                .contains(Map.entry(ReadPlace.REMOTE, 1), Map.entry(ReadPlace.UNKNOWN, 1), Map.entry(ReadPlace.SSD, 0));
    }

    @Test
    void anyNumberOfLaunchesIsKept() {
        for (int i = 0; i < 10_000; i++) {
            account.launched(i % TASKS, i % 2, null, 1_000L * i);
        }
        StageReads reads = account.soFar(prices(), RACKS);
        assertThat(reads.summary().reads().launched()).isEqualTo(10_000);
        assertThat(reads.happened().total("SSD")).isEqualTo(5_000);
        assertThat(reads.happened().length()).isLessThanOrEqualTo(120);
    }

    @Test
    void aNameIsOneLineOfALog() {
        assertThat(new StageStatistics.Stage(4, 1, "Spark Connect - plan {\n  root {\n\t...\n").name())
                .isEqualTo("Spark Connect - plan { root { ...");
    }
}
