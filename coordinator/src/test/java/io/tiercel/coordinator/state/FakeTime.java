package io.tiercel.coordinator.state;

import java.time.Duration;
import java.time.Instant;

/** Time that passes when told. */
final class FakeTime {
    private long nanos = 1_000_000_000L;
    private Duration wallStep = Duration.ZERO;

    Clock clock() {
        return new Clock(() -> nanos, () -> Instant.ofEpochMilli(1_700_000_000_000L + nanos / 1_000_000)
                .plus(wallStep));
    }

    /** Somebody sets the wall's clock. */
    void stepWall(Duration step) {
        wallStep = wallStep.plus(step);
    }

    void pass(Duration duration) {
        nanos += duration.toNanos();
    }
}
