package io.tiercel.cachefs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every store does, whichever pages go first. */
abstract class PageStoreContract {
    static final int PAGE = 1000;
    static final int FILE = PAGE + PageFile.HEADER_BYTES;

    @TempDir
    Path directory;

    Instant now = Instant.parse("2026-01-01T00:00:00Z");

    PageStore open(long budget) throws IOException {
        return PageStore.open(directory.resolve("cache"), budget, eviction(), () -> now);
    }

    abstract Eviction eviction();

    static PagedObject object(String key) {
        return new PagedObject(new ObjectVersion("bucket", key, "tag", 10_500), PAGE);
    }

    static byte[] page(PagedObject object, int page) {
        byte[] bytes = new byte[object.length(page)];
        new Random(31L * object.hashCode() + page).nextBytes(bytes);
        return bytes;
    }

    static void write(PageStore store, PagedObject object, int page) throws IOException {
        assertThat(store.write(object, page, page(object, page))).isTrue();
    }

    Path file(PagedObject object, int page) {
        return directory.resolve("cache/pages/" + object.id().substring(0, 3) + "/" + object.id() + "-" + page);
    }

    @Test
    void anObjectHasPagesOfOneSizeAndAShorterLastOne() {
        PagedObject object = object("a");
        assertThat(object.pages()).isEqualTo(11);
        assertThat(object.length(0)).isEqualTo(PAGE);
        assertThat(object.length(10)).isEqualTo(500);
        assertThat(object.pageAt(10_499)).isEqualTo(10);
    }

    @Test
    void anotherContentIsAnotherObject() {
        List<ObjectVersion> versions = List.of(
                new ObjectVersion("bucket", "a", "tag", 10),
                new ObjectVersion("bucketa", "", "tag", 10),
                new ObjectVersion("bucket", "a", "tag2", 10),
                new ObjectVersion("bucket", "a", "tag", 11));
        assertThat(versions.stream().map(version -> new PagedObject(version, PAGE).id()))
                .doesNotHaveDuplicates();
        assertThat(new PagedObject(versions.get(0), PAGE + 1).id())
                .isNotEqualTo(new PagedObject(versions.get(0), PAGE).id());
    }

    @Test
    void whatIsWrittenIsReadAlsoByTheNextProcess() throws IOException {
        write(open(1 << 20), object("a"), 0);
        PageStore next = open(1 << 20);
        write(next, object("a"), 10);
        assertThat(Pages.read(next, object("a"), 0)).isEqualTo(page(object("a"), 0));
        assertThat(Pages.read(next, object("a"), 10)).isEqualTo(page(object("a"), 10));
        assertThat(Pages.read(next, object("a"), 1)).isNull();
        assertThat(next.usedBytes()).isEqualTo(FILE + 500 + PageFile.HEADER_BYTES);
        BitSet both = new BitSet();
        both.set(0);
        both.set(10);
        assertThat(next.contents()).isEqualTo(Map.of(object("a").id(), both));
    }

    /** Every byte of the file counts: its header's too. */
    @Test
    void aPageWithOneWrongBitIsNeverServed() throws IOException {
        PageStore store = open(1 << 20);
        PagedObject object = object("a");
        for (int bit = 0; bit < 8 * FILE; bit += 61) {
            write(store, object, 0);
            byte[] bytes = Files.readAllBytes(file(object, 0));
            bytes[bit / 8] ^= (byte) (1 << (bit % 8));
            Files.write(file(object, 0), bytes);
            assertThatThrownBy(() -> Pages.read(store, object, 0))
                    .as("bit %s", bit)
                    .isInstanceOf(DamagedPageException.class)
                    .hasMessageContaining(file(object, 0).toString());
            assertThat(Pages.read(store, object, 0)).isNull();
            assertThat(store.usedBytes()).isZero();
        }
    }

    @Test
    void aTornAndAForeignPageAreNeverServed() throws IOException {
        PageStore store = open(1 << 20);
        PagedObject object = object("a");
        write(store, object, 0);
        byte[] whole = Files.readAllBytes(file(object, 0));
        for (int length : new int[] {0, 10, PageFile.HEADER_BYTES, FILE - 1}) {
            Files.write(file(object, 0), java.util.Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> Pages.read(store, object, 0)).isInstanceOf(DamagedPageException.class);
        }
        write(store, object, 1);
        Files.copy(file(object, 1), file(object, 2));
        assertThatThrownBy(() -> Pages.read(store, object, 2)).isInstanceOf(DamagedPageException.class);
    }

    @Test
    void theOldestUnusedPagesGoFirst() throws IOException {
        PageStore store = open(10L * FILE);
        PagedObject object = object("a");
        for (int page = 0; page < 10; page++) {
            write(store, object, page);
            now = now.plusSeconds(60);
        }
        Pages.read(store, object, 0);
        write(store, object("b"), 0);
        assertThat(IntStream.range(0, 10).filter(page -> store.has(object, page)))
                .as("room is made for a tenth of the budget")
                .containsExactly(0, 3, 4, 5, 6, 7, 8, 9);
        assertThat(store.usedBytes()).isEqualTo(9L * FILE);
    }

    /** Else they would stay until the clock is there again, and every new page would go in their stead. */
    @Test
    void pagesOfAFutureThatAClockHasLeftGoFirstUnlessTheyAreUsed() throws IOException {
        PageStore store = open(10L * FILE);
        PagedObject object = object("a");
        now = now.plus(Duration.ofDays(400));
        for (int page = 0; page < 9; page++) {
            write(store, object, page);
        }
        now = now.minus(Duration.ofDays(400));
        Pages.read(store, object, 4);
        write(store, object("b"), 0);
        write(store, object("b"), 1);
        assertThat(store.has(object, 4)).isTrue();
        assertThat(store.has(object("b"), 0)).isTrue();
        assertThat(store.has(object("b"), 1)).isTrue();
        assertThat(store.usedBytes()).isEqualTo(9L * FILE).isEqualTo(PageStore.bytesIn(directory.resolve("cache")));
    }

    @Test
    void aDirectoryThatIsNotThereHoldsNothing() throws IOException {
        assertThat(PageStore.bytesIn(directory.resolve("nowhere"))).isZero();
    }

    @Test
    void whatIsTooMuchWhenTheCacheIsOpenedGoesThen() throws IOException {
        PageStore store = open(100L * FILE);
        for (int page = 0; page < 10; page++) {
            write(store, object("a"), page);
            now = now.plusSeconds(60);
        }
        assertThat(open(4L * FILE).usedBytes()).isEqualTo(4L * FILE);
        assertThat(store.has(object("a"), 5)).isFalse();
        assertThat(store.has(object("a"), 6)).isTrue();
    }

    @Test
    void onlyOldUnfinishedFilesAreRemoved() throws IOException {
        open(1 << 20);
        Path old = Files.createFile(directory.resolve("cache/unfinished/1-1"));
        Files.setLastModifiedTime(old, FileTime.from(now.minusSeconds(3600)));
        Path young = Files.createFile(directory.resolve("cache/unfinished/1-2"));
        Files.setLastModifiedTime(young, FileTime.from(now.minusSeconds(60)));
        open(1 << 20);
        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }

    @Test
    void droppedAreAllPagesOfOneObjectOrAllButThoseOfOneVersion() throws IOException {
        PageStore store = open(1 << 20);
        PagedObject old = new PagedObject(new ObjectVersion("bucket", "a", "old", 3000), 1000);
        PagedObject present = new PagedObject(new ObjectVersion("bucket", "a", "present", 2500), 1000);
        PagedObject smaller = new PagedObject(new ObjectVersion("bucket", "a", "old", 3000), 500);
        PagedObject other = new PagedObject(new ObjectVersion("bucket", "b", "old", 3000), 1000);
        List<PagedObject> all = List.of(old, present, smaller, other);
        for (PagedObject object : all) {
            write(store, object, 0);
            write(store, object, 2);
        }
        store.dropOtherVersions(present);
        assertThat(all)
                .filteredOn(object -> store.has(object, 0) && store.has(object, 2))
                .containsExactly(present, smaller, other);
        assertThat(store.contents()).hasSize(3);

        assertThat(store.drop(PagedObject.name("bucket", "a"))).isEqualTo(4);
        assertThat(store.contents().keySet()).containsExactly(other.id());
        assertThat(store.usedBytes()).isEqualTo(PageStore.bytesIn(directory.resolve("cache")));
        assertThat(store.drop(PagedObject.name("bucket", "a"))).isZero();
        assertThat(store.drop(PagedObject.name("bucket", "never"))).isZero();
        assertThat(store.contents()).hasSize(1);
    }

    @Test
    void filesOfOthersAreNeitherCountedNorDeleted() throws IOException {
        PageStore store = open(1 << 20);
        write(store, object("a"), 0);
        Path others = Files.writeString(file(object("a"), 0).resolveSibling("notes.txt"), "x".repeat(5000));
        PageStore next = open(100);
        assertThat(next.usedBytes()).isZero();
        assertThat(others).exists();
    }

    private static Map<String, BitSet> pages(PagedObject object, int first, int end) {
        BitSet pages = new BitSet();
        pages.set(first, end);
        return Map.of(object.id(), pages);
    }

    /** Two stores of one directory stand for two processes: one runs planned tasks, the other one reads more than the budget. */
    @Test
    void aScanByAnotherProcessDoesNotPushOutWhatPlannedTasksWaitFor() throws IOException {
        PageStore planned = open(40L * FILE);
        PagedObject wanted = object("wanted");
        for (int page = 0; page < 10; page++) {
            write(planned, wanted, page);
        }
        planned.pin("app-1", pages(wanted, 0, 10));
        scan(open(40L * FILE));
        for (int page = 0; page < 10; page++) {
            assertThat(Pages.read(planned, wanted, page)).as("page %s", page).isEqualTo(page(wanted, page));
        }
        assertThat(planned.usedBytes()).isLessThanOrEqualTo(40L * FILE);
    }

    /** Reads 100 pages once and again, two and a half times the budget, in ten minutes less a second. */
    private void scan(PageStore store) throws IOException {
        for (int i = 0; i < 100; i++) {
            PagedObject other = object("scan" + i / 10);
            write(store, other, i % 10);
            Pages.read(store, other, i % 10);
            now = now.plusMillis(590);
        }
    }

    @Test
    void withoutAPinTheScanPushesThemOut() throws IOException {
        PageStore store = open(40L * FILE);
        for (int page = 0; page < 10; page++) {
            write(store, object("wanted"), page);
        }
        scan(store);
        assertThat(IntStream.range(0, 10)).noneMatch(page -> store.has(object("wanted"), page));
    }

    @Test
    void pinsOfAnApplicationThatIsGoneEnd() throws IOException {
        PageStore store = open(40L * FILE);
        write(store, object("wanted"), 0);
        store.pin("app-1", pages(object("wanted"), 0, 1));
        now = now.plus(PagePins.LIFE).plusSeconds(1);
        scan(store);
        assertThat(store.has(object("wanted"), 0)).isFalse();
        try (Stream<Path> pins = Files.list(directory.resolve("cache"))) {
            assertThat(pins).noneMatch(file -> file.getFileName().toString().startsWith("pins"));
        }
    }

    @Test
    void pinsOfAFutureThatAClockHasLeftDoNotHold() throws IOException {
        PageStore store = open(40L * FILE);
        write(store, object("wanted"), 0);
        now = now.plus(Duration.ofDays(400));
        store.pin("app-1", pages(object("wanted"), 0, 1));
        now = now.minus(Duration.ofDays(400));
        scan(store);
        assertThat(store.has(object("wanted"), 0)).isFalse();
    }

    @Test
    void whatIsNoLongerWantedMayGo() throws IOException {
        PageStore store = open(40L * FILE);
        write(store, object("wanted"), 0);
        store.pin("app-1", pages(object("wanted"), 0, 1));
        store.pin("app-1", Map.of());
        scan(store);
        assertThat(store.has(object("wanted"), 0)).isFalse();
    }

    /** Three quarters of 40 pages, half of them for each of two applications. */
    @Test
    void pinsLeaveAQuarterOfTheBudgetToOthersAndApplicationsShareTheRest() throws IOException {
        PageStore store = open(40L * FILE);
        for (String key : List.of("a", "b")) {
            for (int page = 0; page < 10; page++) {
                write(store, object(key + "1"), page);
                write(store, object(key + "2"), page);
            }
            Map<String, BitSet> wanted = new java.util.LinkedHashMap<>(pages(object(key + "1"), 0, 10));
            wanted.putAll(pages(object(key + "2"), 0, 10));
            store.pin(key, wanted);
        }
        scan(store);
        for (String key : List.of("a", "b")) {
            assertThat(IntStream.range(0, 10).filter(page -> store.has(object(key + "1"), page)))
                    .hasSize(10);
            assertThat(IntStream.range(0, 10).filter(page -> store.has(object(key + "2"), page)))
                    .as("the first ones")
                    .containsExactly(0, 1, 2, 3, 4);
        }
        PagedObject last = object("scan9");
        assertThat(store.has(last, 9)).as("other reads are still kept").isTrue();
    }

    @Test
    void aPinsFileThatIsNoneOfOursPinsNothing() throws IOException {
        PageStore store = open(40L * FILE);
        write(store, object("wanted"), 0);
        for (String text : List.of(
                "",
                "nonsense\n",
                object("wanted").id() + " 5-\n",
                object("wanted").id())) {
            Path file = Files.writeString(directory.resolve("cache/pins-app"), text);
            Files.setLastModifiedTime(file, FileTime.from(now));
            scan(store);
            assertThat(store.has(object("wanted"), 0)).as("'%s'", text).isFalse();
            write(store, object("wanted"), 0);
        }
        assertThatThrownBy(() -> store.pin("../x", Map.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nobodyElseMayReadIt() throws IOException {
        open(1 << 20);
        assertThat(java.nio.file.attribute.PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(directory.resolve("cache"))))
                .isEqualTo("rwx------");
    }

    @Test
    void aDirectoryThatOthersMayWriteIsRefused() throws IOException {
        Path others = Files.createDirectory(directory.resolve("cache"));
        Files.setPosixFilePermissions(others, java.nio.file.attribute.PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> open(1 << 20))
                .isInstanceOf(IOException.class)
                .hasMessage(others + ": expected a directory that only this user may read and write");
    }

    @Test
    void aPageOfAnotherLengthIsRefused() throws IOException {
        PageStore store = open(1 << 20);
        assertThatThrownBy(() -> store.write(object("a"), 10, new byte[PAGE]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected 500 bytes, got 1000");
    }

    /** Several stores of one directory stand for several processes. */
    @Test
    void manyWritersOfTheSamePagesKeepTheBudgetAndNothingIsMixedUp() throws Exception {
        int stores = 4;
        long budget = 30L * FILE;
        ExecutorService threads = Executors.newFixedThreadPool(stores);
        CountDownLatch start = new CountDownLatch(1);
        try {
            List<Future<Integer>> all = Stream.generate(() -> threads.submit(() -> {
                        PageStore store = open(budget);
                        start.await();
                        int read = 0;
                        for (int i = 0; i < 400; i++) {
                            PagedObject object = object("k" + i % 8);
                            int page = i / 8 % 10;
                            byte[] bytes = Pages.read(store, object, page);
                            if (bytes == null) {
                                store.write(object, page, page(object, page));
                            } else {
                                read++;
                                assertThat(bytes).isEqualTo(page(object, page));
                            }
                        }
                        return read;
                    }))
                    .limit(stores)
                    .toList();
            start.countDown();
            int read = 0;
            for (Future<Integer> each : all) {
                read += each.get();
            }
            assertThat(read).isPositive();
        } finally {
            threads.shutdownNow();
        }
        // Stores that wrote while another one made room may have gone over the budget.
        assertThat(open(budget).usedBytes()).isLessThanOrEqualTo(budget);
        try (Stream<Path> unfinished = Files.list(directory.resolve("cache/unfinished"))) {
            assertThat(unfinished).isEmpty();
        }
    }
}
