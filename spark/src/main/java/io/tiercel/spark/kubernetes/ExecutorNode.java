package io.tiercel.spark.kubernetes;

import io.tiercel.spark.TiercelKeys;
import io.tiercel.spark.shim.AnnouncedMaster;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An executor's node, as Kubernetes names it in the pod's environment. */
public final class ExecutorNode {
    /** The variable with the node's name. */
    public static final String NAME = "TIERCEL_NODE_NAME";

    /** The variable with the node's own address. */
    public static final String ADDRESS = "TIERCEL_NODE_ADDRESS";

    private static final Logger LOG = LoggerFactory.getLogger(ExecutorNode.class);

    private ExecutorNode() {}

    /** Tells the driver on which node this executor is, before it has tasks. Waits for no answer; a failure costs locality alone. */
    public static void tell(PluginContext plugin) {
        try {
            SparkEnv spark = SparkEnv.get();
            if (isWanted(spark.conf())) {
                String host = spark.blockManager().blockManagerId().host();
                plugin.send(statement(spark.executorId(), host, System.getenv()).message());
            }
        } catch (Exception | LinkageError e) {
            LOG.warn("Tiercel: the driver does not learn this executor's node ({})", e.toString());
        }
    }

    /** @param host as the scheduler calls the executor */
    static NodeStatement statement(String executor, String host, Map<String, String> environment) {
        return new NodeStatement(executor, host, value(environment, NAME), value(environment, ADDRESS));
    }

    /** The node of the JVM's pod; empty outside of Kubernetes, or if nobody wants to know. */
    public static Optional<String> name(SparkConf conf) {
        return isWanted(conf) ? value(System.getenv(), NAME) : Optional.empty();
    }

    private static Optional<String> value(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable)).map(String::strip).filter(value -> !value.isEmpty());
    }

    /** Whether executors run in Kubernetes and are to learn their nodes. Also while the driver's master is announced as ours. */
    static boolean isWanted(SparkConf conf) {
        boolean isOnKubernetes = conf.get("spark.master", "")
                .replaceFirst("^" + AnnouncedMaster.PREFIX, "")
                .startsWith("k8s://");
        String wanted = conf.get(TiercelKeys.KUBERNETES_NODES.name(), "");
        return isOnKubernetes && !wanted.strip().equalsIgnoreCase("false");
    }
}
