package io.tiercel.spark.cache;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.spark.cache.CacheMessages.Order;
import io.tiercel.spark.cache.CacheMessages.Report;
import io.tiercel.spark.input.StageInput;
import io.tiercel.spark.input.StageInput.InputLocator;
import io.tiercel.spark.input.StageInput.PlacedBlock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.jspecify.annotations.Nullable;

/** The caches of an application's nodes, as its driver knows and fills them. Thread-safe. */
public final class ApplicationCaches {
    private static final Map<SparkContext, ApplicationCaches> OF_APPLICATIONS =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final ClusterCaches caches;
    private final CacheTransfers transfers;
    private final boolean prefetches;
    private @Nullable SharedStorageLocator locator;

    /** @param prefetches whether input comes before its tasks start */
    ApplicationCaches(ClusterCaches caches, CacheTransfers transfers, boolean prefetches) {
        this.caches = caches;
        this.transfers = transfers;
        this.prefetches = prefetches;
    }

    void belongTo(SparkContext application) {
        OF_APPLICATIONS.put(application, this);
    }

    /** Of an application whose user wants caches; empty if they are off. */
    public static Optional<ApplicationCaches> of(SparkContext application) {
        return Optional.ofNullable(OF_APPLICATIONS.get(application));
    }

    /**
     * A locator of input on shared storage. Call once.
     *
     * @param others locates other input
     * @param background asks the store
     */
    public InputLocator locator(Configuration conf, HostRegistry hosts, InputLocator others, Executor background) {
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
                    return Order.message(transfers.poll(report.host(), report.results(), now));
                })
                .orElse(null);
    }

    /**
     * A stage begins: input of its tasks that is in no cache is brought into caches, in the order of its tasks. Does so again at each call
     * with what is located since.
     *
     * @return what must be told of the stage's tasks; empty if nothing is to come
     */
    public Optional<StageTransfers> begin(int stage, StageInput input, double now) {
        SharedStorageLocator located = locator;
        if (!prefetches || located == null) {
            return Optional.empty();
        }
        List<List<CacheTransfers.Part>> missing = new ArrayList<>();
        for (int task = 0; task < input.tasks(); task++) {
            List<CacheTransfers.Part> parts = new ArrayList<>();
            for (PlacedBlock block : input.placedBlocks(task)) {
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
                : Optional.of(new StageTransfers(transfers, stage, missing, now));
    }
}
