package io.tiercel.tez;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tiercel.client.FakeCoordinator;
import io.tiercel.containers.Placement;
import io.tiercel.record.ReadPlace;
import io.tiercel.tez.TaskPlanner.Waiting;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.mapreduce.input.MRInput;
import org.apache.tez.runtime.api.events.InputDataInformationEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A DAG on a file system without locations, so that only hosts are known. */
final class DagPlannerTest {
    private final Configuration conf = new Configuration();
    private final TezWorld world = new TezWorld(conf).input("files", MRInput.class);

    private DagPlanner planner() throws Exception {
        for (String file : List.of("file:///input/0", "file:///input/1")) {
            world.task(
                    "files",
                    InputDataInformationEvent.createWithObjectPayload(0, new FileSplit(new Path(file), 0, 10, null)));
        }
        conf.set("tiercel.tez.locate.budget", "10s");
        return new DagPlanner(
                TezKeys.read(conf), ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1), conf);
    }

    @ParameterizedTest
    @ValueSource(strings = {"trident", "tiercel"})
    void tasksAreKnownOnceTheirSplitsAreRead(String policy) throws Exception {
        conf.set("tiercel.tez.policy", policy);
        try (DagPlanner planner = planner()) {
            TaskAttempt first = world.attempt(0);
            TaskAttempt second = world.attempt(1);
            planner.requested(first);
            planner.requested(second);
            planner.requested("no task of Tez");
            planner.awaitInput();
            assertThat(planner.knows(first) && planner.knows(second)).isTrue();

            assertThat(planner.knows("no task of Tez")).isFalse();
            // A round decides nothing if it takes half a second. A busy machine may need another round.
            await().untilAsserted(() -> assertThat(planner.round(
                            List.of("n2", "n1"),
                            List.of(new Waiting(first, List.of("n1")), new Waiting(second, List.of("n2"))),
                            any -> true))
                    .containsExactlyInAnyOrder(
                            new Placement(1, 0, ReadPlace.UNKNOWN), new Placement(0, 1, ReadPlace.UNKNOWN)));
            assertThat(planner.round(List.of("n2"), List.of(new Waiting(first, List.of("n1"))), any -> false))
                    .isEmpty();

            planner.dagComplete();
            assertThat(planner.knows(first)).isFalse();
        }
    }

    @Test
    void verticesWithoutRootInputsAreNotKnown() throws Exception {
        try (DagPlanner planner = planner()) {
            TaskAttempt shuffling = new TezWorld(conf).attempt(0);
            planner.requested(shuffling);
            planner.succeeded(shuffling);
            assertThat(planner.knows(shuffling)).isFalse();
            assertThat(planner.hasUnrequestedInput(0)).isFalse();
        }
    }

    @Test
    void inputIsRequestedAndGivenBackWithTheDag() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator()) {
            conf.set("tiercel.coordinator", coordinator.address());
            conf.set("tiercel.tez.prefetch", "all");
            try (DagPlanner planner = planner()) {
                TaskAttempt attempt = world.attempt(1);
                planner.requested(attempt);
                await().until(() -> planner.hasUnrequestedInput(0));
                planner.round(List.of(), List.of(new Waiting(attempt, List.of())), any -> true);
                await().untilAsserted(() ->
                        assertThat(coordinator.heard).contains("prefetch file:/input/1 EVICT_AFTER_READ"));
                planner.succeeded(attempt);

                planner.dagComplete();
                await().untilAsserted(() -> assertThat(coordinator.heard).contains("release dag_1_0001_1"));
            }
        }
    }

    @Test
    void mistakesAreNamed() {
        conf.set("tiercel.tez.polcy", "trident");
        assertThatThrownBy(() -> TezKeys.read(conf))
                .hasMessage("tiercel.tez.polcy: no such key under tiercel.tez.; did you mean tiercel.tez.policy?");
    }
}
