package io.tiercel.hdfs.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.hdfs.resolve.PathSelection.ByteRange;
import io.tiercel.hdfs.resolve.Resolution.FileBlock;
import io.tiercel.hdfs.resolve.Resolution.ReplicaPlace;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.protocol.SkipReason;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.key.KeyProvider;
import org.apache.hadoop.crypto.key.KeyProviderFactory;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.CreateEncryptionZoneFlag;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a real NameNode that checks permissions and keeps keys. */
class HdfsResolverIT {
    private static final int BLOCK = 4096;
    private static final int CELL = 1 << 20;
    private static final String KEY = "zone-key";
    private static final WalkLimits LIMITS = new WalkLimits(10_000, 10_000, Duration.ofSeconds(1));
    private static TieredCluster cluster;
    private static DistributedFileSystem hdfs;
    private static URI keys;
    private static String owner;

    private final ExecutorService lookups = Executors.newFixedThreadPool(4);
    private long now;
    private HdfsResolver files;

    @BeforeAll
    static void start() throws Exception {
        java.nio.file.Path store = Files.createTempDirectory("keys").resolve("keys.jceks");
        keys = URI.create("jceks://file" + store);
        createKey();
        cluster = TieredCluster.builder()
                .nodes(3)
                .blockSize(BLOCK)
                .ssdBytesPerSecond(0)
                .hddBytesPerSecond(0)
                .hdfsKey("dfs.permissions.enabled", "true")
                .hdfsKey("dfs.ls.limit", "2")
                .hdfsKey("hadoop.security.key.provider.path", keys.toString())
                .withoutSpark()
                .start();
        hdfs = cluster.fileSystem();
        owner = System.getProperty("user.name");
    }

    private static void createKey() throws IOException {
        KeyProvider provider = KeyProviderFactory.get(keys, new Configuration());
        KeyProvider.Options options = KeyProvider.options(new Configuration());
        byte[] material = new byte[options.getBitLength() / 8];
        provider.createKey(KEY, material, options);
        provider.flush();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void open() throws IOException {
        files = new HdfsResolver(conf(), lookups, 1_000, LIMITS, 1 << 20, 1_000_000, () -> now, BlockFiles.NONE);
    }

    @AfterEach
    void close() {
        files.close();
        lookups.shutdownNow();
    }

    private static Configuration conf() {
        Configuration conf = new Configuration();
        cluster.hadoopConf().forEach(conf::set);
        return conf;
    }

    private static void write(String path, int bytes) throws IOException {
        try (FSDataOutputStream out = hdfs.create(new Path(path))) {
            out.write(new byte[bytes]);
        }
    }

    private Resolution resolve(String user, String path) throws IOException {
        return files.resolve(Caller.named(user), List.of(all(path)), () -> false);
    }

    private static PathSelection all(String path) {
        return new PathSelection(path, List.of());
    }

    private void assertSkipped(String user, String path, SkipReason reason, String words) throws IOException {
        Resolution resolution = resolve(user, path);
        assertThat(resolution.files()).isEmpty();
        assertThat(resolution.skips()).singleElement().satisfies(skip -> {
            assertThat(skip.reason()).isEqualTo(reason);
            assertThat(skip.text()).contains(words);
        });
    }

    @Test
    void aFileIsItsBlocksAndTheStoragesOfTheirReplicas() throws IOException {
        write("/plain/file", 2 * BLOCK + 1);

        ResolvedFile file = resolve("reader", "/plain/file").files().get(0);

        assertThat(file.version().length()).isEqualTo(2 * BLOCK + 1);
        assertThat(file.blocks()).extracting(FileBlock::offset).containsExactly(0L, (long) BLOCK, 2L * BLOCK);
        assertThat(file.blocks()).extracting(FileBlock::length).containsExactly((long) BLOCK, (long) BLOCK, 1L);
        assertThat(file.blocks()).allSatisfy(block -> {
            assertThat(block.replicas()).hasSize(3);
            assertThat(block.replicas())
                    .extracting(ReplicaPlace::storageType)
                    .containsExactlyInAnyOrder("SSD", "DISK", "DISK");
            assertThat(block.replicas())
                    .extracting(ReplicaPlace::host)
                    .containsExactlyInAnyOrderElementsOf(cluster.hosts());
            assertThat(block.replicas()).allSatisfy(place -> {
                assertThat(place.storage()).startsWith("DS-");
                assertThat(place.node()).hasSize(36);
            });
        });
    }

    @Test
    void aDirectoryIsAllFilesBelowIt() throws IOException {
        write("/tree/a", BLOCK);
        write("/tree/sub/deep/b", BLOCK);
        write("/tree/_SUCCESS", 0);

        assertThat(resolve("reader", "/tree").files())
                .extracting(ResolvedFile::path)
                .containsExactlyInAnyOrder("/tree/a", "/tree/sub/deep/b");
        assertThat(resolve("reader", "/tree").skips()).isEmpty();
        assertThat(resolve("reader", cluster.hdfsUri() + "/tree/sub").files()).hasSize(1);
        assertThat(resolve("reader", "/tree/*").files()).hasSize(2);
    }

    @Test
    void rangesSelectTheBlocksThatTheyTouch() throws IOException {
        write("/ranges", 4 * BLOCK);

        Resolution resolution = files.resolve(
                Caller.named("reader"),
                List.of(new PathSelection("/ranges", List.of(new ByteRange(BLOCK - 1, 2)))),
                () -> false);

        assertThat(resolution.files().get(0).blocks())
                .extracting(FileBlock::offset)
                .containsExactly(0L, (long) BLOCK);
    }

    @Test
    void hdfsItselfRefusesWhomItRefuses() throws IOException {
        write("/secret/file", BLOCK);
        hdfs.setPermission(new Path("/secret/file"), new FsPermission("600"));
        write("/closed/file", BLOCK);
        hdfs.setPermission(new Path("/closed"), new FsPermission("700"));

        assertThat(resolve(owner, "/secret/file").files()).hasSize(1);
        assertSkipped("reader", "/secret/file", SkipReason.NOT_READABLE, "Permission denied: user=reader");
        assertSkipped("reader", "/secret", SkipReason.NOT_READABLE, "Permission denied: user=reader");
        assertSkipped("reader", "/closed", SkipReason.NOT_READABLE, "Permission denied: user=reader");
        assertSkipped("reader", "/closed/file", SkipReason.NOT_READABLE, "Permission denied: user=reader");
    }

    @Test
    void whatIsNotThereOrEmptyOrOpenIsSaid() throws IOException {
        write("/empty/file", 0);
        hdfs.mkdirs(new Path("/nothing"));

        assertSkipped("reader", "/absent", SkipReason.NOT_FOUND, "no such file");
        assertSkipped("reader", "/absent/*.csv", SkipReason.NOT_FOUND, "no such file");
        assertSkipped("reader", "hdfs://elsewhere:1/x", SkipReason.NOT_FOUND, "not on " + cluster.hdfsUri());
        assertSkipped("reader", "/empty/file", SkipReason.EMPTY, "empty");
        assertSkipped("reader", "/nothing", SkipReason.EMPTY, "no data");
        try (FSDataOutputStream open = hdfs.create(new Path("/open"))) {
            open.write(new byte[BLOCK + 1]);
            open.hflush();
            assertSkipped("reader", "/open", SkipReason.BEING_WRITTEN, "being written");
        }
    }

    @Test
    void erasureCodedAndEncryptedFilesAreLeftOut() throws IOException {
        hdfs.mkdirs(new Path("/coded"));
        hdfs.enableErasureCodingPolicy("XOR-2-1-1024k");
        hdfs.setErasureCodingPolicy(new Path("/coded"), "XOR-2-1-1024k");
        try (FSDataOutputStream out = hdfs.create(new Path("/coded/file"), true, BLOCK, (short) 1, CELL)) {
            out.write(1);
        }
        hdfs.mkdirs(new Path("/zone"));
        new HdfsAdmin(URI.create(cluster.hdfsUri()), conf())
                .createEncryptionZone(new Path("/zone"), KEY, EnumSet.noneOf(CreateEncryptionZoneFlag.class));
        write("/zone/file", BLOCK);

        assertSkipped(owner, "/coded/file", SkipReason.ERASURE_CODED, "erasure-coded");
        assertSkipped(owner, "/coded", SkipReason.ERASURE_CODED, "erasure-coded");
        assertSkipped(owner, "/zone/file", SkipReason.ENCRYPTED, "encrypted");
    }

    @Test
    void locationsAreKeptForAWhileForThoseWhoMayRead() throws IOException {
        write("/kept", BLOCK);
        ResolvedFile first = resolve("reader", "/kept").files().get(0);
        hdfs.setPermission(new Path("/kept"), new FsPermission("600"));

        assertThat(resolve("reader", "/kept").files().get(0)).isSameAs(first);
        assertThat(resolve("other", "/kept").files()).isEmpty();
        now += 1_000;
        assertThat(resolve("reader", "/kept").files()).isEmpty();
    }

    @Test
    void rewrittenAndDeletedFilesAreOutdated() throws IOException {
        write("/v/same", BLOCK);
        write("/v/rewritten", BLOCK);
        write("/v/deleted", BLOCK);
        write("/v/appended", BLOCK);
        List<SourceFile> versions =
                resolve(owner, "/v").files().stream().map(ResolvedFile::version).toList();
        write("/v/rewritten", BLOCK);
        hdfs.delete(new Path("/v/deleted"), false);
        try (FSDataOutputStream out = hdfs.append(new Path("/v/appended"))) {
            out.write(1);
        }

        assertThat(files.outdated(owner, versions))
                .extracting(SourceFile::path)
                .containsExactlyInAnyOrder("/v/rewritten", "/v/deleted", "/v/appended");
    }

    /** What comes of a walk under other limits: the files that were handed over before it stopped. */
    private List<String> found(WalkLimits limits, List<WalkLimitException> stopped, String... paths)
            throws IOException {
        List<String> found = new ArrayList<>();
        try (HdfsResolver limited =
                new HdfsResolver(conf(), lookups, 0, limits, 1 << 20, 1_000_000, () -> now, BlockFiles.NONE)) {
            limited.walk(
                    Caller.named("reader"),
                    Stream.of(paths).map(HdfsResolverIT::all).toList(),
                    () -> false,
                    window -> window.files().forEach(file -> found.add(file.path())));
        } catch (WalkLimitException e) {
            stopped.add(e);
        }
        return found;
    }

    @Test
    void aWalkStopsAtTheFileWhoseBlocksAreTooMany() throws IOException {
        write("/many/first", 2 * BLOCK);
        write("/many/second", 3 * BLOCK);
        List<WalkLimitException> stopped = new ArrayList<>();

        List<String> found =
                found(new WalkLimits(4, 100, LIMITS.time()), stopped, "/many/first", "/many/second", "/many/first");

        assertThat(found).containsExactly("/many/first");
        assertThat(stopped).singleElement().satisfies(limit -> {
            assertThat(limit).hasMessageContaining("more than 4 blocks").hasMessageContaining("hint.blocks");
            assertThat(limit.path()).isEqualTo("/many/second");
            assertThat(limit.unseen()).isEqualTo(1);
        });
    }

    /** 70 files, listed in pages of two: the first 64 are handed over after 33 calls to list, and 64 to locate. */
    @Test
    void aWalkStopsAtItsLimitOfCalls() throws IOException {
        for (int i = 0; i < 70; i++) {
            write("/calls/" + i, 1);
        }
        List<WalkLimitException> stopped = new ArrayList<>();

        List<String> found = found(new WalkLimits(1_000, 33 + 64, LIMITS.time()), stopped, "/calls");

        assertThat(found).hasSize(64);
        assertThat(stopped).singleElement().satisfies(limit -> assertThat(limit)
                .hasMessageContaining("more than 97 calls")
                .hasMessageContaining("hint.calls"));
    }

    @Test
    void aWalkStopsWhenItsTimeIsUpOrItsCallerGone() throws IOException {
        for (int i = 0; i < 70; i++) {
            write("/slow/" + i, 1);
        }
        List<String> found = new ArrayList<>();
        FileResolver.Windows slow = window -> {
            window.files().forEach(file -> found.add(file.path()));
            now += LIMITS.time().toNanos();
        };

        assertThatThrownBy(() -> files.walk(Caller.named("reader"), List.of(all("/slow")), () -> false, slow))
                .isInstanceOf(WalkLimitException.class)
                .hasMessageContaining("longer than 1000 ms")
                .hasMessageContaining("hint.time");
        assertThat(found).hasSize(64);
        assertThatThrownBy(() ->
                        files.walk(Caller.named("reader"), List.of(all("/slow")), () -> found.size() >= 128, slow))
                .isInstanceOf(CancellationException.class);
        assertThat(found).hasSize(128);
    }

    /** Pages of two entries: no directory is read in one call. */
    @Test
    void globsAreWalkedPageByPage() throws IOException {
        for (String day : List.of("mon", "tue", "wed")) {
            write("/glob/" + day + "/data/part-1", BLOCK);
            write("/glob/" + day + "/data/part-2", BLOCK);
            write("/glob/" + day + "/logs/part-1", BLOCK);
        }
        write("/glob/a*b", BLOCK);
        write("/glob/fri/data", BLOCK);

        assertThat(paths("/glob/*/data/part-1"))
                .containsExactlyInAnyOrder("/glob/mon/data/part-1", "/glob/tue/data/part-1", "/glob/wed/data/part-1");
        assertThat(paths("/glob/[mt]*/data")).hasSize(4);
        assertThat(paths("/glob/{mon/logs,tue/data}/*")).hasSize(3);
        assertThat(paths("/g*/w?d")).hasSize(3);
        assertThat(paths("/glob/*/data/part-*")).hasSize(6);
        assertThat(paths("/glob/a*b")).containsExactly("/glob/a*b");
        assertSkipped("reader", "/glob/*/absent", SkipReason.NOT_FOUND, "no such file");
        assertSkipped("reader", "/glob/[", SkipReason.NOT_FOUND, "expected a path");
        assertSkipped("reader", "/glob/" + "{a,b/}".repeat(30), SkipReason.NOT_FOUND, "more than 1000 paths");
    }

    private List<String> paths(String named) throws IOException {
        return resolve("reader", named).files().stream().map(ResolvedFile::path).toList();
    }
}
