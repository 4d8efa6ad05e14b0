package io.tiercel.suites.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.YarnCluster;
import io.tiercel.testkit.process.Ports;
import io.tiercel.testkit.secure.KerberosRealm;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A MapReduce job of alice on a Kerberised HDFS and YARN, with the jars that ship in NameNode, DataNodes, ResourceManager and master. It has
 * maps alone: without Hadoop's native library a secure node serves nothing to reducers.
 */
@Tag("slow")
final class SecureJobIT {
    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 6;
    private static final int NODES = 3;
    private static final org.apache.hadoop.fs.Path HOME = new org.apache.hadoop.fs.Path("/user/alice");
    private static final org.apache.hadoop.fs.Path INPUT = new org.apache.hadoop.fs.Path(HOME, "input");
    private static final org.apache.hadoop.fs.Path OUTPUT = new org.apache.hadoop.fs.Path(HOME, "output");
    private static final org.apache.hadoop.fs.Path GO = new org.apache.hadoop.fs.Path(HOME, "go");
    private static final String LINE = "x".repeat(63) + "\n";
    private static final Duration PATIENCE = JobCluster.LIMIT;
    private static final Path TEST_CLASSES = Path.of("target", "test-classes").toAbsolutePath();

    private static KerberosRealm realm;
    private static TieredCluster hdfs;
    private static YarnCluster yarn;
    private static String coordinator;
    private static UserGroupInformation alice;

    @BeforeAll
    static void start() throws Exception {
        realm = KerberosRealm.start(Files.createTempDirectory("realm"), NODES, "alice");
        coordinator = "127.0.0.1:" + Ports.choose("coordinator", "127.0.0.1", 0);
        hdfs = TieredCluster.builder()
                .withoutSpark()
                .nodes(NODES)
                .replication(2)
                .blockSize(BLOCK)
                .daemonJar(Path.of(System.getProperty("tiercel.hdfs.jar")))
                .secured(realm)
                .hdfsKey("dfs.permissions.enabled", "true")
                .hdfsKey("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin")
                .hdfsKey("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin")
                .hdfsKey("tiercel.coordinator.address", coordinator)
                .hdfsKey("tiercel.coordinator.interval", "200ms")
                .hdfsKey("tiercel.agent.coordinator", coordinator)
                .hdfsKey("tiercel.agent.curve", "false")
                .hdfsKey("tiercel.agent.memory.budget", "64m")
                .start();
        yarn = JobCluster.withOurScheduler(
                        YarnCluster.builder()
                                .nodes(NODES)
                                .keys(hdfs.hadoopConf())
                                .withMapReduce(),
                        coordinator)
                .secured(realm)
                .start();
        alice = realm.login("alice");
        hdfs.makeHome("alice");
        org.apache.hadoop.fs.Path staging = new org.apache.hadoop.fs.Path("/staging");
        hdfs.fileSystem().mkdirs(staging);
        hdfs.fileSystem().setPermission(staging, new FsPermission("1777"));
        hdfs.as(alice, fileSystem -> {
            try (OutputStream out = fileSystem.create(INPUT)) {
                for (int i = 0; i < BLOCKS * BLOCK / LINE.length(); i++) {
                    out.write(LINE.getBytes(StandardCharsets.US_ASCII));
                }
            }
            return null;
        });
    }

    @AfterAll
    static void stop() {
        if (yarn != null) {
            yarn.close();
        }
        if (hdfs != null) {
            hdfs.close();
        }
        if (realm != null) {
            realm.close();
        }
    }

    private static Configuration conf() {
        Configuration conf = new YarnConfiguration();
        yarn.mapReduceConf().forEach(conf::set);
        JobCluster.useOurMaster(conf);
        conf.set("tiercel.coordinator", coordinator);
        conf.set("tiercel.mapreduce.prefetch", "all");
        conf.set(WaitingMapper.AWAITED, GO.toString());
        conf.set("yarn.application.classpath", conf.get("yarn.application.classpath") + "," + TEST_CLASSES);
        conf.set("tiercel.mapreduce.locate.budget", "10s");
        conf.setInt("mapreduce.map.memory.mb", 512);
        conf.setInt("yarn.app.mapreduce.am.resource.mb", 512);
        return conf;
    }

    private static String submit() throws Exception {
        return alice.doAs((PrivilegedExceptionAction<String>) () -> {
            Job job = Job.getInstance(conf(), "alice's");
            job.setMapperClass(WaitingMapper.class);
            job.setNumReduceTasks(0);
            job.setOutputKeyClass(LongWritable.class);
            job.setOutputValueClass(Text.class);
            FileInputFormat.addInputPath(job, INPUT);
            FileOutputFormat.setOutputPath(job, OUTPUT);
            job.submit();
            return job.getJobID().toString().replace("job", "application");
        });
    }

    @Test
    void aJobOfAlicePrefetchesHerFilesWithHerToken() throws Exception {
        hdfs.evictPageCache();
        String application = submit();
        try (YarnClient client = alice.doAs((PrivilegedExceptionAction<YarnClient>) SecureJobIT::client)) {
            // The maps wait, so what is in memory stays there.
            await().atMost(PATIENCE).until(() -> hdfs.lockedBytes() > 0 || hasEnded(client, application));
            assertThat(hdfs.lockedBytes())
                    .as(JobCluster.masterLog(yarn, application))
                    .isPositive();
            hdfs.as(alice, fileSystem -> fileSystem.createNewFile(GO));
            await().atMost(PATIENCE).until(() -> hasEnded(client, application));
            assertThat(report(client, application).getFinalApplicationStatus())
                    .as(JobCluster.masterLog(yarn, application))
                    .isEqualTo(FinalApplicationStatus.SUCCEEDED);
        }
        long written = hdfs.as(alice, fileSystem -> {
            long bytes = 0;
            for (FileStatus file : fileSystem.listStatus(OUTPUT)) {
                bytes += file.getLen();
            }
            return bytes;
        });
        // Each line, with its position before it.
        assertThat(written).isGreaterThan((long) BLOCKS * BLOCK);
        String master = JobCluster.masterLog(yarn, application);
        assertThat(master).contains("Tiercel: policy trident assigns maps");
        // A busy machine may answer late once. Who is refused stays without.
        assertThat(master.lastIndexOf("without regard to what is in memory"))
                .as(master)
                .isLessThanOrEqualTo(master.lastIndexOf("the coordinator is there again"));
        await().atMost(PATIENCE).until(() -> hdfs.lockedBytes() == 0);
        assertThat(Files.readString(hdfs.nameNode(1).log()).lines())
                .filteredOn(line -> line.contains("proto=tiercel"))
                .isNotEmpty()
                .allMatch(line -> line.contains("ugi=alice"));
        List<String> scheduler = Files.readAllLines(yarn.resourceManagerLog());
        assertThat(scheduler).anyMatch(line -> line.contains("Tiercel: containers go by preferences"));
    }

    private static YarnClient client() {
        YarnClient client = YarnClient.createYarnClient();
        client.init(conf());
        client.start();
        return client;
    }

    private static ApplicationReport report(YarnClient client, String application) throws Exception {
        return client.getApplicationReport(ApplicationId.fromString(application));
    }

    private static boolean hasEnded(YarnClient client, String application) throws Exception {
        return EnumSet.of(YarnApplicationState.FINISHED, YarnApplicationState.FAILED, YarnApplicationState.KILLED)
                .contains(report(client, application).getYarnApplicationState());
    }
}
