package io.tiercel.cli.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.cli.CommandFailure;
import io.tiercel.sim.whatif.LoggedApplication;
import io.tiercel.sim.whatif.LoggedSlots.SlotChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogReaderTest {
    @TempDir
    private Path directory;

    private static String executor(String id, long millis, int cores, int profile) {
        return "{\"Event\":\"SparkListenerExecutorAdded\",\"Timestamp\":" + millis + ",\"Executor ID\":\"" + id
                + "\",\"Executor Info\":{\"Host\":\"n\",\"Total Cores\":" + cores + ",\"Resource Profile Id\":"
                + profile
                + "}}";
    }

    private static String removed(String id, long millis) {
        return "{\"Event\":\"SparkListenerExecutorRemoved\",\"Timestamp\":" + millis + ",\"Executor ID\":\"" + id
                + "\",\"Removed Reason\":\"idle\"}";
    }

    private static String properties(String properties) {
        return "{\"Event\":\"SparkListenerEnvironmentUpdate\",\"Spark Properties\":{" + properties + "}}";
    }

    /** As Spark's JsonProtocol writes it. */
    private static String profile(int id, String cpus) {
        return "{\"Event\":\"SparkListenerResourceProfileAdded\",\"Resource Profile Id\":" + id
                + ",\"Executor Resource Requests\":{\"cores\":{\"Resource Name\":\"cores\",\"Amount\":8}},"
                + "\"Task Resource Requests\":{" + cpus + "}}";
    }

    private static String cpus(double amount) {
        return "\"cpus\":{\"Resource Name\":\"cpus\",\"Amount\":" + amount + "}";
    }

    private static String task(int stage) {
        return "{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":" + stage
                + ",\"Task Info\":{\"Host\":\"n\",\"Locality\":\"ANY\",\"Launch Time\":1,\"Finish Time\":2},"
                + "\"Task Metrics\":{\"Executor Run Time\":1}}";
    }

    private List<SlotChange> slots(String... events) throws IOException {
        return EventLogReader.read(Files.write(directory.resolve("log"), List.of(events)))
                .slots()
                .changes();
    }

    @Test
    void slotsOfRemovedExecutorsGo() throws IOException {
        assertThat(slots(
                        properties(""),
                        executor("1", 10, 4, 0),
                        executor("2", 20, 2, 0),
                        removed("1", 30),
                        removed("1", 31),
                        removed("7", 32)))
                .containsExactly(new SlotChange(10, 4), new SlotChange(20, 2), new SlotChange(30, -4));
    }

    /** In local mode the log has the driver before it has the configuration. */
    @Test
    void aTaskMayTakeSeveralCores() throws IOException {
        assertThat(slots(
                        executor("driver", 10, 7, 0),
                        properties("\"spark.task.cpus\":\"2\""),
                        executor("1", 20, 1, 0),
                        removed("driver", 30)))
                .containsExactly(new SlotChange(10, 3), new SlotChange(20, 0), new SlotChange(30, -3));
    }

    @Test
    void aProfileSetsTheCoresOfItsTasks() throws IOException {
        assertThat(slots(
                        profile(0, cpus(2)),
                        properties("\"spark.task.cpus\":\"2\""),
                        profile(1, cpus(4)),
                        profile(2, "\"gpu\":{\"Resource Name\":\"gpu\",\"Amount\":0.5}"),
                        executor("1", 10, 8, 0),
                        executor("2", 20, 8, 1),
                        executor("3", 30, 8, 2),
                        removed("2", 40)))
                .containsExactly(
                        new SlotChange(10, 4), new SlotChange(20, 2), new SlotChange(30, 4), new SlotChange(40, -2));
    }

    private Path rolled(String... files) throws IOException {
        Path log = Files.createDirectories(directory.resolve("eventlog_v2_app"));
        for (String file : files) {
            int number = Integer.parseInt(file.split("_")[1]);
            int stage = file.contains("compact") ? 100 + number : number;
            Files.writeString(log.resolve(file), task(stage) + "\n");
        }
        return log;
    }

    private static List<Integer> stages(LoggedApplication application) {
        return application.stages().stream().map(each -> each.stage().id()).toList();
    }

    @Test
    void aCompactFileReplacesAllUpToItsNumber() throws IOException {
        LoggedApplication application = EventLogReader.read(rolled(
                "events_2_app.compact",
                "events_3_app",
                "events_4_app",
                "events_4_app.compact",
                "events_5_app",
                "events_10_app",
                "events_6_app",
                "events_7_app",
                "events_8_app",
                "events_9_app",
                "events_9_app.compact.inprogress"));

        assertThat(stages(application)).containsExactly(5, 6, 7, 8, 9, 10, 104);
        assertThat(application.facts().isCompacted()).isTrue();
    }

    @Test
    void whatIsBeingCompactedIsStillWhole() throws IOException {
        LoggedApplication application =
                EventLogReader.read(rolled("events_1_app", "events_2_app", "events_2_app.compact.inprogress"));

        assertThat(stages(application)).containsExactly(1, 2);
        assertThat(application.facts().isCompacted()).isFalse();
    }

    @Test
    void aFileThatSparkHasJustMadeIsEmpty() throws IOException {
        for (String codec : List.of("", ".snappy", ".gz", ".zstd", ".lz4")) {
            Path log = rolled("events_1_app");
            Path fresh = Files.createFile(log.resolve("events_2_app" + codec + ".inprogress"));
            assertThat(stages(EventLogReader.read(log))).as(codec).containsExactly(1);
            Files.delete(fresh);
        }
    }

    @Test
    void onlyTheLastFileMayBeCutOff() throws IOException {
        Path log = rolled("events_1_app", "events_2_app", "events_3_app");
        Files.writeString(log.resolve("events_3_app"), task(3) + "\n" + task(4).substring(0, 50));
        assertThat(stages(EventLogReader.read(log))).containsExactly(1, 2, 3);

        Files.writeString(log.resolve("events_2_app"), task(2) + "\n" + task(4).substring(0, 50));
        assertThatThrownBy(() -> EventLogReader.read(log))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("events_2_app:2: expected an event of Spark in JSON");
    }

    @Test
    void aMissingFileIsNamed() throws IOException {
        assertThatThrownBy(() -> EventLogReader.read(rolled("events_1_app", "events_3_app")))
                .isInstanceOf(CommandFailure.class)
                .hasMessageEndingWith("expected the file events_2_… before events_3_app, it is missing");
        Files.delete(directory.resolve("eventlog_v2_app/events_1_app"));
        assertThatThrownBy(() -> EventLogReader.read(directory.resolve("eventlog_v2_app")))
                .hasMessageEndingWith("expected the file events_1_… before events_3_app, it is missing");
    }
}
