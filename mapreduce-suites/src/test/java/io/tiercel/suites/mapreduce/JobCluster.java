package io.tiercel.suites.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.testkit.LiveFiles;
import io.tiercel.testkit.SharedCluster;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.YarnCluster;
import io.tiercel.testkit.YarnClusterBuilder;
import io.tiercel.testkit.process.Ports;
import java.io.IOException;
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
import org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer;
import org.apache.hadoop.mapreduce.v2.jobhistory.JHAdminConfig;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Real daemons for stock jobs, with the jars that ship: in the NameNode a coordinator, in the ResourceManager our scheduler, and on the
 * class path of masters our master. Each node has room for one map at a time; one more has room for the master.
 */
final class JobCluster implements AutoCloseable {
    static final SharedCluster<JobCluster> SHARED = SharedCluster.of(JobCluster.class, "jobs", JobCluster::start);
    static final int NODES = 3;
    static final String MASTER = "org.apache.hadoop.mapreduce.v2.app.TiercelAppMaster";
    static final Duration LIMIT = Duration.ofMinutes(5);

    /** Memory of a task, and of a node for tasks. */
    private static final int TASK_MIB = 1024;

    private static final int MASTER_MIB = 2048;
    private static final String COUNTERS = "io.tiercel.mapreduce.TiercelCounter";

    final TieredCluster hdfs;
    final YarnCluster yarn;
    final WordCount words;
    final String coordinator;
    private final JobHistoryServer history;

    private JobCluster(TieredCluster hdfs, YarnCluster yarn, String coordinator) throws IOException {
        this.hdfs = hdfs;
        this.yarn = yarn;
        this.coordinator = coordinator;
        this.words = WordCount.write(hdfs, NODES);
        this.history = history(yarn);
    }

    private static JobCluster start() throws IOException {
        String coordinator = "127.0.0.1:" + Ports.choose("coordinator", "127.0.0.1", 0);
        TieredCluster hdfs = hdfs(coordinator);
        try {
            YarnCluster yarn = yarn(hdfs, coordinator);
            try {
                return new JobCluster(hdfs, yarn, coordinator);
            } catch (IOException | RuntimeException | Error e) {
                yarn.close();
                throw e;
            }
        } catch (IOException | RuntimeException | Error e) {
            hdfs.close();
            throw e;
        }
    }

    private static TieredCluster hdfs(String coordinator) {
        return TieredCluster.builder()
                .withoutSpark()
                .nodes(NODES)
                .racks(1)
                .blockSize(1 << 20)
                .daemonJar(Path.of(System.getProperty("tiercel.hdfs.jar")))
                .hdfsKey("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin")
                .hdfsKey("tiercel.coordinator.address", coordinator)
                .hdfsKey("tiercel.coordinator.http-address", "127.0.0.1:0")
                .start();
    }

    static YarnClusterBuilder withOurScheduler(YarnClusterBuilder yarn, String coordinator) {
        return yarn.daemonJar(Path.of(System.getProperty("tiercel.yarn.jar")))
                .key(
                        "yarn.resourcemanager.scheduler.class",
                        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.TiercelCapacityScheduler")
                .key("tiercel.yarn.coordinator", coordinator)
                .key("tiercel.yarn.interval", "50ms");
    }

    private static YarnCluster yarn(TieredCluster hdfs, String coordinator) {
        YarnClusterBuilder stock = YarnCluster.builder()
                .nodes(NODES + 1)
                .memory(TASK_MIB)
                .memory(NODES, MASTER_MIB)
                .keys(hdfs.hadoopConf())
                .withMapReduce();
        return withOurScheduler(stock, coordinator)
                .key("yarn.scheduler.minimum-allocation-mb", Integer.toString(TASK_MIB))
                .key("yarn.scheduler.capacity.maximum-am-resource-percent", "1")
                // Under load a node's heartbeat may come late, and YARN then passes the node over.
                .key("yarn.scheduler.skip.node.multiplier", "60")
                .key("yarn.resourcemanager.recovery.enabled", "true")
                .key(
                        "yarn.resourcemanager.store.class",
                        "org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore")
                .key("yarn.resourcemanager.fs.state-store.uri", "/resource-manager")
                .key("yarn.resourcemanager.work-preserving-recovery.scheduling-wait-ms", "1000")
                .start();
    }

    /** Clients ask it about jobs that have ended. */
    private static JobHistoryServer history(YarnCluster yarn) {
        Configuration conf = new YarnConfiguration();
        yarn.mapReduceConf().forEach(conf::set);
        for (String address : List.of(
                JHAdminConfig.MR_HISTORY_ADDRESS,
                JHAdminConfig.MR_HISTORY_WEBAPP_ADDRESS,
                JHAdminConfig.JHS_ADMIN_ADDRESS)) {
            conf.set(address, "127.0.0.1:0");
        }
        JobHistoryServer server = new JobHistoryServer();
        try {
            server.init(conf);
            server.start();
            return server;
        } catch (RuntimeException | Error e) {
            server.stop();
            throw e;
        }
    }

    @Override
    public void close() {
        try {
            history.stop();
        } finally {
            try {
                yarn.close();
            } finally {
                hdfs.close();
            }
        }
    }

    static void useOurMaster(Configuration conf) {
        conf.set("mapreduce.application.classpath", System.getProperty("tiercel.mapreduce.jar"));
        conf.set("yarn.app.mapreduce.am.command-opts", conf.get("yarn.app.mapreduce.am.command-opts") + " " + MASTER);
    }

    Configuration conf(Map<String, String> keys) {
        Configuration conf = new YarnConfiguration(history.getConfig());
        useOurMaster(conf);
        conf.setInt("yarn.app.mapreduce.am.resource.mb", MASTER_MIB);
        for (String task : List.of("map", "reduce")) {
            conf.setInt("mapreduce." + task + ".memory.mb", TASK_MIB);
        }
        conf.set("mapreduce.job.reduce.slowstart.completedmaps", "1");
        // By default a master calls a lost NodeManager for three minutes before it gives its map up.
        conf.setInt("yarn.client.nodemanager-connect.max-wait-ms", 2_000);
        conf.setInt("yarn.client.nodemanager-connect.retry-interval-ms", 500);
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
        return masterLog(yarn, application);
    }

    static String masterLog(YarnCluster yarn, String application) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Path file : LiveFiles.named("syslog", yarn.workDir())) {
            if (file.toString().contains(application)
                    && file.getParent().toString().endsWith("_000001")) {
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
        client.init(history.getConfig());
        client.start();
        return client;
    }
}
