package io.tiercel.suites.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.client.FakeCoordinator;
import io.tiercel.testkit.SharedCluster;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Faults of daemons and maps in the middle of a job: results are right, and the job goes on with our master where it can. */
@Tag("slow")
final class MapReduceFaultsIT {
    private static final int NODES = JobCluster.NODES;
    private static final int MAPS = 4 * NODES;

    @RegisterExtension
    static final SharedCluster<JobCluster> CLUSTER = JobCluster.SHARED;

    private final JobCluster cluster = CLUSTER.get();
    private WordCount many;

    @BeforeEach
    void write() throws Exception {
        many = WordCount.write(cluster.hdfs, MAPS);
    }

    /** Whether a job is in its midst. */
    private static void awaitSome(Job job) throws Exception {
        await().atMost(JobCluster.LIMIT).until(() -> job.getTaskCompletionEvents(0).length >= 2);
        assertThat(job.getStatus().getMapProgress()).as("progress of maps").isLessThan(1);
    }

    private void awaitSuccess(Job job, String name) throws Exception {
        await().atMost(JobCluster.LIMIT).until(job::isComplete);
        assertThat(job.isSuccessful()).as(cluster.masterLog(job)).isTrue();
        assertThat(many.counted(name)).hasSize(MAPS + 1);
        assertThat(cluster.masterLog(job)).doesNotContain("Tiercel: Hadoop assigns all");
    }

    /** The history that a job's first master has written so far. */
    private String history(Job job) throws IOException {
        FileSystem hdfs = cluster.hdfs.fileSystem();
        Path directory = new Path("/staging/" + job.getUser() + "/.staging/" + job.getJobID());
        try (InputStream in = hdfs.open(new Path(directory, job.getJobID() + "_1.jhist"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static long counter(Job job, JobCounter counter) throws Exception {
        return job.getCounters().findCounter(counter).getValue();
    }

    private Map<String, String> withCoordinator() {
        return Map.of("tiercel.coordinator", cluster.coordinator);
    }

    @Test
    void aKilledMasterIsFollowedByOneThatRecovers() throws Exception {
        Map<String, String> keys = new HashMap<>(withCoordinator());
        keys.put("mapreduce.jobhistory.jhist.format", "json");
        keys.put("yarn.app.mapreduce.am.history.complete-event-flush-timeout", "100");
        Job job = many.submit(cluster.conf(keys), "killed");
        awaitSome(job);
        // The next master knows what the first one has written down, which it does late.
        await().atMost(JobCluster.LIMIT).until(() -> history(job).contains("\"TASK_FINISHED\""));
        assertThat(cluster.killMaster()).isTrue();
        awaitSuccess(job, "killed");

        assertThat(cluster.attempts(job)).isEqualTo(2);
        assertThat(cluster.masterLog(job)).contains("from prior app attempt, status was SUCCEEDED");
        assertThat(many.onSsd(WordCount.hosts(job, MAPS))).isGreaterThan(MAPS / NODES);
        assertThat(counter(job, JobCounter.NUM_FAILED_MAPS)).isZero();
    }

    @Test
    void aResourceManagerThatIsRestartedGoesOnGranting() throws Exception {
        Job job = many.submit(cluster.conf(withCoordinator()), "restarted");
        awaitSome(job);
        cluster.yarn.restartResourceManager();
        awaitSuccess(job, "restarted");

        assertThat(cluster.attempts(job)).isEqualTo(1);
        assertThat(counter(job, JobCounter.NUM_FAILED_MAPS)).isZero();
    }

    @Test
    void mapsOfALostNodeRunElsewhere() throws Exception {
        int lost = 1;
        Job job = many.submit(cluster.conf(withCoordinator()), "lost");
        awaitSome(job);
        cluster.yarn.killNodeManager(lost);
        try {
            awaitSuccess(job, "lost");
            assertThat(WordCount.hosts(job, MAPS))
                    .as("results are not on it")
                    .doesNotContain(cluster.yarn.hosts().get(lost));
        } finally {
            cluster.yarn.startNodeManager(lost);
        }
    }

    @Test
    void aCoordinatorThatEndsIsNotMissed() throws Exception {
        FakeCoordinator coordinator = new FakeCoordinator();
        try {
            Job job = many.submit(
                    cluster.conf(
                            Map.of("tiercel.coordinator", coordinator.address(), "tiercel.mapreduce.prefetch", "all")),
                    "ended");
            awaitSome(job);
            coordinator.close();
            awaitSuccess(job, "ended");

            assertThat(cluster.masterLog(job))
                    .contains("tasks are placed without regard to what is in memory until it is back");
            assertThat(cluster.counters(job).values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(MAPS);
        } finally {
            coordinator.close();
        }
    }

    @Test
    void aCoordinatorThatIsAwayChangesNothing() throws Exception {
        Job job = cluster.run(
                cluster.words,
                "away",
                Map.of("tiercel.coordinator", "127.0.0.1:1", "tiercel.mapreduce.prefetch", "all"));

        assertThat(cluster.counters(job)).isEqualTo(Map.of("MAPS_SSD", (long) NODES));
    }

    @Test
    void aClassLoaderOfTheJobsOwnRunsAsStock() throws Exception {
        Job job = cluster.run(cluster.words, "loader", Map.of("mapreduce.job.classloader", "true"));

        assertThat(cluster.counters(job)).isEmpty();
        assertThat(cluster.masterLog(job))
                .contains("Hadoop's own master runs, because of mapreduce.job.classloader=true");
    }

    @Test
    void aWrongConfigurationRunsAsStock() throws Exception {
        Job job = cluster.run(cluster.words, "wrong", Map.of("tiercel.mapreduce.policy", "nonsense"));

        assertThat(cluster.counters(job)).isEmpty();
        assertThat(cluster.masterLog(job))
                .contains(
                        "Hadoop's own master runs, because its configuration is wrong: tiercel.mapreduce.policy: expected");
    }

    /** As {@code -libjars} does it. */
    @Test
    void theJarMayComeWithTheJob() throws Exception {
        Job job = cluster.run(
                cluster.words,
                "libjars",
                Map.of(
                        "mapreduce.application.classpath",
                        "/nothing",
                        "tmpjars",
                        "file://" + System.getProperty("tiercel.mapreduce.jar")));

        assertThat(cluster.counters(job)).isEqualTo(Map.of("MAPS_SSD", (long) NODES));
    }

    @Test
    void aSmallJobRunsInItsMaster() throws Exception {
        Job job = cluster.run(
                cluster.words,
                "uber",
                Map.of("mapreduce.job.ubertask.enable", "true", "mapreduce.job.ubertask.maxbytes", "100000000"));

        assertThat(job.isUber()).isTrue();
        assertThat(cluster.counters(job)).isEmpty();
    }

    @Test
    void noMoreMapsRunThanTheJobAllows() throws Exception {
        Job job = cluster.run(cluster.words, "limit", Map.of("mapreduce.job.running.map.limit", "1"));

        List<TaskReport> maps = Arrays.stream(job.getTaskReports(TaskType.MAP))
                .sorted(Comparator.comparingLong(TaskReport::getStartTime))
                .toList();
        assertThat(maps).hasSize(NODES);
        for (int next = 1; next < NODES; next++) {
            assertThat(maps.get(next).getStartTime())
                    .as("launch %s", next)
                    .isGreaterThanOrEqualTo(maps.get(next - 1).getFinishTime());
        }
    }

    private Configuration troubled(Map<String, String> keys) {
        Configuration conf = cluster.conf(keys);
        String classes =
                java.nio.file.Path.of("target", "test-classes").toAbsolutePath().toString();
        conf.set("yarn.application.classpath", conf.get("yarn.application.classpath") + "," + classes);
        return conf;
    }

    @Test
    void aBlacklistedNodeGetsNoMoreMaps() throws Exception {
        String bad = cluster.hdfs.hosts().get(0);
        Job job = many.submit(
                troubled(Map.of(
                        TroubledMapper.FAILS_ON,
                        bad,
                        "mapreduce.job.maxtaskfailures.per.tracker",
                        "1",
                        "yarn.app.mapreduce.am.job.node-blacklisting.ignore-threshold-node-percent",
                        "-1")),
                "blacklisted",
                TroubledMapper.class);
        awaitSuccess(job, "blacklisted");

        assertThat(WordCount.hosts(job, MAPS)).doesNotContain(bad);
        assertThat(counter(job, JobCounter.NUM_FAILED_MAPS)).isBetween(1L, 3L);
        assertThat(cluster.masterLog(job)).contains("Blacklisted host " + bad);
    }

    @Test
    void aMapThatHangsRunsOnceMoreOnAnotherNode() throws Exception {
        Job job = many.submit(
                troubled(Map.of(
                        TroubledMapper.HANGS,
                        "true",
                        "mapreduce.map.speculative",
                        "true",
                        "mapreduce.job.speculative.retry-after-no-speculate",
                        "500",
                        "mapreduce.job.speculative.minimum-allowed-tasks",
                        "1")),
                "speculative",
                TroubledMapper.class);
        awaitSuccess(job, "speculative");

        assertThat(counter(job, JobCounter.NUM_KILLED_MAPS)).isPositive();
        assertThat(counter(job, JobCounter.NUM_FAILED_MAPS)).isZero();
    }
}
