package io.tiercel.linux;

import com.sun.jna.Native;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file opened for reading by the C library, which tells the number of its descriptor. Not thread-safe. */
final class NativeFile implements AutoCloseable {
    private final Path path;
    private int fd;

    private NativeFile(Path path, int fd) {
        this.path = path;
        this.fd = fd;
    }

    /** @throws NoSuchFileException if it does not exist (any more) */
    static NativeFile open(Path path) throws IOException {
        int fd = LibC.open(path.toString(), LibC.O_RDONLY | LibC.O_CLOEXEC);
        if (fd < 0) {
            int error = Native.getLastError();
            throw error == LibC.ENOENT
                    ? new NoSuchFileException(path.toString())
                    : LibC.failure("open", path.toString(), error);
        }
        return new NativeFile(path, fd);
    }

    int fd() {
        if (fd < 0) {
            throw new IllegalStateException(path + " is closed");
        }
        return fd;
    }

    @Override
    public void close() {
        if (fd >= 0) {
            LibC.close(fd);
            fd = -1;
        }
    }
}
