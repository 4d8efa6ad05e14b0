package io.tiercel.suites.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The content of the jar for the ResourceManager. */
final class YarnBundleIT {
    private static final Path JAR = Path.of(System.getProperty("tiercel.bundle.yarn"));
    private static final long MOST_BYTES = 12 << 20;

    @Test
    void holdsWhatTheCheckedInListSays() throws IOException {
        List<String> lines = Stream.of(
                        Stream.of(
                                "# What lands in the ResourceManager's jar: artifacts, packages with classes, and other files."),
                        artifacts().map("artifact "::concat),
                        entries().stream()
                                .filter(name -> name.endsWith(".class"))
                                .map(name -> "package "
                                        + name.substring(0, name.lastIndexOf('/'))
                                                .replace('/', '.')),
                        entries().stream()
                                .filter(name -> !name.endsWith(".class"))
                                .map("file "::concat))
                .flatMap(section -> section.sorted().distinct())
                .toList();

        Path list = Path.of(System.getProperty("tiercel.home"), "bundle-yarn", "contents.txt");
        if (Boolean.getBoolean("tiercel.rewrite")) Files.write(list, lines);
        assertThat(Files.readAllLines(list))
                .as(
                        "%s; if the change is meant, write it anew with -Dit.test=YarnBundleIT -Dtiercel.rewrite=true",
                        list)
                .isEqualTo(lines);
    }

    /** Libraries are relocated, and of Hadoop's packages only the one that must be is used. */
    @Test
    void bringsNothingThatAResourceManagerCouldMistakeForItsOwn() throws IOException {
        assertThat(entries().stream().filter(name -> name.endsWith(".class")))
                .isNotEmpty()
                .allMatch(
                        name -> name.startsWith("io/tiercel/")
                                || name.startsWith(
                                        "org/apache/hadoop/yarn/server/resourcemanager/scheduler/capacity/TiercelCapacityScheduler"));
        assertThat(Files.size(JAR)).isLessThan(MOST_BYTES);
    }

    /** The artifacts of the bundle's run-time scope, all of which are shaded; versions of our own are left out. */
    private static Stream<String> artifacts() throws IOException {
        return Files.readAllLines(JAR.resolveSibling("dependencies.txt")).stream()
                .map(String::strip)
                .filter(line -> line.matches("[^ :]+:[^ :]+:jar:.*"))
                .map(line -> line.split("[: ]"))
                .map(part -> part[0].equals("io.tiercel")
                        ? part[0] + ":" + part[1]
                        : part[0] + ":" + part[1] + ":" + part[3]);
    }

    private static List<String> entries() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            return jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .toList();
        }
    }
}
