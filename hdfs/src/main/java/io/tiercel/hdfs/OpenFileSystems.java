package io.tiercel.hdfs;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open clients of file systems; past a limit the least recently used is closed, and a call under way on it fails. Thread-safe.
 *
 * @param <K> whose client of which file system
 */
public final class OpenFileSystems<K, F extends FileSystem> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFileSystems.class);

    /** Opens a client. It may take long. */
    @FunctionalInterface
    public interface Opener<F> {
        F open() throws IOException;
    }

    private final int most;
    private final Map<K, F> open = new LinkedHashMap<>(16, 0.75f, true);
    private boolean closed;

    public OpenFileSystems(int most) {
        this.most = most;
    }

    public F get(K key, Opener<F> opener) throws IOException {
        synchronized (this) {
            F known = open.get(key);
            if (known != null) {
                return known;
            }
        }
        F opened = opener.open();
        F kept;
        synchronized (this) {
            kept = closed ? null : open.computeIfAbsent(key, unused -> opened);
        }
        if (kept != opened) {
            close(opened);
        }
        if (kept == null) {
            throw new IOException("closed while it connected to " + opened.getUri());
        }
        closeEldest();
        return kept;
    }

    private void closeEldest() {
        F eldest = null;
        synchronized (this) {
            if (open.size() > most) {
                eldest = open.remove(open.keySet().iterator().next());
            }
        }
        close(eldest);
    }

    /** Closes one client; the next {@link #get} opens another. */
    public void discard(K key) {
        F discarded;
        synchronized (this) {
            discarded = open.remove(key);
        }
        close(discarded);
    }

    @Override
    public void close() {
        List<F> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(open.values());
            open.clear();
        }
        all.forEach(OpenFileSystems::close);
    }

    private static void close(@Nullable FileSystem fileSystem) {
        if (fileSystem == null) {
            return;
        }
        try {
            fileSystem.close();
        } catch (IOException e) {
            LOG.debug("Closing {}: {}", fileSystem.getUri(), e.toString());
        }
    }
}
