package io.tiercel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComputingModelJsonTest {
    @Test
    void readsWhatItWrites() throws MalformedRecordException {
        ComputingModelJson model = new ComputingModelJson(
                "count at \"Job\".scala", List.of(1.0, 2.5e8, 1e-9), List.of(1.5), List.of(0.5, 2.0));

        assertThat(ComputingModelJson.parse(model.text())).isEqualTo(model);
        assertThat(model.text()).doesNotContain("\n");
    }

    @Test
    void ratiosMayBeMissing() throws MalformedRecordException {
        assertThat(ComputingModelJson.parse("{\"kind\": \"count\", \"state\": [1, 2]}"))
                .isEqualTo(new ComputingModelJson("count", List.of(1.0, 2.0), List.of(), List.of()));
    }

    @Test
    void saysWhereATextIsNotThat() {
        assertThatThrownBy(() -> ComputingModelJson.parse("{\"kind\": 7}"))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessageContaining("kind: a text");
        assertThatThrownBy(() -> ComputingModelJson.parse("")).isInstanceOf(MalformedRecordException.class);
    }
}
