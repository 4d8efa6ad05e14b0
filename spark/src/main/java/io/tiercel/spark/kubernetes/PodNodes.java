package io.tiercel.spark.kubernetes;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.spark.GuardedListener;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes of an application's executors in Kubernetes, as its driver hears of them. Spark names an executor by its pod's address,
 * HDFS a data node by its node. Asks no server, so it needs no rights and waits for nobody. Thread-safe.
 */
public final class PodNodes extends GuardedListener {
    private static final Logger LOG = LoggerFactory.getLogger(PodNodes.class);
    static final String STEPS = "spark.kubernetes.executor.pod.featureSteps";
    private static final int MOST_GONE = 1_000;
    private static final String STEP = "io.tiercel.spark.kubernetes.NodeNameStep";

    private final Supplier<Optional<HostRegistry>> hosts;

    /** By executor. Several in the network of one node have one address. */
    private final Map<String, String> hostOf = new HashMap<>();

    /** The last executors that are gone: what one of them has said may arrive only now. */
    private final Set<String> gone = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_GONE;
        }
    });

    private boolean hasWarned;
    private boolean hasWarnedOfAddress;
    private boolean hasTold;

    /** @param hosts the scheduler's; empty if Spark's own scheduler runs */
    PodNodes(Supplier<Optional<HostRegistry>> hosts) {
        super("nodes of pods that are gone stay known");
        this.hosts = hosts;
    }

    /**
     * Has the application's executors learn their nodes, and tell them. Call before Spark makes its back end.
     *
     * @param hosts as above
     * @return empty unless the application runs in Kubernetes, and its settings want this
     */
    public static Optional<PodNodes> watch(SparkContext application, Supplier<Optional<HostRegistry>> hosts) {
        SparkConf conf = application.conf();
        if (!ExecutorNode.isWanted(conf)) {
            return Optional.empty();
        }
        PodNodes nodes = new PodNodes(hosts);
        try {
            requireThatSparkFindsTheStep();
            NodeNameStep.tryOut();
            addStep(conf);
        } catch (Exception | LinkageError e) {
            nodes.warn("this Spark does not fit (" + e + ")");
        }
        application.addSparkListener(nodes);
        return Optional.of(nodes);
    }

    /** Spark loads the step by the thread's class loader, and starts no executor if it cannot. */
    private static void requireThatSparkFindsTheStep() throws ReflectiveOperationException {
        ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        ClassLoader ours = PodNodes.class.getClassLoader();
        if (Class.forName(STEP, true, ofThread == null ? ours : ofThread).getClassLoader() != ours) {
            throw new ClassNotFoundException(STEP + " is there twice");
        }
    }

    static void addStep(SparkConf conf) {
        String others = conf.get(STEPS, "");
        if (!others.contains(STEP)) {
            conf.set(STEPS, others.isBlank() ? STEP : others + "," + STEP);
        }
    }

    /** An executor has said where it is. @return its node; empty if it does not know that, or is gone */
    public synchronized Optional<String> heard(NodeStatement said) {
        if (gone.contains(said.executor())) {
            return Optional.empty();
        }
        hosts.get().ifPresent(registry -> learn(registry, said));
        return said.node();
    }

    private void learn(HostRegistry registry, NodeStatement said) {
        if (said.node().isEmpty()) {
            warn("executor " + said.executor() + " has no variable " + ExecutorNode.NAME);
            return;
        }
        said.address()
                .filter(address -> !HostRegistry.isAddress(address))
                .ifPresent(address -> warnOfAddress(said.executor(), address));
        String node = said.node().get();
        hostOf.put(said.executor(), said.host());
        registry.learnPod(said.host(), node, said.address());
        if (!hasTold) {
            hasTold = true;
            LOG.info("Tiercel: executors say on which nodes their pods are; the first: {} is on {}", said.host(), node);
        }
    }

    private void warn(String why) {
        if (!hasWarned) {
            hasWarned = true;
            LOG.warn(
                    "Tiercel: tasks are not placed by node, unless pods have their nodes' addresses: executors do not know on which"
                            + " nodes their pods are: {} (logged once)",
                    why);
        }
    }

    private void warnOfAddress(String executor, String address) {
        if (!hasWarnedOfAddress) {
            hasWarnedOfAddress = true;
            LOG.warn(
                    "Tiercel: nodes of pods count by their names alone: {} of executor {} is no address: {} (logged once)",
                    ExecutorNode.ADDRESS,
                    executor,
                    address);
        }
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
        guard(() -> removed(event.executorId()));
    }

    synchronized void removed(String executor) {
        gone.add(executor);
        String host = hostOf.remove(executor);
        if (host != null && !hostOf.containsValue(host)) {
            hosts.get().ifPresent(registry -> registry.forgetPod(host));
        }
    }
}
