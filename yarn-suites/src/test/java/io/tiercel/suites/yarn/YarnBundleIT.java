package io.tiercel.suites.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.testkit.BundleContents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The content of the jar for the ResourceManager. */
final class YarnBundleIT {
    private static final Path FILE = Path.of(System.getProperty("tiercel.bundle.yarn"));
    private static final BundleContents JAR = new BundleContents(FILE);
    private static final long MOST_BYTES = 12 << 20;

    @Test
    void holdsWhatTheCheckedInListSays() throws IOException {
        Path list = Path.of(System.getProperty("tiercel.home"), "bundle-yarn", "contents.txt");
        assertThat(JAR.checkedIn(list))
                .as(
                        "%s; if the change is meant, write it anew with -Dit.test=YarnBundleIT -Dtiercel.rewrite=true",
                        list)
                .isEqualTo(JAR.lines());
    }

    /** Libraries are relocated, and of Hadoop's packages only the one that must be is used. */
    @Test
    void bringsNothingThatAResourceManagerCouldMistakeForItsOwn() throws IOException {
        assertThat(JAR.classes())
                .isNotEmpty()
                .allMatch(
                        name -> name.startsWith("io/tiercel/")
                                || name.startsWith(
                                        "org/apache/hadoop/yarn/server/resourcemanager/scheduler/capacity/TiercelCapacityScheduler"));
        assertThat(Files.size(FILE)).isLessThan(MOST_BYTES);
    }
}
