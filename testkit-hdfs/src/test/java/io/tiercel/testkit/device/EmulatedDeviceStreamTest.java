package io.tiercel.testkit.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.testkit.device.EmulatedDeviceStream.PageResidency;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmulatedDeviceStreamTest {
    private static final int LENGTH = 10_000;

    @TempDir
    private Path directory;

    private Path file;
    private int closings;
    private final List<Long> waits = new ArrayList<>();
    private final EmulatedDevice device =
            new EmulatedDevice("disk", "DISK", new TokenBucket(LENGTH), () -> 0, waits::add, () -> false);

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("blk_1");
        byte[] content = new byte[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            content[i] = (byte) i;
        }
        Files.write(file, content);
    }

    private EmulatedDeviceStream open(PageResidency residency) throws IOException {
        return new EmulatedDeviceStream(new FileInputStream(file.toFile()), device, residency, () -> closings++);
    }

    @Test
    void chargesWhatIsMissingAndNothingElse() throws IOException {
        try (EmulatedDeviceStream in = open((offset, length) -> offset < 4_000 ? length : 0)) {
            assertThat(in.readNBytes(LENGTH)).isEqualTo(Files.readAllBytes(file));
            assertThat(in.read()).isEqualTo(-1);
        }
        assertThat(device.counters()).isEqualTo("disk\tDISK\t1\t10000\t0");
        assertThat(waits).containsExactly(1_000_000_000 - TokenBucket.BURST_NANOS);
    }

    @Test
    void asksForTheRangeThatIsReadNext() throws IOException {
        List<String> asked = new ArrayList<>();
        try (EmulatedDeviceStream in = open((offset, length) -> {
            asked.add(offset + "+" + length);
            return 0;
        })) {
            in.read(new byte[100]);
            in.read(new byte[200], 50, 100);
            assertThat(in.skip(1_000)).isEqualTo(1_000);
            in.read();
        }
        assertThat(asked).containsExactly("0+100", "100+100", "1200+1");
        assertThat(device.counters()).isEqualTo("disk\tDISK\t1\t0\t201");
        assertThat(waits).isEmpty();
    }

    @Test
    void asksForNothingBeyondTheEnd() throws IOException {
        try (EmulatedDeviceStream in = open((offset, length) -> length)) {
            in.skip(LENGTH - 10);
            assertThat(in.read(new byte[4_096])).isEqualTo(10);
            assertThat(in.read(new byte[4_096])).isEqualTo(-1);
        }
        assertThat(device.counters()).isEqualTo("disk\tDISK\t1\t10\t0");
    }

    @Test
    void leavesShortDebtsInTheBucket() throws IOException {
        EmulatedDevice fast =
                new EmulatedDevice("ssd", "SSD", new TokenBucket(1_000_000), () -> 0, waits::add, () -> false);
        fast.deliver(21_000, 0);
        assertThat(waits).isEmpty();
        fast.deliver(1_000, 0);
        assertThat(waits).containsExactly(2_000_000L);
    }

    @Test
    void takesAnotherBandwidthWhileItRuns() throws IOException {
        device.bandwidth(new TokenBucket(0));
        device.deliver(LENGTH, 0);
        assertThat(waits).isEmpty();
    }

    @Test
    void tellsOnceThatItIsAboutToBeClosed() throws IOException {
        EmulatedDeviceStream in = open((offset, length) -> 0);
        in.close();
        in.close();
        assertThat(closings).isEqualTo(1);
    }
}
