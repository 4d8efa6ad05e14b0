package io.tiercel.spark.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StageMemoryTest {
    private final HostRegistry hosts = new HostRegistry();
    private final List<String> told = new ArrayList<>();
    private final StageMemory stage = new StageMemory(hosts, new StageMemory.Owner() {
        @Override
        public void begun(StageMemory which, List<BlockId> blocks) {
            blocks.forEach(block -> told.add("begun " + block.id()));
        }

        @Override
        public void read(StageMemory which, List<BlockId> blocks) {
            blocks.forEach(block -> told.add("read " + block.id()));
        }

        @Override
        public void over(StageMemory which) {
            told.add("over");
        }
    });
    private final int node = hosts.node("n1");

    @AfterEach
    void close() {
        hosts.close();
    }

    private static BlockId id(long number) {
        return new BlockId("pool", number, 1);
    }

    private static Block block(long number) {
        return new Block(10, List.of(), id(number));
    }

    @Test
    void aBlockIsReadWithTheLastTaskThatReadsIt() {
        assertThat(stage.reads(0, List.of(block(1), block(2), block(2))).values())
                .containsExactly(block(1), block(2));
        assertThat(stage.reads(1, List.of(block(2), new Block(5, List.of())))).isEmpty();

        stage.finished(0);
        stage.finished(0);
        assertThat(told).containsExactly("read 1");
        stage.finished(1);
        assertThat(told).containsExactly("read 1", "read 2");
        stage.end();
        stage.end();
        assertThat(told).containsExactly("read 1", "read 2", "over");
    }

    @Test
    void aReadHasBegunOnceNoTaskWaitsForIt() {
        stage.reads(0, List.of(block(1), block(2)));
        stage.reads(1, List.of(block(2)));
        stage.launched(0);
        stage.launched(0);
        assertThat(told).as("task 1 may still read it from memory").containsExactly("begun 1");
        stage.launched(1);
        assertThat(told).containsExactly("begun 1", "begun 2");

        stage.pending(1);
        stage.launched(1);
        assertThat(told).as("a second attempt").containsExactly("begun 1", "begun 2", "begun 2");
    }

    @Test
    void aTaskThatRunsBeforeItsInputIsRegisteredHasBegunToReadItAllTheSame() {
        stage.launched(0);
        stage.finished(1);
        stage.reads(0, List.of(block(1), block(2)));
        stage.reads(1, List.of(block(3)));
        stage.reads(2, List.of(block(2)));

        assertThat(stage.begunAlready(List.of(id(1), id(2), id(3)))).containsExactly(id(1));
        assertThat(told).isEmpty();
    }

    @Test
    void aTaskThatEndsBeforeItsInputIsRegisteredHasReadItAllTheSame() {
        stage.finished(0);
        stage.reads(0, List.of(block(1), block(2)));
        stage.reads(1, List.of(block(2)));

        assertThat(stage.readAlready(List.of(id(1), id(2)))).containsExactly(id(1));
    }

    @Test
    void newsIsOfTasksThatWait() {
        stage.reads(0, List.of(block(1)));
        stage.reads(1, List.of(block(1), block(2)));
        stage.launched(0);
        long before = stage.generation();

        stage.put(id(1), node, Residency.FULL);

        assertThat(stage.generation()).isNotEqualTo(before);
        assertThat(stage.takeChanged().stream()).containsExactly(1);
        assertThat(stage.takeChanged().stream()).isEmpty();

        stage.pending(0);
        assertThat(stage.takeChanged().stream())
                .as("its price may be of another time")
                .containsExactly(0);
    }

    @Test
    void whatIsSaidTwiceIsNoNews() {
        stage.reads(0, List.of(block(1)));
        stage.put(id(1), node, Residency.FULL);
        long after = stage.generation();

        stage.put(id(1), node, Residency.FULL);
        stage.put(id(1), hosts.node("n2"), Residency.NONE);
        stage.put(id(9), node, Residency.FULL);

        assertThat(stage.generation()).isEqualTo(after);
        assertThat(stage.at(id(1), node)).isEqualTo(Residency.FULL);
        assertThat(stage.at(id(9), node)).isEqualTo(Residency.NONE);
    }

    @Test
    void blocksComeAndGoNodeByNode() {
        int other = hosts.node("n2");
        Residency half = new Residency(0.5, true);
        stage.reads(0, List.of(block(1)));
        stage.put(id(1), node, half);
        stage.put(id(1), other, Residency.FULL);
        assertThat(stage.at(id(1), node)).isEqualTo(half);

        stage.put(id(1), node, Residency.NONE);
        assertThat(stage.at(id(1), node)).isEqualTo(Residency.NONE);
        assertThat(stage.at(id(1), other)).isEqualTo(Residency.FULL);

        stage.takeChanged();
        stage.forgetAll();
        assertThat(stage.at(id(1), other)).isEqualTo(Residency.NONE);
        assertThat(stage.takeChanged().stream()).containsExactly(0);
    }

    /** The locator keeps what block locations say for minutes; the coordinator knows it as of now. */
    @Test
    void whatBlockLocationsSayOfMemoryHoldsUntilTheCoordinatorSpeaks() {
        Replica cached = new Replica(node, Tier.HDD, Residency.FULL);
        Block read = new Block(10, List.of(cached), id(1));
        assertThat(stage.of(id(1), cached)).isEqualTo(Residency.FULL);
        stage.reads(0, List.of(read));
        assertThat(stage.of(id(1), cached)).isEqualTo(Residency.FULL);

        stage.answeredAnew();
        assertThat(stage.of(id(1), cached)).as("it is not in memory any more").isEqualTo(Residency.NONE);
        assertThat(stage.takeChanged().stream()).containsExactly(0);
        stage.answeredAnew();
        assertThat(stage.takeChanged().stream()).isEmpty();

        stage.forgetAll();
        assertThat(stage.of(id(1), cached)).as("nobody else to ask").isEqualTo(Residency.FULL);
        assertThat(stage.takeChanged().stream()).containsExactly(0);
    }

    @Test
    void listenersHearOfNewsOnly() {
        List<String> heard = new ArrayList<>();
        stage.whenChanged(() -> heard.add("news"));
        stage.reads(0, List.of(block(1)));
        stage.announce();
        assertThat(heard).isEmpty();

        stage.put(id(1), node, Residency.FULL);
        stage.announce();
        assertThat(heard).containsExactly("news");

        stage.end();
        stage.put(id(1), node, Residency.NONE);
        stage.announce();
        assertThat(heard).as("a stage that is over").containsExactly("news");
    }
}
