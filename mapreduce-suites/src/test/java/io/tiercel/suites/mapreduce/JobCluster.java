package io.tiercel.suites.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.testkit.SharedCluster;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.net.ServerSocket;
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
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.client.api.YarnClient;

/**
 * Real daemons for stock jobs, with the jars that ship: in the NameNode a coordinator, in the ResourceManager our scheduler, and on the
 * class path of masters our master. Each node has room for one map at a time.
 */
final class JobCluster implements AutoCloseable {
    static final SharedCluster<JobCluster> SHARED = SharedCluster.of(JobCluster.class, "jobs", JobCluster::start);
    static final int NODES = 3;
    static final String MASTER = "org.apache.hadoop.mapreduce.v2.app.TiercelAppMaster";
    static final Duration LIMIT = Duration.ofMinutes(2);

    private static final String COUNTERS = "io.tiercel.mapreduce.TiercelCounter";

    final TieredCluster hdfs;
    final MiniYarn yarn;
    final WordCount words;
    final String coordinator;

    private JobCluster(TieredCluster hdfs, String coordinator) throws IOException {
        this.hdfs = hdfs;
        this.coordinator = coordinator;
        this.yarn = MiniYarn.start(hdfs.hadoopConf(), hdfs.hosts(), coordinator);
        this.words = WordCount.write(hdfs, NODES);
    }

    private static JobCluster start() throws IOException {
        String coordinator = "127.0.0.1:" + freePort();
        TieredCluster hdfs = TieredCluster.builder()
                .withoutSpark()
                .nodes(NODES)
                .racks(1)
                .blockSize(1 << 20)
                .daemonJar(Path.of(System.getProperty("tiercel.hdfs.jar")))
                .hdfsKey("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin")
                .hdfsKey("tiercel.coordinator.address", coordinator)
                .hdfsKey("tiercel.coordinator.http-address", "127.0.0.1:0")
                .start();
        try {
            return new JobCluster(hdfs, coordinator);
        } catch (IOException | RuntimeException | Error e) {
            hdfs.close();
            throw e;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        try {
            yarn.close();
        } finally {
            hdfs.close();
        }
    }

    Configuration conf(Map<String, String> keys) throws IOException {
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
        // On a busy machine one map of three may look slow, and a second attempt of it would count as another local
        // map.
        conf.setBoolean("mapreduce.map.speculative", false);
        keys.forEach(conf::set);
        return conf;
    }

    Job run(WordCount input, String name, Map<String, String> keys) throws Exception {
        Job job = input.submit(conf(keys), name);
        await().atMost(LIMIT).until(job::isComplete);
        assertThat(job.isSuccessful()).as("%s\n%s", name, masterLog(job)).isTrue();
        return job;
    }

    /** Log of a job's masters. */
    String masterLog(Job job) throws IOException {
        return masterLog(job.getJobID().toString().replace("job", "application"));
    }

    /** Log of an application's masters. */
    String masterLog(String application) throws IOException {
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

    Map<String, Long> counters(Job job) throws IOException {
        CounterGroup group = job.getCounters().getGroup(COUNTERS);
        return Stream.iterate(group.iterator(), Iterator::hasNext, each -> each)
                .map(Iterator::next)
                .filter(counter -> counter.getValue() > 0)
                .collect(Collectors.toMap(counter -> counter.getName(), counter -> counter.getValue()));
    }

    boolean killMaster() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .filter(process -> process.info().commandLine().orElse("").contains(MASTER))
                .map(ProcessHandle::destroyForcibly)
                .reduce(false, Boolean::logicalOr);
    }

    int attempts(Job job) throws Exception {
        try (YarnClient client = client()) {
            return client.getApplicationAttempts(
                            ApplicationId.fromString(job.getJobID().toString().replace("job", "application")))
                    .size();
        }
    }

    /** The ids of all applications. */
    List<String> applications() throws Exception {
        try (YarnClient client = client()) {
            return client.getApplications().stream()
                    .map(report -> report.getApplicationId().toString())
                    .toList();
        }
    }

    private YarnClient client() {
        YarnClient client = YarnClient.createYarnClient();
        client.init(yarn.clientConf());
        client.start();
        return client;
    }
}
