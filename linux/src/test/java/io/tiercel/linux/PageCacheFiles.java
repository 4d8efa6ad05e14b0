package io.tiercel.linux;

import com.sun.jna.Native;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files on the disk that holds the build, which the kernel can be asked to drop from memory. */
public final class PageCacheFiles {
    private static final int DONTNEED = 4;

    static {
        Native.register(PageCacheFiles.class, "c");
    }

    private PageCacheFiles() {}

    private static native int posix_fadvise(int fd, long offset, long length, int advice);

    /** A directory under the build's own, where files are on a disk; /tmp often is not. */
    public static Path directory() throws IOException {
        return Files.createTempDirectory(Path.of("target"), "files-").toAbsolutePath();
    }

    /** Written to the disk, and in memory. */
    public static Path write(Path file, int length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(length));
            channel.force(true);
        }
        return file;
    }

    /** Has the kernel drop what it may drop. */
    public static void evict(Path path) throws IOException {
        try (NativeFile file = NativeFile.open(path)) {
            if (posix_fadvise(file.fd(), 0, 0, DONTNEED) != 0) {
                throw new IOException("posix_fadvise failed");
            }
        }
    }
}
