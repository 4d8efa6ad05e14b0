package io.tiercel.spark.cache;

import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;
import org.apache.spark.SparkContext;
import org.jspecify.annotations.Nullable;

/**
 * What the caches of the cluster's nodes hold, as executors have told. A hint, never a truth: a page may have gone, and costs time then.
 *
 * <p>Thread-safe.
 */
public final class ClusterCaches {
    private static final Map<SparkContext, ClusterCaches> OF_APPLICATIONS =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final int pageBytes;

    /** Pages by object and host. Bit sets in it do not change. */
    private final Map<String, Map<String, BitSet>> byHost = new TreeMap<>();

    private volatile long generation;

    ClusterCaches(int pageBytes) {
        this.pageBytes = pageBytes;
    }

    /** Of an application that has caches. @return null if it has none */
    public static @Nullable ClusterCaches of(SparkContext application) {
        return OF_APPLICATIONS.get(application);
    }

    void belongTo(SparkContext application) {
        OF_APPLICATIONS.put(application, this);
    }

    /** The size of pages of all nodes. */
    int pageBytes() {
        return pageBytes;
    }

    synchronized void report(CacheReport report) {
        Map<String, BitSet> before = byHost.getOrDefault(report.host(), Map.of());
        Map<String, BitSet> held = report.isWhole() ? new HashMap<>() : new HashMap<>(before);
        report.pages().forEach((object, pages) -> {
            BitSet all = (BitSet) held.getOrDefault(object, new BitSet()).clone();
            all.or(pages);
            held.put(object, all);
        });
        if (!held.equals(before)) {
            byHost.put(report.host(), held);
            generation++;
        }
    }

    /** Grows whenever something is held that was not, or no more. */
    long generation() {
        return generation;
    }

    /** The pages of an object by host, in the order of hosts; only hosts that hold some. Not to be changed. */
    synchronized Map<String, BitSet> holders(String object) {
        Map<String, BitSet> holders = new TreeMap<>();
        byHost.forEach((host, held) -> {
            BitSet pages = held.get(object);
            if (pages != null && !pages.isEmpty()) {
                holders.put(host, pages);
            }
        });
        return holders;
    }
}
