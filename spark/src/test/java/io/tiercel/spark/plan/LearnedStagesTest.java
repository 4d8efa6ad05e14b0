package io.tiercel.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.spark.prefetch.learn.StageKind;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LearnedStagesTest {
    private final LearnedStages kinds = new LearnedStages();
    private final StageKind scan = StageKind.of("scan", List.of());
    private final StageKind join = StageKind.of("join", List.of());

    /** Another kind of stage runs other code, which has to be compiled as well. */
    @Test
    void anExecutorIsWarmForTheKindsOfWhichItHasEndedATask() {
        assertThat(kinds.of(scan).isWarm("1")).isFalse();
        kinds.of(scan).warmed("1");
        kinds.of(join).warmed("2");
        assertThat(kinds.of(scan).isWarm("1")).isTrue();
        assertThat(kinds.of(scan).isWarm("2")).isFalse();
        assertThat(kinds.of(join).isWarm("1")).isFalse();
        assertThat(kinds.of(join).isWarm("2")).isTrue();
    }
}
