package io.tiercel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StageModelRecordTest {
    @Test
    void readsWhatItWrites() throws MalformedRecordException {
        StageModelRecord model = new StageModelRecord(
                "count at \"Job\".scala",
                Map.of("tasks", List.of(1.0, 2.5e8, 1e-9), "ratios", List.of(1.5), "more", List.of()));

        assertThat(StageModelRecord.parse(model.text())).isEqualTo(model);
        assertThat(model.text()).doesNotContain("\n");
    }

    @Test
    void numbersMayBeMissing() throws MalformedRecordException {
        StageModelRecord model = StageModelRecord.parse(
                "{\"version\": 2, \"kind\": \"count\", \"later\": {\"tasks\": 7}, \"numbers\": {\"ratios\": [1, 2]}}");

        assertThat(model.of("ratios")).containsExactly(1.0, 2.0);
        assertThat(model.of("tasks")).isEmpty();
    }

    @Test
    void anotherVersionIsNotRead() {
        assertThatThrownBy(() -> StageModelRecord.parse("{\"kind\": \"count\", \"state\": [1, 2, 3, 4, 5]}"))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessage("version: expected 2, got 1");
    }

    @Test
    void saysWhereATextIsNotThat() {
        assertThatThrownBy(() -> StageModelRecord.parse("{\"kind\": 7}"))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessageContaining("kind: a text");
        assertThatThrownBy(() -> StageModelRecord.parse("")).isInstanceOf(MalformedRecordException.class);
    }
}
