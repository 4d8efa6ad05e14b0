package io.tiercel.hdfs.resolve;

import io.tiercel.hdfs.OpenFileSystems;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * One client of HDFS for each user on whose behalf it is asked. With simple authentication a client may say who it is. With
 * Kerberos the coordinator's own user must be allowed to act for others ({@code hadoop.proxyuser.*}).
 */
final class ProxyFileSystems implements AutoCloseable {
    private static final int MOST_USERS = 100;

    private final Configuration conf;
    private final OpenFileSystems<String, DistributedFileSystem> byUser = new OpenFileSystems<>(MOST_USERS);

    ProxyFileSystems(Configuration conf) throws IOException {
        this.conf = new Configuration(conf);
        // Callers have deadlines, so a call must end and an absent NameNode be noticed within seconds. Hadoop's
        // defaults,
        // which its own files state too, are no timeout and 10 attempts.
        if (this.conf.getInt("ipc.client.rpc-timeout.ms", 0) == 0) {
            this.conf.setInt("ipc.client.rpc-timeout.ms", 10_000);
        }
        if (!"hdfs".equals(FileSystem.getDefaultUri(conf).getScheme())) {
            throw new IOException("fs.defaultFS: expected an hdfs:// URI, got " + FileSystem.getDefaultUri(conf));
        }
    }

    DistributedFileSystem of(String user) throws IOException {
        return byUser.get(user, () -> open(user));
    }

    private DistributedFileSystem open(String user) throws IOException {
        UserGroupInformation caller = UserGroupInformation.isSecurityEnabled()
                ? UserGroupInformation.createProxyUser(user, UserGroupInformation.getLoginUser())
                : UserGroupInformation.createRemoteUser(user);
        try {
            return caller.doAs((PrivilegedExceptionAction<DistributedFileSystem>) () -> {
                FileSystem fileSystem = FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf);
                if (fileSystem instanceof DistributedFileSystem hdfs) {
                    return hdfs;
                }
                fileSystem.close();
                throw new IOException(fileSystem.getUri() + ": expected HDFS, got "
                        + fileSystem.getClass().getSimpleName());
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the coordinator is closing");
        }
    }

    @Override
    public void close() {
        byUser.close();
    }
}
