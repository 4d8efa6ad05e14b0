package io.tiercel.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.CostModel;
import io.tiercel.containers.TaskInput.ResidencySource;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import io.tiercel.protocol.AskPreferences;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StagePreferencesTest {
    private static final long BYTES = 1 << 20;
    private static final int PRIORITY = 20;

    private final HostRegistry hosts = new HostRegistry();
    private long nanos = -5; // Its origin is arbitrary.
    private long generation;

    private final StagePreferences preferences = new StagePreferences(hosts, CostModel.trident(), () -> nanos);
    private final TaskInput input = new TaskInput(hosts, CostModel.trident(), new ResidencySource() {
        @Override
        public Residency of(Block block, Replica replica) {
            return replica.residency();
        }

        @Override
        public long generation() {
            return generation;
        }
    });

    @AfterEach
    void close() {
        hosts.close();
    }

    /** Each task's input is on the SSD of n1. */
    private void locate(int tasks) {
        FakeLocations locations = new FakeLocations(tasks);
        TreeMap<Integer, List<FileRange>> files = new TreeMap<>();
        for (int task = 0; task < tasks; task++) {
            files.put(task, List.of(new FileRange(new Path("hdfs://h/" + task), 0, BYTES)));
            locations.located(
                    task,
                    new Block(BYTES, List.of(new Replica(hosts.node("n1"), Tier.SSD)), new BlockId("pool", task, 1)));
        }
        input.add(files, locations);
    }

    private Optional<Integer> preferred(int... tasks) {
        List<WaitingTask> waiting = Arrays.stream(tasks)
                .mapToObj(task -> new WaitingTask(task, List.of("n1")))
                .toList();
        return preferences.changed(PRIORITY, waiting, input, null).map(StagePreferencesTest::containers);
    }

    private static int containers(List<AskPreferences> asks) {
        return asks.stream()
                .flatMap(ask -> ask.getPlacesList().stream())
                .flatMap(place -> place.getScoresList().stream())
                .mapToInt(score -> score.getContainers())
                .sum();
    }

    private void later(Duration passed) {
        nanos += passed.toNanos();
    }

    @Test
    void tasksThatBeginToWaitCountAtOnce() {
        locate(3);

        assertThat(preferred(0)).hasValue(1);
        assertThat(preferred(0, 1, 2)).hasValue(3);
    }

    @Test
    void theSameIsNotSaidAgain() {
        locate(2);
        preferred(0, 1);
        later(Duration.ofSeconds(5));

        assertThat(preferred(0, 1)).isEmpty();
    }

    @Test
    void tasksThatGotContainersCountOnceASecond() {
        locate(3);
        preferred(0, 1, 2);
        later(Duration.ofMillis(999));
        assertThat(preferred(1, 2)).isEmpty();
        assertThat(preferred(2)).isEmpty();

        later(Duration.ofMillis(1));
        assertThat(preferred(2)).hasValue(1);
    }

    @Test
    void newResidencyCountsOnceASecond() {
        locate(1);
        preferred(0);
        generation++;
        assertThat(preferred(0)).isEmpty();

        later(Duration.ofSeconds(1));
        assertThat(preferred(0)).hasValue(1);
    }

    @Test
    void nothingIsPreferredWhenNoTaskWaits() {
        locate(1);
        preferred(0);
        later(Duration.ofSeconds(1));

        assertThat(preferred()).hasValue(0);
        assertThat(preferences.isEmpty()).isTrue();
    }
}
