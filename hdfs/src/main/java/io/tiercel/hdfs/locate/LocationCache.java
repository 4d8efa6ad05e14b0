package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.FileVersion;
import io.tiercel.hdfs.host.HostRegistry;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Locations of recently used files, bounded by the number of their blocks, the least recently used going first. An entry
 * serves only readers of its own version; a reader that knows no version gets only what was asked moments ago.
 *
 * <p>Own code and not a library's cache, because the jar that users get carries nothing of third parties.
 */
final class LocationCache {
    /**
     * For how long an answer serves readers that know no version. Long enough for the jobs of one action to share it, short
     * enough that a file which was written anew is noticed.
     */
    static final long UNVERSIONED_NANOS = 3_000_000_000L;

    /** Whose view of which file. Users do not share entries, since one may see what another may not. */
    record Key(String user, Path path) {}

    private record Entry(FileBlocks blocks, long askedAt) {
        int weight() {
            return 1 + blocks.blocks().size();
        }
    }

    private final long timeToLiveNanos;
    private final int maxWeight;
    private final LinkedHashMap<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long weight;

    LocationCache(long timeToLiveNanos, int maxWeight) {
        this.timeToLiveNanos = timeToLiveNanos;
        this.maxWeight = maxWeight;
    }

    /** The file's blocks if they may be used for a reader of {@code expected}. */
    synchronized @Nullable FileBlocks get(Key key, @Nullable FileVersion expected, long now) {
        Entry entry = entries.get(key);
        if (entry == null) {
            return null;
        }
        long age = now - entry.askedAt;
        if (age >= timeToLiveNanos) {
            remove(key);
            return null;
        }
        boolean same = expected == null ? age < UNVERSIONED_NANOS : expected.equals(entry.blocks.version());
        return same ? entry.blocks : null;
    }

    /** @param askedAt when the question was put, which is when the answer began to age */
    synchronized void put(Key key, FileBlocks blocks, long askedAt) {
        remove(key);
        Entry entry = new Entry(blocks, askedAt);
        entries.put(key, entry);
        weight += entry.weight();
        Iterator<Map.Entry<Key, Entry>> eldest = entries.entrySet().iterator();
        while (weight > maxWeight && eldest.hasNext()) {
            weight -= eldest.next().getValue().weight();
            eldest.remove();
        }
    }

    /** Forgets every file that has a replica on {@code node}. */
    synchronized void removeNode(HostRegistry hosts, int node) {
        entries.values().removeIf(entry -> {
            boolean there = entry.blocks.blocks().stream()
                    .flatMap(extent -> extent.replicas().stream())
                    .anyMatch(replica -> hosts.canonical(replica.node()) == node);
            if (there) {
                weight -= entry.weight();
            }
            return there;
        });
    }

    synchronized int size() {
        return entries.size();
    }

    private void remove(Key key) {
        Entry entry = entries.remove(key);
        if (entry != null) {
            weight -= entry.weight();
        }
    }
}
