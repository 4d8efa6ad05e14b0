package io.tiercel.agent.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.agent.BlockStore.StoredReplica;
import io.tiercel.agent.Blocks;
import io.tiercel.agent.DiskAccess;
import io.tiercel.agent.ManualClock;
import io.tiercel.linux.FileEvents;
import io.tiercel.linux.Inotify;
import io.tiercel.linux.LockLimit;
import io.tiercel.linux.PageCacheFiles;
import io.tiercel.linux.PageCacheQuery;
import io.tiercel.linux.PinnedFile;
import io.tiercel.protocol.BlockId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On real files and the real kernel's events. */
class PinnedFileMonitorTest {
    private final ManualClock clock = new ManualClock();
    private final PinnedBlocks pins = new PinnedBlocks(1 << 20, 100);
    private final DiskAccess disks = new DiskAccess(clock);
    private final List<BlockId> lost = new ArrayList<>();
    private final long lockedBefore = LockLimit.read().locked();

    private Blocks pinned(long... numbers) throws IOException {
        Blocks blocks = Blocks.onDisk();
        for (long number : numbers) {
            BlockId block = blocks.add(number);
            StoredReplica stored = blocks.find(block).orElseThrow();
            PinnedFile file = PinnedFile.map(stored.file(), new PageCacheQuery());
            file.lock(0, stored.length());
            pins.reserve(stored.length());
            pins.hold(block, new PinnedBlocks.Pin(stored, file), () -> true);
        }
        return blocks;
    }

    @Test
    void givesBackWhatWasRemovedAndKeepsTheRest() throws IOException {
        Blocks blocks = pinned(1, 2);
        try (FileEvents events = Inotify.ofAlterations()) {
            PinnedFileMonitor guard = new PinnedFileMonitor(pins, blocks, disks, events, lost::add, clock);
            guard.tick();
            assertThat(lost).isEmpty();
            blocks.remove(1);
            guard.tick();
            assertThat(lost).containsExactly(Blocks.id(1));
            assertThat(LockLimit.read().locked() - lockedBefore).isEqualTo(12_288);
            guard.tick();
            assertThat(lost).hasSize(1);
        }
        pins.releaseAll();
    }

    @Test
    void givesBackWhatWasReplacedUnderTheSameName() throws IOException {
        Blocks blocks = pinned(1);
        try (FileEvents events = Inotify.ofAlterations()) {
            PinnedFileMonitor guard = new PinnedFileMonitor(pins, blocks, disks, events, lost::add, clock);
            guard.tick();
            Path other = PageCacheFiles.write(blocks.file(1).resolveSibling("other"), Blocks.LENGTH);
            Files.move(other, blocks.file(1), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            guard.tick();
            assertThat(lost).containsExactly(Blocks.id(1));
        }
    }

    @Test
    void noticesWhatHappenedBeforeItLooked() throws IOException {
        Blocks blocks = pinned(1);
        blocks.remove(1);
        try (FileEvents events = Inotify.ofAlterations()) {
            new PinnedFileMonitor(pins, blocks, disks, events, lost::add, clock).tick();
        }
        assertThat(lost).containsExactly(Blocks.id(1));
    }

    @Test
    void noticesAFileThatWasCutInPlace() throws IOException {
        Blocks blocks = pinned(1);
        try (FileEvents events = Inotify.ofAlterations()) {
            PinnedFileMonitor guard = new PinnedFileMonitor(pins, blocks, disks, events, lost::add, clock);
            guard.tick();
            try (FileChannel file = FileChannel.open(blocks.file(1), StandardOpenOption.WRITE)) {
                file.truncate(100);
            }
            guard.tick();
            assertThat(lost).containsExactly(Blocks.id(1));
        }
    }

    /** A new generation of a replica, or a move between volumes of which no event tells. */
    @Test
    void noticesWhatTheDaemonListsNoMoreOrElsewhere() throws IOException {
        Blocks blocks = pinned(1, 2, 3);
        try (FileEvents events = Inotify.ofAlterations()) {
            PinnedFileMonitor guard = new PinnedFileMonitor(pins, blocks, disks, events, lost::add, clock);
            guard.tick();
            blocks.relist(1, "");
            blocks.relist(2, "DS-2");
            clock.advance(Duration.ofSeconds(10));
            guard.tick();
            assertThat(lost).containsExactlyInAnyOrder(Blocks.id(1), Blocks.id(2));
            assertThat(LockLimit.read().locked() - lockedBefore).isEqualTo(12_288);
        }
        pins.releaseAll();
    }

    @Test
    void withoutEventsItLooksNowAndThen() throws IOException {
        Blocks blocks = pinned(1);
        PinnedFileMonitor guard = new PinnedFileMonitor(pins, blocks, disks, FileEvents.NONE, lost::add, clock);
        guard.tick();
        blocks.remove(1);
        guard.tick();
        assertThat(lost).isEmpty();
        clock.advance(Duration.ofSeconds(10));
        guard.tick();
        assertThat(lost).containsExactly(Blocks.id(1));
    }
}
