package io.tiercel.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.transfer.WantedBlock.Want;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Keys that are pushed in ascending order, and now and then in between, come out in order, each with its want. */
final class EntryQueuePropertyTest {
    private static final int HISTORIES = 300;
    private static final int STEPS = 200;

    @Test
    void entriesComeInTheOrderOfKeys() {
        for (long seed = 0; seed < HISTORIES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            EntryQueue queue = new EntryQueue();
            TreeMap<Long, Want> expected = new TreeMap<>();
            for (int step = 0; step < STEPS; step++) {
                // Pushes prevail at first, so that the queue grows and then becomes empty.
                if (random.nextInt(STEPS) > step || expected.isEmpty()) {
                    long key = random.nextInt(5) == 0 ? random.nextLong(STEPS) * 2 + 1 : 2L * step;
                    if (!expected.containsKey(key)) {
                        Want want = want();
                        queue.push(key, want);
                        expected.put(key, want);
                    }
                } else {
                    queue.pop();
                    expected.pollFirstEntry();
                }
                assertThat(queue.size()).as("seed %d", seed).isEqualTo(expected.size());
                assertThat(queue.isEmpty()).as("seed %d", seed).isEqualTo(expected.isEmpty());
                if (!expected.isEmpty()) {
                    Map.Entry<Long, Want> first = expected.firstEntry();
                    assertThat(queue.firstKey()).as("seed %d", seed).isEqualTo(first.getKey());
                    assertThat(queue.first()).as("seed %d", seed).isSameAs(first.getValue());
                }
            }
        }
    }

    private static Want want() {
        SourceQueue source = new SourceQueue(0, new SourceBandwidth(1), IsolationQuanta.ALWAYS);
        JobState job = new JobState(0, 0, 0, 1, TransferPolicy.FIFO);
        return new Want(job, new WantedBlock(0, 1, source, 0), source.queueOf(job));
    }
}
