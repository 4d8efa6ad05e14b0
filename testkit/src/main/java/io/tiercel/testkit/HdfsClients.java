package io.tiercel.testkit;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Clients of the cluster's HDFS in this process, each with its own place in the network. */
final class HdfsClients implements AutoCloseable {
    private final HadoopConf hadoop;
    private final Map<String, String> more;
    private final List<FileSystem> open = new ArrayList<>();

    HdfsClients(HadoopConf hadoop) {
        this(hadoop, Map.of());
    }

    /** @param more configuration beside the cluster's own */
    HdfsClients(HadoopConf hadoop, Map<String, String> more) {
        this.hadoop = hadoop;
        this.more = more;
    }

    /** A client whose connections come from that address; it stays open until this is closed. */
    synchronized DistributedFileSystem at(String host) throws IOException {
        Configuration conf = new Configuration();
        hadoop.client().forEach(conf::set);
        more.forEach(conf::set);
        conf.set("hadoop.rpc.socket.factory.class.default", NodeSocketFactory.class.getName());
        conf.set(NodeSocketFactory.ADDRESS, host);
        FileSystem fileSystem = FileSystem.newInstance(URI.create(hadoop.uri()), conf);
        open.add(fileSystem);
        return (DistributedFileSystem) fileSystem;
    }

    @Override
    public synchronized void close() {
        for (FileSystem fileSystem : open) {
            try {
                fileSystem.close();
            } catch (IOException e) {
                // The NameNode may be gone, and goes now in any case.
            }
        }
        open.clear();
    }
}
