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
 * in memory. Closing unmaps it, which unlocks its pages and leaves them in the page cache, the kernel's to keep or to drop.
 *
 * <p>The mapping keeps the file's blocks on the device even when its last name is removed; {@link #isStillAt} finds that out.
 * Locking is for one thread; closing is for any.
 */
public final class PinnedFile implements AutoCloseable {
    private final Path path;
    private final long length;
    private final Object fileKey;
    private final PageCacheQuery query;
    private final NativeFile file;
    private Pointer address;

    private PinnedFile(Path path, NativeFile file, PageCacheQuery query, BasicFileAttributes attributes)
            throws IOException {
        this.path = path;
        this.file = file;
        this.query = query;
        this.length = attributes.size();
        this.fileKey = Objects.requireNonNull(attributes.fileKey(), "a file system without inodes");
        this.address = length == 0 ? Pointer.NULL : map();
    }

    /** @param query of the thread that will lock; nothing is locked yet */
    public static PinnedFile map(Path path, PageCacheQuery query) throws IOException {
        NativeFile file = NativeFile.open(path);
        try {
            Path open = Path.of("/proc/self/fd/" + file.fd());
            return new PinnedFile(path, file, query, Files.readAttributes(open, BasicFileAttributes.class));
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
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

    /** Bytes that locking a file of that length counts against the limit: whole pages. */
    public static long lockedBytes(long length) {
        return Pages.touchedBy(0, length) * Pages.SIZE;
    }

    /** Bytes in memory of a range that begins at a page. Not after {@link #finish}. */
    public long residentBytes(long offset, long count) throws IOException {
        return query.residentBytes(file, offset, count);
    }

    /**
     * Locks a range that begins at a page; the kernel reads what is not in memory.
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

    /** Returns how many of the file's bytes are in memory, and closes the file; its locks stay. */
    public long finish() throws IOException {
        try {
            return length == 0 ? 0 : query.residentBytes(file, 0, length);
        } finally {
            file.close();
        }
    }

    /** Whether the path still names the pinned file, unchanged in length. */
    public boolean isStillAt(Path where) {
        try {
            BasicFileAttributes now = Files.readAttributes(where, BasicFileAttributes.class);
            return fileKey.equals(now.fileKey()) && now.size() == length;
        } catch (IOException e) {
            return false;
        }
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

    public static final class LockRefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        LockRefusedException(String message) {
            super(message);
        }
    }
}
