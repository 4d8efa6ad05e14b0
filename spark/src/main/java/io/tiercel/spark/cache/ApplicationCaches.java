package io.tiercel.spark.cache;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.spark.cache.CacheMessages.Order;
import io.tiercel.spark.cache.CacheMessages.Report;
import io.tiercel.spark.input.StageInput;
import io.tiercel.spark.input.StageInput.InputLocator;
import io.tiercel.spark.input.StageInput.PlacedBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.jspecify.annotations.Nullable;

/** The caches of an application's nodes, as its driver knows and fills them. Thread-safe. */
public final class ApplicationCaches {
    private static final Map<SparkContext, ApplicationCaches> OF_APPLICATIONS = new ConcurrentHashMap<>();

    /** Least part of its input that a task reads if a transfer of all of it is to pay. */
    private static final double LEAST_SHARE = 0.7;

    private final ClusterCaches caches;
    private final CacheTransfers transfers;
    private final boolean prefetches;

    /** Null unless consistent hashing names the nodes. */
    private final @Nullable AffinityHosts affinity;

    private @Nullable SharedStorageLocator locator;

    /**
     * @param prefetches whether input comes before its tasks start
     * @param affinity the hosts among which consistent hashing chooses; null to locate input by what caches hold
     */
    ApplicationCaches(
            ClusterCaches caches, CacheTransfers transfers, boolean prefetches, @Nullable AffinityHosts affinity) {
        this.caches = caches;
        this.transfers = transfers;
        this.prefetches = prefetches;
        this.affinity = affinity;
    }

    void belongTo(SparkContext application) {
        OF_APPLICATIONS.put(application, this);
    }

    /** The application is over. */
    public static void forget(SparkContext application) {
        OF_APPLICATIONS.remove(application);
    }

    /** The caches of an application; empty if its user wants none. */
    public static Optional<ApplicationCaches> of(SparkContext application) {
        return Optional.ofNullable(OF_APPLICATIONS.get(application));
    }

    /** Whether input is brought into caches before its tasks start. If not, {@link #begin} is not to be called. */
    public boolean prefetches() {
        return prefetches;
    }

    /**
     * A locator of input on shared storage. Call once.
     *
     * @param others locates other input
     * @param background asks the store
     */
    public InputLocator locator(Configuration conf, HostRegistry hosts, InputLocator others, Executor background) {
        if (affinity != null) {
            return new AffinityLocator(hosts, affinity, others);
        }
        SharedStorageLocator made = new SharedStorageLocator(conf, hosts, caches, others, background);
        locator = made;
        return made;
    }

    /** An executor's message. @return the answer; null if it is not a message of ours */
    @Nullable
    Object receive(Object message, double now) {
        return Report.of(message)
                .map(report -> {
                    caches.holds(report.host(), report.pages(), report.isWhole());
                    transfers.begun(report.executor(), report.begun());
                    List<Order> orders = transfers.poll(report.executor(), report.host(), report.results(), now);
                    return Order.message(orders, transfers.takeWithdrawn(report.executor()));
                })
                .orElse(null);
    }

    /**
     * A stage begins: input of its tasks that is in no cache, nor on its way, is brought into caches, in the order of its tasks. Call once,
     * when the input is located. Tasks that read only some columns are left out: a transfer brings all.
     *
     * @return what must be told of the stage's tasks; empty if nothing is to come
     */
    public Optional<StageTransfers> begin(StageInput input, double now) {
        SharedStorageLocator located = locator;
        if (located == null) {
            return Optional.empty();
        }
        List<List<CacheTransfers.Part>> missing = new ArrayList<>();
        for (int task = 0; task < input.tasks(); task++) {
            List<CacheTransfers.Part> parts = new ArrayList<>();
            boolean isWhole = input.readShare(task) >= LEAST_SHARE;
            for (PlacedBlock block : isWhole ? input.placedBlocks(task) : List.<PlacedBlock>of()) {
                if (block.block().replicas().isEmpty() && block.block().bytes() > 0) {
                    Path path = new Path(block.path());
                    located.objectOf(path)
                            .ifPresent(object -> parts.add(new CacheTransfers.Part(
                                    path,
                                    object,
                                    block.offset(),
                                    block.offset() + block.block().bytes())));
                }
            }
            missing.add(parts);
        }
        return missing.stream().allMatch(List::isEmpty)
                ? Optional.empty()
                : Optional.of(new StageTransfers(transfers, missing, now));
    }
}
