package org.apache.hadoop.hdfs.server.namenode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoContiguous;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.CacheReplicationMonitor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.VersionInfo;

/**
 * A NameNode of files without data, put straight into its memory: {@code /data/d00000/part-00000}, one block each with three replicas on
 * three DataNodes that do not exist. Prints {@code ready PORT} and then an answer to each line that it reads: {@code heap} gives the bytes in
 * use after a collection; {@code cached N} reports so many blocks as cached, and gives the nanoseconds of the longest report, of all
 * reports, and of three rescans. Ends with its input.
 *
 * <p>Argument: files.
 */
public final class LoadedNameNode {
    private static final int DATA_NODES = 3;
    private static final int FILES_PER_DIRECTORY = 1_000;
    private static final long BLOCK = 128L << 20;
    private static final long FIRST_BLOCK = 1L << 30;
    private static final long GENERATION = 1_001;

    private final NameNode nameNode;
    private final FSNamesystem names;
    private final List<DatanodeRegistration> dataNodes = new ArrayList<>();

    private LoadedNameNode(NameNode nameNode) {
        this.nameNode = nameNode;
        this.names = nameNode.getNamesystem();
    }

    /** The UUID of a DataNode. */
    private static String uuid(int node) {
        return "00000000-0000-0000-0000-00000000000" + node;
    }

    /** The storage id of its only disk. */
    private static String storage(int node) {
        return "DS-" + node;
    }

    private void register() throws IOException {
        for (int node = 0; node < DATA_NODES; node++) {
            DatanodeRegistration registration = new DatanodeRegistration(
                    new DatanodeID(
                            "127.0.0." + (node + 1), "n" + node + ".example", uuid(node), 9866, 9864, 9865, 9867),
                    new StorageInfo(
                            names.getNamespaceInfo().getLayoutVersion(),
                            names.getNamespaceInfo().getNamespaceID(),
                            names.getClusterId(),
                            names.getCTime(),
                            NodeType.DATA_NODE),
                    ExportedBlockKeys.DUMMY_KEYS,
                    VersionInfo.getVersion());
            registration = ((NameNodeRpcServer) nameNode.getRpcServer()).registerDatanode(registration);
            DatanodeStorage disk = new DatanodeStorage(storage(node), DatanodeStorage.State.NORMAL, StorageType.DISK);
            long bytes = 1L << 50;
            ((NameNodeRpcServer) nameNode.getRpcServer())
                    .sendHeartbeat(
                            registration,
                            new StorageReport[] {new StorageReport(disk, false, bytes, 0, bytes, 0, 0)},
                            0,
                            0,
                            0,
                            0,
                            0,
                            null,
                            false,
                            SlowPeerReports.EMPTY_REPORT,
                            SlowDiskReports.EMPTY_REPORT);
            dataNodes.add(registration);
        }
    }

    private void fill(int files) {
        BlockManager blocks = names.getBlockManager();
        List<DatanodeStorageInfo> disks = new ArrayList<>();
        for (int node = 0; node < DATA_NODES; node++) {
            disks.add(blocks.getDatanodeManager().getDatanode(uuid(node)).getStorageInfo(storage(node)));
        }
        PermissionStatus directories = new PermissionStatus("hdfs", "hdfs", new FsPermission("755"));
        PermissionStatus readable = new PermissionStatus("hdfs", "hdfs", new FsPermission("644"));
        names.writeLock(RwLockMode.GLOBAL);
        try {
            FSDirectory tree = names.getFSDirectory();
            INodeDirectory data = directory(tree, tree.getRoot(), "data", directories);
            INodeDirectory parent = data;
            for (int i = 0; i < files; i++) {
                if (i % FILES_PER_DIRECTORY == 0) {
                    parent = directory(tree, data, String.format("d%05d", i / FILES_PER_DIRECTORY), directories);
                }
                Block block = new Block(FIRST_BLOCK + i, BLOCK, GENERATION);
                BlockInfo stored = new BlockInfoContiguous(block, (short) DATA_NODES);
                INodeFile file = new INodeFile(
                        tree.allocateNewInodeId(),
                        String.format("part-%05d", i % FILES_PER_DIRECTORY).getBytes(StandardCharsets.UTF_8),
                        readable,
                        i,
                        i,
                        new BlockInfo[] {stored},
                        (short) DATA_NODES,
                        BLOCK);
                parent.addChild(file);
                tree.addToInodeMap(file);
                blocks.addBlockCollection(stored, file);
                disks.forEach(disk -> disk.addBlock(stored, block));
            }
        } finally {
            names.writeUnlock(RwLockMode.GLOBAL, "fill");
        }
    }

    private static INodeDirectory directory(
            FSDirectory tree, INodeDirectory parent, String name, PermissionStatus permissions) {
        INodeDirectory directory =
                new INodeDirectory(tree.allocateNewInodeId(), name.getBytes(StandardCharsets.UTF_8), permissions, 1);
        parent.addChild(directory);
        tree.addToInodeMap(directory);
        return directory;
    }

    /** In words, nanoseconds: the longest report, all reports, and rescans. */
    private String cached(int blocks) throws Exception {
        long longest = 0;
        long all = 0;
        for (int node = 0; node < DATA_NODES; node++) {
            List<Long> ids = LongStream.range(0, blocks / DATA_NODES)
                    .map(each -> FIRST_BLOCK + each)
                    .boxed()
                    .toList();
            long start = System.nanoTime();
            names.getCacheManager().processCacheReport(dataNodes.get(node), shifted(ids, (long) node * blocks));
            long took = System.nanoTime() - start;
            longest = Math.max(longest, took);
            all += took;
        }
        // The rescan holds the namesystem's lock from its beginning to its end.
        CacheReplicationMonitor monitor =
                new CacheReplicationMonitor(names, names.getCacheManager(), 1 << 30, new ReentrantLock());
        Method rescan = CacheReplicationMonitor.class.getDeclaredMethod("rescan");
        rescan.setAccessible(true);
        long[] rescans = new long[3];
        for (int i = 0; i < rescans.length; i++) {
            long start = System.nanoTime();
            rescan.invoke(monitor);
            rescans[i] = System.nanoTime() - start;
        }
        return longest + " " + all + " "
                + Arrays.stream(rescans).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }

    /** No two DataNodes have the same blocks cached. */
    private static List<Long> shifted(List<Long> ids, long by) {
        List<Long> shifted = new ArrayList<>(ids.size());
        ids.forEach(id -> shifted.add(id + by));
        return shifted;
    }

    public static void main(String[] arguments) throws Exception {
        Configuration conf = new HdfsConfiguration();
        DefaultMetricsSystem.setMiniClusterMode(true);
        NameNode.format(conf);
        NameNode nameNode = NameNode.createNameNode(new String[0], conf);
        LoadedNameNode loaded = new LoadedNameNode(nameNode);
        loaded.register();
        loaded.fill(Integer.parseInt(arguments[0]));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready " + nameNode.getNameNodeAddress().getPort());
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("heap")) {
                System.gc();
                System.out.println(
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
            } else {
                System.out.println(loaded.cached(Integer.parseInt(line.substring("cached ".length()))));
            }
        }
        System.exit(0);
    }
}
