package io.tiercel.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class QueuesTest {
    @Test
    void thePreferencesOfNamedQueuesCount() {
        Queues queues = new Queues(Optional.of("root.etl, science"));
        assertThat(queues.mayPrefer("etl")).isTrue();
        assertThat(queues.mayPrefer("root.science")).isTrue();
        assertThat(queues.mayPrefer("default")).isFalse();
        assertThat(new Queues(Optional.empty()).mayPrefer("default")).isTrue();
    }
}
