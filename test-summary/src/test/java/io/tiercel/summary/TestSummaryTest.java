package io.tiercel.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestSummaryTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path project;

    @BeforeEach
    void makeReports() throws IOException {
        report("core/target/surefire-reports", "a.b.SolverTest", 12, 1, "1,002.4", START);
        report("core/target/surefire-reports", "a.b.GoneTest", 1_000, 0, "1", START.minusSeconds(1));
        report("bench/target/failsafe-reports", "a.MemoryIT", 5, 0, "61.5", START.plusSeconds(60));
        source(
                "core/src/test/java/a/b/SolverTest.java",
                "class SolverTest {\n    @Test\n    @Tag(\"" + "slow\")\n    void large() {}\n");
        source("bench/src/test/java/a/FaultsIT.java", "@Tag(\"" + "slow\")\n@Other\nfinal class FaultsIT {\n");
    }

    private void report(String directory, String name, int tests, int skipped, String time, Instant written)
            throws IOException {
        Path file = Files.createDirectories(project.resolve(directory)).resolve("TEST-" + name + ".xml");
        Files.writeString(
                file,
                "<testsuite name=\"%s\" tests=\"%d\" skipped=\"%d\" time=\"%s\"/>"
                        .formatted(name, tests, skipped, time));
        Files.setLastModifiedTime(file, FileTime.from(written));
    }

    private void source(String path, String text) throws IOException {
        Path file = project.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void countsTheTestsOfThisBuildByModule() throws IOException {
        assertThat(TestSummary.of(project, START).text(false).lines())
                .anyMatch(line -> line.matches("core +1 +12 +0 +0 +1 +1002"))
                .anyMatch(line -> line.matches("bench +0 +0 +1 +5 +0 +62"))
                .anyMatch(line -> line.matches("total +1 +12 +1 +5 +1 +1064"))
                .anyMatch(line -> line.equals("Slowest: SolverTest 1002 s, MemoryIT 62 s."))
                .noneMatch(line -> line.contains("-Pall"));
    }

    @Test
    void namesTheTestsThatItLeftOut() throws IOException {
        assertThat(TestSummary.of(project, START).text(true))
                .contains("-Pall")
                .contains("  bench: FaultsIT\n")
                .contains("  core: SolverTest.large\n");
    }
}
