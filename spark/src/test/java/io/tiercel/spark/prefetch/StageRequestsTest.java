package io.tiercel.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.prefetch.plan.BlockDecision;
import io.tiercel.prefetch.plan.PlanModel;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchReason;
import io.tiercel.prefetch.plan.SearchEnd;
import io.tiercel.spark.prefetch.StageRequests.Batch;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class StageRequestsTest {
    private static PrefetchPlan plan(double seconds, double... neededAt) {
        List<BlockDecision> blocks = IntStream.range(0, neededAt.length)
                .mapToObj(block -> new BlockDecision(PrefetchReason.TAKEN, 0, 0, neededAt[block]))
                .toList();
        return new PrefetchPlan(
                blocks, 1, 0, seconds + 1, seconds, List.of(), SearchEnd.ALL_TAKEN, PlanModel.OWN_DEVICES);
    }

    @Test
    void whatIsNeededAtAboutTheSameTimeIsAskedForTogether() {
        PrefetchPlan plan = plan(16, 3, 5, 3.5, 9);

        assertThat(StageRequests.batches(plan, plan.taken()))
                .containsExactly(new Batch(3, List.of(0, 2)), new Batch(5, List.of(1)), new Batch(9, List.of(3)));
        assertThat(StageRequests.batches(plan, List.of())).isEmpty();
    }

    @Test
    void thereAreFewHoweverManyBlocks() {
        double[] needed = IntStream.range(0, 1000).mapToDouble(n -> n / 10.0).toArray();
        PrefetchPlan plan = plan(100, needed);

        List<Batch> batches = StageRequests.batches(plan, plan.taken());
        assertThat(batches).hasSizeLessThanOrEqualTo(17);
        assertThat(batches.stream().mapToInt(batch -> batch.blocks().size()).sum())
                .isEqualTo(1000);
    }
}
