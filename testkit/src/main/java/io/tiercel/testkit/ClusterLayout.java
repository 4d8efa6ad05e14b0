package io.tiercel.testkit;

import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** The directories of one cluster. */
public record ClusterLayout(Path root) {
    private static final String TEMPORARY = "cluster-";

    /** A directory of its own under that one; such as others have left behind there when they were killed are deleted. */
    static ClusterLayout temporaryUnder(Path parent) {
        try (Stream<Path> left = Files.list(directory(parent))) {
            left.filter(ClusterLayout::abandoned).forEach(path -> new ClusterLayout(path).delete());
            String name = TEMPORARY + ProcessHandle.current().pid() + "-";
            return new ClusterLayout(Files.createTempDirectory(parent, name));
        } catch (IOException e) {
            throw new ClusterException("cannot make a directory under " + parent + ": " + e.getMessage(), e);
        }
    }

    private static boolean abandoned(Path path) {
        String[] parts = path.getFileName().toString().split("-");
        return parts.length == 3
                && parts[1].matches("\\d{1,18}")
                && ProcessHandle.of(Long.parseLong(parts[1])).isEmpty();
    }

    Path logs() {
        return root.resolve("logs");
    }

    public Path log(String daemon) {
        return logs().resolve(daemon + ".log");
    }

    /** Commands for people. */
    Path commands() {
        return root.resolve("bin");
    }

    Path hadoopConf() {
        return root.resolve("conf/hadoop");
    }

    Path hadoopConf(int node) {
        return root.resolve("conf/hadoop-" + node);
    }

    Path sparkConf() {
        return root.resolve("conf/spark");
    }

    Path sparkConf(int node) {
        return root.resolve("conf/spark-" + node);
    }

    Path sparkHome() {
        return root.resolve("spark-home");
    }

    Path namespace() {
        return root.resolve("name-node");
    }

    Path volume(int node, String storageType) {
        return node(node).resolve(storageType.toLowerCase(Locale.ROOT));
    }

    Path node(int node) {
        return root.resolve("node-" + node);
    }

    Path temporary() {
        return root.resolve("tmp");
    }

    Path hostsFile() {
        return root.resolve("conf/hosts");
    }

    Path rackTable() {
        return root.resolve("conf/racks");
    }

    static void write(Path file, String content) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new ClusterException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    /** The text of a resource of this package. */
    static String resource(String name) {
        try (InputStream in = ClusterLayout.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path directory(Path path) {
        try {
            return Files.createDirectories(path);
        } catch (IOException e) {
            throw new ClusterException("cannot make the directory " + path + ": " + e.getMessage(), e);
        }
    }

    /** Deletes everything; what cannot be deleted stays. */
    void delete() {
        try (Stream<Path> all = Files.walk(root)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            System.getLogger(ClusterLayout.class.getName())
                    .log(System.Logger.Level.WARNING, "could not delete all of " + root + ": " + e.getMessage());
        }
    }
}
