package io.tiercel.spark.cache;

import io.tiercel.cachefs.store.PagedObject;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the caches of the cluster's nodes hold, as executors have told, and what is on its way there. A hint, never a truth: a page may have
 * gone, and costs time then.
 *
 * <p>Thread-safe.
 */
final class ClusterCaches {
    private final int pageBytes;

    /** Pages by host and object. Bit sets in both do not change. */
    private final Map<String, Map<String, BitSet>> held = new TreeMap<>();

    private final Map<String, Map<String, BitSet>> expected = new TreeMap<>();

    private volatile long generation;

    ClusterCaches(int pageBytes) {
        this.pageBytes = pageBytes;
    }

    /** The size of pages of all nodes. */
    int pageBytes() {
        return pageBytes;
    }

    /** @param isWhole whether the host holds no other pages */
    synchronized void holds(String host, Map<String, BitSet> pages, boolean isWhole) {
        Map<String, BitSet> before = held.getOrDefault(host, Map.of());
        Map<String, BitSet> now = isWhole ? new HashMap<>() : new HashMap<>(before);
        pages.forEach((object, more) -> now.put(object, union(now.get(object), more)));
        if (!now.equals(before)) {
            held.put(host, now);
            generation++;
        }
    }

    private static BitSet union(BitSet some, BitSet more) {
        BitSet all = (BitSet) more.clone();
        if (some != null) {
            all.or(some);
        }
        return all;
    }

    /** Pages are on their way to a host. */
    synchronized void expect(String host, PagedObject object, int first, int last) {
        Map<String, BitSet> coming = expected.computeIfAbsent(host, name -> new HashMap<>());
        BitSet more = new BitSet();
        more.set(first, last + 1);
        coming.put(object.id(), union(coming.get(object.id()), more));
        generation++;
    }

    /** They have come, or will not. */
    synchronized void expectNoMore(String host, PagedObject object, int first, int last) {
        Map<String, BitSet> coming = expected.get(host);
        BitSet before = coming == null ? null : coming.get(object.id());
        if (before != null) {
            BitSet less = (BitSet) before.clone();
            less.clear(first, last + 1);
            coming.put(object.id(), less);
            if (less.isEmpty()) {
                coming.remove(object.id());
            }
            generation++;
        }
    }

    /** Grows whenever something is held or expected that was not, or no more. */
    long generation() {
        return generation;
    }

    /** Pages of one object on one host. They do not change. */
    record Holding(BitSet held, BitSet expected) {}

    /** Where pages of an object are, or will be soon, by host in the order of names. */
    synchronized Map<String, Holding> of(PagedObject object) {
        Map<String, Holding> all = new TreeMap<>();
        BitSet none = new BitSet();
        held.forEach((host, objects) -> {
            BitSet pages = objects.get(object.id());
            if (pages != null) {
                all.put(host, new Holding(pages, none));
            }
        });
        expected.forEach((host, objects) -> {
            BitSet pages = objects.get(object.id());
            if (pages != null) {
                Holding known = all.get(host);
                all.put(host, new Holding(known == null ? none : known.held(), pages));
            }
        });
        return all;
    }
}
