package io.tiercel.cachefs.store;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** How {@link Eviction} is done with files that several processes share. Thread-safe. */
interface PageEviction {
    /** A page has come in. Its file's modification time is now. */
    void cameIn(PagedObject object, int page);

    /** A page has been read. Costs next to nothing. @param id of its object */
    void used(Path file, String id, int page);

    /**
     * Makes room. One thread of all processes does so at a time.
     *
     * @param pages by stamp, the oldest first
     * @param isKept pages that stay
     * @param bytes that go, as far as there are pages that may go
     * @param evict is called with each page that goes
     */
    void makeRoom(List<HeldPage> pages, Predicate<HeldPage> isKept, long bytes, Consumer<HeldPage> evict);
}
