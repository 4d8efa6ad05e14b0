package io.tiercel.cachefs.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Pages of objects in a directory of a local disk, a file each. Stateless as MixApart's cache (section 6): there is no log, and what it
 * holds is what files say. All processes of a machine that name the directory share it, while others come and go: a file appears whole
 * by a rename, and one process at a time makes room. A reader never sees bytes that its checksum does not prove.
 *
 * <p>A file's modification time says when its page was used or came, as {@link Eviction} needs it.
 *
 * <p>Thread-safe.
 */
public final class PageStore {
    /** A file whose time is later than now by this much has it from a clock that was set back. */
    private static final Duration CLOCK_STEP = Duration.ofSeconds(30);

    /** An unfinished file of this age belongs to a process that is gone. */
    private static final Duration ABANDONED = Duration.ofMinutes(10);

    /** Part of the budget that is left when room has been made. */
    private static final double KEPT = 0.9;

    /** Writers stop here if nobody makes room as fast as they write. */
    private static final double MOST = 1.05;

    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    /** Lock files of the directories in which this process makes room just now. */
    private static final Set<Path> SWEPT = ConcurrentHashMap.newKeySet();

    private final Path pages;
    private final Path unfinished;
    private final Path lock;
    private final long budget;
    private final InstantSource time;
    private final SharedCounter used;
    private final PageEviction eviction;
    private final PagePins pins;

    private PageStore(Path directory, long budget, Eviction eviction, InstantSource time) throws IOException {
        this.pages = directory.resolve("pages");
        this.unfinished = directory.resolve("unfinished");
        this.lock = directory.resolve("lock");
        this.budget = budget;
        this.time = time;
        for (Path each : new Path[] {directory, pages, unfinished}) {
            Files.createDirectories(each, PosixFilePermissions.asFileAttribute(OWNERS));
        }
        checkOwn(directory);
        this.used = new SharedCounter(directory.resolve("used"));
        this.eviction = eviction == Eviction.LRU ? new LruEviction(time) : new SieveEviction(directory);
        this.pins = new PagePins(directory, unfinished, time);
    }

    /** Checksums are no signature: another user who may write here could plant pages. */
    private void checkOwn(Path directory) throws IOException {
        Path probe = Files.createTempFile(unfinished, "owner", "");
        try {
            for (Path each : new Path[] {directory, pages, unfinished}) {
                Set<PosixFilePermission> others = EnumSet.copyOf(Files.getPosixFilePermissions(each));
                others.removeAll(OWNERS);
                if (!others.isEmpty() || !Files.getOwner(each).equals(Files.getOwner(probe))) {
                    throw new IOException(each + ": expected a directory that only this user may read and write");
                }
            }
        } finally {
            Files.delete(probe);
        }
    }

    /**
     * Opens a directory, and makes it if need be, for its owner alone. Counts what is there, unless another process does just now.
     *
     * @param budget most bytes, of all processes together
     * @param eviction which pages go if this process makes room
     * @throws IOException if nobody can write there
     */
    public static PageStore open(Path directory, long budget, Eviction eviction, InstantSource time)
            throws IOException {
        PageStore store = new PageStore(directory, budget, eviction, time);
        store.makeRoom(budget);
        return store;
    }

    private Path file(PagedObject object, int page) {
        return PageFiles.of(pages, object.id(), page);
    }

    private static long sizeOf(PagedObject object, int page) {
        return PageFile.HEADER_BYTES + object.length(page);
    }

    public boolean has(PagedObject object, int page) {
        return Files.exists(file(object, page));
    }

    /**
     * Reads a page.
     *
     * @param into is cleared, filled, and flipped; must have the page's length at least. Its content is lost in any case
     * @return whether the page is here
     * @throws DamagedPageException if it was, but not as it was written; it is deleted
     * @throws IOException if the disk fails
     */
    public boolean read(PagedObject object, int page, ByteBuffer into) throws IOException {
        Path file = file(object, page);
        try {
            if (PageFile.read(file, object, page, into)) {
                eviction.used(file, object.id(), page);
                return true;
            }
        } catch (NoSuchFileException e) {
            return false;
        }
        if (Files.deleteIfExists(file)) {
            used.add(-sizeOf(object, page)); // As it was counted, whatever is left of it.
        }
        throw new DamagedPageException(file);
    }

    /**
     * A page's file, as it is. The caller checks it.
     *
     * @param id of the object; any text
     * @param page any number
     * @return null if it is not here
     */
    public @Nullable FileChannel open(String id, int page) throws IOException {
        if (!PageFiles.isName(id, page)) {
            return null; // No name that this store gives.
        }
        Path file = PageFiles.of(pages, id, page);
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            eviction.used(file, id, page);
            return channel;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /**
     * Keeps a page. Does nothing if it is here, or if the budget is spent and others make room just now.
     *
     * @param bytes as many as the page has
     * @return whether it is here now
     * @throws IOException if the disk is full, or fails
     */
    public boolean write(PagedObject object, int page, byte[] bytes) throws IOException {
        if (bytes.length != object.length(page)) {
            throw new IllegalArgumentException("page " + page + " of " + object + ": expected " + object.length(page)
                    + " bytes, got " + bytes.length);
        }
        if (has(object, page)) {
            return true;
        }
        long size = sizeOf(object, page);
        if (used.get() + size > budget) {
            makeRoom((long) (KEPT * budget) - size);
            if (used.get() + size > MOST * budget) {
                return false;
            }
        }
        Path target = file(object, page);
        // Exclusive: processes in different containers may have one id.
        Path fresh = Files.createTempFile(unfinished, "page", "");
        try {
            PageFile.write(fresh, object, page, bytes);
            Files.setLastModifiedTime(fresh, FileTime.from(time.instant()));
            Files.createDirectories(target.getParent());
            eviction.cameIn(object, page);
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
        used.add(size);
        return true;
    }

    /**
     * Keeps pages that planned tasks are going to read from being evicted, by any process: for a minute, unless this is repeated. They
     * may take three quarters of the budget, of all owners together.
     *
     * @param owner an application. Replaces what it has pinned before, by any process
     * @param wanted by the objects' ids, those first that matter most; whether they are here or not
     */
    public void pin(String owner, Map<String, BitSet> wanted) throws IOException {
        pins.pin(owner, wanted);
    }

    /** Deletes a page whose file does not hold what was written. @param id of the object */
    public void dropDamaged(String id, int page) throws IOException {
        delete(PageFiles.of(pages, id, page));
    }

    /** Deletes the pages of other versions of an object. */
    public void dropOtherVersions(PagedObject object) throws IOException {
        drop(object.idOfAnyVersion(), id -> !id.equals(object.id()));
    }

    /**
     * Deletes the pages of all versions of an object.
     *
     * @param name see {@link PagedObject#name}; what follows its digits does not count
     * @return how many there were
     */
    public int drop(String name) throws IOException {
        return drop(name.substring(0, PagedObject.NAME_DIGITS), id -> true);
    }

    /** @param beginning of the ids that may be dropped */
    private int drop(String beginning, Predicate<String> isDropped) throws IOException {
        Path directory = PageFiles.directory(pages, beginning);
        List<Path> dropped = new ArrayList<>();
        if (Files.exists(directory)) {
            PageFiles.forEach(directory, page -> {
                if (page.id().startsWith(beginning) && isDropped.test(page.id())) {
                    dropped.add(page.file());
                }
            });
        }
        for (Path file : dropped) {
            delete(file);
        }
        return dropped.size();
    }

    private void delete(Path file) throws IOException {
        long size;
        try {
            size = Files.size(file);
        } catch (NoSuchFileException e) {
            return;
        }
        if (Files.deleteIfExists(file)) {
            used.add(-size);
        }
    }

    /**
     * Counts all pages, and deletes some until the others fit. Does nothing if another process is at it.
     *
     * @param most bytes that may be left
     */
    private void makeRoom(long most) throws IOException {
        if (!SWEPT.add(lock)) {
            return; // Another thread is at it. It must not even open the file: closing it would end that thread's lock.
        }
        try {
            makeRoomAlone(most);
        } finally {
            SWEPT.remove(lock);
        }
    }

    private void makeRoomAlone(long most) throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock mine = channel.tryLock()) {
            if (mine == null) {
                return;
            }
            deleteAbandoned();
            long before = used.get();
            List<HeldPage> all = held();
            // Pages that others write meanwhile may count twice until the next time, and never not at all.
            used.add(all.stream().mapToLong(HeldPage::bytes).sum() - before);
            if (used.get() > most) {
                evict(all, used.get() - most);
            }
        } catch (OverlappingFileLockException e) {
            // Another class loader of this process is at it.
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void evict(List<HeldPage> all, long bytes) throws IOException {
        eviction.makeRoom(all, pins.kept(all, budget), bytes, page -> {
            try {
                delete(page.file());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private void deleteAbandoned() throws IOException {
        long before = time.instant().minus(ABANDONED).toEpochMilli();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(unfinished)) {
            for (Path file : files) {
                try {
                    if (Files.getLastModifiedTime(file).toMillis() < before) {
                        Files.deleteIfExists(file);
                    }
                } catch (NoSuchFileException e) {
                    // It is finished.
                }
            }
        }
    }

    private List<HeldPage> held() throws IOException {
        return PageFiles.byStamp(
                pages, FileTime.from(time.instant().plus(CLOCK_STEP)).to(TimeUnit.NANOSECONDS));
    }

    /** Bytes of all pages in a directory, by looking at every file; 0 if there is no such directory. */
    public static long bytesIn(Path directory) throws IOException {
        AtomicLong bytes = new AtomicLong();
        PageFiles.forEach(directory.resolve("pages"), page -> bytes.addAndGet(page.bytes()));
        return bytes.get();
    }

    /** The pages that are here, by the objects' ids. Looks at every file's name. */
    public Map<String, BitSet> contents() throws IOException {
        Map<String, BitSet> contents = new HashMap<>();
        PageFiles.forEach(pages, page -> contents.computeIfAbsent(page.id(), id -> new BitSet())
                .set(page.page()));
        return contents;
    }

    /** Bytes that all processes hold here, as far as they have counted. */
    public long usedBytes() {
        return used.get();
    }
}
