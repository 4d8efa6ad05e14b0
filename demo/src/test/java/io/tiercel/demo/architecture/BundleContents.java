package io.tiercel.demo.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The content of a shaded jar, to be compared with a list that is checked in.
 *
 * @param jar beside {@code dependencies.txt}, which Maven's dependency plugin has written
 */
record BundleContents(Path jar) {
    private static final String CLASS = ".class";

    /** The lines of the list: artifacts, packages with classes, and other files. */
    List<String> lines() throws IOException {
        return Stream.of(
                        Stream.of(
                                "# What lands in the jar that users get: artifacts, packages with classes, and other files."),
                        artifacts().map("artifact "::concat),
                        classes().stream()
                                .map(name ->
                                        name.substring(0, name.lastIndexOf('/')).replace('/', '.'))
                                .map("package "::concat),
                        entries(name -> !name.endsWith(CLASS)).stream().map("file "::concat))
                .flatMap(section -> section.sorted().distinct())
                .toList();
    }

    /** The list as it is checked in; written anew before if the system property {@code tiercel.rewrite} says so. */
    List<String> checkedIn(Path list) throws IOException {
        if (Boolean.getBoolean("tiercel.rewrite")) {
            Files.write(list, lines());
        }
        return Files.readAllLines(list);
    }

    /** The files of classes. */
    List<String> classes() throws IOException {
        return entries(name -> name.endsWith(CLASS));
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

    private List<String> entries(Predicate<String> wanted) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .filter(wanted)
                    .toList();
        }
    }
}
