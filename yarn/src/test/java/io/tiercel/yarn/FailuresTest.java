package io.tiercel.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailuresTest {
    private final Failures failures = new Failures();

    @Test
    void onlyAMissingClassEndsOurPart() {
        failures.add(new IllegalStateException("once"), "attempt");
        failures.add(new StackOverflowError(), "attempt");
        assertThat(failures.mustRest()).isFalse();
        failures.add(new NoClassDefFoundError("gone"), "attempt");
        failures.add(new IllegalStateException("again"), "attempt");
        assertThat(failures.mustRest()).isTrue();
    }
}
