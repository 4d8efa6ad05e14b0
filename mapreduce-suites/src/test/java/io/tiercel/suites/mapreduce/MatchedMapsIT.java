package io.tiercel.suites.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.cli.replay.ReplayCommand;
import io.tiercel.client.FakeCoordinator;
import io.tiercel.testkit.SharedCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import picocli.CommandLine;

/** Stock jobs on real daemons, with the jar that ships on the masters' class path. Each node has room for one map at a time. */
final class MatchedMapsIT {
    private static final int NODES = JobCluster.NODES;

    @RegisterExtension
    static final SharedCluster<JobCluster> CLUSTER = JobCluster.SHARED;

    private final JobCluster cluster = CLUSTER.get();
    private final WordCount words = cluster.words;

    private Job run(WordCount input, String name, Map<String, String> keys) throws Exception {
        return cluster.run(input, name, keys);
    }

    /** Runs a job again if a busy machine has spent the time of a round, and Hadoop has placed some maps. */
    private Job runMatched(WordCount input, int maps, String name, Map<String, String> keys) throws Exception {
        return runUntil(job -> matched(job) >= maps, input, name, keys);
    }

    private interface Check {
        boolean holds(Job job) throws IOException;
    }

    /** Runs a job up to six times. */
    private Job runUntil(Check isFit, WordCount input, String name, Map<String, String> keys) throws Exception {
        Job job = run(input, name, keys);
        for (int again = 0; again < 5 && !isFit.holds(job); again++) {
            cluster.hdfs.fileSystem().delete(WordCount.output(name), true);
            job = run(input, name, keys);
        }
        return job;
    }

    private long matched(Job job) throws IOException {
        return counters(job).values().stream().mapToLong(Long::longValue).sum();
    }

    private Map<String, Long> counters(Job job) throws IOException {
        return cluster.counters(job);
    }

    private String masterLog(Job job) throws IOException {
        return cluster.masterLog(job);
    }

    private static long local(Job job) throws IOException {
        return job.getCounters().findCounter(JobCounter.DATA_LOCAL_MAPS).getValue();
    }

    @Test
    void mapsRunWhereTheirInputIsOnTheSsd() throws Exception {
        Map<String, String> keys = Map.of("tiercel.record.dir", "/records");
        // Hadoop lets maps wait one after the other. On a busy machine a heartbeat may see one alone, which takes the
        // first container.
        Job matched = runUntil(job -> firstWaiting(job) >= NODES, words, "trident", keys);
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

    /** How many maps waited when the master asked for containers first. */
    private int firstWaiting(Job job) throws IOException {
        return Pattern.compile("ScheduledMaps:([1-9]\\d*)")
                .matcher(masterLog(job))
                .results()
                .findFirst()
                .map(found -> Integer.parseInt(found.group(1)))
                .orElseThrow();
    }

    /** Two of three nodes have the input on an SSD, and all three have room. By chance YARN finds both in a third of all jobs. */
    @Test
    void containersAreGrantedWhereTheInputIsOnTheSsd() throws Exception {
        WordCount two = WordCount.write(cluster.hdfs, 2);
        Map<String, String> keys =
                Map.of("tiercel.coordinator", cluster.coordinator, "tiercel.mapreduce.locate.budget", "10s");
        for (int time = 0; time < 2; time++) {
            Job job = runMatched(two, 2, "containers-" + time, keys);

            assertThat(WordCount.hosts(job, 2)).as("time %s", time).isEqualTo(two.ssdHosts());
            assertThat(counters(job)).isEqualTo(Map.of("MAPS_SSD", 2L));
        }
    }

    /** The plan has each map on an SSD of its own, and asks for a container there. */
    @Test
    void aPlanOfAllReadsAsksForContainersAndFillsThem() throws Exception {
        Job planned = runMatched(
                words,
                NODES,
                "tiercel",
                Map.of(
                        "tiercel.mapreduce.policy", "tiercel",
                        "tiercel.coordinator", cluster.coordinator,
                        "tiercel.mapreduce.locate.budget", "10s",
                        "tiercel.record.dir", "/records"));

        assertThat(WordCount.hosts(planned, NODES)).isEqualTo(words.ssdHosts());
        assertThat(counters(planned)).isEqualTo(Map.of("MAPS_SSD", (long) NODES));
        assertThat(replay(planned))
                .anyMatch(answer -> answer.startsWith("plan of 3 tasks:"))
                .allMatch(answer -> !answer.startsWith("plan of ") || answer.endsWith("; proved"))
                .contains(NODES + " tasks: the plan of the stage has it here");
    }

    /** Answers of {@code tiercel replay --check} to the records of a job. */
    private List<String> replay(Job job) throws IOException {
        String attempt = job.getJobID().toString().replace("job", "appattempt") + "_000001";
        Path records = Files.createTempFile("decisions", ".jsonl");
        try (InputStream in = cluster.hdfs
                .fileSystem()
                .open(new org.apache.hadoop.fs.Path("/records/decisions-" + attempt + ".jsonl"))) {
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
    void inputIsRequestedReadAndGivenBack() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator()) {
            Job job = runMatched(
                    words,
                    NODES,
                    "memory",
                    Map.of(
                            "tiercel.coordinator", coordinator.address(),
                            "tiercel.mapreduce.prefetch", "all",
                            "tiercel.mapreduce.locate.budget", "10s"));

            await().untilAsserted(() -> assertThat(coordinator.heard).contains("release " + job.getJobID()));
            // Hints may come twice: the coordinator is asked about the job before it knows it.
            assertThat(heard(coordinator, "prefetch "))
                    .hasSize(NODES)
                    .allMatch(call -> call.endsWith("EVICT_AFTER_READ"));
            assertThat(heard(coordinator, "begun ")).hasSize(NODES);
            assertThat(counters(job)).containsKey("MAPS_MEMORY");
        }
    }

    private static List<String> heard(FakeCoordinator coordinator, String call) {
        return coordinator.heard.stream()
                .filter(each -> each.startsWith(call))
                .distinct()
                .toList();
    }
}
