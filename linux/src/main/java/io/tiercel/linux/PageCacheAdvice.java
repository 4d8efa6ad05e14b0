package io.tiercel.linux;

import java.io.IOException;
import java.nio.file.Path;

/** Asks the kernel to drop files from the page cache ({@code posix_fadvise}). It keeps what is locked or not yet on the device. */
public final class PageCacheAdvice {
    private static final int DONTNEED = 4;
    private static final long TO_THE_END = 0;

    private PageCacheAdvice() {}

    /** @throws java.nio.file.NoSuchFileException if the file does not exist (any more) */
    public static void drop(Path path) throws IOException {
        try (NativeFile file = NativeFile.open(path)) {
            // Returns the error, unlike the other calls.
            int error = LibC.posix_fadvise(file.fd(), 0, TO_THE_END, DONTNEED);
            if (error != 0) {
                throw LibC.failure("posix_fadvise", path.toString(), error);
            }
        }
    }
}
