package io.tiercel.yarn;

import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.ContainerOrder.Next;
import io.tiercel.allocate.ContainerRequest.Scope;
import io.tiercel.yarn.NodeChoice.Outstanding;
import io.tiercel.yarn.Preferring.Terms;
import io.tiercel.yarn.RankedNodes.Room;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSet;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.LocalityAppPlacementAllocator;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.PendingAskUpdateResult;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.DefaultResourceCalculator;
import org.apache.hadoop.yarn.util.resource.ResourceCalculator;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Offers a request's nodes to the Capacity Scheduler by cost, if its application has said what it prefers; else as YARN does. YARN makes
 * one for each request. The scheduler checks queues, limits and labels of each node that is offered, as ever.
 *
 * <p>If a container fits nowhere, YARN's own order counts, so that it can reserve a node.
 */
public final class CostPlacement<N extends SchedulerNode> extends LocalityAppPlacementAllocator<N> {
    /** Proposals in a row that are turned down because another node has become cheaper. */
    private static final int MOST_REFUSALS = 10;

    /** Turns of the locality delay in one call, each of which costs time under the scheduler's lock. */
    private static final int MOST_TURNS = 16;

    private final Map<NodeId, Integer> held = new ConcurrentHashMap<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private @Nullable Preferring preferring;
    private String application = "";

    /** Whether it has ever named a host or a rack; then scores count for these places only, also when they have all got theirs. */
    private volatile boolean hasNamedPlaces;

    private BooleanSupplier isWaitingForMaster = () -> false;

    /** The scheduler's own: it knows which kinds of resources count. */
    private ResourceCalculator calculator = new DefaultResourceCalculator();

    /** Guarded by {@code this}, with what it holds. */
    private @Nullable RankedNodes<N> ranked;

    /** Turns of the locality delay since the last grant; guarded by {@code this}. */
    private int turnsInVain;

    /** Called by YARN. */
    public CostPlacement() {}

    @Override
    public void initialize(AppSchedulingInfo application, SchedulerRequestKey key, RMContext context) {
        super.initialize(application, key, context);
        if (context.getScheduler() instanceof Preferring scheduler) {
            this.application = application.getApplicationId().toString();
            preferring = scheduler;
            isWaitingForMaster = () -> isWaitingForMaster(context, application.getApplicationAttemptId());
            calculator = context.getScheduler().getResourceCalculator();
        }
    }

    private static boolean isWaitingForMaster(RMContext context, ApplicationAttemptId attempt) {
        return context.getScheduler() instanceof AbstractYarnScheduler<?, ?> scheduler
                && scheduler.getApplicationAttempt(attempt) != null
                && scheduler.getApplicationAttempt(attempt).isWaitingForAMContainer();
    }

    @Override
    public Iterator<N> getPreferredNodeIterator(CandidateNodeSet<N> candidates) {
        Preferring scheduler = preferring;
        if (scheduler != null
                && !scheduler.failures().mustRest()
                && candidates instanceof PartitionCandidates<N> wide) {
            try {
                Terms terms = scheduler.terms();
                Optional<Iterator<N>> nodes = preferences(terms).flatMap(ask -> offers(ask, terms, wide));
                if (nodes.isPresent()) {
                    return nodes.get();
                }
            } catch (RuntimeException | LinkageError | StackOverflowError e) {
                add(e);
            }
        }
        return super.getPreferredNodeIterator(candidates);
    }

    private void add(Throwable failure) {
        forget();
        Preferring scheduler = preferring;
        if (scheduler != null) {
            scheduler.failures().add(failure, "a request of " + appSchedulingInfo.getApplicationAttemptId());
        }
    }

    private synchronized void forget() {
        ranked = null;
    }

    private Optional<Ask> preferences(Terms terms) {
        return terms.known()
                .of(
                        application,
                        appSchedulingInfo.getApplicationAttemptId().getAttemptId(),
                        appSchedulingInfo.getUser(),
                        schedulerRequestKey.getPriority().getPriority(),
                        schedulerRequestKey.getAllocationRequestId())
                .filter(ask -> mayCount())
                .filter(ask -> terms.queues().mayPrefer(appSchedulingInfo.getQueueName()));
    }

    /** Not for the master's own container, which reads no input: it is asked for on any node, at a priority that others may share. */
    private boolean mayCount() {
        return hasNamedPlaces || !isWaitingForMaster.getAsBoolean();
    }

    /** None if no node has room. */
    private synchronized Optional<Iterator<N>> offers(Ask preferences, Terms terms, PartitionCandidates<N> candidates) {
        RankedNodes<N> nodes = ranked(preferences, terms, candidates);
        N reporting = candidates.node();
        nodes.look(reporting);
        Room<N> room = room();
        int inFlight = nodes.inFlight();
        Optional<Next> first = inFlight > 0 && inFlight >= getOutstandingAsksCount(ResourceRequest.ANY)
                ? Optional.empty()
                : nodes.next(room);
        if (first.isEmpty()) {
            return inFlight > 0 ? Optional.of(Collections.emptyIterator()) : Optional.empty();
        }
        if (first.get().scope() != Scope.NODE) {
            return Optional.of(elsewhere(nodes, first.get(), reporting, room));
        }
        Iterator<N> offers = new Offers(nodes, first.get(), reporting, room);
        nodes.propose(first.get());
        return Optional.of(offers);
    }

    private RankedNodes<N> ranked(Ask preferences, Terms terms, PartitionCandidates<N> candidates) {
        RankedNodes<N> before = ranked;
        if (before != null && before.isFresh(preferences, candidates.getPartition())) {
            return before;
        }
        RankedNodes<N> made = new RankedNodes<>(
                candidates,
                appSchedulingInfo.getApplicationId(),
                preferences,
                terms.isAsynchronous(),
                nodes -> choice(nodes, preferences, terms));
        ranked = made;
        return made;
    }

    /**
     * YARN's delay counts the nodes that were offered; it is over when there were more than the cluster has. The cheapest node alone
     * is offered until then.
     */
    private Iterator<N> elsewhere(RankedNodes<N> nodes, Next first, N reporting, Room<N> room) {
        N cheapest = nodes.node(first);
        int turns = nodes.turns(first, Math.min(MOST_TURNS, nodes.size() + 1));
        List<N> offers = new ArrayList<>(Collections.nCopies(turns, cheapest));
        // A node without room that was asked for: YARN may make room there, or reserve it, which begins the delay anew.
        boolean mayReserve = !room.isFor(reporting, 1) && isWanted(reporting) && nodes.isAskedFor(reporting);
        // If the delay must be over and nothing is granted, there is a reason that is unknown here: YARN's own node
        // comes, too.
        boolean isInVain = turnsInVain > nodes.size() + 1 && room.isFor(reporting, 1);
        turnsInVain = mayReserve ? 0 : turnsInVain + turns;
        if (cheapest != reporting && (mayReserve || isInVain)) {
            offers.add(reporting);
        }
        return offers.iterator();
    }

    /**
     * Whether the reporting node is offered last. Without it a request is stuck if YARN refuses all other nodes for a reason that we do
     * not know.
     */
    private boolean isLast(RankedNodes<N> nodes, N reporting, Room<N> room) {
        return room.isFor(reporting, 1) || isWanted(reporting) && nodes.isAskedFor(reporting);
    }

    /** All nodes that were asked for and have room, the cheapest first. The next is looked for only if one is refused. */
    private final class Offers implements Iterator<N> {
        private final RankedNodes<N> nodes;
        private final N reporting;
        private final Room<N> room;
        private Next at;
        private @Nullable N upcoming;
        private boolean mustOfferReporting;

        Offers(RankedNodes<N> nodes, Next first, N reporting, Room<N> room) {
            this.nodes = nodes;
            this.reporting = reporting;
            this.room = room;
            this.at = first;
            this.upcoming = nodes.node(first);
            this.mustOfferReporting = upcoming != reporting;
        }

        @Override
        public boolean hasNext() {
            if (upcoming == null) {
                try {
                    upcoming = look();
                } catch (RuntimeException | LinkageError | StackOverflowError e) {
                    add(e);
                    upcoming = mustOfferReporting ? reporting : null;
                    mustOfferReporting = false;
                }
            }
            return upcoming != null;
        }

        private @Nullable N look() {
            synchronized (CostPlacement.this) {
                Optional<Next> next = nodes.after(at, room);
                if (next.isPresent()) {
                    at = next.get();
                    N node = nodes.node(at);
                    mustOfferReporting &= node != reporting;
                    return node;
                }
                boolean isLast = mustOfferReporting && isLast(nodes, reporting, room);
                mustOfferReporting = false;
                return isLast ? reporting : null;
            }
        }

        @Override
        public N next() {
            if (!hasNext()) {
                throw new NoSuchElementException("no further node");
            }
            N node = upcoming;
            upcoming = null;
            return node;
        }
    }

    private Room<N> room() {
        Resource wanted = getPendingAsk(ResourceRequest.ANY).getPerAllocationResource();
        return (node, containers) -> Resources.fitsIn(
                        calculator,
                        containers == 1 ? wanted : Resources.multiply(wanted, containers),
                        node.getUnallocatedResource())
                && isWanted(node);
    }

    /** A node that is reserved belongs to the application that waits for it. */
    private boolean isWanted(N node) {
        return node.getReservedContainer() == null
                && !appSchedulingInfo.isPlaceBlacklisted(node.getNodeName(), false)
                && !appSchedulingInfo.isPlaceBlacklisted(node.getRackName(), false);
    }

    private NodeChoice choice(List<N> nodes, Ask preferences, Terms terms) {
        Map<String, Integer> containers = new HashMap<>();
        for (ResourceRequest request : getResourceRequests().values()) {
            if (!request.getResourceName().equals(ResourceRequest.ANY)) {
                containers.put(request.getResourceName(), request.getNumContainers());
            }
        }
        List<NodeChoice.Node> named = nodes.stream().map(RankedNodes::node).toList();
        terms.rackNames().look(containers.keySet(), named, application);
        if (hasNamedPlaces) {
            containers.putIfAbsent(ResourceRequest.ANY, 0);
        }
        Set<String> strictRacks = nodes.stream()
                .map(SchedulerNode::getRackName)
                .distinct()
                .filter(rack -> containers.getOrDefault(rack, 0) > 0 && !canDelayTo(rack))
                .collect(Collectors.toSet());
        return new NodeChoice(
                named,
                new Outstanding(containers, strictRacks, canDelayTo(ResourceRequest.ANY)),
                preferences,
                nodes.stream()
                        .mapToInt(node -> held.getOrDefault(node.getNodeID(), 0))
                        .toArray(),
                terms.c1(),
                terms.c2());
    }

    /**
     * Asked again when a container is granted. Asynchronous scheduling proposes several before the first is counted: what was
     * cheapest then may have gone, and another node may be cheaper now.
     */
    @Override
    public boolean canAllocate(NodeType type, SchedulerNode node) {
        if (!super.canAllocate(type, node)) {
            return false;
        }
        try {
            if (refusals.get() < MOST_REFUSALS && isCheaperElsewhere(node)) {
                refusals.incrementAndGet();
                return false;
            }
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            add(e);
        }
        return true;
    }

    private boolean isCheaperElsewhere(SchedulerNode node) {
        Preferring scheduler = preferring;
        if (scheduler == null || scheduler.failures().mustRest() || node.getReservedContainer() != null) {
            return false;
        }
        Optional<Ask> preferences = preferences(scheduler.terms());
        synchronized (this) {
            RankedNodes<N> nodes = ranked;
            return nodes != null
                    && preferences.filter(nodes::isOf).isPresent()
                    && nodes.isCheaperElsewhere(node, room());
        }
    }

    @Override
    public PendingAskUpdateResult updatePendingAsk(Collection<ResourceRequest> requests, boolean isRecovery) {
        hasNamedPlaces |=
                requests.stream().anyMatch(request -> !request.getResourceName().equals(ResourceRequest.ANY));
        try {
            return super.updatePendingAsk(requests, isRecovery);
        } finally {
            forget();
        }
    }

    @Override
    public ContainerRequest allocate(SchedulerRequestKey key, NodeType type, SchedulerNode node) {
        ContainerRequest granted = super.allocate(key, type, node);
        try {
            if (!isWaitingForMaster.getAsBoolean()) {
                follow(type, node);
            }
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            add(e);
        }
        return granted;
    }

    private synchronized void follow(NodeType type, SchedulerNode node) {
        held.merge(node.getNodeID(), 1, Integer::sum);
        refusals.set(0);
        turnsInVain = 0;
        if (ranked != null && !ranked.granted(node, scope(type))) {
            ranked = null;
        }
    }

    private static Scope scope(NodeType type) {
        return switch (type) {
            case NODE_LOCAL -> Scope.NODE;
            case RACK_LOCAL -> Scope.RACK;
            case OFF_SWITCH -> Scope.ANY;
        };
    }
}
