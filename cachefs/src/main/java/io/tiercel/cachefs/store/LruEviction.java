package io.tiercel.cachefs.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Least recently used: a file's modification time says when its page was last used, to within {@link #TOUCH}. */
final class LruEviction implements PageEviction {
    /** A page that is used again within this time counts as used at the first time. */
    static final Duration TOUCH = Duration.ofSeconds(30);

    private final InstantSource time;

    LruEviction(InstantSource time) {
        this.time = time;
    }

    @Override
    public void cameIn(PagedObject object, int page) {}

    @Override
    public void used(Path file, String id, int page) {
        FileTime now = FileTime.from(time.instant());
        try {
            // Also if it is in the future: the clock has been set back.
            if (Math.abs(now.toMillis() - Files.getLastModifiedTime(file).toMillis()) > TOUCH.toMillis()) {
                Files.setLastModifiedTime(file, now);
            }
        } catch (IOException e) {
            // It has gone meanwhile, or the disk is read-only: the page was good.
        }
    }

    @Override
    public void makeRoom(List<HeldPage> pages, Predicate<HeldPage> isKept, long bytes, Consumer<HeldPage> evict) {
        long left = bytes;
        for (HeldPage page : pages) {
            if (left <= 0) {
                return;
            }
            if (!isKept.test(page)) {
                left -= page.bytes();
                evict.accept(page);
            }
        }
    }
}
