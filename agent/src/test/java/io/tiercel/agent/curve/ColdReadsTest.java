package io.tiercel.agent.curve;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.agent.Blocks;
import io.tiercel.agent.ErrorLog;
import io.tiercel.agent.migrate.IdleIoPriority;
import io.tiercel.linux.IoPriority;
import io.tiercel.linux.PageCacheQuery;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of real files. */
class ColdReadsTest {
    private static final int LENGTH = 2 << 20;

    private final ErrorLog errors = new ErrorLog();
    private final PageCacheQuery query = new PageCacheQuery();
    private Blocks blocks;
    private ColdReads reads;

    @BeforeEach
    void write() throws IOException {
        blocks = Blocks.onDisk();
        for (int number = 1; number <= 4; number++) {
            blocks.add(number, LENGTH);
        }
        reads = new ColdReads(blocks, Blocks.STORAGE, new IdleIoPriority(IoPriority.IDLE), errors, System::nanoTime);
    }

    private long resident(long number) throws IOException {
        return query.residentBytes(blocks.file(number), LENGTH);
    }

    @Test
    void dropsWhatItHasReadAndLeavesWhatWasInMemory() throws Exception {
        Files.readAllBytes(blocks.file(1));
        assertThat(resident(1)).isEqualTo(LENGTH);
        reads.bytesPerSecond(2, () -> true);
        assertThat(resident(1)).isEqualTo(LENGTH);
        for (int number = 2; number <= 4; number++) {
            assertThat(resident(number)).isZero();
        }
        assertThat(reads.isStuck()).isFalse();
        assertThat(errors.count()).isZero();
    }

    @Test
    void aBlockThatIsGoneIsPassedOver() throws Exception {
        Files.delete(blocks.file(2));
        reads.bytesPerSecond(1, () -> true);
        assertThat(errors.count()).isZero();
    }

    @Test
    void stopsAtOnceAndTellsNothing() throws Exception {
        assertThat(reads.bytesPerSecond(2, () -> false)).isEmpty();
        assertThat(resident(1) + resident(2) + resident(3) + resident(4)).isZero();
    }

    @Test
    void withFewerBlocksThanReadersNothingIsRead() throws Exception {
        assertThat(reads.bytesPerSecond(8, () -> true)).isEmpty();
    }
}
