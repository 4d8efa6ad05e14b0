package io.tiercel.hdfs;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clients of our own, apart from the application's: they give up on a name node after one call timeout where the
 * application's rightly go on for minutes, and since the Hadoop client shares connections only between equal settings, a
 * call of ours that fails takes no call of the application with it.
 */
final class OwnFileSystems implements FileSystems {
    private static final Logger LOG = LoggerFactory.getLogger(OwnFileSystems.class);

    /** Users times clusters; more than a driver that serves many users has at a time. */
    private static final int OPEN_AT_MOST = 32;

    private final Configuration conf;
    private final Configuration impatient;
    private final ConcurrentHashMap<String, Optional<String>> whyNot = new ConcurrentHashMap<>();
    private final LinkedHashMap<Key, FileSystem> open = new LinkedHashMap<>(16, 0.75f, true);
    private boolean closed;

    OwnFileSystems(Configuration conf, Duration callTimeout) {
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
        URI standard = FileSystem.getDefaultUri(conf);
        if (uri.getScheme() == null) {
            return root(standard);
        }
        boolean standardAuthority =
                uri.getAuthority() == null && uri.getScheme().equals(standard.getScheme());
        return root(standardAuthority ? standard : uri);
    }

    private static URI root(URI uri) {
        return URI.create(uri.getScheme() + "://" + (uri.getAuthority() == null ? "" : uri.getAuthority()) + "/");
    }

    /**
     * Decided by the class: local file systems tell "localhost" of every file, and one that leaves
     * {@code getFileBlockLocations} as the base class has it (object stores) says the same. HDFS, views and federations of
     * it and other stores with real locations remain.
     */
    @Override
    public Optional<String> whyNotLocated(String scheme) {
        return whyNot.computeIfAbsent(scheme, s -> {
            try {
                Class<? extends FileSystem> type = FileSystem.getFileSystemClass(s, conf);
                boolean asks = !LocalFileSystem.class.isAssignableFrom(type)
                        && !RawLocalFileSystem.class.isAssignableFrom(type)
                        && type.getMethod("getFileBlockLocations", FileStatus.class, long.class, long.class)
                                        .getDeclaringClass()
                                != FileSystem.class;
                return asks ? Optional.empty() : Optional.of(s + ": files do not tell where their blocks lie");
            } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
                return Optional.of(s + ": file system not available here: " + e.getMessage());
            }
        });
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
        all.values().forEach(OwnFileSystems::close);
    }

    private static void close(FileSystem fileSystem) {
        try {
            fileSystem.close();
        } catch (IOException e) {
            LOG.debug("Closing {}: {}", fileSystem.getUri(), e.toString());
        }
    }
}
