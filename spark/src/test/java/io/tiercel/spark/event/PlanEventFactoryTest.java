package io.tiercel.spark.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.json.PlanRecords;
import io.tiercel.spark.event.PrefetchPlanned.PlannedBlock;
import io.tiercel.spark.event.PrefetchPlanned.Reason;
import org.apache.spark.util.JsonProtocol;
import org.junit.jupiter.api.Test;

final class PlanEventFactoryTest {
    @Test
    void aPlanIsListedWithItsReasons() {
        PrefetchPlanned plan = SampleEvents.planned(1, 200);

        assertThat(plan.takenBlocks() + plan.leftBlocks()).isEqualTo(200);
        assertThat(plan.takenBlocks()).isPositive();
        assertThat(plan.unlisted()).isZero();
        assertThat(plan.reasons()).extracting(Reason::choice).contains("TAKEN", "IN_MEMORY", "EMPTY");
        assertThat(plan.expected().total(PrefetchPlanned.READY)).isEqualTo(plan.takenBlocks());
        assertThat(plan.cluster()).isEqualTo(new PrefetchPlanned.ClusterSeen(8, 8L * 4 << 30, 16, 8));
        assertThat(plan.blocks().subList(0, plan.takenBlocks()))
                .allMatch(PlannedBlock::taken)
                .isSortedAccordingTo((a, b) -> Long.compare(a.neededMillis(), b.neededMillis()))
                .allSatisfy(block -> assertThat(block.source()).matches("node-\\d (SSD|HDD)"));
        assertThat(plan.blocks().subList(plan.takenBlocks(), 200)).noneMatch(PlannedBlock::taken);
    }

    @Test
    void theEventOfALargePlanStaysSmall() {
        PrefetchPlanned plan = SampleEvents.planned(1, 10_000);

        assertThat(plan.blocks()).hasSizeLessThanOrEqualTo(PlanEventFactory.MOST_BLOCKS);
        assertThat(plan.unlisted()).isEqualTo(10_000 - plan.blocks().size());
        assertThat(plan.blocks().stream().map(PlannedBlock::choice).distinct())
                .as("of each reason some are listed")
                .hasSameElementsAs(plan.reasons().stream().map(Reason::choice).toList());
        assertThat(plan.reasons().stream().mapToInt(Reason::blocks).sum()).isEqualTo(10_000);
        assertThat(JsonProtocol.sparkEventToJsonString(plan).length()).isLessThan(200_000);
    }

    @Test
    void thatThereIsNoPlanIsSaidWithItsReason() {
        PrefetchPlanned none = PlanEventFactory.none(
                new PlanRecords.About("app", 4, 1, "count", SampleEvents.START),
                "count at A.java:1",
                "trident",
                "says the test");

        assertThat(none.dropped()).isEqualTo("says the test");
        assertThat(none.takenBlocks() + none.leftBlocks()).isZero();
        assertThat(JsonProtocol.sparkEventFromJson(JsonProtocol.sparkEventToJsonString(none)))
                .isEqualTo(none);
    }

    @Test
    void whatNeverHappensHasNoTime() {
        assertThat(PlanEventFactory.millis(Double.POSITIVE_INFINITY)).isEqualTo(TiercelEvent.NEVER);
        assertThat(PlanEventFactory.millis(1.2345)).isEqualTo(1_235);
    }
}
