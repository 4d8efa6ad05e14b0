package io.tiercel.hdfs;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open clients of file systems. Past a limit the least recently used is given to nobody any more. It is closed two minutes later, when no
 * call uses it. Thread-safe.
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

    /** Longer than any call takes. */
    private static final long IN_USE_NANOS = TimeUnit.MINUTES.toNanos(2);

    /** A client that is given to nobody any more, and since when. */
    private record Retired<F>(F fileSystem, long since) {}

    private final int most;
    private final LongSupplier nanos;
    private final Map<K, F> open = new LinkedHashMap<>(16, 0.75f, true);
    private final Deque<Retired<F>> retired = new ArrayDeque<>();
    private boolean closed;

    public OpenFileSystems(int most) {
        this(most, System::nanoTime);
    }

    OpenFileSystems(int most, LongSupplier nanos) {
        this.most = most;
        this.nanos = nanos;
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
        retire();
        return kept;
    }

    private void retire() {
        List<F> unused = new ArrayList<>();
        synchronized (this) {
            long now = nanos.getAsLong();
            if (open.size() > most) {
                retired.add(new Retired<>(open.remove(open.keySet().iterator().next()), now));
            }
            while (!retired.isEmpty() && now - retired.element().since() >= IN_USE_NANOS) {
                unused.add(retired.remove().fileSystem());
            }
        }
        unused.forEach(OpenFileSystems::close);
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
        List<F> all = new ArrayList<>();
        synchronized (this) {
            closed = true;
            all.addAll(open.values());
            retired.forEach(each -> all.add(each.fileSystem()));
            open.clear();
            retired.clear();
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
