package io.tiercel.cachefs.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that processes of a machine map into memory, and share so. */
final class MappedFile {
    private MappedFile() {}

    /** The file's first bytes. A file that is shorter gets zeros. */
    static ByteBuffer of(Path file, int bytes) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long size = channel.size();
            if (size < bytes) {
                // Written, not left empty: on a full disk a write fails here, and not as a signal when the memory is
                // used.
                ByteBuffer zeros = ByteBuffer.allocate(Math.toIntExact(bytes - size));
                while (zeros.hasRemaining()) {
                    channel.write(zeros, size + zeros.position());
                }
            }
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
        }
    }
}
