package io.tiercel.testkit.device;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** A file in which a DataNode keeps a block. */
final class BlockFile {
    private static final Pattern NAME = Pattern.compile("blk_\\d+");
    private static final int ATTEMPTS = 3;

    private BlockFile() {}

    static boolean is(Path file) {
        return NAME.matcher(file.getFileName().toString()).matches();
    }

    @FunctionalInterface
    private interface Use {
        long of(CachedFile file, long length) throws IOException;
    }

    /** Drops the file from memory and returns how many of its bytes are there nevertheless; 0 if it is gone meanwhile. */
    static long evict(Path path) throws IOException {
        return use(path, "drop it from memory", (file, length) -> {
            long resident = length;
            // A page that is under read or write-back at that moment is left alone by the kernel; it goes the next
            // time.
            for (int i = 0; i < ATTEMPTS && resident > 0; i++) {
                file.evict(length);
                resident = file.residentBytes(length);
            }
            return resident;
        });
    }

    /** Bytes of the file that are in memory; 0 if it is gone meanwhile. */
    static long residentBytes(Path path) throws IOException {
        return use(path, "ask what of it is in memory", CachedFile::residentBytes);
    }

    private static long use(Path path, String what, Use use) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long length = file.length();
            return length == 0 ? 0 : use.of(new CachedFile(file.getFD()), length);
        } catch (IOException e) {
            if (!Files.exists(path)) {
                return 0;
            }
            throw new IOException(path + ": cannot " + what + ": " + e.getMessage(), e);
        }
    }
}
