package io.tiercel.testkit.device;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The page cache that a node would have on a machine of its own. Files read longest ago are dropped from memory until the rest fits
 * into a budget. Locked files stay, and count.
 */
public final class EmulatedPageCache {
    /** Drops a file from memory and says how many of its bytes are there nevertheless. */
    @FunctionalInterface
    interface Dropping {
        long drop(Path file) throws IOException;
    }

    private final Dropping dropping;

    /** Bytes in memory as of the last read, those read longest ago first. */
    private final Map<Path, Long> resident = new LinkedHashMap<>();

    private long total;
    private long budget;

    public EmulatedPageCache() {
        this(BlockFile::evict);
    }

    EmulatedPageCache(Dropping dropping) {
        this.dropping = dropping;
    }

    /** From now on it holds so many bytes; 0 for no limit. */
    synchronized void budget(long bytes) throws IOException {
        budget = bytes;
        shrink();
    }

    /** A file has been read, and so many of its bytes are in memory now. */
    public synchronized void read(Path file, long bytes) throws IOException {
        Long before = resident.remove(file);
        resident.put(file, bytes);
        total += bytes - (before == null ? 0 : before);
        shrink();
    }

    synchronized void clear() {
        resident.clear();
        total = 0;
    }

    private void shrink() throws IOException {
        if (budget == 0) {
            return;
        }
        List<Path> oldestFirst = new ArrayList<>(resident.keySet());
        for (Path file : oldestFirst) {
            if (total <= budget) {
                return;
            }
            long before = resident.getOrDefault(file, 0L);
            long left = dropping.drop(file);
            total += left - before;
            if (left == 0) {
                resident.remove(file);
            } else {
                resident.put(file, left);
            }
        }
    }
}
