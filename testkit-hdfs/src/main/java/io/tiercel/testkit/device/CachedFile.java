package io.tiercel.testkit.device;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.reflect.Field;

/**
 * An open file as the kernel's page cache sees it (Linux). Residency comes from {@code cachestat} (6.5 and later), else
 * from {@code mincore}; both tell the truth to the file's owner only.
 *
 * <p>Needs {@code --add-opens java.base/java.io=ALL-UNNAMED} for the number of the descriptor. Not thread-safe.
 */
public final class CachedFile implements PageResidency {
    private static final int PAGE = 4096;
    private static final NativeLong CACHESTAT = new NativeLong(451);
    private static final int ENOSYS = 38;
    private static final int EPERM = 1;
    private static final int FADV_RANDOM = 1;
    private static final int FADV_DONTNEED = 4;
    private static final int PROT_READ = 1;
    private static final int MAP_SHARED = 1;

    private static volatile boolean cachestatMissing;

    /** Pages of a range that are in memory, and of those, the ones that the device does not have yet. */
    record Pages(long resident, long unwritten) {}

    private final FileDescriptor descriptor;
    private final int fd;
    // struct cachestat_range and struct cachestat of linux/mman.h
    private final Memory range = new Memory(2 * Long.BYTES);
    private final Memory answer = new Memory(5 * Long.BYTES);

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
        long missingPages = pagesOf(offset, length) - pages(offset, length).resident();
        return Math.min(length, missingPages * PAGE);
    }

    /** Bytes of the file, in whole pages, that are in memory. */
    public long residentBytes(long fileLength) throws IOException {
        return fileLength == 0 ? 0 : pages(0, fileLength).resident() * PAGE;
    }

    /** Drops the file from memory, after writing what the device does not have yet. */
    public void evict(long fileLength) throws IOException {
        if (fileLength > 0 && pages(0, fileLength).unwritten() > 0) {
            descriptor.sync();
        }
        check(PageCacheCalls.INSTANCE.posix_fadvise(fd, 0, 0, FADV_DONTNEED), "posix_fadvise(DONTNEED)");
    }

    static long pagesOf(long offset, long length) {
        return (offset + length - 1) / PAGE - offset / PAGE + 1;
    }

    private Pages pages(long offset, long length) throws IOException {
        long first = offset / PAGE * PAGE;
        long whole = pagesOf(offset, length) * PAGE;
        return cachestatMissing ? mincore(first, whole) : cachestat(first, whole);
    }

    private Pages cachestat(long offset, long length) throws IOException {
        range.setLong(0, offset);
        range.setLong(Long.BYTES, length);
        long failed = PageCacheCalls.INSTANCE
                .syscall(CACHESTAT, new NativeLong(fd), range, answer, new NativeLong(0))
                .longValue();
        if (failed == 0) {
            return new Pages(answer.getLong(0), answer.getLong(Long.BYTES) + answer.getLong(2 * Long.BYTES));
        }
        int error = Native.getLastError();
        if (error != ENOSYS && error != EPERM) {
            throw new IOException("cachestat failed with error " + error);
        }
        cachestatMissing = true;
        return mincore(offset, length);
    }

    /** Cannot tell written pages from others: all that are resident count as unwritten. */
    private Pages mincore(long offset, long length) throws IOException {
        Pointer mapped = PageCacheCalls.INSTANCE.mmap(
                Pointer.NULL, new NativeLong(length), PROT_READ, MAP_SHARED, fd, new NativeLong(offset));
        if (Pointer.nativeValue(mapped) == -1) {
            throw new IOException("mmap failed with error " + Native.getLastError());
        }
        try {
            byte[] flags = new byte[(int) (length / PAGE)];
            check(PageCacheCalls.INSTANCE.mincore(mapped, new NativeLong(length), flags), "mincore");
            long resident = 0;
            for (byte flag : flags) {
                resident += flag & 1;
            }
            return new Pages(resident, resident);
        } finally {
            PageCacheCalls.INSTANCE.munmap(mapped, new NativeLong(length));
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
}
