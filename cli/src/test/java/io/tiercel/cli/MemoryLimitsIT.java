package io.tiercel.cli;

import static io.tiercel.cli.MemoryCluster.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.lab.ControlGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * DataNodes whose agents have little or nothing to lock with: one is given no memory, another's process may not lock what it is given, and
 * the control group of a third has less than it is given.
 */
class MemoryLimitsIT {
    private static final int BLOCK = 1 << 20;
    private static final int WITHOUT_MEMORY = 0;
    private static final int WITHOUT_RIGHT = 1;
    /** The kernel lets its user have no inotify instance, as if others had taken them all. */
    private static final int WITHOUT_EVENTS = 2;

    private static final int IN_SMALL_GROUP = 3;

    /** Of the group. The DataNode's heap, its other memory and two blocks have room in it. */
    private static final long GROUP_BYTES = 512L << 20;

    private static final List<String> NO_INOTIFY = List.of(
            "/usr/bin/unshare",
            "-Ur",
            "/bin/sh",
            "-c",
            "echo 0 > /proc/sys/user/max_inotify_instances && exec \"$@\"",
            "sh");
    private static Optional<ControlGroup> group = Optional.empty();
    private static MemoryCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        assumeThat(Path.of("/usr/bin/prlimit")).exists();
        assumeThat(Path.of("/usr/bin/setpriv")).exists();
        List<String> limited = new ArrayList<>(List.of("/usr/bin/prlimit", "--memlock=65536:65536"));
        if ("root".equals(System.getProperty("user.name"))) {
            limited.addAll(List.of("/usr/bin/setpriv", "--bounding-set", "-ipc_lock", "--inh-caps", "-ipc_lock"));
        }
        group = ControlGroup.ofMemory(GROUP_BYTES);
        cluster = MemoryCluster.start(
                TieredCluster.builder()
                        .replication(1)
                        .racks(1)
                        .blockSize(BLOCK)
                        .hdfsKey("tiercel.agent.memory.budget", "24m")
                        .dataNodeKey(WITHOUT_MEMORY, "tiercel.agent.memory.budget", "0")
                        .dataNodeLauncher(WITHOUT_RIGHT, limited)
                        .dataNodeLauncher(WITHOUT_EVENTS, canDenyInotify() ? NO_INOTIFY : List.of())
                        .dataNodeKey(IN_SMALL_GROUP, "tiercel.agent.memory.budget", "1g")
                        .dataNodeLauncher(
                                IN_SMALL_GROUP,
                                group.map(ControlGroup::launcher).orElse(List.of())),
                4,
                Map.of("tiercel.coordinator.interval", "100ms"));
    }

    /** Not in every container. */
    private static boolean canDenyInotify() throws IOException {
        List<String> command = new ArrayList<>(NO_INOTIFY);
        command.add("/bin/true");
        try {
            return Files.exists(Path.of(NO_INOTIFY.get(0)))
                    && new ProcessBuilder(command).start().waitFor() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
        group.ifPresent(ControlGroup::close);
    }

    private static void writeOn(int node, String path) throws IOException {
        try (FSDataOutputStream out = cluster.hdfs.fileSystemOn(node).create(new org.apache.hadoop.fs.Path(path))) {
            out.write(new byte[2 * BLOCK]);
        }
    }

    /** An agent in a user namespace finds out at its first lock that it may not: then it is one of these, too. */
    @Test
    void theDoctorNamesEachLimitAndItsFix() {
        CommandRun run = cluster.tiercel("alice", "doctor", "--hdfs", cluster.hdfs.hdfsUri());

        assertThat(run.out())
                .containsPattern("warning    agents that cannot lock memory: \\d \\(.*\\Q"
                        + cluster.hdfs.hosts().get(WITHOUT_RIGHT) + "\\E.*\\), which may lock 64 KiB of 24 MiB;")
                .contains("LimitMEMLOCK=")
                .contains("hint       agents without memory, since tiercel.agent.memory.budget is 0: 1 ("
                        + cluster.hdfs.hosts().get(WITHOUT_MEMORY) + ")");
        if (group.isPresent()) {
            assertThat(run.out())
                    .contains("warning    agents whose machine or control group leaves less memory than configured: 1 ("
                            + cluster.hdfs.hosts().get(IN_SMALL_GROUP) + ")");
        }
    }

    @Test
    void withoutMemoryNothingComesIn() throws IOException {
        writeOn(WITHOUT_MEMORY, "/zero");

        CommandRun run = cluster.tiercel("alice", "prefetch", "/zero", "--wait", "--job", "zero");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.errLines()).singleElement().satisfies(line -> assertThat(line)
                .startsWith("not brought in: /zero: ")
                .endsWith("(2 blocks)"));
        assertThat(cluster.hdfs.lockedBytes()).isZero();
        assertThat(cluster.tiercel("alice", "status").out()).doesNotContain("zero");
    }

    @Test
    void withoutEventsWhatIsRemovedIsUnlockedAllTheSame() throws IOException {
        assumeThat(canDenyInotify()).isTrue();
        writeOn(WITHOUT_EVENTS, "/quiet");

        CommandRun run = cluster.tiercel("alice", "prefetch", "/quiet", "--wait", "--job", "quiet");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(cluster.hdfs.lockedBytes()).isEqualTo(2 * BLOCK);
        cluster.hdfs.fileSystem().delete(new org.apache.hadoop.fs.Path("/quiet"), false);
        until(() -> cluster.hdfs.lockedBytes() == 0);
        cluster.tiercel("alice", "release", "quiet");
    }

    @Test
    void aSmallControlGroupLowersTheBudget() throws IOException {
        assumeThat(group).isPresent();
        writeOn(IN_SMALL_GROUP, "/small");

        CommandRun run = cluster.tiercel("alice", "prefetch", "/small", "--wait", "--job", "small");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(cluster.hdfs.lockedBytes()).isEqualTo(2 * BLOCK);
        Pattern lowered = Pattern.compile("Tiercel brings in at most (\\d+) bytes instead of " + (1L << 30)
                + " \\(tiercel.agent.memory.budget\\): "
                + Pattern.quote(group.get().path().toString())
                + "/memory\\.\\w+ leaves no more");
        assertThat(Files.readString(cluster.hdfs.workDir().resolve("logs/data-node-" + IN_SMALL_GROUP + ".log")))
                .satisfies(log -> {
                    Matcher line = lowered.matcher(log);
                    assertThat(line.find()).as(log).isTrue();
                    assertThat(Long.parseLong(line.group(1))).isBetween(2L * BLOCK, GROUP_BYTES);
                });
        cluster.tiercel("alice", "release", "small");
        until(() -> cluster.hdfs.lockedBytes() == 0);
    }

    @Test
    void withoutTheRightToLockItComesIntoThePageCache() throws IOException {
        writeOn(WITHOUT_RIGHT, "/cached");
        cluster.hdfs.evictPageCache();

        CommandRun run = cluster.tiercel("alice", "prefetch", "/cached", "--wait", "--job", "cached");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(cluster.hdfs.lockedBytes()).isZero();
        assertThat(cluster.tiercel("alice", "ls", "/cached").outLines().get(1))
                .matches("/cached +2 MiB .* 0 B +2 MiB +0 B");
        assertThat(Files.readString(cluster.hdfs.workDir().resolve("logs/data-node-" + WITHOUT_RIGHT + ".log")))
                .as("what to do, said once")
                .containsOnlyOnce("LimitMEMLOCK=");
        // What the kernel takes back is not called pinned or cached any longer.
        cluster.hdfs.evictPageCache();
        until(() ->
                cluster.tiercel("alice", "ls", "/cached").outLines().get(1).matches("/cached +2 MiB .* 0 B +0 B +0 B"));
        assertThat(cluster.tiercel("alice", "release", "cached").exitCode()).isZero();
    }
}
