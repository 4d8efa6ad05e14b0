package io.tiercel.suites.tez;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.replay.ReplayCommand;
import io.tiercel.testkit.LiveFiles;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.YarnCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.util.ToolRunner;
import org.apache.tez.examples.OrderedWordCount;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * Tez' own example on real daemons, with the jar that ships on the masters' class path. Each node has room for one task at a time, so
 * that containers are used again; one more node has room for the master.
 */
final class MatchedTasksIT {
    private static final int NODES = 3;
    private static final int FILES = 2 * NODES;
    private static final int TASK_MIB = 1024;
    private static final int MASTER_MIB = 2048;
    private static final String JVM =
            "-Xmx200m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.net.preferIPv4Stack=true";

    /** Tez' own scheduler says which task it gives a container. The tasks of the first vertex read files. */
    private static final Pattern ASSIGNED =
            Pattern.compile("Assigning container \\S+ to task attempt_\\d+_\\d+_\\d+_00_(\\d+)_\\d+ host=(\\S+)");

    private static final Pattern APPLICATION = Pattern.compile("application_\\d+_\\d+");

    private static TieredCluster hdfs;
    private static YarnCluster yarn;
    private static Words words;

    private record Job(List<String> hosts, String log, Map<String, Integer> counted) {}

    @BeforeAll
    static void start() throws IOException {
        hdfs = TieredCluster.builder()
                .withoutSpark()
                .nodes(NODES)
                .racks(1)
                .blockSize(1 << 20)
                .start();
        yarn = YarnCluster.builder()
                .nodes(NODES + 1)
                .memory(TASK_MIB)
                .memory(NODES, MASTER_MIB)
                .keys(hdfs.hadoopConf())
                .withMapReduce()
                .key("yarn.scheduler.minimum-allocation-mb", Integer.toString(TASK_MIB))
                .key("yarn.scheduler.capacity.maximum-am-resource-percent", "1")
                .start();
        words = Words.write(hdfs, FILES);
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

    private static List<String> classPath() throws IOException {
        return List.of(Files.readString(Path.of(System.getProperty("tiercel.hadoop.classpath")))
                .strip()
                .split(":"));
    }

    private static Configuration conf(Map<String, String> keys) throws IOException {
        Configuration conf = new Configuration();
        yarn.conf().forEach(conf::set);
        conf.set("tez.ignore.lib.uris", "true");
        conf.set("tez.use.cluster.hadoop-libs", "true");
        conf.set(
                "tez.cluster.additional.classpath.prefix",
                System.getProperty("tiercel.tez.jar") + ":" + String.join(":", classPath()));
        conf.set("tez.staging-dir", "/staging");
        conf.setInt("tez.am.resource.memory.mb", MASTER_MIB);
        conf.setInt("tez.task.resource.memory.mb", TASK_MIB);
        String opens = System.getProperty("tiercel.jdk.opens");
        conf.set("tez.am.launch.cmd-opts", JVM + " " + opens);
        conf.set("tez.task.launch.cmd-opts", JVM + " " + opens);
        conf.set("tez.am.launch.env", "JAVA_HOME=" + System.getProperty("java.home"));
        conf.set("tez.task.launch.env", "JAVA_HOME=" + System.getProperty("java.home"));
        conf.setInt("tez.runtime.io.sort.mb", 10);
        conf.setBoolean("tez.am.tez-ui.webservice.enable", false);
        conf.setInt("tez.am.am-rm.heartbeat.interval-ms.max", 200);
        conf.setInt("tez.grouping.split-count", FILES);
        conf.set("tez.am.yarn.scheduler.class", "org.apache.tez.dag.app.rm.TiercelTaskScheduler");
        conf.set("tiercel.tez.locate.budget", "10s");
        // Containers wait for tasks of their node, by Tez and by us.
        conf.setInt("tez.am.container.reuse.locality.delay-allocation-millis", 5_000);
        keys.forEach(conf::set);
        return conf;
    }

    private static Job run(String name, Map<String, String> keys) throws Exception {
        List<String> before = applications();
        String output = "/output/" + name;
        int exitCode =
                ToolRunner.run(conf(keys), new OrderedWordCount(), new String[] {Words.INPUT.toString(), output, "1"});
        String application = applications().stream()
                .filter(each -> !before.contains(each))
                .findFirst()
                .orElseThrow();
        String log = masterLog(application);
        assertThat(exitCode).as(log).isZero();
        return new Job(hosts(log), log, words.counted(new org.apache.hadoop.fs.Path(output)));
    }

    private static List<String> applications() throws IOException {
        return logs().stream()
                .map(file -> APPLICATION.matcher(file.toString()))
                .filter(Matcher::find)
                .map(Matcher::group)
                .distinct()
                .toList();
    }

    private static List<Path> logs() throws IOException {
        return LiveFiles.below(yarn.workDir(), file -> file.toString().contains("/logs"));
    }

    /** What the master of a job has logged, in a file for itself and one for each part of the DAG's life. */
    private static String masterLog(String application) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Path file : logs()) {
            if (file.toString().contains(application + "/")
                    && file.getParent().toString().endsWith("_000001")) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    private static List<String> hosts(String log) {
        String[] hosts = new String[FILES];
        ASSIGNED.matcher(log).results().forEach(match -> hosts[Integer.parseInt(match.group(1))] = match.group(2));
        return Arrays.asList(hosts);
    }

    @Test
    void tasksRunWhereTheirInputIsOnTheSsd() throws Exception {
        Job matched = run("trident", Map.of("tiercel.record.dir", "/records"));
        Job stock = run("stock", Map.of("tiercel.tez.policy", "stock"));

        System.out.printf(
                "Tasks with their input on the node's SSD: trident %d, stock %d of %d%n",
                words.onSsd(matched.hosts()), words.onSsd(stock.hosts()), FILES);
        assertThat(matched.log()).contains("Tiercel: policy trident assigns tasks to containers");
        assertThat(matched.log()).doesNotContain("Tez' own scheduler decides");
        assertThat(passedOver(matched.log())).isEmpty();
        assertThat(replay())
                .hasSizeGreaterThanOrEqualTo(2)
                .allMatch(answer -> answer.contains("\"check\":\"optimal\""));
        assertThat(stock.log()).doesNotContain("Tiercel: ");
        assertThat(stock.hosts()).doesNotContainNull();
        assertThat(matched.counted()).hasSize(FILES + 1).isEqualTo(stock.counted());
    }

    @Test
    void aWrongConfigurationRunsAsStock() throws Exception {
        Job job = run("wrong", Map.of("tiercel.tez.policy", "nonsense"));

        assertThat(job.log())
                .contains(
                        "Tiercel: Tez' own scheduler decides, because the configuration is wrong: tiercel.tez.policy:");
        assertThat(job.counted()).hasSize(FILES + 1);
    }

    /**
     * Tasks that got a container though another waited with its file on the SSD of that node. How many tasks find theirs depends on how
     * long containers run: one that is free again takes what is left.
     */
    private static List<String> passedOver(String log) throws IOException {
        List<String> ssd = words.ssdHosts();
        Set<Integer> waiting = IntStream.range(0, FILES).boxed().collect(Collectors.toCollection(HashSet::new));
        List<String> passedOver = new ArrayList<>();
        for (MatchResult assigned : ASSIGNED.matcher(log).results().toList()) {
            int task = Integer.parseInt(assigned.group(1));
            String host = assigned.group(2);
            waiting.remove(task);
            if (!ssd.get(task).equals(host)) {
                waiting.stream()
                        .filter(other -> ssd.get(other).equals(host))
                        .map(other -> other + " for " + assigned.group())
                        .forEach(passedOver::add);
            }
        }
        assertThat(waiting).as("tasks without a container").isEmpty();
        return passedOver;
    }

    /** What {@code tiercel replay --check} answers to the records of the only DAG that has any. */
    private static List<String> replay() throws IOException {
        FileStatus[] files = hdfs.fileSystem().listStatus(new org.apache.hadoop.fs.Path("/records"));
        assertThat(files).hasSize(1);
        Path records = Files.createTempFile("decisions", ".jsonl");
        try (InputStream in = hdfs.fileSystem().open(files[0].getPath())) {
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
}
