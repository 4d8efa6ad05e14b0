package io.tiercel.agent.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.agent.BlockStore.StoredReplica;
import io.tiercel.agent.Blocks;
import io.tiercel.agent.DiskAccess;
import io.tiercel.agent.ManualClock;
import io.tiercel.agent.migrate.PinnedBlocks;
import io.tiercel.agent.session.PendingReports;
import io.tiercel.agent.watch.PageCacheWatcher.ResidencyProbe;
import io.tiercel.linux.FileEvents;
import io.tiercel.linux.Inotify;
import io.tiercel.linux.PageCacheQuery;
import io.tiercel.linux.PinnedFile;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.ResidenceState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PageCacheWatcherTest {
    private final ManualClock clock = new ManualClock();
    private final PendingReports reports = new PendingReports();
    private final PinnedBlocks pins = new PinnedBlocks(1 << 20, 100);
    private final FakeEvents events = new FakeEvents();
    private final Map<Path, Long> resident = new HashMap<>();
    private final List<Path> looks = new ArrayList<>();
    private long reclaimed;
    private Blocks blocks;
    private PageCacheWatcher watcher;

    @BeforeEach
    void start() throws IOException {
        blocks = Blocks.onDisk();
        ResidencySweep sweep = new ResidencySweep(0.01, Duration.ofMinutes(1), () -> reclaimed, clock);
        watcher = new PageCacheWatcher(
                "node", blocks, new DiskAccess(clock), pins, this::look, events, sweep, reports, clock);
    }

    private long look(Path file, long length) {
        looks.add(file);
        events.happened(listener -> listener.opened(events.numbers.get(file)));
        events.happened(listener -> listener.closed(events.numbers.get(file)));
        return resident.getOrDefault(file, 0L);
    }

    private List<Residence> told() {
        ExchangeRequest.Builder request = ExchangeRequest.newBuilder();
        reports.drainTo(request);
        return request.getCachedList();
    }

    private void turn() {
        clock.advance(Duration.ofMillis(500));
        watcher.tick();
    }

    private BlockId watched(long number) throws IOException {
        BlockId block = blocks.add(number);
        watcher.ask(List.of(block), List.of());
        turn();
        return block;
    }

    @Test
    void tellsAtFirstOnlyWhatIsThere() throws IOException {
        blocks.add(1);
        resident.put(blocks.file(1), 4_096L);
        watcher.ask(List.of(Blocks.id(1), blocks.add(2), Blocks.id(77)), List.of());
        turn();
        assertThat(told()).singleElement().satisfies(residence -> {
            assertThat(residence.getBlock()).isEqualTo(Blocks.id(1));
            assertThat(residence.getState()).isEqualTo(ResidenceState.CACHED);
            assertThat(residence.getResidentBytes()).isEqualTo(4_096);
            assertThat(residence.getLength()).isEqualTo(Blocks.LENGTH);
            assertThat(residence.getHost()).isEqualTo("node");
        });
    }

    @Test
    void looksWhenAReaderHasComeOrGoneAndOtherwiseNot() throws IOException {
        watched(1);
        looks.clear();
        turn();
        turn();
        assertThat(looks).as("its own looks do not count as readers").isEmpty();
        resident.put(blocks.file(1), (long) Blocks.LENGTH);
        events.happened(listener -> listener.opened(events.numbers.get(blocks.file(1))));
        turn();
        assertThat(told()).hasSize(1);
        events.happened(listener -> listener.closed(events.numbers.get(blocks.file(1))));
        turn();
        turn();
        assertThat(looks).hasSizeBetween(2, 3);
        assertThat(told()).as("nothing has changed").isEmpty();
    }

    /** Its events are lost, and it rests for longer than a turn. */
    @Test
    void aReaderThatRestsIsFollowedToItsEnd() throws IOException {
        watched(1);
        resident.put(blocks.file(1), 4_096L);
        events.happened(FileEvents.Listener::lost);
        turn();
        assertThat(told())
                .singleElement()
                .extracting(Residence::getResidentBytes)
                .isEqualTo(4_096L);
        turn();
        turn();
        resident.put(blocks.file(1), (long) Blocks.LENGTH);
        turn();
        turn();
        turn();
        assertThat(told())
                .singleElement()
                .extracting(Residence::getResidentBytes)
                .isEqualTo((long) Blocks.LENGTH);
        resident.put(blocks.file(1), 0L);
        looks.clear();
        for (int i = 0; i < 100; i++) {
            turn();
        }
        assertThat(looks).as("what is whole is not followed").isEmpty();
    }

    @Test
    void aBlockOfWhichOnlyAPartComesIsLookedAtLessAndLess() throws IOException {
        watched(1);
        resident.put(blocks.file(1), 4_096L);
        events.happened(FileEvents.Listener::lost);
        looks.clear();
        for (int i = 0; i < 100; i++) {
            turn();
        }
        assertThat(looks).hasSizeBetween(4, 10);
    }

    /** Inotify makes one of equal events in a row: the events of a reader around a look go with the look's own. */
    @Test
    void aReaderWhoseEventsWentWithThoseOfALookIsFollowedToItsEnd() throws IOException {
        Path file = blocks.file(blocks.add(1).getBlock());
        Deque<Long> resident = new ArrayDeque<>(List.of(0L, 4_096L));
        ResidencyProbe probe = (path, length) -> {
            try (InputStream reader = Files.newInputStream(path);
                    InputStream look = Files.newInputStream(path)) {
                assertThat(reader).isNotSameAs(look);
                return resident.isEmpty() ? length : resident.remove();
            }
        };
        try (Inotify inotify = Inotify.ofUse()) {
            ResidencySweep sweep = new ResidencySweep(0.01, Duration.ofMinutes(1), () -> reclaimed, clock);
            watcher = new PageCacheWatcher(
                    "node", blocks, new DiskAccess(clock), pins, probe, inotify, sweep, reports, clock);
            watcher.ask(List.of(Blocks.id(1)), List.of());
            turn();
            Files.newInputStream(file).close();
            turn();
            assertThat(told())
                    .singleElement()
                    .extracting(Residence::getResidentBytes)
                    .isEqualTo(4_096L);
            turn();
            assertThat(told())
                    .singleElement()
                    .extracting(Residence::getResidentBytes)
                    .isEqualTo((long) Blocks.LENGTH);
            turn();
            turn();
            assertThat(told()).isEmpty();
        }
    }

    @Test
    void looksLessAndLessOftenAtAFileThatStaysOpen() throws IOException {
        watched(1);
        events.happened(listener -> listener.opened(events.numbers.get(blocks.file(1))));
        looks.clear();
        for (int i = 0; i < 110; i++) {
            turn();
        }
        assertThat(looks).hasSizeBetween(6, 10);
    }

    @Test
    void findsOutWhatTheKernelTookBack() throws IOException {
        blocks.add(1);
        resident.put(blocks.file(1), (long) Blocks.LENGTH);
        watched(2);
        watcher.ask(List.of(Blocks.id(1)), List.of());
        turn();
        told();
        looks.clear();
        resident.clear();
        reclaimed += 2 << 20;
        turn();
        assertThat(looks).as("only what was in memory").containsExactly(blocks.file(1));
        assertThat(told()).singleElement().extracting(Residence::getState).isEqualTo(ResidenceState.GONE);
    }

    @Test
    void looksAtEverythingNowAndThen() throws IOException {
        watched(1);
        looks.clear();
        resident.put(blocks.file(1), (long) Blocks.LENGTH);
        clock.advance(Duration.ofMinutes(1));
        turn();
        assertThat(told()).hasSize(1);
    }

    @Test
    void tellsThatAFileIsGoneAndComesBack() throws IOException {
        blocks.add(1);
        resident.put(blocks.file(1), (long) Blocks.LENGTH);
        watcher.ask(List.of(Blocks.id(1)), List.of());
        turn();
        told();
        int number = events.numbers.get(blocks.file(1));
        blocks.remove(1);
        events.happened(listener -> listener.altered(number));
        turn();
        assertThat(told()).singleElement().extracting(Residence::getState).isEqualTo(ResidenceState.GONE);
        blocks.add(1);
        clock.advance(Duration.ofMinutes(1));
        turn();
        assertThat(told()).hasSize(1);
    }

    @Test
    void saysNothingOfWhatNobodyAsksFor() throws IOException {
        BlockId block = watched(1);
        watcher.ask(List.of(), List.of(block));
        resident.put(blocks.file(1), (long) Blocks.LENGTH);
        turn();
        assertThat(watcher.size()).isZero();
        assertThat(told()).isEmpty();
        watcher.ask(List.of(block), List.of());
        watcher.clear();
        turn();
        assertThat(watcher.size()).isZero();
    }

    @Test
    void whatWasBroughtInWithoutALockIsGivenUpWhenThereIsLessOfIt() throws IOException {
        BlockId block = blocks.add(1);
        StoredReplica stored = blocks.find(block).orElseThrow();
        resident.put(stored.file(), (long) Blocks.LENGTH);
        assertThat(pins.reserve(Blocks.LENGTH)).isEmpty();
        assertThat(pins.hold(block, new PinnedBlocks.Pin(stored, null), () -> true))
                .isTrue();
        turn();
        assertThat(pins.isEmpty()).isFalse();
        resident.put(stored.file(), 4_096L);
        reclaimed += 2 << 20;
        turn();
        assertThat(pins.isEmpty()).isTrue();
        ExchangeRequest.Builder request = ExchangeRequest.newBuilder();
        reports.drainTo(request);
        assertThat(request.getUnpinnedList()).containsExactly(block);
        turn();
        assertThat(watcher.size()).isZero();
    }

    /** Reported on its way in, then locked, given back and dropped within half a second. */
    @Test
    void whatIsDroppedAsSoonAsItIsUnlockedIsToldAsGone() throws IOException {
        BlockId block = watched(1);
        resident.put(blocks.file(1), (long) Blocks.LENGTH);
        events.happened(listener -> listener.opened(events.numbers.get(blocks.file(1))));
        turn();
        assertThat(told()).hasSize(1);
        try (PinnedFile file = PinnedFile.map(blocks.file(1), new PageCacheQuery())) {
            assertThat(pins.reserve(Blocks.LENGTH)).isEmpty();
            StoredReplica stored = blocks.find(block).orElseThrow();
            assertThat(pins.hold(block, new PinnedBlocks.Pin(stored, file), () -> true))
                    .isTrue();
            turn();
            assertThat(pins.release(block)).isTrue();
        }
        resident.clear();
        turn();
        assertThat(told()).singleElement().satisfies(residence -> assertThat(residence.getState())
                .isEqualTo(ResidenceState.GONE));
    }

    @Test
    void saysWhenSomebodyWaitsForAnAnswerAndWhenThereIsNews() throws IOException {
        blocks.add(1);
        resident.put(blocks.file(1), (long) Blocks.LENGTH);
        assertThat(watcher.isAsked()).isFalse();
        watcher.ask(List.of(Blocks.id(1)), List.of());
        assertThat(watcher.isAsked()).isTrue();
        turn();
        assertThat(watcher.isAsked()).isFalse();
        assertThat(watcher.takeNews()).isTrue();
        assertThat(watcher.takeNews()).as("once").isFalse();
        turn();
        assertThat(watcher.takeNews()).as("nothing has changed").isFalse();
        resident.clear();
        clock.advance(Duration.ofMinutes(1));
        turn();
        assertThat(told()).isNotEmpty();
        assertThat(watcher.takeNews()).isTrue();
    }

    @Test
    void looksInTurnWhereThereAreNoEvents() throws IOException {
        events.blind = true;
        watched(1);
        resident.put(blocks.file(1), (long) Blocks.LENGTH);
        for (int i = 0; i < 4; i++) {
            turn();
        }
        assertThat(told()).hasSize(1);
    }

    private static final class FakeEvents implements FileEvents {
        final Map<Path, Integer> numbers = new HashMap<>();
        private final List<Consumer<Listener>> waiting = new ArrayList<>();
        boolean blind;

        void happened(Consumer<Listener> event) {
            waiting.add(event);
        }

        @Override
        public int watch(Path file) {
            int number = numbers.computeIfAbsent(file, unused -> numbers.size());
            return blind ? UNWATCHED : number;
        }

        @Override
        public void unwatch(int watch) {}

        @Override
        public void drain(Listener listener) {
            List<Consumer<Listener>> now = List.copyOf(waiting);
            waiting.clear();
            now.forEach(event -> event.accept(listener));
        }

        @Override
        public void close() {}
    }
}
