package io.tiercel.prefetch.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.TierScores;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadRates;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IndexedJobTest {
    private static final double NEVER = InputBlock.NOT_COMING;

    private static IndexedJob job(ReadScores scores) {
        return new IndexedJob(new PrefetchProblem(
                List.of(new SourceDevice(0, Tier.SSD, 400, 0), new SourceDevice(0, Tier.HDD, 100, 0)),
                List.of(1_000L),
                List.of(0.0),
                List.of(
                        new InputBlock(100, List.of(0, 1), InputBlock.NOT_COMING),
                        new InputBlock(100, List.of(1), InputBlock.NOT_COMING)),
                List.of(
                        new JobTask(List.of(new BlockRead(0, 100)), 1),
                        new JobTask(List.of(new BlockRead(1, 100)), 1),
                        new JobTask(List.of(), 1)),
                new ReadRates(3_200, 10),
                new PlanningTimes(0, 0, 0),
                scores));
    }

    @Test
    void scoresAreTridents() {
        IndexedJob job = job(ReadScores.TRIDENT);
        double[] ready = {NEVER, NEVER};

        assertThat(job.score(0, ready, 0, true)).isEqualTo(8_000);
        assertThat(job.score(1, ready, 0, true)).isEqualTo(20_000);
        assertThat(job.score(2, ready, 0, true)).isEqualTo(39_000);
        assertThat(job.score(1, new double[] {NEVER, 5}, 0, true)).isEqualTo(30_000);
        assertThat(job.score(1, new double[] {NEVER, 5}, 5, true)).isEqualTo(1_000);
    }

    @Test
    void scoresFollowTheCostModel() {
        CostModel costs = new CostModel(TierScores.uniform(2, 12, 6, 50), 10, 50, 9);
        IndexedJob job = job(ReadScores.of(costs, 0));
        double[] ready = {NEVER, NEVER};

        assertThat(job.score(0, ready, 0, true)).as("the HDD is faster here").isEqualTo(6_000);
        assertThat(job.baseRate[0]).isEqualTo(100);
        assertThat(job.score(2, ready, 0, true)).isEqualTo(9_000);
        assertThat(job.score(1, new double[] {NEVER, 5}, 0, true)).isEqualTo(10_000);
        assertThat(job.score(1, new double[] {NEVER, 5}, 5, true)).isEqualTo(2_000);
    }
}
