package io.tiercel.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemoryPressureTest {
    @TempDir
    private Path root;

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private MemoryPressure pressure() {
        return MemoryPressure.of(root.resolve("proc"), root.resolve("groups"));
    }

    private static String lines(double some) {
        return "some avg10=" + some + " avg60=0.10 avg300=0.03 total=12345\n"
                + "full avg10=99.00 avg60=0.00 avg300=0.00 total=0\n";
    }

    @Test
    void isTheMostOfTheMachineAndTheGroup() throws IOException {
        file("proc/pressure/memory", lines(4.25));
        assertThat(pressure().percent()).hasValue(4.25);
        file("proc/self/cgroup", "0::/system.slice/datanode.service\n");
        assertThat(pressure().percent()).hasValue(4.25);
        file("groups/system.slice/datanode.service/memory.pressure", lines(31.5));
        assertThat(pressure().percent()).hasValue(31.5);
    }

    @Test
    void isUnknownWhereTheKernelDoesNotTell() throws IOException {
        assertThat(pressure().percent()).isEmpty();
        file("proc/pressure/memory", "nonsense\nsome avg10=much\n");
        assertThat(pressure().percent()).isEmpty();
    }

    @Test
    void isReadFromThisKernel() {
        assumeThat(Path.of("/proc/pressure/memory")).exists();
        assertThat(MemoryPressure.ofThisProcess().percent().orElseThrow()).isBetween(0.0, 100.0);
    }
}
