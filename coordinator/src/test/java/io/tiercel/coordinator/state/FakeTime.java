package io.tiercel.coordinator.state;

import java.time.Duration;
import java.time.Instant;

/** Time that passes when told. */
final class FakeTime {
    private long nanos = 1_000_000_000L;

    Clock clock() {
        return new Clock(() -> nanos, () -> Instant.ofEpochMilli(1_700_000_000_000L + nanos / 1_000_000));
    }

    void pass(Duration duration) {
        nanos += duration.toNanos();
    }
}
