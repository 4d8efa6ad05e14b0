package io.tiercel.hdfs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

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
    static final String DEFAULT_RACK = "/default-rack";

    /** After how long a name that could not be resolved is tried again. */
    static final long RETRY_NANOS = 600_000_000_000L;

    private final HostResolver resolver;
    private final Function<String, Optional<String>> racksOfOthers;
    private final Background background;

    /** Any spelling to the index under which it was first met. */
    private final ConcurrentHashMap<String, Integer> indexOf = new ConcurrentHashMap<>();

    private final ConcurrentHashMap<String, DataNodeSighting> seen = new ConcurrentHashMap<>();
    private volatile HostTable table = HostTable.EMPTY;

    /** Guards the rest. Held for computing only. */
    private final Object lock = new Object();

    private final HostGraph graph = new HostGraph();
    private final Map<String, Integer> rackIndex = new LinkedHashMap<>();
    private final Set<String> resolving = new HashSet<>();
    private final Map<String, Long> failedAt = new HashMap<>();

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

    HostRegistry(HostResolver resolver, Function<String, Optional<String>> racksOfOthers, Background background) {
        this.resolver = resolver;
        this.racksOfOthers = racksOfOthers;
        this.background = background;
    }

    /** The index of the node that {@code host} names, given to it now if the name is new. */
    public int node(String host) {
        Integer index = indexOf.get(host);
        return canonical(index == null ? add(host) : index);
    }

    /** How many indices there are; they run from 0. */
    public int size() {
        return table.names().size();
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
        return table.names().get(node);
    }

    public String rackName(int rack) {
        return table.racks().get(rack);
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
    void learn(Collection<DataNodeSighting> sightings) {
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
        resolveStrangers();
    }

    private int add(String host) {
        int index;
        synchronized (lock) {
            index = graph.add(HostName.canonical(host));
            publish();
        }
        indexOf.put(host, index);
        resolveStrangers();
        return index;
    }

    private void publish() {
        HostTable before = table;
        HostGraph.Joined joined = graph.join();
        List<String> names = graph.names();
        boolean flat = joined.racks().stream().allMatch(DEFAULT_RACK::equals);
        int[] canonical = new int[names.size()];
        int[] rack = new int[names.size()];
        boolean changed = false;
        for (int node = 0; node < canonical.length; node++) {
            String name = names.get(node);
            canonical[node] = joined.node(name);
            String rackName =
                    joined.rack(name).orElse(flat ? DEFAULT_RACK : "(rack of " + names.get(canonical[node]) + ")");
            rack[node] = rackIndex.computeIfAbsent(rackName, r -> rackIndex.size());
            changed |= node < before.canonical().length
                    && (canonical[node] != before.canonical()[node] || rack[node] != before.rack()[node]);
        }
        long generation = before.generation() + (changed ? 1 : 0);
        table = new HostTable(generation, names, canonical, rack, List.copyOf(rackIndex.keySet()));
    }

    /** Hands the names that no data node answers to, to the resolver. */
    private void resolveStrangers() {
        List<String> strangers = new ArrayList<>();
        synchronized (lock) {
            if (!graph.hasDataNodes()) {
                return; // Nothing to join yet, and most names will need no resolving.
            }
            HostGraph.Joined joined = graph.join();
            long now = background.now();
            for (String name : graph.names()) {
                boolean rest = failedAt.containsKey(name) && now - failedAt.get(name) < RETRY_NANOS;
                if (!joined.hasAnchor(name) && !graph.isResolved(name) && !rest && resolving.add(name)) {
                    strangers.add(name);
                }
            }
        }
        strangers.forEach(name -> background.run(() -> resolve(name)));
    }

    private void resolve(String name) {
        Optional<String> rack = rackOfOther(name);
        Runnable learned;
        try {
            learned = ask(name);
        } catch (IOException | RuntimeException e) {
            learned = () -> failedAt.put(name, background.now());
        }
        synchronized (lock) {
            learned.run();
            rack.ifPresent(r -> graph.learnRack(name, r));
            resolving.remove(name);
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
