package io.tiercel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RollingFileTest {
    @TempDir
    Path directory;

    private final List<String> warnings = new ArrayList<>();
    private Path file;
    private Path older;

    @BeforeEach
    void files() {
        file = directory.resolve("decisions-app.jsonl");
        older = directory.resolve("decisions-app.1.jsonl");
    }

    private RollingFile open(long most) {
        return new RollingFile(file, most, warnings::add);
    }

    private static void write(RollingFile to, String... lines) {
        for (String line : lines) {
            to.write(line, 0, line.length());
            to.write('\n');
        }
    }

    /** One character of each line takes four bytes. */
    @Test
    void theSizeIsInBytes() throws IOException {
        try (RollingFile lines = open(10)) {
            write(lines, "\uD83D\uDE00a", "\uD83D\uDE00b", "c");
        }

        assertThat(Files.size(older)).isEqualTo(12);
        assertThat(Files.readString(file)).isEqualTo("c\n");
        assertThat(warnings).isEmpty();
    }

    /** A directory that is not empty stands at the older name. */
    @Test
    void aFileThatCannotBeRenamedGoesOnUntilItCan() throws IOException {
        Path inTheWay = Files.createFile(Files.createDirectory(older).resolve("in-the-way"));
        try (RollingFile lines = open(4)) {
            write(lines, "one", "two", "three");
            assertThat(Files.readString(file)).isEqualTo("one\ntwo\nthree\n");
            Files.delete(inTheWay);
            write(lines, "four");
        }

        assertThat(Files.readString(older)).isEqualTo("one\ntwo\nthree\nfour\n");
        assertThat(Files.readString(file)).isEmpty();
        assertThat(warnings).singleElement().asString().contains("cannot be renamed to decisions-app.1.jsonl");
    }

    @Test
    void aFileThatWasRemovedBeginsAnew() throws IOException {
        try (RollingFile lines = open(8)) {
            write(lines, "one");
            Files.delete(file);
            write(lines, "two", "three");
        }

        assertThat(Files.readString(file)).isEqualTo("three\n");
        assertThat(warnings).hasSize(1);
    }

    @Test
    void aDiskThatIsFullForAMomentCostsTheLinesOfThatMoment() throws IOException {
        Path full = Path.of("/dev/full");
        assumeThat(full).exists();
        Files.createSymbolicLink(file, full);
        try (RollingFile lines = open(1_000)) {
            write(lines, "one", "two", "three");
            Files.delete(file);
            write(lines, "four", "five");
        }

        assertThat(Files.readString(file)).isEqualTo("four\nfive\n");
        assertThat(warnings).hasSize(2);
        assertThat(warnings.get(0)).contains(": cannot be written (");
        assertThat(warnings.get(1)).endsWith("left out 3 lines that could not be written");
    }

    @Test
    void aDirectoryMayBeThereLater() throws IOException {
        file = directory.resolve("later/decisions-app.jsonl");
        try (RollingFile lines = open(1_000)) {
            write(lines, "one");
            Files.createDirectory(directory.resolve("later"));
            write(lines, "two");
        }

        assertThat(Files.readString(file)).isEqualTo("two\n");
        assertThat(warnings).hasSize(2);
    }

    @Test
    void linesMayComeInParts() throws IOException {
        try (RollingFile lines = open(7)) {
            lines.write("on");
            lines.write("e\ntwo\nthr");
            lines.write("ee\n".toCharArray());
        }

        assertThat(Files.readString(older)).isEqualTo("one\ntwo\n");
        assertThat(Files.readString(file)).isEqualTo("three\n");
    }
}
