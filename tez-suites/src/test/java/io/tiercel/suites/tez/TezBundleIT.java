package io.tiercel.suites.tez;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.testkit.BundleContents;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The content of the jar for Tez' masters. */
final class TezBundleIT {
    private static final BundleContents JAR = new BundleContents(Path.of(System.getProperty("tiercel.tez.jar")));

    @Test
    void holdsWhatTheCheckedInListSays() throws IOException {
        Path list = Path.of(System.getProperty("tiercel.home"), "bundle-tez", "contents.txt");
        assertThat(JAR.checkedIn(list))
                .as(
                        "%s; if the change is meant, write it anew with ./mvnw -pl tez-suites -am verify -Dtest=none"
                                + " -Dit.test=TezBundleIT -Dsurefire.failIfNoSpecifiedTests=false"
                                + " -Dfailsafe.failIfNoSpecifiedTests=false -Dtiercel.rewrite=true",
                        list)
                .isEqualTo(JAR.lines());
    }

    /** Classes of libraries are relocated under Tiercel's name. */
    @Test
    void bringsNothingThatAJobCouldMistakeForItsOwn() throws IOException {
        assertThat(JAR.classes())
                .isNotEmpty()
                .allMatch(name -> name.startsWith("io/tiercel/") || name.startsWith("org/apache/tez/dag/app/rm/"));
    }
}
