package io.tiercel.hdfs.plugin;

import io.tiercel.coordinator.ReadDirector;
import io.tiercel.model.BlockId;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.CacheManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a NameNode name replicas in agents' memory as cached ones in block locations. It does so as a DataNode with a cache of its own
 * does: by a report of all that it has. A DataNode that has such a cache is left alone, because its own report and this one
 * would replace each other.
 */
final class CachedLocations implements ReadDirector {
    private static final Logger LOG = LoggerFactory.getLogger(CachedLocations.class);

    private final NameNode nameNode;
    private final Set<String> passedOver = new HashSet<>();

    CachedLocations(NameNode nameNode) {
        this.nameNode = nameNode;
    }

    /** Does nothing on a standby NameNode: the reports are repeated every minute, and reach it once it is active. */
    @Override
    public void inMemory(String node, List<BlockId> blocks) throws IOException {
        if (!nameNode.isActiveState()) {
            return;
        }
        FSNamesystem names = nameNode.getNamesystem();
        DatanodeDescriptor dataNode =
                names.getBlockManager().getDatanodeManager().getDatanode(node);
        if (dataNode == null) {
            if (!blocks.isEmpty()) {
                throw new IOException("the NameNode knows no DataNode " + node);
            }
        } else if (dataNode.getCacheCapacity() > 0) {
            passOver(dataNode, "it has a cache of HDFS' own (dfs.datanode.max.locked.memory)");
        } else {
            tell(names, dataNode, blocks);
        }
    }

    private void tell(FSNamesystem names, DatanodeDescriptor dataNode, List<BlockId> blocks) throws IOException {
        CacheManager cache = names.getCacheManager();
        if (!cache.isEnabled()) {
            passOver(dataNode, "dfs.namenode.caching.enabled is false");
            return;
        }
        String pool = names.getBlockPoolId();
        cache.processCacheReport(
                dataNode,
                blocks.stream()
                        .filter(block -> block.pool().equals(pool))
                        .map(BlockId::id)
                        .toList());
    }

    private void passOver(DatanodeDescriptor dataNode, String why) {
        if (passedOver.add(dataNode.getDatanodeUuid())) {
            LOG.info("readers elsewhere are not sent to the memory of {}: {}", dataNode.getHostName(), why);
        }
    }
}
