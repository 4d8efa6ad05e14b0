package io.tiercel.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.spark.prefetch.learn.StageKind;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LearnedStagesTest {
    private final LearnedStages learned = new LearnedStages();
    private final StageKind scan = StageKind.of("scan", List.of());
    private final StageKind join = StageKind.of("join", List.of());

    /** Another kind of stage runs other code, which has to be compiled as well. */
    @Test
    void anExecutorIsWarmForTheKindsOfWhichItHasEndedATask() {
        assertThat(learned.of(scan).isWarm("1")).isFalse();
        learned.of(scan).warmed("1");
        learned.of(join).warmed("2");
        assertThat(learned.of(scan).isWarm("1")).isTrue();
        assertThat(learned.of(scan).isWarm("2")).isFalse();
        assertThat(learned.of(join).isWarm("1")).isFalse();
        assertThat(learned.of(join).isWarm("2")).isTrue();
    }

    /** A server with dynamic allocation starts new ones for weeks. */
    @Test
    void ofThousandsOfExecutorsTheNewOnesAreKnown() {
        learned.of(join).warmed("0");
        for (int executor = 0; executor < 25_000; executor++) {
            assertThat(learned.of(scan).isWarm("" + executor)).isFalse();
            learned.of(scan).warmed("" + executor);
            assertThat(learned.of(scan).isWarm("" + executor)).isTrue();
        }
        assertThat(learned.of(scan).isWarm("0")).isFalse();
        // The numbers of those that are forgotten are given anew.
        for (int executor = 0; executor < 25_000; executor++) {
            assertThat(learned.of(join).isWarm("" + executor)).isFalse();
        }
    }
}
