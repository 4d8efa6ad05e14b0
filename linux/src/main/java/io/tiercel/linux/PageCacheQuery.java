package io.tiercel.linux;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Asks the kernel how much of a file is in the page cache: {@code cachestat} (Linux 6.5 and later), else {@code mincore}. Only the
 * file's owner and root get the truth. Others get an error from the first and "everything" from the second (mm/mincore.c,
 * can_do_mincore), so this must run in a process that owns the files.
 *
 * <p>It costs about 1 ms for each resident GB, and next to nothing for the rest. Not thread-safe: one for each thread.
 */
public final class PageCacheQuery {
    private static volatile boolean cachestatMissing;

    /**
     * Pages of a range.
     *
     * @param touched all that the range touches
     * @param resident in memory
     * @param unwritten in memory and not yet on the device; with {@code mincore}, which does not know, all resident ones
     */
    public record CachedPages(long touched, long resident, long unwritten) {}

    // struct cachestat_range and struct cachestat of linux/mman.h
    private final Memory range = new Memory(2 * Long.BYTES);
    private final Memory answer = new Memory(5 * Long.BYTES);
    private final boolean mincoreOnly;

    public PageCacheQuery() {
        this(false);
    }

    /** @param mincoreOnly as on a kernel without cachestat */
    PageCacheQuery(boolean mincoreOnly) {
        this.mincoreOnly = mincoreOnly;
    }

    /**
     * Bytes in memory of a file.
     *
     * @throws java.nio.file.NoSuchFileException if the file does not exist (any more)
     */
    public long residentBytes(Path path, long length) throws IOException {
        try (NativeFile file = NativeFile.open(path)) {
            return residentBytes(file, 0, length);
        }
    }

    /** Bytes in memory of a range that begins at a page and ends at one or at the file's end. */
    long residentBytes(NativeFile file, long offset, long length) throws IOException {
        return length <= 0 ? 0 : Pages.bytes(pages(file.fd(), offset, length).resident(), length);
    }

    /** The pages of an open file that a range touches; its length is above 0. */
    public CachedPages pages(int fd, long offset, long length) throws IOException {
        long first = Pages.floor(offset);
        long whole = Pages.touchedBy(offset, length) * Pages.SIZE;
        return mincoreOnly || cachestatMissing ? mincore(fd, first, whole) : cachestat(fd, first, whole);
    }

    private CachedPages cachestat(int fd, long offset, long length) throws IOException {
        range.setLong(0, offset);
        range.setLong(Long.BYTES, length);
        long failed = LibC.syscall(LibC.CACHESTAT, fd, range, answer, 0).longValue();
        if (failed == 0) {
            long unwritten = answer.getLong(Long.BYTES) + answer.getLong(2 * Long.BYTES);
            return new CachedPages(length / Pages.SIZE, answer.getLong(0), unwritten);
        }
        int error = Native.getLastError();
        // EPERM is the answer of sandboxes that do not know the call.
        if (error != LibC.ENOSYS && error != LibC.EPERM) {
            throw LibC.failure("cachestat", "a file", error);
        }
        cachestatMissing = true;
        return mincore(fd, offset, length);
    }

    private static CachedPages mincore(int fd, long offset, long length) throws IOException {
        NativeLong size = new NativeLong(length);
        Pointer mapped = LibC.mmap(Pointer.NULL, size, LibC.PROT_READ, LibC.MAP_SHARED, fd, new NativeLong(offset));
        if (Pointer.nativeValue(mapped) == -1) {
            throw LibC.failure("mmap", "a file");
        }
        try (Memory flags = new Memory(length / Pages.SIZE)) {
            if (LibC.mincore(mapped, size, flags) != 0) {
                throw LibC.failure("mincore", "a file");
            }
            long resident = 0;
            for (byte flag : flags.getByteArray(0, (int) flags.size())) {
                resident += flag & 1;
            }
            return new CachedPages(length / Pages.SIZE, resident, resident);
        } finally {
            LibC.munmap(mapped, size);
        }
    }
}
