package io.tiercel.yarn;

import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.ContainerAllocation.Container;
import io.tiercel.yarn.NodeChoice.Node;
import io.tiercel.yarn.NodeChoice.Outstanding;
import io.tiercel.yarn.Preferring.Terms;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
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
    private static final Failures FAILURES = new Failures();

    /** Proposals in a row that are turned down because another node has become cheaper. */
    private static final int MOST_REFUSALS = 10;

    /** Turns of the locality delay in one call, each of which costs time under the scheduler's lock. */
    private static final int MOST_TURNS = 16;

    /** How long an order counts that led to no grant: asynchronous scheduling asks for one at each node, and a choice looks at all. */
    private static final long ORDER_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private record Order<N>(String partition, List<N> nodes, long madeAt) {}

    private final Map<NodeId, Integer> held = new ConcurrentHashMap<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private @Nullable Preferring preferring;

    /** The scheduler's own: it knows which kinds of resources count. */
    private ResourceCalculator calculator = new DefaultResourceCalculator();

    private volatile List<N> offered = List.of();
    private volatile @Nullable Order<N> last;

    /** Called by YARN. */
    public CostPlacement() {}

    @Override
    public void initialize(AppSchedulingInfo application, SchedulerRequestKey key, RMContext context) {
        super.initialize(application, key, context);
        if (context.getScheduler() instanceof Preferring scheduler) {
            preferring = scheduler;
            calculator = context.getScheduler().getResourceCalculator();
        }
    }

    @Override
    public Iterator<N> getPreferredNodeIterator(CandidateNodeSet<N> candidates) {
        Preferring scheduler = preferring;
        if (scheduler != null && !FAILURES.mustRest() && candidates instanceof PartitionCandidates<N> wide) {
            try {
                Terms terms = scheduler.terms();
                List<N> nodes =
                        preferences(terms).map(ask -> offers(ask, terms, wide)).orElse(List.of());
                if (!nodes.isEmpty()) {
                    return nodes.iterator();
                }
            } catch (RuntimeException | LinkageError | StackOverflowError e) {
                FAILURES.add(e, appSchedulingInfo.getApplicationAttemptId());
            }
        }
        return super.getPreferredNodeIterator(candidates);
    }

    private Optional<Ask> preferences(Terms terms) {
        return getUniqueLocationAsks() <= 1
                ? Optional.empty()
                : terms.known()
                        .of(
                                appSchedulingInfo.getApplicationId().toString(),
                                appSchedulingInfo.getApplicationAttemptId().getAttemptId(),
                                appSchedulingInfo.getUser(),
                                schedulerRequestKey.getPriority().getPriority(),
                                schedulerRequestKey.getAllocationRequestId());
    }

    /** The node that reports is among them if it was asked for: YARN may make room there, or reserve it. */
    private List<N> offers(Ask preferences, Terms terms, PartitionCandidates<N> candidates) {
        List<N> order = lately(preferences, terms, candidates);
        N reporting = candidates.node();
        if (order.isEmpty()
                || order.contains(reporting)
                || !isWanted(reporting)
                || getOutstandingAsksCount(reporting.getNodeName()) <= 0) {
            return order; // An empty one lets YARN offer the node that reports.
        }
        List<N> offers = new ArrayList<>(order);
        offers.add(reporting);
        return offers;
    }

    private List<N> lately(Ask preferences, Terms terms, PartitionCandidates<N> candidates) {
        String partition = candidates.getPartition();
        Order<N> before = last;
        if (before != null
                && before.partition().equals(partition)
                && System.nanoTime() - before.madeAt() < ORDER_NANOS
                && (before.nodes().isEmpty() || fits(wanted(), before.nodes().get(0)))) {
            return before.nodes();
        }
        List<N> nodes = order(preferences, terms, candidates);
        last = new Order<>(partition, nodes, System.nanoTime());
        return nodes;
    }

    private List<N> order(Ask preferences, Terms terms, PartitionCandidates<N> candidates) {
        List<N> partition = candidates.partition();
        offered = partition;
        Resource wanted = wanted();
        List<N> nodes = partition.stream()
                .filter(node -> fits(wanted, node) && isWanted(node))
                .toList();
        List<N> order = new ArrayList<>();
        if (nodes.isEmpty()) {
            return order;
        }
        NodeChoice choice = choice(nodes, preferences, terms);
        List<Container> cheapest = choice.cheapest(held(nodes));
        if (cheapest.isEmpty()) {
            return order;
        }
        Container first = cheapest.get(0);
        if (choice.isLocal(first.node())) {
            cheapest.stream()
                    .filter(each -> choice.isLocal(each.node()))
                    .forEach(each -> order.add(nodes.get(each.node())));
        } else {
            // YARN's delay counts the nodes that were offered; it is over when there were more than the cluster has.
            int turns = choice.turns(first, Math.min(MOST_TURNS, partition.size() + 1));
            order.addAll(Collections.nCopies(turns, nodes.get(first.node())));
        }
        // Last what YARN would offer: if all others are refused for a reason that is unknown here, nothing is stuck.
        if (nodes.contains(candidates.node()) && !order.contains(candidates.node())) {
            order.add(candidates.node());
        }
        return order;
    }

    private Resource wanted() {
        return getPendingAsk(ResourceRequest.ANY).getPerAllocationResource();
    }

    private boolean fits(Resource wanted, SchedulerNode node) {
        return Resources.fitsIn(calculator, wanted, node.getUnallocatedResource());
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
            // Racks that cannot be relaxed do not appear, and no node's name is a rack's.
            if (!request.getResourceName().equals(ResourceRequest.ANY)) {
                containers.put(request.getResourceName(), request.getNumContainers());
            }
        }
        Set<String> strictRacks = nodes.stream()
                .map(SchedulerNode::getRackName)
                .filter(rack -> containers.getOrDefault(rack, 0) > 0 && !canDelayTo(rack))
                .collect(Collectors.toSet());
        containers.keySet().removeAll(strictRacks);
        return new NodeChoice(
                nodes.stream()
                        .map(node -> new Node(node.getNodeName(), node.getRackName()))
                        .toList(),
                new Outstanding(
                        containers,
                        strictRacks,
                        getOutstandingAsksCount(ResourceRequest.ANY),
                        canDelayTo(ResourceRequest.ANY)),
                preferences,
                terms.c1(),
                terms.c2());
    }

    private int[] held(List<N> nodes) {
        return nodes.stream()
                .mapToInt(node -> held.getOrDefault(node.getNodeID(), 0))
                .toArray();
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
        if (FAILURES.mustRest()) {
            return true;
        }
        try {
            if (refusals.get() < MOST_REFUSALS && isCheaperElsewhere(node)) {
                refusals.incrementAndGet();
                last = null;
                return false;
            }
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            FAILURES.add(e, appSchedulingInfo.getApplicationAttemptId());
        }
        return true;
    }

    private boolean isCheaperElsewhere(SchedulerNode node) {
        Preferring scheduler = preferring;
        List<N> partition = offered;
        if (scheduler == null || node.getReservedContainer() != null || !partition.contains(node)) {
            return false;
        }
        Optional<Ask> preferences = preferences(scheduler.terms());
        if (preferences.isEmpty()) {
            return false;
        }
        Resource wanted = wanted();
        List<N> nodes = partition.stream()
                .filter(each -> each == node || fits(wanted, each) && isWanted(each))
                .toList();
        NodeChoice choice = choice(nodes, preferences.get(), scheduler.terms());
        List<Container> cheapest = choice.cheapest(held(nodes));
        return !cheapest.isEmpty() && cheapest.get(0).cost() < choice.cost(nodes.indexOf(node));
    }

    @Override
    public PendingAskUpdateResult updatePendingAsk(Collection<ResourceRequest> requests, boolean isRecovery) {
        last = null;
        return super.updatePendingAsk(requests, isRecovery);
    }

    @Override
    public ContainerRequest allocate(SchedulerRequestKey key, NodeType type, SchedulerNode node) {
        held.merge(node.getNodeID(), 1, Integer::sum);
        refusals.set(0);
        last = null;
        return super.allocate(key, type, node);
    }
}
