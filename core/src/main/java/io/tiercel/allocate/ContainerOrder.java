package io.tiercel.allocate;

import io.tiercel.allocate.ContainerRequest.Scope;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The order in which one application's containers are granted (Trident, algorithm 3), for those who grant one after the other:
 * first on nodes that were asked for, then in racks that were asked for, then anywhere; there the cheapest first; among equal costs
 * the node that has fewer; else the first node. A grant costs O(log n) in the nodes, and O(racks) beyond the nodes that were asked for.
 * Not thread-safe.
 */
public final class ContainerOrder {
    /** Says whether a node may get a container now. */
    public interface Room {
        /** @param scope what the container would count as: of the node, of its rack, or of anywhere */
        boolean isAt(int node, Scope scope);
    }

    /**
     * A container that may be granted.
     *
     * @param scope of the request that it serves
     */
    public record Next(int node, Scope scope, double cost) {
        /** Whether it is to be granted before another, whatever nodes have already. */
        public boolean isBefore(Next other) {
            return scope == other.scope ? cost < other.cost : scope.compareTo(other.scope) < 0;
        }
    }

    private final ContainerAllocation rules;
    private final int[] held;
    private final @Nullable Outstanding[] ofNode;
    private final Map<Integer, Outstanding> ofRack = new TreeMap<>();
    private final NavigableSet<Integer> local;
    private final Map<Integer, NavigableSet<Integer>> inRack = new TreeMap<>();
    private @Nullable NavigableSet<Integer> anywhere;

    /**
     * The order of requests.
     *
     * @param held per node: how many containers these requests got there before
     */
    public ContainerOrder(ContainerAllocation rules, List<ContainerRequest> requests, int[] held) {
        this.rules = rules;
        this.held = held.clone();
        this.ofNode = new Outstanding[held.length];
        for (ContainerRequest request : requests) {
            if (request.scope() == Scope.NODE && request.place() < held.length) {
                ofNode[request.place()] = Outstanding.plus(ofNode[request.place()], request);
            } else if (request.scope() == Scope.RACK) {
                ofRack.merge(request.place(), new Outstanding(request), (before, more) -> before.plus(request));
            }
        }
        local = new TreeSet<>(this::byScore);
        for (int node = 0; node < held.length; node++) {
            addLocal(node);
        }
    }

    private int byScore(int one, int other) {
        int scores = Double.compare(score(one), score(other));
        return scores == 0 ? byHeld(one, other) : scores;
    }

    private int byHeld(int one, int other) {
        return held[one] == held[other] ? Integer.compare(one, other) : Integer.compare(held[one], held[other]);
    }

    private void addLocal(int node) {
        if (isAskedFor(node)) {
            local.add(node);
        }
    }

    private double score(int node) {
        Outstanding asked = ofNode[node];
        return asked == null ? Double.POSITIVE_INFINITY : asked.score();
    }

    /** Whether containers of that very node are outstanding. A rack's request bounds what its nodes get, if there is one. */
    public boolean isAskedFor(int node) {
        Outstanding asked = ofNode[node];
        Outstanding rack = ofRack.get(rules.rackOf()[node]);
        return asked != null && !asked.isEmpty() && (rack == null || !rack.isEmpty());
    }

    /** The next container. Nodes without room are left out from now on, until {@link #look}. */
    public Optional<Next> next(Room room) {
        Optional<Next> onNode = first(local, room, Scope.NODE);
        if (onNode.isPresent()) {
            return onNode;
        }
        Optional<Next> inRacks = ofRack.entrySet().stream()
                .filter(rack -> !rack.getValue().isEmpty())
                .flatMap(rack -> first(nodesOf(rack.getKey()), room, Scope.RACK).stream())
                .min(Comparator.comparingDouble(Next::cost).thenComparing(Next::node, this::byHeld));
        return inRacks.isPresent() ? inRacks : first(everyNode(), room, Scope.ANY);
    }

    /** The next after one on a node that was asked for, also on one: what is offered if the one before is refused. */
    public Optional<Next> after(int node, Room room) {
        for (Integer next = local.higher(node); next != null; next = local.higher(next)) {
            if (isAskedFor(next) && room.isAt(next, Scope.NODE)) {
                return Optional.of(at(next, Scope.NODE));
            }
        }
        return Optional.empty();
    }

    private Optional<Next> first(NavigableSet<Integer> nodes, Room room, Scope scope) {
        for (Iterator<Integer> each = nodes.iterator(); each.hasNext(); ) {
            int node = each.next();
            if ((scope != Scope.NODE || isAskedFor(node)) && room.isAt(node, scope)) {
                return Optional.of(at(node, scope));
            }
            each.remove();
        }
        return Optional.empty();
    }

    private Next at(int node, Scope scope) {
        return new Next(
                node,
                scope,
                switch (scope) {
                    case NODE -> score(node);
                    case RACK -> rules.c1() + ofRack.get(rules.rackOf()[node]).score();
                    case ANY -> rules.c2();
                });
    }

    /** The next container on a node. */
    public Next at(int node) {
        Outstanding rack = ofRack.get(rules.rackOf()[node]);
        return at(node, isAskedFor(node) ? Scope.NODE : rack != null && !rack.isEmpty() ? Scope.RACK : Scope.ANY);
    }

    private NavigableSet<Integer> nodesOf(int rack) {
        return inRack.computeIfAbsent(rack, unused -> {
            NavigableSet<Integer> nodes = new TreeSet<>(this::byHeld);
            for (int node = 0; node < held.length; node++) {
                if (rules.rackOf()[node] == rack) {
                    nodes.add(node);
                }
            }
            return nodes;
        });
    }

    private NavigableSet<Integer> everyNode() {
        if (anywhere == null) {
            anywhere = new TreeSet<>(this::byHeld);
            for (int node = 0; node < held.length; node++) {
                anywhere.add(node);
            }
        }
        return anywhere;
    }

    /** A node may have room again. */
    public void look(int node) {
        addLocal(node);
        NavigableSet<Integer> neighbours = inRack.get(rules.rackOf()[node]);
        if (neighbours != null) {
            neighbours.add(node);
        }
        if (anywhere != null) {
            anywhere.add(node);
        }
    }

    /** A container was granted. @param scope what it counted as */
    public void granted(int node, Scope scope) {
        local.remove(node);
        NavigableSet<Integer> neighbours = inRack.get(rules.rackOf()[node]);
        boolean wasNeighbour = neighbours != null && neighbours.remove(node);
        boolean wasAnywhere = anywhere != null && anywhere.remove(node);
        held[node]++;
        Outstanding asked = ofNode[node];
        if (scope == Scope.NODE && asked != null) {
            asked.take();
        }
        Outstanding rack = ofRack.get(rules.rackOf()[node]);
        if (scope != Scope.ANY && rack != null) {
            rack.take();
        }
        addLocal(node);
        if (wasNeighbour) {
            neighbours.add(node);
        }
        if (wasAnywhere) {
            anywhere.add(node);
        }
    }

    /** The lowest cost on nodes that were asked for, with room or without; infinite if there are none. */
    public double lowestAskedFor() {
        double lowest = Double.POSITIVE_INFINITY;
        for (int node = 0; node < held.length; node++) {
            if (isAskedFor(node)) {
                lowest = Math.min(lowest, score(node));
            }
        }
        return lowest;
    }

    /** The scores of the containers that are outstanding of a request, the cheapest first. */
    private static final class Outstanding {
        private final double[] scores;
        private final int[] counts;
        private int at;

        /** @param ascending sorted by score */
        Outstanding(Map<Double, Integer> ascending) {
            double[] all = new double[ascending.size()];
            counts = new int[all.length];
            int found = 0;
            for (Map.Entry<Double, Integer> entry : ascending.entrySet()) {
                if (entry.getValue() > 0) {
                    all[found] = entry.getKey();
                    counts[found++] = entry.getValue();
                }
            }
            scores = Arrays.copyOf(all, found);
        }

        Outstanding(ContainerRequest request) {
            this(request.scores());
        }

        static Outstanding plus(@Nullable Outstanding before, ContainerRequest request) {
            return before == null ? new Outstanding(request) : before.plus(request);
        }

        private Outstanding plus(ContainerRequest request) {
            Map<Double, Integer> together = new TreeMap<>(request.scores());
            for (int i = 0; i < scores.length; i++) {
                together.merge(scores[i], counts[i], Integer::sum);
            }
            return new Outstanding(together);
        }

        boolean isEmpty() {
            return at == scores.length;
        }

        double score() {
            return isEmpty() ? Double.POSITIVE_INFINITY : scores[at];
        }

        void take() {
            if (!isEmpty() && --counts[at] == 0) {
                at++;
            }
        }
    }
}
