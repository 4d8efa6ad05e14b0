package io.tiercel.cachefs;

import io.tiercel.cachefs.store.PageStore;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The caches of this process, one for each directory. They live as long as the process. */
public final class NodeCaches {
    private static final Logger LOG = LoggerFactory.getLogger(NodeCaches.class);
    private static final Pattern NETWORK = Pattern.compile("nfs.*|cifs|smb.*|fuse\\..*|ceph|lustre|9p|afs|glusterfs");
    private static final double MOST_OF_DISK = 0.9;

    private static final Map<Path, Optional<NodeCache>> CACHES = new ConcurrentHashMap<>();

    private NodeCaches() {}

    /**
     * The cache of a directory. The first caller's budget and eviction count.
     *
     * @return empty if there is none or it cannot be used; the log says why, once
     */
    public static Optional<NodeCache> of(CacheSettings settings) {
        if (settings.directory().isEmpty()) {
            return Optional.empty();
        }
        try {
            Path directory = Path.of(settings.directory().get())
                    .toAbsolutePath()
                    .normalize()
                    .resolve("tiercel-cache-" + System.getProperty("user.name"));
            return CACHES.computeIfAbsent(directory, key -> open(key, settings));
        } catch (InvalidPathException e) {
            LOG.warn(
                    "Tiercel: {}: expected a directory, got '{}': reading without a cache",
                    CacheKeys.DIRECTORY,
                    e.getInput());
            return Optional.empty();
        }
    }

    private static Optional<NodeCache> open(Path directory, CacheSettings settings) {
        long wanted = settings.budgetBytes();
        try {
            Files.createDirectories(directory.getParent());
            FileStore disk = Files.getFileStore(directory.getParent());
            if (isNetwork(disk.type())) {
                LOG.warn(
                        "Tiercel: the cache {} is on a network disk ({}): expected a local one, for it is to be faster than shared"
                                + " storage",
                        directory,
                        disk.type());
            }
            long budget = budget(wanted, disk.getTotalSpace(), disk.getUsableSpace() + PageStore.bytesIn(directory));
            if (budget < wanted) {
                LOG.warn(
                        "Tiercel: {}={} is more than the disk of {} has free for it: taking {} bytes",
                        CacheKeys.BUDGET,
                        wanted,
                        directory,
                        budget);
            }
            PageStore store = PageStore.open(directory, budget, settings.eviction(), InstantSource.system());
            LOG.info("Tiercel: the cache {} holds {} of {} bytes", directory, store.usedBytes(), budget);
            return Optional.of(new NodeCache(store));
        } catch (IOException | RuntimeException | InternalError e) {
            LOG.warn("Tiercel: the cache {} cannot be used ({}): reading without a cache", directory, e.toString());
            return Optional.empty();
        }
    }

    /** @param type of a file system, as its mount says */
    static boolean isNetwork(String type) {
        return NETWORK.matcher(type).matches();
    }

    /**
     * The budget that leaves a tenth of the disk, or of what others have left of it, to others. All in bytes.
     *
     * @param total of the disk; 0 if it does not tell
     * @param left free now, or held by the cache already
     */
    static long budget(long wanted, long total, long left) {
        return total > 0 ? Math.min(wanted, (long) (MOST_OF_DISK * Math.min(total, left))) : wanted;
    }
}
