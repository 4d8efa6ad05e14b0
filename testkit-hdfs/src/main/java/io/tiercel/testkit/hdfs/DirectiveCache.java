package io.tiercel.testkit.hdfs;

import io.tiercel.testkit.device.CachedFile;
import io.tiercel.testkit.device.EmulatedDevices;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.protocol.datatransfer.TrustedChannelResolver;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.jspecify.annotations.Nullable;

/**
 * The system calls of HDFS' own cache, without {@code libhadoop}. HDFS locks a block before it reads it for the checksum, so
 * it is here that the device is charged.
 */
public final class DirectiveCache extends NativeIO.POSIX.CacheManipulator {
    private static final long PAGE = 4096;

    private volatile @Nullable EmulatedDevices devices;

    /** From now on these are charged. */
    public void charge(EmulatedDevices charged) {
        devices = charged;
    }

    @Override
    public void mlock(String identifier, ByteBuffer buffer, long length) throws IOException {
        EmulatedDevices charged = devices;
        if (charged == null) {
            throw new IOException("the DataNode has no devices yet");
        }
        Path file = identifier.startsWith("file:") ? Path.of(URI.create(identifier)) : Path.of(identifier);
        CachedFile.lock(buffer, length, file, charged.holding(file));
    }

    /** No limit but the DataNode's own. */
    @Override
    public long getMemlockLimit() {
        return Long.MAX_VALUE;
    }

    @Override
    public long getOperatingSystemPageSize() {
        return PAGE;
    }

    @Override
    public boolean verifyCanMlock() {
        return true;
    }

    /**
     * For {@code dfs.trustedchannel.resolver.class}: a DataNode loads that class before it looks whether it may cache anything, so
     * this is in time to say that it may. Trusts no channel, as the stock one.
     */
    public static final class Hook extends TrustedChannelResolver {
        static {
            NativeIO.POSIX.setCacheManipulator(new DirectiveCache());
        }
    }
}
