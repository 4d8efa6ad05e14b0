package io.tiercel.cachefs.mount;

import io.tiercel.cachefs.CacheFiller;
import io.tiercel.cachefs.CacheSettings;
import io.tiercel.cachefs.NodeCaches;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/** Brings a file into the cache before it is opened. */
public final class FilledLocalFileSystem extends SettledLocalFileSystem {
    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
        try (FSDataInputStream in = super.open(file, bufferSize)) {
            if (in.getWrappedStream() instanceof CacheFiller filler) {
                filler.fill(0, getFileStatus(file).getLen(), bytes -> {});
                NodeCaches.of(CacheSettings.read(getConf())).orElseThrow().flush();
            }
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException().initCause(e);
        } catch (io.tiercel.config.ConfigException e) {
            throw new IOException(e);
        }
        return super.open(file, bufferSize);
    }
}
