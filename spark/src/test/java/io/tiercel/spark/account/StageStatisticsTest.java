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
import org.junit.jupiter.api.Test;

/** Two places in one rack: each task's block is on place 0's SSD and on place 1's HDD. */
final class StageStatisticsTest {
    private static final int[] RACKS = {0, 0};
    private static final int TASKS = 3;

    private final StageStatistics account = new StageStatistics(new StageStatistics.Stage(4, 1, "count"), "trident");

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

        assertThat(first.launched()).isEqualTo(2);
        assertThat(first.over()).isFalse();
        assertThat(first.happened().total("SSD")).isEqualTo(1);
        assertThat(first.happened().total("HDD")).isEqualTo(1);
        assertThat(first.possible().total("SSD")).isEqualTo(2);
        assertThat(second.launched()).isEqualTo(3);
        assertThat(second.bestHits()).isEqualTo(2);
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
        ReadTally tally = account.tally(prices(), RACKS);
        StageReads reads = account.reads(tally, TASKS, true);
        StageSummary summary = account.summary("app", tally, TASKS, 0);

        assertThat(reads.over()).isTrue();
        assertThat(reads.bestHits()).isZero();
        assertThat(reads.possible().total("SSD")).isEqualTo(1);
        assertThat(summary.reads().possible()).containsEntry(ReadPlace.SSD, 1);
        assertThat(summary.reads().happened()).containsEntry(ReadPlace.HDD, 1);
        assertThat(summary.tasks()).isEqualTo(TASKS);
    }

    @Test
    void anyNumberOfLaunchesIsKept() {
        for (int i = 0; i < 10_000; i++) {
            account.launched(i % TASKS, i % 2, null, 1_000L * i);
        }
        StageReads reads = account.soFar(prices(), RACKS);
        assertThat(reads.launched()).isEqualTo(10_000);
        assertThat(reads.happened().total("SSD")).isEqualTo(5_000);
        assertThat(reads.happened().length()).isLessThanOrEqualTo(120);
    }
}
