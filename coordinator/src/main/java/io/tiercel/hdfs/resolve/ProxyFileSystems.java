package io.tiercel.hdfs.resolve;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedExceptionAction;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * One client of HDFS for each user on whose behalf it is asked. With simple authentication a client may say who it is; with
 * Kerberos the coordinator's own user has to be allowed to speak for others ({@code hadoop.proxyuser.*}).
 */
final class ProxyFileSystems implements AutoCloseable {
    private static final int MOST_USERS = 100;

    private final Configuration conf;
    private final Map<String, DistributedFileSystem> byUser = new LinkedHashMap<>(16, 0.75f, true);

    ProxyFileSystems(Configuration conf) throws IOException {
        this.conf = new Configuration(conf);
        // An unanswered call must end, and a NameNode that is away be noticed in seconds: the callers have deadlines.
        // Hadoop's defaults, which its own files state too, are no timeout and 10 attempts.
        if (this.conf.getInt("ipc.client.rpc-timeout.ms", 0) == 0) {
            this.conf.setInt("ipc.client.rpc-timeout.ms", 10_000);
        }
        if (!"hdfs".equals(FileSystem.getDefaultUri(conf).getScheme())) {
            throw new IOException("fs.defaultFS: expected an hdfs:// URI, got " + FileSystem.getDefaultUri(conf));
        }
    }

    synchronized DistributedFileSystem of(String user) throws IOException {
        DistributedFileSystem known = byUser.get(user);
        if (known != null) {
            return known;
        }
        DistributedFileSystem opened = open(user);
        byUser.put(user, opened);
        if (byUser.size() > MOST_USERS) {
            // A call that is under way on it fails, and its caller is told to try again.
            var eldest = byUser.values().iterator();
            close(eldest.next());
            eldest.remove();
        }
        return opened;
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
    public synchronized void close() {
        byUser.values().forEach(ProxyFileSystems::close);
        byUser.clear();
    }

    private static void close(FileSystem fileSystem) {
        try {
            fileSystem.close();
        } catch (IOException e) {
            // It goes now in any case.
        }
    }
}
