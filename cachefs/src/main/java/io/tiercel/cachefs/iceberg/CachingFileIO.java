package io.tiercel.cachefs.iceberg;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.CacheSettings;
import io.tiercel.cachefs.NodeCaches;
import io.tiercel.config.ConfigException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.aws.s3.S3FileIOProperties;
import org.apache.iceberg.hadoop.HadoopConfigurable;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.DelegateFileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.StorageCredential;
import org.apache.iceberg.io.SupportsBulkOperations;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.apache.iceberg.io.SupportsRecoveryOperations;
import org.apache.iceberg.io.SupportsStorageCredentials;
import org.apache.iceberg.util.SerializableSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads Iceberg's files through the node's cache, and leaves all else to another {@code FileIO}: that of property {@code tiercel.io-impl},
 * or {@code S3FileIO}. A catalog makes it by {@code io-impl} with this class's name. Without a cache, readers get the other's files.
 *
 * <p>It has all abilities that a {@code FileIO} can have, since engines ask for them by type. It deletes files one by one if the other one
 * cannot delete many, and refuses what the other one cannot do.
 */
public final class CachingFileIO
        implements DelegateFileIO, SupportsRecoveryOperations, SupportsStorageCredentials, HadoopConfigurable {
    private static final long serialVersionUID = 1;
    private static final Logger LOG = LoggerFactory.getLogger(CachingFileIO.class);

    /** The catalog's property that names the {@code FileIO} below. */
    public static final String SOURCE = "tiercel.io-impl";

    private static final String S3 = "org.apache.iceberg.aws.s3.S3FileIO";

    /** By name: without iceberg-aws it cannot be loaded. */
    private static final String CLIENTS = "io.tiercel.cachefs.iceberg.VersionCheckingClients";

    // Hash maps: Kryo knows them.
    private HashMap<String, String> properties = new HashMap<>();
    private HashMap<String, String> cacheKeys = new HashMap<>();
    private @Nullable FileIO source;

    // Until the source is made.
    private transient @Nullable Configuration conf;
    private transient @Nullable List<StorageCredential> credentials;

    /** Of this process. Null before it could first be used. */
    private transient volatile @Nullable Optional<FileCache> cache;

    @Override
    public void initialize(Map<String, String> given) {
        if (source != null) {
            source.close();
        }
        properties = new HashMap<>(given);
        given.forEach((name, value) -> {
            if (name.startsWith(CacheKeys.ALL.prefix())) {
                cacheKeys.put(name, value);
            }
        });
        if (!isCached()) {
            cacheKeys.clear();
        }
        cache = null;
        source = load(given.getOrDefault(SOURCE, S3));
    }

    /** Whether files are to be read through the cache; else the log says why not. */
    private boolean isCached() {
        String readsAhead = S3FileIOProperties.S3_ANALYTICS_ACCELERATOR_ENABLED;
        if (Boolean.parseBoolean(properties.get(readsAhead))) {
            LOG.warn("Tiercel: Iceberg reads without a cache: expected {} not to be set", readsAhead);
            return false;
        }
        try {
            if (CacheSettings.read(cacheKeys).directory().isPresent()) {
                return true;
            }
            LOG.warn("Tiercel: Iceberg reads without a cache: expected a directory in {}", CacheKeys.DIRECTORY);
        } catch (ConfigException e) {
            e.problems().forEach(problem -> LOG.warn("Tiercel: {}: Iceberg reads without a cache", problem));
        }
        return false;
    }

    private FileIO load(String name) {
        if (name.equals(getClass().getName())) {
            throw new IllegalArgumentException(SOURCE + "=" + name + ": expected another FileIO than this one");
        }
        try {
            // As Iceberg looks for it.
            Class.forName(name, false, CatalogUtil.class.getClassLoader());
            return CatalogUtil.loadFileIO(
                    name, sourcesProperties(), conf, credentials == null ? List.of() : credentials);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    SOURCE + "=" + name + ": expected a FileIO on the class path of Iceberg, found no such class", e);
        } catch (LinkageError e) {
            throw new IllegalArgumentException(
                    SOURCE + "=" + name + ": expected all of its libraries on the class path of Iceberg, got " + e, e);
        }
    }

    /** With these, S3's clients tell versions, and demand them. */
    private Map<String, String> sourcesProperties() {
        Map<String, String> changed = new HashMap<>(properties);
        if (!cacheKeys.isEmpty()) {
            String users = changed.put(S3FileIOProperties.CLIENT_FACTORY, CLIENTS);
            if (users != null) {
                changed.put(VersionCheckingClients.USERS, users);
            }
        }
        return changed;
    }

    private FileIO source() {
        return Objects.requireNonNull(source, "expected a call of initialize before");
    }

    private Optional<FileCache> cache() {
        Optional<FileCache> made = cache;
        if (made == null) {
            synchronized (this) {
                made = cache;
                if (made == null) {
                    made = openCache();
                    if (made.isPresent()) { // Else its directory may be usable a minute later.
                        cache = made;
                    }
                }
            }
        }
        return made;
    }

    private Optional<FileCache> openCache() {
        try {
            CacheSettings settings = CacheSettings.read(cacheKeys);
            return NodeCaches.of(settings)
                    .map(pages -> new FileCache(
                            pages,
                            settings.pageBytes(),
                            new SourceAnswers(source(), settings.recheck(), System::nanoTime),
                            FileCache.bytesOfS3(properties)));
        } catch (ConfigException e) {
            throw new IllegalStateException(e); // They were read before.
        }
    }

    private InputFile cached(InputFile file, long length) {
        return cache().<InputFile>map(pages -> new CachedInputFile(file, length, pages))
                .orElse(file);
    }

    @Override
    public InputFile newInputFile(String path) {
        return cached(source().newInputFile(path), 0);
    }

    @Override
    public InputFile newInputFile(String path, long length) {
        return cached(source().newInputFile(path, length), length);
    }

    private void changing(Consumer<SourceAnswers> forget) {
        Optional<FileCache> made = cache;
        if (made != null) {
            made.ifPresent(pages -> forget.accept(pages.answers()));
        }
    }

    @Override
    public OutputFile newOutputFile(String path) {
        changing(answers -> answers.forget(path));
        return source().newOutputFile(path);
    }

    @Override
    public void deleteFile(String path) {
        changing(answers -> answers.forget(path));
        source().deleteFile(path);
    }

    @Override
    public void deleteFiles(Iterable<String> paths) throws BulkDeletionFailureException {
        changing(SourceAnswers::forgetAll);
        if (source() instanceof SupportsBulkOperations bulk) {
            bulk.deleteFiles(paths);
            return;
        }
        int failed = 0;
        for (String path : paths) {
            try {
                source().deleteFile(path);
            } catch (RuntimeException e) {
                LOG.warn("{} was not deleted", path, e);
                failed++;
            }
        }
        if (failed > 0) {
            throw new BulkDeletionFailureException(failed);
        }
    }

    private SupportsPrefixOperations byPrefix() {
        if (source() instanceof SupportsPrefixOperations able) {
            return able;
        }
        throw new UnsupportedOperationException(source().getClass().getName() + " knows no operations on prefixes");
    }

    @Override
    public Iterable<FileInfo> listPrefix(String prefix) {
        return byPrefix().listPrefix(prefix);
    }

    @Override
    public void deletePrefix(String prefix) {
        changing(SourceAnswers::forgetAll);
        byPrefix().deletePrefix(prefix);
    }

    @Override
    public boolean recoverFile(String path) {
        return source() instanceof SupportsRecoveryOperations able && able.recoverFile(path);
    }

    @Override
    public void setCredentials(List<StorageCredential> given) {
        credentials = List.copyOf(given);
        if (source instanceof SupportsStorageCredentials able) {
            changing(SourceAnswers::forgetAll);
            able.setCredentials(given);
        }
    }

    @Override
    public List<StorageCredential> credentials() {
        if (source instanceof SupportsStorageCredentials able) {
            return able.credentials();
        }
        return credentials == null ? List.of() : credentials;
    }

    @Override
    public void setConf(Configuration given) {
        conf = given;
        CacheSettings.entries(given).forEach(cacheKeys::putIfAbsent);
        if (source instanceof HadoopConfigurable able) {
            able.setConf(given);
        }
    }

    @Override
    public @Nullable Configuration getConf() {
        return source instanceof HadoopConfigurable able ? able.getConf() : conf;
    }

    @Override
    public void serializeConfWith(Function<Configuration, SerializableSupplier<Configuration>> serializer) {
        if (source instanceof HadoopConfigurable able) {
            able.serializeConfWith(serializer);
        }
    }

    @Override
    public Map<String, String> properties() {
        return Map.copyOf(properties);
    }

    /** The node's cache stays: it belongs to the process. */
    @Override
    public void close() {
        if (source != null) {
            source.close();
        }
    }
}
