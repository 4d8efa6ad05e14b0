package io.tiercel.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against the real kernel. */
class InotifyTest {
    private final List<String> told = new ArrayList<>();
    private final FileEvents.Listener listener = new FileEvents.Listener() {
        @Override
        public void opened(int watch) {
            told.add("opened " + watch);
        }

        @Override
        public void closed(int watch) {
            told.add("closed " + watch);
        }

        @Override
        public void altered(int watch) {
            told.add("altered " + watch);
        }

        @Override
        public void lost() {
            told.add("lost");
        }
    };

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.write(directory.resolve("blk_1"), new byte[100]);
    }

    @Test
    void hearsOfReaders() throws IOException {
        try (Inotify events = Inotify.ofUse()) {
            int watch = events.watch(file);
            events.drain(listener);
            assertThat(told).isEmpty();
            try (InputStream in = Files.newInputStream(file)) {
                in.read();
            }
            events.drain(listener);
            assertThat(told).containsExactly("opened " + watch, "closed " + watch);
        }
    }

    /** So a reader that comes just before a look of our own and goes just after it leaves no event of its own. */
    @Test
    void equalEventsInARowAreOne() throws IOException {
        try (Inotify events = Inotify.ofUse()) {
            int watch = events.watch(file);
            try (InputStream reader = Files.newInputStream(file);
                    InputStream look = Files.newInputStream(file)) {
                assertThat(reader).isNotSameAs(look);
            }
            events.drain(listener);
            assertThat(told).containsExactly("opened " + watch, "closed " + watch);
        }
    }

    @Test
    void hearsThatAFileWhichIsStillOpenWasRemoved() throws IOException {
        try (Inotify events = Inotify.ofAlterations();
                PinnedFile pinned = PinnedFile.map(file, new PageCacheQuery())) {
            int watch = events.watch(file);
            Files.delete(file);
            events.drain(listener);
            assertThat(told).contains("altered " + watch);
            assertThat(pinned.isStillAt(file)).isFalse();
        }
    }

    @Test
    void hearsThatAFileWasMovedOrWritten() throws IOException {
        try (Inotify events = Inotify.ofAlterations()) {
            int watch = events.watch(file);
            Files.move(file, directory.resolve("elsewhere"));
            events.drain(listener);
            assertThat(told).containsOnly("altered " + watch);
            told.clear();
            Files.write(directory.resolve("elsewhere"), new byte[1]);
            events.drain(listener);
            assertThat(told).isNotEmpty().containsOnly("altered " + watch);
        }
    }

    @Test
    void hearsNothingMoreOfWhatItDoesNotWatch() throws IOException {
        try (Inotify events = Inotify.ofUse()) {
            int watch = events.watch(file);
            events.unwatch(watch);
            events.drain(listener);
            told.clear();
            Files.readAllBytes(file);
            events.drain(listener);
            assertThat(told).isEmpty();
            assertThat(events.watch(directory.resolve("none"))).isEqualTo(FileEvents.UNWATCHED);
        }
    }

    @Test
    void saysWhenItLostCount() throws IOException {
        // Not readString, whose first read is of one byte, after which this file is at its end.
        int most = Integer.parseInt(Files.readAllLines(Path.of("/proc/sys/fs/inotify/max_queued_events"))
                .get(0)
                .strip());
        try (Inotify events = Inotify.ofUse()) {
            events.watch(file);
            for (int i = 0; i <= most / 2; i++) {
                Files.newInputStream(file).close();
            }
            events.drain(listener);
            assertThat(told).contains("lost");
        }
    }
}
