package io.tiercel.agent.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.linux.PinnedFile;
import io.tiercel.protocol.MigrationEnd;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MigrationCountsTest {
    private final MigrationCounts counts = new MigrationCounts();

    private void failed(String why) {
        counts.ended(MigrationEnd.newBuilder().setFailure(why).build());
    }

    @Test
    void countsWhatCameInAndWhatOfItWasThere() {
        counts.ended(MigrationEnd.newBuilder()
                .setDone(true)
                .setBytes(100)
                .setFoundBytes(30)
                .build());
        counts.ended(MigrationEnd.newBuilder().setDone(true).setBytes(5).build());
        assertThat(counts.blocks()).isEqualTo(2);
        assertThat(counts.bytes()).isEqualTo(105);
        assertThat(counts.foundBytes()).isEqualTo(30);
        assertThat(Arrays.stream(MigrationFailure.values()).mapToLong(counts::failed))
                .containsOnly(0L);
    }

    @Test
    void countsFailuresByTheReasonThatTheAgentReports() {
        PinnedBlocks full = new PinnedBlocks(0, 100);
        PinnedBlocks mapped = new PinnedBlocks(PinnedFile.lockedBytes(1), 1);
        failed(full.reserve(1).orElseThrow());
        failed(mapped.reserve(1).orElseThrow());
        failed(Migrator.CALLED_OFF);
        failed("its disk does not answer");
        failed("this node has no finished replica of the block");
        failed("");
        assertThat(counts.failed(MigrationFailure.NO_ROOM)).isEqualTo(1);
        assertThat(counts.failed(MigrationFailure.TOO_MANY_MAPPINGS)).isEqualTo(1);
        assertThat(counts.failed(MigrationFailure.CALLED_OFF)).isEqualTo(1);
        assertThat(counts.failed(MigrationFailure.DISK_HUNG)).isEqualTo(1);
        assertThat(counts.failed(MigrationFailure.OTHER)).isEqualTo(2);
        assertThat(counts.blocks()).isZero();
    }
}
