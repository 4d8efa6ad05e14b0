package io.tiercel.allocate;

import io.tiercel.allocate.ContainerRequest.Scope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Chooses the containers that an application gets (Trident, algorithm 3). Potential containers are listed by the requests'
 * preferences: by node, then by rack if they are too few, then anywhere. The cheapest are granted. O(k log k) in the potential
 * containers.
 *
 * <p>Beyond the paper: a node's room counts once, though requests for its node and its rack both use it. Among equal costs each
 * node's first container goes before any node's second. Else the first nodes would get all containers of a job whose input lies
 * on one tier.
 *
 * @param c1 added to the cost of a rack-local container
 * @param c2 cost of a container elsewhere
 */
public record ContainerAllocation(int[] rackOf, double c1, double c2) {
    /**
     * A container on a node.
     *
     * @param cost a score of the request's preferences, with {@code c1} added in the rack; {@code c2} elsewhere
     */
    public record Container(int node, double cost) {}

    /**
     * Grants containers.
     *
     * @param requests of one application at one priority
     * @param room per node: how many containers of this kind fit there now
     * @param most highest number to grant, by queue, share or other rules
     * @return the cheapest first; at most as many as are asked for anywhere, and as there is room for
     */
    public List<Container> allocate(List<ContainerRequest> requests, int[] room, int most) {
        return allocate(requests, room, new int[rackOf.length], most);
    }

    /**
     * Grants containers, for a resource manager that grants a few at a time.
     *
     * @param held per node: how many containers these requests got there before, which count among equal costs
     */
    public List<Container> allocate(List<ContainerRequest> requests, int[] room, int[] held, int most) {
        if (room.length != rackOf.length) {
            throw new IllegalArgumentException("room: expected " + rackOf.length + " nodes, got " + room.length);
        }
        if (held.length != rackOf.length) {
            throw new IllegalArgumentException("held: expected " + rackOf.length + " nodes, got " + held.length);
        }
        int needed = Math.min(most, needed(requests));
        int[] left = room.clone();
        List<Container> potential = new ArrayList<>();
        for (ContainerRequest request : requests) {
            if (request.scope() == Scope.NODE && request.place() < left.length) {
                add(potential, request, request.place(), left, request.containers(), 0);
            }
        }
        for (ContainerRequest request : requests) {
            if (request.scope() == Scope.RACK) {
                addRack(potential, request, left, needed);
            }
        }
        for (int node = 0; node < left.length && potential.size() < needed; node++) {
            for (; left[node] > 0 && potential.size() < needed; left[node]--) {
                potential.add(new Container(node, c2));
            }
        }
        return cheapest(potential, held, Math.max(0, needed));
    }

    /** A potential container, and how many of its node are held or listed before it. */
    private record Listed(Container container, int before) {}

    private static List<Container> cheapest(List<Container> potential, int[] held, int count) {
        int[] before = held.clone();
        return potential.stream()
                .map(container -> new Listed(container, before[container.node()]++))
                .sorted(Comparator.comparingDouble(
                                (Listed each) -> each.container().cost())
                        .thenComparingInt(Listed::before))
                .limit(count)
                .map(Listed::container)
                .toList();
    }

    /** The whole need: the containers asked for anywhere; without such a request the larger of all nodes' and all racks' sums. */
    private static int needed(List<ContainerRequest> requests) {
        boolean anywhere = requests.stream().anyMatch(request -> request.scope() == Scope.ANY);
        return anywhere ? sum(requests, Scope.ANY) : Math.max(sum(requests, Scope.NODE), sum(requests, Scope.RACK));
    }

    private static int sum(List<ContainerRequest> requests, Scope scope) {
        return requests.stream()
                .filter(request -> request.scope() == scope)
                .mapToInt(ContainerRequest::containers)
                .sum();
    }

    private void addRack(List<Container> potential, ContainerRequest request, int[] left, int needed) {
        int asked = request.containers();
        for (int node = 0; node < left.length && asked > 0 && potential.size() < needed; node++) {
            if (rackOf[node] == request.place()) {
                int before = potential.size();
                add(potential, request, node, left, asked, c1);
                asked -= potential.size() - before;
            }
        }
    }

    /** The procedure of lines 21 to 30: the lowest score as often as it is asked for, then the next. */
    private static void add(
            List<Container> potential, ContainerRequest request, int node, int[] left, int asked, double more) {
        int count = Math.min(left[node], asked);
        left[node] -= count;
        for (Map.Entry<Double, Integer> entry : request.scores().entrySet()) {
            for (int i = 0; i < entry.getValue() && count > 0; i++, count--) {
                potential.add(new Container(node, entry.getKey() + more));
            }
        }
    }
}
