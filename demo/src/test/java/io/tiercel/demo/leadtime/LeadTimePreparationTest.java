package io.tiercel.demo.leadtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.protocol.BlockCounts;
import io.tiercel.protocol.JobState;
import org.junit.jupiter.api.Test;

class LeadTimePreparationTest {
    /** 26 blocks of 8 bytes; the claim on one of them was lost, so that the coordinator wants 25. */
    @Test
    void aBlockThatNobodyWantsAnyMoreIsMissing() {
        JobState state = JobState.newBuilder()
                .setBlocks(BlockCounts.newBuilder().setWantedBytes(25 * 8).setResidentBytes(25 * 8))
                .build();

        assertThat(LeadTimePreparation.share(state, 26 * 8)).isCloseTo(25.0 / 26, within(1e-9));
    }
}
