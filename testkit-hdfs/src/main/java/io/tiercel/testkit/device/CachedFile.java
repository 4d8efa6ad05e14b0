package io.tiercel.testkit.device;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import io.tiercel.linux.PageCacheQuery;
import io.tiercel.testkit.device.EmulatedDeviceStream.PageResidency;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * An open file as the kernel's page cache sees it (Linux). Only the file's owner gets the truth ({@link PageCacheQuery}).
 *
 * <p>Needs {@code --add-opens java.base/java.io=ALL-UNNAMED} for the number of the descriptor. Not thread-safe.
 */
public final class CachedFile implements PageResidency {
    private static final int PAGE = 4096;
    private static final int FADV_RANDOM = 1;
    private static final int FADV_DONTNEED = 4;
    private static final int ADVICE_RANDOM = 1;
    /** Bytes locked at once. */
    private static final int PIECE = 128 << 10;

    private final FileDescriptor descriptor;
    private final int fd;
    private final PageCacheQuery query = new PageCacheQuery();

    public CachedFile(FileDescriptor descriptor) throws IOException {
        this.descriptor = descriptor;
        this.fd = number(descriptor);
    }

    /** Switches the kernel's readahead off for this descriptor: a read then fetches what it asks for and no more. */
    public void withoutReadahead() throws IOException {
        check(PageCacheCalls.INSTANCE.posix_fadvise(fd, 0, 0, FADV_RANDOM), "posix_fadvise(RANDOM)");
    }

    @Override
    public long missingBytes(long offset, long length) throws IOException {
        PageCacheQuery.CachedPages pages = query.pages(fd, offset, length);
        return Math.min(length, (pages.touched() - pages.resident()) * PAGE);
    }

    /** Bytes of the file, in whole pages, that are in memory. */
    public long residentBytes(long fileLength) throws IOException {
        return fileLength == 0 ? 0 : query.pages(fd, 0, fileLength).resident() * PAGE;
    }

    /** Drops the file from memory, after writing what the device does not have yet. */
    public void evict(long fileLength) throws IOException {
        if (fileLength > 0 && query.pages(fd, 0, fileLength).unwritten() > 0) {
            descriptor.sync();
        }
        check(PageCacheCalls.INSTANCE.posix_fadvise(fd, 0, 0, FADV_DONTNEED), "posix_fadvise(DONTNEED)");
    }

    /**
     * Locks a mapped file in memory, piece by piece, after charging its device for pages that are not there. Without the right to
     * lock, the file is only read.
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

    private static void check(int failed, String call) throws IOException {
        if (failed != 0) {
            throw new IOException(call + " failed with error " + (failed > 0 ? failed : Native.getLastError()));
        }
    }

    private static int number(FileDescriptor descriptor) throws IOException {
        try {
            Field number = FileDescriptor.class.getDeclaredField("fd");
            number.setAccessible(true);
            return number.getInt(descriptor);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IOException(
                    "cannot see file descriptors; start java with --add-opens java.base/java.io=ALL-UNNAMED", e);
        }
    }

    /** The C library's calls on the page cache; each returns as the manual says and leaves {@link Native#getLastError()}. */
    private interface PageCacheCalls extends Library {
        PageCacheCalls INSTANCE = Native.load("c", PageCacheCalls.class);

        int posix_fadvise(int fd, long offset, long length, int advice);

        int madvise(Pointer address, NativeLong length, int advice);

        int mlock(Pointer address, NativeLong length);
    }
}
