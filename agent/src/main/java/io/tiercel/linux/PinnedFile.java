package io.tiercel.linux;

import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * A file mapped for locking in memory. Nobody reads through the mapping: readers go the storage's own way and find the pages
 * there. Closing unmaps it, which unlocks its pages and leaves them in the page cache, the kernel's to keep or to drop.
 *
 * <p>The mapping keeps the file's blocks on the device even when its last name is removed; {@link #stillAt} finds that out.
 * Locking is for one thread; closing is for any.
 */
public final class PinnedFile implements AutoCloseable {
    private final Path path;
    private final long length;
    private final Object fileKey;
    private final PageCacheQuery residency;
    private final NativeFile file;
    private Pointer address;

    private PinnedFile(Path path, NativeFile file, PageCacheQuery residency, BasicFileAttributes attributes)
            throws IOException {
        this.path = path;
        this.file = file;
        this.residency = residency;
        this.length = attributes.size();
        this.fileKey = Objects.requireNonNull(attributes.fileKey(), "a file system without inodes");
        this.address = length == 0 ? Pointer.NULL : map();
    }

    /**
     * Maps a file; nothing of it is locked yet.
     *
     * @param residency of the thread that will lock
     */
    public static PinnedFile map(Path path, PageCacheQuery residency) throws IOException {
        NativeFile file = NativeFile.open(path);
        try {
            return new PinnedFile(path, file, residency, ofDescriptor(file));
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    private static BasicFileAttributes ofDescriptor(NativeFile file) throws IOException {
        return Files.readAttributes(Path.of("/proc/self/fd/" + file.fd()), BasicFileAttributes.class);
    }

    private Pointer map() throws IOException {
        Pointer mapped =
                LibC.mmap(Pointer.NULL, size(length), LibC.PROT_READ, LibC.MAP_SHARED, file.fd(), new NativeLong(0));
        if (Pointer.nativeValue(mapped) == -1) {
            throw LibC.failure("mmap", path.toString());
        }
        return mapped;
    }

    /** Bytes of the file when it was mapped. */
    public long length() {
        return length;
    }

    /** What locking the file counts against the limit: whole pages. */
    public static long lockedBytes(long length) {
        return Pages.touchedBy(0, length) * Pages.SIZE;
    }

    /** Bytes of a range, which begins at a page, that are in memory. Not after {@link #finish}. */
    public long residentBytes(long offset, long count) throws IOException {
        return residency.of(file, offset, count);
    }

    /**
     * Locks a range, which begins at a page; what of it is not in memory is read.
     *
     * @throws LockRefusedException if this process may not lock so much
     */
    public synchronized void lock(long offset, long count) throws IOException {
        if (count <= 0) {
            return;
        }
        if (address == Pointer.NULL) {
            throw new IOException(path + " is unpinned already");
        }
        if (LibC.mlock(address.share(offset), size(count)) != 0) {
            int error = Native.getLastError();
            if (LockLimit.read().refuses(lockedBytes(count), error)) {
                throw new LockRefusedException(
                        LibC.failure("mlock", path.toString(), error).getMessage());
            }
            throw LibC.failure("mlock", path.toString(), error);
        }
    }

    /** Asks the kernel, once all is locked, how many of the file's bytes are in memory, and lets its descriptor go. */
    public long finish() throws IOException {
        try {
            return length == 0 ? 0 : residency.of(file, 0, length);
        } finally {
            file.close();
        }
    }

    /** Whether what is pinned is what the path names now, unchanged in length. */
    public boolean stillAt(Path where) {
        try {
            BasicFileAttributes now = Files.readAttributes(where, BasicFileAttributes.class);
            return fileKey.equals(now.fileKey()) && now.size() == length;
        } catch (IOException e) {
            return false;
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public synchronized void close() {
        file.close();
        if (address != Pointer.NULL) {
            LibC.munmap(address, size(length));
            address = Pointer.NULL;
        }
    }

    private static NativeLong size(long bytes) {
        return new NativeLong(bytes);
    }
}
