package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.OpenFileSystems;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.HarFileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * Clients apart from the application's. They give up on a name node after one call timeout, where the application's rightly go on for
 * minutes. The Hadoop client shares connections only between equal settings, so a failed call takes no call of the
 * application with it.
 */
final class LocatorFileSystems implements FileSystems {
    /** Users times clusters: more than a driver that serves many users needs at a time. */
    private static final int OPEN_AT_MOST = 32;

    /** Schemes without locations; some of them answer with made-up hosts. */
    private static final Set<String> ELSEWHERE = Set.of(
            "s3", "s3a", "s3n", "gs", "abfs", "abfss", "wasb", "wasbs", "adl", "oss", "cos", "cosn", "obs", "tos",
            "ftp", "sftp", "http", "https");

    private record Root(@Nullable String scheme, @Nullable String authority) {}

    private final Configuration conf;
    private final Configuration impatient;
    private final ConcurrentHashMap<String, Optional<String>> whyNot = new ConcurrentHashMap<>();
    private final OpenFileSystems<Key, FileSystem> open = new OpenFileSystems<>(OPEN_AT_MOST);
    private final ConcurrentHashMap<Root, URI> roots = new ConcurrentHashMap<>();

    LocatorFileSystems(Configuration conf, Duration callTimeout) {
        this.conf = conf;
        this.impatient = impatient(conf, (int) Math.min(callTimeout.toMillis(), Integer.MAX_VALUE));
    }

    private static Configuration impatient(Configuration conf, int timeoutMillis) {
        Configuration impatient = new Configuration(conf);
        impatient.setInt("ipc.client.connect.timeout", timeoutMillis);
        impatient.setInt("ipc.client.rpc-timeout.ms", timeoutMillis);
        impatient.setInt("ipc.client.connect.max.retries", 0);
        impatient.setInt("ipc.client.connect.max.retries.on.timeouts", 0);
        impatient.setInt("ipc.client.connect.max.retries.on.sasl", 1);
        impatient.setBoolean("dfs.client.retry.policy.enabled", false);
        // Once to each of a pair of name nodes, and back to the first.
        impatient.setInt("dfs.client.failover.max.attempts", 2);
        impatient.setInt("dfs.client.failover.connection.retries", 0);
        impatient.setInt("dfs.client.failover.connection.retries.on.timeouts", 0);
        return impatient;
    }

    @Override
    public URI uriOf(Path path) {
        URI uri = path.toUri();
        return roots.computeIfAbsent(new Root(uri.getScheme(), uri.getAuthority()), root -> rootOf(uri));
    }

    private URI rootOf(URI uri) {
        URI standard = FileSystem.getDefaultUri(conf);
        boolean isStandard = uri.getScheme() == null
                || uri.getAuthority() == null && uri.getScheme().equals(standard.getScheme());
        return (isStandard ? standard : uri).resolve("/");
    }

    /**
     * Decides by scheme and class. Object stores and other remote servers have no blocks. Local file systems name "localhost" for
     * every file, and so does any that leaves {@code getFileBlockLocations} as the base class has it. Archives ({@code har})
     * are left out. HDFS, its views and federations, and other stores that may have locations remain.
     */
    @Override
    public Optional<String> whyNotLocated(String scheme) {
        return whyNot.computeIfAbsent(scheme, s -> {
            try {
                return ELSEWHERE.contains(s) || !mayHaveLocations(FileSystem.getFileSystemClass(s, conf))
                        ? Optional.of(s + ": files do not tell where their blocks lie")
                        : Optional.empty();
            } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
                return Optional.of(s + ": file system not available here: " + e.getMessage());
            }
        });
    }

    private static boolean mayHaveLocations(Class<? extends FileSystem> type) throws NoSuchMethodException {
        return !LocalFileSystem.class.isAssignableFrom(type)
                && !RawLocalFileSystem.class.isAssignableFrom(type)
                && !HarFileSystem.class.isAssignableFrom(type)
                && type.getMethod("getFileBlockLocations", FileStatus.class, long.class, long.class)
                                .getDeclaringClass()
                        != FileSystem.class;
    }

    @Override
    public FileSystem open(Key key) throws IOException {
        return open.get(key, () -> FileSystem.newInstance(key.uri(), impatient));
    }

    /** Code that closes all file systems of the JVM closes these too; then a new one is needed. */
    @Override
    public void failed(Key key, Throwable failure) {
        if ("Filesystem closed".equals(failure.getMessage())) {
            open.discard(key);
        }
    }

    @Override
    public void close() {
        open.close();
    }
}
