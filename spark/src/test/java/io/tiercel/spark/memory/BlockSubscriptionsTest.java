package io.tiercel.spark.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.BlockId;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BlockSubscriptionsTest {
    private final HostRegistry hosts = new HostRegistry();
    private final BlockSubscriptions interest = new BlockSubscriptions();
    private final StageMemory one = stage();
    private final StageMemory two = stage();

    private StageMemory stage() {
        return new StageMemory(hosts, new StageMemory.Owner() {
            @Override
            public void begun(StageMemory stage, List<BlockId> blocks) {}

            @Override
            public void read(StageMemory stage, List<BlockId> blocks) {}

            @Override
            public void over(StageMemory stage) {}
        });
    }

    @AfterEach
    void close() {
        hosts.close();
    }

    private static BlockId id(long number) {
        return new BlockId("pool", number, 1);
    }

    @Test
    void aBlockIsDroppedWithTheLastStageThatReadsIt() {
        interest.add(one, List.of(id(1), id(2), id(2)));
        interest.add(two, List.of(id(2), id(3)));
        assertThat(interest.of(id(2))).containsExactly(one, two);

        assertThat(interest.remove(one, List.of(id(1), id(2), id(3), id(4)))).containsExactly(id(1));
        assertThat(interest.of(id(2))).containsExactly(two);
        assertThat(interest.remove(one)).isEmpty();
        assertThat(interest.remove(two)).containsExactlyInAnyOrder(id(2), id(3));
        assertThat(interest.of(id(2))).isEmpty();
        assertThat(interest.all()).isEmpty();
        assertThat(interest.remove(two)).as("a second time").isEmpty();
    }
}
