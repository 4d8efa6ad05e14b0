package io.tiercel.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same scenarios have the same logs in another JVM that collects, compiles, hashes, speaks and counts its hours otherwise. */
final class OtherJvmTest {
    private static final long FIRST = 50_000;
    private static final int SEEDS = 60;

    @TempDir
    private Path directory;

    @Test
    void logsAreTheSameByteForByte() throws IOException, InterruptedException {
        List<String> here = new ArrayList<>();
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            here.add(SeededDigests.line(seed));
        }
        assertThat(there(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:hashCode=2",
                        "-Duser.language=tr",
                        "-Duser.country=TR",
                        "-Duser.timezone=Asia/Kathmandu",
                        "-Dfile.encoding=ISO-8859-1"))
                .isEqualTo(here);
        assertThat(there("-XX:+UseParallelGC", "-Xint", "-Duser.language=ar", "-Duser.timezone=America/St_Johns"))
                .isEqualTo(here);
    }

    private List<String> there(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx256m");
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), SeededDigests.class.getName()));
        command.addAll(List.of(Long.toString(FIRST), Integer.toString(SEEDS)));
        Path out = Files.createTempFile(directory, "out", ".txt");
        Path err = Files.createTempFile(directory, "err", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        return Files.readAllLines(out, StandardCharsets.UTF_8);
    }
}
