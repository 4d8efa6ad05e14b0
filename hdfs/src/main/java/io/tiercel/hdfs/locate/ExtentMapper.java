package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.HdfsBlocks;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.host.HostRegistry.DataNodeSighting;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.jspecify.annotations.Nullable;

/**
 * Turns a client's {@link BlockLocation}s into extents with replicas by node index and tier.
 *
 * <ul>
 *   <li>A replica of missing or unknown storage type counts as HDD: DISK is HDFS' own default.
 *   <li>A replica on a host where HDFS has the block cached is all in memory. A cached copy without a replica is in MEMORY alone.
 *   <li>A PROVIDED replica is left out: it is on no node, and the listed one only fetches it.
 *   <li>A block of HDFS has its name, so that its residency can be found.
 *   <li>A corrupt or missing block has no replicas.
 * </ul>
 */
record ExtentMapper(HostRegistry hosts) {
    List<FileBlocks.Extent> of(LocatedFileStatus status) throws IOException {
        return of(status.getBlockLocations(), names(status));
    }

    List<FileBlocks.Extent> of(BlockLocation[] locations, Map<Long, BlockId> names) throws IOException {
        List<DataNodeSighting> sightings = new ArrayList<>();
        for (BlockLocation location : locations) {
            sightings(location, sightings);
        }
        hosts.learn(sightings);
        List<FileBlocks.Extent> extents = new ArrayList<>(locations.length);
        for (BlockLocation location : locations) {
            extents.add(new FileBlocks.Extent(
                    location.getOffset(), location.getLength(), replicas(location), names.get(location.getOffset())));
        }
        return extents;
    }

    /** Whether these are the answer of a file system without located blocks: all on localhost, no storage. */
    static boolean arePlaceholders(BlockLocation[] locations) throws IOException {
        for (BlockLocation location : locations) {
            if (count(location.getStorageTypes()) > 0
                    || !Arrays.stream(location.getHosts()).allMatch("localhost"::equals)) {
                return false;
            }
        }
        return locations.length > 0;
    }

    private static void sightings(BlockLocation location, List<DataNodeSighting> into) throws IOException {
        String[] hosts = location.getHosts();
        String[] names = location.getNames();
        String[] topology = location.getTopologyPaths();
        for (int i = 0; i < hosts.length; i++) {
            into.add(new DataNodeSighting(
                    hosts[i], i < count(names) ? names[i] : hosts[i] + ":0", i < count(topology) ? topology[i] : null));
        }
    }

    /** Block names by offset, from HDFS' own listings. Other file systems, views and HDFS over HTTP have none. */
    private static Map<Long, BlockId> names(LocatedFileStatus status) {
        if (!(status instanceof HdfsLocatedFileStatus hdfs) || hdfs.getLocatedBlocks() == null) {
            return Map.of();
        }
        Map<Long, BlockId> names = new HashMap<>();
        hdfs.getLocatedBlocks()
                .getLocatedBlocks()
                .forEach(block -> names.put(block.getStartOffset(), HdfsBlocks.id(block)));
        return names;
    }

    private List<Replica> replicas(BlockLocation location) throws IOException {
        if (location.isCorrupt()) {
            return List.of();
        }
        String[] names = location.getHosts();
        StorageType[] types = location.getStorageTypes();
        String[] volumes = location.getStorageIds();
        Set<Integer> cachedOn = Arrays.stream(location.getCachedHosts())
                .map(hosts::node)
                .collect(Collectors.toCollection(HashSet::new));
        List<Replica> replicas = new ArrayList<>(names.length);
        for (int i = 0; i < names.length; i++) {
            int node = hosts.dataNode(names[i]);
            Tier tier = tier(i < count(types) ? types[i] : null);
            if (tier != Tier.REMOTE) {
                replicas.add(new Replica(
                        node,
                        tier,
                        cachedOn.remove(node) ? Residency.FULL : Residency.NONE,
                        volume(i < count(volumes) ? volumes[i] : null)));
            }
        }
        cachedOn.forEach(node -> replicas.add(new Replica(node, Tier.MEMORY)));
        return replicas;
    }

    private int volume(@Nullable String storage) {
        return storage == null ? Replica.NO_VOLUME : hosts.volume(storage);
    }

    private static Tier tier(@Nullable StorageType type) {
        return type == null ? Tier.HDD : Tier.ofStorageType(type.name()).orElse(Tier.HDD);
    }

    private static int count(Object @Nullable [] array) {
        return array == null ? 0 : array.length;
    }
}
