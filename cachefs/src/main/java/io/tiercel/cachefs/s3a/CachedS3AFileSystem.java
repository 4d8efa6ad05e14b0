package io.tiercel.cachefs.s3a;

import io.tiercel.cachefs.CacheFiller;
import io.tiercel.cachefs.CacheSettings;
import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.SharedObjects;
import io.tiercel.cachefs.store.ObjectVersion;
import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.cachefs.stream.CachedFileStream;
import io.tiercel.config.ConfigException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.s3a.S3AFileSystem;
import org.apache.hadoop.util.functional.FutureIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * S3A of Hadoop 3.3.4 to 3.4.1 with its input streams on the node's cache. Hadoop makes it by {@code fs.s3a.impl} with this class's name.
 * Later versions have a seam for streams: see {@link CachingStreamFactory}. Without a cache, and for objects that cannot be cached,
 * readers get S3A's own stream.
 *
 * <p>It uses only what all these versions have.
 */
public final class CachedS3AFileSystem extends S3AFileSystem {
    private static final Logger LOG = LoggerFactory.getLogger(CachedS3AFileSystem.class);

    /** Such a stream has other bytes than the object. */
    private static final String SELECT = "fs.s3a.select.sql";

    /** Empty if objects cannot be cached. */
    private Optional<CacheSettings> settings = Optional.empty();

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        try {
            CacheSettings read = CacheSettings.read(getConf());
            if (CheckedVersions.areGiven(getChangeDetectionPolicy(), getS3EncryptionAlgorithm())) {
                settings = Optional.of(read);
                cache(); // So that the log says early what is wrong.
            }
        } catch (ConfigException e) {
            e.problems().forEach(problem -> LOG.warn("Tiercel: {}: reading without a cache", problem));
        }
    }

    /** To be asked at each opening: a directory may be usable again. */
    private Optional<NodeCache> cache() {
        return settings.flatMap(NodeCaches::of);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        if (cache().isEmpty()) {
            return super.open(path, bufferSize);
        }
        FileStatus status;
        try {
            status = getFileStatus(path); // The request that opening sends: it is not sent again.
        } catch (FileNotFoundException e) {
            return super.open(path, bufferSize); // Tells it in its own words.
        }
        return FutureIO.awaitFuture(
                openFile(status.getPath()).withFileStatus(status).build());
    }

    @Override
    public CompletableFuture<FSDataInputStream> openFileWithOptions(Path path, OpenFileParameters parameters)
            throws IOException {
        Optional<NodeCache> cache = cache();
        if (cache.isEmpty() || parameters.getOptions().get(SELECT) != null) {
            return super.openFileWithOptions(path, parameters);
        }
        if (parameters.getStatus() == null) {
            try {
                parameters.withStatus(getFileStatus(path));
            } catch (FileNotFoundException e) {
                return super.openFileWithOptions(path, parameters);
            }
        }
        Optional<ObjectVersion> version = SharedObjects.version(parameters.getStatus());
        return super.openFileWithOptions(path, parameters)
                .thenApply(stock ->
                        version.map(known -> cached(stock, known, cache.get())).orElse(stock));
    }

    private FSDataInputStream cached(FSDataInputStream stock, ObjectVersion version, NodeCache here) {
        return stock.getWrappedStream() instanceof CacheFiller // By the stream's factory, of later versions.
                ? stock
                : new FSDataInputStream(new CachedFileStream(
                        stock,
                        here,
                        new PagedObject(version, settings.orElseThrow().pageBytes()),
                        statistics,
                        "s3a://" + version.store() + "/" + version.key()));
    }
}
