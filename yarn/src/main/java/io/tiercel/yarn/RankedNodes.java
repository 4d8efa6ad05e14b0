package io.tiercel.yarn;

import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.ContainerOrder.Next;
import io.tiercel.allocate.ContainerRequest.Scope;
import io.tiercel.yarn.NodeChoice.Node;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;

/**
 * The nodes of a partition in the order of a request. It follows the request's grants, and learns of room from the node that reports.
 * All else that changes, such as nodes that come or room that another application gives back, counts when it is made anew: it is old
 * after a short time. Not thread-safe.
 */
final class RankedNodes<N extends SchedulerNode> {
    /** How long an order counts at least. */
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** An order counts so many times as long as it took to make: orders cost at most 5 % of a processor. */
    private static final long PAUSE_FACTOR = 20;

    /** Whether a node has room for this many further containers. */
    interface Room<N> {
        boolean isFor(N node, int containers);
    }

    /** Prime, so that neighbours among applications begin far from one another. */
    private static final int SPREAD = 7_919;

    private final PartitionCandidates<N> made;
    private final Ask preferences;
    private final List<N> nodes;
    private final Map<NodeId, Integer> places;
    private final boolean areHostsShared;
    private final NodeChoice choice;

    /** The order including open proposals; the same object as {@code choice} if scheduling is synchronous. */
    private final NodeChoice ahead;

    private final int[] proposed;
    private int inFlight;
    private final long until;

    /** @param isAsynchronous whether further containers are proposed before the first is granted */
    RankedNodes(
            PartitionCandidates<N> candidates,
            ApplicationId application,
            Ask preferences,
            boolean isAsynchronous,
            Function<List<N>, NodeChoice> choices) {
        long start = System.nanoTime();
        this.made = candidates;
        this.preferences = preferences;
        this.nodes = turned(candidates.partition(), application);
        this.places = new HashMap<>(2 * nodes.size());
        Set<String> hosts = new HashSet<>(2 * nodes.size());
        for (int place = 0; place < nodes.size(); place++) {
            places.put(nodes.get(place).getNodeID(), place);
            hosts.add(nodes.get(place).getNodeName());
        }
        this.areHostsShared = hosts.size() < nodes.size();
        this.choice = choices.apply(nodes);
        this.ahead = isAsynchronous ? choices.apply(nodes) : choice;
        this.proposed = new int[nodes.size()];
        long now = System.nanoTime();
        this.until = now + Math.max(LEAST_NANOS, PAUSE_FACTOR * (now - start));
    }

    /** Nodes of equal cost come in the order of this list: each application begins with another, so that none gets all containers. */
    static <N> List<N> turned(List<N> nodes, ApplicationId application) {
        List<N> turned = new ArrayList<>(nodes);
        Collections.rotate(turned, application.getId() * SPREAD);
        return turned;
    }

    static Node node(SchedulerNode node) {
        return new Node(node.getNodeName(), node.getRackName());
    }

    boolean isOf(Ask asked) {
        return preferences == asked;
    }

    boolean isFresh(Ask asked, String partition) {
        return isOf(asked) && partition.equals(made.getPartition()) && System.nanoTime() - until < 0;
    }

    int size() {
        return nodes.size();
    }

    N node(Next next) {
        return nodes.get(next.node());
    }

    private IntPredicate roomNow(Room<N> room) {
        return place -> isRoom(room, place, 1);
    }

    private IntPredicate roomAhead(Room<N> room) {
        return place -> isRoom(room, place, 1 + proposed[place]);
    }

    private boolean isRoom(Room<N> room, int place, int containers) {
        return room.isFor(nodes.get(place), containers) && made.isUp(nodes.get(place));
    }

    /** The next container to be proposed. */
    Optional<Next> next(Room<N> room) {
        return ahead.next(roomAhead(room));
    }

    /** The next choice after a container that was refused. */
    Optional<Next> after(Next next, Room<N> room) {
        return choice.after(next.node(), roomNow(room));
    }

    /** Containers that were proposed and not granted yet. */
    int inFlight() {
        return inFlight;
    }

    /** A container is proposed: until it is granted, or this is old, the order goes on without it. */
    void propose(Next next) {
        if (ahead != choice) {
            proposed[next.node()]++;
            inFlight++;
            ahead.granted(next.node(), next.scope());
        }
    }

    int turns(Next next, int most) {
        return choice.turns(next, most);
    }

    boolean isCheaperElsewhere(SchedulerNode node, Room<N> room) {
        Integer place = places.get(node.getNodeID());
        return place != null && choice.isCheaperElsewhere(place, roomNow(room));
    }

    /** Whether containers on that very node are outstanding. */
    boolean isAskedFor(N node) {
        Integer place = places.get(node.getNodeID());
        return place != null && choice.isAskedFor(place);
    }

    /** A node may have room again. */
    void look(N node) {
        Integer place = places.get(node.getNodeID());
        if (place != null) {
            choice.look(place);
            ahead.look(place);
        }
    }

    /** Follows a grant. @return whether it could; if not, this is of no use any more */
    boolean granted(SchedulerNode node, Scope scope) {
        Integer place = places.get(node.getNodeID());
        if (place == null || areHostsShared) {
            return false;
        }
        choice.granted(place, scope);
        if (ahead == choice) {
            return true;
        }
        if (proposed[place] == 0) {
            ahead.granted(place, scope); // As of a reservation.
        } else {
            proposed[place]--;
            inFlight--;
        }
        return true;
    }
}
