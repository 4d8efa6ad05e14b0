package io.tiercel.cachefs.store;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * A mark for each page, in a file that all processes of a machine map into memory. Pages share {@link #MARKS} bits by a hash. If another
 * page sets a page's bit, the page stays for one more round.
 */
final class SharedMarks {
    /** 512 KiB. Of a million pages a fifth share their bit with another one. */
    private static final int MARKS = 1 << 22;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer mapped;

    SharedMarks(Path file) throws IOException {
        this.mapped = MappedFile.of(file, MARKS / Byte.SIZE);
    }

    /** The bits of an object's pages lie side by side, so that reading many of them touches little memory. */
    private static int bit(String id, int page) {
        return (id.hashCode() * 0x9E3779B9 + page) & (MARKS - 1);
    }

    void set(String id, int page) {
        int bit = bit(id, page);
        long mask = 1L << bit; // Of its last six bits.
        if (((long) LONGS.getVolatile(mapped, at(bit)) & mask) == 0) {
            LONGS.getAndBitwiseOr(mapped, at(bit), mask);
        }
    }

    /** Takes a page's mark. @return whether it had one */
    boolean take(String id, int page) {
        int bit = bit(id, page);
        long mask = 1L << bit;
        return ((long) LONGS.getAndBitwiseAnd(mapped, at(bit), ~mask) & mask) != 0;
    }

    /** Position of the long that has the bit. */
    private static int at(int bit) {
        return bit / Long.SIZE * Long.BYTES;
    }
}
