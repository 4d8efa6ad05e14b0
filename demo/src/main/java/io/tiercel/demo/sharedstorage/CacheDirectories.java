package io.tiercel.demo.sharedstorage;

import io.tiercel.linux.PageCacheAdvice;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The caches of all nodes, while no application uses them: a directory for each node. */
public record CacheDirectories(Path root) {
    /** Each executor puts its node's address in. */
    private static final String NODE = "/${tiercel.testkit.address}";

    private static final Pattern PAGE = Pattern.compile("([0-9a-f]{64})-\\d+");

    /** The value of {@code spark.tiercel.cache.directory}. */
    public String applicationKey() {
        return root + NODE;
    }

    /** Has all pages read from the disk the next time. */
    public void dropFromMemory() throws IOException {
        for (Path file : pages()) {
            try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
                open.force(true); // The kernel keeps what is not on the disk yet.
            }
            PageCacheAdvice.drop(file);
        }
    }

    /** Deletes the pages of other objects than a share of them, on all nodes. */
    void keep(double share) throws IOException {
        List<Path> pages = pages();
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
        for (Path file : pages()) {
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

    /** Other files of a cache are its processes' own: these come and go, and a cache needs none of them. */
    private List<Path> pages() throws IOException {
        if (!Files.exists(root)) {
            return List.of();
        }
        List<Path> pages = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (!object(file).isEmpty()) {
                    pages.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE; // An executor that ends has just deleted it.
                }
                throw e;
            }
        });
        return pages;
    }
}
