package io.tiercel.hdfs.host;

import io.tiercel.hdfs.BackgroundExecutor;
import io.tiercel.hdfs.BackgroundExecutor.DaemonPool;
import io.tiercel.hdfs.host.HostResolver.SystemResolver;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Gives each node one index, under all its names: an engine may know executors by address and HDFS its data nodes by host name, or
 * the reverse, in any case, in short form or long. {@link HostGraph} decides which names mean the same node.
 *
 * <p>Indices start at 0. Two that turn out to be one node both stay valid: {@link #canonical} maps either to one of them. When
 * that or a rack changes, so does {@link #generation}: price again then. A node without pods under whose names nobody has asked
 * for {@link #KEPT_NANOS} is forgotten, and its index may go to another; a reader that still has it loses locality only.
 *
 * <p>Thread-safe. No method waits for the network: names are resolved in the background, and only those without data.
 */
public final class HostRegistry implements AutoCloseable {
    /** The rack that Hadoop gives to every host when no topology is configured. */
    public static final String DEFAULT_RACK = "/default-rack";

    /** How long a name may wait for a data node to turn up before it is resolved. */
    static final long SETTLE_NANOS = 2_000_000_000L;

    /** Pause before a name that could not be resolved is tried again. */
    static final long RETRY_NANOS = 600_000_000_000L;

    /** How long a node is kept after the last call for one of its names: longer than stages run. */
    static final long KEPT_NANOS = 24 * 3_600_000_000_000L;

    /** Least time between two searches for nodes to forget. */
    private static final long FORGET_NANOS = 3_600_000_000_000L;

    /** A call for a name moves its time on only after so long, so that readers seldom write. */
    private static final long TOUCH_NANOS = 60_000_000_000L;

    /** One spelling of a name. */
    private static final class Spelling {
        final int index;
        volatile long askedAt;

        Spelling(int index, long askedAt) {
            this.index = index;
            this.askedAt = askedAt;
        }
    }

    private final HostResolver resolver;
    private final Function<String, Optional<String>> racksOfOthers;
    private final BackgroundExecutor background;

    private final ConcurrentHashMap<String, Spelling> spellings = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, DataNodeSighting> seen = new ConcurrentHashMap<>();

    /** By index of a replica's node: the data node's name in block locations. */
    private final ConcurrentHashMap<Integer, String> dataNodeNames = new ConcurrentHashMap<>();

    /** By the storage id that HDFS gives a volume of a data node. */
    private final ConcurrentHashMap<String, Integer> volumes = new ConcurrentHashMap<>();

    private final AtomicInteger nextVolume = new AtomicInteger();

    private volatile HostTable table = HostTable.EMPTY;

    /** Guards the rest. Held for computing only. */
    private final Object lock = new Object();

    private HostGraph graph = new HostGraph();
    private final Map<String, Integer> rackIndex = new LinkedHashMap<>();
    private final Map<Integer, Long> metAt = new HashMap<>();
    private final Set<String> strangers = new LinkedHashSet<>();
    private final Set<String> resolving = new HashSet<>();
    private boolean flat = true;
    private long searchedAt;

    /** Resolves by the JVM's means; hosts without data nodes stand in racks of their own. */
    public HostRegistry() {
        this(host -> Optional.empty());
    }

    /**
     * @param racksOfOthers the rack of a host without data nodes, if the engine knows one; called in the background, may
     *     block
     */
    public HostRegistry(Function<String, Optional<String>> racksOfOthers) {
        this(new SystemResolver(), racksOfOthers, new DaemonPool("tiercel-hosts", 1));
    }

    public HostRegistry(
            HostResolver resolver, Function<String, Optional<String>> racksOfOthers, BackgroundExecutor background) {
        this.resolver = resolver;
        this.racksOfOthers = racksOfOthers;
        this.background = background;
        this.searchedAt = background.now();
    }

    /** The index of the node that {@code host} names; a new name gets one. */
    public int node(String host) {
        long now = background.now();
        Spelling known = spellings.get(host);
        if (known == null) {
            known = add(host, now);
        } else if (now - known.askedAt > TOUCH_NANOS) {
            known.askedAt = now;
        }
        return canonical(known.index);
    }

    /** The index for replicas on the data node {@code host}. */
    public int dataNode(String host) {
        int node = node(host);
        dataNodeNames.putIfAbsent(node, host);
        return node;
    }

    /** The number of a data node's volume, by the storage id that HDFS gives it; a new id gets one. */
    public int volume(String storage) {
        Integer known = volumes.get(storage);
        return known != null ? known : volumes.computeIfAbsent(storage, id -> nextVolume.getAndIncrement());
    }

    /** One more than the highest index. */
    public int size() {
        return table.names().length;
    }

    /** The index that stands for the node which {@code node} is. */
    public int canonical(int node) {
        return table.canonical()[node];
    }

    /** The number of the node's rack, from 0. A node of unknown rack has one of its own. */
    public int rack(int node) {
        return table.rack()[node];
    }

    /** The name under which the index was first met. */
    public String name(int node) {
        return table.names()[node];
    }

    /**
     * The name in block locations of the data node on {@code node}, the index of a replica. Others who know data nodes by that name
     * may not know {@link #name}.
     */
    public String dataNodeName(int node) {
        String name = dataNodeNames.get(node);
        return name == null ? name(node) : name;
    }

    public String rackName(int rack) {
        return table.racks()[rack];
    }

    /** Changes whenever {@link #canonical} or {@link #rack} may answer differently for a known index. */
    public long generation() {
        return table.generation();
    }

    @Override
    public void close() {
        background.close();
    }

    public void learn(Collection<DataNodeSighting> sightings) {
        List<DataNodeSighting> news = sightings.stream()
                .filter(sighting -> !sighting.equals(seen.get(sighting.transferAddress())))
                .distinct()
                .toList();
        if (news.isEmpty()) {
            return;
        }
        synchronized (lock) {
            for (DataNodeSighting sighting : news) {
                String host = HostName.canonical(sighting.host());
                graph.learnDataNode(host, sighting.transferAddress());
                sighting.rack().ifPresent(rack -> graph.learnRack(host, rack));
            }
            publish(false);
            news.forEach(sighting -> seen.put(sighting.transferAddress(), sighting));
        }
    }

    /**
     * An engine says that {@code pod}, its name for an executor, is on a node. Holds until {@link #forgetPod}, or a later call for
     * the pod.
     *
     * @param node the node's name
     * @param address the node's own address, in place of those that were known; left out unless {@link #isAddress}
     */
    public void learnPod(String pod, String node, Optional<String> address) {
        String name = HostName.canonical(node);
        synchronized (lock) {
            address.filter(HostRegistry::isAddress)
                    .ifPresent(known -> graph.learnAddresses(name, Set.of(HostName.canonical(known))));
            graph.learnPod(HostName.canonical(pod), name);
            publish(false);
        }
    }

    /** Whether a text is an address, and not a name. */
    public static boolean isAddress(String text) {
        return HostName.isAddress(HostName.canonical(text));
    }

    /** A pod has ended: its address may be another's soon. */
    public void forgetPod(String pod) {
        synchronized (lock) {
            graph.forgetPod(HostName.canonical(pod));
            publish(false);
        }
    }

    private Spelling add(String host, long now) {
        synchronized (lock) {
            int index = graph.add(HostName.canonical(host));
            metAt.put(index, now);
            publish(false);
            Spelling spelling = new Spelling(index, now);
            spellings.put(host, spelling);
            if (now - searchedAt >= FORGET_NANOS) {
                searchedAt = now;
                background.run(this::forgetUnused);
            }
            return spelling;
        }
    }

    /** Forgets the nodes of which no name was asked for lately. An executor says its node once: so nodes of pods stay. */
    private void forgetUnused() {
        synchronized (lock) {
            long now = background.now();
            Set<Integer> used = new HashSet<>();
            graph.placedByEngine().forEach(index -> used.add(graph.canonical(index)));
            metAt.forEach((index, at) -> {
                if (now - at < KEPT_NANOS) {
                    used.add(graph.canonical(index));
                }
            });
            spellings.values().stream()
                    .filter(spelling -> now - spelling.askedAt < KEPT_NANOS)
                    .forEach(spelling -> used.add(graph.canonical(spelling.index)));
            Set<Integer> unused = IntStream.range(0, graph.size())
                    .filter(index -> graph.isKnown(index) && !used.contains(graph.canonical(index)))
                    .boxed()
                    .collect(Collectors.toSet());
            if (!unused.isEmpty()) {
                forget(unused);
            }
        }
    }

    private void forget(Set<Integer> unused) {
        Set<String> names = unused.stream().map(graph::name).collect(Collectors.toSet());
        graph = graph.without(unused);
        metAt.keySet().removeAll(unused);
        spellings.values().removeIf(spelling -> unused.contains(spelling.index));
        seen.values().removeIf(sighting -> names.contains(HostName.canonical(sighting.host())));
        dataNodeNames.keySet().removeAll(unused);
        strangers.removeAll(names);
        publish(true);
    }

    /** Makes changes visible, also that indices have become free ({@code forgot}), and has names resolved that now stand without data. */
    private void publish(boolean forgot) {
        HostTable before = table;
        int size = Math.max(graph.size(), before.names().length);
        String[] names = Arrays.copyOf(before.names(), size);
        int[] canonical = Arrays.copyOf(before.canonical(), size);
        int[] rack = Arrays.copyOf(before.rack(), size);
        boolean wasKnown = forgot;
        for (int node : changed()) {
            names[node] = graph.name(node);
            canonical[node] = graph.canonical(node);
            rack[node] = rackIndex.computeIfAbsent(rackOf(node), r -> rackIndex.size());
            wasKnown |= node < before.canonical().length
                    && (canonical[node] != before.canonical()[node] || rack[node] != before.rack()[node]);
            metAt.putIfAbsent(node, background.now());
            if (graph.isStranger(node)) {
                strangers.add(names[node]);
            }
        }
        String[] racks = rackIndex.size() == before.racks().length
                ? before.racks()
                : rackIndex.keySet().toArray(String[]::new);
        table = new HostTable(before.generation() + (wasKnown ? 1 : 0), names, canonical, rack, racks);
        if (graph.hasDataNodes()) { // Else there is nothing to join yet, and most names will need no resolving.
            List<String> waiting = List.copyOf(strangers);
            strangers.clear();
            waiting.stream().filter(resolving::add).forEach(name -> resolveAfter(SETTLE_NANOS, name));
        }
    }

    private Collection<Integer> changed() {
        Collection<Integer> changed = graph.takeChanged();
        boolean flatNow = graph.isOnlyRack(DEFAULT_RACK);
        if (flatNow == flat) {
            return changed;
        }
        flat = flatNow;
        return IntStream.range(0, graph.size()).filter(graph::isKnown).boxed().toList();
    }

    /** The rack's name; a node of unknown rack gets one by its index, so that the next node with that index has the same. */
    private String rackOf(int node) {
        return graph.rack(node).orElseGet(() -> flat ? DEFAULT_RACK : "(rack of node " + graph.canonical(node) + ")");
    }

    private void resolveAfter(long nanos, String name) {
        background.runAfter(nanos, () -> resolve(name));
    }

    private void resolve(String name) {
        synchronized (lock) {
            if (!isToBeResolved(name)) {
                resolving.remove(name);
                return;
            }
        }
        Optional<String> rack = rackOfOther(name);
        Runnable learned;
        try {
            learned = ask(name);
        } catch (IOException | RuntimeException e) {
            learned = () -> resolveAfter(RETRY_NANOS, name);
        }
        synchronized (lock) {
            if (isToBeResolved(name)) { // Else an engine has said more meanwhile.
                learned.run();
                rack.ifPresent(r -> graph.learnRack(name, r));
                publish(false);
            } else {
                resolving.remove(name);
            }
        }
    }

    private boolean isToBeResolved(String name) {
        int node = graph.isKnown(name) ? graph.add(name) : -1;
        return node >= 0 && graph.isStranger(node) && !graph.isResolved(name);
    }

    private Runnable ask(String name) throws IOException {
        if (HostName.isAddress(name)) {
            String reverse = HostName.canonical(resolver.name(name));
            return () -> graph.learnReverse(name, reverse);
        }
        Set<String> addresses = resolver.addresses(name).stream()
                .map(HostName::canonical)
                .filter(address -> !HostName.isLoopback(address))
                .collect(Collectors.toUnmodifiableSet());
        if (addresses.isEmpty()) {
            throw new IOException(name + " has only loopback addresses, which say nothing of the machine");
        }
        return () -> graph.learnAddresses(name, addresses);
    }

    private Optional<String> rackOfOther(String name) {
        try {
            return racksOfOthers.apply(name);
        } catch (RuntimeException e) {
            return Optional.empty(); // The engine's rack script failed; the host keeps a rack of its own.
        }
    }

    /**
     * A snapshot of a {@link HostGraph} for readers; nobody writes to it once it is published. Arrays by node index, racks by rack index.
     *
     * @param generation changes whenever an answer about a node no longer holds
     */
    private record HostTable(long generation, String[] names, int[] canonical, int[] rack, String[] racks) {
        static final HostTable EMPTY = new HostTable(0, new String[0], new int[0], new int[0], new String[0]);
    }

    /**
     * One data node, as a block location names it.
     *
     * @param host its host name as it is configured
     * @param transferAddress {@code address:port} as the name node sees it; {@code host:0} where the file system tells none
     * @param topologyPath {@code /rack/address:port}, null where the file system tells none
     */
    public record DataNodeSighting(String host, String transferAddress, @Nullable String topologyPath) {
        /** The path without its last step. */
        Optional<String> rack() {
            int end = topologyPath == null ? -1 : topologyPath.lastIndexOf('/');
            return end <= 0 ? Optional.empty() : Optional.of(topologyPath.substring(0, end));
        }
    }
}
