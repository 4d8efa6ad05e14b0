package io.tiercel.cachefs.store;

import io.tiercel.cache.SieveSweep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * {@link SieveSweep} over files: a file's modification time says when its page came. Marks and the hand are in memory that all processes
 * share. So a read costs no system call. If they are lost, pages count as unread.
 */
final class SieveEviction implements PageEviction {
    private final SharedMarks marks;
    private final SharedCounter hand;

    /** @param directory of the store */
    SieveEviction(Path directory) throws IOException {
        this.marks = new SharedMarks(directory.resolve("marks"));
        this.hand = new SharedCounter(directory.resolve("hand"));
    }

    @Override
    public void cameIn(PagedObject object, int page) {
        marks.take(object.id(), page); // Of a page that had been here before.
    }

    @Override
    public void used(Path file, String id, int page) {
        marks.set(id, page);
    }

    @Override
    public void makeRoom(List<HeldPage> pages, Predicate<HeldPage> isKept, long bytes, Consumer<HeldPage> evict) {
        hand.set(
                SieveSweep.sweep(new Files(pages, isKept), hand.get(), bytes, entry -> evict.accept(pages.get(entry))));
    }

    private final class Files implements SieveSweep.Entries {
        private final List<HeldPage> pages;
        private final Predicate<HeldPage> isKept;

        Files(List<HeldPage> pages, Predicate<HeldPage> isKept) {
            this.pages = pages;
            this.isKept = isKept;
        }

        @Override
        public int size() {
            return pages.size();
        }

        @Override
        public long bytes(int entry) {
            return pages.get(entry).bytes();
        }

        @Override
        public long stamp(int entry) {
            return pages.get(entry).stamp();
        }

        @Override
        public boolean isKept(int entry) {
            return isKept.test(pages.get(entry));
        }

        @Override
        public boolean takeMark(int entry) {
            return marks.take(pages.get(entry).id(), pages.get(entry).page());
        }
    }
}
