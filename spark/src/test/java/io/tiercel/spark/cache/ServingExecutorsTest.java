package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.peer.PageHolders.Holder;
import io.tiercel.cachefs.peer.Peer;
import java.util.BitSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ServingExecutorsTest {
    private final ServingExecutors serving = new ServingExecutors();

    /** Of pods of one node, one is asked, at the pod's own address. */
    @Test
    void aNodesPagesAreReadAtTheAddressOfAPod() {
        BitSet pages = BitSet.valueOf(new long[] {5});
        serving.heard("1", "worker-1", new Peer("10.244.1.7", 0), 0);
        serving.heard("2", "worker-1", new Peer("10.244.1.8", 4000), 0);
        serving.heard("3", "worker-1", new Peer("10.244.1.9", 5000), 0);

        var held = Map.of("worker-1", pages);
        assertThat(serving.holders(held, "worker-2", 1))
                .containsExactly(new Holder(new Peer("10.244.1.8", 4000), pages));
        assertThat(serving.holders(held, "worker-1", 1)).as("its own").isEmpty();
        assertThat(serving.holders(held, "worker-2", 6)).as("silent").isEmpty();
    }
}
