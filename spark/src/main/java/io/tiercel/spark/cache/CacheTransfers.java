package io.tiercel.spark.cache;

import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.spark.cache.CacheMessages.Order;
import io.tiercel.spark.cache.TransferDestinations.Executor;
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
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.fs.Path;

/**
 * Copies input of waiting tasks into nodes' caches: MixApart's algorithm 2 over the executors that ask for orders. As in the paper
 * (section 6), a transfer that has started counts as a location, so tasks go where their input is on its way. A transfer starts when its
 * executor asks whether it may begin. A task that is launched before that cancels it. Input goes where its task keeps all executors busy
 * ({@link TransferDestinations}).
 *
 * <p>Times are seconds of a clock that nobody sets. Thread-safe. Calls of stages are queued, so that Spark's scheduler never waits here.
 */
final class CacheTransfers {
    private static final int SOURCE = 0;

    /** Orders that an executor has at a time: one more than it carries out, so that it need not wait for the next one. */
    private static final int MOST_GIVEN = 3;

    /**
     * Bytes of transfers that an executor has at a time, begun or not. The rest is spread when there is room again, over all that there are
     * by then. A larger part does not come.
     */
    static final long WINDOW = 512L << 20;

    /** An executor that asks for nothing for so long is gone. */
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

    /** What happens to a part: an executor has begun to read it, it has come, or it has not. */
    enum News {
        BEGUN,
        CAME,
        FAILED
    }

    /** Hears of the parts that a job wants. */
    interface Listener {
        void heard(Part part, News news);
    }

    private static final class Node {
        final int index;
        final String host;

        /** Some of them may have been given up. */
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
    private final boolean isBounded;

    /** By executor. */
    private final Map<String, Node> nodes = new TreeMap<>();

    /** By index, those that are gone among them. */
    private final List<Node> everyNode = new ArrayList<>();

    private final Map<Part, Long> blocks = new HashMap<>();
    private final Map<Long, Part> parts = new HashMap<>();
    private final Map<Long, Transfer> underWay = new HashMap<>();

    /** Transfers that their executor carries out. */
    private final Set<Long> begun = new HashSet<>();

    /** The transfer under way of each block that has one: never two. */
    private final Map<Long, Transfer> ofBlock = new HashMap<>();

    /** The jobs that want each block. */
    private final Map<Long, Set<Long>> jobsOf = new HashMap<>();

    private final Map<Long, Set<Long>> blocksOf = new HashMap<>();
    private final Map<Long, Listener> listeners = new HashMap<>();
    private final Queue<Runnable> told = new ConcurrentLinkedQueue<>();
    private long jobs;
    private long nextBlock;
    private double polledAt = Double.NEGATIVE_INFINITY;

    /**
     * @param bound bytes per second of all transfers together; {@link Long#MAX_VALUE} for none
     * @param quanta when transfers may start, by the clock of all calls
     */
    CacheTransfers(ClusterCaches caches, long bound, IsolationQuanta quanta) {
        this.caches = caches;
        this.isBounded = bound < Long.MAX_VALUE;
        this.scheduler = new TransferScheduler(TransferSettings.of(TransferPolicy.FIFO));
        scheduler.addSource(SOURCE, new SourceBandwidth(bound), quanta);
    }

    /**
     * A stage begins.
     *
     * @param missing parts by task
     * @param present parts that caches hold or await, by task
     * @param listener called under this object's lock
     * @return the number of a job whose tasks want the missing parts, in their order
     */
    long begin(List<List<Part>> missing, List<List<Part>> present, Listener listener, double now) {
        // Not under the lock: large stages take a while, and executors ask meanwhile.
        return begin(missing, destinations().of(missing, present, caches), listener, now);
    }

    private synchronized long begin(List<List<Part>> missing, int[] destinations, Listener listener, double now) {
        long job = jobs++;
        listeners.put(job, listener);
        scheduler.add(job, job, 0);
        blocksOf.put(job, new HashSet<>());
        for (int task = 0; task < destinations.length; task++) {
            for (Part part : missing.get(task)) {
                long block = blocks.computeIfAbsent(part, unknown -> nextBlock++);
                parts.put(block, part);
                jobsOf.computeIfAbsent(block, any -> new HashSet<>()).add(job);
                blocksOf.get(job).add(block);
                scheduler.want(job, block, part.end() - part.start(), SOURCE, destinations[task]);
            }
        }
        start(now);
        return job;
    }

    private synchronized TransferDestinations destinations() {
        return new TransferDestinations(nodes.values().stream()
                .map(node -> new Executor(node.host, node.index))
                .toList());
    }

    private void start(double now) {
        for (Transfer transfer : scheduler.next(now)) {
            Node node = everyNode.get(transfer.node());
            underWay.put(transfer.id(), transfer);
            ofBlock.put(transfer.block(), transfer);
            node.waiting.add(transfer);
        }
    }

    /** A running task of a job reads these parts by itself. Transfers that have not begun are given up if no other job wants them. */
    void unwant(long job, List<Part> read, double now) {
        told.add(() -> {
            for (Part part : read) {
                Long block = blocks.get(part);
                if (block != null) {
                    unwant(job, block, now);
                }
            }
        });
    }

    private void unwant(long job, long block, double now) {
        Set<Long> wanting = jobsOf.get(block);
        if (wanting == null || !wanting.remove(job)) {
            return;
        }
        scheduler.unwant(job, block);
        Set<Long> wanted = blocksOf.get(job);
        if (wanted != null) {
            wanted.remove(block);
        }
        if (!wanting.isEmpty()) {
            return;
        }
        Transfer transfer = ofBlock.get(block);
        if (transfer != null && !everyNode.get(transfer.node()).given.contains(transfer.id())) {
            failed(transfer, "its task reads it", now);
        }
        forgetUnwanted(block);
    }

    /** Forgets a block that no job wants. Its pages stay as long as the cache's own rules let them. */
    private void forgetUnwanted(long block) {
        Set<Long> wanting = jobsOf.get(block);
        if ((wanting == null || wanting.isEmpty()) && !ofBlock.containsKey(block)) {
            scheduler.evicted(block);
            jobsOf.remove(block);
            Part part = parts.remove(block);
            if (part != null) {
                blocks.remove(part);
            }
        }
    }

    private void failed(Transfer transfer, String why, double now) {
        ended(transfer, News.FAILED);
        if (why.contains("AWSServiceThrottledException")) {
            scheduler.throttled(transfer, now);
        } else {
            scheduler.failed(transfer, why, now);
        }
    }

    private void ended(Transfer transfer, News news) {
        underWay.remove(transfer.id());
        ofBlock.remove(transfer.block());
        Part part = parts.get(transfer.block());
        if (begun.remove(transfer.id())) {
            tell(transfer.block(), part, news);
        }
        caches.expectNoMore(everyNode.get(transfer.node()).host, part.object(), part.firstPage(), part.lastPage());
    }

    private void tell(long block, Part part, News news) {
        for (long job : jobsOf.getOrDefault(block, Set.of())) {
            Listener listener = listeners.get(job);
            if (listener != null) {
                listener.heard(part, news);
            }
        }
    }

    /** A task of the job has read so many bytes a second. */
    void reportRate(long job, long bytesPerSecond) {
        told.add(() -> {
            if (blocksOf.containsKey(job)) {
                scheduler.reportRate(job, bytesPerSecond);
            }
        });
    }

    /** A stage is over: its job wants nothing any more. */
    void end(long job, double now) {
        told.add(() -> {
            Set<Long> wanted = blocksOf.getOrDefault(job, Set.of());
            for (long block : Set.copyOf(wanted)) {
                unwant(job, block, now);
            }
            listeners.remove(job);
            if (blocksOf.remove(job) != null) {
                scheduler.jobEnded(job);
            }
        });
    }

    /**
     * An executor asks for orders.
     *
     * @param results of earlier orders: empty, or why nothing came
     */
    synchronized List<Order> poll(String executor, String host, Map<Long, String> results, double now) {
        hearStages();
        Node node = nodes.computeIfAbsent(executor, unknown -> join(host));
        node.heardAt = now;
        results.forEach((id, why) -> heard(node, id, why, now));
        removeSilent(now);
        start(now);
        List<Order> orders = new ArrayList<>();
        while (node.given.size() < MOST_GIVEN && !node.waiting.isEmpty()) {
            Transfer transfer = node.waiting.remove();
            if (!underWay.containsKey(transfer.id())) {
                continue;
            }
            Part part = parts.get(transfer.block());
            node.given.add(transfer.id());
            orders.add(new Order(
                    transfer.id(), part.path().toString(), part.start(), part.end(), isBounded ? transfer.rate() : 0));
        }
        return orders;
    }

    /**
     * An executor is about to read the part of an order.
     *
     * @return false if no waiting task wants it any more, or it is none of the executor's orders
     */
    synchronized boolean mayBegin(String executor, long order) {
        hearStages();
        Node node = nodes.get(executor);
        Transfer transfer = underWay.get(order);
        if (node == null
                || transfer == null
                || !node.given.contains(order)
                || jobsOf.getOrDefault(transfer.block(), Set.of()).isEmpty()) {
            return false;
        }
        begun(node, order);
        return true;
    }

    private void hearStages() {
        for (Runnable each = told.poll(); each != null; each = told.poll()) {
            each.run();
        }
    }

    private void begun(Node node, long id) {
        Transfer transfer = underWay.get(id);
        if (transfer != null && node.given.contains(id) && begun.add(id)) {
            Part part = parts.get(transfer.block());
            tell(transfer.block(), part, News.BEGUN);
            caches.expect(node.host, part.object(), part.firstPage(), part.lastPage());
        }
    }

    private void heard(Node node, long id, String why, double now) {
        if (why.isEmpty()) {
            begun(node, id);
        }
        Transfer transfer = underWay.get(id);
        if (!node.given.remove(id) || transfer == null) {
            return;
        }
        if (why.isEmpty()) {
            ended(transfer, News.CAME);
            scheduler.completed(transfer, now);
            // It is in the cache, as the executor tells itself. So its room in the window is free.
            for (long job : Set.copyOf(jobsOf.getOrDefault(transfer.block(), Set.of()))) {
                unwant(job, transfer.block(), now);
            }
        } else {
            failed(transfer, why, now);
        }
        forgetUnwanted(transfer.block());
    }

    private Node join(String host) {
        Node node = new Node(everyNode.size(), host);
        everyNode.add(node);
        scheduler.addNode(node.index, WINDOW);
        // Transfers that have not started were spread over fewer nodes: any node may take them now.
        blocksOf.forEach(
                (job, wanted) -> wanted.forEach(block -> scheduler.plan(job, block, TransferScheduler.ANY_NODE)));
        return node;
    }

    private void removeSilent(double now) {
        if (now - polledAt > SILENT_SECONDS / 2) {
            // Nobody was heard, so it was the driver that was away.
            nodes.values().forEach(node -> node.heardAt = now);
        }
        polledAt = now;
        List<Node> silent = nodes.values().stream()
                .filter(node -> now - node.heardAt > SILENT_SECONDS)
                .toList();
        nodes.values().removeAll(silent);
        for (Node node : silent) {
            for (Transfer lost : scheduler.nodeLost(node.index)) {
                ended(lost, News.FAILED);
                forgetUnwanted(lost.block());
            }
            if (nodes.values().stream().noneMatch(other -> other.host.equals(node.host))) {
                caches.gone(node.host);
            }
        }
    }
}
