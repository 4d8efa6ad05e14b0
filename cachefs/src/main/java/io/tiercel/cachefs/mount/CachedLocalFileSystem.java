package io.tiercel.cachefs.mount;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.CacheSettings;
import io.tiercel.cachefs.Mounts;
import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.SharedObjects;
import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.cachefs.stream.CachedFileStream;
import io.tiercel.config.ConfigException;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's local file system, with files of mounted shared storage read through the node's cache. Hadoop makes it by
 * {@code fs.file.impl} with this class's name. It changes nothing but the stream of an opened file below {@link CacheKeys#MOUNTS}, and
 * that one only if the file has not been changed for a while.
 */
public class CachedLocalFileSystem extends LocalFileSystem {
    private static final Logger LOG = LoggerFactory.getLogger(CachedLocalFileSystem.class);
    private static final AtomicBoolean HAS_WARNED = new AtomicBoolean();

    private final InstantSource clock;
    private Mounts mounts = Mounts.NONE;
    /** Empty if there are no mounts. */
    private Optional<CacheSettings> settings = Optional.empty();

    public CachedLocalFileSystem() {
        this(InstantSource.system());
    }

    /** @param clock tells for how long a file has not been changed */
    CachedLocalFileSystem(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        try {
            CacheSettings read = CacheSettings.read(conf);
            if (read.mounts().directories().isEmpty()) {
                return;
            }
            mounts = read.mounts();
            settings = Optional.of(read);
        } catch (ConfigException e) {
            e.problems().forEach(problem -> LOG.warn("Tiercel: {}: reading without a cache", problem));
        }
        if (cache().isPresent() && !HAS_WARNED.getAndSet(true)) {
            LOG.warn(
                    "Tiercel: files of mounts ({}) have no entity tags: cached pages belong to path, length and modification time. A file"
                            + " that is overwritten with the same length and the same time is read as it was before.",
                    String.join(", ", mounts.directories()));
        }
    }

    /** To be asked at each opening: a directory may be usable again. */
    private Optional<NodeCache> cache() {
        return settings.flatMap(NodeCaches::of);
    }

    /** The stock stream opens the file in any case: who may not read it gets no cached byte. Builders of streams come here as well. */
    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
        boolean isMounted = settings.isPresent()
                && mounts.of(file.makeQualified(getUri(), getWorkingDirectory()))
                        .isPresent();
        Optional<NodeCache> cache = isMounted ? cache() : Optional.empty();
        if (cache.isEmpty()) {
            return super.open(file, bufferSize);
        }
        java.nio.file.Path path = pathToFile(file).toPath();
        Optional<FileVersion> before = look(path);
        FSDataInputStream stock = super.open(file, bufferSize);
        Optional<FileVersion> opened = look(path);
        // Else the stream may be one of another file than the name is now.
        return opened.isPresent() && opened.equals(before) && isCacheable(opened.get())
                ? cached(stock, path, opened.get(), cache.get())
                : stock;
    }

    private static Optional<FileVersion> look(java.nio.file.Path path) {
        try {
            return FileVersion.of(path);
        } catch (IOException e) {
            LOG.debug("{} is read without the cache", path, e);
            return Optional.empty();
        }
    }

    private boolean isCacheable(FileVersion file) {
        return file.isRegular() && file.length() > 0 && file.isSettled(clock.instant());
    }

    private FSDataInputStream cached(
            FSDataInputStream stock, java.nio.file.Path path, FileVersion version, NodeCache here) {
        PagedObject object = new PagedObject(
                SharedObjects.fileVersion(
                        path.toString(), version.length(), version.modified().toMillis()),
                settings.orElseThrow().pageBytes());
        FSDataInputStream checked = new FSDataInputStream(new CheckedFileStream(stock, path, version));
        return new FSDataInputStream(new CachedFileStream(checked, here, object, statistics(), path.toString()));
    }

    /** Of the file system below, which counts what this one reads. This one's own are empty. */
    @SuppressWarnings("deprecation")
    private FileSystem.Statistics statistics() {
        return FileSystem.getStatistics(getScheme(), getRaw().getClass());
    }
}
