package io.tiercel.hdfs.resolve;

import io.tiercel.model.BlockId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Blocks of files asked for lately, by version, for the users whom HDFS gave them to. The age is bounded because replicas move and
 * permissions change without a new version. Also shares the strings that a million blocks would each have a copy of.
 */
final class BlockCache {
    private record Entry(ResolvedFile file, long since, Set<String> users) {}

    private final long maxAge;
    private final int mostBlocks;
    private final LongSupplier ticker;
    private final Map<String, Entry> byPath = new LinkedHashMap<>();
    private final Map<ReplicaPlace, ReplicaPlace> places = new ConcurrentHashMap<>();
    private final Map<String, String> pools = new ConcurrentHashMap<>();
    private long blocks;

    /** @param maxAge nanoseconds */
    BlockCache(long maxAge, int mostBlocks, LongSupplier ticker) {
        this.maxAge = maxAge;
        this.mostBlocks = mostBlocks;
        this.ticker = ticker;
    }

    BlockId blockId(String pool, long id, long generation) {
        return new BlockId(pools.computeIfAbsent(pool, same -> same), id, generation);
    }

    ReplicaPlace place(String node, String host, String storage, String type) {
        return places.computeIfAbsent(new ReplicaPlace(node, host, storage, type), same -> same);
    }

    synchronized Optional<ResolvedFile> find(VersionedPath version, String user) {
        Entry entry = byPath.get(version.path());
        return entry != null
                        && entry.file.version().equals(version)
                        && entry.users.contains(user)
                        && ticker.getAsLong() - entry.since < maxAge
                ? Optional.of(entry.file)
                : Optional.empty();
    }

    synchronized void add(ResolvedFile file, String user) {
        Entry old = byPath.remove(file.path());
        Set<String> users = new HashSet<>(Set.of(user));
        if (old != null) {
            blocks -= weight(old);
            if (old.file.equals(file) && ticker.getAsLong() - old.since < maxAge) {
                users.addAll(old.users);
            }
        }
        Entry entry = new Entry(file, old != null && users.size() > 1 ? old.since : ticker.getAsLong(), users);
        byPath.put(file.path(), entry);
        blocks += weight(entry);
        var oldest = byPath.values().iterator();
        while (oldest.hasNext()) {
            Entry each = oldest.next();
            if (blocks <= mostBlocks && ticker.getAsLong() - each.since < maxAge) {
                break;
            }
            blocks -= weight(each);
            oldest.remove();
        }
    }

    /** A file without blocks takes room too. */
    private static long weight(Entry entry) {
        return 1 + entry.file.blocks().size();
    }
}
