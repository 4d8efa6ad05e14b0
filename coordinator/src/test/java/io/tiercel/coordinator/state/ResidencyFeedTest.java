package io.tiercel.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.model.BlockId;
import org.junit.jupiter.api.Test;

class ResidencyFeedTest {
    private final ResidencyFeed feed = new ResidencyFeed("alice");
    private final AgentSession agent = new AgentSession("n1");

    private WatchedBlock touched(long id) {
        WatchedBlock block = new WatchedBlock(new BlockId("pool", id, 1));
        feed.interest.add(block);
        feed.touch(block, agent);
        return block;
    }

    /** The watcher never reads: changes of blocks that it watches no more would pile up. */
    @Test
    void whatIsWatchedNoMoreIsNotKept() {
        for (int i = 0; i < 100_000; i++) {
            feed.interest.remove(touched(i));
        }

        assertThat(feed.unheard()).isLessThanOrEqualTo(1_000);
    }

    @Test
    void whatIsWatchedIsKept() {
        for (int i = 0; i < 10_000; i++) {
            touched(i);
        }

        assertThat(feed.take(20_000)).hasSize(10_000);
    }
}
