package io.tiercel.hdfs.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Launches wait for the lock while tasks are added, so that has to take time in proportion to their blocks. */
final class BlockReadersTest {
    private static final int MANY = 200_000;
    private static final int MOST_STEPS_PER_BLOCK = 10;
    private static final long MOST_BYTES_PER_BLOCK = 1_000;

    /** A block that counts how often it is looked up. */
    private static final class Counted {
        private static long lookUps;
        private final int number;

        Counted(int number) {
            this.number = number;
        }

        @Override
        public int hashCode() {
            lookUps++;
            return Integer.hashCode(number);
        }

        @Override
        public boolean equals(Object other) {
            lookUps++;
            return other instanceof Counted block && block.number == number;
        }
    }

    private static void checkEffort(Runnable action) {
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytes = thread.getCurrentThreadAllocatedBytes();
        Counted.lookUps = 0;
        action.run();
        assertThat(Counted.lookUps).as("look-ups").isPositive().isLessThan(MOST_STEPS_PER_BLOCK * MANY);
        assertThat(thread.getCurrentThreadAllocatedBytes() - bytes)
                .as("bytes copied")
                .isLessThan(MOST_BYTES_PER_BLOCK * MANY);
    }

    @Test
    void manyBlocksOfATaskTakeLinearEffort() {
        Map<Counted, Integer> blocks =
                IntStream.range(0, MANY).boxed().collect(Collectors.toMap(Counted::new, Function.identity()));
        BlockReaders<Counted> readers = new BlockReaders<>();
        checkEffort(() -> blocks.keySet().retainAll(readers.add(0, blocks.keySet())));
        assertThat(blocks).hasSize(MANY);
        checkEffort(() -> assertThat(readers.launch(0)).hasSize(MANY));
        checkEffort(() -> assertThat(readers.finish(0)).hasSize(MANY));
    }

    @Test
    void manyTasksOfABlockTakeLinearEffort() {
        List<Counted> block = List.of(new Counted(1));
        BlockReaders<Counted> readers = new BlockReaders<>();
        checkEffort(() -> IntStream.range(0, MANY).forEach(task -> readers.add(task, block)));
        checkEffort(() -> readers.eachWaiting(block.get(0), readers::launch));
        assertThat(readers.launchedTasks()).isEqualTo(MANY);
    }
}
