package io.tiercel.testkit.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** What a jar that users get holds, beside which the build has written its artifacts to {@code dependencies.txt}. */
public final class BundleContents {
    private static final String TITLE =
            "# What lands in the jar that users get: artifacts, packages with classes, and other files.";

    private final Path jar;
    private final List<String> entries;

    private BundleContents(Path jar, List<String> entries) {
        this.jar = jar;
        this.entries = entries;
    }

    public static BundleContents of(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return new BundleContents(
                    jar,
                    file.stream()
                            .filter(entry -> !entry.isDirectory())
                            .map(ZipEntry::getName)
                            .toList());
        }
    }

    /** The names of classes' files. */
    public List<String> classes() {
        return entries.stream().filter(name -> name.endsWith(".class")).toList();
    }

    /** What the checked-in list must say; it is written anew with {@code -Dtiercel.rewrite=true}. */
    public List<String> lines(Path list) throws IOException {
        List<String> lines = Stream.of(
                        Stream.of(TITLE),
                        artifacts().map("artifact "::concat),
                        classes().stream()
                                .map(name -> "package "
                                        + name.substring(0, name.lastIndexOf('/'))
                                                .replace('/', '.')),
                        entries.stream()
                                .filter(name -> !name.endsWith(".class"))
                                .map("file "::concat))
                .flatMap(section -> section.sorted().distinct())
                .toList();
        if (Boolean.getBoolean("tiercel.rewrite")) {
            Files.write(list, lines);
        }
        return lines;
    }

    /** The artifacts of the bundle's run-time scope, all of which are shaded; versions of our own are left out. */
    private Stream<String> artifacts() throws IOException {
        return Files.readAllLines(jar.resolveSibling("dependencies.txt")).stream()
                .map(String::strip)
                .filter(line -> line.matches("[^ :]+:[^ :]+:jar:.*"))
                .map(line -> line.split("[: ]"))
                .map(part -> part[0].equals("io.tiercel")
                        ? part[0] + ":" + part[1]
                        : part[0] + ":" + part[1] + ":" + part[3]);
    }
}
