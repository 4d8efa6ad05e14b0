package io.tiercel.cachefs.contract;

import io.tiercel.cachefs.CacheFiller;
import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.CacheSettings;
import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.s3a.CachingStreamFactory;
import io.tiercel.config.ConfigException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.s3a.impl.streams.AbstractObjectInputStreamFactory;
import org.apache.hadoop.fs.s3a.impl.streams.FactoryBindingParameters;
import org.apache.hadoop.fs.s3a.impl.streams.InputStreamType;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStream;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectReadParameters;
import org.apache.hadoop.fs.s3a.impl.streams.StreamFactoryRequirements;

/**
 * Makes the caching streams, and takes their cache away between opening and reading: half of the object's pages have come by then. A file
 * takes the directory's place, since nothing else stops root.
 */
public final class SwitchedOffStreamFactory extends AbstractObjectInputStreamFactory {
    private final CachingStreamFactory caching = new CachingStreamFactory();
    private Configuration conf = new Configuration(false);

    public SwitchedOffStreamFactory() {
        super("SwitchedOffStreamFactory");
    }

    @Override
    protected void serviceInit(Configuration given) throws Exception {
        super.serviceInit(given);
        conf = given;
        caching.init(given);
    }

    @Override
    public void bind(FactoryBindingParameters parameters) throws IOException {
        super.bind(parameters);
        caching.bind(parameters);
    }

    @Override
    protected void serviceStart() throws Exception {
        caching.start();
        super.serviceStart();
    }

    @Override
    protected void serviceStop() throws Exception {
        caching.stop();
        super.serviceStop();
    }

    @Override
    public synchronized ObjectInputStream readObject(ObjectReadParameters parameters) throws IOException {
        Path directory = Path.of(conf.get(CacheKeys.DIRECTORY.name()));
        Path away = directory.resolveSibling(directory.getFileName() + "-away");
        if (Files.exists(away)) {
            Files.delete(directory);
            Files.move(away, directory);
        }
        ObjectInputStream stream = caching.readObject(parameters);
        if (stream instanceof CacheFiller filler) {
            fillHalf(filler, parameters.getObjectAttributes().getLen());
        }
        Files.move(directory, away);
        Files.createFile(directory);
        return stream;
    }

    private void fillHalf(CacheFiller filler, long length) throws IOException {
        NodeCache cache = cache();
        try {
            filler.fill(0, (length + 1) / 2, bytes -> {});
            cache.flush();
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException().initCause(e);
        } catch (IOException e) {
            // A page could not be kept while the directory was away, so the cache rests.
        }
    }

    private NodeCache cache() throws IOException {
        try {
            return NodeCaches.of(CacheSettings.read(conf)).orElseThrow();
        } catch (ConfigException e) {
            throw new IOException(e);
        }
    }

    @Override
    public StreamFactoryRequirements factoryRequirements() {
        return caching.factoryRequirements();
    }

    @Override
    public InputStreamType streamType() {
        return InputStreamType.Custom;
    }

    @Override
    public boolean hasCapability(String capability) {
        return super.hasCapability(capability) || caching.hasCapability(capability);
    }
}
