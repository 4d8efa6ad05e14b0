package io.tiercel.coordinator.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogThrottleTest {
    private long now;

    @Test
    void oneLineASecondSaysHowManyWereLeftOut() {
        LogThrottle throttle = new LogThrottle(() -> now);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            throttle.log(lines::add);
        }
        now += Duration.ofSeconds(1).toNanos();
        throttle.log(lines::add);
        now += Duration.ofSeconds(1).toNanos();
        throttle.log(lines::add);

        assertThat(lines).containsExactly("", " (3 more such lines were left out)", "");
    }
}
