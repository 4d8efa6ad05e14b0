package io.tiercel.hdfs.host;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides which host names mean the same node. Not thread-safe, resolves nothing; {@link HostRegistry} guards it. All names are
 * canonical ({@link HostName}); each has an index.
 *
 * <p>A <i>data host</i> is a host name of a data node. Each is an anchor: other names of that node are joined to it. A name joins an
 * anchor by the first of these rules that applies. It is an address that only this data host uses, or resolves to addresses of this
 * data host alone. Its reverse name is the data host's. It is the short or the long form of this data host's name alone, unless the
 * addresses of both are known and differ. A name that fits two anchors joins none: a wrong union sends a task to a disk that is not
 * there, a missed one only loses locality.
 *
 * <p>A pod is a name that an engine says is on a node, such as the address of an executor's pod in Kubernetes. It joins the anchor of
 * that node's name. If that name joins no data host, it is an anchor itself: its pods are one node, which has no data. A pod's own
 * address counts only if it is its node's address, as in the node's network: any other may have been another pod's before. A pod
 * never stands for its node, since its address goes to other nodes later.
 *
 * <p>An address that data nodes of several host names use says nothing. A data node is its transfer address; if that gets a new
 * host name, the old one no longer has it.
 *
 * <p>Each piece of news updates only what it may change, because a cluster of thousands is learnt a few nodes at a time. {@link
 * #takeChanged} collects the changes.
 */
final class HostGraph {
    private final List<@Nullable String> names = new ArrayList<>();
    private final Map<String, Integer> indexOf = new HashMap<>();
    /** Indices without a name. */
    private final TreeSet<Integer> free = new TreeSet<>();

    private final List<@Nullable String> anchorOf = new ArrayList<>();
    private final Map<String, TreeSet<Integer>> membersOf = new HashMap<>();
    private Set<Integer> changed = new HashSet<>();

    private final Map<String, String> hostOfDataNode = new HashMap<>();
    private final Index dataNodesOfHost = new Index();
    private final Index dataHostsOfAddress = new Index();
    private final Index dataHostsOfShortName = new Index();

    private final Index namesOfShortName = new Index();
    private final Index addressesOfName = new Index();
    private final Index namesOfAddress = new Index();
    private final Map<String, String> reverseOfAddress = new HashMap<>();
    private final Index addressesOfReverse = new Index();
    private final Map<String, String> rackOfName = new HashMap<>();
    private final Index namesOfRack = new Index();
    private final Map<String, String> nodeOfPod = new HashMap<>();
    private final Index podsOfNode = new Index();

    /** Keys with several values each. */
    private static final class Index {
        private final Map<String, Set<String>> values = new HashMap<>();

        void add(String key, String value) {
            values.computeIfAbsent(key, k -> new HashSet<>()).add(value);
        }

        void remove(String key, String value) {
            of(key).remove(value);
        }

        Set<String> of(String key) {
            Set<String> found = values.get(key);
            return found == null ? Set.of() : found;
        }

        /** Whether no other key has values. */
        boolean hasOnly(String key) {
            return values.entrySet().stream()
                    .allMatch(entry ->
                            entry.getKey().equals(key) || entry.getValue().isEmpty());
        }

        boolean has(String key) {
            return !of(key).isEmpty();
        }
    }

    /** The index of {@code name}, given to it now if it is new. */
    int add(String name) {
        Integer known = indexOf.get(name);
        if (known != null) {
            return known;
        }
        Integer reused = free.pollFirst();
        int index = reused == null ? names.size() : reused;
        if (reused == null) {
            names.add(name);
            anchorOf.add(null);
        } else {
            names.set(index, name);
        }
        indexOf.put(name, index);
        changed.add(index);
        if (HostName.isAddress(name)) {
            namesOfAddress.add(name, name);
        }
        HostName.shortName(name).ifPresent(shortName -> namesOfShortName.add(shortName, name));
        place(name);
        placeNamesake(name);
        return index;
    }

    /** One more than the highest index. */
    int size() {
        return names.size();
    }

    boolean isKnown(String name) {
        return indexOf.containsKey(name);
    }

    /** Whether a name has this index now. */
    boolean isKnown(int index) {
        return names.get(index) != null;
    }

    /** A graph of the same news, except those about the names of these indices. The indices are free for other names. */
    HostGraph without(Set<Integer> forgotten) {
        HostGraph graph = new HostGraph();
        for (int index = 0; index < names.size(); index++) {
            graph.names.add(null);
            graph.anchorOf.add(null);
        }
        for (int index = 0; index < names.size(); index++) {
            graph.free.clear();
            if (isKnown(index) && !forgotten.contains(index)) {
                graph.free.add(index);
                graph.add(names.get(index));
            }
        }
        graph.free.clear();
        IntStream.range(0, names.size()).filter(index -> !graph.isKnown(index)).forEach(graph.free::add);
        hostOfDataNode.forEach((address, host) -> {
            if (graph.isKnown(host)) {
                graph.learnDataNode(host, address);
            }
        });
        for (String name : graph.indexOf.keySet().toArray(String[]::new)) {
            if (addressesOfName.has(name)) {
                graph.learnAddresses(name, addressesOfName.of(name));
            }
            if (reverseOfAddress.containsKey(name)) {
                graph.learnReverse(name, reverseOfAddress.get(name));
            }
            if (rackOfName.containsKey(name)) {
                graph.learnRack(name, rackOfName.get(name));
            }
        }
        nodeOfPod.forEach((pod, node) -> {
            if (graph.isKnown(pod) && graph.isKnown(node)) {
                graph.learnPod(pod, node);
            }
        });
        return graph;
    }

    String name(int index) {
        return names.get(index);
    }

    void learnDataNode(String host, String transferAddress) {
        add(host);
        String before = hostOfDataNode.put(transferAddress, host);
        if (host.equals(before)) {
            return;
        }
        String address = HostName.ofTransferAddress(transferAddress);
        if (before != null) {
            dataNodesOfHost.remove(before, transferAddress);
            if (dataNodesOfHost.of(before).stream()
                    .map(HostName::ofTransferAddress)
                    .noneMatch(address::equals)) {
                dataHostsOfAddress.remove(address, before);
            }
        }
        dataNodesOfHost.add(host, transferAddress);
        dataHostsOfAddress.add(address, host);
        settle(host);
        if (before != null) {
            settle(before);
        }
        namesOfAddress.of(address).forEach(this::place);
    }

    /** Brings everything up to date that depends on whether {@code host} has data nodes. */
    private void settle(String host) {
        HostName.shortName(host).ifPresent(shortName -> {
            if (isDataHost(host)) {
                dataHostsOfShortName.add(shortName, host);
            } else {
                dataHostsOfShortName.remove(shortName, host);
            }
        });
        touch(host);
        place(host);
        placeNamesake(host);
        addressesOfReverse.of(host).forEach(this::place);
    }

    void learnRack(String name, String rack) {
        int index = add(name);
        String before = rackOfName.put(name, rack);
        if (!rack.equals(before)) {
            if (before != null) {
                namesOfRack.remove(before, name);
            }
            namesOfRack.add(rack, name);
            touch(name);
            changed.add(index);
        }
    }

    /** All names of a node have news. */
    private void touch(String anchor) {
        changed.addAll(membersOf.getOrDefault(anchor, new TreeSet<>()));
    }

    /** {@code pod} is on {@code node}, and on no other node any more. */
    void learnPod(String pod, String node) {
        if (pod.equals(node)) {
            forgetPod(pod);
            return;
        }
        add(pod);
        add(node);
        String before = nodeOfPod.put(pod, node);
        if (!node.equals(before)) {
            podsOfNode.add(node, pod);
            left(pod, before);
            place(node);
        }
    }

    /** Nobody knows any more where {@code pod} is. */
    void forgetPod(String pod) {
        left(pod, nodeOfPod.remove(pod));
    }

    private void left(String pod, @Nullable String before) {
        if (before != null) {
            podsOfNode.remove(before, pod);
            place(before);
        }
        if (isKnown(pod)) {
            place(pod);
            String anchor = anchorOf.get(indexOf.get(pod));
            if (anchor != null) { // Also if it is the same as before: a pod does not stand for its node.
                touch(anchor);
            }
        }
    }

    /** These are the addresses of {@code name}, and no others. */
    void learnAddresses(String name, Set<String> addresses) {
        add(name);
        for (String before : Set.copyOf(addressesOfName.of(name))) {
            addressesOfName.remove(name, before);
            namesOfAddress.remove(before, name);
        }
        for (String address : addresses) {
            addressesOfName.add(name, address);
            namesOfAddress.add(address, name);
        }
        place(name);
    }

    void learnReverse(String address, String name) {
        add(address);
        reverseOfAddress.put(address, name);
        addressesOfReverse.add(name, address);
        place(address);
    }

    boolean hasDataNodes() {
        return !hostOfDataNode.isEmpty();
    }

    /** Whether a resolver has said anything of {@code name}. */
    boolean isResolved(String name) {
        return addressesOfName.has(name) || reverseOfAddress.containsKey(name);
    }

    /** Whether the name is of a host with data. */
    boolean hasData(int index) {
        String anchor = anchorOf.get(index);
        return anchor != null && isDataHost(anchor);
    }

    /** Whether nobody but a resolver can say which node the name means. */
    boolean isStranger(int index) {
        return !hasData(index) && !isPod(index);
    }

    /** The indices of pods and their nodes. */
    Stream<Integer> placedByEngine() {
        return Stream.concat(nodeOfPod.keySet().stream(), nodeOfPod.values().stream())
                .map(indexOf::get);
    }

    private boolean isPod(int index) {
        return nodeOfPod.containsKey(names.get(index));
    }

    /** The index that stands for the node: the lowest of all indices given to its names, those of pods left out. */
    int canonical(int index) {
        String anchor = anchorOf.get(index);
        if (anchor == null) {
            return index;
        }
        TreeSet<Integer> members = membersOf.get(anchor);
        for (int member : members) {
            if (!isPod(member)) {
                return member;
            }
        }
        return members.first();
    }

    /** The rack of the node: its data nodes', else what was said of the name itself. */
    Optional<String> rack(int index) {
        String anchor = anchorOf.get(index);
        String rack = anchor == null ? null : rackOfName.get(anchor);
        return Optional.ofNullable(rack == null ? rackOfName.get(names.get(index)) : rack);
    }

    /** Whether no host is known to be in another rack than {@code rack}. */
    boolean isOnlyRack(String rack) {
        return namesOfRack.hasOnly(rack);
    }

    /** The indices of which {@link #canonical}, {@link #rack} or {@link #hasData} may have changed since the last call. */
    Set<Integer> takeChanged() {
        Set<Integer> taken = changed;
        changed = new HashSet<>();
        return taken;
    }

    private boolean isDataHost(String name) {
        return dataNodesOfHost.has(name);
    }

    private void placeNamesake(String name) {
        HostName.shortName(name).map(namesOfShortName::of).ifPresent(all -> all.forEach(this::place));
    }

    /** Brings the name's node up to date, and that of its pods. */
    private void place(String name) {
        placeAlone(name);
        podsOfNode.of(name).forEach(this::placeAlone);
    }

    private void placeAlone(String name) {
        int index = indexOf.get(name);
        String before = anchorOf.get(index);
        String now = anchor(name).orElse(null);
        if (now == null ? before == null : now.equals(before)) {
            return;
        }
        anchorOf.set(index, now);
        changed.add(index);
        if (before != null) {
            changed.addAll(membersOf.get(before));
            membersOf.get(before).remove(index);
        }
        if (now != null) {
            TreeSet<Integer> members = membersOf.computeIfAbsent(now, anchor -> new TreeSet<>());
            members.add(index);
            changed.addAll(members);
        }
    }

    private Optional<String> anchor(String name) {
        if (isDataHost(name)) {
            return Optional.of(name);
        }
        String node = nodeOfPod.get(name);
        if (node == null) {
            return dataHostOf(name).or(() -> podsOfNode.has(name) ? Optional.of(name) : Optional.empty());
        }
        Optional<String> own = addressesOfName.of(node).contains(name) ? dataHostOf(name) : Optional.empty();
        return own.or(
                () -> Optional.of(isDataHost(node) ? node : dataHostOf(node).orElse(node)));
    }

    /** The data host that the name joins by what it and its addresses are. */
    private Optional<String> dataHostOf(String name) {
        Set<String> byAddress = dataHostsAt(name);
        if (!byAddress.isEmpty()) {
            return only(byAddress);
        }
        String reverse = reverseOfAddress.get(name);
        return reverse != null && isDataHost(reverse) ? Optional.of(reverse) : dataHostOfNamesake(name);
    }

    /** Data hosts at any of the name's addresses; an address used under several host names counts for none of them. */
    private Set<String> dataHostsAt(String name) {
        Set<String> found = new HashSet<>();
        for (String address : addressesOfName.has(name) ? addressesOfName.of(name) : Set.of(name)) {
            only(dataHostsOfAddress.of(address)).ifPresent(found::add);
        }
        return found;
    }

    private Optional<String> dataHostOfNamesake(String name) {
        return HostName.shortName(name).flatMap(shortName -> only(dataHostsOfShortName.of(shortName))
                .filter(host -> name.equals(shortName) || host.equals(shortName))
                .filter(host -> isOnlyLongForm(shortName))
                .filter(host -> !isContradicted(name, host)));
    }

    /** Whether no second long form makes the short name ambiguous, as "n1.east" and "n1.west" do with "n1". */
    private boolean isOnlyLongForm(String shortName) {
        Set<String> namesakes = namesOfShortName.of(shortName);
        return namesakes.size() - (namesakes.contains(shortName) ? 1 : 0) <= 1;
    }

    private boolean isContradicted(String name, String host) {
        Set<String> addresses = dataNodesOfHost.of(host).stream()
                .map(HostName::ofTransferAddress)
                .filter(HostName::isAddress)
                .collect(Collectors.toSet());
        return addressesOfName.has(name)
                && !addresses.isEmpty()
                && Collections.disjoint(addresses, addressesOfName.of(name));
    }

    private static Optional<String> only(Set<String> candidates) {
        return candidates.size() == 1 ? Optional.of(candidates.iterator().next()) : Optional.empty();
    }
}
