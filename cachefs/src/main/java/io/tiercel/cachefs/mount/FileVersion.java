package io.tiercel.cachefs.mount;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file as its file system describes it. Two that are equal, with the same modification time long past, have the same bytes.
 *
 * @param key of the file, whatever its name is; null if the file system has none
 */
record FileVersion(boolean isRegular, long length, FileTime modified, @Nullable Object key) {
    /**
     * Time after which a file counts as finished. Within it, a second change might leave the same modification time: file systems count
     * in steps of up to 2 s. And logs that grow while they are read stay with the stock stream, which allows it.
     */
    static final Duration SETTLED = Duration.ofSeconds(10);

    /** @return empty if there is no file */
    static Optional<FileVersion> of(Path path) throws IOException {
        try {
            BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
            return Optional.of(
                    new FileVersion(file.isRegularFile(), file.size(), file.lastModifiedTime(), file.fileKey()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** As the server of the mount says now: clients of NFS ask it when a file is opened, and may answer from memory otherwise. */
    static Optional<FileVersion> ofServer(Path path) throws IOException {
        try {
            Files.newByteChannel(path, StandardOpenOption.READ).close();
        } catch (IOException e) {
            // It may not be read any more, but it may be looked at.
        }
        return of(path);
    }

    boolean isSettled(Instant now) {
        return modified.toInstant().plus(SETTLED).isBefore(now);
    }

    /** Whether this is another file than before, under the same name. */
    boolean isOther(FileVersion before) {
        return key != null && before.key() != null && !key.equals(before.key());
    }
}
