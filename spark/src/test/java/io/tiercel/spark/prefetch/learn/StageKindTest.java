package io.tiercel.spark.prefetch.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class StageKindTest {
    @Test
    void numbersDoNotCount() {
        StageKind kind = StageKind.of(
                "collect at Job.scala:17",
                List.of("Scan parquet t.a", "WholeStageCodegen (1)", "WholeStageCodegen (2)"));

        assertThat(kind.text()).isEqualTo("collect at Job.scala:: Scan parquet t.a, WholeStageCodegen");
        assertThat(StageKind.of("collect at Job.scala:203", List.of("Scan parquet t.a", "WholeStageCodegen (7)")))
                .isEqualTo(kind);
        assertThat(StageKind.of("collect at Job.scala:17", List.of("Scan parquet t.b")))
                .isNotEqualTo(kind);
        assertThat(StageKind.of("", List.of()).text()).isEmpty();
    }

    @Test
    void sessionsOfSparkConnectShareKinds() {
        String one =
                "Spark Connect - session_id: \"d04f\"\nuser_context {\n  user_id: \"anna\"\n}\nplan {\n  root {\n...";
        String two =
                "Spark Connect - session_id: \"ff45\"\nuser_context {\n  user_id: \"ben\"\n}\nplan {\n  command {\n...";

        StageKind kind = StageKind.of(one, List.of("Scan csv", "WholeStageCodegen (1)"));

        assertThat(kind.text()).isEqualTo("Spark Connect: Scan csv, WholeStageCodegen");
        assertThat(StageKind.of(two, List.of("Scan csv", "WholeStageCodegen (4)")))
                .isEqualTo(kind);
        assertThat(StageKind.of(two, List.of("Scan text"))).isNotEqualTo(kind);
    }
}
