package io.tiercel.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.client.FakeCoordinator;
import io.tiercel.containers.Placement;
import io.tiercel.containers.WaitingTask;
import io.tiercel.mapreduce.MapScheduler.JobAttempt;
import io.tiercel.protocol.PlaceScores;
import io.tiercel.protocol.PreferRequest;
import io.tiercel.record.ReadPlace;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job on a file system without locations, so that only hosts are known. */
final class MapSchedulerTest {
    private static final JobID JOB = new JobID("here", 1);
    private static final List<WaitingTask> WAITING =
            List.of(new WaitingTask(0, List.of("n1")), new WaitingTask(1, List.of("n2")));

    @TempDir
    java.nio.file.Path directory;

    private final Configuration conf = new Configuration();

    private MapScheduler start(boolean withSplits) throws Exception {
        conf.set("fs.defaultFS", "file:///");
        conf.set("yarn.app.mapreduce.am.staging-dir", directory.toUri().toString());
        if (withSplits) {
            String user = UserGroupInformation.getCurrentUser().getShortUserName();
            Path staging = new Path(directory.toUri() + "/" + user + "/.staging/" + JOB);
            InputSplit[] splits = {
                new FileSplit(new Path("file:///input/0"), 0, 10, new String[] {"n1"}),
                new FileSplit(new Path("file:///input/1"), 0, 10, new String[] {"n2"}),
            };
            JobSplitWriter.createSplitFiles(staging, conf, FileSystem.get(conf), splits);
        }
        return MapScheduler.start(MapReduceSettings.read(conf), new JobAttempt(JOB, "appattempt_1_0001_000002", conf));
    }

    @Test
    void mapsAreScheduledByHostsWhereNothingElseIsKnown() throws Exception {
        for (boolean withSplits : List.of(true, false)) {
            try (MapScheduler scheduler = start(withSplits)) {
                // A round decides nothing if it takes half a second. A busy machine may need another round.
                await().untilAsserted(() -> assertThat(scheduler.round(List.of("n2", "n1"), WAITING, 2))
                        .containsExactlyInAnyOrder(
                                new Placement(1, 0, ReadPlace.UNKNOWN), new Placement(0, 1, ReadPlace.UNKNOWN)));
            }
        }
    }

    @Test
    void nothingIsAskedWhereNothingMayBeAssigned() throws Exception {
        try (MapScheduler scheduler = start(true)) {
            assertThat(scheduler.round(List.of(), WAITING, 2)).isEmpty();
            assertThat(scheduler.round(List.of("n1"), List.of(), 2)).isEmpty();
            assertThat(scheduler.round(List.of("n1"), WAITING, 0)).isEmpty();
        }
    }

    @Test
    void onlyWhatStillWaitsIsRequestedAndAllIsGivenBack() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator()) {
            conf.set("tiercel.coordinator", coordinator.address());
            conf.set("tiercel.mapreduce.prefetch", "all");
            conf.set("tiercel.mapreduce.job", "nightly");
            try (MapScheduler scheduler = start(true)) {
                await().untilAsserted(() -> {
                    scheduler.round(List.of(), WAITING.subList(1, 2), 2);
                    assertThat(coordinator.heard).contains("prefetch file:/input/1 EVICT_AFTER_READ");
                });
                scheduler.finished(List.of(1));
            }
            // The end of a job waits for its release a second at most, which a busy machine may need longer for.
            await().untilAsserted(() -> assertThat(coordinator.heard).contains("release nightly"));
            assertThat(coordinator.heard).doesNotContain("prefetch file:/input/0 EVICT_AFTER_READ");
        }
    }

    /** Hadoop lets maps wait one after the other, so the first heartbeat may see one alone. */
    @Test
    void mapsThatBeginToWaitLaterAreRequestedToo() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator()) {
            conf.set("tiercel.coordinator", coordinator.address());
            conf.set("tiercel.mapreduce.prefetch", "all");
            try (MapScheduler scheduler = start(true)) {
                await().untilAsserted(() -> {
                    scheduler.round(List.of(), WAITING.subList(1, 2), 2);
                    assertThat(coordinator.heard).contains("prefetch file:/input/1 EVICT_AFTER_READ");
                });
                assertThat(scheduler.hasUnrequestedInput()).isTrue();

                scheduler.round(List.of(), WAITING, 2);
                await().until(() -> coordinator.heard.contains("prefetch file:/input/0 EVICT_AFTER_READ"));
                assertThat(scheduler.hasUnrequestedInput()).isFalse();
            }
        }
    }

    @Test
    void theCoordinatorHearsWhichContainersTheJobPrefersUntilItEnds() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator()) {
            conf.set("tiercel.coordinator", coordinator.address());
            conf.set("tiercel.mapreduce.locate.budget", "10s");
            try (MapScheduler scheduler = start(true)) {
                assertThat(scheduler.prefersContainers()).isTrue();
                scheduler.statePreferences(20, List.of());
                // Preferences that are not priced within half a second are not sent, and tried again a second later.
                await().untilAsserted(() -> {
                    scheduler.statePreferences(20, WAITING);
                    assertThat(coordinator.preferences).isNotEmpty();
                });
                PreferRequest first = coordinator.preferences.get(0);
                assertThat(first.getApplication()).isEqualTo("application_1_0001");
                assertThat(first.getAttempt()).isEqualTo(2);
                assertThat(first.getAsks(0).getPriority()).isEqualTo(20);
                assertThat(places(first)).containsExactly("n1", "n2");

                await().untilAsserted(() -> {
                    scheduler.statePreferences(20, WAITING.subList(1, 2));
                    assertThat(coordinator.preferences)
                            .anySatisfy(later -> assertThat(places(later)).containsExactly("n2"));
                });
            }
            await().untilAsserted(() -> assertThat(coordinator.preferences)
                    .last()
                    .satisfies(last -> assertThat(last.getAsksList()).isEmpty()));
        }
    }

    private static List<String> places(PreferRequest request) {
        return request.getAsksList().stream()
                .flatMap(ask -> ask.getPlacesList().stream())
                .map(PlaceScores::getPlace)
                .toList();
    }

    @Test
    void preferencesCanBeSwitchedOff() throws Exception {
        conf.set("tiercel.coordinator", "127.0.0.1:1");
        conf.set("tiercel.mapreduce.containers", "false");
        try (MapScheduler scheduler = start(false)) {
            assertThat(scheduler.prefersContainers()).isFalse();
        }
    }
}
