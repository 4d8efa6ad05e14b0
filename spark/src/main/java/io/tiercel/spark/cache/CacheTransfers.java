package io.tiercel.spark.cache;

import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.spark.cache.CacheMessages.Order;
import io.tiercel.transfer.IsolationQuanta;
import io.tiercel.transfer.SourceBandwidth;
import io.tiercel.transfer.Transfer;
import io.tiercel.transfer.TransferPolicy;
import io.tiercel.transfer.TransferScheduler;
import io.tiercel.transfer.TransferSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;

/**
 * Which input of waiting tasks comes into which node's cache, and when: MixApart's algorithm 2 over the nodes whose executors ask for
 * orders. As in the paper (section 6), a transfer that has started counts as a location, so tasks go where their input is on its way.
 *
 * <p>Times are seconds of a clock that nobody sets. Thread-safe.
 */
final class CacheTransfers {
    private static final int SOURCE = 0;

    /** Orders that an executor has at a time: enough until it asks again. */
    private static final int MOST_GIVEN = 4;

    /** A node that asks for nothing for so long is gone: its executors have ended. */
    private static final double SILENT_SECONDS = 10;

    /** A part of a file, in one version. */
    record Part(Path path, PagedObject object, long start, long end) {
        int firstPage() {
            return object.pageAt(start);
        }

        int lastPage() {
            return object.pageAt(end - 1);
        }
    }

    private static final class Node {
        final int index;
        final String host;
        final Deque<Transfer> waiting = new ArrayDeque<>();
        final Set<Long> given = new HashSet<>();
        double heardAt;

        Node(int index, String host) {
            this.index = index;
            this.host = host;
        }
    }

    private final ClusterCaches caches;
    private final TransferScheduler scheduler;
    private final long room;
    private final boolean isBounded;
    private final Map<String, Node> nodes = new TreeMap<>();
    private final List<String> hosts = new ArrayList<>();
    private final Map<Part, Long> blocks = new HashMap<>();
    private final Map<Long, Part> parts = new HashMap<>();
    private final Map<Long, Transfer> underWay = new HashMap<>();

    /** Blocks of each job, so that they can be forgotten with the last one. */
    private final Map<Long, List<Long>> blocksOfJob = new HashMap<>();

    private final Map<Long, Integer> jobsOfBlock = new HashMap<>();
    private long jobs;
    private long nextBlock;

    /**
     * @param room bytes of each node's cache
     * @param bound bytes per second of all transfers together; {@link Long#MAX_VALUE} for none
     */
    CacheTransfers(ClusterCaches caches, long room, long bound) {
        this.caches = caches;
        this.room = room;
        this.isBounded = bound < Long.MAX_VALUE;
        this.scheduler = new TransferScheduler(TransferSettings.of(TransferPolicy.FIFO));
        scheduler.addSource(SOURCE, new SourceBandwidth(bound), IsolationQuanta.ALWAYS);
    }

    /** @return the number of a job: a stage's attempt, whose tasks want these parts, in their order */
    synchronized long begin(int stage, List<List<Part>> missing, double now) {
        long job = jobs++;
        scheduler.add(job, job, 0);
        List<Long> wanted = new ArrayList<>();
        for (List<Part> ofTask : missing) {
            for (Part part : ofTask) {
                long block = blocks.computeIfAbsent(part, unknown -> nextBlock++);
                parts.put(block, part);
                jobsOfBlock.merge(block, 1, Integer::sum);
                wanted.add(block);
                scheduler.want(job, block, part.end() - part.start(), SOURCE, TransferScheduler.ANY_NODE);
            }
        }
        blocksOfJob.put(job, wanted);
        start(now);
        return job;
    }

    private void start(double now) {
        for (Transfer transfer : scheduler.next(now)) {
            String host = hosts.get(transfer.node());
            Part part = parts.get(transfer.block());
            underWay.put(transfer.id(), transfer);
            nodes.get(host).waiting.add(transfer);
            caches.expect(host, part.object(), part.firstPage(), part.lastPage());
        }
    }

    /** A running task reads these parts by itself. Transfers that no executor has begun are given up. */
    synchronized void unwant(long job, List<Part> read, double now) {
        for (Part part : read) {
            Long block = blocks.get(part);
            if (block != null) {
                scheduler.finishedTask(job, block);
                cancelWaiting(block, now);
            }
        }
    }

    private void cancelWaiting(long block, double now) {
        for (Node node : nodes.values()) {
            for (Iterator<Transfer> each = node.waiting.iterator(); each.hasNext(); ) {
                Transfer transfer = each.next();
                if (transfer.block() == block) {
                    each.remove();
                    failed(transfer, "its task reads it", now);
                    return;
                }
            }
        }
    }

    private void failed(Transfer transfer, String why, double now) {
        underWay.remove(transfer.id());
        if (why.contains("Throttl") || why.contains("503")) {
            scheduler.throttled(transfer, now);
        } else {
            scheduler.failed(transfer, why, now);
        }
        noMore(transfer);
    }

    private void noMore(Transfer transfer) {
        Part part = parts.get(transfer.block());
        if (part != null) {
            caches.expectNoMore(hosts.get(transfer.node()), part.object(), part.firstPage(), part.lastPage());
        }
    }

    synchronized void reportRate(long job, long bytesPerSecond) {
        if (blocksOfJob.containsKey(job)) {
            scheduler.reportRate(job, bytesPerSecond);
        }
    }

    /** A stage is over: nobody wants its blocks for it any more. */
    synchronized void end(long job, double now) {
        List<Long> wanted = blocksOfJob.remove(job);
        if (wanted == null) {
            return;
        }
        scheduler.jobEnded(job);
        for (long block : wanted) {
            if (jobsOfBlock.merge(block, -1, Integer::sum) == 0) {
                cancelWaiting(block, now);
                // What it has brought stays as long as the cache's own rules let it.
                scheduler.evicted(block);
                jobsOfBlock.remove(block);
                forget(block);
            }
        }
        start(now);
    }

    /** Keeps what a transfer under way needs. */
    private void forget(long block) {
        if (underWay.values().stream().noneMatch(transfer -> transfer.block() == block)) {
            blocks.remove(parts.remove(block));
        }
    }

    /**
     * An executor asks for orders. Executors of one host are one node.
     *
     * @param results of earlier orders: empty, or why nothing came
     */
    synchronized List<Order> poll(String host, Map<Long, String> results, double now) {
        Node node = nodes.computeIfAbsent(host, this::join);
        node.heardAt = now;
        results.forEach((id, why) -> {
            node.given.remove(id);
            Transfer transfer = underWay.get(id);
            if (transfer == null) {
                return;
            }
            if (why.isEmpty()) {
                underWay.remove(id);
                scheduler.completed(transfer, now);
                noMore(transfer);
            } else {
                failed(transfer, why, now);
            }
            if (!jobsOfBlock.containsKey(transfer.block())) {
                scheduler.evicted(transfer.block());
                forget(transfer.block());
            }
        });
        removeSilent(now);
        start(now);
        List<Order> orders = new ArrayList<>();
        while (node.given.size() < MOST_GIVEN && !node.waiting.isEmpty()) {
            Transfer transfer = node.waiting.remove();
            Part part = parts.get(transfer.block());
            node.given.add(transfer.id());
            orders.add(new Order(
                    transfer.id(), part.path().toString(), part.start(), part.end(), isBounded ? transfer.rate() : 0));
        }
        return orders;
    }

    private Node join(String host) {
        int index = hosts.indexOf(host);
        if (index < 0) {
            index = hosts.size();
            hosts.add(host);
        }
        scheduler.addNode(index, room);
        return new Node(index, host);
    }

    private void removeSilent(double now) {
        for (Iterator<Node> each = nodes.values().iterator(); each.hasNext(); ) {
            Node node = each.next();
            if (now - node.heardAt > SILENT_SECONDS) {
                each.remove();
                for (Transfer lost : scheduler.nodeLost(node.index)) {
                    underWay.remove(lost.id());
                    noMore(lost);
                }
            }
        }
    }
}
