package io.tiercel.suites.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.testkit.suites.BundleContents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The content of the jar that users get. */
final class BundleContentsIT {
    private static final Path LIST =
            Path.of(System.getProperty("tiercel.home")).resolve("bundle-mapreduce/contents.txt");
    private static final Path JAR = Path.of(System.getProperty("tiercel.mapreduce.jar"));

    @Test
    void holdsWhatTheCheckedInListSays() throws IOException {
        var lines = BundleContents.of(JAR).lines(LIST);

        assertThat(Files.readAllLines(LIST))
                .as(
                        "%s; if the change is meant, write it anew with ./mvnw -pl mapreduce-suites -am verify -Dtest=none"
                                + " -Dit.test=BundleContentsIT -Dsurefire.failIfNoSpecifiedTests=false"
                                + " -Dfailsafe.failIfNoSpecifiedTests=false -Dtiercel.rewrite=true",
                        LIST)
                .isEqualTo(lines);
    }

    /** Classes of libraries are relocated under Tiercel's name. */
    @Test
    void bringsNothingThatAJobCouldMistakeForItsOwn() throws IOException {
        assertThat(BundleContents.of(JAR).classes())
                .isNotEmpty()
                .allMatch(name ->
                        name.startsWith("io/tiercel/") || name.startsWith("org/apache/hadoop/mapreduce/v2/app/"));
    }
}
