package io.tiercel.bundle.hdfs;

import static org.awaitility.Awaitility.await;

import io.tiercel.testkit.TieredCluster;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.security.token.Token;

/** What people, their tools and HDFS' balancers ask of DataNodes: of the first node's, unless stated otherwise. */
final class DataNodeCalls {
    private static final String VOLUMES = "<name>dfs.datanode.data.dir</name><value>";
    private static final String END = "</value>";

    private final TieredCluster cluster;

    DataNodeCalls(TieredCluster cluster) {
        this.cluster = cluster;
    }

    private DatanodeInfo dataNode() throws IOException {
        return dataNode(cluster.hosts().get(0));
    }

    /** What a node's DataNode shows Prometheus. */
    PrometheusPage metrics(String host) throws IOException {
        DatanodeInfo node = dataNode(host);
        return PrometheusPage.of(node.getIpAddr() + ":" + node.getInfoPort());
    }

    private DatanodeInfo dataNode(String host) throws IOException {
        return Arrays.stream(cluster.fileSystem().getDataNodeStats())
                .filter(node -> node.getHostName().equals(host))
                .findFirst()
                .orElseThrow(() -> new IOException("no DataNode on " + host));
    }

    /** Its volumes, as its configuration writes them. */
    List<String> volumes() throws IOException {
        String text = Files.readString(site("hdfs-site.xml"));
        int from = text.indexOf(VOLUMES) + VOLUMES.length();
        return List.of(text.substring(from, text.indexOf(END, from)).split(","));
    }

    private Path site(String name) {
        return cluster.workDir().resolve("conf/hadoop-0").resolve(name);
    }

    /** Changes its volumes while it runs, as {@code hdfs dfsadmin -reconfig} does. */
    void volumes(List<String> volumes) throws IOException {
        String before = String.join(",", volumes());
        for (String name : List.of("core-site.xml", "hdfs-site.xml")) {
            String text = Files.readString(site(name));
            Files.writeString(
                    site(name), text.replace(VOLUMES + before + END, VOLUMES + String.join(",", volumes) + END));
        }
        ClientDatanodeProtocol calls =
                DFSUtilClient.createClientDatanodeProtocolProxy(dataNode(), new HdfsConfiguration(), 10_000, false);
        calls.startReconfiguration();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> calls.getReconfigurationStatus().stopped());
        calls.getReconfigurationStatus().getStatus().forEach((change, failure) -> {
            if (failure.isPresent()) {
                throw new IllegalStateException(change.prop + ": " + failure.get());
            }
        });
    }

    /** Moves a replica to its volume of another kind, as the mover does. */
    void move(BlockReplica replica, StorageType target) throws IOException {
        DatanodeInfo node = dataNode();
        ExtendedBlock block = new ExtendedBlock(
                replica.block().getPool(),
                replica.block().getBlock(),
                replica.length(),
                replica.block().getGeneration());
        try (Socket socket = new Socket(node.getIpAddr(), node.getXferPort());
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()))) {
            new Sender(out).replaceBlock(block, target, new Token<>(), node.getDatanodeUuid(), node, "");
            out.flush();
            InputStream in = socket.getInputStream();
            BlockOpResponseProto answer;
            do {
                answer = BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(in));
            } while (answer.getStatus() == Status.IN_PROGRESS);
            if (answer.getStatus() != Status.SUCCESS) {
                throw new IOException("the replica was not moved: " + answer.getMessage());
            }
        }
    }
}
