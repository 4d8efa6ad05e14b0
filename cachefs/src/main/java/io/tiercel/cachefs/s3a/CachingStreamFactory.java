package io.tiercel.cachefs.s3a;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.CacheSettings;
import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.SharedObjects;
import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.config.ConfigException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.s3a.S3ObjectAttributes;
import org.apache.hadoop.fs.s3a.impl.streams.AbstractObjectInputStreamFactory;
import org.apache.hadoop.fs.s3a.impl.streams.FactoryBindingParameters;
import org.apache.hadoop.fs.s3a.impl.streams.InputStreamType;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStream;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectReadParameters;
import org.apache.hadoop.fs.s3a.impl.streams.StreamFactoryRequirements;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes S3A's input streams read from the node's cache. S3A makes it by {@code fs.s3a.input.stream.type=custom} and
 * {@code fs.s3a.input.stream.custom.factory} with this class's name. Without a cache, and for objects that cannot be cached, readers get
 * S3A's own stream.
 */
public final class CachingStreamFactory extends AbstractObjectInputStreamFactory {
    private static final Logger LOG = LoggerFactory.getLogger(CachingStreamFactory.class);

    private StockStreams source = new StockStreams(Optional.of(CacheKeys.CLASSIC), new Configuration(false));
    /** Empty if they are wrong. */
    private Optional<CacheSettings> settings = Optional.empty();

    public CachingStreamFactory() {
        super("CachingStreamFactory");
    }

    @Override
    protected void serviceInit(Configuration conf) throws Exception {
        super.serviceInit(conf);
        Optional<String> named = Optional.empty();
        try {
            CacheSettings read = CacheSettings.read(conf);
            named = read.stream();
            settings = Optional.of(read);
            NodeCaches.of(read); // So that the log says early what is wrong.
        } catch (ConfigException e) {
            e.problems().forEach(problem -> LOG.warn("Tiercel: {}: reading without a cache", problem));
        }
        source = new StockStreams(named, conf);
        source.init(conf);
    }

    @Override
    public void bind(FactoryBindingParameters parameters) throws IOException {
        super.bind(parameters);
        source.bind(parameters);
    }

    @Override
    protected void serviceStart() throws Exception {
        source.start();
        super.serviceStart();
    }

    @Override
    protected void serviceStop() throws Exception {
        source.stop();
        super.serviceStop();
    }

    @Override
    public ObjectInputStream readObject(ObjectReadParameters parameters) throws IOException {
        Optional<NodeCache> cache = settings.flatMap(NodeCaches::of);
        return cache.isPresent() && isCacheable(parameters)
                ? new CachedS3AStream(parameters, source, cache.get(), paged(parameters.getObjectAttributes()))
                : source.readObject(parameters);
    }

    private static boolean isCacheable(ObjectReadParameters parameters) {
        S3ObjectAttributes object = parameters.getObjectAttributes();
        return CheckedVersions.areGiven(
                        parameters.getContext().getChangeDetectionPolicy(), object.getServerSideEncryptionAlgorithm())
                && object.getLen() > 0
                && isText(object.getETag());
    }

    private static boolean isText(String text) {
        return text != null && !text.isEmpty();
    }

    private PagedObject paged(S3ObjectAttributes object) {
        int pageBytes = settings.orElseThrow().pageBytes();
        return new PagedObject(
                SharedObjects.version(object.getBucket(), object.getKey(), object.getETag(), object.getLen()),
                pageBytes);
    }

    @Override
    public StreamFactoryRequirements factoryRequirements() {
        return source.factoryRequirements();
    }

    @Override
    public InputStreamType streamType() {
        return InputStreamType.Custom;
    }

    @Override
    public boolean hasCapability(String capability) {
        return super.hasCapability(capability) || source.hasCapability(capability);
    }
}
