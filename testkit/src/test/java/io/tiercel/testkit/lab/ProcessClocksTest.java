package io.tiercel.testkit.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessClocksTest {
    private static final long MOST_DELAY_MILLIS = 60_000;

    /** Tells the time of day, and a time that cannot be set, for each line. Both in milliseconds. */
    static final class Teller {
        public static void main(String[] args) throws IOException {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
            while (in.readLine() != null) {
                System.out.println(System.currentTimeMillis() + " " + System.nanoTime() / 1_000_000);
            }
        }
    }

    private static long[] ask(Writer out, BufferedReader in) throws IOException {
        out.write("\n");
        out.flush();
        return Arrays.stream(in.readLine().split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    @Test
    void theTimeOfDayOfOneProcessIsSetWhileItRuns(@TempDir Path directory) throws IOException {
        assumeTrue(ProcessClocks.arePossible());
        ProcessClocks clocks = ProcessClocks.in(directory);
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Path.of(Teller.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath())
                        .toString(),
                Teller.class.getName());
        builder.environment().putAll(clocks.environment());
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (Writer out = process.outputWriter();
                BufferedReader in = process.inputReader()) {
            ask(out, in); // it has started
            for (int hours : new int[] {1, -1, 0}) {
                clocks.set(process.toHandle(), Duration.ofHours(hours));
                long[] times = ask(out, in);
                assertThat(times[0] - System.currentTimeMillis())
                        .isBetween(3_600_000L * hours - MOST_DELAY_MILLIS, 3_600_000L * hours);
                assertThat(System.nanoTime() / 1_000_000 - times[1]).isBetween(0L, MOST_DELAY_MILLIS);
            }
        } finally {
            process.destroyForcibly();
        }
    }
}
