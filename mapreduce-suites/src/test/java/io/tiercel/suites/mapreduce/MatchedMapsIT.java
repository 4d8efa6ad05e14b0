package io.tiercel.suites.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.cli.replay.ReplayCommand;
import io.tiercel.client.FakeCoordinator;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Stock jobs on real daemons, with the jar that ships on the masters' class path. Each node has room for one map at a time. */
final class MatchedMapsIT {
    private static final int NODES = 3;
    private static final String MASTER = "org.apache.hadoop.mapreduce.v2.app.TiercelAppMaster";
    private static final String COUNTERS = "io.tiercel.mapreduce.TiercelCounter";
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static TieredCluster hdfs;
    private static MiniYarn yarn;
    private static WordCount words;

    @BeforeAll
    static void start() throws IOException {
        hdfs = TieredCluster.builder()
                .withoutSpark()
                .nodes(NODES)
                .racks(1)
                .blockSize(1 << 20)
                .start();
        yarn = MiniYarn.start(hdfs.hadoopConf(), hdfs.hosts());
        words = WordCount.write(hdfs, NODES);
    }

    @AfterAll
    static void stop() {
        if (yarn != null) {
            yarn.close();
        }
        if (hdfs != null) {
            hdfs.close();
        }
    }

    private static Configuration conf(Map<String, String> keys) throws IOException {
        String hadoop = Files.readString(Path.of(System.getProperty("tiercel.hadoop.classpath")))
                .strip();
        String jvm = "-Xmx200m -XX:+UseSerialGC -XX:TieredStopAtLevel=1";
        Configuration conf = yarn.clientConf();
        conf.set("yarn.application.classpath", hadoop.replace(':', ','));
        conf.set("mapreduce.application.classpath", System.getProperty("tiercel.mapreduce.jar"));
        conf.set("yarn.app.mapreduce.am.command-opts", jvm + " " + MASTER);
        conf.setInt("yarn.app.mapreduce.am.resource.mb", MiniYarn.MASTER_MIB);
        for (String task : List.of("map", "reduce")) {
            conf.setInt("mapreduce." + task + ".memory.mb", MiniYarn.TASK_MIB);
            conf.set("mapreduce." + task + ".java.opts", jvm);
        }
        for (String env : List.of("yarn.app.mapreduce.am.env", "mapreduce.map.env", "mapreduce.reduce.env")) {
            conf.set(env, "JAVA_HOME=" + System.getProperty("java.home"));
        }
        conf.setInt("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", 200);
        conf.setInt("mapreduce.client.progressmonitor.pollinterval", 100);
        conf.setInt("mapreduce.client.completion.pollinterval", 100);
        conf.setInt("mapreduce.task.io.sort.mb", 10);
        conf.set("mapreduce.job.reduce.slowstart.completedmaps", "1");
        // A second master learns of every map that has ended.
        conf.setInt("yarn.app.mapreduce.am.history.max-unflushed-events", 1);
        conf.setBoolean("tiercel.mapreduce.counters", true);
        keys.forEach(conf::set);
        return conf;
    }

    private static Job run(WordCount input, String name, Map<String, String> keys) throws Exception {
        Job job = input.submit(conf(keys), name);
        await().atMost(LIMIT).until(job::isComplete);
        assertThat(job.isSuccessful()).as("%s\n%s", name, masterLog(job)).isTrue();
        return job;
    }

    /** Log of a job's masters. */
    private static String masterLog(Job job) throws IOException {
        String application = job.getJobID().toString().replace("job", "application");
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(yarn.logs())) {
            for (Path file : files.filter(file -> file.endsWith("syslog"))
                    .filter(file -> file.toString().contains(application))
                    .filter(file -> file.getParent().toString().endsWith("_000001"))
                    .sorted()
                    .toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    private static Map<String, Long> counters(Job job) throws IOException {
        CounterGroup group = job.getCounters().getGroup(COUNTERS);
        return Stream.iterate(group.iterator(), Iterator::hasNext, each -> each)
                .map(Iterator::next)
                .filter(counter -> counter.getValue() > 0)
                .collect(Collectors.toMap(counter -> counter.getName(), counter -> counter.getValue()));
    }

    private static long local(Job job) throws IOException {
        return job.getCounters().findCounter(JobCounter.DATA_LOCAL_MAPS).getValue();
    }

    @Test
    void mapsRunWhereTheirInputIsOnTheSsd() throws Exception {
        Map<String, String> keys = Map.of("tiercel.record.dir", "/records");
        Job matched = run(words, "trident", keys);
        Job stock = run(words, "stock", Map.of("tiercel.mapreduce.policy", "stock"));

        assertThat(WordCount.hosts(matched, NODES)).isEqualTo(words.ssdHosts());
        assertThat(counters(matched)).isEqualTo(Map.of("MAPS_SSD", (long) NODES));
        assertThat(local(matched)).isEqualTo(NODES);
        assertThat(masterLog(matched)).contains("Tiercel: policy trident assigns maps");
        assertThat(replay(matched)).isNotEmpty().allMatch(answer -> answer.contains("\"check\":\"optimal\""));

        System.out.printf(
                "Maps with their input on the node's SSD: trident %d, stock %d of %d%n",
                words.onSsd(WordCount.hosts(matched, NODES)), words.onSsd(WordCount.hosts(stock, NODES)), NODES);
        assertThat(counters(stock)).isEmpty();
        assertThat(masterLog(stock)).doesNotContain("Tiercel");
        assertThat(words.counted("trident")).hasSize(NODES + 1).isEqualTo(words.counted("stock"));
    }

    /** Answers of {@code tiercel replay --check} to the records of a job. */
    private static List<String> replay(Job job) throws IOException {
        String attempt = job.getJobID().toString().replace("job", "appattempt") + "_000001";
        Path records = Files.createTempFile("decisions", ".jsonl");
        try (InputStream in =
                hdfs.fileSystem().open(new org.apache.hadoop.fs.Path("/records/decisions-" + attempt + ".jsonl"))) {
            Files.write(records, in.readAllBytes());
        }
        StringWriter answers = new StringWriter();
        int exitCode = new CommandLine(new ReplayCommand())
                .setOut(new PrintWriter(answers))
                .execute("--check", records.toString());
        Files.delete(records);
        assertThat(exitCode).as(answers.toString()).isZero();
        return answers.toString().lines().toList();
    }

    @Test
    void aWrongConfigurationRunsAsStock() throws Exception {
        Job job = run(words, "wrong", Map.of("tiercel.mapreduce.policy", "nonsense"));

        assertThat(counters(job)).isEmpty();
        assertThat(masterLog(job))
                .contains(
                        "Hadoop's own master runs, because its configuration is wrong: tiercel.mapreduce.policy: expected");
    }

    @Test
    void aCoordinatorThatIsAwayChangesNothing() throws Exception {
        Job job = run(words, "away", Map.of("tiercel.coordinator", "127.0.0.1:1", "tiercel.mapreduce.prefetch", "all"));

        assertThat(counters(job)).isEqualTo(Map.of("MAPS_SSD", (long) NODES));
    }

    @Test
    void inputIsRequestedReadAndGivenBack() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator()) {
            Job job = run(
                    words,
                    "memory",
                    Map.of(
                            "tiercel.coordinator", coordinator.address(),
                            "tiercel.mapreduce.prefetch", "all",
                            "tiercel.mapreduce.locate.budget", "10s"));

            await().untilAsserted(() -> assertThat(coordinator.heard).contains("release " + job.getJobID()));
            // Hints may come twice: the coordinator is asked about the job before it knows it.
            assertThat(coordinator.heard.stream().distinct().filter(call -> call.startsWith("prefetch ")))
                    .hasSize(NODES)
                    .allMatch(call -> call.endsWith("EVICT_AFTER_READ"));
            assertThat(coordinator.heard.stream().distinct().filter(call -> call.startsWith("begun ")))
                    .hasSize(NODES);
            assertThat(counters(job)).containsKey("MAPS_MEMORY");
        }
    }

    /** As {@code -libjars} does it. */
    @Test
    void theJarMayComeWithTheJob() throws Exception {
        Job job = run(
                words,
                "libjars",
                Map.of(
                        "mapreduce.application.classpath",
                        "/nothing",
                        "tmpjars",
                        "file://" + System.getProperty("tiercel.mapreduce.jar")));

        assertThat(counters(job)).isEqualTo(Map.of("MAPS_SSD", (long) NODES));
    }

    @Test
    void aSmallJobRunsInItsMaster() throws Exception {
        Job job = run(
                words,
                "uber",
                Map.of("mapreduce.job.ubertask.enable", "true", "mapreduce.job.ubertask.maxbytes", "100000000"));

        assertThat(job.isUber()).isTrue();
        assertThat(counters(job)).isEmpty();
    }

    @Test
    void aKilledMasterIsFollowedByOneThatRecovers() throws Exception {
        int maps = 4 * NODES;
        WordCount many = WordCount.write(hdfs, maps);
        Job job = many.submit(conf(Map.of()), "killed");
        await().atMost(LIMIT).until(() -> job.getTaskCompletionEvents(0).length >= 2);
        assertThat(killMaster()).isTrue();
        await().atMost(LIMIT).until(job::isComplete);

        assertThat(job.isSuccessful()).as(masterLog(job)).isTrue();
        assertThat(attempts(job)).isEqualTo(2);
        assertThat(many.counted("killed")).hasSize(maps + 1);
        assertThat(masterLog(job)).contains("from prior app attempt, status was SUCCEEDED");
        assertThat(many.onSsd(WordCount.hosts(job, maps))).isGreaterThan(maps / NODES);
        assertThat(job.getCounters().findCounter(JobCounter.NUM_FAILED_MAPS).getValue())
                .isZero();
    }

    private static boolean killMaster() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .filter(process -> process.info().commandLine().orElse("").contains(MASTER))
                .map(ProcessHandle::destroyForcibly)
                .reduce(false, Boolean::logicalOr);
    }

    private static int attempts(Job job) throws Exception {
        try (YarnClient client = YarnClient.createYarnClient()) {
            client.init(yarn.clientConf());
            client.start();
            ApplicationId id =
                    ApplicationId.fromString(job.getJobID().toString().replace("job", "application"));
            return client.getApplicationAttempts(id).size();
        }
    }
}
