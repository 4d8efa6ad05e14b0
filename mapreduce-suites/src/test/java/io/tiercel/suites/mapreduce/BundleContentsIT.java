package io.tiercel.suites.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The content of the jar that users get. */
final class BundleContentsIT {
    private static final Path HOME = Path.of(System.getProperty("tiercel.home"));
    private static final Path JAR = Path.of(System.getProperty("tiercel.mapreduce.jar"));

    @Test
    void holdsWhatTheCheckedInListSays() throws IOException {
        List<String> lines = Stream.of(
                        Stream.of(
                                "# What lands in the jar that users get: artifacts, packages with classes, and other files."),
                        artifacts().map("artifact "::concat),
                        entries(name -> name.endsWith(".class"))
                                .map(name ->
                                        name.substring(0, name.lastIndexOf('/')).replace('/', '.'))
                                .map("package "::concat),
                        entries(name -> !name.endsWith(".class")).map("file "::concat))
                .flatMap(section -> section.sorted().distinct())
                .toList();

        Path list = HOME.resolve("bundle-mapreduce/contents.txt");
        if (Boolean.getBoolean("tiercel.rewrite")) Files.write(list, lines);
        assertThat(Files.readAllLines(list))
                .as(
                        "%s; if the change is meant, write it anew with ./mvnw -pl mapreduce-suites -am verify -Dtest=none"
                                + " -Dit.test=BundleContentsIT -Dsurefire.failIfNoSpecifiedTests=false"
                                + " -Dfailsafe.failIfNoSpecifiedTests=false -Dtiercel.rewrite=true",
                        list)
                .isEqualTo(lines);
    }

    /** Classes of libraries are relocated under Tiercel's name. */
    @Test
    void bringsNothingThatAJobCouldMistakeForItsOwn() throws IOException {
        assertThat(entries(name -> name.endsWith(".class")))
                .isNotEmpty()
                .allMatch(name ->
                        name.startsWith("io/tiercel/") || name.startsWith("org/apache/hadoop/mapreduce/v2/app/"));
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

    private static Stream<String> entries(Predicate<String> wanted) throws IOException {
        try (var jar = new JarFile(JAR.toFile())) {
            return jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .filter(wanted)
                    .toList()
                    .stream();
        }
    }
}
