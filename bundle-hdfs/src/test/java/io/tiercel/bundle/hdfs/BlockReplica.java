package io.tiercel.bundle.hdfs;

import static org.awaitility.Awaitility.await;

import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.Migrate;
import io.tiercel.testkit.LiveFiles;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * A replica as the file system's clients know it: of each block the one on the first node.
 *
 * @param path of its file
 * @param node the DataNode's UUID
 * @param host the DataNode's host name
 */
record BlockReplica(String path, BlockId block, String node, String host, String storage, long length) {
    /** Writes a file and returns its first block, once all DataNodes have said that they have it. */
    static BlockReplica written(TieredCluster cluster, String path, int length) throws IOException {
        FileSystem files = cluster.fileSystem();
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(path);
        try (FSDataOutputStream out = files.create(file)) {
            out.write(new byte[length]);
        }
        int replicas = files.getFileStatus(file).getReplication();
        await().atMost(Duration.ofMinutes(1)).until(() -> Arrays.stream(files.getFileBlockLocations(file, 0, length))
                .allMatch(block -> block.getStorageIds().length == replicas));
        return of(cluster, path).get(0);
    }

    /** Every block of its file, on the node of the first. */
    List<BlockReplica> all(TieredCluster cluster) throws IOException {
        return of(cluster, path);
    }

    private static List<BlockReplica> of(TieredCluster cluster, String path) throws IOException {
        try (HdfsDataInputStream in =
                (HdfsDataInputStream) cluster.fileSystem().open(new org.apache.hadoop.fs.Path(path))) {
            return in.getAllBlocks().stream()
                    .map(located -> of(path, located, cluster.hosts().get(0)))
                    .toList();
        }
    }

    private static BlockReplica of(String path, LocatedBlock located, String host) {
        ExtendedBlock block = located.getBlock();
        DatanodeInfo[] nodes = located.getLocations();
        int at = 0;
        while (!nodes[at].getHostName().equals(host)) {
            at++;
        }
        BlockId id = BlockId.newBuilder()
                .setPool(block.getBlockPoolId())
                .setBlock(block.getBlockId())
                .setGeneration(block.getGenerationStamp())
                .build();
        return new BlockReplica(
                path, id, nodes[at].getDatanodeUuid(), host, located.getStorageIDs()[at], located.getBlockSize());
    }

    ExchangeReply migrate(long migration) {
        return ExchangeReply.newBuilder()
                .addMigrate(Migrate.newBuilder()
                        .setMigration(migration)
                        .setBlock(block)
                        .setStorage(storage)
                        .setLength(length))
                .build();
    }

    /** Reads its file as a client on its node does, who is served by that node. */
    void readFromItsNode(TieredCluster cluster) throws IOException {
        try (var in = cluster.fileSystemOn(cluster.hosts().indexOf(host)).open(new org.apache.hadoop.fs.Path(path))) {
            in.readAllBytes();
        }
    }

    /** The file in which the DataNode keeps it. */
    Path file(TieredCluster cluster) throws IOException {
        String name = "blk_" + block.getBlock();
        List<Path> found = LiveFiles.named(name, cluster.workDir());
        return found.stream()
                .filter(file -> isOn(file, cluster))
                .findFirst()
                .orElseThrow(() -> new IOException("no " + name + " of " + host + " among " + found));
    }

    /** The DataNode notes its UUID beside its blocks. */
    private boolean isOn(Path file, TieredCluster cluster) {
        for (Path at = file.getParent(); at.startsWith(cluster.workDir()); at = at.getParent()) {
            Path version = at.resolve("VERSION");
            try {
                if (Files.exists(version) && Files.readString(version).contains("datanodeUuid")) {
                    return Files.readString(version).contains(node);
                }
            } catch (IOException e) {
                return false;
            }
        }
        return false;
    }
}
