package io.tiercel.hdfs.locate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange.FileVersion;
import io.tiercel.hdfs.locate.RangeLocations.LocationMiss;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Tier;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.HdfsBlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.security.UserGroupInformation;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Against a real name node and real data nodes. Tests that harm the cluster come last. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BlockLocatorIT {
    private static final int BLOCK = 4096;
    private static final Duration LONG = Duration.ofSeconds(30);
    private static TieredCluster cluster;
    private static DistributedFileSystem hdfs;

    private HostRegistry hosts;
    private BlockLocator locator;

    @BeforeAll
    static void start() throws IOException {
        cluster = TieredCluster.builder()
                .blockSize(BLOCK)
                .ssdBytesPerSecond(0)
                .hddBytesPerSecond(0)
                .hdfsKey("dfs.permissions.enabled", "true")
                .withoutSpark()
                .start();
        hdfs = cluster.fileSystem();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void makeLocator() {
        hosts = new HostRegistry();
        locator = locator(conf(), LocatorSettings.DEFAULT);
    }

    @AfterEach
    void closeLocator() {
        locator.close();
        hosts.close();
    }

    private BlockLocator locator(Configuration conf, LocatorSettings settings) {
        return new BlockLocator(conf, hosts, settings);
    }

    private static Configuration conf() {
        Configuration conf = new Configuration(false);
        cluster.hadoopConf().forEach(conf::set);
        return conf;
    }

    private static Path write(String name, int bytes) throws IOException {
        Path path = new Path(name);
        try (FSDataOutputStream out = cluster.fileSystemOn(1).create(path)) {
            out.write(new byte[bytes]);
        }
        return path;
    }

    /** Small files with one replica each, many at a time because each takes its while. */
    private static void writeOnce(Stream<String> names) {
        ExecutorService writers = Executors.newFixedThreadPool(32);
        try {
            CompletableFuture.allOf(names.map(name -> CompletableFuture.runAsync(() -> writeOnce(name), writers))
                            .toArray(CompletableFuture[]::new))
                    .join();
        } finally {
            writers.shutdown();
        }
    }

    private static void writeOnce(String name) {
        try (FSDataOutputStream out = hdfs.createFile(new Path(name))
                .recursive()
                .replication((short) 1)
                .build()) {
            out.write(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LocationRequest located(FileRange... ranges) {
        LocationRequest locating = locator.request(List.of(ranges));
        assertThat(locating.await(LONG)).as("answered in time").isTrue();
        return locating;
    }

    private static FileRange whole(FileStatus file) {
        return new FileRange(file.getPath(), 0, file.getLen(), FileVersion.of(file));
    }

    @Test
    @Order(1)
    void aRehearsalLeavesNothingBehindButAClient() throws IOException {
        locator.warmUp();
        assertThat(hosts.size()).as("nothing made up in what is known").isZero();
        LocationRequest locating = locator.request(List.of(new FileRange(write("/rehearsed", BLOCK), 0, BLOCK)));
        assertThat(locating.await(LONG)).isTrue();
        assertThat(locating.known(0).state()).isEqualTo(RangeLocation.State.LOCATED);
    }

    @Test
    @Order(1)
    void tiersRacksAndBytesAreThoseOfTheNameNode() throws IOException {
        Path file = write("/one ssd/ä%20b", 5 * BLOCK + 100);
        List<Block> blocks = located(new FileRange(file, BLOCK / 2, 4 * BLOCK + BLOCK / 2 + 50))
                .known(0)
                .blocks();
        assertThat(blocks.stream().map(Block::bytes))
                .containsExactly(BLOCK / 2L, (long) BLOCK, (long) BLOCK, (long) BLOCK, (long) BLOCK, 50L);
        BlockLocation[] locations = hdfs.getFileBlockLocations(file, 0, Long.MAX_VALUE);
        for (int b = 0; b < locations.length; b++) {
            List<Replica> replicas = blocks.get(b).replicas();
            assertThat(replicas.stream().map(replica -> hosts.name(replica.node())))
                    .containsExactlyInAnyOrder(locations[b].getHosts());
            assertThat(replicas.stream().map(Replica::tier)).containsExactlyInAnyOrder(Tier.SSD, Tier.HDD, Tier.HDD);
            assertThat(tierOn("127.0.0.3", replicas)).as("written there").isEqualTo(Tier.SSD);
        }
        // The writer's node and, by HDFS' placement, those of the other rack.
        for (int node = 1; node < 4; node++) {
            int known = hosts.node(cluster.hosts().get(node));
            assertThat(hosts.rackName(hosts.rack(known))).isEqualTo(cluster.rack(node));
        }
    }

    private Tier tierOn(String host, List<Replica> replicas) {
        int node = hosts.node(host);
        return replicas.stream()
                .filter(replica -> replica.node() == node)
                .findFirst()
                .orElseThrow()
                .tier();
    }

    @Test
    @Order(1)
    void emptyAndShrunkFilesAndPathsThatAreNone() throws IOException {
        Path empty = write("/odd/empty", 0);
        Path small = write("/odd/small", 100);
        LocationRequest locating = located(
                new FileRange(empty, 0, 0),
                new FileRange(small, 50, 1 << 20),
                new FileRange(small, 200, 100),
                new FileRange(new Path("/odd/gone"), 0, 1),
                new FileRange(new Path("/odd"), 0, 1),
                new FileRange(new Path("/odd/small/below"), 0, 1),
                new FileRange(new Path("/odd/a:b"), 0, 1),
                new FileRange(new Path("file:/tmp"), 0, 1));
        assertThat(locating.known(0).state()).isEqualTo(RangeLocation.State.LOCATED);
        assertThat(locating.known(1).blocks().stream().map(Block::bytes)).containsExactly(50L);
        assertThat(locating.known(2).blocks()).isEmpty();
        assertThat(IntStream.range(3, 8)
                        .mapToObj(range -> locating.known(range).miss().why()))
                .containsExactly(
                        LocationMiss.Why.NOT_FOUND,
                        LocationMiss.Why.NOT_A_FILE,
                        LocationMiss.Why.PERMISSION_DENIED, // So HDFS says of what is below a file.
                        LocationMiss.Why.FAILED,
                        LocationMiss.Why.NOT_LOCATED);
    }

    @Test
    @Order(1)
    void aFileBeingWrittenIsLocatedAsFarAsItIs() throws IOException {
        Path file = new Path("/odd/open");
        try (FSDataOutputStream out = cluster.fileSystemOn(1).create(file)) {
            out.write(new byte[BLOCK + 10]);
            out.hflush();
            List<Block> blocks =
                    located(new FileRange(file, 0, 2 * BLOCK)).known(0).blocks();
            assertThat(blocks.get(0).bytes()).isEqualTo(BLOCK);
            assertThat(blocks.get(0).replicas()).hasSize(3);
        }
    }

    @Test
    @Order(1)
    void anErasureCodedFileHasAReason() throws IOException {
        Path directory = new Path("/ec");
        hdfs.mkdirs(directory);
        hdfs.enableErasureCodingPolicy("XOR-2-1-1024k");
        hdfs.setErasureCodingPolicy(directory, "XOR-2-1-1024k");
        Path file = new Path("/ec/file");
        try (FSDataOutputStream out = hdfs.createFile(file).blockSize(1 << 20).build()) {
            out.write(new byte[3 * BLOCK]);
        }
        LocationMiss miss = located(new FileRange(file, 0, BLOCK)).known(0).miss();
        assertThat(miss.why()).isEqualTo(LocationMiss.Why.ERASURE_CODED);
        assertThat(miss.toString()).isEqualTo("/ec/file: erasure-coded, so no node holds a whole block");
    }

    @Test
    @Order(1)
    void anotherUsersFilesHaveAReason() throws IOException, InterruptedException {
        Path secret = write("/private/secret", 10);
        hdfs.setPermission(new Path("/private"), new FsPermission("700"));
        UserGroupInformation stranger = UserGroupInformation.createRemoteUser("stranger");
        LocationRequest locating = stranger.doAs((PrivilegedExceptionAction<LocationRequest>)
                () -> locator.request(List.of(new FileRange(secret, 0, 10))));
        assertThat(locating.await(LONG)).isTrue();
        assertThat(locating.known(0).miss().why()).isEqualTo(LocationMiss.Why.PERMISSION_DENIED);
        assertThat(locating.known(0).miss().detail()).contains("stranger").doesNotContain("\n");
        assertThat(located(new FileRange(secret, 0, 10)).known(0).blocks()).hasSize(1);
    }

    /** Asked alone, with others, and by their directory. */
    @Test
    @Order(1)
    void blocksBearTheNamesThatHdfsGivesThem() throws IOException {
        List<FileRange> ranges = new ArrayList<>();
        for (String name : List.of("/named/alone", "/named/with/others", "/named/two/others")) {
            ranges.add(new FileRange(write(name, 2 * BLOCK), 0, 2 * BLOCK));
        }
        for (int i = 0; i < FileLookup.FILES_PER_LISTING; i++) {
            ranges.add(new FileRange(write("/named/listed/" + i, BLOCK / 2), 0, BLOCK));
        }
        assertThat(names(located(ranges.get(0)))).isEqualTo(names(ranges.subList(0, 1)));
        assertThat(names(located(ranges.toArray(FileRange[]::new)))).isEqualTo(names(ranges));
    }

    private static List<@Nullable BlockId> names(LocationRequest locating) {
        List<@Nullable BlockId> names = new ArrayList<>();
        locating.known().forEach(known -> known.blocks().forEach(block -> names.add(block.id())));
        return names;
    }

    private static List<@Nullable BlockId> names(List<FileRange> ranges) throws IOException {
        List<@Nullable BlockId> names = new ArrayList<>();
        for (FileRange range : ranges) {
            for (BlockLocation location : hdfs.getFileBlockLocations(range.path(), 0, Long.MAX_VALUE)) {
                ExtendedBlock block =
                        ((HdfsBlockLocation) location).getLocatedBlock().getBlock();
                names.add(new BlockId(block.getBlockPoolId(), block.getBlockId(), block.getGenerationStamp()));
            }
        }
        return names;
    }

    @Test
    @Order(1)
    void filesThatMayBeReadButNotListedAreLocated() throws IOException, InterruptedException {
        List<FileRange> ranges = new ArrayList<>();
        for (int i = 0; i < FileLookup.FILES_PER_LISTING; i++) {
            ranges.add(new FileRange(write("/drop/" + i, 10), 0, 10));
        }
        hdfs.setPermission(new Path("/drop"), new FsPermission("711"));
        UserGroupInformation stranger = UserGroupInformation.createRemoteUser("stranger");
        LocationRequest locating =
                stranger.doAs((PrivilegedExceptionAction<LocationRequest>) () -> locator.request(ranges));
        assertThat(locating.await(LONG)).isTrue();
        assertThat(locating.known()).allMatch(known -> known.blocks().size() == 1);
    }

    @Test
    @Order(1)
    void aThousandFilesTakeFewCalls() throws IOException {
        writeOnce(IntStream.range(0, 1_000).mapToObj(i -> "/many/part-" + i));
        writeOnce(IntStream.range(0, 100).mapToObj(i -> "/spread/d" + i + "/part"));
        List<FileRange> together = new ArrayList<>();
        for (FileStatus file : hdfs.listStatus(new Path("/many"))) {
            together.add(whole(file));
        }
        assertThat(together).hasSize(1_000);
        int calls = calls(() -> {
            LocationRequest locating = located(together.toArray(FileRange[]::new));
            assertThat(locating.known()).allMatch(known -> known.blocks().size() == 1);
        });
        assertThat(calls).as("a page holds a thousand replicas").isLessThanOrEqualTo(2);
        assertThat(calls(() -> located(together.toArray(FileRange[]::new))))
                .as("cached")
                .isZero();
        FileRange[] spread = IntStream.range(0, 100)
                .mapToObj(i -> new FileRange(new Path("/spread/d" + i + "/part"), 0, 10))
                .toArray(FileRange[]::new);
        assertThat(calls(() -> assertThat(located(spread).known())
                        .allMatch(known -> known.blocks().size() == 1)))
                .as("a hundred directories")
                .isLessThanOrEqualTo(2);
    }

    /** Calls that this process makes to name nodes meanwhile; each takes the next number. */
    private static int calls(Runnable work) {
        int before = Client.nextCallId();
        work.run();
        return Client.nextCallId() - before - 1;
    }

    @Test
    @Order(1)
    void aFileThatWasWrittenAnewIsLocatedAnew() throws IOException {
        Path file = write("/again", 10);
        FileStatus first = hdfs.getFileStatus(file);
        assertThat(located(whole(first)).known(0).blocks()).hasSize(1);
        write("/again", 2 * BLOCK);
        FileStatus second = hdfs.getFileStatus(file);
        assertThat(located(whole(second)).known(0).blocks()).hasSize(2);
    }

    @Test
    @Order(1)
    void aViewOfTheFileSystemIsLocatedToo() throws IOException {
        write("/mounted/file", 10);
        Configuration conf = conf();
        conf.set("fs.viewfs.mounttable.t.link./m", cluster.hdfsUri() + "/mounted");
        try (BlockLocator view = locator(conf, LocatorSettings.DEFAULT)) {
            LocationRequest locating = view.request(List.of(new FileRange(new Path("viewfs://t/m/file"), 0, 10)));
            assertThat(locating.await(LONG)).isTrue();
            assertThat(locating.known(0).blocks()).hasSize(1);
        }
    }

    @Test
    @Order(1)
    void whoeverClosesAllFileSystemsOfTheJvmDoesNotStopUs() throws IOException {
        Path file = write("/closed", 10);
        located(new FileRange(file, 0, 10));
        FileSystem.closeAll();
        hdfs = cluster.fileSystem();
        locator.invalidate(cluster.hosts().get(1));
        Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            LocationRequest locating = locator.request(List.of(new FileRange(file, 0, 5)));
            locating.await(LONG);
            assertThat(locating.known(0).blocks()).hasSize(1);
        });
    }

    @Test
    @Order(2)
    void aNameNodeThatHangsCostsTheBudgetAndItsLateAnswerIsUsed() throws IOException {
        Path file = write("/late", 10);
        ProcessHandle nameNode = nameNode();
        signal(nameNode, "STOP");
        long begin = System.nanoTime();
        LocationRequest locating;
        try {
            locating = locator.request(List.of(new FileRange(file, 0, 10)));
            assertThat(locating.await(Duration.ofMillis(200))).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LONG.dividedBy(2));
            assertThat(locating.known(0)).isEqualTo(RangeLocation.PENDING);
        } finally {
            signal(nameNode, "CONT");
        }
        assertThat(locating.await(LONG)).isTrue();
        assertThat(locating.known(0).blocks()).hasSize(1);
    }

    @Test
    @Order(2)
    void aNameNodeThatHangsForLongerThanACallIsAskedAgain() throws IOException {
        Path file = write("/later", 10);
        LocatorSettings impatient =
                new LocatorSettings(Duration.ofMinutes(5), 1_000, 2, Duration.ofMillis(500), Duration.ofMinutes(1));
        ProcessHandle nameNode = nameNode();
        try (BlockLocator asking = locator(conf(), impatient)) {
            signal(nameNode, "STOP");
            LocationRequest locating;
            try {
                locating = asking.request(List.of(new FileRange(file, 0, 10)));
                assertThat(locating.await(LONG))
                        .as("gives up waiting when the call fails")
                        .isFalse();
                assertThat(locatorThreads()).isLessThanOrEqualTo(2);
            } finally {
                signal(nameNode, "CONT");
            }
            Awaitility.await().atMost(LONG).until(locating::isDone);
            assertThat(locating.known(0).blocks()).hasSize(1);
        }
    }

    private static long locatorThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("tiercel-locator"))
                .count();
    }

    private static ProcessHandle nameNode() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> commandLine(process).contains("FormattingNameNode"))
                .findFirst()
                .orElseThrow();
    }

    /** From the kernel, because the JDK shortens it. */
    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(java.nio.file.Path.of("/proc", Long.toString(process.pid()), "cmdline"));
        } catch (IOException e) {
            return ""; // It has just ended.
        }
    }

    private static void signal(ProcessHandle process, String signal) throws IOException {
        try {
            assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Test
    @Order(3)
    @Tag("slow")
    void aDeadDataNodeIsForgottenOnceTheNameNodeKnows() throws IOException {
        Path file = write("/mortal", 10);
        FileRange range = whole(hdfs.getFileStatus(file));
        int dead = hosts.node("127.0.0.3");
        assertThat(nodes(located(range))).contains(dead);
        cluster.killDataNode(1);
        assertThat(nodes(located(range)))
                .as("a hint, and HDFS itself still says so")
                .contains(dead);
        Awaitility.await().atMost(Duration.ofSeconds(90)).untilAsserted(() -> {
            locator.invalidate("127.0.0.3");
            assertThat(nodes(located(range))).isNotEmpty().doesNotContain(dead);
        });
    }

    private static List<Integer> nodes(LocationRequest locating) {
        return locating.known(0).blocks().stream()
                .flatMap(block -> block.replicas().stream())
                .map(Replica::node)
                .toList();
    }
}
