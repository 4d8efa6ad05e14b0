package io.tiercel.cachefs.store;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** A number that all processes of a machine share, by a file that they map into memory. */
final class SharedCounter {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer mapped;

    SharedCounter(Path file) throws IOException {
        this.mapped = MappedFile.of(file, Long.BYTES);
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
