package io.tiercel.cachefs.s3a;

import io.tiercel.cachefs.CacheKeys;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.s3a.impl.streams.AbstractObjectInputStreamFactory;
import org.apache.hadoop.fs.s3a.impl.streams.FactoryBindingParameters;
import org.apache.hadoop.fs.s3a.impl.streams.InputStreamType;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStream;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStreamFactory;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectReadParameters;
import org.apache.hadoop.fs.s3a.impl.streams.StreamFactoryRequirements;
import org.apache.hadoop.fs.s3a.impl.streams.StreamIntegration;

/**
 * S3A's own streams that read what is not cached. If the user has named one, it reads everything. Else S3A's default does, but
 * {@code classic} serves readers that read in sequence: {@code analytics} keeps in memory what it read, and the cache keeps it again.
 */
final class StockStreams extends AbstractObjectInputStreamFactory {
    private final ObjectInputStreamFactory byDefault;
    private final ObjectInputStreamFactory inSequence;

    /** One or two. */
    private final Set<ObjectInputStreamFactory> all;

    /** @param named by the user: {@link CacheKeys#CLASSIC} or {@link CacheKeys#ANALYTICS} */
    StockStreams(Optional<String> named, Configuration conf) {
        super("StockStreams");
        InputStreamType type = named.map(StockStreams::type).orElse(StreamIntegration.DEFAULT_STREAM_TYPE);
        this.byDefault = type.factory().apply(conf);
        this.inSequence = named.isPresent() || type == InputStreamType.Classic
                ? byDefault
                : InputStreamType.Classic.factory().apply(conf);
        this.all = new LinkedHashSet<>(List.of(byDefault, inSequence));
    }

    private static InputStreamType type(String stream) {
        return stream.equals(CacheKeys.ANALYTICS) ? InputStreamType.Analytics : InputStreamType.Classic;
    }

    @Override
    protected void serviceInit(Configuration conf) throws Exception {
        super.serviceInit(conf);
        for (ObjectInputStreamFactory each : all) {
            each.init(conf);
        }
    }

    @Override
    public void bind(FactoryBindingParameters parameters) throws IOException {
        super.bind(parameters);
        for (ObjectInputStreamFactory each : all) {
            each.bind(parameters);
        }
    }

    @Override
    protected void serviceStart() throws Exception {
        for (ObjectInputStreamFactory each : all) {
            each.start();
        }
        super.serviceStart();
    }

    @Override
    protected void serviceStop() throws Exception {
        for (ObjectInputStreamFactory each : all) {
            each.stop();
        }
        super.serviceStop();
    }

    @Override
    public ObjectInputStream readObject(ObjectReadParameters parameters) throws IOException {
        return byDefault.readObject(parameters);
    }

    /** For a reader that reads on from where it was. */
    ObjectInputStream readInSequence(ObjectReadParameters parameters) throws IOException {
        return inSequence.readObject(parameters);
    }

    /** {@code classic} needs less. */
    @Override
    public StreamFactoryRequirements factoryRequirements() {
        return byDefault.factoryRequirements();
    }

    @Override
    public InputStreamType streamType() {
        return byDefault.streamType();
    }

    @Override
    public boolean hasCapability(String capability) {
        return byDefault.hasCapability(capability);
    }
}
