package io.tiercel.hdfs;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of hosts, and what follows from it. Not thread-safe, resolves nothing; {@link HostRegistry} guards it. All
 * names are canonical ({@link HostName}).
 *
 * <p>Data nodes are the anchors: each of their host names is a node. A name by which an engine knows a host joins an anchor
 * if, in this order, it is the anchor's name; it is an address that only this anchor's data nodes use; it resolves to
 * addresses of this one anchor alone; its reverse name is the anchor's; or it is the short form of this one anchor's name (or
 * the reverse), unless the addresses of both are known and differ. Whatever fits two anchors joins none: a wrong union sends
 * a task to a disk that is not there, a missed one only loses locality.
 *
 * <p>An address that data nodes of several host names use (several of them behind one address, or all on one machine)
 * says nothing. A data node is its transfer address; if that gets a new host name, the old one no longer has it.
 */
final class HostGraph {
    private final LinkedHashMap<String, Integer> own = new LinkedHashMap<>();
    private final Map<String, String> hostOfDataNode = new HashMap<>();
    private final Map<String, String> rackOfHost = new HashMap<>();
    private final Map<String, Set<String>> addresses = new HashMap<>();
    private final Map<String, String> reverse = new HashMap<>();

    /** The index under which {@code name} was first met; a new one if it was not. */
    int add(String name) {
        return own.computeIfAbsent(name, n -> own.size());
    }

    int size() {
        return own.size();
    }

    /** @return whether this was news */
    boolean learnDataNode(String host, String transferAddress) {
        add(host);
        return !host.equals(hostOfDataNode.put(transferAddress, host));
    }

    boolean learnRack(String host, String rack) {
        add(host);
        return !rack.equals(rackOfHost.put(host, rack));
    }

    void learnAddresses(String name, Set<String> resolved) {
        addresses.put(name, Set.copyOf(resolved));
    }

    /** Whether a resolver has said anything of {@code name}. */
    boolean isResolved(String name) {
        return addresses.containsKey(name) || reverse.containsKey(name);
    }

    List<String> names() {
        return List.copyOf(own.keySet());
    }

    void learnReverse(String address, String name) {
        reverse.put(address, name);
    }

    boolean hasDataNodes() {
        return !hostOfDataNode.isEmpty();
    }

    /** Everything that follows, each name with its anchor. */
    Joined join() {
        Set<String> anchors = new HashSet<>(hostOfDataNode.values());
        Map<String, Set<String>> anchorsOfAddress = new HashMap<>();
        Map<String, Set<String>> addressesOfAnchor = new HashMap<>();
        hostOfDataNode.forEach((transferAddress, host) -> {
            String address = HostName.ofTransferAddress(transferAddress);
            anchorsOfAddress.computeIfAbsent(address, a -> new HashSet<>()).add(host);
            addressesOfAnchor.computeIfAbsent(host, h -> new HashSet<>()).add(address);
        });
        Joined joined = new Joined(
                anchors, anchorsOfAddress, addressesOfAnchor, byShortName(anchors), byShortName(own.keySet()));
        own.forEach((name, index) -> joined.place(name, index));
        return joined;
    }

    private static Map<String, Set<String>> byShortName(Set<String> names) {
        Map<String, Set<String>> byShortName = new HashMap<>();
        for (String name : names) {
            String shortName = HostName.shortName(name);
            if (shortName != null) {
                byShortName.computeIfAbsent(shortName, s -> new HashSet<>()).add(name);
            }
        }
        return byShortName;
    }

    /** The graph's conclusion at one moment. */
    final class Joined {
        private final Set<String> anchors;
        private final Map<String, Set<String>> anchorsOfAddress;
        private final Map<String, Set<String>> addressesOfAnchor;
        private final Map<String, Set<String>> anchorsOfShortName;
        private final Map<String, Set<String>> namesOfShortName;
        private final Map<String, Integer> lowestOfAnchor = new HashMap<>();
        private final Map<String, String> anchorOfName = new HashMap<>();

        private Joined(
                Set<String> anchors,
                Map<String, Set<String>> anchorsOfAddress,
                Map<String, Set<String>> addressesOfAnchor,
                Map<String, Set<String>> anchorsOfShortName,
                Map<String, Set<String>> namesOfShortName) {
            this.anchors = anchors;
            this.anchorsOfAddress = anchorsOfAddress;
            this.addressesOfAnchor = addressesOfAnchor;
            this.anchorsOfShortName = anchorsOfShortName;
            this.namesOfShortName = namesOfShortName;
        }

        private void place(String name, int index) {
            anchor(name).ifPresent(anchor -> {
                anchorOfName.put(name, anchor);
                lowestOfAnchor.merge(anchor, index, Math::min);
            });
        }

        /** The index of the node that {@code name} is: the lowest of all indices given to its names. */
        int node(String name) {
            String anchor = anchorOfName.get(name);
            Integer lowest = anchor == null ? own.get(name) : lowestOfAnchor.get(anchor);
            if (lowest == null) {
                throw new IllegalArgumentException("unknown host " + name);
            }
            return lowest;
        }

        /** The racks of all hosts of which one is known. */
        Collection<String> racks() {
            return rackOfHost.values();
        }

        /** Whether {@code name} is known to be a host with data. */
        boolean hasAnchor(String name) {
            return anchorOfName.containsKey(name);
        }

        /** The rack of the node that {@code name} is: its data nodes', else what was said of the name itself. */
        Optional<String> rack(String name) {
            String anchor = anchorOfName.get(name);
            String rack = anchor == null ? null : rackOfHost.get(anchor);
            return Optional.ofNullable(rack == null ? rackOfHost.get(name) : rack);
        }

        private Optional<String> anchor(String name) {
            if (anchors.contains(name)) {
                return Optional.of(name);
            }
            Set<String> byAddress = anchorsAt(name);
            if (!byAddress.isEmpty()) {
                return only(byAddress);
            }
            String reverseName = reverse.get(name);
            if (reverseName != null && anchors.contains(reverseName)) {
                return Optional.of(reverseName);
            }
            return byShortName(name);
        }

        /** Anchors at any of the name's addresses; an address used under several host names counts for none of them. */
        private Set<String> anchorsAt(String name) {
            Set<String> found = new HashSet<>();
            Set<String> at = addresses.get(name);
            for (String address : at == null ? Set.of(name) : at) {
                Set<String> users = anchorsOfAddress.getOrDefault(address, Set.of());
                if (users.size() == 1) {
                    found.addAll(users);
                }
            }
            return found;
        }

        private Optional<String> byShortName(String name) {
            String shortName = HostName.shortName(name);
            if (shortName == null) {
                return Optional.empty();
            }
            return only(anchorsOfShortName.getOrDefault(shortName, Set.of()))
                    .filter(anchor -> name.equals(shortName) || anchor.equals(shortName))
                    .filter(anchor -> onlyLongName(shortName))
                    .filter(anchor -> !contradicted(addresses.get(name), addressesOfAnchor.get(anchor)));
        }

        /** Of "n1" with "n1.east" and "n1.west" nobody knows which one it is. */
        private boolean onlyLongName(String shortName) {
            return namesOfShortName.get(shortName).stream()
                            .filter(name -> !name.equals(shortName))
                            .count()
                    <= 1;
        }

        private static boolean contradicted(@Nullable Set<String> some, @Nullable Set<String> others) {
            return some != null && others != null && some.stream().noneMatch(others::contains);
        }

        private static Optional<String> only(Set<String> candidates) {
            return candidates.size() == 1 ? Optional.of(candidates.iterator().next()) : Optional.empty();
        }
    }
}
