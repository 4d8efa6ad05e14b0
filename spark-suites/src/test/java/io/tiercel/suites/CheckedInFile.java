package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file in the repository that a build generates and compares; {@code -Dtiercel.rewrite=true} writes it instead.
 *
 * @param path its place from the repository's root
 */
record CheckedInFile(String path) {
    /** Says, in a file that this governs, how to write it anew. */
    static final String REWRITE = "./mvnw -pl spark-suites -am verify -Dtest=none -Dit.test=%s"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false -Dtiercel.rewrite=true";

    /** Fails, naming what differs, if the file is not what is expected. */
    void mustBe(String expected, Class<?> test) {
        Path file = Path.of(System.getProperty("tiercel.home")).resolve(path);
        try {
            if (Boolean.getBoolean("tiercel.rewrite")) Files.writeString(file, expected);
            assertThat(Files.readString(file).lines())
                    .as(
                            "%s; if the change is meant, write it anew with%n%s",
                            path, REWRITE.formatted(test.getSimpleName()))
                    .containsExactlyElementsOf(expected.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
