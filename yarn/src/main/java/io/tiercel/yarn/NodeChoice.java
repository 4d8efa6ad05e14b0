package io.tiercel.yarn;

import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.ContainerAllocation;
import io.tiercel.allocate.ContainerOrder;
import io.tiercel.allocate.ContainerOrder.Next;
import io.tiercel.allocate.ContainerOrder.Room;
import io.tiercel.allocate.ContainerRequest;
import io.tiercel.allocate.ContainerRequest.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Which node gets the next container of one request, by Trident's algorithm 3. YARN names places, {@link ContainerOrder} counts them.
 * It follows what is granted. Not thread-safe.
 */
final class NodeChoice {
    /** Where a node is, as YARN names it. */
    record Node(String host, String rack) {}

    /**
     * What is outstanding of a request.
     *
     * @param containers by host or rack; empty if it names none. Then scores count as if it named each place that has one.
     * @param strictRacks racks where only the hosts that were asked for count
     * @param mayBeAnywhere whether a container may be on a node that was not asked for
     */
    record Outstanding(Map<String, Integer> containers, Set<String> strictRacks, boolean mayBeAnywhere) {}

    private final List<Node> nodes;
    private final Outstanding asked;
    private final Ask preferences;
    private final ContainerOrder order;
    private final double c2;

    /** Whether no place is named. */
    private final boolean isAnywhere;

    /**
     * Translates what is outstanding of a request.
     *
     * @param nodes of the partition
     * @param held by node: containers of this request that were granted there before
     * @param c1 see {@link ContainerAllocation}
     * @param c2 see {@link ContainerAllocation}
     */
    NodeChoice(List<Node> nodes, Outstanding asked, Ask preferences, int[] held, double c1, double c2) {
        this.nodes = nodes;
        this.asked = asked;
        this.preferences = preferences;
        this.c2 = c2;
        this.isAnywhere = asked.containers().isEmpty();
        Map<String, Integer> racks = new LinkedHashMap<>();
        int[] rackOf = new int[nodes.size()];
        for (int node = 0; node < rackOf.length; node++) {
            rackOf[node] = racks.computeIfAbsent(nodes.get(node).rack(), name -> racks.size());
        }
        this.order = new ContainerOrder(
                new ContainerAllocation(rackOf, c1, c2), isAnywhere ? wishes(racks, held) : requests(racks), held);
    }

    /** YARN grants a container on a host only if its rack was asked for too: a rack that was not counts as one without containers. */
    private List<ContainerRequest> requests(Map<String, Integer> racks) {
        Map<Double, Integer> unknown = highest(preferences);
        List<ContainerRequest> found = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            int containers = asked.containers().getOrDefault(nodes.get(node).host(), 0);
            if (containers > 0) {
                // A host without a score is at least local: it has the highest score of the hosts that have one.
                Map<Double, Integer> scores =
                        preferences.scores().getOrDefault(nodes.get(node).host(), unknown);
                found.add(new ContainerRequest(Scope.NODE, node, scores).outstanding(containers));
            }
        }
        racks.forEach((rack, index) -> found.add(
                new ContainerRequest(Scope.RACK, index, preferences.scores().getOrDefault(rack, Map.of()))
                        .outstanding(asked.containers().getOrDefault(rack, 0))));
        return found;
    }

    /** What would be outstanding if all places with a score had been named. What was granted at a place has taken its cheapest. */
    private List<ContainerRequest> wishes(Map<String, Integer> racks, int[] held) {
        List<ContainerRequest> found = new ArrayList<>();
        int[] heldInRack = new int[racks.size()];
        for (int node = 0; node < nodes.size(); node++) {
            heldInRack[racks.get(nodes.get(node).rack())] += held[node];
            wish(Scope.NODE, node, nodes.get(node).host(), held[node]).ifPresent(found::add);
        }
        racks.forEach((rack, index) ->
                wish(Scope.RACK, index, rack, heldInRack[index]).ifPresent(found::add));
        return found;
    }

    private Optional<ContainerRequest> wish(Scope scope, int index, String place, int held) {
        return Optional.ofNullable(preferences.scores().get(place))
                .map(scores -> new ContainerRequest(scope, index, scores))
                .map(wish -> wish.outstanding(Math.max(0, wish.containers() - held)));
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

    /** The next container. Nodes that have no room are left out until {@link #look}. */
    Optional<Next> next(IntPredicate hasRoom) {
        return order.next(allowed(hasRoom));
    }

    /** The next choice after a node that was asked for, if other nodes that were asked for have room. */
    Optional<Next> after(int node, IntPredicate hasRoom) {
        return order.after(node, allowed(hasRoom));
    }

    private Room allowed(IntPredicate hasRoom) {
        return (node, scope) -> isAllowed(node, scope) && hasRoom.test(node);
    }

    private boolean isAllowed(int node, Scope scope) {
        return scope == Scope.NODE && !isAnywhere
                || (scope == Scope.RACK && !isAnywhere || asked.mayBeAnywhere())
                        && !asked.strictRacks().contains(nodes.get(node).rack());
    }

    /** Whether the next container costs less on another node that has room. */
    boolean isCheaperElsewhere(int node, IntPredicate hasRoom) {
        return next(hasRoom).filter(next -> next.isBefore(order.at(node))).isPresent();
    }

    /** Whether containers on that very node are outstanding. */
    boolean isAskedFor(int node) {
        return order.isAskedFor(node);
    }

    /** A node may have room again. */
    void look(int node) {
        order.look(node);
    }

    /** A container was granted. @param scope what YARN counts it as; anywhere if no place is named */
    void granted(int node, Scope scope) {
        order.granted(node, isAnywhere ? order.at(node).scope() : scope);
    }

    /**
     * How many turns of YARN's locality delay pass at once for a container that is not local. It is one if waiting could
     * save {@code c2}, the maximum. It is more, in proportion, if waiting could save less.
     *
     * @param most turns that may pass at once
     */
    int turns(Next choice, int most) {
        double saved = Math.max(0, choice.cost() - order.lowestAskedFor());
        return (int) Math.min(most, Math.ceil(c2 / saved)); // All of them if nothing can be saved.
    }
}
