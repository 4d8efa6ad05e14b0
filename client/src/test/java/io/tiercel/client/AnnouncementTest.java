package io.tiercel.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.client.Announcement.Part;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.MigrationState;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.Skipped;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AnnouncementTest {
    private static final Instant NEEDED = Instant.ofEpochMilli(10_000);

    private static BlockState.Builder block(MigrationState state) {
        return BlockState.newBuilder().setState(state).setLength(100);
    }

    private static PrefetchReply.Builder reply() {
        return PrefetchReply.newBuilder()
                .setLeaseMillis(60_000)
                .addBlocks(block(MigrationState.RESIDENT))
                .addBlocks(block(MigrationState.BOUND).setExpectedMillis(9_000))
                .addBlocks(block(MigrationState.PENDING).setExpectedMillis(10_000));
    }

    @Test
    void whatIsThereAndWhatIsExpectedByThenIsComplete() {
        Announcement announced = Announcement.of(NEEDED, reply().build());

        assertThat(announced.complete()).isTrue();
        assertThat(announced.all()).isEqualTo(new Part(3, 300));
        assertThat(announced.inMemory()).isEqualTo(new Part(1, 100));
        assertThat(announced.inTime()).isEqualTo(new Part(2, 200));
        assertThat(announced.lastExpected()).contains(NEEDED);
        assertThat(announced.kept()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void whatIsLateOrStuckOrSkippedIsNot() {
        Announcement late = Announcement.of(
                NEEDED,
                reply().addBlocks(block(MigrationState.PENDING).setExpectedMillis(10_001))
                        .build());
        Announcement stuck = Announcement.of(
                NEEDED, reply().addBlocks(block(MigrationState.PENDING)).build());
        Announcement skipped = Announcement.of(
                NEEDED, reply().addSkipped(Skipped.getDefaultInstance()).build());

        assertThat(late.late()).isEqualTo(new Part(1, 100));
        assertThat(late.complete()).isFalse();
        assertThat(stuck.stuck()).isEqualTo(new Part(1, 100));
        assertThat(stuck.complete()).isFalse();
        assertThat(skipped.complete()).isFalse();
    }
}
