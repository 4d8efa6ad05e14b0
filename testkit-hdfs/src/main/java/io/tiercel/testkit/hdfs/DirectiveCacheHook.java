package io.tiercel.testkit.hdfs;

import org.apache.hadoop.hdfs.protocol.datatransfer.TrustedChannelResolver;
import org.apache.hadoop.io.nativeio.NativeIO;

/**
 * For {@code dfs.trustedchannel.resolver.class}: a DataNode loads that class before it looks whether it may cache anything, so
 * this is in time to say that it may. Trusts no channel, as the stock one.
 */
public final class DirectiveCacheHook extends TrustedChannelResolver {
    static {
        NativeIO.POSIX.setCacheManipulator(new DirectiveCache());
    }
}
