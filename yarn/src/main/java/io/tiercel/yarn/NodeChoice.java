package io.tiercel.yarn;

import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.ContainerAllocation;
import io.tiercel.allocate.ContainerAllocation.Container;
import io.tiercel.allocate.ContainerRequest;
import io.tiercel.allocate.ContainerRequest.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Which node gets the next container of one request, by Trident's algorithm 3. YARN names places, {@link ContainerAllocation} counts
 * them. A snapshot of what is asked for; it changes nothing.
 */
final class NodeChoice {
    /** Where a node is, as YARN names it. */
    record Node(String host, String rack) {}

    /**
     * What is outstanding of a request.
     *
     * @param containers by host or rack, also those without room; racks only if a container may be elsewhere in them
     * @param strictRacks racks where only the hosts that were asked for count
     * @param total asked for anywhere
     * @param mayBeAnywhere whether a container may be on a node that was not asked for
     */
    record Outstanding(Map<String, Integer> containers, Set<String> strictRacks, int total, boolean mayBeAnywhere) {}

    private final List<Node> nodes;
    private final Outstanding asked;
    private final Ask preferences;
    private final Map<Double, Integer> unknown;
    private final ContainerAllocation allocation;
    private final List<ContainerRequest> requests;
    private final double c2;

    /**
     * Translates what is outstanding of a request.
     *
     * @param nodes that have room for a container
     * @param c1 see {@link ContainerAllocation}
     * @param c2 see {@link ContainerAllocation}
     */
    NodeChoice(List<Node> nodes, Outstanding asked, Ask preferences, double c1, double c2) {
        this.nodes = nodes;
        this.asked = asked;
        this.preferences = preferences;
        this.unknown = highest(preferences);
        this.c2 = c2;
        Map<String, Integer> racks = new HashMap<>();
        int[] rackOf = nodes.stream()
                .mapToInt(node -> racks.computeIfAbsent(node.rack(), name -> racks.size()))
                .toArray();
        this.allocation = new ContainerAllocation(rackOf, c1, c2);
        this.requests = requests(racks);
    }

    private List<ContainerRequest> requests(Map<String, Integer> racks) {
        List<ContainerRequest> found = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            String host = nodes.get(node).host();
            int containers = asked.containers().getOrDefault(host, 0);
            if (containers > 0) {
                found.add(ofHost(node, host, containers));
            }
        }
        racks.forEach((rack, index) -> {
            int containers = asked.containers().getOrDefault(rack, 0);
            if (containers > 0) {
                Map<Double, Integer> scores = preferences.scores().getOrDefault(rack, Map.of());
                found.add(new ContainerRequest(Scope.RACK, index, scores).outstanding(containers));
            }
        });
        found.add(new ContainerRequest(Scope.ANY, 0, Map.of()).outstanding(asked.total()));
        return found;
    }

    /** A host that was asked for without a score is at least local: it has the highest score of the hosts that have one. */
    private ContainerRequest ofHost(int node, String host, int containers) {
        return new ContainerRequest(Scope.NODE, node, preferences.scores().getOrDefault(host, unknown))
                .outstanding(containers);
    }

    private static Map<Double, Integer> highest(Ask preferences) {
        OptionalDouble highest = preferences.scores().entrySet().stream()
                .filter(entry -> !isRack(entry.getKey()))
                .flatMap(entry -> entry.getValue().keySet().stream())
                .mapToDouble(Double::doubleValue)
                .max();
        return highest.isPresent() ? Map.of(highest.getAsDouble(), 1) : Map.of();
    }

    /** As YARN names racks, which are places of a topology. */
    private static boolean isRack(String place) {
        return place.startsWith("/");
    }

    /**
     * Nodes for the next container, the cheapest first.
     *
     * @param held by node: containers of this request that were granted there before
     */
    List<Container> cheapest(int[] held) {
        int[] room = new int[nodes.size()];
        for (int node = 0; node < room.length; node++) {
            room[node] = isAllowed(node) ? 1 : 0;
        }
        return allocation.allocate(requests, room, held, asked.total());
    }

    private boolean isAllowed(int node) {
        String rack = nodes.get(node).rack();
        return isLocal(node)
                || !asked.strictRacks().contains(rack)
                        && (asked.mayBeAnywhere() || asked.containers().getOrDefault(rack, 0) > 0);
    }

    /** What the next container would cost on a node; infinite if there may be none. */
    double cost(int node) {
        int[] room = new int[nodes.size()];
        room[node] = isAllowed(node) ? 1 : 0;
        return allocation.allocate(requests, room, 1).stream()
                .mapToDouble(Container::cost)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** Whether containers on that very node are asked for. */
    boolean isLocal(int node) {
        return asked.containers().getOrDefault(nodes.get(node).host(), 0) > 0;
    }

    /**
     * How many turns of YARN's locality delay pass at once for a container that is not local. It is one if waiting for the cheapest local
     * container could save the most that there is ({@code c2}); it is more in proportion if waiting could save less.
     *
     * @param most turns that may pass at once
     */
    int turns(Container choice, int most) {
        double saved = Math.max(0, choice.cost() - cheapestLocal());
        return (int) Math.min(most, Math.ceil(c2 / saved)); // All of them if nothing can be saved.
    }

    /** On any host that was asked for, with room or without. */
    private double cheapestLocal() {
        return asked.containers().entrySet().stream()
                .filter(entry -> entry.getValue() > 0 && !isRack(entry.getKey()))
                .map(entry -> ofHost(0, entry.getKey(), entry.getValue()))
                .flatMap(request -> request.scores().keySet().stream())
                .mapToDouble(Double::doubleValue)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }
}
