package io.tiercel.spark.prefetch.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ComputingTimesTest {
    /** Two tasks that read 100 bytes in 2 s, alone; two share a device; memory gives 1000 a second. */
    private final ComputingTimes times = new ComputingTimes(List.of(2.0, 2.0), 2, 1000);

    @Test
    void ofATaskThatReadFromADeviceOnlyWhatIsCertainCounts() {
        assertThat(times.mean()).isNaN();
        assertThat(times.computed(0, 100, 0.5, 3)).isEqualTo(0.5);
        assertThat(times.computed(1, 100, 0.5, 10)).isEqualTo(6);
        assertThat(times.mean()).isEqualTo(3.25);
        assertThat(times.count()).isEqualTo(2);
    }

    @Test
    void aTaskThatReadFromMemoryTellsAll() {
        times.readsFromMemory(1);

        assertThat(times.computed(1, 100, 0.5, 3)).isCloseTo(2.9, within(1e-9));
        assertThat(times.computed(0, 100, 0, 1)).isZero();
    }
}
