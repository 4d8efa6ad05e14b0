package io.tiercel.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Clients of the cluster's HDFS in this process, each with its own place in the network. */
final class HdfsClients implements AutoCloseable {
    private static final Path ROOT = new Path("/");

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
    DistributedFileSystem at(String host) throws IOException {
        return at(host, hadoop.uri());
    }

    /** The same for another URI than the cluster's. */
    synchronized DistributedFileSystem at(String host, String uri) throws IOException {
        Configuration conf = new Configuration();
        hadoop.client().forEach(conf::set);
        more.forEach(conf::set);
        conf.set("hadoop.rpc.socket.factory.class.default", NodeSocketFactory.class.getName());
        conf.set(NodeSocketFactory.ADDRESS, host);
        FileSystem fileSystem = FileSystem.newInstance(URI.create(uri), conf);
        open.add(fileSystem);
        return (DistributedFileSystem) fileSystem;
    }

    /**
     * Has all clients connect anew after the NameNode's restart. An idle connection does not notice that its other end has gone: the next
     * call over it fails, and calls that change something are not tried again.
     */
    synchronized void reconnect() throws IOException {
        for (FileSystem fileSystem : open) {
            try {
                fileSystem.getFileStatus(ROOT);
            } catch (IOException e) {
                fileSystem.getFileStatus(ROOT); // The first call has ended the old connection.
            }
        }
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

    /**
     * Gives one Hadoop client the network identity of a node: its connections come from the node's address, so the NameNode
     * takes it for a client on that node. For {@code hadoop.rpc.socket.factory.class.default}; the address is the key
     * {@value #ADDRESS}. Equal for equal addresses, because Hadoop keeps one RPC client for each factory.
     */
    public static final class NodeSocketFactory extends SocketFactory implements Configurable {
        /** Configuration key with the address to connect from. */
        public static final String ADDRESS = "tiercel.testkit.address";

        private Configuration conf = new Configuration(false);

        @Override
        public void setConf(Configuration changed) {
            conf = changed;
        }

        @Override
        public Configuration getConf() {
            return conf;
        }

        private String address() {
            return conf.get(ADDRESS, ClusterBuilder.GATEWAY);
        }

        @Override
        public Socket createSocket() throws IOException {
            // Hadoop needs the socket of a channel.
            return SocketChannel.open()
                    .bind(new InetSocketAddress(address(), 0))
                    .socket();
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return connected(new InetSocketAddress(host, port));
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            return connected(new InetSocketAddress(host, port));
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
            return connected(new InetSocketAddress(host, port));
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort)
                throws IOException {
            return connected(new InetSocketAddress(host, port));
        }

        private Socket connected(InetSocketAddress remote) throws IOException {
            Socket socket = createSocket();
            socket.connect(remote);
            return socket;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof NodeSocketFactory factory
                    && factory.address().equals(address());
        }

        @Override
        public int hashCode() {
            return Objects.hash(NodeSocketFactory.class, address());
        }
    }
}
