package io.tiercel.testkit;

import io.tiercel.testkit.lab.DeviceLab;
import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The directories of one cluster. */
public record ClusterLayout(Path root) {
    private static final System.Logger LOG = System.getLogger(ClusterLayout.class.getName());

    /** The storage types of a node's volumes. */
    static final List<String> STORAGE_TYPES = List.of("SSD", "DISK");

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

    /** @param number 1, or 2 for a second NameNode */
    Path namespace(int number) {
        return root.resolve(number == 1 ? "name-node" : "name-node-" + number);
    }

    Path sharedEdits() {
        return root.resolve("shared-edits");
    }

    Path volume(int node, String storageType) {
        return node(node).resolve(storageType.toLowerCase(Locale.ROOT));
    }

    /** The volumes of all nodes, with their storage types. */
    Map<Path, String> volumes(int nodes) {
        Map<Path, String> volumes = new LinkedHashMap<>();
        for (int node = 0; node < nodes; node++) {
            for (String type : STORAGE_TYPES) {
                volumes.put(volume(node, type), type);
            }
        }
        return volumes;
    }

    Path node(int node) {
        return root.resolve("node-" + node);
    }

    /** Where a node's executors run, in a directory for each application and executor. */
    Path executors(int node) {
        return node(node).resolve("spark-work");
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

    /** Writes a file whose readers never see half of it. */
    static void replace(Path file, String content) {
        Path written = file.resolveSibling(file.getFileName() + ".new");
        write(written, content);
        try {
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
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
        try {
            DeviceLab.clean(root);
        } catch (ClusterException e) {
            LOG.log(System.Logger.Level.WARNING, e.getMessage());
            return; // What is mounted there is not ours to delete.
        }
        try (Stream<Path> all = Files.walk(root)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.log(System.Logger.Level.WARNING, "could not delete all of " + root + ": " + e.getMessage());
        }
    }
}
