package io.tiercel.hdfs.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartAttemptsTest {
    private long now;
    private final List<String> complaints = new ArrayList<>();
    private final StartAttempts attempts = new StartAttempts(() -> now, complaints::add);

    @Test
    void whatFailedIsTriedAgainAfterASecond() {
        assertThat(attempts.isDue()).isTrue();
        attempts.failed(new IOException("the port is taken"));
        assertThat(attempts.isDue()).isFalse();
        now += Duration.ofSeconds(1).toNanos();
        assertThat(attempts.isDue()).isTrue();

        attempts.failed(new IOException("the port is taken"));
        attempts.failed(new IllegalStateException("no key"));
        attempts.succeeded();
        attempts.failed(new IllegalStateException("no key"));

        assertThat(complaints)
                .containsExactly(
                        "the port is taken",
                        "java.lang.IllegalStateException: no key",
                        "java.lang.IllegalStateException: no key");
    }

    @Test
    void aMissingClassIsMissingForGood() {
        attempts.failed(new NoClassDefFoundError("a/Library"));
        now += Duration.ofDays(1).toNanos();

        assertThat(attempts.isDue()).isFalse();
        assertThat(complaints).singleElement().satisfies(line -> assertThat(line)
                .contains("a/Library", "not tried again"));
    }
}
