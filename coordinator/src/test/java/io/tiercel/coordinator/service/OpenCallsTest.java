package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OpenCallsTest {
    private final OpenCalls open = new OpenCalls(2);

    @Test
    void oneTooManyIsRefusedUntilAnotherEnds() {
        Runnable first = open.begin("alice");
        open.begin("alice");
        assertThatThrownBy(() -> open.begin("alice"))
                .hasMessageContaining("RESOURCE_EXHAUSTED: user alice has 2 calls open");
        assertThatCode(() -> open.begin("bob")).doesNotThrowAnyException();

        first.run();
        first.run();
        open.begin("alice");
        assertThatThrownBy(() -> open.begin("alice")).hasMessageContaining("RESOURCE_EXHAUSTED");
    }
}
