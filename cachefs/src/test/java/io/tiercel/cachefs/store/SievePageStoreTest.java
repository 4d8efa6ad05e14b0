package io.tiercel.cachefs.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SievePageStoreTest extends PageStoreContract {
    @Override
    Eviction eviction() {
        return Eviction.SIEVE;
    }

    private void fill(PageStore store) throws IOException {
        for (int page = 0; page < 10; page++) {
            write(store, object("a"), page);
            now = now.plusSeconds(1);
        }
    }

    private static void read(PageStore store, int... pages) throws IOException {
        for (int page : pages) {
            Pages.read(store, object("a"), page);
        }
    }

    private static int[] left(PageStore store) {
        return IntStream.range(0, 10)
                .filter(page -> store.has(object("a"), page))
                .toArray();
    }

    /** Each page of b makes room for two: the hand takes the marks of 0 and 1, then evicts 2 and 3, then 4 and 5. */
    @Test
    void theHandGoesOnInTheNextProcess() throws IOException {
        PageStore store = open(10L * FILE);
        fill(store);
        read(store, 0, 1);
        write(store, object("b"), 0);
        assertThat(left(store)).containsExactly(0, 1, 4, 5, 6, 7, 8, 9);
        PageStore next = open(10L * FILE);
        now = now.plusSeconds(1);
        write(next, object("b"), 1);
        now = now.plusSeconds(1);
        write(next, object("b"), 2);
        assertThat(left(store))
                .as("0 and 1 have no marks, but the hand is beyond them")
                .containsExactly(0, 1, 6, 7, 8, 9);
    }

    /** Process 1 reads, process 2 makes room. */
    @Test
    void processesSeeEachOthersMarks() throws IOException {
        PageStore reads = open(10L * FILE);
        PageStore makesRoom = open(10L * FILE);
        fill(reads);
        read(reads, 0, 1, 2, 3, 4, 5, 6);
        write(makesRoom, object("b"), 0);
        assertThat(left(reads)).containsExactly(0, 1, 2, 3, 4, 5, 6, 9);
    }

    @Test
    void aReadChangesNoFile() throws IOException {
        PageStore store = open(10L * FILE);
        write(store, object("a"), 0);
        FileTime before = Files.getLastModifiedTime(file(object("a"), 0));
        now = now.plusSeconds(3600);
        read(store, 0);
        assertThat(Files.getLastModifiedTime(file(object("a"), 0))).isEqualTo(before);
    }

    @Test
    void ifMarksAndHandAreLostPagesCountAsUnread() throws IOException {
        PageStore store = open(10L * FILE);
        fill(store);
        read(store, 0, 1);
        Files.delete(directory.resolve("cache/marks"));
        Files.delete(directory.resolve("cache/hand"));
        write(open(10L * FILE), object("b"), 0);
        assertThat(left(store)).containsExactly(2, 3, 4, 5, 6, 7, 8, 9);
    }

    /** A page that comes again is as new as any. */
    @Test
    void aMarkGoesWithItsPage() throws IOException {
        PageStore store = open(100L * FILE);
        fill(store);
        read(store, 0);
        Files.delete(file(object("a"), 0));
        write(store, object("a"), 0);
        read(store, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        open(9L * FILE);
        assertThat(left(store)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
}
