package io.tiercel.spark.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.config.ConfigException;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation;
import io.tiercel.spark.TiercelKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StageInputTest {
    private final HostRegistry hosts = new HostRegistry();

    @AfterEach
    void close() {
        hosts.close();
    }

    /** Answers nothing until the test says how much is pending. */
    private static final class SlowAnswers implements RangeLocations {
        private int pending = 1;

        @Override
        public RangeLocation known(int range) {
            return new RangeLocation(RangeLocation.State.PENDING, List.of(), null);
        }

        @Override
        public int pending() {
            return pending;
        }

        @Override
        public boolean await(Duration budget) {
            return pending == 0;
        }

        @Override
        public void whenDone(Runnable listener) {}

        @Override
        public void cancel() {}
    }

    /** An answer less to come and 31 executors more once had the same generation as before, so that nobody priced anew. */
    @Test
    void everyChangeGivesAnotherGeneration() throws ConfigException {
        SlowAnswers answers = new SlowAnswers();
        TaskInput reads = new TaskInput(List.of(new FileRange(new Path("hdfs://nn/f"), 0, 10)), List.of(), List.of());
        TaskInput cached = new TaskInput(List.of(), List.of(), List.of("0"));
        StageInput input = StageInput.request(
                List.of(reads, cached), ranges -> answers, hosts, new ScoreTable(TiercelKeys.ALL.read(Map.of())));
        long before = input.generation();

        answers.pending = 0;
        long located = input.generation();
        for (int executor = 0; executor < 31; executor++) {
            input.places().of(Integer.toString(executor), "host");
        }

        assertThat(located).isGreaterThan(before);
        assertThat(input.generation()).isGreaterThan(located);
    }
}
