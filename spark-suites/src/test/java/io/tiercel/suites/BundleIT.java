package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The content of the jar that users get. */
final class BundleIT {
    private static final Path HOME = Path.of(System.getProperty("tiercel.home"));

    @Test
    void holdsWhatTheCheckedInListSays() throws IOException {
        var lines = Stream.of(
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

        Path list = HOME.resolve("bundle/contents.txt");
        if (Boolean.getBoolean("tiercel.rewrite")) Files.write(list, lines);
        assertThat(Files.readAllLines(list))
                .as(
                        "%s; if the change is meant, write it anew with ./mvnw -pl spark-suites -am verify -Dtest=none"
                                + " -Dit.test=BundleIT -Dsurefire.failIfNoSpecifiedTests=false"
                                + " -Dfailsafe.failIfNoSpecifiedTests=false -Dtiercel.rewrite=true",
                        list)
                .isEqualTo(lines);
    }

    @Test
    void namesItselfInItsManifest() throws IOException {
        try (var jar = new JarFile(Target.bundle().toFile())) {
            var attributes = jar.getManifest().getMainAttributes();
            assertThat(attributes.getValue("Implementation-Title")).isEqualTo("tiercel-spark");
            assertThat(attributes.getValue("Implementation-Version")).isEqualTo(System.getProperty("tiercel.version"));
        }
    }

    @Test
    void bearsTheLicenceAndTheNotice() throws IOException {
        for (String name : List.of("LICENSE", "NOTICE")) {
            Path original = HOME.resolve(name);
            try (var jar = new JarFile(Target.bundle().toFile());
                    var in = jar.getInputStream(jar.getEntry("META-INF/" + name))) {
                assertThat(in.readAllBytes()).as(name).isEqualTo(Files.readAllBytes(original));
            }
        }
    }

    /**
     * Two builds of one commit give the same bytes: no entry bears the time at which it was built, but that which we state, or the one
     * that it had in the library that it comes from.
     */
    @Test
    void bearsNoTimeOfItsBuild() throws IOException {
        var stated = LocalDateTime.of(2026, 1, 1, 0, 0);
        var built = LocalDateTime.ofInstant(
                Files.getLastModifiedTime(Target.bundle()).toInstant(), ZoneId.systemDefault());
        try (var jar = new JarFile(Target.bundle().toFile())) {
            assertThat(jar.stream().filter(entry -> !isShaded(entry)).map(ZipEntry::getTimeLocal))
                    .isNotEmpty()
                    .containsOnly(stated);
            assertThat(jar.stream().map(ZipEntry::getTimeLocal)).allMatch(time -> time.isBefore(built.minusHours(1)));
        }
    }

    /** Whether the entry may come from a library's jar, as directories and lists of services may. */
    private static boolean isShaded(ZipEntry entry) {
        String name = entry.getName();
        return entry.isDirectory() || name.startsWith("io/tiercel/shaded/") || name.startsWith("META-INF/services/");
    }

    /** Classes of libraries are relocated under Tiercel's name. */
    @Test
    void bringsNothingThatAnApplicationCouldMistakeForItsOwn() throws IOException {
        assertThat(entries(name -> name.endsWith(".class")))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("io/tiercel/")
                        || name.startsWith("org/apache/spark/scheduler/")
                        || name.startsWith("org/apache/spark/sql/tiercel/"));
    }

    /** The artifacts of the bundle's run-time scope, all of which are shaded; versions of our own are left out. */
    private static Stream<String> artifacts() throws IOException {
        return Files.readAllLines(Target.bundle().resolveSibling("dependencies.txt")).stream()
                .map(String::strip)
                .filter(line -> line.matches("[^ :]+:[^ :]+:jar:.*"))
                .map(line -> line.split("[: ]"))
                .map(part -> part[0].equals("io.tiercel")
                        ? part[0] + ":" + part[1]
                        : part[0] + ":" + part[1] + ":" + part[3]);
    }

    private static Stream<String> entries(Predicate<String> wanted) throws IOException {
        try (var jar = new JarFile(Target.bundle().toFile())) {
            return jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .filter(wanted)
                    .toList()
                    .stream();
        }
    }
}
