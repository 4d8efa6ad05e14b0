package io.tiercel.testkit.device;

import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import io.tiercel.testkit.device.CachedFile.PageCacheCalls;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Locks a mapped file in memory, piece by piece, at the bandwidth of the device that it lies on. */
public final class MappedBlock {
    private static final int PIECE = 128 << 10;
    private static final int ADVICE_RANDOM = 1;

    private MappedBlock() {}

    /**
     * Charges the device for pages that are not in memory, and locks them. Without the right to lock, the file is only read.
     *
     * @param mapped the file, from its beginning
     * @param length bytes
     */
    public static void lock(ByteBuffer mapped, long length, Path file, EmulatedDevice device) throws IOException {
        Pointer address = Native.getDirectBufferPointer(mapped);
        // Else the kernel reads ahead of what was charged.
        PageCacheCalls.INSTANCE.madvise(address, new NativeLong(length), ADVICE_RANDOM);
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            CachedFile cached = new CachedFile(open.getFD());
            cached.withoutReadahead();
            byte[] buffer = new byte[PIECE];
            for (long at = 0; at < length; at += PIECE) {
                int count = (int) Math.min(PIECE, length - at);
                device.deliver(cached.missingBytes(at, count), 0);
                if (PageCacheCalls.INSTANCE.mlock(address.share(at), new NativeLong(count)) != 0) {
                    open.seek(at);
                    open.readFully(buffer, 0, count);
                }
            }
        }
    }
}
