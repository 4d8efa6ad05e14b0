package io.tiercel.demo.sharedstorage;

import io.tiercel.linux.PageCacheAdvice;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The caches of all nodes, while no application uses them: a directory for each node. */
record CacheDirectories(Path root) {
    /** Each executor puts its node's address in. */
    private static final String NODE = "/${tiercel.testkit.address}";

    private static final Pattern PAGE = Pattern.compile("([0-9a-f]{64})-\\d+");

    String applicationKey() {
        return root + NODE;
    }

    /** Has all pages read from the disk the next time. */
    void dropFromMemory() throws IOException {
        for (Path file : files()) {
            try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
                open.force(true); // The kernel keeps what is not on the disk yet.
            }
            PageCacheAdvice.drop(file);
        }
    }

    /** Deletes the pages of other objects than a share of them, on all nodes. */
    void keep(double share) throws IOException {
        List<Path> pages =
                files().stream().filter(file -> !object(file).isEmpty()).toList();
        List<String> objects =
                pages.stream().map(CacheDirectories::object).distinct().sorted().toList();
        List<String> kept = objects.subList(0, (int) Math.round(share * objects.size()));
        for (Path page : pages) {
            if (!kept.contains(object(page))) {
                Files.delete(page);
            }
        }
    }

    /** Makes other caches hold the same. */
    void copyTo(CacheDirectories others) throws IOException {
        for (Path file : files()) {
            Path copy = others.root().resolve(root.relativize(file).toString());
            Files.createDirectories(
                    copy.getParent(),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Files.copy(file, copy);
        }
    }

    /** The id of the object of a page; empty if the file is no page. */
    private static String object(Path file) {
        Matcher name = PAGE.matcher(file.getFileName().toString());
        return name.matches() ? name.group(1) : "";
    }

    private List<Path> files() throws IOException {
        if (!Files.exists(root)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
