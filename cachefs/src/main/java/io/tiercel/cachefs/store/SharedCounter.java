package io.tiercel.cachefs.store;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A number that all processes of a machine share, by a file that they map into memory. */
final class SharedCounter {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer mapped;

    SharedCounter(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (channel.size() < Long.BYTES) {
                // Written, not left empty: on a full disk a write fails here, and not as a signal when the memory is
                // used.
                channel.write(ByteBuffer.allocate(Long.BYTES), 0);
            }
            mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
        }
    }

    long get() {
        return (long) LONGS.getVolatile(mapped, 0);
    }

    void set(long value) {
        LONGS.setVolatile(mapped, 0, value);
    }

    void add(long delta) {
        LONGS.getAndAdd(mapped, 0, delta);
    }
}
