package io.tiercel.spark.cache;

import io.tiercel.cachefs.store.PagedObject;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * The contents of the nodes' caches, as executors and agents have told them, and pages on their way there. A hint, never a truth: a page may have
 * gone, and costs time then.
 *
 * <p>Thread-safe.
 */
final class ClusterCaches {
    /** Pages by object and host. Bit sets in it do not change. */
    private static final class Pages {
        private final NavigableMap<String, Map<String, BitSet>> byObject = new TreeMap<>();
        private final Map<String, Set<String>> objectsOf = new HashMap<>();

        Map<String, BitSet> of(String object) {
            return byObject.getOrDefault(object, Map.of());
        }

        /** Whether there is any page of an object. @param name what the ids of its versions begin with */
        boolean contains(String name) {
            String first = byObject.ceilingKey(name);
            return first != null && first.startsWith(name);
        }

        BitSet of(String object, String host) {
            return of(object).getOrDefault(host, new BitSet());
        }

        void set(String object, String host, BitSet pages) {
            if (!pages.isEmpty()) {
                byObject.computeIfAbsent(object, id -> new TreeMap<>()).put(host, pages);
                objectsOf.computeIfAbsent(host, name -> new HashSet<>()).add(object);
                return;
            }
            Map<String, BitSet> hosts = byObject.get(object);
            if (hosts != null) {
                hosts.remove(host);
                if (hosts.isEmpty()) {
                    byObject.remove(object);
                }
            }
            Set<String> objects = objectsOf.get(host);
            if (objects != null) {
                objects.remove(object);
                if (objects.isEmpty()) {
                    objectsOf.remove(host);
                }
            }
        }

        Set<String> objectsOf(String host) {
            return Set.copyOf(objectsOf.getOrDefault(host, Set.of()));
        }
    }

    /** @param names of objects, see {@link #awaitPages} @param isRead whether the application reads them by now */
    private record Awaited(Set<String> names, boolean isRead) {
        boolean concerns(Set<String> told) {
            return told.stream().anyMatch(id -> names.contains(id.substring(0, PagedObject.NAME_DIGITS)));
        }
    }

    private final int pageBytes;
    private final Pages held = new Pages();
    private final Pages expected = new Pages();
    private final Set<String> withAgent = new HashSet<>();

    /** Tasks that wait for pages of objects that no cache holds. */
    private final Map<Runnable, Awaited> waiting = new HashMap<>();

    private boolean isAnyKnown;

    private volatile long generation;

    ClusterCaches(int pageBytes) {
        this.pageBytes = pageBytes;
    }

    /** The size of pages of all nodes. */
    int pageBytes() {
        return pageBytes;
    }

    /** @param isWhole whether the host holds no other pages */
    void holds(String host, Map<String, BitSet> pages, boolean isWhole) {
        List<Runnable> found = hear(host, pages, isWhole);
        found.forEach(Runnable::run);
    }

    /** Whether any node has told what it holds. */
    synchronized boolean isAnyKnown() {
        return isAnyKnown;
    }

    /**
     * Has a task run once a cache holds pages of some objects.
     *
     * @param names what the ids of the objects' versions begin with: {@link PagedObject#name}
     * @return false if a cache holds such pages now: the task is not run
     */
    synchronized boolean awaitPages(Set<String> names, Runnable task) {
        return names.stream().noneMatch(held::contains) && waiting.put(task, new Awaited(names, false)) == null;
    }

    /** The application reads the objects now. So only what a node held before it was heard first is news to the task. */
    synchronized void reads(Runnable task) {
        waiting.computeIfPresent(task, (same, awaited) -> new Awaited(awaited.names(), true));
    }

    /** A task is not to run any more. Ignored if it has. */
    synchronized void cancel(Runnable task) {
        waiting.remove(task);
    }

    /** @return the tasks that have waited for this */
    private synchronized List<Runnable> hear(String host, Map<String, BitSet> pages, boolean isWhole) {
        boolean isFirst = isWhole && held.objectsOf(host).isEmpty();
        isAnyKnown |= isWhole;
        Set<String> told = new HashSet<>();
        boolean isNews = false;
        if (isWhole) {
            for (String object : held.objectsOf(host)) {
                if (!pages.containsKey(object)) {
                    held.set(object, host, new BitSet());
                    isNews = true;
                }
            }
        }
        for (Map.Entry<String, BitSet> each : pages.entrySet()) {
            BitSet before = held.of(each.getKey(), host);
            BitSet now = (BitSet) each.getValue().clone();
            if (!isWhole) {
                now.or(before);
            }
            if (!now.equals(before)) {
                held.set(each.getKey(), host, now);
                told.add(each.getKey());
                isNews = true;
            }
        }
        if (isNews) {
            generation++;
        }
        List<Runnable> found = waiting.entrySet().stream()
                .filter(each -> isFirst || !each.getValue().isRead())
                .filter(each -> each.getValue().concerns(told))
                .map(Map.Entry::getKey)
                .toList();
        found.forEach(waiting::remove);
        return found;
    }

    /** Whether an agent serves a host's cache, also if it has no executors. */
    synchronized void setAgent(String host, boolean isThere) {
        if (isThere) {
            withAgent.add(host);
        } else {
            withAgent.remove(host);
        }
    }

    /** A host has no executors any more: nobody can read its cache, unless an agent serves it. */
    synchronized void gone(String host) {
        if (!withAgent.contains(host)) {
            held.objectsOf(host).forEach(object -> held.set(object, host, new BitSet()));
        }
        expected.objectsOf(host).forEach(object -> expected.set(object, host, new BitSet()));
        generation++;
    }

    /** Pages are on their way to a host. */
    synchronized void expect(String host, PagedObject object, int first, int last) {
        BitSet more = (BitSet) expected.of(object.id(), host).clone();
        more.set(first, last + 1);
        expected.set(object.id(), host, more);
        generation++;
    }

    /** They have come, or will not. */
    synchronized void expectNoMore(String host, PagedObject object, int first, int last) {
        BitSet less = (BitSet) expected.of(object.id(), host).clone();
        less.clear(first, last + 1);
        expected.set(object.id(), host, less);
        generation++;
    }

    /** Grows whenever something is held or expected that was not, or no more. */
    long generation() {
        return generation;
    }

    /** Pages of an object that a host holds, or awaits. The caller may change the set. */
    synchronized BitSet on(String host, PagedObject object) {
        BitSet pages = (BitSet) held.of(object.id(), host).clone();
        pages.or(expected.of(object.id(), host));
        return pages;
    }

    /** The pages of an object that each host has. They do not change. @param object its id */
    synchronized Map<String, BitSet> held(String object) {
        return new TreeMap<>(held.of(object));
    }

    /** Whether any host but this one has any page. */
    synchronized boolean othersHold(String host) {
        return held.objectsOf.keySet().stream().anyMatch(other -> !other.equals(host));
    }

    /** Pages of one object on one host. They do not change. */
    record Holding(BitSet held, BitSet expected) {}

    /** Where pages of an object are, or will be soon, by host in the order of names. */
    synchronized Map<String, Holding> of(PagedObject object) {
        Map<String, Holding> all = new TreeMap<>();
        BitSet none = new BitSet();
        held.of(object.id()).forEach((host, pages) -> all.put(host, new Holding(pages, none)));
        expected.of(object.id()).forEach((host, pages) -> {
            Holding known = all.get(host);
            all.put(host, new Holding(known == null ? none : known.held(), pages));
        });
        return all;
    }
}
