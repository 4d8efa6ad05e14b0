package io.tiercel.hdfs;

import org.apache.hadoop.conf.Configuration;

/**
 * Timeouts of calls to a NameNode. Callers have deadlines, so a call must end and an absent NameNode be noticed within seconds. Hadoop's
 * defaults, which its own files state too, are no timeout and 10 attempts.
 */
public final class CallTimeouts {
    private static final String KEY = "ipc.client.rpc-timeout.ms";
    private static final int MILLIS = 10_000;

    private CallTimeouts() {}

    /** A copy with a timeout, unless there is one. */
    public static Configuration in(Configuration conf) {
        Configuration copy = new Configuration(conf);
        if (copy.getInt(KEY, 0) == 0) {
            copy.setInt(KEY, MILLIS);
        }
        return copy;
    }
}
