package io.tiercel.testkit;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Files of a directory in which daemons or tasks are at work. {@link Files#walk} fails there when a file goes while it looks: a
 * NodeManager deletes a task's directory, a DataNode moves a finished block, a cache renames a page.
 */
public final class LiveFiles {
    private LiveFiles() {}

    /**
     * All files at any depth that are fit, in order of their paths. Leaves out those that go meanwhile; a returned file may go
     * later.
     *
     * @return none if the directory does not exist
     * @throws IOException if a directory cannot be read for another reason
     */
    public static List<Path> below(Path directory, Predicate<Path> isFit) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (isFit.test(file)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                return afterFailure(failure);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                return failure == null ? FileVisitResult.CONTINUE : afterFailure(failure);
            }

            private static FileVisitResult afterFailure(IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        found.sort(null);
        return found;
    }

    /** All files whose names match a pattern, else as {@link #below}. */
    public static List<Path> named(String pattern, Path directory) throws IOException {
        return below(directory, file -> file.getFileName().toString().matches(pattern));
    }

    /** The finished pages of caches, else as {@link #below}. */
    public static List<Path> pages(Path directory) throws IOException {
        return named("[0-9a-f]{64}-\\d+", directory);
    }
}
