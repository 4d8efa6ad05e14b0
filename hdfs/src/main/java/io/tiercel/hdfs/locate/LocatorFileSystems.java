package io.tiercel.hdfs.locate;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clients of our own, apart from the application's: they give up on a name node after one call timeout where the
 * application's rightly go on for minutes, and since the Hadoop client shares connections only between equal settings, a
 * call of ours that fails takes no call of the application with it.
 */
final class LocatorFileSystems implements FileSystems {
    private static final Logger LOG = LoggerFactory.getLogger(LocatorFileSystems.class);

    /** Users times clusters; more than a driver that serves many users has at a time. */
    private static final int OPEN_AT_MOST = 32;

    /** Not worth a client: some of them answer with made-up hosts. */
    private static final Set<String> ELSEWHERE = Set.of(
            "s3", "s3a", "s3n", "gs", "abfs", "abfss", "wasb", "wasbs", "adl", "oss", "cos", "cosn", "obs", "tos",
            "ftp", "sftp", "http", "https");

    private record Root(@Nullable String scheme, @Nullable String authority) {}

    private final Configuration conf;
    private final Configuration impatient;
    private final ConcurrentHashMap<String, Optional<String>> whyNot = new ConcurrentHashMap<>();
    private final LinkedHashMap<Key, FileSystem> open = new LinkedHashMap<>(16, 0.75f, true);
    private final ConcurrentHashMap<Root, URI> roots = new ConcurrentHashMap<>();
    private boolean closed;

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
     * Decided by scheme and class: object stores and other servers from elsewhere have no blocks, local file systems tell
     * "localhost" of every file, and so does one that leaves {@code getFileBlockLocations} as the base class has it. HDFS,
     * views and federations of it and other stores that may have locations remain. Archives ({@code har}) are left out.
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
        synchronized (open) {
            FileSystem known = open.get(key);
            if (known != null) {
                return known;
            }
        }
        FileSystem opened = FileSystem.newInstance(key.uri(), impatient); // May take long, so without the lock.
        FileSystem kept;
        synchronized (open) {
            if (closed) {
                close(opened);
                throw new IOException("the block locator is closed");
            }
            kept = open.putIfAbsent(key, opened);
        }
        if (kept != null) {
            close(opened);
        }
        closeEldest();
        return kept == null ? opened : kept;
    }

    private void closeEldest() {
        FileSystem eldest;
        synchronized (open) {
            if (open.size() <= OPEN_AT_MOST) {
                return;
            }
            eldest = open.remove(open.keySet().iterator().next());
        }
        close(eldest);
    }

    /** Whoever closes all file systems of the JVM closes ours too; then a new one is needed. */
    @Override
    public void failed(Key key, Throwable failure) {
        if (!"Filesystem closed".equals(failure.getMessage())) {
            return;
        }
        FileSystem discarded;
        synchronized (open) {
            discarded = open.remove(key);
        }
        if (discarded != null) {
            close(discarded);
        }
    }

    @Override
    public void close() {
        Map<Key, FileSystem> all;
        synchronized (open) {
            closed = true;
            all = Map.copyOf(open);
            open.clear();
        }
        all.values().forEach(LocatorFileSystems::close);
    }

    private static void close(FileSystem fileSystem) {
        try {
            fileSystem.close();
        } catch (IOException e) {
            LOG.debug("Closing {}: {}", fileSystem.getUri(), e.toString());
        }
    }
}
