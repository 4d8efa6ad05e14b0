package io.tiercel.allocate;

import io.tiercel.allocate.ContainerOrder.Next;
import io.tiercel.allocate.ContainerRequest.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the containers that an application gets (Trident, algorithm 3): the cheapest by the requests' preferences, on nodes that
 * were asked for; if they are too few in their racks; else anywhere.
 *
 * <p>Beyond the paper containers are granted one after the other, as resource managers do it, see {@link ContainerOrder}. So the
 * same containers come out of one call and of many. A node's room counts once, though requests for its node and its rack both use
 * it. A container on a node counts for its rack too: a rack gets no more than were asked for there. Among equal costs each node's
 * first container goes before any node's second. Else the first nodes would get all containers of a job whose input lies on one
 * tier.
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
     * @return in the order of {@link ContainerOrder}; at most as many as are asked for anywhere, and as there is room for
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
        ContainerOrder order = new ContainerOrder(this, requests, held);
        List<Container> granted = new ArrayList<>();
        while (granted.size() < needed) {
            Optional<Next> next = order.next((node, scope) -> left[node] > 0);
            if (next.isEmpty()) {
                break;
            }
            int node = next.get().node();
            left[node]--;
            order.granted(node, next.get().scope());
            granted.add(new Container(node, next.get().cost()));
        }
        return granted;
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
}
