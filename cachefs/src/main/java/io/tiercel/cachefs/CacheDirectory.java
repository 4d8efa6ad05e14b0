package io.tiercel.cachefs;

import io.tiercel.cachefs.store.Eviction;
import io.tiercel.cachefs.store.PageStore;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The cache of one directory; there is none while the directory cannot be opened. It is then looked at again, at most once a minute, when
 * somebody asks. Once open, the cache stays: {@link NodeCache} copes with a disk that fails later. Thread-safe.
 */
final class CacheDirectory {
    private static final Pattern NETWORK = Pattern.compile("nfs.*|cifs|smb.*|fuse\\..*|ceph|lustre|9p|afs|glusterfs");
    private static final double MOST_OF_DISK = 0.9;

    /** A smaller cache is of no use. Less than that is left of a full disk. */
    private static final long LEAST_BUDGET = 1 << 20;

    private static final long REST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Path directory;
    private final long wanted;
    private final Eviction eviction;
    private final LongSupplier nanoTime;
    private final Logger log;
    private volatile @Nullable NodeCache open;
    private boolean hasFailed;
    private long failedAt;

    /**
     * @param wanted budget in bytes
     * @param nanoTime tells when a directory that could not be opened is tried again
     */
    CacheDirectory(Path directory, long wanted, Eviction eviction, LongSupplier nanoTime, Logger log) {
        this.directory = directory;
        this.wanted = wanted;
        this.eviction = eviction;
        this.nanoTime = nanoTime;
        this.log = log;
    }

    Optional<NodeCache> cache() {
        NodeCache known = open;
        return Optional.ofNullable(known != null ? known : tryToOpen());
    }

    private synchronized @Nullable NodeCache tryToOpen() {
        if (open != null || hasFailed && nanoTime.getAsLong() - failedAt < REST_NANOS) {
            return open;
        }
        try {
            open = open();
        } catch (IOException | RuntimeException | InternalError e) {
            if (!hasFailed) {
                log.warn(
                        "Tiercel: the cache {} cannot be used ({}): reading without a cache; tried again every minute",
                        directory,
                        e.toString());
            }
            hasFailed = true;
            failedAt = nanoTime.getAsLong();
        }
        return open;
    }

    private NodeCache open() throws IOException {
        Files.createDirectories(directory.getParent());
        FileStore disk = Files.getFileStore(directory.getParent());
        long budget = budget(wanted, disk.getTotalSpace(), disk.getUsableSpace() + PageStore.bytesIn(directory));
        if (budget < Math.min(wanted, LEAST_BUDGET)) {
            throw new IOException("the disk is full: " + budget + " bytes are left for the cache");
        }
        PageStore store = PageStore.open(directory, budget, eviction, InstantSource.system());
        if (isNetwork(disk.type())) {
            log.warn(
                    "Tiercel: the cache {} is on a network disk ({}): expected a local one, for it is to be faster than shared"
                            + " storage",
                    directory,
                    disk.type());
        }
        if (budget < wanted) {
            log.warn(
                    "Tiercel: {}={} is more than the disk of {} has free for it: taking {} bytes",
                    CacheKeys.BUDGET,
                    wanted,
                    directory,
                    budget);
        }
        String again = hasFailed ? " can be used again. It" : "";
        log.info("Tiercel: the cache {}{} holds {} of {} bytes", directory, again, store.usedBytes(), budget);
        return new NodeCache(store, nanoTime);
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
