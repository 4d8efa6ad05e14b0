package io.tiercel.hdfs.host;

import io.tiercel.hdfs.BackgroundExecutor;
import io.tiercel.hdfs.DaemonPool;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One index for each node, whatever name it is called by: an engine's executors may be known by address and the data nodes
 * by host name or the reverse, in any case, in short form or long. {@link HostGraph} says what is taken for the same.
 *
 * <p>Indices are dense, from 0, and never reused. Two that turn out to be one node both stay valid: {@link #canonical} maps
 * either to the lower. When such a conclusion or a rack changes, so does {@link #generation}: price again then.
 *
 * <p>Thread-safe. No method of this class waits for the network: names are resolved in the background, and only those that
 * the block locations leave without data.
 */
public final class HostRegistry implements AutoCloseable {
    /** The rack that Hadoop gives to every host when no topology is configured. */
    public static final String DEFAULT_RACK = "/default-rack";

    /** How long a name may wait for a data node to turn up before it is resolved. */
    static final long SETTLE_NANOS = 2_000_000_000L;

    /** After how long a name that could not be resolved is tried again. */
    static final long RETRY_NANOS = 600_000_000_000L;

    private final HostResolver resolver;
    private final Function<String, Optional<String>> racksOfOthers;
    private final BackgroundExecutor background;

    /** Any spelling to the index under which it was first met. */
    private final ConcurrentHashMap<String, Integer> indexOf = new ConcurrentHashMap<>();

    private final ConcurrentHashMap<String, DataNodeSighting> seen = new ConcurrentHashMap<>();
    /** What block locations call the data node of each index that a replica bears. */
    private final ConcurrentHashMap<Integer, String> dataNodeNames = new ConcurrentHashMap<>();

    private volatile HostTable table = HostTable.EMPTY;

    /** Guards the rest. Held for computing only. */
    private final Object lock = new Object();

    private final HostGraph graph = new HostGraph();
    private final Map<String, Integer> rackIndex = new LinkedHashMap<>();
    private final Set<String> strangers = new LinkedHashSet<>();
    private final Set<String> resolving = new HashSet<>();
    private boolean flat = true;

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
    }

    /** The index of the node that {@code host} names, given to it now if the name is new. */
    public int node(String host) {
        Integer index = indexOf.get(host);
        return canonical(index == null ? add(host) : index);
    }

    /** The index for replicas on the data node {@code host}. */
    public int dataNode(String host) {
        int node = node(host);
        dataNodeNames.putIfAbsent(node, host);
        return node;
    }

    /** How many indices there are; they run from 0. */
    public int size() {
        return table.names().length;
    }

    /** The index that stands for the node which {@code node} is. */
    public int canonical(int node) {
        return table.canonical()[node];
    }

    /** The index of the node's rack; dense, from 0, never reused. A node of unknown rack has one of its own. */
    public int rack(int node) {
        return table.rack()[node];
    }

    /** The name by which the index was first met. */
    public String name(int node) {
        return table.names()[node];
    }

    /**
     * What block locations call the data node on {@code node}, an index that a replica bears. Others who know data nodes by that
     * name may not know the one by which the index was first met.
     */
    public String dataNodeName(int node) {
        String name = dataNodeNames.get(node);
        return name == null ? name(node) : name;
    }

    public String rackName(int rack) {
        return table.racks()[rack];
    }

    /** Another number than before whenever {@link #canonical} or {@link #rack} may answer differently for a known index. */
    public long generation() {
        return table.generation();
    }

    @Override
    public void close() {
        background.close();
    }

    /** Takes in what block locations say of data nodes. */
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
            publish();
        }
        news.forEach(sighting -> seen.put(sighting.transferAddress(), sighting));
    }

    private int add(String host) {
        int index;
        synchronized (lock) {
            index = graph.add(HostName.canonical(host));
            publish();
        }
        indexOf.put(host, index);
        return index;
    }

    /** Makes what has changed visible, and has names resolved that now stand without data. */
    private void publish() {
        HostTable before = table;
        String[] names = Arrays.copyOf(before.names(), graph.size());
        int[] canonical = Arrays.copyOf(before.canonical(), graph.size());
        int[] rack = Arrays.copyOf(before.rack(), graph.size());
        boolean wasKnown = false;
        for (int node : changed()) {
            names[node] = graph.name(node);
            canonical[node] = graph.canonical(node);
            rack[node] = rackIndex.computeIfAbsent(rackOf(node), r -> rackIndex.size());
            wasKnown |= node < before.canonical().length
                    && (canonical[node] != before.canonical()[node] || rack[node] != before.rack()[node]);
            if (!graph.hasAnchor(node)) {
                strangers.add(names[node]);
            }
        }
        table = new HostTable(
                before.generation() + (wasKnown ? 1 : 0),
                names,
                canonical,
                rack,
                rackIndex.size() == before.racks().length
                        ? before.racks()
                        : rackIndex.keySet().toArray(String[]::new));
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
        return IntStream.range(0, graph.size()).boxed().toList();
    }

    private String rackOf(int node) {
        return graph.rack(node)
                .orElseGet(() -> flat ? DEFAULT_RACK : "(rack of " + graph.name(graph.canonical(node)) + ")");
    }

    private void resolveAfter(long nanos, String name) {
        background.runAfter(nanos, () -> resolve(name));
    }

    private void resolve(String name) {
        synchronized (lock) {
            if (graph.hasAnchor(graph.add(name)) || graph.isResolved(name)) {
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
            learned.run();
            rack.ifPresent(r -> graph.learnRack(name, r));
            publish();
        }
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
}
