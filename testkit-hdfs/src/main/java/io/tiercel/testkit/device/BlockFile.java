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

    /** Drops the file from memory and returns how many of its bytes are there nevertheless; 0 if it is gone meanwhile. */
    static long evict(Path path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            CachedFile cached = new CachedFile(file.getFD());
            long resident = file.length();
            // A page that is under read or write-back at that moment is left alone by the kernel; it goes the next
            // time.
            for (int i = 0; i < ATTEMPTS && resident > 0; i++) {
                cached.evict(file.length());
                resident = cached.residentBytes(file.length());
            }
            return resident;
        } catch (IOException e) {
            if (!Files.exists(path)) {
                return 0;
            }
            throw new IOException("cannot drop " + path + " from memory: " + e.getMessage(), e);
        }
    }
}
