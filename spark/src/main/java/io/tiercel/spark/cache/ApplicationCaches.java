package io.tiercel.spark.cache;

import io.tiercel.cachefs.peer.Peer;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Block;
import io.tiercel.spark.cache.CacheMessages.Answer;
import io.tiercel.spark.cache.CacheMessages.Begin;
import io.tiercel.spark.cache.CacheMessages.Holders;
import io.tiercel.spark.cache.CacheMessages.HoldersRequest;
import io.tiercel.spark.cache.CacheMessages.Order;
import io.tiercel.spark.cache.CacheMessages.Report;
import io.tiercel.spark.cache.CacheMessages.SecretRequest;
import io.tiercel.spark.cache.CacheTransfers.Part;
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

    private final SharedPaths paths;
    private final ClusterCaches caches;
    private final CacheTransfers transfers;
    private final PlannedPages planned;
    private final boolean prefetches;

    /** Null if nodes do not read each other's caches. */
    private final @Nullable ServingExecutors serving;

    /** Null unless consistent hashing names the nodes. */
    private final @Nullable AffinityHosts affinity;

    private @Nullable SharedStorageLocator locator;
    private @Nullable CacheAgents agents;

    /**
     * @param paths that caches hold
     * @param prefetches whether input comes before its tasks start
     * @param serving null if nodes do not read each other's caches
     * @param affinity the hosts among which consistent hashing chooses; null to locate input by what caches hold
     */
    ApplicationCaches(
            SharedPaths paths,
            ClusterCaches caches,
            CacheTransfers transfers,
            boolean prefetches,
            @Nullable ServingExecutors serving,
            @Nullable AffinityHosts affinity) {
        this.paths = paths;
        this.caches = caches;
        this.transfers = transfers;
        this.planned = new PlannedPages(caches);
        this.prefetches = prefetches;
        this.serving = serving;
        this.affinity = affinity;
    }

    void belongTo(SparkContext application) {
        OF_APPLICATIONS.put(application, this);
    }

    /** These are asked until the application is over. */
    void setAgents(CacheAgents asked) {
        agents = asked;
    }

    /** The application is over. */
    public static void forget(SparkContext application) {
        ApplicationCaches known = OF_APPLICATIONS.remove(application);
        if (known != null && known.agents != null) {
            known.agents.close();
        }
    }

    /** The caches of an application; empty if its user wants none. */
    public static Optional<ApplicationCaches> of(SparkContext application) {
        return Optional.ofNullable(OF_APPLICATIONS.get(application));
    }

    /** An executor in Kubernetes has said on which node it is. */
    void executorIsOn(String executor, String node) {
        if (affinity != null) {
            affinity.isOn(executor, node);
        }
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
            return new AffinityLocator(paths, hosts, affinity, others);
        }
        SharedStorageLocator made =
                new SharedStorageLocator(conf, paths, hosts, caches, prefetches, others, background);
        locator = made;
        return made;
    }

    /** An executor's message. @return the answer; null if it is not a message of ours, or for no answer */
    @Nullable
    Object receive(Object message, double now) {
        Optional<Begin> begin = Begin.of(message);
        if (begin.isPresent()) {
            return transfers.mayBegin(begin.get().executor(), begin.get().order());
        }
        Optional<Report> report = Report.of(message);
        if (report.isPresent()) {
            return answer(report.get(), now).message();
        }
        ServingExecutors known = serving;
        if (known == null) {
            return null;
        }
        if (SecretRequest.of(message).isPresent()) {
            return known.secret();
        }
        return HoldersRequest.of(message)
                .map(asked -> new Holders(known.holders(caches.held(asked.object()), asked.host(), now)).message())
                .orElse(null);
    }

    private Answer answer(Report report, double now) {
        caches.holds(report.host(), report.pages(), report.isWhole());
        ServingExecutors known = serving;
        if (known != null) {
            known.heard(report.executor(), report.host(), new Peer(report.address(), report.port()), now);
        }
        if (report.isWhole()) {
            planned.forget(report.executor());
        }
        // Orders first: pages that they bring are kept from the beginning.
        List<Order> orders = transfers.poll(report.executor(), report.host(), report.results(), now);
        return new Answer(
                orders,
                planned.news(report.executor(), report.host(), now),
                known != null && caches.othersHold(report.host()));
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
        List<List<Part>> missing = parts(
                input, located, (task, block) -> block.replicas().isEmpty() && input.readShare(task) >= LEAST_SHARE);
        if (missing.stream().allMatch(List::isEmpty)) {
            return Optional.empty();
        }
        List<List<Part>> present =
                parts(input, located, (task, block) -> !block.replicas().isEmpty());
        return Optional.of(new StageTransfers(transfers, missing, present, now));
    }

    /**
     * A stage begins: pages that its tasks are going to read are not evicted before these tasks have ended. Call once, when the input is
     * located.
     *
     * @return what must be told of the stage's tasks; empty if it reads nothing from shared storage
     */
    public Optional<PlannedStage> keep(StageInput input, double now) {
        SharedStorageLocator located = locator;
        if (located == null) {
            return Optional.empty();
        }
        List<List<Part>> reads = parts(input, located, (task, block) -> true);
        return reads.stream().allMatch(List::isEmpty) ? Optional.empty() : Optional.of(planned.begin(reads, now));
    }

    private interface Choice {
        boolean isTaken(int task, Block block);
    }

    /** Parts of objects on shared storage that tasks read, by task. */
    private static List<List<Part>> parts(StageInput input, SharedStorageLocator located, Choice choice) {
        List<List<Part>> all = new ArrayList<>();
        for (int task = 0; task < input.tasks(); task++) {
            List<Part> parts = new ArrayList<>();
            for (PlacedBlock block : input.placedBlocks(task)) {
                if (block.block().bytes() > 0 && choice.isTaken(task, block.block())) {
                    Path path = new Path(block.path());
                    located.objectOf(path)
                            .ifPresent(object -> parts.add(new Part(
                                    path,
                                    object,
                                    block.offset(),
                                    block.offset() + block.block().bytes())));
                }
            }
            all.add(parts);
        }
        return all;
    }
}
